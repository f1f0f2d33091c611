"""The family game without a table: the winnings of its players over many dealt hands at once.

It shares nothing with the table host and the bots but the ranks of hands, so that the one checks
the other. Every deal is counted with the four hands given to the players in all their orders: what
is left is the luck of four hands and a board.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from carteado.arena.statistics.intervals import Mean, mean
from carteado.odds import rank_many

__all__ = ["PLAYERS", "expected_values", "winnings"]

PLAYERS = ("parity", "always", "high-card")

_SEATS = 4
# Bounds the memory: some 50 MB of keys, hands and ranks at a time.
_AT_ONCE = 50_000


def expected_values(deals: int, seed: int) -> dict[str, Mean]:
    """Stakes a hand that each of the three wins beside a fourth that always plays.

    Args:
        deals: independent deals, at least 2.
        seed: they follow from it.
    """
    source = np.random.Generator(np.random.PCG64(seed))
    found = []
    for first in range(0, deals, _AT_ONCE):
        found.append(winnings(_dealt(source, min(_AT_ONCE, deals - first))))
    values = np.concatenate(found)
    return {player: mean(values[:, at]) for at, player in enumerate(PLAYERS)}


def winnings(cards: NDArray[np.int64]) -> NDArray[np.float64]:
    """The winnings of the three in each deal, averaged over the seats.

    Everybody who plays puts in one stake; the best hands of those share all of it.

    Args:
        cards: places in `cards.PACK`, shape (deals, 13): two for each seat, then the board.

    Returns:
        Stakes, shape (deals, 3), in the order of `PLAYERS`. Of the two that always play it is the
        mean.
    """
    hands = cards[:, : 2 * _SEATS].reshape(-1, _SEATS, 2)
    # Every seat gets the same board: seven cards each, ranked in one call.
    board = np.repeat(cards[:, None, 2 * _SEATS :], _SEATS, axis=1)
    sevens = np.concatenate([hands, board], axis=2).reshape(-1, 7)
    ranks = rank_many(sevens).reshape(-1, _SEATS).astype(np.int64)
    values = hands // 4 + 2  # the pack begins with the twos, four cards of each rank
    even = values.sum(axis=2) % 2 == 0
    high = values.max(axis=2) > 10
    sums = np.zeros((len(cards), len(PLAYERS)))
    # The seats of the two strategies; the other two seats always play.
    orders = tuple(permutations(range(_SEATS), 2))
    for one, other in orders:
        plays = np.ones_like(even)
        plays[:, one], plays[:, other] = even[:, one], high[:, other]
        won = _shared(ranks, plays)
        sums[:, 0] += won[:, one]
        sums[:, 2] += won[:, other]
        sums[:, 1] -= (won[:, one] + won[:, other]) / 2  # what these win, the other two lose
    return sums / len(orders)


def _shared(ranks: NDArray[np.int64], plays: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Stakes that each hand wins, shape (deals, seats)."""
    # -1 is below every rank, so hands that fold never win.
    standing = np.where(plays, ranks, -1)
    best = plays & (standing == standing.max(axis=1, keepdims=True))
    # Each winner's share of the stakes that were put in.
    pots = plays.sum(axis=1, keepdims=True) / best.sum(axis=1, keepdims=True)
    found: NDArray[np.float64] = best * pots - plays
    return found


def _dealt(source: np.random.Generator, deals: int) -> NDArray[np.int64]:
    """So many deals of 13 cards, shape (deals, 13)."""
    # Sorting random keys shuffles all packs at once.
    keys = source.random((deals, 52), dtype=np.float32)
    return np.argsort(keys, axis=1)[:, : 2 * _SEATS + 5].astype(np.int64)
