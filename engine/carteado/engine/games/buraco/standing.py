"""The standing of a pair: everything that decides its plays except the hands of its seats.

It changes only with melds and mortos, so a state keeps it from one decision to the next. Copies of
the state keep it too, and a reader checks that it fits the present state.
"""

from __future__ import annotations

import functools
import operator
from typing import Any, Literal

from carteado.engine.games.buraco.fitting import fits_lanes
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.state import State

__all__ = ["Batida", "batida_with", "claims", "standing_of", "why_not_out"]

Batida = Literal["no", "clean", "any"]
"""The canastra with which an empty hand goes out, ``no`` where it cannot."""

# Names with blanks can never be fields, so equality and plain data ignore them.
_KEPT = ("_standing of 0", "_standing of 1")
"""Keys under which a state keeps it, by team; no field has these names."""


def standing_of(state: State, team: int) -> dict[str, Any]:
    """The fields of a position (`position.Position`) that all positions of a pair share.

    Args:
        state: in a deal.
        team: the pair.

    Returns:
        The kept fields, to be copied.
    """
    # The complete list of inputs: a new house rule or field must be added here.
    now = state.options, state.runs[team], state.mortos, state.took, state.converted
    known = state.__dict__
    kept = known.get(_KEPT[team])
    # Tuples compare their elements by identity first, so this is cheap while nothing has changed.
    if kept is not None and kept[0] == now:
        found: dict[str, Any] = kept[1]
        return found
    rules, runs, mortos, took, converted = now
    # The part that the house rules decide stays from one meld to the next.
    house = kept[2] if kept is not None and kept[0][0] is rules else _house(rules)
    found = _standing(house, rules, runs, bool(mortos), took[team], converted)
    known[_KEPT[team]] = (now, found, house)
    return found


def _standing(
    house: dict[str, Any],
    rules: Options,
    runs: tuple[Run, ...],
    mortos: bool,
    took: bool,
    converted: int,
) -> dict[str, Any]:
    fields = house.copy()
    fields["runs"] = runs
    fields["claim"] = claims(took=took, mortos=mortos)
    fields["batida"] = batida_with(rules, took=took, mortos=mortos, converted=converted)
    # Only the first meld of a pair has to reach the minimum.
    fields["opening"] = 0 if runs else rules.opening_minimum
    fields["wanted"] = wanted = fits_lanes(runs, rules)
    fields["any_wanted"] = functools.reduce(operator.or_, wanted, 0)
    if not any(map(_leap, runs)):
        fields["leaping"] = False  # else it is as the hand is
    return fields


def claims(*, took: bool, mortos: bool) -> bool:
    """Whether an empty hand takes a morto.

    Args:
        took: its pair has taken one.
        mortos: one lies on the table.
    """
    return mortos and not took


def batida_with(rules: Options, *, took: bool, mortos: bool, converted: int) -> Batida:
    """The canastra with which an empty hand that takes no morto goes out.

    Args:
        rules: of the house.
        took: its pair has taken a morto.
        mortos: one lies on the table.
        converted: mortos that became stock.
    """
    # The house rule helps only a pair whose chance of a morto is gone (buraco.md, 1.4 no. 15).
    lost = rules.batida_without_morto_if_converted and converted > 0 and not mortos
    return rules.going_out_requires if took or lost else "no"


def why_not_out(required: bool, wild: bool, discards_wild: bool | None) -> str | None:
    """The reason why a hand may not go out with its last card, None when it may.

    Args:
        required: going out ends with a discard.
        wild: which may be a wild.
        discards_wild: whether the card is discarded and a wild; None where it is melded.
    """
    if discards_wild is None:
        if required:
            return "going out ends with a discard; keep a card"
    elif discards_wild and not wild:
        return "the discard that goes out may not be a wild; keep a card"
    return None


_leap = operator.attrgetter("leap")


@functools.lru_cache(maxsize=64)
def _house(rules: Options) -> dict[str, Any]:
    """A position's fields as the house rules decide them where no pile waits, and the others.

    A mapping from which nothing was taken, and to which little is added, is copied much sooner.
    """
    return {
        "seat": 0,
        "hand": (),
        "barred": "",
        "runs": (),
        "claim": False,
        "batida": "no",
        "opening": 0,
        "wanted": (),
        "any_wanted": 0,
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
