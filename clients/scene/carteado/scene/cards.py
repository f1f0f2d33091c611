"""Cards as people read them, and how a client sorts and colours them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from carteado.engine.cards import UNKNOWN

__all__ = [
    "GLYPHS",
    "SUIT_NAMES",
    "card_text",
    "cards_named",
    "cards_text",
    "face",
    "is_known",
    "rank_of",
    "suit_of",
    "with_signs",
]

GLYPHS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
"""Suit characters without a variation selector, which would make them two cells wide."""

SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs", "*": "joker"}
"""Key of a suit in the tokens."""

_NAMED = re.compile(r"\b(?:[A2-9TJQK][SHDC]|JKR)[a-d]?\b")
"""A card in a sentence of the server, by its face or its handle: ``9S``, ``9Sa``, ``JKR``.

Only capital suits: ``As`` and ``Ad`` are words.
"""


def is_known(card: str) -> bool:
    """Whether the observer sees the card's face."""
    return card != UNKNOWN


def face(card: str) -> str:
    """The face that a text names, without the handle of a hand: ``9Sa`` is ``9S``."""
    # A joker's face has three letters, so it cannot be cut like the others.
    return "JKR" if card.startswith("JKR") else card[:2]


def rank_of(card: str) -> str:
    """One of ``23456789TJQKA``, or ``*`` for a joker."""
    return "*" if card.startswith("JKR") else card[0]


def suit_of(card: str) -> str:
    """One of ``shdc``, or ``*`` for a joker."""
    return "*" if card.startswith("JKR") else card[1].lower()


def card_text(card: str) -> str:
    """A card in a sentence: ``10♥``, ``★`` for a joker, ``?`` for a hidden one."""
    if not is_known(card):
        return "?"
    if card.startswith("JKR"):
        return "★"
    rank = "10" if card[0] == "T" else card[0]
    return rank + GLYPHS[suit_of(card)]


def cards_text(cards: Iterable[str]) -> str:
    """Cards in a sentence, with blanks between them."""
    return " ".join(map(card_text, cards))


def cards_named(sentence: str) -> frozenset[str]:
    """The cards with capital suits that a sentence of the server names."""
    return frozenset(_NAMED.findall(sentence))


def with_signs(sentence: str) -> str:
    """A sentence of the server with its cards as people read them: ``9S`` is ``9♠``."""
    return _NAMED.sub(lambda found: card_text(found[0]), sentence)
