"""Exact odds of Hold'em hands, counted over every possible run-out and opposing hand.

The answers are `Odds`: whole numbers of showdowns won, tied and lost, and the equity as a fraction.
Only `versus_ranges` samples, if there are too many cases to count; its answer then has a standard
error. `docs/odds.md` explains the questions and the counting.

NumPy (the extra ``odds``) is imported when a function is first used, not with this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.engine.lazily import lazily

if TYPE_CHECKING:
    from carteado.odds.batch import rank_many
    from carteado.odds.board_alone import MadeHand, board_holdings
    from carteado.odds.heads_up import opponent_categories, own_categories, versus_random
    from carteado.odds.held_ranges import (
        range_categories,
        range_standing,
        versus_each,
        versus_range,
    )
    from carteado.odds.known import (
        final_categories,
        pot_equities,
        pot_odds,
        runout_odds,
        showdown_odds,
        versus_hand,
    )
    from carteado.odds.preflop import preflop_hand, preflop_matrix, preflop_odds, preflop_random
    from carteado.odds.prospects import (
        at_least_as_high,
        holdings_now,
        improvement,
        outs,
        standing,
    )
    from carteado.odds.ranges import parse_range, starting_hands
    from carteado.odds.results import Chance, Odds, OddsError, Outs
    from carteado.odds.several import versus_several
    from carteado.odds.several_ranges import RangesOdds, versus_ranges

__all__ = [
    "Chance",
    "MadeHand",
    "Odds",
    "OddsError",
    "Outs",
    "RangesOdds",
    "at_least_as_high",
    "board_holdings",
    "final_categories",
    "holdings_now",
    "improvement",
    "opponent_categories",
    "outs",
    "own_categories",
    "parse_range",
    "pot_equities",
    "pot_odds",
    "preflop_hand",
    "preflop_matrix",
    "preflop_odds",
    "preflop_random",
    "range_categories",
    "range_standing",
    "rank_many",
    "runout_odds",
    "showdown_odds",
    "standing",
    "starting_hands",
    "versus_each",
    "versus_hand",
    "versus_random",
    "versus_range",
    "versus_ranges",
    "versus_several",
]

_WHERE = {
    "batch": ("rank_many",),
    "board_alone": ("MadeHand", "board_holdings"),
    "heads_up": ("opponent_categories", "own_categories", "versus_random"),
    "held_ranges": ("range_categories", "range_standing", "versus_each", "versus_range"),
    "known": (
        "final_categories",
        "pot_equities",
        "pot_odds",
        "runout_odds",
        "showdown_odds",
        "versus_hand",
    ),
    "preflop": ("preflop_hand", "preflop_matrix", "preflop_odds", "preflop_random"),
    "prospects": ("at_least_as_high", "holdings_now", "improvement", "outs", "standing"),
    "ranges": ("parse_range", "starting_hands"),
    "results": ("Chance", "Odds", "OddsError", "Outs"),
    "several": ("versus_several",),
    "several_ranges": ("RangesOdds", "versus_ranges"),
}
__getattr__ = lazily(__name__, _WHERE)


def __dir__() -> list[str]:
    return sorted(__all__)
