"""Graphs of an opponent's possible hands, one for each class of run-outs.

A vertex is an unseen card, and an edge is a hand, labelled with its rank. Within a class of
run-outs (see `runouts`) each card of the flush suit is a kind of vertex, and all other cards of one
rank are another kind. So 13 or 26 kinds stand for 45 vertices.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from carteado.odds.position import Hand
from carteado.odds.runouts import Block, blocks
from carteado.odds.tables import FLUSHES, Array

__all__ = ["graphs"]

# Limits the memory of a pre-flop position, whose blocks have many classes of 26 x 26 ranks.
_CHUNK = 256
_NOTHING = 0xFFFF
"""Rank of a card paired with itself: above the player's hand, so it is neither beaten nor tied."""

_RANKS = np.arange(13)
_BITS = 1 << _RANKS


def graphs(hand: Hand, board: tuple[int, ...]) -> Iterator[tuple[Array, Array, Array, Array]]:
    """By class of run-outs: ranks by kinds of cards, cards of each kind, own rank, weight."""
    for block in blocks(hand, board):
        shape = block.weight.shape
        ranks = block.rows.reshape(*shape, 13, 13)
        cards = np.broadcast_to(block.others, (*shape, 13))
        if block.masks is not None:
            ranks = _with_suited(block, ranks)
            suited = np.broadcast_to(block.suited[:, None], (*shape, 13))
            cards = np.concatenate([suited, cards], axis=2)
        kinds = cards.shape[2]
        ranks, cards = ranks.reshape(-1, kinds, kinds), cards.reshape(-1, kinds)
        hero = np.broadcast_to(block.hero, shape).reshape(-1, 1, 1)
        weight = block.weight.ravel()
        for start in range(0, len(weight), _CHUNK):
            part = slice(start, start + _CHUNK)
            yield ranks[part], cards[part].astype(np.float32), hero[part], weight[part]


def _with_suited(block: Block, others: Array) -> Array:
    """Ranks by 26 kinds of cards: those of the flush suit, then those of the others."""
    assert block.masks is not None
    ranks = np.empty((*others.shape[:2], 26, 26), dtype=np.uint16)
    masks = block.masks[:, None, None, None]
    both = FLUSHES[masks | _BITS[:, None] | _BITS]
    # The diagonal would pair a card of the flush suit with itself.
    both[..., _RANKS, _RANKS] = _NOTHING
    ranks[..., :13, :13] = both
    # With four of the suit on the board one suited hole card is enough.
    one = FLUSHES[masks | _BITS[:, None]] if block.on_board > 3 else others
    ranks[..., :13, 13:] = one
    ranks[..., 13:, :13] = one.swapaxes(2, 3)
    # With five of the suit on the board every hand has at least that flush.
    ranks[..., 13:, 13:] = FLUSHES[masks] if block.on_board > 4 else others
    return ranks
