"""Odds of Buraco: where the cards are, what runs become, and what a play is worth, for one seat.

Every question takes the seat's own view of the deal (a redacted state) and refuses one that shows
more. Locations and outs are exact, whole numbers of ways; run values follow from a chain of 532
states; plays are compared by imagined deals played to their end, with an interval and the work
done. `docs/buraco-odds.md` explains them, `published` is what the study printed instead.

NumPy (the extra ``odds``) is imported when a name that needs it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.engine.lazily import lazily

if TYPE_CHECKING:
    from carteado.odds.buraco.adviser import (
        Arranged,
        DrawAdvice,
        rate_arrangements,
        rate_draw,
        rate_plays,
        turns_left,
    )
    from carteado.odds.buraco.candidates import plan_text, read_plan
    from carteado.odds.buraco.chain import (
        Wilds,
        chain_values,
        own_two_values,
        transition_matrix,
    )
    from carteado.odds.buraco.last_turn import LastTurn, last_turn
    from carteado.odds.buraco.locations import FaceChances, Locations, locations_of
    from carteado.odds.buraco.outlook import Outlook, outlooks, suit_chances
    from carteado.odds.buraco.outs import GoingOut, going_out
    from carteado.odds.buraco.partnership import Blunder, blunders
    from carteado.odds.buraco.posterior import Theta, reading, signs_of
    from carteado.odds.buraco.run_states import (
        STATES,
        RunState,
        canastra_worth,
        points_worth,
        states_of,
    )
    from carteado.odds.buraco.trials import (
        MORTO_TURNS,
        Compared,
        Interval,
        Rated,
        Work,
        compare,
    )

__all__ = [
    "MORTO_TURNS",
    "STATES",
    "Arranged",
    "Blunder",
    "Compared",
    "DrawAdvice",
    "FaceChances",
    "GoingOut",
    "Interval",
    "LastTurn",
    "Locations",
    "Outlook",
    "Rated",
    "RunState",
    "Theta",
    "Wilds",
    "Work",
    "blunders",
    "canastra_worth",
    "chain_values",
    "compare",
    "going_out",
    "last_turn",
    "locations_of",
    "outlooks",
    "own_two_values",
    "plan_text",
    "points_worth",
    "rate_arrangements",
    "rate_draw",
    "rate_plays",
    "read_plan",
    "reading",
    "signs_of",
    "states_of",
    "suit_chances",
    "transition_matrix",
    "turns_left",
]

_WHERE = {
    "adviser": (
        *("Arranged", "DrawAdvice", "rate_arrangements", "rate_draw", "rate_plays"),
        "turns_left",
    ),
    "candidates": ("plan_text", "read_plan"),
    "chain": ("Wilds", "chain_values", "own_two_values", "transition_matrix"),
    "outs": ("GoingOut", "going_out"),
    "last_turn": ("LastTurn", "last_turn"),
    "locations": ("FaceChances", "Locations", "locations_of"),
    "outlook": ("Outlook", "outlooks", "suit_chances"),
    "partnership": ("Blunder", "blunders"),
    "posterior": ("Theta", "reading", "signs_of"),
    "run_states": ("STATES", "RunState", "canastra_worth", "points_worth", "states_of"),
    "trials": ("MORTO_TURNS", "Compared", "Interval", "Rated", "Work", "compare"),
}
__getattr__ = lazily(__name__, _WHERE)


def __dir__() -> list[str]:
    return sorted(__all__)
