"""One hand against a range of hands."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from carteado.odds.heads_up import counted
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.preflop import BOARDS, against
from carteado.odds.ranges import Range, parse_range
from carteado.odds.results import Odds, OddsError
from carteado.odds.rows import OVERLAP, rows_of
from carteado.odds.tables import Array

__all__ = ["versus_each", "versus_range"]


def versus_range(hand: Cards, held: str | Range, board: Cards = "") -> Odds:
    """Odds against one hand of a range, each as likely as its weight says.

    Hands of the range that need a card of the own hand or the board are left out.

    Args:
        hand: own two cards.
        held: a range as `parse_range` reads it, or what it returned.
        board: no, three, four or five common cards.

    Returns:
        Counts multiplied by the weights' common denominator: 1 for a range without weights.

    Raises:
        OddsError: the cards cannot be, the range does not parse or nothing of it can be held.
    """
    (own,), common = read_position([hand], board)
    weights = parse_range(held) if isinstance(held, str) else held
    seen = {*own, *common}
    possible = {
        other: weight for other, weight in weights.items() if weight and not seen & {*other}
    }
    if not possible:
        raise OddsError("every hand of the range needs a card that is in the hand or on the board")
    others = np.array(list(possible))
    win, tie, total = _after_flop(own, common, others) if common else _preflop(own, others)
    common_denominator = math.lcm(*(weight.denominator for weight in possible.values()))
    whole = [int(weight * common_denominator) for weight in possible.values()]
    return counted(*(_weighted(whole, counts) for counts in (win, tie, total)))


def versus_each(hand: Cards, held: Sequence[Hand], board: Cards = "") -> Array:
    """Equity against each of some hands.

    Args:
        hand: own two cards.
        held: hands that the opponent may hold, as `parse_range` gives them.
        board: no, three, four or five common cards.

    Returns:
        Part of the pot won on average, floats from 0 to 1, shape (hands,).

    Raises:
        OddsError: the cards cannot be, or a hand needs one of the own cards or of the board.
    """
    (own,), common = read_position([hand], board)
    seen = {*own, *common}
    if any(seen & {*other} for other in held):
        raise OddsError("a hand needs a card that is in the own hand or on the board")
    if not len(held):
        return np.empty(0)
    others = np.array(held)
    win, tie, total = _after_flop(own, common, others) if common else _preflop(own, others)
    shares: Array = (win + tie / 2) / total
    return shares


def _weighted(weights: list[int], counts: Array) -> int:
    return sum(weight * int(count) for weight, count in zip(weights, counts, strict=True))


def _preflop(hand: Hand, others: Array) -> tuple[Array, Array, Array]:
    win, tie = against(hand, others)
    return win, tie, np.full(len(others), BOARDS)


def _after_flop(hand: Hand, board: tuple[int, ...], others: Array) -> tuple[Array, Array, Array]:
    """By holding: run-outs won, tied and all."""
    rows = rows_of(hand, board, others)
    hero = rows.hero[:, None]
    win = np.count_nonzero(rows.villains < hero, axis=0)
    tie = np.count_nonzero(rows.villains == hero, axis=0)
    return win, tie, np.count_nonzero(rows.villains != OVERLAP, axis=0)
