"""What a table does for absent people."""

from __future__ import annotations

from tests.server.host_driver import Client, HostDriver

from carteado.protocol import messages as wire


def with_bot(**settings: int) -> tuple[HostDriver, Client, Client]:
    """One person and a bot, in a hand."""
    driver = HostDriver(**settings)
    ana, house = driver.client("opener"), driver.client("house", bot=True)
    ana.say(wire.Join)
    house.say(wire.Join)
    driver.wait(0)
    return driver, ana, house


def turn(driver: HostDriver) -> int | None:
    return driver.table.game.turn(driver.state)


def test_a_table_of_one_person_and_bots_waits_for_the_person() -> None:
    driver, ana, _ = with_bot(decision_ms=1000, bank_ms=0)
    for message in driver.host.gone(ana.watcher):
        message[0].to.send(message[1])
    driver.wait(3_600_000)
    assert driver.table.controls.paused == "away"
    assert not any(event.type == "timed_out" for event in driver.log)
    events = len(driver.log)
    ana.say(wire.Watch)
    assert driver.table.controls.paused is None
    assert len(driver.log) == events + 1
    if turn(driver) == 0:
        prompt = ana.prompt()
        assert prompt is not None
        assert prompt.time_ms == 1000


def test_a_table_waits_for_a_person_who_sits_out() -> None:
    driver, ana, _ = with_bot()
    ana.say(wire.SitOut)
    assert driver.table.controls.paused == "away"
    ana.say(wire.SitIn)
    assert driver.table.controls.paused is None


def test_a_pause_for_an_absent_person_ends_when_somebody_else_sits_down() -> None:
    driver = HostDriver(options={"format": "cash", "seats": 3})
    ana, house, bob = (
        driver.client("opener"),
        driver.client("house", bot=True),
        driver.client("Bob"),
    )
    ana.say(wire.Join)
    house.say(wire.Join)
    driver.host.gone(ana.watcher)
    driver.wait(0)
    assert driver.table.controls.paused == "away"
    bob.say(wire.Join)
    assert driver.table.controls.paused is None


def test_among_people_the_clock_gives_a_grace_period_and_then_lets_sit_out() -> None:
    driver = HostDriver(decision_ms=1000, bank_ms=500, grace_ms=900)
    players = driver.seated(2)
    seat = turn(driver)
    assert seat is not None
    driver.wait(2_300)
    assert turn(driver) == seat
    assert isinstance(players[seat].act("call"), wire.Ok)
    assert driver.table.banks[seat] == 0
    other = turn(driver)
    assert other == 1 - seat
    driver.wait(2_400)
    assert driver.state.away[other]
    assert driver.table.expiries[other] == 1


def test_the_grace_period_is_no_longer_than_a_decision() -> None:
    driver = HostDriver(decision_ms=100, bank_ms=0, grace_ms=60_000)
    driver.seated(2)
    seat = turn(driver)
    assert seat is not None
    driver.wait(200)
    assert driver.state.away[seat]


def test_a_game_between_people_never_starts_again_by_itself() -> None:
    driver = HostDriver(options={"stack": 20}, auto_restart=True, pause_ms=1000)
    players = driver.seated(2)
    driver.wait(10_000)
    while not driver.table.game.over(driver.state):
        seat = turn(driver)
        if seat is None:
            driver.wait(1_000)
        elif not isinstance(players[seat].act("call"), wire.Ok):
            players[seat].act("check")
    driver.wait(3_600_000)
    assert driver.table.game.over(driver.state)


def test_the_person_who_sat_longest_becomes_the_owner() -> None:
    driver = HostDriver(options={"format": "cash", "seats": 4})
    for name in ("opener", "Bob", "Cid"):
        driver.client(name).say(wire.Join, seat={"opener": 0, "Bob": 3, "Cid": 1}[name])
    driver.client("house", bot=True).say(wire.Join)
    step = driver.host.pass_ownership()
    assert step is not None
    driver.run(step)
    assert driver.host.owners.opener == "key of Bob"
