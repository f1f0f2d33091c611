"""The order of the reader's hand. The server never sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from carteado.scene.cards import rank_of, suit_of

__all__ = ["Sort", "grouped", "sorted_hand"]

Sort = Literal["suit", "rank", "own"]

# Black and red in turn, jokers last.
_SUITS = "shdc*"
# Aces low, as runs begin with them.
_RANKS = "A23456789TJQK*"


def sorted_hand(hand: Sequence[str], sort: Sort, own: Sequence[str] = ()) -> tuple[str, ...]:
    """A hand in an order.

    Args:
        hand: handles of the cards, in the order in which they came.
        sort: by suit and rank, by rank and suit, or as the player arranged them.
        own: the player's arrangement; cards that are not in it come last.
    """
    if sort == "own":
        kept = [card for card in own if card in hand]
        # New cards join at the end, so that nothing moves under the pointer.
        return (*kept, *(card for card in hand if card not in kept))
    if sort == "rank":
        return tuple(sorted(hand, key=lambda card: (_rank(card), _suit(card))))
    return tuple(sorted(hand, key=lambda card: (_suit(card), _rank(card))))


def grouped(hand: Sequence[str], sort: Sort) -> tuple[int, ...]:
    """For each card the number of its group: a gap stands between groups."""
    if sort != "suit":
        return (0,) * len(hand)
    return tuple(_suit(card) for card in hand)


def _suit(card: str) -> int:
    # `find` gives -1 for unknown cards, which then come first.
    return _SUITS.find(suit_of(card))


def _rank(card: str) -> int:
    return _RANKS.find(rank_of(card))
