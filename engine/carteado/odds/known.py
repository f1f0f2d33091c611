"""All-in equities of open hands in every pot, over all run-outs."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from carteado.engine.cards import PLACES, Card
from carteado.engine.poker.classes import Category
from carteado.engine.poker.runout import Runout
from carteado.odds.batch import ranks_of
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.results import Odds, OddsError, Shares
from carteado.odds.runouts import unseen_cards, ways
from carteado.odds.tables import (
    CATEGORY_OF,
    FLUSHES,
    MULTISET_KEYS,
    SUBSET_KEYS,
    SUBSETS,
    Array,
    board_rows,
    by_hole,
)

__all__ = [
    "final_categories",
    "pot_equities",
    "pot_odds",
    "runout_odds",
    "showdown_odds",
    "versus_hand",
]

_MOST_HANDS = 10
# One bit for each rank, for sums over the unseen cards of a suit.
_BITS = 1 << np.arange(13)

_Winners = Mapping[int, int]
"""Number of run-outs by their set of winners, one bit for each hand."""


def pot_equities(
    hands: Mapping[int, Cards], board: Cards, pots: Sequence[Collection[int]]
) -> tuple[Shares, ...]:
    """Mean share of every live hand in every pot, if no decisions follow.

    Args:
        hands: the live hands by seat, two to ten of them.
        board: no, three, four or five community cards.
        pots: for each pot the seats that play for it, each with a live hand.

    Returns:
        For each pot, the exact share of each of its seats; the shares of a pot add up to 1.

    Raises:
        OddsError: the cards are impossible, or a pot has no seat or one without a hand.
    """
    counted = pot_odds(hands, board, pots)
    return tuple({seat: odds.equity for seat, odds in pot.items()} for pot in counted)


def pot_odds(
    hands: Mapping[int, Cards],
    board: Cards,
    pots: Sequence[Collection[int]],
    gone: Sequence[Card] = (),
) -> tuple[Mapping[int, Odds], ...]:
    """Odds of every live hand in every pot that it plays for, if no decisions follow.

    Args:
        hands: the live hands by seat, two to ten of them.
        board: no, three, four or five community cards.
        pots: for each pot the seats that play for it, each with a live hand.
        gone: other cards that cannot come, such as those of another board.

    Returns:
        For each pot, the exact counts of each of its seats.

    Raises:
        OddsError: the cards are impossible, or a pot has no seat or one without a hand.
    """
    seats = list(hands)
    # Hands keep the order of the mapping, so a seat's place is its index in `seats`.
    read, common = read_position(list(hands.values()), board)
    masks = [_mask(seats, pot) for pot in pots]
    dead = tuple([PLACES[card] for card in gone])
    return tuple(
        {seat: _odds(found, seats.index(seat)) for seat in pot}
        for pot, found in zip(pots, _winners(read, common, masks, dead), strict=True)
    )


def runout_odds(runout: Runout) -> tuple[Mapping[int, Odds], ...]:
    """Odds of every seat in each pot of a run-out, main pot first; see `pot_odds`.

    Raises:
        OddsError: its cards are impossible.
    """
    pots = [pot.seats for pot in runout.pots]
    return pot_odds(dict(runout.hands), runout.board, pots, runout.gone)


def showdown_odds(hands: Sequence[Cards], board: Cards = "") -> tuple[Odds, ...]:
    """Odds of each of two to ten hands that all play for one pot.

    Raises:
        OddsError: the cards are impossible.
    """
    read, common = read_position(hands, board)
    (found,) = _winners(read, common, [(1 << len(read)) - 1])
    return tuple(_odds(found, place) for place in range(len(read)))


def versus_hand(hand: Cards, other: Cards, board: Cards = "") -> Odds:
    """Odds against one known hand, counted without a table.

    Raises:
        OddsError: the cards are impossible.
    """
    return showdown_odds([hand, other], board)[0]


def final_categories(hands: Sequence[Cards], board: Cards = "") -> tuple[dict[Category, int], ...]:
    """Number of run-outs on which each of two to ten open hands ends in each category.

    No card of these hands can come.

    Raises:
        OddsError: the cards are impossible.
    """
    read, common = read_position(hands, board)
    found = np.zeros((len(read), len(Category)))
    for ranks, weight in _cells(read, common):
        for tally, of_hand in zip(found, ranks, strict=True):
            held = CATEGORY_OF[np.broadcast_to(of_hand, weight.shape)].ravel()
            tally += np.bincount(held, weight.ravel(), minlength=len(Category))
    return tuple({category: int(tally[category]) for category in Category} for tally in found)


def _mask(seats: list[int], pot: Collection[int]) -> int:
    if not pot or not set(pot) <= set(seats):
        raise OddsError("a pot is played for by one or more seats that have a live hand")
    return sum(1 << seats.index(seat) for seat in set(pot))


def _odds(found: _Winners, place: int) -> Odds:
    total = sum(found.values())
    win = found.get(1 << place, 0)
    # Every run-out on which the hand is among the winners, alone or not.
    best = sum(number for mask, number in found.items() if mask >> place & 1)
    share = _share(found, place, total)
    return Odds(win=win, tie=best - win, lose=total - best, total=total, equity=share)


def _share(found: _Winners, place: int, total: int) -> Fraction:
    won = [(number, mask.bit_count()) for mask, number in found.items() if mask >> place & 1]
    # Common denominator of all shares 1/2 to 1/10, so the sum stays in whole numbers.
    common = math.lcm(*(among for _, among in won))
    return Fraction(sum(number * (common // among) for number, among in won), total * common)


def _winners(
    hands: list[Hand], board: tuple[int, ...], pots: Sequence[int], gone: tuple[int, ...] = ()
) -> list[_Winners]:
    """Run-outs by the set of winners, for each pot, given by the hands that play for it."""
    # `bincount` with weights counts in doubles, which are exact for so few run-outs.
    found = [np.zeros(1 << len(hands)) for _ in pots]
    for ranks, weight in _cells(hands, board, gone):
        for pot, tally in zip(pots, found, strict=True):
            best = _best(ranks, pot)
            tally += np.bincount(best.ravel(), weight.ravel(), minlength=len(tally))
    return [{int(mask): int(tally[mask]) for mask in tally.nonzero()[0]} for tally in found]


def _best(ranks: Sequence[Array], pot: int) -> Array:
    """The winners among a pot's hands on each run-out, one bit for each hand."""
    playing = [place for place in range(len(ranks)) if pot >> place & 1]
    top = functools.reduce(np.maximum, (ranks[place] for place in playing))
    return sum(
        # Ten hands at most, so their bits fit into sixteen.
        ((ranks[place] == top).astype(np.int16) << place for place in playing),
        start=np.zeros(top.shape, dtype=np.int16),
    )


_Cells = tuple[list[Array], Array]
"""Rank of each hand in some classes of run-outs, and how many run-outs each class has."""


def _cells(
    hands: list[Hand], board: tuple[int, ...], gone: tuple[int, ...] = ()
) -> Iterator[_Cells]:
    if not 2 <= len(hands) <= _MOST_HANDS:
        raise OddsError(f"two to ten hands can be compared, not {len(hands)}")
    return _postflop(hands, board, gone) if board else _preflop(hands, gone)


def _postflop(hands: list[Hand], board: tuple[int, ...], gone: tuple[int, ...]) -> Iterator[_Cells]:
    """Every single run-out: at most 990."""
    unseen = unseen_cards((*itertools.chain(*hands), *board, *gone)).ravel().nonzero()[0]
    runouts = np.array(list(itertools.combinations(unseen, 5 - len(board))), dtype=np.int8)
    seven = np.empty((len(runouts), 7), dtype=np.int8)
    seven[:, 2 : 2 + len(board)] = board
    # Hole cards first, so that only two columns change from hand to hand.
    seven[:, 2 + len(board) :] = runouts
    ranks = []
    for hand in hands:
        seven[:, :2] = hand
        ranks.append(ranks_of(seven))
    yield ranks, np.ones(len(runouts))


def _preflop(hands: list[Hand], gone: tuple[int, ...]) -> Iterator[_Cells]:
    """Boards by their ranks, with boards that allow a flush apart; see `runouts`."""
    unseen = unseen_cards((*itertools.chain(*hands), *gone))
    by_rank = unseen.sum(axis=1, dtype=np.int8)
    by_row = [by_hole()[13 * (one >> 2) + (other >> 2)] for one, other in hands]
    # One class for each of the 6,175 ways to have five ranks on the board.
    weight = np.zeros(len(by_row[0]))
    # All boards first. Boards that allow a flush are subtracted below and yielded separately.
    weight[board_rows(MULTISET_KEYS[5])] = ways(by_rank, 5)
    for suit in range(4):
        held = [sum(1 << (card >> 2) for card in hand if card & 3 == suit) for hand in hands]
        free = int(unseen[:, suit] @ _BITS)
        others = by_rank - unseen[:, suit]
        # With fewer cards of the suit on the board no hand has five of it.
        for drawn in range(5 - max(mask.bit_count() for mask in held), 6):
            there = ((SUBSETS[drawn] & ~free) == 0).nonzero()[0]
            number = ways(others, 5 - drawn)
            kept = number.nonzero()[0]
            rows = _flush_rows(drawn)[there][:, kept]
            number = np.broadcast_to(number[kept], rows.shape)
            # These boards are yielded with their exact suits, so subtract them from the class by
            # ranks.
            weight -= np.bincount(rows.ravel(), number.ravel(), minlength=len(weight))
            yield (
                [
                    _flush_ranks(drawn, there, mask, rows, of_row)
                    for mask, of_row in zip(held, by_row, strict=True)
                ],
                number,
            )
    yield by_row, weight


def _flush_ranks(drawn: int, there: Array, mask: int, rows: Array, by_row: Array) -> Array:
    """Ranks of a hand with the ranks `mask` of a suit, on boards with the sets `there` of it."""
    if drawn + mask.bit_count() < 5:
        return by_row.take(rows)
    flushes = FLUSHES.take(SUBSETS[drawn][there] | mask)
    return np.broadcast_to(flushes[:, None], rows.shape)


@functools.cache
def _flush_rows(drawn: int) -> Array:
    """Rows of boards by their cards of one suit and the ranks of their other cards."""
    return board_rows(SUBSET_KEYS[drawn][:, None] + MULTISET_KEYS[5 - drawn])
