"""Dialogs over a Buraco table in a terminal: pile, runs, score sheet, rules, help, coach."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.clients.tui.buraco_tables import at_draw, at_play, buraco, buraco_played, order
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import NAMES, SceneTable

from carteado.client.link import ShuffleChecked
from carteado.engine.checking import DealCheck
from carteado.protocol.session_events import PromptGone
from carteado.scene.buraco.advice import BuracoAdvice, Way
from carteado.scene.cards import card_text
from carteado.scene.shapes import Intent
from carteado.scene.ui import Notice


def test_p_opens_the_whole_pile() -> None:
    driver, scene_table = at_draw()
    while len(scene_table.state.pile) < 3:
        scene_table.act("draw")
        scene_table.default()
    driver.seat_at(scene_table, scene_table.turn)
    driver.key("p")
    lines = driver.text.split("Pile · ")[1]
    for card in scene_table.reader(scene_table.turn).picture().pile:
        assert card_text(card) in lines
    driver.key("Escape")
    assert "Pile · " not in driver.text


def test_f2_shows_the_score_sheet_of_the_last_deal() -> None:
    driver = buraco_played(SMALL)
    driver.key("F2")
    text = driver.text
    assert "This deal" in text
    assert "Going out (batida)" in text
    assert "Total" in text
    assert "PgUp" in text or "Cards left" in text


def test_v_checks_the_shuffle_of_the_last_deal_from_the_score_sheet() -> None:
    driver = buraco_played(LARGE)
    driver.key("F2", "V")
    assert ("check_shuffle", ("t-1", "buraco")) in driver.link.asked
    assert "The shuffle is being checked." in driver.text
    driver.tell(ShuffleChecked(check=DealCheck(deal=1, played=1, cards={0: "As"})))
    assert "the 1 card that you saw is the one committed" in driver.text


def test_the_cost_of_each_hand_stays_in_the_score_sheet_during_the_next_deal() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=5)
    driver = Driver(LARGE)
    driver.seat_at(scene_table)
    scene_table.heard[0].clear()
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.default()
    costs = []
    for playing in (False, True):
        if playing:
            scene_table.deal()
        driver.tell(*scene_table.heard[0])
        scene_table.heard[0].clear()
        driver.key("F2")
        costs.append(re.findall(r"(\w+): [^():]+ \((−\d+|0)\)", driver.text))
        driver.key("Escape")
    assert [name for name, _ in costs[0]] == list(NAMES[:4])
    assert costs[0] == costs[1]


def test_f3_shows_the_house_rules_and_w_the_words() -> None:
    driver, _ = at_draw()
    driver.key("F3")
    assert "Rules of this table" in driver.text
    driver.key("Escape", "w")
    assert "Morto: " in driver.text


def test_help_has_the_keys_and_words_of_the_game_and_scrolls() -> None:
    driver, _ = at_draw()
    driver.key("?")
    text = driver.text
    for keys in ("1 draws from the stock", "N lays a new run", "F2 score sheet, F3 rules"):
        assert keys in text
    assert "F1 fold" not in text
    driver.key("End")
    assert "Morto: " in driver.text
    driver.key("Home")
    # The word and the key lead to the same help.
    driver.key("Escape")
    driver.say("help")
    assert driver.text == text
    driver.key("PageDown")
    assert driver.text != text


def test_digits_open_the_runs_of_the_other_pair() -> None:
    driver = buraco(SMALL)
    driver.key("1")
    assert "Their runs" in driver.text
    assert "cards" in driver.text
    run = driver.session.at_table.current.reader.picture().theirs[0]
    box = [row for row in driver.text.split("\n") if "║" in row]
    assert all(card_text(card) in " ".join(box) for card in run.cards)
    driver.key("Escape")
    target = driver.target("run:1:1")
    driver.session.press(target.rect.cx, target.rect.cy)
    assert driver.session.ui.sheet == "their-run:1"


def test_the_score_sheet_opens_after_a_deal_and_closes_at_the_own_turn() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=4)
    scene_table.deal()
    driver = Driver()
    driver.seat_at(scene_table, 0)
    assert "Total" not in driver.text
    while scene_table.turn is not None:
        scene_table.random_act()
    showing = driver.session.at_table.follow("t-1")
    showing.reader = scene_table.reader(0)
    showing.skip(driver.now_ms)
    assert "Total" in driver.text
    scene_table.deal()
    while scene_table.turn != 0:
        showing.reader = scene_table.reader(0)
        showing.skip(driver.now_ms)
        assert "Total" in driver.text
        scene_table.default()
    showing.reader = scene_table.reader(0)
    showing.skip(driver.now_ms)
    assert "Total" not in driver.text
    driver.key("F2")
    # Every line, since the pause between two deals may be too short to read them.
    assert "Deal 1" in driver.text
    assert "This deal" in driver.text
    driver.page()
    assert "Total" in driver.text


def scored() -> tuple[Driver, SceneTable]:
    """A table whose next event scores the deal."""
    scene_table = SceneTable("buraco", readers=(0,), seed=4)
    scene_table.deal()
    driver = Driver()
    driver.seat_at(scene_table, 0)
    scene_table.heard[0].clear()
    while scene_table.turn is not None:
        scene_table.random_act()
    return driver, scene_table


def news(driver: Driver, scene_table: SceneTable) -> None:
    """Tell the player at seat 0 what has happened."""
    events, scene_table.heard[0][:] = list(scene_table.heard[0]), []
    # The end of a deal asks nobody.
    gone = () if scene_table.turn == 0 else (PromptGone(table="t-1", decision=0),)
    driver.tell(*events, *gone)


def test_a_score_sheet_that_the_player_closed_stays_closed_in_the_next_deal() -> None:
    driver, scene_table = scored()
    news(driver, scene_table)
    assert "This deal" in driver.text
    driver.key("Escape")
    assert "This deal" not in driver.text
    while scene_table.turn != 0:
        scene_table.deal() if scene_table.turn is None else scene_table.default()
        news(driver, scene_table)
        assert "This deal" not in driver.text
    driver.key("F2")
    assert "This deal" in driver.text


def test_the_score_sheet_waits_for_the_end_of_a_dialog_and_of_a_text() -> None:
    driver, scene_table = scored()
    driver.key("F8")
    news(driver, scene_table)
    assert "This deal" not in driver.text
    driver.key("Escape")
    assert "This deal" in driver.text
    driver, scene_table = scored()
    driver.key("Tab")
    driver.session.write("well pla")
    scene_table.deal()
    news(driver, scene_table)
    assert "This deal" not in driver.text
    assert driver.session.ui.texts["chat"] == "well pla"
    driver.key("Escape")
    assert "This deal" in driver.text


def test_a_run_that_is_looked_at_is_closed_with_its_deal() -> None:
    driver = buraco(SMALL)
    driver.session.do(Intent("sheet", "their-run:1"))
    assert "Esc Close" in driver.text
    scene_table = SceneTable("buraco", readers=(0,), seed=4)
    scene_table.deal()
    started = next(
        one
        for one in scene_table.heard[0]
        if getattr(getattr(one, "event", None), "type", "") == "deal_started"
    )
    driver.tell(started)
    assert driver.session.ui.sheet != "their-run:1"


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
def test_the_coach_counts_where_advice_is_allowed_once_it_is_asked(size: tuple[int, int]) -> None:
    driver = Driver(size)
    scene_table = SceneTable(
        "buraco", readers=(0, 1, 2, 3), seed=5, settings={"advice": "everyone"}
    )
    scene_table.deal()
    asked: list[Any] = []
    way = Way(
        plan=(("meld", None, ("3S", "4S", "5S")), ("discard", None, ("KH",))),
        mean=131.0,
        low=43.0,
        high=220.0,
        behind=0.0,
        out=0.12,
        out_against=0.27,
        morto=0.34,
    )
    driver.session.at_table.coach.advice = lambda question: (
        asked.append(question) or (BuracoAdvice(deals=40, ways=(way,)) if question else None)
    )
    driver.seat_at(scene_table, scene_table.turn)
    assert not any(asked)
    driver.key("F6")
    text = driver.text
    assert any(asked)
    assert "new 3♠ 4♠ 5♠ · discard K♥" in " ".join(text.replace("║", " ").split())
    assert "+131" in text
    assert "goes out 12.0%" in text
    assert "+43 to +220" in text
    assert "34.0%" in text  # the chance of a morto
    # Beside a large table there is a place for it, and a dialog would cover the cards.
    assert driver.session.ui.sheet == ("" if size == LARGE else "coach")
    driver.key("Escape")
    assert ("+131" in driver.text) == (size == LARGE)


def test_the_coach_has_the_cost_of_discards_and_a_grid_of_chances() -> None:
    driver = Driver()
    scene_table = SceneTable(
        "buraco", readers=(0, 1, 2, 3), seed=5, settings={"advice": "everyone"}
    )
    scene_table.deal()
    advice = BuracoAdvice(
        deals=40, discards={"KH": 0.0, "5D": 14.2}, comes={"5D": 0.38}, any_wild=0.55
    )
    driver.session.at_table.coach.advice = lambda question: advice if question else None
    driver.seat_at(scene_table, scene_table.turn)
    driver.key("F6")
    shown = driver.text
    for _ in range(2):
        driver.key("PageDown")
        shown += driver.text
    assert "K♥ 0   5♦ −14" in shown.replace("\u00a0", " ")
    rows = [row.replace("║", " ").split() for row in shown.split("\n")]
    assert ["♦", "·", "·", "·", "·", "38", *"·" * 8] in rows
    assert "Any wild 55.0%   · cannot come" in shown


def test_the_coach_is_silent_where_advice_is_not_allowed() -> None:
    driver, _ = at_draw()
    driver.key("F6")
    assert "This table allows no advice during a deal." in driver.text


def test_the_cursor_stays_when_a_dialog_closes() -> None:
    driver, _ = at_play()
    driver.key("Right", "Right", "p", "Escape", "Space")
    card = card_text(order(driver)[2])
    assert f"[{card}]" in driver.text


def test_no_dialog_lies_under_the_input_line() -> None:
    driver, _ = at_draw()
    driver.key("?")
    page = driver.page()
    last = page.text.split("\n")[-2]
    assert page.line.y == 23
    assert "═" in last
    assert any("Esc Close" in row for row in page.text.split("\n"))


def test_a_dialog_closes_before_the_sentence_behind_it() -> None:
    driver, _ = at_draw()
    notice = Notice(text="The cut left out your nonce.", kind="error")
    driver.session.ui = replace(driver.session.ui, notice=notice)
    driver.key("P", "Escape")
    assert driver.session.ui.sheet == ""
    driver.key("Escape")
    assert driver.session.ui.notice is None
