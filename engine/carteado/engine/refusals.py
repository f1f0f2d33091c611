"""Sentences of refusals: one mapping from code to sentence for each game.

Codes that mean the same at every table stand here, with the sentence that fits any game.
"""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal

__all__ = ["COMMON", "refusal", "spell"]

COMMON: Mapping[str, str] = {
    "action/no_deal": "No hand is being played: wait for the next one.",
    "action/not_your_turn": "It is the turn of seat {turn}.",
    "action/unknown": "That is not an action of this game.",
    "seat/agreed": "Seat {seat} has agreed to a new game already.",
    "seat/away": "Seat {seat} sits out already.",
    "seat/bad_name": "A name is a text that is not empty.",
    "seat/free": "Nobody sits on seat {seat}.",
    "seat/leaving": "Seat {seat} is leaving.",
    "seat/not_away": "Seat {seat} does not sit out.",
    "seat/taken": "Seat {seat} is taken.",
    "seat/unknown": "There is no such seat: 0 to {last}.",
    "table/hand_running": "A hand is being played.",
    "table/not_ready": "There are not enough players for a deal.",
    "table/over": "The game is over: agree to a rematch.",
    "table/unknown_command": "That is not a command of a table.",
}
"""Sentence of each code that games share; the names in braces are the refusal's details."""


def refusal(sentences: Mapping[str, str], code: str, details: Mapping[str, object]) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        sentences: of the game, by code.
        code: one of them.
        details: at least the figures that the sentence names.
    """
    return Refusal(code=code, message=sentences[code].format(**details), details=details)


def spell(value: object) -> str:
    """A value that somebody sent, short enough for a sentence and safe to write."""
    if type(value) is int and value.bit_length() > 64:
        return "a number of more than 64 bits"
    return f"{value!r:.60}"
