"""Opening a table: its options and presets, refusals, repeated requests, the default tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import code, seated

from carteado.engine.registry import games
from carteado.protocol import messages as wire
from carteado.server.lobby.first_tables import first_tables, open_listed
from carteado.server.store.base import Appended, Durability, Full
from carteado.server.store.errors import StoreError
from carteado.server.store.memory import MemoryStore


@pytest.mark.parametrize(
    ("fields", "details"),
    [
        (
            {"options": {"seats": 99}},
            {
                "key": "seats",
                "problem": "{value} is not from {low} to {high}",
                "value": 99,
                "low": 2,
                "high": 10,
            },
        ),
        (
            {"options": {"schedule": [{"hand": 5, "small_blind": 4, "big_blind": 2}]}},
            {
                "key": "schedule",
                "problem": "small blind {small} is more than big blind {big}",
                "small": 4,
                "big": 2,
            },
        ),
        (
            {"settings": {"increment_ms": 100}},
            {
                "key": "increment",
                "problem": "belongs to clock=total, and here clock={clock}",
                "clock": "decision",
            },
        ),
        ({"options": {"straddle": "yes"}}, {}),
    ],
)
async def test_a_refused_option_comes_with_the_template_of_its_sentence(server, fields, details):
    refused = await server.guest("Ana").ask(wire.Open, **{"game": "holdem", **fields})
    assert refused.code == "options/invalid"
    assert refused.details == details
    sentence = details.get("problem", "").format(**details)
    assert refused.message.endswith(sentence), "the English sentence stays as it was"


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
async def test_invalid_options_are_refused_and_open_nothing(server, fields, expected, key):
    ana = server.guest("Ana")
    refused = await ana.ask(wire.Open, **{"game": "holdem", **fields})
    assert refused.code == expected
    assert refused.details.get("key") == key
    assert server.lobby.tables == {}
    assert await server.store.tables() == ()


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ({"game": "holdm"}, "no game 'holdm'; did you mean 'holdem'?"),
        ({"preset": "headsup"}, "no preset 'headsup'; did you mean 'heads-up'?"),
        ({"options": {"bigblind": 1}}, "no option 'bigblind'; did you mean 'big_blind'?"),
        ({"settings": {"expires": 1}}, "no option 'expires'; did you mean 'expiries'?"),
    ],
)
async def test_a_mistyped_game_or_option_gets_a_suggestion(server, fields, hint):
    refused = await server.guest("Ana").ask(wire.Open, **{"game": "holdem", **fields})
    assert hint in refused.message


async def test_a_long_option_name_is_not_repeated_in_full(server):
    refused = await server.guest("Ana").ask(wire.Open, game="holdem", options={"z" * 9000: 1})
    assert refused.code == "options/unknown"
    assert len(refused.message) < 500


async def test_changed_options_replace_those_of_the_preset(server):
    ana = server.guest("Ana")
    opened = await ana.ask(
        wire.Open, game="holdem", preset="four-player", options={"stack": 500}, title="Late"
    )
    (info,) = (await ana.ask(wire.ListTables)).result
    assert (info["table"], info["title"]) == (opened.table, "Late")
    assert (info["options"]["seats"], info["options"]["stack"]) == (4, 500)
    assert len(info["seats"]) == 4


async def test_a_repeated_open_is_one_table(server):
    ana = server.guest("Ana")
    first = await ana.ask(wire.Open, game="holdem")
    assert await ana.ask(wire.Open, again=1, game="holdem") == first
    ana.leave()
    back = server.guest("Ana", token=ana.welcome.token)
    assert await back.ask(wire.Open, again=1, game="holdem") == first
    assert len(server.lobby.tables) == 1


async def test_an_open_repeated_at_once_is_one_table(server):
    ana = server.guest("Ana")
    ana.tell(wire.Open, game="holdem")
    ana.leave()
    back = server.guest("Ana", token=ana.welcome.token)
    reply = await back.ask(wire.Open, again=1, game="holdem")
    await asyncio.sleep(0)
    assert code(reply) == "ok"
    assert len(server.lobby.tables) == 1


async def test_the_id_of_another_command_does_not_stand_for_a_table(server):
    _, (ana, _) = await seated(server, "Ana", "Rui")
    ana.session.answers._players.clear()
    opened = await ana.ask(wire.Open, again=2, game="holdem")  # 2 was the join
    assert opened.table in server.lobby.tables
    assert len(server.lobby.tables) == 2


@pytest.mark.parametrize("trouble", [Full(reason="/a/b is full"), StoreError("/a/b: no answer")])
async def test_a_table_that_cannot_be_written_is_not_opened(server, monkeypatch, trouble):
    def append(lease: Any, commit: Any) -> asyncio.Future[Any]:
        flight = asyncio.get_running_loop().create_future()
        if isinstance(trouble, Exception):
            flight.set_exception(trouble)
        else:
            flight.set_result(trouble)
        return flight

    monkeypatch.setattr(server.store, "append", append)
    ana = server.guest("Ana")
    refused = await ana.ask(wire.Open, game="holdem")
    message = "the server cannot use its store now; ask again soon"
    assert (refused.code, refused.message) == ("server/failed", message)
    assert server.lobby.tables == {}
    monkeypatch.undo()
    assert code(await ana.ask(wire.Open, again=1, game="holdem")) == "ok"


async def test_the_default_tables_never_continue_another_log(server):
    store = server.store
    lease = await store.acquire("heads-up", "somebody", 1)
    commit = lease.commit([(1, {"type": "moon_landing"})], at=0)
    outcome = await store.append(lease, commit)
    assert outcome == Appended(version=1, reached=Durability.MEMORY)
    await store.release(lease)
    problems = await server.lobby.tables.recover("here")
    assert len(problems) == 1
    assert "heads-up" in problems[0]
    await open_listed(server.lobby.tables, first_tables())
    assert "four-player" in server.lobby.tables
    assert len(server.lobby.tables) == 5
    assert (await store.head("heads-up")).version == 1


async def test_the_default_tables_have_their_bots(server):
    await open_listed(server.lobby.tables, first_tables())
    await until(lambda: len(server.launcher.started) == 10)
    seats: dict[str, list[str]] = {}
    for opened, _, bot in server.launcher.started:
        seats.setdefault(opened, []).append(bot)
    assert seats == {
        "heads-up": ["equity"],
        "four-player": ["tight", "mixed", "equity"],
        "quick-holdem": ["parity", "always", "high-card"],
        "buraco": ["buraco-study"] * 3,
    }
    assert {runner.host.table.game.id for runner in server.lobby.tables.values()} == set(games())
    listed = (await server.guest("Ana").ask(wire.ListTables)).result
    assert [s["reserved"] for s in listed[0]["seats"]] == [True, False]
    assert listed[0]["settings"]["auto_restart"]


async def test_many_tables_of_one_title_are_not_compared_with_one_another():
    server = LobbyServer(MemoryStore(), player_tables=40)
    ana = server.guest("Ana")
    titles = []
    for _ in range(40):
        opened = await ana.ask(wire.Open, game="holdem", title="Den")
        titles.append(server.lobby.tables[opened.table].host.table.opened.title)
    assert titles == ["Den", *(f"Den {number}" for number in range(2, 41))]
    read = 0

    class Counted(dict):
        def values(self):
            nonlocal read
            read += len(self)
            return super().values()

    opener = server.lobby.tables.opener
    opener._running = Counted(opener._running)
    assert opener.free_title("Den") == "Den 41"
    assert read == 40
    await server.lobby.tables.close()
