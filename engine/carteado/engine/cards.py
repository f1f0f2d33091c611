"""Cards of the 52-card pack and their text notation.

A card is its two-character text, rank then suit: ``As``, ``Td``, ``2c``. The text is the value
everywhere, in events, on the wire and in the log, so that nothing has to be translated to be read.
A card that an observer may not see is `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

from carteado.engine.errors import CardError

__all__ = [
    "CARD_TEXTS",
    "PACK",
    "PLACES",
    "RANKS",
    "SUITS",
    "UNKNOWN",
    "Card",
    "parse_cards",
    "show_cards",
]

Card = NewType("Card", str)
"""A card of any game's pack, by its text."""

UNKNOWN = Card("??")
"""Stands for a card that the observer may not see."""

RANKS = "23456789TJQKA"
# Ascending, as in a draw for the button: spades are the highest suit.
SUITS = "cdhs"

PACK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
"""The 52 cards, by rank and then suit (clubs, diamonds, hearts, spades)."""

CARD_TEXTS: frozenset[str] = frozenset({*PACK, UNKNOWN})
"""The texts that name a card of the 52-card pack, seen or not."""

PLACES: Mapping[Card, int] = {card: place for place, card in enumerate(PACK)}
"""The place of each card in `PACK`."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards of the 52-card pack from a text such as ``AsKd``, ``As Kd`` or ``As,Kd``.

    Args:
        text: any number of cards; blanks and commas between them are ignored.

    Returns:
        The cards in the order written.

    Raises:
        CardError: a part is not a card, or a card is written twice; the message says which.
    """
    letters = text.replace(",", " ").replace(" ", "")
    cards = []
    for at in range(0, len(letters), 2):
        part = letters[at : at + 2]
        card = Card(part[:1].upper() + part[1:].lower())
        if card not in PLACES:
            raise CardError(
                f"{part!r}, card {at // 2 + 1} of {text!r}, is not a card: "
                f"write a rank of {RANKS} and a suit of {SUITS}, such as As"
            )
        if card in cards:
            raise CardError(f"{card} appears twice in {text!r}")
        cards.append(card)
    return tuple(cards)


def show_cards(cards: tuple[Card, ...]) -> str:
    """Write cards so that `parse_cards` reads them again: ``As Kd``."""
    return " ".join(cards)
