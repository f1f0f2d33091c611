"""Several random hands, dealt at random."""

from __future__ import annotations

import numpy as np

from carteado.engine.cards import PACK, parse_cards
from carteado.odds import rank_many

__all__ = ["by_chance"]


def by_chance(hand: str, board: str, opponents: int, deals: int = 30_000) -> tuple[float, float]:
    """Equity in random deals, and its standard deviation."""
    own, common = ([PACK.index(card) for card in parse_cards(text)] for text in (hand, board))
    left = np.array([card for card in range(52) if card not in own + common])
    order = np.random.default_rng(1).random((deals, len(left))).argsort(axis=1)
    missing = 5 - len(common)
    dealt = left[order[:, : missing + 2 * opponents]]

    def ranks(held: np.ndarray) -> np.ndarray:
        known = np.tile(np.array(common, dtype=dealt.dtype), (deals, 1))
        return rank_many(np.hstack([known, dealt[:, :missing], held]))

    hero = ranks(np.tile(own, (deals, 1)))
    others = [ranks(dealt[:, at : at + 2]) for at in range(missing, dealt.shape[1], 2)]
    ties = sum((other == hero).astype(int) for other in others)
    share = (np.maximum.reduce(others) <= hero) / (1 + ties)
    return float(share.mean()), float(share.std() / deals**0.5)
