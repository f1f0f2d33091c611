"""Where a pair stands: what decides its plays, whatever its seats hold.

It changes with a meld, a morto, and hardly else, so a state keeps it from one decision to the next:
copies of the state keep it too, and whoever asks sees whether it is of what the state has now.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

from carteado.engine.games.buraco.fitting import fits_lanes
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.state import State

__all__ = ["standing_of"]

_KEPT = ("_standing of 0", "_standing of 1")
"""Names under which a state keeps it, by team: no field has them."""


def standing_of(state: State, team: int) -> dict[str, Any]:
    """The fields of a position (`position.Position`) that all positions of a pair share.

    Args:
        state: in a deal.
        team: the pair.

    Returns:
        What the state keeps, to be copied.
    """
    now = state.options, state.runs[team], state.mortos, state.took, state.converted
    known = state.__dict__
    kept = known.get(_KEPT[team])
    if kept is not None and kept[0] == now:
        found: dict[str, Any] = kept[1]
        return found
    rules, runs, mortos, took, converted = now
    # What the house rules decide stays from one meld to the next.
    house = kept[1] if kept is not None and kept[0][0] is rules else _house(rules)
    found = _standing(house, rules, runs, bool(mortos), took[team], converted)
    known[_KEPT[team]] = (now, found)
    return found


def _standing(
    house: dict[str, Any],
    rules: Options,
    runs: tuple[Run, ...],
    mortos: bool,
    took: bool,
    converted: int,
) -> dict[str, Any]:
    lost = rules.batida_without_morto_if_converted and converted > 0 and not mortos
    fields = house.copy()
    fields["runs"] = runs
    fields["claim"] = mortos and not took
    fields["batida"] = rules.going_out_requires if took or lost else "no"
    fields["opening"] = 0 if runs else rules.opening_minimum
    fields["wanted"] = wanted = fits_lanes(runs, rules)
    if not any(map(_leap, runs)):
        fields["leaping"] = False  # whatever the hand is
    fields["any_wanted"] = functools.reduce(operator.or_, wanted, 0)
    return fields


_leap = operator.attrgetter("leap")


@functools.lru_cache(maxsize=64)
def _house(rules: Options) -> dict[str, Any]:
    """What the house rules decide of every position where no pile waits."""
    return {
        "top": None,
        "under": 0,
        "below": None,
        "final_discard": rules.final_discard == "required",
        "final_discard_wild": rules.final_discard_wild,
        "sets": rules.sets,
        "wild_relocation": rules.wild_relocation,
        "wild_regularise": rules.wild_regularise,
        "two_value": rules.two_value,
        "joker_value": rules.joker_value,
    }
