"""Cards in words, for players who hear the lines of a table: ``king of hearts``."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from carteado.scene.cards import is_known, rank_of, suit_of
from carteado.scene.words import N_, Words

__all__ = ["RANK_NAMES", "card_words", "cards_words"]

RANK_NAMES = {
    "2": N_("two"),
    "3": N_("three"),
    "4": N_("four"),
    "5": N_("five"),
    "6": N_("six"),
    "7": N_("seven"),
    "8": N_("eight"),
    "9": N_("nine"),
    "T": N_("ten"),
    "J": N_("jack"),
    "Q": N_("queen"),
    "K": N_("king"),
    "A": N_("ace"),
}
"""The name of each rank."""
_SUITS = {"c": N_("clubs"), "d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades")}


def card_words(card: str, words: Words) -> str:
    """A card in words: ``king of hearts``, ``face down`` for a hidden one.

    Args:
        card: of any game, a face or a handle; the letter of a handle is kept, because a player
            types it: ``nine of spades a``.
        words: of the player.
    """
    if not is_known(card):
        return words("face down")
    if rank_of(card) == "*":
        name = words("joker")
    else:
        suit, rank = words(_SUITS[suit_of(card)]), words(RANK_NAMES[rank_of(card)])
        name = words("{rank} of {suit}", rank=rank, suit=suit)
    handle = card.removeprefix("JKR") if card.startswith("JKR") else card[2:]
    return f"{name} {handle}" if handle else name


def cards_words(cards: Sequence[str], words: Words) -> str:
    """Cards in words, with commas between them; hidden ones that lie together are counted."""
    found = []
    for card, alike in itertools.groupby(cards):
        if is_known(card):
            # A run of Buraco may hold a face twice.
            found += [card_words(card, words) for _ in alike]
        elif (hidden := len(list(alike))) == 1:
            found.append(words("face down"))
        else:
            found.append(words("{n} cards face down", n=hidden))
    return ", ".join(found)
