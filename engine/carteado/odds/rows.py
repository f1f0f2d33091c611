"""All run-outs by all possible opposing hands, for counts that need every single one."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from carteado.odds.batch import ranks_of
from carteado.odds.position import Hand
from carteado.odds.runouts import unseen_cards
from carteado.odds.tables import FLUSHES, RANK_KEYS, STRENGTHS, Array, board_rows

__all__ = ["OVERLAP", "Rows", "pairs_of", "rows_of"]

OVERLAP = 0xFFFF
"""Rank of a holding that shares a card with the run-out: above any hand, so that it counts as
neither beaten nor tied."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Ranks after every run-out of a position with three or more community cards.

    Attributes:
        hero: rank of the own hand, by run-out.
        villains: rank of the opponent's hand, by run-out and holding; `OVERLAP` if impossible.
    """

    hero: Array
    villains: Array


def pairs_of(cards: Array) -> Array:
    """All pairs of the given cards, one per row."""
    pairs: Array = cards[_pairs(len(cards))]
    return pairs


def rows_of(hand: Hand, board: Sequence[int], holdings: Array) -> Rows:
    """Ranks of the own hand and of given holdings after every run-out.

    Args:
        hand: own cards, by place in the pack.
        board: three, four or five cards.
        holdings: pairs of unseen cards, one per row.
    """
    unseen = unseen_cards((*hand, *board)).ravel().nonzero()[0]
    runouts = _runouts(unseen, 5 - len(board))
    boards = np.empty((len(runouts), 5), dtype=np.intp)
    boards[:, : len(board)] = board
    boards[:, len(board) :] = runouts
    own = np.broadcast_to(np.array(hand), (len(boards), 2))
    # First all ranks without flushes, then flushes on top: few boards allow one.
    villains = _without_flush(boards, holdings)
    for suit in range(4):
        _add_flushes(villains, boards, holdings, suit)
    # A holding that shares a card with the run-out is impossible.
    for column in range(runouts.shape[1]):
        card = runouts[:, column, None]
        villains[(holdings[:, 0] == card) | (holdings[:, 1] == card)] = OVERLAP
    return Rows(ranks_of(np.hstack([boards, own])), villains)


def _without_flush(boards: Array, holdings: Array) -> Array:
    # Boards with equal ranks have equal rows: look up one of them and copy it.
    keys, place = np.unique(RANK_KEYS[boards >> 2].sum(axis=1), return_inverse=True)
    ranks = holdings >> 2
    found = STRENGTHS[board_rows(keys)].take(13 * ranks[:, 0] + ranks[:, 1], axis=1)
    return found.take(place, axis=0)


def _add_flushes(villains: Array, boards: Array, holdings: Array, suit: int) -> None:
    bits = _bits(boards, suit)
    masks, place = np.unique(bits, return_inverse=True)
    possible = np.bitwise_count(masks) >= 3
    if not possible.any():
        return
    flushes = FLUSHES[masks[possible][:, None] | _bits(holdings, suit)]
    # Row of `flushes` for each mask; undefined for a mask without a flush.
    which = np.cumsum(possible) - 1
    rows = possible[place].nonzero()[0]
    # The higher rank counts: the same board may give a full house or four of a kind.
    villains[rows] = np.maximum(villains[rows], flushes[which[place[rows]]])


def _bits(cards: Array, suit: int) -> Array:
    masks: Array = ((cards & 3 == suit) << (cards >> 2)).sum(axis=1)
    return masks


def _runouts(unseen: Array, size: int) -> Array:
    if size == 2:
        return pairs_of(unseen)
    return unseen.reshape(-1, 1) if size else np.empty((1, 0), dtype=unseen.dtype)


@functools.cache
def _pairs(number: int) -> Array:
    return np.array(list(itertools.combinations(range(number), 2)), dtype=np.intp)
