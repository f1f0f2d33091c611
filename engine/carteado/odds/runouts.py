"""Classes of run-outs that have the same result at a showdown.

A run-out is the board cards still to come. If no suit can make a flush only ranks matter, and
run-outs of the same ranks are one class. If the final board has three or more cards of a suit (at
most one suit has), a class is the exact cards of that suit and the ranks of the others. The same
holds for the opponent's hole cards: cards of that suit are exact if they make a flush, and all
others are ranks only. So 8,281 cells represent the 1,070,190 showdowns of a flop without a possible
flush, and about 50,000 cells those of any other flop.

An opponent's two cards are in order, so holdings are counted twice. The count of a cell is a whole
number below 2**24 and exact in single precision; sums use double precision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from carteado.odds.position import Hand
from carteado.odds.tables import (
    FLUSHES,
    MULTISET_KEYS,
    MULTISETS,
    RANK_KEYS,
    STRENGTHS,
    SUBSET_COUNTS,
    SUBSET_KEYS,
    SUBSETS,
    Array,
    board_rows,
    flushes_with_two,
)

__all__ = ["Block", "blocks", "holdings", "in_order", "unseen_cards", "ways"]

_BITS = 1 << np.arange(13)
# Size of a chunk in classes; see `_flush_blocks`.
_MOST_CLASSES = 1 << 12
_KEYS: list[int] = RANK_KEYS.tolist()


# With n unseen cards of a rank, k of them can be drawn in n (n - 1) ... / k! ways; these are the
# factors.
def _drawn(size: int) -> tuple[Array, Array, Array]:
    """For each of `MULTISETS`: its ranks, how many earlier ones are equal, and a divisor.

    The divisor is the number of orders of equal ranks, which are one way to draw them.
    """
    number = len(MULTISETS[size])
    ranks = np.tile(np.arange(13), number).repeat(MULTISETS[size].ravel()).reshape(number, size).T
    before = np.array([(ranks[:at] == ranks[at]).sum(axis=0) for at in range(size)])
    return ranks, before.astype(np.float32), (before + 1).prod(axis=0).astype(np.float32)


_DRAWN = {size: _drawn(size) for size in (2, 5)}


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of classes of run-outs: cards of the flush suit by the ranks of the others.

    Attributes:
        weight: number of run-outs of each class.
        hero: rank of the own hand; broadcasts to the grid.
        rows: ranks of hands without a flush, by the ordered pair of their hole cards' ranks.
        masks: for each row of the grid, the board's ranks of the flush suit; None if no suit can
            make a flush (the grid then has one row).
        suited: for each row of the grid, the remaining cards of the flush suit, by rank.
        others: for each column of the grid, the remaining cards of the other suits, by rank.
        flush: whether the own hand is a flush, for the whole block.
    """

    weight: Array
    hero: Array
    rows: Array
    masks: Array | None
    suited: Array
    others: Array
    flush: bool

    @property
    def on_board(self) -> int:
        """Number of board cards of the flush suit, 0 if no suit can make a flush."""
        return 0 if self.masks is None else int(self.masks[0]).bit_count()


def blocks(hand: Hand, board: Sequence[int]) -> Iterator[Block]:
    """The blocks that cover all run-outs of a position.

    Args:
        hand: own cards, by place in the pack.
        board: 0, 3, 4 or 5 cards.
    """
    at = _Position(hand, board)
    elsewhere: list[tuple[Array, Array]] = []
    for suit, alike in enumerate(at.suits):
        there = alike[1].bit_count()
        # Equivalent suits are counted once, with their number as weight.
        if there + at.to_come < 3 or alike in at.suits[:suit]:
            continue
        # With fewer than three cards of a suit on the board nobody can have a flush in it.
        for drawn in range(max(0, 3 - there), at.to_come + 1):
            for keys, block in _flush_blocks(at, suit, drawn):
                elsewhere.append((keys, block.weight))
                yield block
    # Last, because it leaves out the run-outs of all other blocks.
    yield from _rank_block(at, elsewhere)


def holdings(block: Block) -> Iterator[tuple[Array, Array]]:
    """The opponent's holdings: their ranks, and how often each occurs, counted twice.

    Both broadcast to the block's grid with the holdings as the third axis.
    """
    suited, others, masks = block.suited, block.others, block.masks
    if masks is None:
        yield block.rows, in_order(others)[None]
        return
    both = in_order(suited)[:, None]
    # First kind of holding: two cards of the flush suit.
    yield flushes_with_two(masks)[:, None], both
    if block.on_board == 3:
        # Second kind: any two cards that are not both of the suit.
        held = in_order(suited[:, None] + others)
        held -= both
        yield block.rows, held
        return
    # The same for every column: a block fixes how many cards of other suits are to come.
    off = int(others[0].sum())
    # Factor 2: holdings are counted in both orders.
    single = suited * np.float32(2 * off)
    yield FLUSHES.take(masks[:, None] | _BITS)[:, None], single[:, None]
    if block.on_board == 4:
        yield block.rows, in_order(others)[None]
    else:
        pairs = np.full((1, 1, 1), off * (off - 1), dtype=np.float32)
        yield FLUSHES.take(masks)[:, None, None], pairs


def unseen_cards(cards: Sequence[int]) -> Array:
    """1 for each card of the pack that is not among these, otherwise 0, by rank and suit."""
    unseen = np.ones(52, dtype=np.int8)
    unseen[list(cards)] = 0
    return unseen.reshape(13, 4)


def ways(counts: Array, size: int) -> Array:
    """Number of ways to draw cards of given ranks, in the order of `MULTISETS`.

    Args:
        counts: unseen cards of each rank.
        size: number of cards drawn: 0, 1, 2 or 5.
    """
    if size == 0:
        return np.ones(1, dtype=np.float32)
    left = counts.astype(np.float32)
    if size == 1:
        return left
    ranks, before, orders = _DRAWN[size]
    # If a rank has too few cards one factor is 0, so later negative factors do no harm.
    found: Array = (left.take(ranks) - before).prod(axis=0) / orders
    return found


def in_order(left: Array) -> Array:
    """Ways to hold two of the remaining cards, by the ordered pair of their ranks.

    Args:
        left: number of remaining cards of each rank, on the last axis.
    """
    left = left.astype(np.float32)
    held: Array = np.einsum("...i,...j->...ij", left, left).reshape(*left.shape[:-1], 169)
    # Every 14th pair has two cards of one rank: n * (n - 1) ways instead of n * n.
    held[..., ::14] -= left
    return held


class _Position:
    """The data that the blocks of one position share."""

    def __init__(self, hand: Hand, board: Sequence[int]) -> None:
        self.hand, self.board = hand, board
        self.to_come = 5 - len(board)
        self.unseen = unseen_cards((*hand, *board))
        self.by_rank = self.unseen.sum(axis=1, dtype=np.int8)
        # Column of the own hole cards in the tables of 169 ordered pairs.
        self.column = 13 * (hand[0] >> 2) + (hand[1] >> 2)
        self.key = sum(_KEYS[card >> 2] for card in board)
        # Ranks of each suit in the hand and on the board; suits with equal ranks are equivalent.
        self.suits = list(zip(_masks(hand), _masks(board), strict=True))


def _masks(cards: Sequence[int]) -> list[int]:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def _rank_block(at: _Position, elsewhere: list[tuple[Array, Array]]) -> Iterator[Block]:
    """The classes by ranks only, without the run-outs of the other blocks."""
    weight = ways(at.by_rank, at.to_come).astype(np.float64)
    keys = MULTISET_KEYS[at.to_come]
    if elsewhere:
        # The keys are sorted and contain every key of the other blocks, so each one is found.
        places = keys.searchsorted(np.concatenate([others.ravel() for others, _ in elsewhere]))
        number = np.concatenate([number.ravel() for _, number in elsewhere])
        weight -= np.bincount(places, number, minlength=len(keys))
    kept = weight.nonzero()[0]
    if not len(kept):
        return
    rows = STRENGTHS.take(board_rows(keys.take(kept) + at.key), axis=0)[None]
    left = at.by_rank - MULTISETS[at.to_come].take(kept, axis=0)
    none = np.zeros((1, 13), dtype=np.int8)
    yield Block(weight.take(kept)[None], rows[:, :, at.column], rows, None, none, left, False)


def _flush_blocks(at: _Position, suit: int, drawn: int) -> Iterator[tuple[Array, Block]]:
    """The classes whose board has three or more cards of the suit, `drawn` of them to come.

    Each block comes with the keys of its classes' run-outs, equivalent suits included.
    """
    own = at.unseen[:, suit]
    others = at.by_rank - own
    ranks = MULTISETS[at.to_come - drawn]
    weight = ways(others, at.to_come - drawn)
    # Classes that cannot occur are dropped before the large arrays are made.
    kept = weight.nonzero()[0]
    weight = weight.take(kept) * np.float64(at.suits.count(at.suits[suit]))
    ranks, ends = ranks.take(kept, axis=0), MULTISET_KEYS[at.to_come - drawn].take(kept)
    hand, board = at.suits[suit]
    # Sets of ranks whose cards are all unseen.
    there = ((SUBSETS[drawn] & ~int(own @ _BITS)) == 0).nonzero()[0]
    # Chunks keep the arrays of a pre-flop position within the cache.
    step = max(1, _MOST_CLASSES // max(1, len(kept)))
    for start in range(0, len(there) if len(kept) else 0, step):
        draws = there[start : start + step]
        keys = SUBSET_KEYS[drawn].take(draws)[:, None] + ends
        rows = STRENGTHS.take(board_rows(keys + at.key), axis=0)
        masks = SUBSETS[drawn].take(draws) | board
        hero = FLUSHES.take(masks | hand)[:, None]
        # All classes of a block have the same number of board cards of the suit, so the first
        # one represents them.
        flush = bool(hero[0, 0])
        if not flush:
            hero = rows[:, :, at.column]
        yield (
            keys,
            Block(
                weight=weight[None].repeat(len(draws), axis=0),
                hero=hero,
                rows=rows,
                masks=masks,
                suited=own - SUBSET_COUNTS[drawn].take(draws, axis=0),
                others=others - ranks,
                flush=flush,
            ),
        )
