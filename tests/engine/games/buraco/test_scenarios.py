"""Scenarios of Buraco: wrong expectations, and scenarios that make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.engine.tables.scenario import ScenarioError, run_scenario, run_scenarios


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("legal", False, "legal is true, should be false"),
        ("status", "dirty", "status is clean"),
        ("canastra", "clean", "canastra is none"),
        ("points", 16, "points is 15"),
    ],
)
def test_a_wrong_expectation_of_a_meld_fails(key: str, value: Any, message: str) -> None:
    meld = {"id": "m", "game": "buraco", "kind": "meld", "cards": ["5H", "6H", "7H"]}
    assert message in run_scenario({**meld, key: value}).message


def test_a_wrong_expectation_of_play_fails() -> None:
    data = {
        **{"id": "p", "game": "buraco", "kind": "play", "given": {"hand": ["5H", "KC"]}},
        "steps": [{"do": "draw"}],
    }
    for fact, value in (
        *(("turn", 1), ("phase", "draw"), ("over", True), ("out", "A"), ("took", [True, False])),
        *(("mortos", 1), ("stock_size", 5), ("lixo", ["5H"]), ("hand", ["5H"])),
        *(("hand_has", ["AS", "AS", "AS"]), ("hand_lacks", ["5H"]), ("hand_size", 2)),
        *(("hand_size_3", 2), ("melds_A", 1), ("melds_B", 1), ("last_turn", True)),
    ):
        assert not run_scenario({**data, "then": {fact: value}}).ok, fact


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"kind": "trick"}, "a kind is one of"),
        ({"kind": ["play"]}, "a kind is one of"),
        ({"kind": "meld", "cards": ["1H"]}, "not a card"),
        ({"kind": "meld", "cards": "5H6H"}, "a list"),
        ({"kind": "meld", "cards": ["5H", "6H", "2S=4X"]}, "'4X' is not a card"),
        ({"kind": "meld", "cards": ["5H", "6H", "2S="]}, "'' is not a card"),
        ({"kind": "meld", "cards": ["5H=4H", "6H", "7H"]}, "one wild alone"),
        ({"kind": "extend", "meld": ["2S=3H", "4H", "2D=5H"], "add": []}, "one wild alone"),
        ({"kind": "meld", "cards": [], "add": []}, "has no add"),
        ({"kind": "meld", "cards": [], "steps": [{"do": "draw"}]}, "only a scenario of kind play"),
        ({"kind": "meld", "cards": [], "rules": {"sets": "some"}}, "not one of the choices"),
        ({"kind": "meld", "cards": [], "rules": {"profile": "gaucho"}}, "no profile.*mineiro"),
        ({"kind": "score", "A": {"out": "none"}}, "'none' is neither true nor false"),
        ({"kind": "meld", "cards": [], "rules": 5}, "options by name"),
        ({"kind": "extend", "meld": ["5H"], "add": []}, "not a meld under these rules"),
        ({"kind": "score", "A": {"wins": 1}}, "no key"),
        ({"kind": "score", "A": {"melds": 3}}, "3 is not a list"),
        ({"kind": "score", "A": {"hands": ["5H"]}}, "a hand is a list of cards"),
        ({"kind": "score", "A": {"converted": "no"}}, "'no' is not from 0 to 2"),
        ({"kind": "match", "before": {"A": "many"}}, "whole numbers"),
        ({"kind": "play", "given": {"hand": ["5H", "5Ha", "5Ha"]}}, "twice"),
        ({"kind": "play", "given": {"hand": ["5H", "xx"]}}, "not a card"),
        ({"kind": "play", "given": {"hand": ["5H"], "hand_0": ["6H"]}}, "given twice"),
        ({"kind": "play", "given": {"phase": "dream"}}, "draw or play"),
        ({"kind": "play", "given": {"turn": 4}}, "0 to 3"),
        ({"kind": "play", "given": {"took": True}}, "for A and for B"),
        ({"kind": "play", "given": {"took": [1, 2]}}, "neither true nor false"),
        ({"kind": "play", "given": {"first": "yes"}}, "neither true nor false"),
        ({"kind": "play", "given": {"melds": {"A": [["5H"]]}}}, "not a meld"),
        ({"kind": "play", "given": {"melds": {"A": ["5H"]}}}, "a list of cards"),
        ({"kind": "play", "given": {"melds": {"A": 1}}}, "1 is not a list"),
        ({"kind": "play", "steps": [{"do": ["draw"]}]}, "there is no move"),
        ({"kind": "play", "steps": [{"do": "discard"}]}, "says cards"),
        ({"kind": "play", "steps": [{"do": "discard", "cards": ["5H", "6H"]}]}, "one card"),
        ({"kind": "play", "steps": [{"do": "meld", "cards": 5}]}, "a list"),
        ({"kind": "play", "steps": [{"do": "take", "with": 5}]}, "a list"),
        ({"kind": "play", "steps": [{"legal": {"sing": True}}]}, "no key"),
        ({"kind": "meld", "cards": [], "like": "nobody"}, "no scenario 'nobody'"),
    ],
)
def test_a_scenario_that_makes_no_sense_is_refused_with_the_reason(
    data: dict[str, Any], message: str
) -> None:
    with pytest.raises(ScenarioError, match=message):
        run_scenarios([{"id": "odd", "game": "buraco", **data}])


@pytest.mark.parametrize("given", [{"hand": []}, {"hand": ["5H"], "stock": []}])
def test_no_card_is_thrown_without_one_to_throw_or_to_draw(given: dict[str, Any]) -> None:
    first = {"phase": "play", "first": True, **given}
    step = {"do": "redraw", "illegal": True, "code": "buraco/no_redraw"}
    data = {"id": "p", "game": "buraco", "kind": "play", "given": first, "steps": [step]}
    assert run_scenario(data).ok


@pytest.mark.parametrize(
    ("rules", "keys"),
    [
        ({"special_with_wild": True}, ("special_with_wild", "real_bonus")),
        (
            {"morto_exhaustion": "end", "batida_without_morto_if_converted": True},
            ("morto_exhaustion", "batida_without_morto_if_converted"),
        ),
        ({"pile_visibility": "top_only"}, ("pile_visibility", "encartada_scope")),
    ],
)
def test_house_rules_that_cannot_be_together_are_both_named(
    rules: dict[str, Any], keys: tuple[str, ...]
) -> None:
    data = {"id": "m", "game": "buraco", "kind": "meld", "cards": [], "rules": rules}
    with pytest.raises(ScenarioError) as problem:
        run_scenario(data)
    for key in keys:
        assert key in str(problem.value)


@pytest.mark.parametrize(
    ("data", "legal"),
    [
        ({"kind": "meld", "cards": ["5H", "6H", "JKR"]}, False),
        ({"kind": "meld", "cards": ["5H", "6H", "JKR"], "rules": {"jokers": 1}}, True),
        ({"kind": "meld", "cards": ["7H", "7H", "7S"], "rules": {"sets": "any"}}, True),
        ({"kind": "meld", "cards": ["7H", "7H", "7H"], "rules": {"sets": "any"}}, False),
        ({"kind": "extend", "meld": ["5H", "6H", "7H"], "add": ["JKR"]}, False),
        (
            {"kind": "extend", "meld": ["7H", "7H", "7S"], "add": ["7H"], "rules": {"sets": "any"}},
            False,
        ),
    ],
)
def test_cards_that_are_not_in_the_pack_make_no_meld(data: dict[str, Any], legal: bool) -> None:
    result = run_scenario({"id": "m", "game": "buraco", **data, "legal": legal})
    assert result.ok, result.message
