"""What a client shows of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.shown import RunShown, made_runs, runs_shown
from carteado.engine.games.buraco.state import new_state


def shown(cards: str, wild_at: int | None = None, profile: str = "mineiro") -> RunShown:
    state = new_state(PRESETS[profile])
    run = Run(cards=tuple(cards.split()), wild_at=wild_at)
    (found,) = runs_shown(replace(state, runs=((run,), ())), 0)
    return found


def test_a_clean_run_stands_for_itself() -> None:
    found = shown("4H 5H 6H")
    assert (found.clean, found.canastra, found.points, found.suit) == (True, "none", 15, "H")
    assert found.stands == ("", "", "")


@pytest.mark.parametrize(
    ("cards", "wild_at", "profile", "stands"),
    [
        ("4H 2S 6H", None, "mineiro", ("", "5", "")),
        ("2S KD AD", None, "mineiro", ("Q", "", "")),
        ("4H JKR 6H", 5, "italiano", ("", "5", "")),
    ],
)
def test_a_wild_stands_for_the_missing_rank(
    cards: str, wild_at: int | None, profile: str, stands: tuple[str, ...]
) -> None:
    found = shown(cards, wild_at, profile)
    assert found.stands == stands
    assert not found.clean


def test_a_canastra_has_its_bonus() -> None:
    found = shown("3D 4D 5D 6D 7D 8D 9D")
    assert (found.canastra, found.points) == ("clean", 245)


def test_a_set_has_no_suit() -> None:
    found = shown("AS AH AD", profile="italiano")
    assert (found.suit, found.stands) == ("", ("", "", ""))


def test_a_view_has_the_points_of_each_run_and_the_cards_that_fit() -> None:
    run = Run(cards=("4H", "5H", "6H"))
    made = made_runs(replace(new_state(PRESETS["mineiro"]), runs=((run,), ())))
    ((found,), theirs) = made["runs"]
    assert (found["points"], found["clean"], found["suit"], theirs) == (15, True, "H", [])
    assert {"3H", "7H"} <= set(found["fits"])
    assert "8H" not in found["fits"]
