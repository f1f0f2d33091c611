"""The bots that a player or a preset adds to a table."""

from __future__ import annotations

from tests.clocks import until
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import FAST, code, seated, table

from carteado.protocol import messages as wire
from carteado.server.lobby import opener
from carteado.server.lobby.directory import describe
from carteado.server.store.memory import MemoryStore


async def test_a_bot_is_seated_by_name_and_its_seat_is_kept_for_its_token(server):
    table_id, (ana,) = await seated(server, "Ana")
    assert code(await ana.ask(wire.AddBot, table=table_id, bot="stockfish")) == "seat/bot"
    meant = (await ana.ask(wire.AddBot, table=table_id, bot="callre")).message
    assert "did you mean 'caller'?" in meant
    unable = await ana.ask(wire.AddBot, table=table_id, bot="buraco-greedy")
    assert code(unable) == "seat/bot"
    assert "'buraco-greedy' does not play No-limit Texas Hold'em; there are: " in unable.message
    added = await ana.ask(wire.AddBot, table=table_id, bot="random")
    assert added.result == 1
    assert server.launcher.started == [(table_id, 1, "random")]
    bot = server.guest("random", kind="bot", token=server.launcher.token(table_id, 1))
    assert bot.welcome.resumed
    assert (await bot.ask(wire.Join, table=table_id)).result == 1
    assert server.lobby.tables[table_id].host.table.state.bots == (False, True)


async def test_a_removed_bot_ends_and_its_owner_is_known_after_a_restart(server):
    table_id, (ana,) = await seated(server, "Ana")
    assert code(await ana.ask(wire.AddBot, table=table_id, bot="caller")) == "ok"
    rui = server.guest("Rui")
    assert code(await rui.ask(wire.RemoveBot, table=table_id, seat=1)) == "seat/bot_not_yours"
    assert "remove_bot" in ana.welcome.capabilities
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    await later.lobby.tables.recover("later")
    back = later.guest("Ana", token=ana.welcome.token)
    stranger = later.guest("Rui", token=rui.welcome.token)
    assert code(await stranger.ask(wire.RemoveBot, table=table_id, seat=1)) == "seat/bot_not_yours"
    assert code(await back.ask(wire.RemoveBot, again=ana.ids + 1, table=table_id, seat=1)) == "ok"
    await until(lambda: later.launcher.ended)
    assert later.launcher.ended == [(table_id, 1)]
    await later.lobby.tables.close()


FAMILY = {"game": "quick-holdem", "preset": "family"}


async def test_a_preset_brings_its_bots_and_leaves_seat_0_to_the_person(server):
    ana = server.guest("Ana")
    opened = await ana.ask(wire.Open, settings=FAST, **FAMILY)
    found = opened.table
    names = {1: "parity", 2: "always", 3: "high-card"}
    assert server.launcher.started == [(found, seat, bot) for seat, bot in names.items()]
    runner = server.lobby.tables[found]
    seats = describe(runner).seats
    assert [(seat.name, seat.bot, seat.reserved) for seat in seats] == [
        (None, False, False),
        ("parity", True, True),
        ("always", True, True),
        ("high-card", True, True),
    ]
    assert (await ana.ask(wire.Join, table=found)).result == 0
    assert (await server.guest("Rui").ask(wire.Join, table=found)).code == "table/full"
    bot = server.guest("parity", kind="bot", token=server.launcher.token(found, 1))
    assert (await bot.ask(wire.Join, table=found)).result == 1


async def test_a_preset_brings_its_bots_again_after_a_restart(server):
    ana = server.guest("Ana")
    opened = await ana.ask(wire.Open, settings=FAST, **FAMILY)
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    await later.lobby.tables.recover("later")
    assert [bot for _, _, bot in later.launcher.started] == ["parity", "always", "high-card"]
    back = later.guest("Ana", token=ana.welcome.token)
    assert await back.ask(wire.Open, again=ana.ids, settings=FAST, **FAMILY) == opened
    assert list(later.lobby.tables) == [opened.table]
    await later.lobby.tables.close()


async def test_a_smaller_table_gets_bots_for_all_seats_but_one(server):
    ana = server.guest("Ana")
    opened = await ana.ask(wire.Open, settings=FAST, options={"seats": 2}, **FAMILY)
    assert server.launcher.started == [(opened.table, 1, "parity")]
    other = await ana.ask(wire.Open, settings=FAST, game="quick-holdem")
    assert [table for table, _, _ in server.launcher.started] == [opened.table]
    assert not any(server.lobby.tables[other.table].host.table.keys)


async def test_a_table_whose_bots_are_not_available_is_not_opened(monkeypatch):
    server = LobbyServer(MemoryStore(), max_bots=0)
    ana = server.guest("Ana")
    assert code(await ana.ask(wire.Open, settings=FAST, **FAMILY)) == "seat/bot"
    monkeypatch.setattr(opener, "BOTS", ("random",))
    refused = await ana.ask(wire.Open, settings=FAST, **FAMILY)
    assert (refused.code, refused.details) == ("seat/bot", {"bots": ("random",)})
    assert server.lobby.tables == {}
    await server.lobby.tables.close()


async def test_a_repeated_add_bot_gets_the_same_answer_at_the_limit():
    server = LobbyServer(MemoryStore(), max_bots=1)
    ana = server.guest("Ana")
    table_id = await table(server, ana, preset="four-player")
    added = await ana.ask(wire.AddBot, table=table_id, bot="caller")
    assert code(added) == "ok"
    assert await ana.ask(wire.AddBot, again=ana.ids, table=table_id, bot="caller") == added
    assert code(await ana.ask(wire.AddBot, table=table_id, bot="caller")) == "seat/bot"
    await server.lobby.tables.close()
