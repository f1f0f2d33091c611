"""House rules: the six profiles, values out of range, and conflicts."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from carteado.engine.errors import OptionsError
from carteado.engine.games.buraco.options import PRESETS, Options


def test_the_profiles_are_named_and_mineiro_is_the_default() -> None:
    assert list(PRESETS) == [
        *("mineiro", "aberto", "fechado", "stbl", "italiano", "internazionale"),
    ]
    assert PRESETS["mineiro"] == Options()


PROFILES: dict[str, tuple[Any, ...]] = {
    "jokers": (0, 4, 4, 4, 4, 4),
    "joker_value": (20, 20, 20, 20, 30, 30),
    "two_value": (10, 10, 10, 10, 20, 20),
    "first_turn_redraw": (True, True, False, False, False, False),
    "pile_take": ("free", "free", "must_meld_top", "must_meld_top", "free", "must_meld_top"),
    "pile_visibility": ("open", "open", "top_only", "top_only", "open", "open"),
    "single_card_return": (False,) * 6,
    "stall_limit": (8,) * 6,
    "sets": ("none", "none", "any", "none", "any", "aces_threes"),
    "wild_relocation": ("free", "free", "free", "free", "on_replacement", "on_replacement"),
    "wild_regularise": (True,) * 6,
    "opening_minimum": (0,) * 6,
    "going_out_requires": ("clean", "clean", "any", "clean", "any", "clean"),
    "final_discard": ("optional", "optional", "optional", "optional", "required", "required"),
    "final_discard_wild": (True, True, True, True, False, False),
    "morto_exhaustion": ("convert", "convert", "convert", "convert", "end", "end"),
    "last_turn": ("encartada", "none", "none", "none", "none", "none"),
    "encartada_scope": ("any",) * 6,
    "stock_reserve": (0, 0, 0, 0, 2, 2),
    "batida_without_morto_if_converted": (False,) * 6,
    "morto_penalty_waived_if_converted": (False,) * 6,
    "unused_morto_counts_as_not_taken": (False, False, True, True, False, False),
    "indirect_morto_hidden": (False, False, False, False, True, True),
    "hand_penalty": (True,) * 6,
    "no_clean_forfeits": (False,) * 6,
    "real_bonus": (0, 1000, 1000, 1000, 0, 0),
    "half_real_bonus": (0, 500, 500, 500, 0, 0),
    "special_with_wild": (False,) * 6,
    "semi_clean_bonus": (0, 0, 0, 0, 150, 150),
    "target": (3000, 3000, 3000, 3000, 2005, 2005),
}
"""The table of profiles in section 1.4 of the rules, a row for each key."""


@pytest.mark.parametrize(("key", "values"), PROFILES.items())
def test_each_profile_has_the_value_of_its_row(key: str, values: tuple[Any, ...]) -> None:
    assert tuple(getattr(options, key) for options in PRESETS.values()) == values


def test_every_option_has_its_row() -> None:
    assert list(PROFILES) == [field.name for field in dataclasses.fields(Options)]


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        (
            {"batida_without_morto_if_converted": True, "morto_exhaustion": "end"},
            ("batida_without_morto_if_converted", "morto_exhaustion"),
        ),
        (
            {"morto_penalty_waived_if_converted": True, "morto_exhaustion": "end"},
            ("morto_penalty_waived_if_converted", "morto_exhaustion"),
        ),
        ({"special_with_wild": True}, ("special_with_wild", "real_bonus")),
        ({"pile_visibility": "top_only"}, ("encartada_scope", "pile_visibility")),
    ],
)
def test_an_impossible_combination_names_both_keys(
    given: dict[str, Any], keys: tuple[str, str]
) -> None:
    with pytest.raises(OptionsError) as caught:
        Options(**given)
    for key in keys:
        assert key in str(caught.value)


@pytest.mark.parametrize("field", dataclasses.fields(Options), ids=lambda field: field.name)
def test_a_wrong_value_is_refused_by_name(field: Any) -> None:
    for value in (-1, "nonsense", None, 2**70, 1.5):
        with pytest.raises(OptionsError) as caught:
            Options(**{field.name: value})
        assert caught.value.key == field.name
