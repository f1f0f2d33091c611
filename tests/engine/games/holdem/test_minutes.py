"""Blind levels by minutes: the minutes come from outside and are part of the log."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, draw, seated

from carteado.engine.errors import OptionsError
from carteado.engine.game import Elapse, Rematch
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.events import MinutesPassed
from carteado.engine.games.holdem.options import Level, Options

LEVELS = (
    Level(hand=10, small_blind=20, big_blind=40),
    Level(hand=20, small_blind=50, big_blind=100, ante=10),
)


def table(**options: Any) -> Played:
    given = {"schedule_by": "minutes", "schedule": LEVELS, **options}
    return draw(seated(Options(**given)), 0)


def test_a_level_holds_from_the_first_hand_after_its_minute() -> None:
    played = table()
    levels = []
    for minutes in (3, 9, 10, 19, 45):
        played.send(Elapse(minutes=minutes))
        assert played.events == [MinutesPassed(minutes=minutes)]
        played.deal()
        levels.append((played.state.small_blind, played.state.big_blind, played.state.ante))
        played.act("fold")
    assert levels == [(10, 20, 0), (10, 20, 0), (20, 40, 0), (20, 40, 0), (50, 100, 10)]


def test_the_number_of_the_hand_does_not_count_then() -> None:
    played = table()
    for _ in range(25):
        played.deal().act("fold")
    assert played.state.big_blind == 20


@pytest.mark.parametrize("minutes", [0, -1, 5, True, "6", None, 1.5, 2**60])
def test_minutes_only_ever_rise(minutes: Any) -> None:
    played = table()
    played.send(Elapse(minutes=5))
    assert played.refused(Elapse(minutes=minutes)).code == "table/bad_minutes"


def test_nothing_rises_in_a_hand_and_nothing_by_hands() -> None:
    played = table().deal()
    assert played.refused(Elapse(minutes=5)).code == "table/hand_running"
    by_hands = draw(seated(Options(schedule=LEVELS)), 0)
    assert by_hands.refused(Elapse(minutes=5)).code == "table/no_minutes"
    assert GAME.minutes(by_hands.deal().state) is None


def test_the_table_counts_from_the_first_hand_to_the_winner_and_again_in_a_new_game() -> None:
    played = table(stack=20)
    assert GAME.minutes(played.state) is None
    played.send(Elapse(minutes=7))
    played.deal({0: "As Ad", 1: "7s 2d"}, "Ac Ah 3d 4d 9s")
    assert GAME.minutes(played.state) == 7
    played.run_out()
    assert played.state.winner is not None
    assert GAME.minutes(played.state) is None
    played.send(Rematch(seat=None))
    assert played.state.house.minutes == 0


def test_another_word_is_refused() -> None:
    wrong: Any = "moons"
    with pytest.raises(OptionsError, match="hands, minutes"):
        Options(schedule_by=wrong)
