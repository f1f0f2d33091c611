"""The clock of the seat that decides, as a reader of the table sees it."""

from __future__ import annotations

from dataclasses import replace

from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.protocol.messages import TurnClock
from carteado.protocol.session_events import ClockChanged


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
