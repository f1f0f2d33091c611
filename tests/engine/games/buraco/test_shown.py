"""What a client shows of a run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.engine.games.buraco.positions import DRAW, OUT, TAKE, discard, lines_of, play, position

from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.shown import RunShown, hands_left, made_plain, runs_shown
from carteado.engine.games.buraco.state import State, new_state
from carteado.engine.visibility import Observer, redact


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
    made = made_plain(replace(new_state(PRESETS["mineiro"]), runs=((run,), ())))
    ((found,), theirs) = made["runs"]
    assert (found["points"], found["clean"], found["suit"], theirs) == (15, True, "H", [])
    assert {"3H", "7H"} <= set(found["fits"])
    assert "8H" not in found["fits"]


def caught(**given: Any) -> State:
    """A deal that has just ended with cards in three hands."""
    cards = {"hand": "KC", "hand_1": "QD", "hand_2": "AH 3H", "hand_3": "4D", "stock": "4C", **OUT}
    return play(position(**(cards | given)), DRAW, discard("4C"))


def test_after_a_deal_every_observer_sees_the_cards_left_in_each_hand_and_their_cost() -> None:
    after = caught()
    for seat in (None, 0, 1, 2, 3):
        view = redact(after, Observer(seat=seat))
        assert made_plain(view)["left"] == [
            {"cards": ("KC",), "points": -10},
            {"cards": ("QD",), "points": -10},
            {"cards": ("AH", "3H"), "points": -20},
            {"cards": ("4D",), "points": -5},
        ]
        assert [lines_of(view, team)["hands"] for team in (0, 1)] == [-30, -15]


def test_a_deal_that_is_played_has_no_cards_left() -> None:
    state = position(hand="KC", hand_2="AH", lixo="9C", stock="4C")
    assert "left" not in made_plain(play(state, TAKE))


def test_hands_that_the_house_does_not_deduct_cost_nothing() -> None:
    assert [hand.points for hand in hands_left(caught(rules={"hand_penalty": False}))] == [0] * 4


def test_a_table_of_an_older_release_which_kept_no_hands_shows_none() -> None:
    assert hands_left(replace(caught(), known=((), (), (), ()))) == ()


def test_the_typed_score_names_the_hands_left_with_their_cost() -> None:
    lines = [" ".join(line.split()) for line in GAME.sheet(caught())]
    at = lines.index("Cards left in hands:")
    assert lines[at + 1 :] == ["A1 -10 KC", "B1 -10 QD", "A2 -20 AH 3H", "B2 -5 4D"]
