"""Everybody knows how much time the seat that decides has left, exactly as that seat does."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver

from carteado.protocol import messages as wire
from carteado.server.table.naming import Called


def left(message: wire.Prompt | wire.TurnClock) -> tuple[int, int, int, int]:
    return message.decision, message.seat, message.time_ms, message.bank_ms


def clock(client: Client) -> wire.TurnClock:
    """The last message to a client."""
    message: wire.TurnClock = client.screen.of(wire.TurnClock)[-1]
    return message


def asked_now(driver: HostDriver, seat: int, players: list[Client]) -> wire.Prompt:
    """The prompt that the deciding seat gets when it asks for its table again now."""
    players[seat].say(wire.Watch)
    prompt = players[seat].prompt()
    assert prompt is not None
    return prompt


@pytest.mark.parametrize(
    "settings",
    [
        {"decision_ms": 10_000, "bank_ms": 20_000},
        {"clock": "total", "bank_ms": 60_000, "increment_ms": 2_000},
        {"decision_ms": 5_000, "bank_ms": 3_000, "refill_ms": 1_000},
    ],
)
def test_others_receive_the_same_clock_as_the_acting_seat(settings: dict[str, Any]) -> None:
    driver = HostDriver("four-player", options={"format": "cash"}, **settings)
    players = driver.seated(3)
    for used in (300, 4_000, 6_500, 100):
        seat = driver.turn
        others = [player for at, player in enumerate(players) if at != seat]
        prompt = players[seat].prompt()
        assert prompt is not None
        assert [left(clock(other)) for other in others] == [left(prompt)] * 2
        assert all(clock(other).now_ms == driver.now for other in others)
        driver.wait(used)
        assert driver.turn == seat
        players[seat].act("call" if prompt.legal["call"] is not None else "check")


def test_a_players_new_name_leaves_everybody_their_clock() -> None:
    driver = HostDriver("four-player", options={"format": "cash"}, decision_ms=10_000)
    players = driver.seated(3)
    driver.wait(1_000)
    marks = [len(player.screen.messages) for player in players]
    called = Called(table=driver.table.id, player=players[0].player.key, name="Anna")
    driver.deliver(players[0], called)
    for seat, (player, mark) in enumerate(zip(players, marks, strict=True)):
        kind = wire.Prompt if seat == driver.turn else wire.TurnClock
        (clock_message,) = [one for one in player.screen.messages[mark:] if type(one) is kind]
        assert clock_message.time_ms == 9_000


def test_latecomers_and_returning_clients_receive_the_remaining_time() -> None:
    driver = HostDriver(decision_ms=10_000, bank_ms=20_000)
    players = driver.seated(2)
    seat, late = driver.turn, driver.client("Rae")
    other = players[1 - seat]
    driver.wait(4_000)
    late.say(wire.Watch)
    assert left(clock(late))[2:] == (6_000, 20_000)
    driver.wait(9_000)  # into the bank
    other.screen.take()
    position = wire.Position(epoch=7, seq=driver.host.audience.seq)
    other.say(wire.Watch, after=position)  # back, with nothing missed
    assert left(clock(other))[2:] == (0, 17_000)
    assert left(clock(other)) == left(asked_now(driver, seat, players))
    kinds = [type(message) for message in other.screen.messages]
    assert kinds.index(wire.Live) < kinds.index(wire.TurnClock)
    # The deciding seat has its prompt, and no second clock.
    assert not [item for item in players[seat].screen.of(wire.TurnClock) if item.seat == seat]


def test_other_events_do_not_reset_the_clock_of_a_decision() -> None:
    driver = HostDriver("four-player", options={"format": "cash"}, decision_ms=10_000)
    players = driver.seated(3)
    seat = driver.turn
    watching = players[(seat + 1) % 3]
    driver.wait(3_000)
    fourth = driver.client("player 3")
    assert isinstance(fourth.say(wire.Join), wire.Ok)
    assert clock(fourth).time_ms == 7_000
    assert clock(watching).time_ms == 7_000
    decision = clock(watching).decision
    driver.wait(1_000)
    assert isinstance(fourth.say(wire.Leave), wire.Ok)
    assert left(clock(watching))[:3] == (decision, seat, 6_000)


def test_a_pause_stops_the_clock_for_everybody() -> None:
    driver = HostDriver(decision_ms=10_000, bank_ms=0)
    opener, bob = driver.client("opener"), driver.client("Bob")
    for player in (opener, bob):
        assert isinstance(player.say(wire.Join), wire.Ok)
    seat, rae = driver.turn, driver.client("Rae")
    other = (opener, bob)[1 - seat]
    rae.say(wire.Watch)
    driver.wait(2_500)
    opener.say(wire.Pause)
    assert (clock(rae).time_ms, clock(rae).paused) == (7_500, True)
    driver.wait(60_000)
    late = driver.client("Roy")
    late.say(wire.Watch)
    assert (clock(late).time_ms, clock(late).paused) == (7_500, True)
    opener.say(wire.Resume)
    assert {(clock(one).time_ms, clock(one).paused) for one in (rae, late, other)} == {
        (7_500, False)
    }


def test_a_seat_that_sits_out_has_no_time_and_one_without_a_clock_is_not_timed() -> None:
    driver = HostDriver(clock="none")
    players = driver.seated(2)
    assert clock(players[1 - driver.turn]).timed is False


def test_spectators_with_a_delay_see_the_clock_of_the_decision_that_they_see() -> None:
    driver = HostDriver(decision_ms=30_000, bank_ms=0, delay_ms=10_000)
    rae = driver.client("Rae")
    rae.say(wire.Watch)
    players = [driver.client("opener"), driver.client("Bob")]
    for player in players:
        assert isinstance(player.say(wire.Join), wire.Ok)
    seat = driver.turn
    driver.wait(2_000)
    players[seat].act("call")
    assert clock(players[seat]).seat == 1 - seat
    assert rae.screen.of(wire.TurnClock) == []
    driver.wait(8_000)
    assert left(clock(rae))[1:3] == (seat, 30_000)
    driver.wait(1_500)
    late = driver.client("Roy")
    late.say(wire.Watch)
    assert left(clock(late))[1:3] == (seat, 28_500)
    driver.wait(500)
    assert left(clock(rae))[1:3] == (1 - seat, 30_000)
    assert left(clock(late))[1:3] == (1 - seat, 30_000)


def test_bots_are_spared() -> None:
    driver = HostDriver(decision_ms=10_000)
    players = driver.seated(2, bot=True)
    assert [player.screen.of(wire.TurnClock) for player in players] == [[], []]
