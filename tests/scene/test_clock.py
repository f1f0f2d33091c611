"""The clock of the seat that decides, as a reader of the table sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.protocol.messages import TurnClock
from carteado.protocol.session_events import ClockChanged
from carteado.scene.clock import Clock
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.shapes import Ring, Text
from carteado.scene.text import text_width
from carteado.scene.ui import Settings, Ui


def test_the_clock_of_another_seat_runs_from_when_its_turn_was_seen() -> None:
    scene_table = SceneTable(seats=2, settings={"decision_ms": 10_000, "bank_ms": 20_000})
    scene_table.deal()
    scene_table.now_ms = 1_000.0
    scene_table.deal()
    clock = scene_table.reader().clock
    assert clock is not None
    if clock.seat == 0:  # the prompt of the reader's seat
        assert clock.time_ms == 30_000
        return
    assert clock.left(4_000.0).seconds == 7
    assert clock.left(12_000.0).bank
    assert clock.left(12_000.0).seconds == 19
    assert clock.left(28_000.0).low


def test_the_clock_of_the_own_decision_goes_on_while_somebody_sits_down() -> None:
    scene_table = SceneTable(seats=3, people=2, format="cash")
    scene_table.deal()  # for the button
    scene_table.deal()
    if scene_table.turn != 0:
        scene_table.act("call")
    clock = scene_table.reader().clock
    assert clock is not None
    scene_table.now_ms += 5_000.0
    sits = commands.Sit(seat=2, name="Kofi", bot=False)
    for event in scene_table.table.game.decide(scene_table.state, sits).events:
        scene_table.note(event)
    assert scene_table.turn == 0
    assert scene_table.reader().clock == clock


def test_the_clock_of_another_seat_is_what_the_server_tells_of_it() -> None:
    scene_table = SceneTable(settings={"decision_ms": 20_000, "bank_ms": 40_000}, seats=3)
    scene_table.deal()
    scene_table.deal()
    reader = scene_table.reader()
    assert reader.table is not None
    seat = reader.table.game.turn(reader.table.state)
    assert seat is not None
    turn_clock = TurnClock(
        table=reader.id, decision=9, seat=seat, time_ms=5_000, bank_ms=40_000, now_ms=0
    )
    late = reader.take(ClockChanged(table=reader.id, message=turn_clock), 1_000.0)
    assert late.clock is not None
    left = late.clock.left(2_000.0)
    assert (left.seconds, left.share, left.bank) == (4, 0.2, False)
    # Events beside the decision, such as a seat that pauses, leaves the clock alone.
    before = replace(reader.table, state=replace(reader.table.state))
    beside = late._timed(before, 3_000.0)
    assert beside.clock == late.clock
    stands = reader.take(
        ClockChanged(table=reader.id, message=replace(turn_clock, paused=True)), 1_000.0
    )
    assert stands.clock is not None
    assert stands.clock.left(60_000.0).seconds == 5
    free = reader.take(
        ClockChanged(table=reader.id, message=replace(turn_clock, timed=False)), 1_000.0
    )
    assert free.clock is None


@pytest.mark.parametrize(("size", "text"), [((1024, 640), 1.0), ((1024, 640), 2.0)])
def test_an_hour_is_shown_in_minutes_that_fit_the_ring(size: tuple[int, int], text: float) -> None:
    poker = SceneTable(seats=2, readers=(0, 1))
    poker.deal()
    poker.deal()
    buraco = SceneTable("buraco", readers=(0, 1, 2, 3))
    buraco.deal()
    for scene_table in (poker, buraco):
        assert scene_table.turn is not None
        for seat in (scene_table.turn, (scene_table.turn + 1) % 2):
            clock = Clock(
                seat=scene_table.turn, since_ms=0, time_ms=3_600_000, bank_ms=0, of_ms=3_600_000
            )
            reader = replace(scene_table.reader(seat), clock=clock)
            scene = table_scene(reader, Ui(), Settings(text=text), logical_size(size)[0], 0.0)
            texts = [item for item in scene.items if isinstance(item, Text)]
            rings = [item for item in scene.items if isinstance(item, Ring)]
            for ring in rings:
                (inside,) = [
                    one
                    for one in texts
                    if one.text == "60'" and ring.rect.contains(one.rect.cx, one.rect.cy)
                ]
                assert text_width(inside.text, inside.size, "bold") <= ring.rect.w - 2 * ring.width
            if seat == scene_table.turn:
                assert "60 min" in scene.texts()
            assert not any(one.text.startswith("3600") for one in texts)
