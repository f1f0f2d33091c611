"""The lobby: sessions, tables, and who may ask for what."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from tests.clocks import pass_time, until
from tests.server.fakes import House
from tests.server.lobby.guests import CASH, FAST, code, play_hand, seated, table
from tests.server.store.contract import TTL
from tests.server.store.test_memory import Clock

from carteado.engine.events import event_to_plain
from carteado.engine.plain import to_plain
from carteado.engine.registry import games
from carteado.protocol import messages as wire
from carteado.server.lobby import abandoned, directory, opener, restarts
from carteado.server.lobby import sessions as sessions_module
from carteado.server.lobby.directory import describe
from carteado.server.lobby.first_tables import first_tables, open_listed
from carteado.server.store.base import Appended, Durability, Full
from carteado.server.store.errors import StoreError
from carteado.server.store.memory import MemoryStore


async def lapse(clock: Clock) -> None:
    """Let the time of all leases run out, for the store and for who waits for them."""
    await asyncio.sleep(0)  # who is to wait begins to
    clock.ahead += TTL
    pass_time(TTL / 1000 + 1)


# Sessions


async def test_a_stranger_gets_a_token_and_is_known_by_it(house):
    ana = house.guest("Ana")
    assert not ana.welcome.resumed
    assert len(ana.welcome.token) >= 43
    ana.leave()
    back = house.guest("Ana Maria", token=ana.welcome.token)
    assert back.welcome.resumed
    assert (back.welcome.name, back.welcome.token) == ("Ana Maria", ana.welcome.token)
    assert house.metrics.resumed == 1


async def test_an_unknown_token_gives_a_new_player_and_says_so(house):
    ana = house.guest("Ana", token="A" * 43)
    assert not ana.welcome.resumed
    assert ana.welcome.seats == ()


async def test_the_seats_that_are_held_are_in_the_welcome(house):
    found, (ana, _) = await seated(house, "Ana", "Rui")
    ana.leave()
    back = house.guest("Ana", token=ana.welcome.token)
    assert back.welcome.seats == (wire.Holding(table=found, seat=0),)


async def test_a_second_connection_replaces_the_first_which_then_counts_for_nothing(house):
    found, (ana, rui) = await seated(house, "Ana", "Rui")
    again = house.guest("Ana", token=ana.welcome.token)
    assert ana.closed == ["session/replaced"]
    ana.leave()
    assert again.session.connection is again
    assert code(await again.ask(wire.Watch, again=50, table=found)) == "ok"
    assert rui.of(wire.Presence)[-1].connected == (True, True)


async def test_the_oldest_sessions_are_forgotten_above_the_limit(house, monkeypatch):
    monkeypatch.setattr(sessions_module, "SESSIONS_KEPT", 3)
    here = house.guest("here")
    for number in range(8):
        house.guest(f"g{number}").leave()
    assert len(house.lobby.sessions) <= 4
    assert here.session.player.key in house.lobby.sessions
    assert code(await here.ask(wire.ListTables)) == "ok"


async def test_a_viewer_only_watches(house):
    found, _ = await seated(house, "Ana", "Rui")
    viewer = house.guest("eyes", kind="viewer")
    assert code(await viewer.ask(wire.Watch, table=found)) == "ok"
    for cls, fields in (
        (wire.Join, {"table": found}),
        (wire.Chat, {"table": found, "text": "x"}),
        (wire.AddBot, {"table": found, "bot": "caller"}),
        (wire.Open, {"game": "holdem"}),
    ):
        assert code(await viewer.ask(cls, **fields)) == "session/viewer"
    assert code(await viewer.ask(wire.ListTables)) == "ok"


async def test_ping_is_answered_with_the_clock(house):
    ana = house.guest("Ana")
    ana.tell(wire.Ping)
    (pong,) = ana.of(wire.Pong)
    assert abs(pong.now_ms - ana.welcome.time_ms) < 60_000


async def test_prompts_carry_the_clock_of_the_welcome(house):
    _found, guests = await seated(house, "Ana", "Rui")
    (prompt,) = await until(lambda: [p for g in guests for p in g.of(wire.Prompt)])
    assert abs(prompt.now_ms - guests[0].welcome.time_ms) < 60_000


@pytest.mark.parametrize("jump_s", [-3600, 3600])
async def test_the_clock_that_clients_are_told_is_one_although_the_machines_is_set(
    house, monkeypatch, jump_s
):
    """Else who reckons deadlines by what a pong said is wrong by the jump."""
    ana = house.guest("Ana")
    wall = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: wall() + jump_s * 10**9)
    ana.tell(wire.Ping)
    (pong,) = ana.of(wire.Pong)
    _found, guests = await seated(house, "Bia", "Rui")
    (prompt,) = await until(lambda: [p for g in guests for p in g.of(wire.Prompt)])
    times = [ana.welcome.time_ms, pong.now_ms, guests[0].welcome.time_ms, prompt.now_ms]
    assert times[0] <= times[1] <= times[2] <= times[3] < times[0] + 60_000


# Opening


@pytest.mark.parametrize(
    ("fields", "expected", "key"),
    [
        ({"game": "solitaire"}, "options/unknown_game", None),
        ({"preset": "ten-player"}, "options/unknown_preset", None),
        ({"options": {"colour": 1}}, "options/unknown", None),
        ({"settings": {"colour": 1}}, "options/unknown", None),
        ({"options": {"seats": 1}}, "options/invalid", "seats"),
        ({"options": {"seats": "2"}}, "options/invalid", None),
        ({"options": {"seats": True}}, "options/invalid", None),
        ({"options": {"seats": None}}, "options/invalid", None),
        ({"options": {"stack": 0}}, "options/invalid", "stack"),
        ({"options": {"stack": [1]}}, "options/invalid", None),
        ({"options": {"small_blind": 30}}, "options/invalid", "blinds"),
        ({"options": {"format": "ring"}}, "options/invalid", None),
        ({"options": {"schedule": [{"hand": 1}]}}, "options/invalid", None),
        ({"options": {"buy_in_min": 5}}, "options/invalid", "buy_in_min"),
        ({"settings": {"decision_ms": 1}}, "options/invalid", "decision_ms"),
        ({"settings": {"decision_ms": "fast"}}, "options/invalid", None),
        ({"settings": {"auto_restart": 1}}, "options/invalid", None),
        ({"settings": {"expiries": 0}}, "options/invalid", "expiries"),
        ({"settings": {"advice": "some"}}, "options/invalid", None),
    ],
)
async def test_options_that_cannot_be_are_refused_and_open_nothing(house, fields, expected, key):
    ana = house.guest("Ana")
    refused = await ana.ask(wire.Open, **{"game": "holdem", **fields})
    assert refused.code == expected
    assert refused.details.get("key") == key
    assert house.lobby.tables == {}
    assert await house.store.tables() == ()


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ({"game": "holdm"}, "no game 'holdm'; did you mean 'holdem'?"),
        ({"preset": "headsup"}, "no preset 'headsup'; did you mean 'heads-up'?"),
        ({"options": {"bigblind": 1}}, "no option 'bigblind'; did you mean 'big_blind'?"),
        ({"settings": {"expires": 1}}, "no option 'expires'; did you mean 'expiries'?"),
    ],
)
async def test_a_mistyped_game_or_option_gets_a_suggestion(house, fields, hint):
    refused = await house.guest("Ana").ask(wire.Open, **{"game": "holdem", **fields})
    assert hint in refused.message


async def test_a_long_name_of_an_option_is_not_told_back_whole(house):
    refused = await house.guest("Ana").ask(wire.Open, game="holdem", options={"z" * 9000: 1})
    assert refused.code == "options/unknown"
    assert len(refused.message) < 500


async def test_options_are_those_of_the_preset_with_what_was_changed(house):
    ana = house.guest("Ana")
    opened = await ana.ask(
        wire.Open, game="holdem", preset="four-player", options={"stack": 500}, title="Late"
    )
    (info,) = (await ana.ask(wire.ListTables)).result
    assert (info["table"], info["title"]) == (opened.table, "Late")
    assert (info["options"]["seats"], info["options"]["stack"]) == (4, 500)
    assert len(info["seats"]) == 4


async def test_an_open_that_comes_again_is_one_table(house):
    ana = house.guest("Ana")
    first = await ana.ask(wire.Open, game="holdem")
    assert await ana.ask(wire.Open, again=1, game="holdem") == first
    ana.leave()
    back = house.guest("Ana", token=ana.welcome.token)
    assert await back.ask(wire.Open, again=1, game="holdem") == first
    assert len(house.lobby.tables) == 1


async def test_an_open_that_comes_again_at_once_is_one_table(house):
    ana = house.guest("Ana")
    ana.tell(wire.Open, game="holdem")
    ana.leave()
    back = house.guest("Ana", token=ana.welcome.token)
    reply = await back.ask(wire.Open, again=1, game="holdem")
    await asyncio.sleep(0)
    assert code(reply) == "ok"
    assert len(house.lobby.tables) == 1


async def test_an_id_that_another_command_had_does_not_stand_for_a_table(house):
    _, (ana, _) = await seated(house, "Ana", "Rui")
    ana.session.answers._players.clear()
    opened = await ana.ask(wire.Open, again=2, game="holdem")  # 2 was the join
    assert opened.table in house.lobby.tables
    assert len(house.lobby.tables) == 2


async def test_tables_have_a_limit():
    house = House(MemoryStore(), max_tables=2)
    ana = house.guest("Ana")
    replies = [code(await ana.ask(wire.Open, game="holdem")) for _ in range(3)]
    assert replies == ["ok", "ok", "limit/tables"]
    await house.lobby.tables.close()


@pytest.mark.parametrize("trouble", [Full(reason="/a/b is full"), StoreError("/a/b: no answer")])
async def test_a_table_that_cannot_be_written_is_not_opened(house, monkeypatch, trouble):
    def append(lease: Any, commit: Any) -> asyncio.Future[Any]:
        flight = asyncio.get_running_loop().create_future()
        if isinstance(trouble, Exception):
            flight.set_exception(trouble)
        else:
            flight.set_result(trouble)
        return flight

    monkeypatch.setattr(house.store, "append", append)
    ana = house.guest("Ana")
    refused = await ana.ask(wire.Open, game="holdem")
    message = "the server cannot use its store now; ask again soon"
    assert (refused.code, refused.message) == ("server/failed", message)
    assert house.lobby.tables == {}
    monkeypatch.undo()
    assert code(await ana.ask(wire.Open, again=1, game="holdem")) == "ok"


async def test_the_default_tables_never_continue_another_log(house):
    store = house.store
    lease = await store.acquire("heads-up", "somebody", 1)
    commit = lease.commit([(1, {"type": "moon_landing"})], at=0)
    outcome = await store.append(lease, commit)
    assert outcome == Appended(version=1, reached=Durability.MEMORY)
    await store.release(lease)
    problems = await house.lobby.tables.recover("here")
    assert len(problems) == 1
    assert "heads-up" in problems[0]
    await open_listed(house.lobby.tables, first_tables())
    assert "four-player" in house.lobby.tables
    assert len(house.lobby.tables) == 5
    assert (await store.head("heads-up")).version == 1


async def test_the_default_tables_have_their_bots(house):
    await open_listed(house.lobby.tables, first_tables())
    await until(lambda: len(house.launcher.started) == 10)
    seats: dict[str, list[str]] = {}
    for opened, _, bot in house.launcher.started:
        seats.setdefault(opened, []).append(bot)
    assert seats == {
        "heads-up": ["equity"],
        "four-player": ["tight", "mixed", "equity"],
        "quick-holdem": ["parity", "always", "high-card"],
        "buraco": ["buraco-study"] * 3,
    }
    assert {runner.host.table.game.id for runner in house.lobby.tables.values()} == set(games())
    listed = (await house.guest("Ana").ask(wire.ListTables)).result
    assert [s["reserved"] for s in listed[0]["seats"]] == [True, False]
    assert listed[0]["settings"]["auto_restart"]


# Bots


async def test_a_bot_is_seated_by_name_and_its_seat_is_kept_for_its_token(house):
    found, (ana,) = await seated(house, "Ana")
    assert code(await ana.ask(wire.AddBot, table=found, bot="stockfish")) == "seat/bot"
    meant = (await ana.ask(wire.AddBot, table=found, bot="callre")).message
    assert "did you mean 'caller'?" in meant
    added = await ana.ask(wire.AddBot, table=found, bot="random")
    assert added.result == 1
    assert house.launcher.started == [(found, 1, "random")]
    bot = house.guest("random", kind="bot", token=house.launcher.token(found, 1))
    assert bot.welcome.resumed
    assert (await bot.ask(wire.Join, table=found)).result == 1
    assert house.lobby.tables[found].host.table.state.bots == (False, True)


async def test_a_bot_that_is_sent_away_ends_and_who_asked_is_known_after_a_restart(house):
    found, (ana,) = await seated(house, "Ana")
    assert code(await ana.ask(wire.AddBot, table=found, bot="caller")) == "ok"
    rui = house.guest("Rui")
    assert code(await rui.ask(wire.RemoveBot, table=found, seat=1)) == "seat/bot_not_yours"
    assert "remove_bot" in ana.welcome.capabilities
    await house.lobby.tables.close()
    later = House(house.store)
    await later.lobby.tables.recover("later")
    back = later.guest("Ana", token=ana.welcome.token)
    stranger = later.guest("Rui", token=rui.welcome.token)
    assert code(await stranger.ask(wire.RemoveBot, table=found, seat=1)) == "seat/bot_not_yours"
    assert code(await back.ask(wire.RemoveBot, again=ana.ids + 1, table=found, seat=1)) == "ok"
    await until(lambda: later.launcher.ended)
    assert later.launcher.ended == [(found, 1)]
    await later.lobby.tables.close()


FAMILY = {"game": "quick-holdem", "preset": "family"}


async def test_a_preset_brings_its_bots_and_leaves_seat_0_to_the_person(house):
    ana = house.guest("Ana")
    opened = await ana.ask(wire.Open, settings=FAST, **FAMILY)
    found = opened.table
    names = {1: "parity", 2: "always", 3: "high-card"}
    assert house.launcher.started == [(found, seat, bot) for seat, bot in names.items()]
    runner = house.lobby.tables[found]
    seats = describe(runner).seats
    assert [(seat.name, seat.bot, seat.reserved) for seat in seats] == [
        (None, False, False),
        ("parity", True, True),
        ("always", True, True),
        ("high-card", True, True),
    ]
    assert (await ana.ask(wire.Join, table=found)).result == 0
    assert (await house.guest("Rui").ask(wire.Join, table=found)).code == "table/full"
    bot = house.guest("parity", kind="bot", token=house.launcher.token(found, 1))
    assert (await bot.ask(wire.Join, table=found)).result == 1


async def test_a_preset_brings_its_bots_again_after_a_restart(house):
    ana = house.guest("Ana")
    opened = await ana.ask(wire.Open, settings=FAST, **FAMILY)
    await house.lobby.tables.close()
    later = House(house.store)
    await later.lobby.tables.recover("later")
    assert [bot for _, _, bot in later.launcher.started] == ["parity", "always", "high-card"]
    back = later.guest("Ana", token=ana.welcome.token)
    assert await back.ask(wire.Open, again=ana.ids, settings=FAST, **FAMILY) == opened
    assert list(later.lobby.tables) == [opened.table]
    await later.lobby.tables.close()


async def test_at_a_smaller_table_as_many_bots_as_leave_one_seat(house):
    ana = house.guest("Ana")
    opened = await ana.ask(wire.Open, settings=FAST, options={"seats": 2}, **FAMILY)
    assert house.launcher.started == [(opened.table, 1, "parity")]
    other = await ana.ask(wire.Open, settings=FAST, game="quick-holdem")
    assert [table for table, _, _ in house.launcher.started] == [opened.table]
    assert not any(house.lobby.tables[other.table].host.table.keys)


async def test_a_table_whose_bots_cannot_be_had_is_not_opened(monkeypatch):
    house = House(MemoryStore(), max_bots=0)
    ana = house.guest("Ana")
    assert code(await ana.ask(wire.Open, settings=FAST, **FAMILY)) == "seat/bot"
    monkeypatch.setattr(opener, "BOTS", ("random",))
    refused = await ana.ask(wire.Open, settings=FAST, **FAMILY)
    assert (refused.code, refused.details) == ("seat/bot", {"bots": ("random",)})
    assert house.lobby.tables == {}
    await house.lobby.tables.close()


async def test_an_added_bot_is_the_same_answer_again_though_no_more_fit():
    house = House(MemoryStore(), max_bots=1)
    ana = house.guest("Ana")
    found = await table(house, ana, preset="four-player")
    added = await ana.ask(wire.AddBot, table=found, bot="caller")
    assert code(added) == "ok"
    assert await ana.ask(wire.AddBot, again=ana.ids, table=found, bot="caller") == added
    assert code(await ana.ask(wire.AddBot, table=found, bot="caller")) == "seat/bot"
    await house.lobby.tables.close()


# Tables


async def test_a_table_that_is_not_there_is_refused_for_every_command(house):
    ana = house.guest("Ana")
    for cls, fields in (
        (wire.Watch, {}),
        (wire.Join, {}),
        (wire.Leave, {}),
        (wire.Act, {"decision": 1, "action": {}}),
        (wire.AddBot, {"bot": "caller"}),
        (wire.Chat, {"text": "x"}),
        (wire.History, {}),
        (wire.Proofs, {"deal": 1}),
        (wire.Unwatch, {}),
    ):
        refused = await ana.ask(cls, table="nowhere", **fields)
        assert (refused.code, refused.details) == ("table/unknown", {"table": "nowhere"})
    before = len(ana.messages)
    house.lobby.receive(ana.session, wire.Nonce(table="nowhere", deal=1, nonce="0" * 32))
    assert [(m.id, m.code) for m in ana.messages[before:]] == [(None, "table/unknown")]


async def test_a_client_does_not_follow_a_table_that_refused_its_request(house, monkeypatch):
    found, (ana, _) = await seated(house, "Ana", "Rui")
    runner = house.lobby.tables[found]
    monkeypatch.setattr(runner, "submit", lambda request: False)
    late = house.guest("late")
    assert code(await late.ask(wire.Watch, table=found)) == "table/busy"
    assert late.session.watching == {}
    assert code(await ana.ask(wire.Unwatch, table=found)) == "table/busy"
    assert found in ana.session.watching
    monkeypatch.undo()
    ana.leave()
    await until(lambda: not runner.host.audience.connected(0))


async def test_a_bug_is_a_refusal_and_the_connection_goes_on(house, monkeypatch):
    ana = house.guest("Ana")

    def broken(runner: Any) -> Any:
        raise ZeroDivisionError("secret")

    await table(house, ana)
    monkeypatch.setattr(directory, "describe", broken)
    refused = await ana.ask(wire.ListTables)
    assert refused.code == "server/failed"
    assert "secret" not in refused.message
    monkeypatch.undo()
    assert code(await ana.ask(wire.ListTables)) == "ok"


async def test_a_table_that_failed_comes_back_from_its_log(house, monkeypatch):
    monkeypatch.setattr(restarts, "BACK_OFF_S", (0.01,))
    found, (ana, rui) = await seated(house, "Ana", "Rui")
    other = await table(house, house.guest("Eva"))
    runner = house.lobby.tables[found]

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(runner.host, "applied", broken)
    ana.tell(wire.SitOut, table=found)
    await until(lambda: ana.closed)
    assert ana.closed == rui.closed == ["server/failed"]
    assert code(await house.guest("late").ask(wire.Watch, table=found)) == "table/failed"
    await until(lambda: found in house.lobby.tables)
    assert house.lobby.tables[found] is not runner
    assert other in house.lobby.tables
    back = house.guest("Ana", token=ana.welcome.token)
    assert back.welcome.seats == (wire.Holding(table=found, seat=0),)
    first = await back.ask(wire.SitOut, again=ana.ids, table=found)
    assert isinstance(first, wire.Ok)  # it had landed, and is not done twice
    assert house.lobby.tables[found].host.table.state.away == (True, False)


# Recovery


async def test_a_lobby_goes_on_where_another_stopped(house):
    found, guests = await seated(house, "Ana", "Rui", options=CASH)
    await play_hand(house, found, guests)
    host = house.lobby.tables[found].host
    await until(lambda: host.open_decision is not None)
    decision = host.open_decision.decision
    seq = host.audience.seq
    await house.lobby.tables.close()
    later = House(house.store)
    assert await later.lobby.tables.recover("again") == []
    after = later.lobby.tables[found].host
    assert (after.audience.seq, after.open_decision.decision) == (seq, decision)
    back = later.guest("Ana", token=guests[0].welcome.token)
    assert back.welcome.resumed
    assert back.welcome.seats == (wire.Holding(table=found, seat=0),)
    await later.lobby.tables.close()


async def test_a_spectator_resumes_after_a_restart_without_a_known_session(house):
    found, (ana, _) = await seated(house, "Ana", "Rui")
    rail = house.guest("Eva", kind="viewer")
    await rail.ask(wire.Watch, table=found)
    (live,) = await until(lambda: rail.of(wire.Live))
    await ana.ask(wire.SitOut, table=found)
    seq = house.lobby.tables[found].host.audience.seq
    await house.lobby.tables.close()
    later = House(house.store)
    await later.lobby.tables.recover("later")
    back = later.guest("Eva", kind="viewer", token=rail.welcome.token)
    assert not back.welcome.resumed
    after = wire.Position(epoch=live.epoch, seq=live.seq)
    await back.ask(wire.Watch, table=found, after=after)
    await until(lambda: back.of(wire.Live))
    assert back.of(wire.Snapshot) == []
    numbers = [m.first + at for m in back.of(wire.Events) for at in range(len(m.events))]
    assert numbers[: seq - live.seq] == list(range(live.seq + 1, seq + 1))
    await later.lobby.tables.close()


async def test_a_table_that_another_server_holds_is_taken_when_its_lease_ends():
    clock = Clock()
    house = House(MemoryStore(clock=clock))
    found = await table(house, house.guest("Ana"))
    lease = house.lobby.tables[found].lease
    await house.lobby.tables.close()
    assert (await house.store.acquire(found, "another", TTL)) is not lease
    later = House(house.store)
    (problem,) = await later.lobby.tables.recover("here")
    assert found in problem
    assert "another" in problem
    assert later.lobby.tables == {}
    refused = await later.guest("Rui").ask(wire.Watch, table=found)
    message = "another server has this table now; ask again soon"
    assert (refused.code, refused.message) == ("table/failed", message)
    await lapse(clock)
    await until(lambda: found in later.lobby.tables)
    await later.lobby.tables.close()


async def test_one_log_that_cannot_be_read_leaves_the_others_alone(house):
    good = await table(house, house.guest("Ana"))
    lease = await house.store.acquire("broken", "x", 1)
    await house.store.append(lease, lease.commit([(1, {"type": "moon_landing"})], at=0))
    odd = await house.store.acquire("odd", "x", 1)
    # A log that folds to nonsense: an error of no kind that is expected.
    opened = house.lobby.tables[good].host.table.opened
    data = {**event_to_plain(opened), "table": "odd"}
    await house.store.append(odd, odd.commit([(1, data)], at=0))
    key = {"type": "seat_keyed", "seat": 77, "key": None, "label": ["As", "Kd"]}
    await house.store.append(odd, odd.commit([(1, key)], at=0))
    await house.lobby.tables.close()
    await house.store.release(lease)
    await house.store.release(odd)
    later = House(house.store)
    problems = await later.lobby.tables.recover("again")
    assert sorted(p.split()[1].rstrip(":") for p in problems) == ["broken", "odd"]
    assert list(later.lobby.tables) == [good]
    ana = later.guest("Ana")
    refused = await ana.ask(wire.Watch, table="broken")
    assert (refused.code, "moon_landing" in refused.message) == ("table/failed", True)
    # What an event holds may be hidden from whoever asks, or reads the server's log.
    refused = await ana.ask(wire.Watch, table="odd")
    assert refused.code == "table/failed"
    assert "As" not in refused.message + "".join(problems)
    assert __file__.rpartition("/tests/")[0] not in refused.message
    await later.lobby.tables.close()


async def test_a_log_that_turns_out_to_be_closed_is_no_table_that_stands_still():
    clock = Clock()
    house = House(MemoryStore(clock=clock))
    found = await table(house, house.guest("Ana"))
    await house.lobby.tables.close()
    lease = await house.store.acquire(found, "another", TTL)
    closed = lease.commit([(1, {"type": "table_closed", "reason": "enough"})], at=0)
    later = House(house.store)
    (problem,) = await later.lobby.tables.recover("here")
    assert "another" in problem
    await house.store.append(lease, closed)  # the other server ends the table, and its lease lapses
    await lapse(clock)
    await until(lambda: later.lobby.tables.health() is None)
    assert code(await later.guest("Rui").ask(wire.Watch, table=found)) == "table/unknown"
    await later.lobby.tables.close()


async def test_a_deserted_table_is_closed_after_a_while_and_the_others_stay(house, monkeypatch):
    sat, (ana,) = await seated(house, "Ana")
    empty = await table(house, ana)
    await house.lobby.tables.keep_house()
    assert set(house.lobby.tables) == {sat, empty}
    later = abandoned.now_ms() + house.settings.empty_minutes * 60_000 + 1
    monkeypatch.setattr(abandoned, "now_ms", lambda: later)
    await house.lobby.tables.keep_house()
    await until(lambda: set(house.lobby.tables) == {sat})
    assert code(await ana.ask(wire.Join, table=empty)) == "table/unknown"
    assert await house.store.tables() == (sat,)
    assert set(await house.store.tables(closed=True)) == {sat, empty}


async def test_a_store_that_does_not_answer_does_not_end_the_housekeeping(house, monkeypatch):
    found = await table(house, house.guest("Ana"))

    async def silent(lease: Any) -> bool:
        raise StoreError("no answer")

    monkeypatch.setattr(house.store, "renew", silent)
    await house.lobby.tables.keep_house()
    assert found in house.lobby.tables


async def test_health_names_the_tables_that_stand_still(house, monkeypatch):
    ana = house.guest("Ana")
    runner = house.lobby.tables[await table(house, ana)]
    assert house.lobby.tables.health() is None
    monkeypatch.setattr(type(runner), "stuck", True)
    problem = house.lobby.tables.health()
    assert problem is not None
    assert runner.id in problem


# The list


async def test_a_table_is_described_once_until_it_changes(monkeypatch):
    described: list[str] = []

    def counted(runner: Any) -> wire.TableInfo:
        described.append(runner.id)
        return describe(runner)

    monkeypatch.setattr(directory, "describe", counted)
    house = House(MemoryStore())
    found, (ana, rui) = await seated(house, "Ana", "Rui")
    other = await table(house, ana)
    await until(lambda: house.lobby.tables[found].host.table.state.in_hand)
    described.clear()
    lists = [(await ana.ask(wire.ListTables)).result for _ in range(20)]
    assert sorted(described) == sorted([found, other])
    assert lists[0] == lists[-1]
    described.clear()
    rail = house.guest("Eva", kind="viewer")
    await rail.ask(wire.Watch, table=other)
    changed = (await ana.ask(wire.ListTables)).result
    assert described == [other]
    assert [info["watching"] for info in changed if info["table"] == other] == [1]
    rail.leave()
    rui.leave()
    left = {info["table"]: info for info in (await ana.ask(wire.ListTables)).result}
    assert [left[one]["watching"] for one in (found, other)] == [0, 0]  # a player is no watcher
    assert [seat["connected"] for seat in left[found]["seats"]] == [True, False]
    house.lobby.tables[other].end("enough")
    await until(lambda: other not in house.lobby.tables)
    assert [info["table"] for info in (await ana.ask(wire.ListTables)).result] == [found]
    await house.lobby.tables.close()


async def test_the_list_tells_the_points_of_a_game_that_has_them(house):
    ana = house.guest("Ana")
    for game, score in (("buraco", (0, 0)), ("holdem", ())):
        opened = await ana.ask(wire.Open, game=game, settings=FAST)
        assert describe(house.lobby.tables[opened.table]).score == score


async def test_the_list_is_always_as_the_tables_are(house):
    found, guests = await seated(house, "Ana", "Rui", options=CASH)

    async def check() -> None:
        listed = (await guests[0].ask(wire.ListTables)).result
        tables = house.lobby.tables
        assert listed == tuple(to_plain(describe(runner)) for runner in tables.values())

    await check()
    for _ in range(2):
        await play_hand(house, found, guests)
        await check()
    await guests[1].ask(wire.SitOut, table=found)
    await check()
    await guests[1].ask(wire.Leave, table=found)
    await check()
    await guests[0].ask(wire.AddBot, table=found, bot="caller")
    await check()


# What one player may have


async def test_one_player_opens_so_many_tables_and_others_go_on():
    house = House(MemoryStore(), player_tables=2)
    ana, rui = house.guest("Ana"), house.guest("Rui")
    replies = [await ana.ask(wire.Open, game="holdem") for _ in range(3)]
    assert list(map(code, replies)) == ["ok", "ok", "limit/tables"]
    assert replies[2].details == {"limit": 2}
    assert code(await rui.ask(wire.Open, game="holdem")) == "ok"
    house.lobby.tables[replies[0].table].end("enough")
    await until(lambda: replies[0].table not in house.lobby.tables)
    assert code(await ana.ask(wire.Open, game="holdem")) == "ok"
    await house.lobby.tables.close()


async def test_many_tables_of_one_title_are_not_compared_with_one_another():
    house = House(MemoryStore(), player_tables=40)
    ana = house.guest("Ana")
    titles = []
    for _ in range(40):
        opened = await ana.ask(wire.Open, game="holdem", title="Den")
        titles.append(house.lobby.tables[opened.table].host.table.opened.title)
    assert titles == ["Den", *(f"Den {number}" for number in range(2, 41))]
    read = 0

    class Counted(dict):
        def values(self):
            nonlocal read
            read += len(self)
            return super().values()

    opener = house.lobby.tables.opener
    opener._running = Counted(opener._running)
    assert opener.free_title("Den") == "Den 41"
    assert read == 40
    await house.lobby.tables.close()


async def test_tables_that_are_being_opened_count_too():
    house = House(MemoryStore(), player_tables=2)
    ana = house.guest("Ana")
    for _ in range(5):
        ana.tell(wire.Open, game="holdem")
    await until(lambda: len(ana.of(wire.Ok) + ana.of(wire.Refused)) == 5)
    assert len(house.lobby.tables) == len(ana.of(wire.Ok)) == 2
    await house.lobby.tables.close()


async def test_the_tables_of_a_player_are_counted_after_a_restart():
    house = House(MemoryStore(), player_tables=1, player_seats=1)
    found, (ana,) = await seated(house, "Ana")
    await house.lobby.tables.close()
    later = House(house.store, player_tables=1, player_seats=1)
    await later.lobby.tables.recover("later")
    back = later.guest("Ana", token=ana.welcome.token)
    assert [held.table for held in back.welcome.seats] == [found]
    assert code(await back.ask(wire.Open, again=50, game="holdem")) == "limit/tables"
    other = await table(later, later.guest("Rui"))
    assert code(await back.ask(wire.Join, again=51, table=other)) == "limit/seats"
    assert code(await back.ask(wire.Leave, again=52, table=found)) == "ok"
    assert code(await back.ask(wire.Join, again=53, table=other)) == "ok"
    await later.lobby.tables.close()


async def test_the_host_itself_opens_its_tables_without_a_limit():
    house = House(MemoryStore(), player_tables=1)
    await open_listed(house.lobby.tables, first_tables())
    assert len(house.lobby.tables) == 5, "one of every game, and one heads-up"
    await house.lobby.tables.close()


async def test_one_player_holds_so_many_seats_however_fast_they_ask():
    house = House(MemoryStore(), player_seats=2)
    rui, ana = house.guest("Rui"), house.guest("Ana")
    found = [await table(house, rui) for _ in range(4)]
    for one in found:
        ana.tell(wire.Join, table=one)
    await until(lambda: len(ana.of(wire.Ok) + ana.of(wire.Refused)) == 4)
    refused = ana.of(wire.Refused)
    assert [(one.code, one.details) for one in refused] == [("limit/seats", {"limit": 2})] * 2
    held = house.guest("Ana", token=ana.welcome.token)
    assert len(held.welcome.seats) == 2
    assert code(await held.ask(wire.Join, again=20, table=found[0])) == "seat/already"
    assert code(await rui.ask(wire.Join, table=found[3])) == "ok"
    await house.lobby.tables.close()


async def test_a_seat_that_was_refused_for_another_reason_is_not_counted():
    house = House(MemoryStore(), player_seats=1)
    rui, ana = house.guest("Rui"), house.guest("Ana")
    first, second = await table(house, rui), await table(house, rui)
    assert code(await ana.ask(wire.Join, table=first, credit=1)) == "seat/credit"
    assert code(await ana.ask(wire.Join, table=second)) == "ok"
    await house.lobby.tables.close()


async def test_seats_of_a_table_that_fell_do_not_count_until_it_is_back(house, monkeypatch):
    found, (ana,) = await seated(house, "Ana")
    runner = house.lobby.tables[found]
    runner._fail(RuntimeError("a bug"))
    assert house.guest("Ana", token=ana.welcome.token).welcome.seats == ()
    await until(lambda: found in house.lobby.tables)
    back = house.guest("Ana", token=ana.welcome.token)
    assert [held.table for held in back.welcome.seats] == [found]
