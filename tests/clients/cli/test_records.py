"""``score`` and ``last``, in lines and on the full screen."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clients.front_ends import at_the_prompt, at_turn, by_pipe, on_the_full_screen
from tests.clients.tui.buraco_tables import buraco
from tests.clients.tui.driver import SMALL
from tests.clients.tui.films import a_deal_of_buraco
from tests.clients.tui.tables import ended
from tests.scene.tables import SceneTable

from carteado.client import InputError
from carteado.clients.cli.records import LastDeal, score_lines


def test_the_score_of_buraco_is_the_match_and_the_sheets_of_the_deal() -> None:
    table = a_deal_of_buraco().table
    lines = score_lines(table)
    assert "; to " in lines[0]
    assert [line for line in lines if line.startswith("Score of ")]
    assert set(lines) <= set(table.game.show(table.state))


@pytest.mark.parametrize("place", [by_pipe, at_the_prompt, on_the_full_screen])
async def test_a_game_without_a_score_sheet_says_what_to_type(place: Any) -> None:
    said = await place("score", at_turn())
    assert said.sent == ()
    assert "has no score sheet; type ledger to see the chips" in said.refused


@pytest.mark.parametrize("place", [by_pipe, at_the_prompt, on_the_full_screen])
async def test_a_game_without_stacks_sends_nobody_to_a_ledger(place: Any) -> None:
    said = await place("score", SceneTable("poker-face").reader(0))
    assert said.sent == ()
    assert "has no score sheet" in said.refused
    assert "table" in said.refused
    assert "ledger" not in said.refused


@pytest.mark.parametrize("word", ["score", "last"])
@pytest.mark.parametrize("place", [by_pipe, at_the_prompt, on_the_full_screen])
async def test_words_after_these_commands_are_refused(place: Any, word: str) -> None:
    said = await place(f"{word} 3", at_turn())
    assert said.sent == ()
    assert said.refused


def test_the_last_deal_is_the_one_before_once_there_is_one() -> None:
    deals = LastDeal()
    with pytest.raises(InputError, match="no hand to show again"):
        deals.lines()
    for number in (1, 2):
        deals.happened("hand_started")
        deals.keep(f"hand {number}")
        deals.keep(f"end {number}")
    assert tuple(deals.lines()) == ("hand 1", "end 1")
    # A hand without play does not push it out.
    deals.happened("hand_started")
    deals.keep("hand 3")
    deals.happened("hand_started")
    assert tuple(deals.lines()) == ("hand 2", "end 2")


def test_the_full_screen_opens_the_score_sheet_and_asks_for_the_last_hand() -> None:
    driver = buraco(SMALL)
    driver.say("score")
    assert "Score sheet" in driver.text
    driver = ended(SMALL)
    driver.say("last")
    notice = driver.session.ui.notice
    # The table was told as it is now, so nothing of it was seen before.
    assert notice is not None
    assert "no hand to show again" in notice.text


def test_events_before_the_first_deal_are_not_a_deal() -> None:
    deals = LastDeal[str]()
    deals.keep("Bia sits down on seat 1.")
    deals.keep("Drawn for the button: Ana Ah, Bia Kd.")
    deals.happened("hand_started")
    deals.keep("Hand 1")
    assert tuple(deals.lines()) == ("Hand 1",)


def test_a_deal_that_has_just_ended_is_the_last_one() -> None:
    deals = LastDeal[str]()
    for number in (1, 2):
        deals.happened("deal_started")
        deals.keep(f"deal {number}")
        deals.happened("deal_scored")
        deals.keep(f"score {number}")
        assert tuple(deals.lines()) == (f"deal {number}", f"score {number}")
    deals.happened("deal_started")
    deals.keep("deal 3")
    assert tuple(deals.lines()) == ("deal 2", "score 2")
