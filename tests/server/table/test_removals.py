"""Players who lose their seat against their will, and the chips of returning players."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import LobbyServer
from tests.server.host_driver import Client, HostDriver
from tests.server.lobby.guests import code, table

from carteado.engine.table import SeatRemoved
from carteado.protocol import messages as wire
from carteado.server.store.memory import MemoryStore
from carteado.server.table.departures import RETURN_MS

CASH = {"format": "cash", "seats": 3}
MINUTE = 60_000


def cash(**settings: Any) -> tuple[HostDriver, list[Client]]:
    """A cash table of three on which the opener, Bob and Cid play a hand."""
    driver = HostDriver(options=CASH, pause_ms=1000, **settings)
    players = [driver.client(name) for name in ("opener", "Bob", "Cid")]
    for player in players:
        assert isinstance(player.say(wire.Join), wire.Ok)
    driver.wait(1000)
    return driver, players


def names(driver: HostDriver) -> tuple[str | None, ...]:
    return driver.state.names


def play_out(driver: HostDriver, players: list[Client]) -> None:
    """Everybody folds until the hand is over."""
    for _ in range(len(players)):
        state = driver.state
        if (turn := driver.table.game.turn(state)) is not None:
            players[turn].act("fold")


def test_only_the_opener_removes_a_player():
    driver, (_, bob, _) = cash()
    assert bob.say(wire.Remove, seat=2).code == "seat/not_opener"
    assert names(driver) == ("opener", "Bob", "Cid")


def test_a_player_in_a_deal_plays_it_out_and_then_gets_up():
    driver, players = cash()
    opener, bob, _ = players
    assert isinstance(opener.say(wire.Remove, seat=1), wire.Ok)
    assert names(driver)[1] == "Bob"
    assert SeatRemoved(seat=1) in driver.log
    assert opener.say(wire.Remove, seat=1).code == "seat/leaving"
    assert 1 not in [seat for seat, leaving in enumerate(driver.state.leaving) if leaving]
    play_out(driver, players)
    assert names(driver)[1] is None
    refused = bob.say(wire.Join)
    assert (refused.code, refused.details["minutes"]) == ("seat/removed", RETURN_MS // 60_000)
    driver.now += RETURN_MS
    assert isinstance(bob.say(wire.Join), wire.Ok)


def test_a_player_whose_ban_is_lifted_sits_down_at_once():
    driver, players = cash()
    opener, bob, _ = players
    play_out(driver, players)
    assert isinstance(opener.say(wire.Ban, seat=1), wire.Ok)
    assert bob.say(wire.Join).code == "seat/banned"
    assert isinstance(opener.say(wire.Unban, name="Bob"), wire.Ok)
    assert isinstance(bob.say(wire.Join), wire.Ok)


def test_between_deals_a_player_is_removed_at_once():
    driver, players = cash()
    play_out(driver, players)
    assert isinstance(players[0].say(wire.Remove, seat=1), wire.Ok)
    assert names(driver)[1] is None


def test_an_absent_player_is_folded_and_removed():
    driver, players = cash()
    driver.host.gone(players[1].watcher)
    players[0].say(wire.Remove, seat=1)
    assert driver.state.leaving[1] or names(driver)[1] is None
    play_out(driver, players)
    assert names(driver)[1] is None


def test_no_present_player_loses_a_running_freezeout_by_a_removal():
    driver = HostDriver()
    opener, bob = driver.client("opener"), driver.client("Bob")
    opener.say(wire.Join)
    bob.say(wire.Join)
    driver.wait(0)
    assert isinstance(opener.say(wire.Remove, seat=1), wire.Ok)
    state = driver.state
    assert (state.names[1], state.leaving[1]) == ("Bob", False)


def test_absent_seats_of_a_cash_table_are_released_after_the_tables_time():
    driver, players = cash(absent_ms=20 * MINUTE)
    players[1].say(wire.SitOut)
    driver.host.gone(players[2].watcher)
    assert driver.host.release_absent(driver.now) is None
    play_out(driver, players)
    driver.now += 19 * MINUTE
    assert driver.host.release_absent(driver.now) is None
    players[1].say(wire.SitIn)
    assert driver.host.release_absent(driver.now) is None
    driver.now += MINUTE
    step = driver.host.release_absent(driver.now)
    assert step is not None
    driver.run(step)
    driver.tick()
    state = driver.state
    assert state.names[2] is None or state.leaving[2]
    assert state.names[1] == "Bob"
    assert players[2].player.key not in [k for k in driver.table.keys if state.names[2] is None]


def test_a_pause_of_the_owner_counts_against_no_absent_player():
    driver, players = cash(absent_ms=20 * MINUTE)
    play_out(driver, players)
    driver.host.gone(players[2].watcher)
    assert driver.host.release_absent(driver.now) is None
    players[0].say(wire.Pause)
    driver.now += 60 * MINUTE
    assert driver.host.release_absent(driver.now) is None
    players[0].say(wire.Resume)
    assert driver.host.release_absent(driver.now) is None
    driver.now += 20 * MINUTE
    assert driver.host.release_absent(driver.now) is not None


@pytest.mark.parametrize("options", [{}, CASH])
def test_a_table_may_keep_the_seats_of_absent_players(options):
    driver = HostDriver(options=options, absent_ms=0 if options else 1000)
    players = driver.seated(2)
    for player in players:
        driver.host.gone(player.watcher)
    driver.host.release_absent(driver.now)
    driver.now += 10_000 * MINUTE
    assert driver.host.release_absent(driver.now) is None


def test_a_player_who_returns_within_an_hour_brings_the_same_chips_and_bank():
    driver = HostDriver(options={**CASH, "stack": 1000}, bank_ms=30_000, decision_ms=1000)
    ana, bob = driver.seated(2)
    turn = driver.table.game.turn(driver.state)
    first, other = (ana, bob) if turn == 0 else (bob, ana)
    driver.now += 6000  # five seconds of the bank
    first.act("fold")
    stack = driver.state.stacks[turn]
    assert stack < 1000
    first.say(wire.Leave)
    play_out(driver, [ana, bob])
    assert names(driver)[turn] is None
    left_with = next(e.stack for e in driver.log if e.type == "seat_left" and e.at_once)
    assert first.say(wire.Join, credit=1).code == "seat/returning"
    assert isinstance(first.say(wire.Join), wire.Ok)
    seat = driver.host.seat_held(first.player)
    assert seat is not None
    taken = [e for e in driver.log if e.type == "seat_taken"][-1]
    assert taken.stack == left_with
    assert driver.table.banks[seat] == 25_000
    assert other is not first


def test_after_an_hour_a_player_buys_in_again():
    driver = HostDriver(options={**CASH, "stack": 1000})
    ana = driver.client("Ana")
    ana.say(wire.Join, credit=700)
    ana.say(wire.Leave)
    driver.now += RETURN_MS
    assert isinstance(ana.say(wire.Join), wire.Ok)
    assert driver.state.stacks[0] == 1000


def test_winnings_above_the_limit_come_back_too():
    driver = HostDriver(options={**CASH, "stack": 1000, "buy_in_max": 1000})
    ana = driver.client("Ana")
    ana.say(wire.Join)
    ana.say(wire.Leave)
    departures = driver.host.departures
    known = departures.of(ana.player.key, driver.now)
    assert known is not None
    departures._departures[ana.player.key] = type(known)(stack=1700, bank_ms=1, at_ms=driver.now)
    assert isinstance(ana.say(wire.Join), wire.Ok)
    assert driver.state.stacks[0] == 1700


async def test_departures_and_removals_survive_a_restart():
    store = MemoryStore()
    server = LobbyServer(store)
    ana, bob = server.guest("Ana"), server.guest("Bob")
    found = await table(server, ana, options=CASH)
    assert code(await ana.ask(wire.Join, table=found, credit=777)) == "ok"
    assert code(await ana.ask(wire.Leave, table=found)) == "ok"
    assert code(await bob.ask(wire.Join, table=found)) == "ok"
    assert code(await ana.ask(wire.Remove, table=found, seat=0)) == "ok"
    await server.lobby.tables.close()
    again = LobbyServer(store)
    await again.lobby.tables.recover("house")
    await until(lambda: found in again.lobby.tables)
    ana = again.guest("Ana", token=ana.welcome.token)
    bob = again.guest("Bob", token=bob.welcome.token)
    assert code(await ana.ask(wire.Join, again=20, table=found, credit=1000)) == "ok"
    assert again.lobby.tables[found].host.table.state.stacks[0] == 1000
    assert code(await bob.ask(wire.Join, again=20, table=found)) == "seat/removed"
    assert code(await ana.ask(wire.Leave, again=21, table=found)) == "ok"
    assert code(await ana.ask(wire.Join, again=22, table=found, credit=999)) == "seat/returning"
    await again.lobby.tables.close()


async def test_one_address_holds_a_limited_number_of_seats_at_a_table():
    server = LobbyServer(MemoryStore(), address_seats=2)
    options = {"format": "cash", "seats": 6}
    near = [server.guest(f"Near {letter}", source="192.0.2.1") for letter in "ABC"]
    far, own = server.guest("Far", source="192.0.2.2"), [server.guest(n) for n in ("Own", "Me")]
    found, second = [await table(server, near[0], options=options) for _ in range(2)]
    codes = [code(await one.ask(wire.Join, table=found)) for one in near]
    assert codes == ["ok", "ok", "limit/seats"]
    for one in (far, *own):  # this machine itself is not bounded
        assert code(await one.ask(wire.Join, table=found)) == "ok"
    assert code(await near[2].ask(wire.Join, table=second)) == "ok"
    near[0].leave()  # the seat stays, and counts
    assert code(await near[2].ask(wire.Join, table=found)) == "limit/seats"
    assert code(await near[1].ask(wire.Leave, table=found)) == "ok"
    assert code(await near[2].ask(wire.Join, table=found)) == "ok"
    await server.lobby.tables.close()
