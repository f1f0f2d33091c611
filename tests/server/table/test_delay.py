"""A table with a delay: the seats see it at once, spectators later and in the same order."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver, done

from carteado.engine.table import evolve_all, observer_of, open_table, redact_table
from carteado.protocol import messages as wire
from carteado.protocol.views import merged, view_of

DELAY = 10_000


def table(**options: Any) -> tuple[HostDriver, list[Client], Client]:
    """Two players in a hand at a table with a delay, and a spectator who came first."""
    driver = HostDriver(options=options, delay_ms=DELAY)
    rae = driver.client("Rae")
    done(rae.say(wire.Watch))
    players = [driver.client("opener"), driver.client("Bob")]
    for player in players:
        done(player.say(wire.Join))
    return driver, players, rae


def seqs(client: Client) -> list[int]:
    found: list[int] = []
    for message in client.screen.of(wire.Events):
        found += range(message.first, message.first + len(message.events))
    return found


def test_spectators_receive_the_same_events_later_and_without_a_gap() -> None:
    driver, players, rae = table()
    assert players[0].prompt() or players[1].prompt()
    assert seqs(rae) == []
    driver.wait(DELAY - 1)
    assert seqs(rae) == []
    driver.wait(1)
    end = driver.host.audience.seq
    assert seqs(rae) == list(range(2, end + 1))
    turn = driver.table.game.turn(driver.state)
    players[turn].act("fold")
    assert seqs(rae) == list(range(2, end + 1))
    driver.wait(DELAY)
    assert seqs(rae) == list(range(2, driver.host.audience.end_for(None) + 1))


def test_a_new_spectator_sees_the_delayed_table() -> None:
    driver, players, _ = table(open_hands="rail")
    driver.wait(DELAY)
    seen = driver.host.audience.seq
    turn = driver.table.game.turn(driver.state)
    players[turn].act("call")
    assert driver.host.audience.seq > seen
    roy = driver.client("Roy")
    done(roy.say(wire.Watch))
    snapshot, live = roy.screen.of(wire.Snapshot)[-1], roy.screen.of(wire.Live)[-1]
    assert (snapshot.seq, live.seq) == (seen, seen)
    position = wire.Position(epoch=7, seq=driver.host.audience.seq)
    done(roy.say(wire.Watch, after=position))
    assert roy.screen.of(wire.Snapshot)[-1].reason == "rewound"
    driver.wait(DELAY)
    assert seqs(roy) == list(range(seen + 1, driver.host.audience.end_for(None) + 1))
    done(players[0].say(wire.Leave))
    back = players[0].screen.of(wire.Snapshot)[-1]
    assert back.reason == "reseated"
    assert back.seq < driver.host.audience.seq


def test_chat_of_the_seats_keeps_its_place_among_the_events() -> None:
    driver, players, rae = table()
    done(players[0].say(wire.Chat, text="kings!"))
    assert players[1].screen.of(wire.ChatSaid)
    assert not rae.screen.of(wire.ChatSaid)
    driver.wait(DELAY)
    kinds = [type(one) for one in rae.screen.messages if type(one) in (wire.Events, wire.ChatSaid)]
    assert wire.ChatSaid in kinds
    assert kinds.index(wire.ChatSaid) > 0
    done(rae.say(wire.Chat, text="I knew"))
    assert [one.text for one in rae.screen.of(wire.ChatSaid)] == ["kings!", "I knew"]


def test_the_owner_sets_and_lifts_the_delay() -> None:
    driver = HostDriver(options={"format": "cash", "seats": 2})
    owner, rae = driver.client("opener"), driver.client("Rae")
    done(owner.say(wire.Join))
    done(rae.say(wire.Watch))
    done(owner.say(wire.Configure, settings={"delay_ms": DELAY}))
    seen_before = len(seqs(rae))
    done(owner.say(wire.Rename, title="Slow"))
    assert len(seqs(rae)) == seen_before
    driver.wait(DELAY)
    assert len(seqs(rae)) == seen_before + 1
    done(owner.say(wire.Configure, settings={"delay_ms": 0}))
    driver.wait(0)
    done(owner.say(wire.Rename, title="Quick"))
    assert rae.events()[-1] == {"type": "table_renamed", "title": "Quick"}
    assert seqs(rae) == list(range(seqs(rae)[0], driver.host.audience.seq + 1))
    reply = owner.say(wire.Configure, settings={"delay_ms": 600_001})
    assert (reply.code, "600000" in reply.message) == ("options/invalid", True)


@pytest.mark.parametrize("waited", [0, DELAY])
def test_after_a_restart_the_rail_waits_for_the_delay(waited: int) -> None:
    driver, _, _ = table()
    driver.host.table = evolve_all(open_table(driver.opened), driver.log[1:])
    driver.host.audience.delay.forget()
    driver.host.start(driver.now)
    driver.wait(waited)
    reply = driver.client("Roy").say(wire.Watch)
    if waited:
        done(reply)
    else:
        assert (reply.code, reply.details["retry_ms"]) == ("table/starting", DELAY)


def test_views_of_seats_and_rail_stay_apart() -> None:
    driver = HostDriver(delay_ms=DELAY)
    rae, owner, bob = driver.client("Rae"), driver.client("opener"), driver.client("Bob")
    for client in (rae, owner, bob):
        client.watcher.views = True
    done(rae.say(wire.Watch))
    players = [owner, bob]
    for player in players:
        done(player.say(wire.Join))
    for _ in range(3):
        turn = driver.table.game.turn(driver.state)
        players[turn].act("call" if players[turn].prompt().legal["call"] else "check")
        driver.wait(DELAY // 2)
    driver.wait(DELAY)
    for client in (rae, owner, bob):
        view: Any = {}
        for message in client.screen.of(wire.View):
            view = dict(message.view) if message.complete else merged(view, message.view)
        assert client.screen.of(wire.View)[-1].seq == driver.host.audience.end_for(None)
        observer = observer_of(driver.table, client.watcher.seat)
        assert view == view_of(redact_table(driver.table, observer), client.watcher.seat)
