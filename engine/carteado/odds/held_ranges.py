"""One hand against a range of hands."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from carteado.engine.cards import PACK
from carteado.engine.poker.classes import Category
from carteado.odds.batch import ranks_of
from carteado.odds.heads_up import counted
from carteado.odds.known import final_categories
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.preflop import BOARDS, against
from carteado.odds.ranges import Range, parse_range
from carteado.odds.results import Odds, OddsError
from carteado.odds.rows import OVERLAP, rows_of
from carteado.odds.tables import CATEGORY_OF, Array

__all__ = [
    "possible_holdings",
    "range_categories",
    "range_standing",
    "versus_each",
    "versus_range",
]


def versus_range(hand: Cards, held: str | Range, board: Cards = "") -> Odds:
    """Odds against one hand from a range, drawn by weight.

    Hands that share a card with the own hand or the board are left out.

    Args:
        hand: own two cards.
        held: a range as `parse_range` reads it, or what it returned.
        board: no, three, four or five community cards.

    Returns:
        Counts multiplied by the weights' common denominator: 1 for a range without weights.

    Raises:
        OddsError: the cards are impossible, the range does not parse or none of its hands is
            possible.
    """
    (own,), common = read_position([hand], board)
    possible = possible_holdings(own, common, held)
    others, whole = np.array(list(possible)), list(possible.values())
    win, tie, total = _after_flop(own, common, others) if common else _preflop(own, others)
    return counted(*(_weighted(whole, counts) for counts in (win, tie, total)))


def range_categories(
    hand: Cards, held: str | Range, board: Cards = ""
) -> tuple[dict[Category, int], dict[Category, int]]:
    """Showdowns against a range by the categories of both final hands: own, theirs.

    These are the showdowns that `versus_range` counts.

    Raises:
        OddsError: as `versus_range`.
    """
    (own,), common = read_position([hand], board)
    alike: dict[Hand, int] = {}
    # Before the flop, hands that differ only in suits are counted once with their summed weight.
    for other, weight in possible_holdings(own, common, held).items():
        one = other if common else _same_match_up(own, other)
        alike[one] = alike.get(one, 0) + weight
    # Python's integers, since weighted counts may exceed 64 bits.
    found = np.zeros((2, len(Category)), dtype=object)
    for other, weight in alike.items():
        hands = [[PACK[card] for card in cards] for cards in (own, other)]
        shared = [PACK[card] for card in common]
        for tally, final in zip(found, final_categories(hands, shared), strict=True):
            tally += [weight * number for number in final.values()]
    own_found, theirs = (dict(zip(Category, map(int, row), strict=True)) for row in found)
    return own_found, theirs


def range_standing(
    hand: Cards, held: str | Range, board: Cards
) -> tuple[Odds, dict[Category, int]]:
    """The own hand's odds against a range with the present board, and the range's categories.

    Counts are multiplied by the weights' common denominator.

    Raises:
        OddsError: as `versus_range`, or there is no flop yet.
    """
    (own,), common = read_position([hand], board)
    if not common:
        raise OddsError("how hands stand is counted from the flop on")
    possible = possible_holdings(own, common, held)
    # All hands in one call: its overhead would dominate a call for each.
    hero, *theirs = ranks_of(np.array([(*cards, *common) for cards in (own, *possible)]))
    win = tie = 0
    found = dict.fromkeys(Category, 0)
    for rank, weight in zip(theirs, possible.values(), strict=True):
        win += weight * bool(rank < hero)
        tie += weight * bool(rank == hero)
        found[Category(int(CATEGORY_OF[rank]))] += weight
    return counted(win, tie, sum(possible.values())), found


def possible_holdings(own: Hand, board: tuple[int, ...], held: str | Range) -> dict[Hand, int]:
    """The possible hands of a range, with whole-number weights."""
    weights = parse_range(held) if isinstance(held, str) else held
    # Card removal: a hand with a visible card is impossible.
    seen = {*own, *board}
    possible = {
        other: weight for other, weight in weights.items() if weight and not seen & {*other}
    }
    if not possible:
        weighed = "" if all(weights.values()) else " that has a weight"
        raise OddsError(
            f"every hand of the range{weighed} needs a card that is in the hand or on the board"
        )
    # Whole weights keep all later counts exact.
    common_denominator = math.lcm(*(weight.denominator for weight in possible.values()))
    return {other: int(weight * common_denominator) for other, weight in possible.items()}


def _same_match_up(own: Hand, other: Hand) -> Hand:
    """The representative of a hand under all renamings of suits that keep the own hand."""
    # The smallest hand, so that all hands of the group have the same representative.
    return min(
        _renamed(other, suits)
        for suits in itertools.permutations(range(4))
        if _renamed(own, suits) == _renamed(own, range(4))
    )


def _renamed(hand: Hand, suits: Sequence[int]) -> Hand:
    one, two = sorted((card & ~3) + suits[card & 3] for card in hand)
    return one, two


def versus_each(hand: Cards, held: Sequence[Hand], board: Cards = "") -> Array:
    """Equity against each of some hands.

    Args:
        hand: own two cards.
        held: hands that the opponent may hold, as `parse_range` returns them.
        board: no, three, four or five community cards.

    Returns:
        Part of the pot won on average, floats from 0 to 1, shape (hands,).

    Raises:
        OddsError: the cards are impossible, or a hand needs one of the own cards or of the board.
    """
    (own,), common = read_position([hand], board)
    seen = {*own, *common}
    if any(seen & {*other} for other in held):
        raise OddsError("a hand needs a card that is in the own hand or on the board")
    if not len(held):
        return np.empty(0)
    others = np.array(held)
    win, tie, total = _after_flop(own, common, others) if common else _preflop(own, others)
    # Only two hands share the pot, so a tie is worth one half.
    shares: Array = (win + tie / 2) / total
    return shares


def _weighted(weights: list[int], counts: Array) -> int:
    return sum(weight * int(count) for weight, count in zip(weights, counts, strict=True))


def _preflop(hand: Hand, others: Array) -> tuple[Array, Array, Array]:
    win, tie = against(hand, others)
    return win, tie, np.full(len(others), BOARDS)


def _after_flop(hand: Hand, board: tuple[int, ...], others: Array) -> tuple[Array, Array, Array]:
    """Run-outs won, tied and counted, by holding."""
    rows = rows_of(hand, board, others)
    hero = rows.hero[:, None]
    win = np.count_nonzero(rows.villains < hero, axis=0)
    tie = np.count_nonzero(rows.villains == hero, axis=0)
    # A hand that shares a card with the run-out is impossible, so the totals differ by hand.
    return win, tie, np.count_nonzero(rows.villains != OVERLAP, axis=0)
