"""The messages to a table's watchers: all that they may know, nothing else, and no gap."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.server.host_driver import HostDriver
from tests.server.leak_checks import Onlooker, WatchedDriver, cards_in, known_to

from carteado.engine.plain import to_plain
from carteado.engine.table import observer_of, redact_table, snapshot
from carteado.protocol import messages as wire
from carteado.server.table.audience import Audience
from carteado.server.table.watcher import Watcher

CASH = {"format": "cash", "stack": 200, "showdown": "ask"}


def turn(driver: WatchedDriver) -> int | None:
    return driver.table.game.turn(driver.state)


def act(driver: WatchedDriver, clients: list[Onlooker], chance: random.Random) -> None:
    """The seat to act does something legal."""
    seat = turn(driver)
    if seat is None:
        return
    table = driver.table
    action = table.game.pick(table.game.legal(table.state, seat), chance.randrange(1 << 30))
    for client in clients:
        if driver.host.seat_held(client.player) == seat:
            data = {name: getattr(action, name) for name in action.__dataclass_fields__}
            clock = driver.host.open_decision
            assert clock is not None
            client.act(data, decision=clock.decision)


def disturb(driver: WatchedDriver, client: Onlooker, chance: random.Random) -> None:
    """Something that a client may do at any time."""
    what = chance.randrange(14)
    if what == 0:
        client.say(wire.Leave)
    elif what in (1, 2, 10, 11, 12):
        if isinstance(client.say(wire.Join), wire.Ok):
            client.rail = False
    elif what == 3:
        client.reconnect()
        client.rail = client.seq > 0 and chance.random() < 0.5
        client.say(wire.Watch, after=client.position, rail=client.rail)
    elif what == 4:
        client.rail = client.watcher in driver.host.audience.watchers and chance.random() < 0.5
        client.say(wire.Watch, after=client.position, rail=client.rail)
    elif what == 5:
        client.say(wire.Unwatch)
    elif what == 6:
        client.say(wire.SitOut)
    elif what == 7:
        client.say(wire.SitIn)
    elif what == 8:
        client.say(wire.Chat, text="nice")
    else:
        driver.wait(chance.choice((100, 900, 3000)))


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(3, 12))]
)
@pytest.mark.parametrize("options", [CASH, {"seats": 3}, {"seats": 3, "reveal": "hand"}])
def test_everybody_folds_to_their_own_view_whatever_happens(seed, options):
    chance = random.Random(f"{seed} {options}")
    driver = WatchedDriver(
        "four-player", seed=seed, options=options, auto_restart=True, pause_ms=100
    )
    clients = [driver.client(f"p{n}", text=n != 1) for n in range(6)]
    for client in clients[:3]:
        client.say(wire.Join)
    clients[4].say(wire.Watch)
    driver.wait(1000)
    for _ in range(120):
        if chance.random() < 0.6:
            act(driver, clients, chance)
        else:
            disturb(driver, chance.choice(clients), chance)
        driver.wait(chance.choice((0, 0, 100)))
    assert driver.host.audience.seq > 30


def started(**options: Any) -> tuple[WatchedDriver, list[Onlooker]]:
    driver = WatchedDriver(options=options or None)
    clients = [driver.client("Ana"), driver.client("Rui")]
    for client in clients:
        client.say(wire.Join)
    driver.tick()
    return driver, clients


def play(driver: WatchedDriver, clients: list[Onlooker]) -> None:
    """Check or call once."""
    seat = turn(driver)
    assert seat is not None
    client = clients[seat]
    prompt = client.prompt()
    assert prompt is not None
    client.act("check" if prompt.legal["check"] else "call")


# Coming back


def test_exactly_the_missed_events_come_then_live_then_the_prompt():
    driver, clients = started()
    seat = turn(driver)
    assert seat is not None
    play(driver, clients)
    back = clients[1 - seat]
    back.reconnect()
    position, mark = back.position, back.read
    assert position is not None
    driver.wait(90_000)  # the clock decides
    back.say(wire.Watch, after=position)
    news = back.screen.messages[mark:]
    kinds = [type(message) for message in news]
    assert kinds[0] is wire.Ok
    messages = [message for message in news if type(message) is wire.Events]
    assert messages[0].first == position.seq + 1
    assert (
        sum(len(message.events) for message in messages) == driver.host.audience.seq - position.seq
    )
    after_live = kinds[kinds.index(wire.Live) + 1 :]
    assert after_live == ([wire.Prompt] if turn(driver) == back.watcher.seat else []) + [
        wire.Presence
    ]


def test_a_client_that_missed_nothing_is_live_at_once():
    _, clients = started()
    back = clients[0]
    back.reconnect()
    mark = back.read
    back.say(wire.Watch, after=back.position)
    kinds = [type(m) for m in back.screen.messages[mark:] if type(m) is not wire.View]
    assert kinds[:2] == [wire.Ok, wire.Live]


@pytest.mark.parametrize(
    ("epoch", "ahead"), [(7, 1), (6, 0), (8, 0), (0, 0)], ids=["future", "older", "newer", "none"]
)
def test_a_position_of_another_history_gets_a_snapshot(epoch, ahead):
    _, clients = started()
    back = clients[0]
    back.reconnect()
    mark = back.read
    back.say(wire.Watch, after=wire.Position(epoch=epoch, seq=back.seq + ahead))
    (shown,) = [m for m in back.screen.messages[mark:] if type(m) is wire.Snapshot]
    assert shown.reason == "rewound"


@pytest.mark.parametrize("tail", [0, 8])
def test_a_client_that_missed_too_much_gets_a_snapshot(monkeypatch, tail):
    monkeypatch.setattr(HostDriver, "tail", tail)
    driver, clients = started()
    back = clients[0]
    back.reconnect()
    position = back.position
    for _ in range(20):
        driver.wait(90_000)
    back.say(wire.Watch, after=position)
    assert back.screen.of(wire.Snapshot)[-1].reason == "too_far"


@pytest.mark.parametrize(("more", "known"), [(0, True), (1, False)])
def test_as_many_events_as_are_kept_may_be_missed_and_not_one_more(monkeypatch, more, known):
    monkeypatch.setattr(HostDriver, "tail", 8)
    driver, _ = started()
    for _ in range(5):
        driver.wait(90_000)
    audience = driver.host.audience
    seq = audience.seq - 8 - more
    assert seq > 0
    assert audience.knows(wire.Position(epoch=audience.recent.epoch_at(seq), seq=seq)) is known


def test_missed_events_come_in_chunks_of_one_epoch():
    audience = Audience("rig", 9)
    driver, _ = started()
    events = list(driver.log)
    audience.load(events[:3], 7)
    audience.load(events[3:], 9)
    watcher = Watcher(None)
    out = audience.follow(watcher, driver.table, wire.Position(epoch=7, seq=1))
    messages = [message for _, message in out if type(message) is wire.Events]
    assert [(m.epoch, m.first, len(m.events)) for m in messages] == [
        (7, 2, 2),
        (9, 4, len(events) - 3),
    ]
    assert audience.recent.epoch_at(0) == 0
    assert (audience.recent.epoch_at(3), audience.recent.epoch_at(4)) == (7, 9)


# Seats that change hands


def leave_and_follow() -> tuple[WatchedDriver, Onlooker, Onlooker, Onlooker, set[str]]:
    """Ana was dealt a hand and left; Eva has her seat now. The clients, and Ana's cards."""
    driver = WatchedDriver(options=CASH, pause_ms=60_000)
    ana, rui = driver.client("Ana"), driver.client("Rui")
    for client in (ana, rui):
        client.say(wire.Join)
    driver.wait(60_000)
    saw = set(driver.state.hands[0])
    assert len(saw) == 2
    ana.say(wire.Leave)
    while driver.state.in_hand:
        act(driver, [ana, rui], random.Random(1))
    saw -= known_to(driver.table, None)
    eva = driver.client("Eva")
    assert eva.say(wire.Join, seat=0).result == 0
    return driver, ana, rui, eva, saw


def test_a_new_holder_of_a_seat_never_receives_the_former_players_cards():
    driver, _, _, eva, saw = leave_and_follow()
    assert saw
    eva.reconnect()
    eva.say(wire.Watch, after=wire.Position(epoch=7, seq=1))
    assert eva.screen.of(wire.Snapshot)[-1].reason == "reseated"
    received = [to_plain(message) for message in eva.screen.messages]
    assert not saw & set(cards_in([message for message in received if message["type"] != "events"]))
    history = driver.host.audience.history(driver.table, 0, 1, driver.log)
    hands = [event["hands"] for event in history if event["type"] == "hand_started"]
    assert hands == [(("??", "??"), ("??", "??"))]


def test_a_player_who_returns_to_the_event_of_sitting_down_gets_the_later_events():
    driver = HostDriver(options=CASH, pause_ms=60_000)
    first, _ = driver.seated(2)
    again = driver.client("player 0")
    again.ids = first.ids
    since = driver.host.audience.tenures.since(0)
    again.say(wire.Watch, after=wire.Position(epoch=driver.host.audience.epoch, seq=since))
    assert again.screen.of(wire.Snapshot) == []
    hand = set(driver.state.hands[0])
    assert len(hand) == 2
    assert hand <= set(cards_in(again.events()))


def test_a_player_who_left_sees_the_rails_view():
    driver, ana, _, _, _ = leave_and_follow()
    assert ana.watcher.seat is None
    assert ana.screen.of(wire.Snapshot)[-1].reason == "reseated"
    assert ana.fold is not None
    rail = redact_table(driver.table, observer_of(driver.table, None))
    assert snapshot(ana.fold) == snapshot(rail)


def test_a_player_who_left_while_away_returns_to_a_snapshot():
    driver = WatchedDriver(options=CASH, pause_ms=60_000)
    ana, rui = driver.client("Ana"), driver.client("Rui")
    for client in (ana, rui):
        client.say(wire.Join)
    driver.wait(60_000)
    ana.say(wire.Leave)
    ana.reconnect()
    position = ana.position
    while driver.state.in_hand:
        act(driver, [ana, rui], random.Random(1))
    ana.say(wire.Watch, after=position)
    assert ana.screen.of(wire.Snapshot)[-1].reason == "reseated"


def test_a_player_who_watches_from_the_rail_receives_no_secrets():
    driver, clients = started()
    seat = turn(driver)
    assert seat is not None
    client = clients[seat]
    mark = len(client.screen.messages)
    client.say(wire.Watch, after=client.position, rail=True)
    news = client.screen.messages[mark:]
    (shown,) = [m for m in news if type(m) is wire.Snapshot]
    assert (shown.seat, shown.reason) == (None, "reseated")
    assert not set(cards_in(shown.view)) - known_to(driver.table, None)
    assert wire.Prompt not in map(type, news)


@pytest.mark.parametrize("rail", [False, True], ids=["rail then seat", "seat then rail"])
def test_a_client_that_returns_with_another_view_gets_a_snapshot(rail):
    driver, clients = started()
    seat = turn(driver)
    assert seat is not None
    client = clients[seat]
    client.say(wire.Watch, after=client.position, rail=not rail)
    assert (client.view_seat is None) is not rail
    client.reconnect()
    mark = len(client.screen.messages)
    client.say(wire.Watch, after=client.position, rail=rail)
    (shown,) = [m for m in client.screen.messages[mark:] if type(m) is wire.Snapshot]
    assert (shown.seat, shown.reason) == (None if rail else seat, "reseated")
    hand = set(driver.state.hands[seat])
    assert hand.isdisjoint(cards_in(shown.view)) is rail


@pytest.mark.parametrize("rail", [False, True])
def test_a_client_that_returns_with_the_same_view_continues(rail):
    _, (ana, _) = started()
    ana.say(wire.Watch, after=ana.position, rail=rail)
    ana.reconnect()
    mark = len(ana.screen.messages)
    ana.say(wire.Watch, after=ana.position, rail=rail)
    assert wire.Snapshot not in map(type, ana.screen.messages[mark:])


# Presence and text


def test_presence_lists_the_connected_seats():
    driver, (ana, rui) = started()
    rail = driver.client("rail")
    rail.say(wire.Watch)
    assert ana.screen.of(wire.Presence)[-1] == wire.Presence(
        table="rig", connected=(True, True), watching=1
    )
    rui.reconnect()
    assert ana.screen.of(wire.Presence)[-1].connected == (True, False)
    rail.say(wire.Unwatch)
    assert ana.screen.of(wire.Presence)[-1].watching == 0


def test_a_client_that_does_not_watch_disturbs_nobody_by_leaving():
    driver, (ana, _) = started()
    mark = len(ana.screen.messages)
    stranger = driver.client("stranger")
    assert isinstance(stranger.say(wire.Unwatch), wire.Ok)
    driver.gone(stranger)
    assert len(ana.screen.messages) == mark


def test_a_client_with_lines_continues_at_its_position():
    driver = WatchedDriver(options=CASH, pause_ms=1000)
    ana, rui = driver.client("Ana", text=True), driver.client("Rui")
    for client in (ana, rui):
        client.say(wire.Join)
    driver.wait(1000)
    position = ana.position
    ana.reconnect()
    for client in (ana, rui):
        prompt = client.prompt()
        if prompt is not None and client is rui:
            client.act("call")
    ana.screen.messages.clear()
    ana.read = 0
    assert isinstance(ana.say(wire.Watch, after=position), wire.Ok)
    assert ana.screen.of(wire.Snapshot) == []
    assert all(message.lines == () for message in ana.screen.of(wire.Events))
    assert ana.screen.of(wire.Live)
    ana.screen.messages.clear()
    ana.read = 0
    rui.say(wire.SitOut)
    (last_message,) = ana.screen.of(wire.Events)
    assert any("Rui" in line for line in last_message.lines)


def test_lines_are_made_once_however_many_asked_for_them(monkeypatch):
    driver, clients = started()
    game, made = driver.table.game, []
    line = game.line
    rail = [driver.client(f"w{number}", text=True) for number in range(30)]
    for client in rail:
        client.say(wire.Watch)
    monkeypatch.setattr(
        type(game), "line", lambda self, event, state: made.append(event) or line(event, state)
    )
    first = driver.host.audience.seq
    play(driver, clients)
    assert len(made) == driver.host.audience.seq - first
    assert len({client.screen.of(wire.Events)[-1].lines for client in rail}) == 1


def test_lines_go_to_clients_that_asked_and_fit_their_view():
    driver = WatchedDriver()
    ana, rui = driver.client("Ana", text=True), driver.client("Rui")
    for client in (ana, rui):
        client.say(wire.Join)
    driver.tick()
    play(driver, [ana, rui])
    lines = [line for m in ana.screen.of(wire.Events) for line in m.lines]
    assert any("Rui" in line for line in lines)
    for message in ana.screen.of(wire.Events):
        assert len(message.lines) == len(message.events)
    assert not any(m.lines for m in rui.screen.of(wire.Events))
    mine, other = driver.state.hands
    # The draw for the button shows cards to everybody, and the same ones may be dealt after it.
    message_lines = " ".join(line for line in lines if not line.startswith("Drawn"))
    assert all(card in message_lines for card in mine)
    assert not any(card in message_lines for card in other)
