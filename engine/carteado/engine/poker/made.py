"""What the cards that a view knows make: for clients that know no poker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.cards import RANKS, UNKNOWN, Card
from carteado.engine.poker.classes import Category, hand_classes
from carteado.engine.poker.ranking import best_five, rank_hand

__all__ = ["made_hands"]


def made_hands(view: Any) -> Mapping[str, Mapping[str, Any]]:
    """What each seat's known cards make with the board, by the seat's number as a text.

    Args:
        view: a poker state as an observer may see it.

    Returns:
        ``category``, such as ``two_pair``; its ``ranks``, the most telling first; and the five
        ``cards``, from three on the board.
    """
    found = {}
    for seat in range(len(view.names)):
        cards = (*(view.shown[seat] or view.hands[seat]), *view.board)
        if len(cards) == len(view.board) or UNKNOWN in cards:
            continue
        found[str(seat)] = _best(cards) if len(cards) >= 5 else _alone(cards)
    return found


def _best(cards: Sequence[Card]) -> Mapping[str, Any]:
    made = hand_classes()[rank_hand(cards) - 1]
    ranks = [RANKS[rank] for rank in made.ranks]
    return {"category": _name(made.category), "ranks": ranks, "cards": list(best_five(cards))}


def _alone(cards: Sequence[Card]) -> Mapping[str, Any]:
    """Hole cards without a board: a pair or the higher card."""
    counts = Counter(card[0] for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], RANKS.index(rank)), reverse=True)
    category = Category.PAIR if counts[ranks[0]] > 1 else Category.HIGH_CARD
    return {"category": _name(category), "ranks": ranks}


def _name(category: Category) -> str:
    return category.name.lower()
