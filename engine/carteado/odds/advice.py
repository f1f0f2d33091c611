"""The coach's advice on a hand of Hold'em: all figures at once, from the own cards and the board.

NumPy (the extra ``odds``) is imported with the first advice, not with this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["HandAdvice", "hand_advice"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAdvice:
    """All figures of the advice. Parts are from 0 to 1; category 0 is a high card.

    Attributes:
        share: part of the pot that the hand wins on average.
        opponents: number of random opposing hands.
        win: part of the showdowns that the hand wins alone.
        tie: part of the showdowns that it ties.
        own: part of the run-outs on which the own hand ends in each category.
        theirs: the same for the hand of one opponent.
        now: part of an opponent's possible hands in each category with the present board; empty
            before the flop.
        by_board: part of all pairs of cards off the board, the own ones included, in each category
            with the present board; category 9 is a royal flush. Empty before the flop.
        improves: part of the run-outs that raise the own category.
        outs: next cards that raise the own category.
        unseen: number of cards that may come next.
        standing: number of an opponent's possible hands that are behind, level and ahead; None
            before the flop.
        counted: number of counted showdowns.
    """

    share: float
    opponents: int
    win: float = 0.0
    tie: float = 0.0
    own: Mapping[int, float] = field(default_factory=dict)
    theirs: Mapping[int, float] = field(default_factory=dict)
    now: Mapping[int, float] = field(default_factory=dict)
    by_board: Mapping[int, float] = field(default_factory=dict)
    improves: float = 0.0
    outs: tuple[str, ...] = ()
    unseen: int = 0
    standing: tuple[int, int, int] | None = None
    counted: int = 0


def hand_advice(hand: Sequence[str], board: Sequence[str], opponents: int) -> HandAdvice:
    """The advice on a hand against random hands.

    Args:
        hand: own two cards.
        board: open community cards.
        opponents: number of random opposing hands, 1 to 9.

    Raises:
        ValueError: a card is missing, unknown or named twice.
    """
    # A client without the extra must be able to import this module.
    import carteado.odds as odds

    # Plain texts come over the wire; the questions check them as cards.
    cards: Any = tuple(hand)
    common: Any = tuple(board)
    found = odds.versus_several(cards, opponents, common)
    own = odds.own_categories(cards, common)
    now: Mapping[Any, int] = {}
    by_board: Mapping[Any, int] = {}
    outs: tuple[str, ...] = ()
    unseen, standing = 0, None
    # Two cards alone make no hand to compare with others.
    if len(common) >= 3:
        now = odds.holdings_now(cards, common)
        by_board = odds.board_holdings(common)
        held = odds.standing(cards, common)
        standing = (held.win, held.tie, held.lose)
    # On the river no card is to come; before the flop almost any card is an out.
    if len(common) in (3, 4):
        better = odds.outs(cards, common)
        outs, unseen = tuple(map(str, better.cards)), better.unseen
    return HandAdvice(
        share=float(found.equity),
        opponents=opponents,
        win=found.win / found.total,
        tie=found.tie / found.total,
        own=_parts(own),
        theirs=_parts(odds.opponent_categories(cards, common)),
        now=_parts(now),
        by_board=_parts(by_board),
        # The categories were counted above, so they are passed on rather than counted again.
        improves=float(odds.improvement(cards, common, final=own).probability),
        outs=outs,
        unseen=unseen,
        standing=standing,
        counted=found.total,
    )


def _parts(counts: Mapping[Any, int]) -> dict[int, float]:
    whole = sum(counts.values())
    # Floats, because the figures are only shown; the counts themselves stay exact.
    return {int(category): count / whole for category, count in counts.items()} if whole else {}
