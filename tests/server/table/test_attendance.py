"""What a table does for absent people."""

from __future__ import annotations

from tests.server.rig import Client, Rig

from carteado.protocol import messages as wire


def with_bot(**settings: int) -> tuple[Rig, Client, Client]:
    """One person and a bot, in a hand."""
    rig = Rig(**settings)
    ana, house = rig.client("opener"), rig.client("house", bot=True)
    ana.say(wire.Join)
    house.say(wire.Join)
    rig.wait(0)
    return rig, ana, house


def turn(rig: Rig) -> int | None:
    return rig.host.table.game.turn(rig.host.table.state)


def test_a_table_of_one_person_and_bots_waits_for_the_person() -> None:
    rig, ana, _ = with_bot(decision_ms=1000, bank_ms=0)
    for message in rig.host.gone(ana.watcher):
        message[0].to.send(message[1])
    rig.wait(3_600_000)
    assert rig.host.table.controls.paused == "away"
    assert not any(event.type == "timed_out" for event in rig.log)
    events = len(rig.log)
    ana.say(wire.Watch)
    assert rig.host.table.controls.paused is None
    assert len(rig.log) == events + 1
    if turn(rig) == 0:
        prompt = ana.prompt()
        assert prompt is not None
        assert prompt.time_ms == 1000


def test_a_table_waits_for_a_person_who_sits_out() -> None:
    rig, ana, _ = with_bot()
    ana.say(wire.SitOut)
    assert rig.host.table.controls.paused == "away"
    ana.say(wire.SitIn)
    assert rig.host.table.controls.paused is None


def test_a_pause_for_an_absent_person_ends_when_somebody_else_sits_down() -> None:
    rig = Rig(options={"format": "cash", "seats": 3})
    ana, house, bob = rig.client("opener"), rig.client("house", bot=True), rig.client("Bob")
    ana.say(wire.Join)
    house.say(wire.Join)
    rig.host.gone(ana.watcher)
    rig.wait(0)
    assert rig.host.table.controls.paused == "away"
    bob.say(wire.Join)
    assert rig.host.table.controls.paused is None


def test_among_people_the_clock_gives_a_grace_period_and_then_lets_sit_out() -> None:
    rig = Rig(decision_ms=1000, bank_ms=500, grace_ms=900)
    players = rig.seated(2)
    seat = turn(rig)
    assert seat is not None
    rig.wait(2_300)
    assert turn(rig) == seat
    assert isinstance(players[seat].act("call"), wire.Ok)
    assert rig.host.table.banks[seat] == 0
    other = turn(rig)
    assert other == 1 - seat
    rig.wait(2_400)
    assert rig.host.table.state.away[other]
    assert rig.host.table.expiries[other] == 1


def test_the_grace_period_is_no_longer_than_a_decision() -> None:
    rig = Rig(decision_ms=100, bank_ms=0, grace_ms=60_000)
    rig.seated(2)
    seat = turn(rig)
    assert seat is not None
    rig.wait(200)
    assert rig.host.table.state.away[seat]


def test_a_game_between_people_never_starts_again_by_itself() -> None:
    rig = Rig(options={"stack": 20}, auto_restart=True, pause_ms=1000)
    players = rig.seated(2)
    rig.wait(10_000)
    while not rig.host.table.game.over(rig.host.table.state):
        seat = turn(rig)
        if seat is None:
            rig.wait(1_000)
        elif not isinstance(players[seat].act("call"), wire.Ok):
            players[seat].act("check")
    rig.wait(3_600_000)
    assert rig.host.table.game.over(rig.host.table.state)


def test_the_person_who_sat_longest_becomes_the_owner() -> None:
    rig = Rig(options={"format": "cash", "seats": 4})
    for name in ("opener", "Bob", "Cid"):
        rig.client(name).say(wire.Join, seat={"opener": 0, "Bob": 3, "Cid": 1}[name])
    rig.client("house", bot=True).say(wire.Join)
    step = rig.host.pass_ownership()
    assert step is not None
    rig.run(step)
    assert rig.host.owners.opener == "key of Bob"
