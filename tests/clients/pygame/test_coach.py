"""The coach: only where the table allows advice, and never in the way of a decision."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
from tests.clients.pygame.driver import Driver
from tests.clocks import PATIENCE_S
from tests.scene.tables import SceneTable

from carteado.scene.control.coach import Coach
from carteado.scene.poker.advice import Advice, Question, question_of

QUESTION = Question(hand=("As", "Ad"), board=(), opponents=1)


def scene_table(advice: str) -> SceneTable:
    found = SceneTable(seats=3, readers=(0, 1, 2), settings={"advice": advice})
    found.deal()
    found.deal()
    return found


def test_advice_is_asked_for_in_ones_own_turn_and_only_where_allowed() -> None:
    table = scene_table("everyone")
    assert table.turn is not None
    found = question_of(table.reader(table.turn).picture())
    assert found is not None
    assert found.opponents == 2
    assert question_of(table.reader((table.turn + 1) % 3).picture()) is None
    off = scene_table("off")
    assert question_of(off.reader(off.turn).picture()) is None


def test_an_answer_is_counted_on_a_thread_and_kept() -> None:
    gate, woken, asked = threading.Event(), threading.Event(), []

    def count(question: Any) -> Advice:
        asked.append(question)
        gate.wait(PATIENCE_S)
        return Advice(share=0.852, opponents=1)

    coach = Coach(woken.set, count)
    assert coach.advice(QUESTION) is None
    assert coach.advice(QUESTION) is None
    gate.set()
    assert woken.wait(PATIENCE_S)
    answer = coach.advice(QUESTION)
    assert isinstance(answer, Advice)
    assert answer.share == 0.852
    assert asked == [QUESTION]
    assert coach.advice(None) is None


def test_an_answer_that_goes_to_make_room_while_it_is_read_ends_no_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("carteado.scene.control.coach.in_background", lambda work: work())
    advice = Advice(share=0.5, opponents=1)
    coach = Coach(count=lambda question: advice)
    asked: list[int] = []

    class Watched(Question):
        """A question that makes room for others where it is looked for twice in one reading.

        Asking looks twice, to find no answer and to keep the one that is counted.
        """

        def __hash__(self) -> int:
            asked.append(1)
            if len(asked) == 4:
                for opponents in range(200):
                    coach.advice(replace(QUESTION, opponents=opponents))
            return 5

    question = Watched(hand=QUESTION.hand, board=QUESTION.board, opponents=QUESTION.opponents)
    assert coach.advice(question) is None
    assert coach.advice(question) is advice


def test_a_pair_of_aces_has_its_known_share() -> None:
    woken = threading.Event()
    coach = Coach(woken.set)
    coach.advice(QUESTION)
    assert woken.wait(60)
    answer = coach.advice(QUESTION)
    assert isinstance(answer, Advice)
    assert 0.852 < answer.share < 0.853


def test_the_window_shows_it_beside_the_price() -> None:
    table = scene_table("everyone")
    driver = Driver()
    driver.app.at_table.coach = Coach(count=lambda question: Advice(share=0.25, opponents=2))
    assert table.turn is not None
    driver.seat_at(table, table.turn)
    for _ in range(200):
        if any(text.startswith("Coach: 25.0%") for text in driver.scene().texts()):
            return
        threading.Event().wait(0.01)
    raise AssertionError(driver.scene().texts())


def test_f6_opens_and_closes_the_panel() -> None:
    table = scene_table("everyone")
    driver = Driver()
    driver.app.at_table.coach = Coach(count=lambda question: Advice(share=0.25, opponents=2))
    driver.seat_at(table, table.turn or 0)
    assert driver.scene().target("coach-area") is None
    driver.key("F6")
    assert driver.scene().target("coach-area") is not None
    driver.key("F6")
    assert driver.scene().target("coach-area") is None
