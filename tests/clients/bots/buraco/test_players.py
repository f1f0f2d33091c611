"""The four players of Buraco at tables of every profile: legal play, and counted faults."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.arena.matches.contest import contest
from carteado.arena.matches.play import play
from carteado.bots import View
from carteado.bots.buraco import BURACO, deciding
from carteado.bots.buraco.players import greedy, search, study
from carteado.bots.library import BOTS, bot_named
from carteado.client.errors import InputError
from carteado.engine.registry import game_of

NAMES = ("buraco-random", "buraco-greedy", "buraco-study", "buraco-search")
PROFILES = tuple(game_of("buraco").presets)


def test_they_come_along_and_play_nothing_else() -> None:
    assert tuple(one.name for one in BURACO) == NAMES
    for name in NAMES:
        assert BOTS[name].games == ("buraco",)
        BOTS[name].prepare()


@pytest.mark.parametrize(
    ("profile", "name"),
    [
        pytest.param(profile, name, marks=[pytest.mark.exhaustive] * (at > 0))
        for at, (profile, name) in enumerate(
            [*((profile, "buraco-search") for profile in PROFILES), ("stbl", "buraco-study")]
        )
    ],
)
def test_a_deal_is_played_to_its_end_without_a_fault(profile: str, name: str) -> None:
    entrants = (f"{name}:budget=20", "buraco-greedy")
    found = play(contest(entrants, game="buraco", preset=profile, seed=4), rounds=1)
    assert len(found.matches) == 2
    for match in found.matches:
        assert not match.faults


@pytest.mark.parametrize(
    "rules",
    [
        {"opening-minimum": "75"},
        {"wild-relocation": "fixed", "jokers": "4"},
        {"final-discard": "required", "pile-take": "must-meld-top"},
        {"sets": "any", "last-turn": "always", "stock-reserve": "5"},
        {"stall-limit": "1", "single-card-return": "yes", "no-clean-forfeits": "yes"},
    ],
)
def test_greedy_is_legal_at_every_house_rule(rules: dict[str, str]) -> None:
    given = {key: value.replace("-", "_") for key, value in rules.items()}
    entrants = ("buraco-greedy", "buraco-random")
    found = play(contest(entrants, game="buraco", given=given, seed=5), rounds=4)
    for match in found.matches:
        assert not match.faults


def test_greedy_beats_random_by_hundreds_of_points() -> None:
    found = play(contest(("buraco-greedy", "buraco-random"), game="buraco", seed=6), rounds=6)
    ahead = [_lead(match, 0) for match in found.matches]
    assert sum(ahead) / len(ahead) > 400


def _lead(match: Any, entrant: int) -> int:
    """By how many points a deal was won by the pair of an entrant."""
    seat = match.seats.index(entrant)
    lead: int = match.net[seat]
    return lead


@pytest.mark.parametrize(
    ("name", "what"),
    [("search", "compare"), ("study", "compare"), ("greedy", "policy_turn")],
)
def test_a_decision_that_fails_is_counted_and_the_default_played(
    monkeypatch: pytest.MonkeyPatch, name: str, what: str
) -> None:
    def broken(*args: Any, **given: Any) -> Any:
        raise RuntimeError("out of paper")

    monkeypatch.setattr(deciding, what, broken)
    entrants = (f"buraco-{name}", "buraco-random")
    found = play(contest(entrants, game="buraco", seed=4), rounds=1)
    for match in found.matches:
        for entrant, wrong in zip(match.seats, match.faults, strict=True):
            assert (wrong.failed > 5) == (entrant == 0)
            assert not wrong.refused


def test_without_the_games_code_the_default_is_played() -> None:
    nothing = View.example(default={"type": "draw"})
    for one in (greedy, search, study):
        assert one(nothing) == {"type": "draw"}


@pytest.mark.parametrize("budget", ["-1", "100001", "much"])
@pytest.mark.parametrize("name", ["buraco-search", "buraco-study"])
def test_a_budget_that_cannot_be_is_refused(name: str, budget: str) -> None:
    with pytest.raises(InputError, match="budget"):
        bot_named(f"{name}:budget={budget}")
