"""Scenarios: what every game has in common, shown with Hold'em; and the rule disputes."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from tests.golden.scenario_files import changed_scenario, golden_scenarios

from carteado.engine.tables.scenario import Result, ScenarioError, run_scenario, run_scenarios

PLAIN: dict[str, Any] = {
    "id": "plain",
    "game": "holdem",
    "given": {
        "button": 0,
        "stacks": [1500, 1500],
        "blinds": [10, 20],
        "hands": {0: "AsAd", 1: ["Kh", "Kd"]},
        "board": ["2c", "7d", "9h", "3s", "4s"],
    },
    "steps": [{"do": "raise", "to": 60}, {"seat": 1, "do": "call"}],
    "then": {"street": "flop", "pot": 120, "to_act": 1},
}


changed = functools.partial(changed_scenario, PLAIN)
"""The plain scenario with another value at a path."""


@pytest.mark.parametrize(
    ("name", "least"), [("holdem", 20), ("quick_holdem", 10), ("buraco", 25), ("poker_face", 1)]
)
def test_disputes_are_decided_as_the_rules_of_their_game_say(name: str, least: int) -> None:
    results = run_scenarios(golden_scenarios(name))
    assert len(results) >= least
    assert [f"{result.id}: {result.message}" for result in results if not result.ok] == []


def test_a_failed_expectation_is_reported() -> None:
    result = run_scenario(changed("then", to={"pot": 100, "street": "flop", "to_act": "none"}))
    assert result == Result(
        id="plain", ok=False, message="pot is 120, should be 100; to_act is 1, should be none"
    )


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"do": "check"}, "step 1: refused, You cannot check: there is a bet"),
        ({"do": "fold", "illegal": True}, "step 1: accepted, should be refused"),
        (
            {"do": "check", "illegal": True, "code": "action/nonsense"},
            "step 1: refused with action/cannot_check, should be with action/nonsense",
        ),
        ({"legal": {"call": 20}}, "step 1: call is 10, should be 20"),
        ({"legal": {"raise": "none"}}, "step 1: raise is [40, 1500], should be none"),
        ({"seat": 1, "do": "call"}, "step 1: refused, It is "),
    ],
)
def test_a_step_with_another_result_is_reported(step: dict[str, Any], message: str) -> None:
    result = run_scenario(changed("steps", to=[step]))
    assert not result.ok
    assert result.message.startswith(message)


def test_legal_is_compared_for_the_keys_that_are_named() -> None:
    legal = {"fold": True, "check": False, "call": 10, "raise": [40, 1500], "all_in": True}
    assert run_scenario(changed("steps", 0, to={"legal": legal, "do": "raise", "to": 60})).ok
    assert run_scenario(changed("steps", 0, to={"legal": {"all_in": 1500}})).ok is False
    out_of_turn = {"seat": 1, "legal": {"fold": False, "call": 0, "raise": False, "show": False}}
    assert run_scenario(changed("steps", to=[out_of_turn, *PLAIN["steps"]])).ok


def test_run_out_goes_to_the_end_and_may_come_when_nobody_is_to_act() -> None:
    data = changed("steps", to=[{"do": "run_out"}, {"do": "run_out"}])
    data["then"] = {"over": True, "pots": [40], "won": {0: 40}, "shown": [1, 0], "pot": 0}
    assert run_scenario(data) == Result(id="plain", ok=True)


def test_nothing_is_offered_when_nobody_is_to_act() -> None:
    steps = [{"do": "fold"}, {"legal": {"fold": True}}]
    assert run_scenario(changed("steps", to=steps)).message == "step 2: nobody is to act"


def test_hold_em_positions_in_every_spelling() -> None:
    given = {"button": "0", "stacks": [500, 500], "hands": {"1": "Kh Kd"}, "board": "2c7d9h"}
    data = {"id": "x", "game": "holdem", "given": given}
    data["rules"] = {
        "blinds": [5, 10],
        "max-bet": None,
        "schedule": [[3, 10, 20]],
        "reveal": "hand",
    }
    assert run_scenario({**data, "then": {"pot": 15}}).ok


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (changed("gvien", to={}), "gvien: there is no key 'gvien' here; did you mean 'given'"),
        (changed("given", "buton", to=1), "given.buton: there is no key 'buton' here"),
        (changed("steps", 1, "too", to=1), "steps.1.too: there is no key 'too' here"),
        (changed("steps", 1, "to", to=60), "steps.1.to: there is no key 'to' here"),
        (changed("then", "pott", to=1), "then.pott: there is no key 'pott' here; did you mean"),
        (changed("steps", 0, "legal", to={"rais": 1}), "steps.0.legal.rais: there is no key"),
        (changed("steps", 0, "do", to="rise"), "steps.0.do: there is no move 'rise'; did you"),
        (changed("steps", 0, to={"do": "raise"}), "steps.0.do: raise says to"),
        (changed("steps", 0, to={"seat": 1}), "steps.0: a step has do, legal, or both"),
        (changed("steps", 0, to="call"), "steps.0: 'call' is not a mapping"),
        (changed("steps", to={"do": "call"}), "steps: steps are a list"),
        (changed("steps", 0, "illegal", to="yes"), "steps.0.illegal: illegal is true or false"),
        (changed("steps", 0, "code", to="x"), "steps.0.code: a code names the refusal"),
        (changed("steps", 0, "seat", to="one"), "steps.0.seat: 'one' is not a seat"),
        (changed("steps", 0, to={"seat": 5, "legal": {}}), "steps.0.seat: there is no seat 5"),
        (changed("game", to="holden"), "game: there is no game 'holden'; did you mean 'holdem'"),
        (changed("game", to=None), "game: a scenario says its game"),
        (changed("id", to=""), "a scenario has an id"),
        ("plain", "a scenario is a mapping"),
        (changed("given", to=None), "given: None is not a mapping"),
        (changed("given", to={"button": 0}), "given.stacks: stacks are a list of 2 to 10"),
        (changed("given", "button", to=2), "given.button: there is no seat 2"),
        (changed("given", "stacks", to=[1500]), "given.stacks: stacks are a list of 2 to 10"),
        (changed("given", "stacks", to=[1500, "x"]), "given.stacks: 'x' is not a number"),
        (changed("given", "stacks", to=[1500, 0]), "given.stacks: There are not enough players"),
        (changed("given", "blinds", to=[30, 20]), "given.blinds: small blind 30"),
        (changed("given", "hands", to={0: "AsAx"}), "given.hands: 'Ax'"),
        (changed("given", "hands", to={0: "As"}), "given.hands: a hand has two cards"),
        (changed("given", "hands", to={7: "AsAd"}), "given.hands: there is no seat 7"),
        (changed("given", "hands", to=["AsAd"]), "given.hands: hands are cards by seat"),
        (changed("given", "hands", to={0: 12}), "given.hands: 12 is not cards"),
        (changed("given", "board", to=["As"]), "given: As is dealt twice"),
        (changed("given", "board", to="2c3c4c5c6c7c"), "given.board: a board has five cards"),
        (changed("given", "small", to="none"), "given.small: a dead small blind is where"),
        (changed("rules", to={"max_bte": 10}), "rules.max_bte: no such option; did you mean"),
        (changed("rules", to={"seats": 4}), "rules.seats: 4 seats beside 2 stacks"),
        (changed("rules", to="strict"), "rules: rules are options by name"),
    ],
)
def test_nonsense_is_named_with_its_place(data: Any, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        run_scenario(data)
    assert str(caught.value).startswith(message)


def test_a_list_says_which_scenario_is_wrong() -> None:
    with pytest.raises(ScenarioError) as caught:
        run_scenarios([PLAIN, changed("then", "pott", to=1)])
    assert caught.value.path[0] == 1


@pytest.mark.parametrize("data", [PLAIN, "text", None])
def test_a_file_holds_a_list(data: Any) -> None:
    with pytest.raises(ScenarioError, match="holds a list"):
        run_scenarios(data)


def test_an_id_is_given_once() -> None:
    with pytest.raises(ScenarioError, match="'plain' is given twice"):
        run_scenarios([PLAIN, PLAIN])
