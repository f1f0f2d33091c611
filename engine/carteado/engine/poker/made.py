"""Hands and pots of a view, besides its cards and chips, for clients without poker rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.cards import RANKS, UNKNOWN, Card
from carteado.engine.poker.classes import Category, hand_classes
from carteado.engine.poker.pots import Pot, side_pots
from carteado.engine.poker.ranking import best_five, rank_hand

__all__ = ["lying_pots", "made_hands"]


def made_hands(view: Any) -> Mapping[str, Mapping[str, Any]]:
    """The hand that each seat's known cards make with the board, by the seat's number as a text.

    Args:
        view: a poker state as an observer may see it.

    Returns:
        ``category``, such as ``two_pair``; its ``ranks``, the most telling first; and the five
        ``cards``, from three on the board. Where the board is dealt twice, ``second`` is the same
        with the second board.
    """
    # A game without house rules has no second board, hence the defaults.
    second = getattr(getattr(view, "house", None), "second", ())
    found: dict[str, Mapping[str, Any]] = {}
    for seat in range(len(view.names)):
        # Cards opened at the showdown are public; before it a view has only its own hand.
        own = view.shown[seat] or view.hands[seat]
        if not own or UNKNOWN in own:
            continue
        made = _made((*own, *view.board))
        found[str(seat)] = {**made, "second": _made((*own, *second))} if second else made
    return found


def lying_pots(view: Any) -> tuple[Pot, ...]:
    """The pots in the middle, main pot first.

    While a hand is played, the pots of earlier streets: the bets of this street lie in front of the
    seats, as do all chips in a game without streets. After the hand, the pots as awarded.

    Args:
        view: a poker state as an observer may see it.
    """
    if not view.in_hand:
        return tuple(Pot(amount=amount, seats=()) for amount in getattr(view, "pots", ()))
    bets = getattr(view, "bets", None)
    if bets is None:
        return ()
    # `paid` counts the whole hand, this street included.
    before = [paid - bet for paid, bet in zip(view.paid, bets, strict=True)]
    return side_pots(before, view.live, view.dead) if sum(before) + view.dead else ()


def _made(cards: Sequence[Card]) -> Mapping[str, Any]:
    return _best(cards) if len(cards) >= 5 else _alone(cards)


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
