"""Tables with hands open to the rail: spectators see them, seated players do not."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.host_driver import Client, HostDriver
from tests.server.leak_checks import cards_in

from carteado.engine.cards import UNKNOWN
from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.server.lobby import abandoned
from carteado.server.lobby.directory import describe

FAST = {"pause_ms": 0, "nonce_ms": 0}


def dealt(**options: Any) -> tuple[HostDriver, list[Client], Client]:
    """A table of two people during a hand, and a spectator from the beginning."""
    driver = HostDriver("person-person", options=options)
    eva = driver.client("Eva")
    eva.say(wire.Watch)
    people = driver.seated(2)
    assert driver.state.in_hand
    return driver, people, eva


def cards_received(client: Client) -> set[str]:
    """Every card that stands in anything that a client was sent, the draw for the button aside."""
    found: set[str] = set()
    for message in client.screen.messages:
        plain = to_plain(message)
        parts = plain.pop("events", [])
        found |= set(cards_in([plain, *(e for e in parts if e["type"] != "button_drawn")]))
    return found


def test_the_rail_sees_both_hands_and_a_seat_its_own():
    driver, people, eva = dealt()
    hands = driver.state.hands
    assert cards_received(eva) == {*hands[0], *hands[1]}
    for seat, person in enumerate(people):
        assert cards_received(person) == set(hands[seat])
    late = driver.client("Lia")
    late.say(wire.Watch)
    (snapshot,) = late.screen.of(wire.Snapshot)
    assert cards_received(late) >= {*hands[0], *hands[1]}
    assert "deck" not in snapshot.view["state"] or set(snapshot.view["state"]["deck"]) <= {UNKNOWN}


def test_a_table_that_does_not_say_so_shows_the_rail_nothing():
    driver, people, eva = dealt(open_hands="never")
    assert cards_received(eva) == set()
    for seat, person in enumerate(people):
        assert cards_received(person) == set(driver.state.hands[seat])


def test_a_seated_player_does_not_watch_with_the_rails_view():
    driver, people, _ = dealt()
    hands = driver.state.hands
    for seat, person in enumerate(people):
        person.say(wire.Watch)
        assert cards_received(person).isdisjoint(hands[1 - seat])
        person.say(wire.Watch, rail=True)
        (refused,) = person.screen.of(wire.Refused)
        assert refused.code == "table/open_hands"
        assert cards_received(person).isdisjoint(hands[1 - seat])


def test_a_spectator_who_sits_down_gets_the_view_of_the_seat():
    driver = HostDriver("person-person", options={})
    ana, rui = driver.client("Ana"), driver.client("Rui")
    ana.say(wire.Watch, rail=True)
    for person in (ana, rui):
        person.say(wire.Join)
    while not driver.state.in_hand:
        driver.tick()
    hands = driver.state.hands
    assert cards_received(ana) == set(hands[0])


def test_a_seated_player_may_watch_from_the_rail_if_hands_are_closed():
    _, people, _ = dealt(open_hands="never")
    people[0].say(wire.Watch, rail=True)
    assert people[0].screen.of(wire.Refused) == []
    assert people[0].screen.of(wire.Snapshot)[-1].seat is None


def test_a_returning_spectator_misses_no_hand():
    driver, _, eva = dealt()
    position = wire.Position(epoch=7, seq=1)
    again = driver.client("Eva")
    again.say(wire.Watch, after=position)
    assert cards_received(again) >= cards_received(eva)
    assert again.screen.of(wire.Snapshot) == []


async def test_the_past_of_a_seat_is_its_own_though_the_rail_saw_more(server):
    """A new player receives the events before sitting down as a closed rail would."""
    ana, rui, eva, lia = (server.guest(name) for name in ("Ana", "Rui", "Eva", "Lia"))
    options = {"open_hands": "rail", "format": "cash", "seats": 3}
    opened = await ana.ask(wire.Open, game="holdem", options=options, settings=FAST)
    for guest in (ana, rui):
        assert isinstance(await guest.ask(wire.Join, table=opened.table), wire.Ok)
    host = server.lobby.tables[opened.table].host
    await until(lambda: host.table.state.in_hand)
    hands = {card for hand in host.table.state.hands for card in hand}
    assert isinstance(await lia.ask(wire.Join, table=opened.table), wire.Ok)
    found = {}
    for guest in (eva, lia):
        reply = await guest.ask(wire.History, table=opened.table, after=0, limit=100)
        events = [event for event in reply.result["events"] if event["type"] != "button_drawn"]
        found[guest] = set(cards_in(events))
    assert found[eva] >= hands
    assert found[lia].isdisjoint(hands)


async def test_a_duel_seats_both_bots_and_its_opener_watches(server):
    ana = server.guest("Ana")
    opened = await ana.ask(wire.Open, game="holdem", preset="tight-mfs", settings=FAST)
    found = opened.table
    assert server.launcher.started == [(found, 0, "tight"), (found, 1, "mfs")]
    assert (await ana.ask(wire.Join, table=found)).code == "table/full"
    assert isinstance(await ana.ask(wire.Watch, table=found), wire.Ok)
    info = describe(server.lobby.tables[found])
    assert info.options["open_hands"] == "rail"


async def test_a_challenge_leaves_seat_0_to_the_person(server):
    ana = server.guest("Ana")
    opened = await ana.ask(wire.Open, game="holdem", preset="person-mixed", settings=FAST)
    assert server.launcher.started == [(opened.table, 1, "mixed")]
    assert (await ana.ask(wire.Join, table=opened.table)).result == 0


async def test_a_duel_without_watchers_is_closed(server, monkeypatch):
    ana = server.guest("Ana")
    watched, alone = [
        (await ana.ask(wire.Open, game="holdem", preset="tight-mfs", settings=FAST)).table
        for _ in range(2)
    ]
    await ana.ask(wire.Watch, table=watched)
    await server.lobby.tables.keep_house()
    later = abandoned.now_ms() + server.settings.empty_minutes * 60_000 + 1
    monkeypatch.setattr(abandoned, "now_ms", lambda: later)
    await server.lobby.tables.keep_house()
    await until(lambda: set(server.lobby.tables) == {watched})
    assert alone not in server.lobby.tables
