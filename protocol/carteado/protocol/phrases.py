"""Phrases and reactions, which are sent with one touch at a table, each with a word of its own.

Messages hold the words, so that clients can translate them; the English is for clients that do not.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PHRASES", "REACTIONS", "phrase_meant"]

PHRASES: Mapping[str, str] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "one_moment": "One moment, please.",
    "well_played": "Well played!",
    "thank_you": "Thank you!",
    "sorry": "Sorry!",
    "good_game": "Good game!",
    "goodbye": "Goodbye!",
}
"""Phrases by their words. None is about cards, so partners may use them during a deal."""

REACTIONS: Mapping[str, str] = {
    "clap": "👏",
    "laugh": "😂",
    "wow": "😮",
    "think": "🤔",
    "sad": "😢",
    "heart": "❤️",
    "fire": "🔥",
    "sleep": "😴",
}
"""Reactions by their words, each with a sign."""


def phrase_meant(text: str) -> str | None:
    """The word of the phrase that a text says, whatever its case and the marks after it."""
    # So that "Good luck" typed as chat counts as the phrase where only phrases are allowed.
    said = text.strip(" !.").lower()
    for word, phrase in PHRASES.items():
        if said == phrase.strip("!.").lower():
            return word
    return None
