"""Scenarios of Quick Hold'em: what makes no sense is refused by name."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from tests.golden.scenario_files import changed_scenario

from carteado.engine.tables.scenario import Result, ScenarioError, run_scenario

PLAIN: dict[str, Any] = {
    "id": "plain",
    "game": "quick-holdem",
    "given": {"leader": 0, "credits": [100, 100], "hands": {0: "AsAd"}, "board": ["2c", "3c"]},
    "steps": [{"do": "play"}],
    "then": {"pot": 100},
}


changed = functools.partial(changed_scenario, PLAIN)
"""The plain scenario with another value at a path."""


def test_a_failed_expectation_is_reported() -> None:
    assert run_scenario(PLAIN).ok
    result = run_scenario(changed("then", to={"pot": 1, "to_act": 1}))
    assert result == Result(id="plain", ok=False, message="pot is 100, should be 1")
    refused = run_scenario(changed("steps", 0, to={"do": "play", "seat": 1}))
    assert refused.message == "step 1: refused, It is p1's turn, not yours. [action/not_your_turn]"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed("given", "credit", to=5), "there is no key 'credit' here; did you mean 'credits'"),
        (changed("given", "credits", to=[5]), "credits are a list of 2 to 10"),
        (changed("given", "credits", to=[5, -1]), "-1 is not a number of chips"),
        (changed("given", "credits", to=[5, 0]), "There are not enough players for a deal."),
        (changed("given", "leader", to=2), "there is no seat 2"),
        (changed("given", "leader", to="x"), "there is no seat 'x'"),
        (changed("given", "hands", to="AsAd"), "hands are cards by seat"),
        (changed("given", "hands", to={0: "As"}), "a hand has two cards"),
        (changed("given", "hands", to={"9" * 5000: "AsAd"}), "there is no seat '999"),
        (changed("given", "hands", to={0: "AsAd", 1: "AsKd"}), "As is dealt twice"),
        (changed("given", "hands", to={0: 7}), "7 is not cards, such as AsKd"),
        (changed("given", "board", to="2c3c4c5c6c7c"), "a board has five cards at most"),
        (changed("rules", to=[1]), "rules are options by name"),
        (changed("rules", to={"seats": 3}), "3 seats beside 2 credits"),
        (changed("rules", to={"stack": 3}), "no such option"),
        (changed("steps", 0, to={"legal": {"call": 5}}), "there is no key 'call' here"),
        (changed("steps", 0, to={"legal": {"play": 5}, "seat": 7}), "there is no seat 7"),
        (changed("steps", 0, to={"do": "stake"}), "stake says amount"),
        (changed("then", to={"stacks": []}), "there is no key 'stacks' here"),
    ],
)
def test_nonsense_is_refused_by_name(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        run_scenario(data)
    assert reason in caught.value.reason


def test_a_leader_that_cannot_lead_is_refused() -> None:
    data = changed("given", to={"leader": 1, "credits": [100, 0, 100]})
    with pytest.raises(ScenarioError, match="seat 1 cannot lead: seat 2 does"):
        run_scenario(data)


def test_offered_actions_may_be_written_in_plain_words() -> None:
    legal = {"stake": True, "play": 100, "fold": True}
    offered = changed("steps", 0, to={"legal": legal, "do": "play"})
    assert run_scenario(offered).ok
    other = changed("steps", 0, to={"seat": 1, "legal": {"stake": False, "play": 0, "fold": False}})
    assert run_scenario({**other, "then": {}}).ok
