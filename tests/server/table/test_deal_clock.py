"""Everybody knows when the next deal begins, as long as one is planned."""

from __future__ import annotations

from tests.server.host_driver import Client, HostDriver, play_hand

from carteado.protocol import messages as wire
from carteado.server.table.naming import Called


def times(client: Client) -> list[int | None]:
    """The times until the next deal that a client was told, in order."""
    return [message.time_ms for message in client.screen.of(wire.DealClock)]


def forget(client: Client) -> None:
    """Leave out what the client was told so far."""
    messages = client.screen.messages
    messages[:] = [message for message in messages if type(message) is not wire.DealClock]


def after_a_hand(count: int = 3, **settings: int) -> tuple[HostDriver, list[Client]]:
    """A table whose first hand has just ended; nobody has heard of the next."""
    driver = HostDriver("four-player", options={"format": "cash"}, pause_ms=5_000, **settings)
    players = driver.seated(count)
    for player in players:
        forget(player)
    play_hand(driver, players)
    return driver, players


def test_the_end_of_a_deal_tells_players_and_spectators_when_the_next_begins() -> None:
    driver = HostDriver("four-player", options={"format": "cash"}, pause_ms=5_000)
    rae = driver.client("Rae")
    rae.say(wire.Watch)
    players = driver.seated(3)
    for client in (rae, *players):
        forget(client)
    play_hand(driver, players)
    assert [times(client) for client in (rae, *players)] == [[5_000]] * 4
    assert rae.screen.of(wire.DealClock)[0].now_ms == driver.now
    hand = driver.state.hand
    driver.wait(4_999)
    assert driver.state.hand == hand
    driver.wait(1)
    assert driver.state.hand == hand + 1
    # The deal itself ends the countdown.
    assert times(rae) == [5_000]


def test_latecomers_returning_clients_and_renamed_players_receive_the_time_that_is_left() -> None:
    driver, players = after_a_hand()
    driver.wait(1_500)
    rae = driver.client("Rae")
    rae.say(wire.Watch)
    assert times(rae) == [3_500]
    players[1].screen.take()
    players[1].say(wire.Watch, after=wire.Position(epoch=7, seq=driver.host.audience.seq))
    kinds = [type(message) for message in players[1].screen.messages]
    assert kinds.index(wire.Live) < kinds.index(wire.DealClock)
    assert times(players[1]) == [3_500]
    driver.wait(1_000)
    driver.deliver(players[0], Called(table="rig", player=players[0].player.key, name="Anna"))
    assert times(rae)[-1] == times(players[2])[-1] == 2_500
    dora = driver.client("Dora")
    assert isinstance(dora.say(wire.Join), wire.Ok)
    assert times(dora) == [2_500]


def test_no_deal_is_announced_once_a_player_is_missing() -> None:
    driver, players = after_a_hand(2)
    assert isinstance(players[1].say(wire.Leave), wire.Ok)
    assert times(players[0]) == times(players[1]) == [5_000, None]
    rae = driver.client("Rae")
    rae.say(wire.Watch)
    assert times(rae) == []
    assert isinstance(driver.client("Dora").say(wire.Join), wire.Ok)
    assert times(rae) == times(players[0])[2:] == [5_000]


def test_a_pause_takes_the_time_away_and_its_end_gives_a_new_one() -> None:
    driver = HostDriver(options={"format": "cash"}, pause_ms=5_000)
    opener, bob = driver.client("opener"), driver.client("Bob")
    for player in (opener, bob):
        assert isinstance(player.say(wire.Join), wire.Ok)
    driver.wait(5_000)
    forget(bob)
    play_hand(driver, [opener, bob])
    driver.wait(2_000)
    assert isinstance(opener.say(wire.Pause), wire.Ok)
    late = driver.client("Rae")
    late.say(wire.Watch)
    driver.wait(60_000)
    assert isinstance(opener.say(wire.Resume), wire.Ok)
    assert times(bob) == [5_000, None, 5_000]
    assert times(late) == [5_000]


def test_a_deal_without_a_pause_before_it_has_no_clock() -> None:
    driver = HostDriver(pause_ms=0)
    players = driver.seated(2)
    play_hand(driver, players)
    assert times(players[0]) == times(players[1]) == []


def test_the_rail_of_a_delayed_table_counts_down_to_the_deal_that_it_sees() -> None:
    driver = HostDriver("four-player", options={"format": "cash"}, pause_ms=5_000, delay_ms=20_000)
    rae = driver.client("Rae")
    rae.say(wire.Watch)
    players = driver.seated(3)
    driver.wait(20_000)
    forget(rae)
    play_hand(driver, players)
    driver.wait(19_000)
    assert times(rae) == []
    driver.wait(1_000)
    assert times(rae) == [5_000]
    driver.wait(1_200)
    late = driver.client("Roy")
    late.say(wire.Watch)
    assert times(late) == [3_800]
    driver.wait(4_000)  # the rail sees the cards of the next deal
    last = driver.client("Ned")
    last.say(wire.Watch)
    assert times(last) == []


def test_a_server_that_is_to_stop_takes_a_planned_deal_away() -> None:
    driver, players = after_a_hand()
    for watcher, message in driver.host.drain(driver.now):
        watcher.to.send(message)
    assert times(players[0]) == [5_000, None]
    rae = driver.client("Rae")
    rae.say(wire.Watch)
    assert times(rae) == []


def test_bots_get_no_clock_of_a_deal() -> None:
    driver = HostDriver(options={"format": "cash"}, pause_ms=5_000)
    players = driver.seated(2, bot=True)
    play_hand(driver, players)
    assert times(players[0]) == times(players[1]) == []
