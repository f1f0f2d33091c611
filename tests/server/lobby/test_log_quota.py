"""How much log a player may cause in a day."""

from __future__ import annotations

import asyncio

import pytest
from tests.clocks import PATIENCE_S
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import code, table

from carteado.protocol import messages as wire
from carteado.server.lobby.log_quota import ADDRESS_TIMES, DAY_MS, LogQuota
from carteado.server.store.memory import MemoryStore


def test_a_player_waits_for_the_next_day_and_others_do_not():
    quota, noon = LogQuota(1000), 10 * DAY_MS + DAY_MS // 2
    quota.charge([("a", "here"), ("b", "there")], 1998, noon)
    assert quota.wait_ms("a", "here", noon) == 0
    quota.charge([("a", "here")], 1, noon)
    assert quota.wait_ms("a", "here", noon) == DAY_MS // 2
    assert quota.wait_ms("b", "there", noon) == 0
    assert quota.wait_ms("a", "here", noon + DAY_MS // 2) == 0


def test_new_players_of_one_address_share_its_quota():
    quota = LogQuota(1000)
    for number in range(ADDRESS_TIMES + 1):
        assert not quota.wait_ms(f"p{number}", "here", DAY_MS) or number == ADDRESS_TIMES
        quota.charge([(f"p{number}", "here")], 1000, DAY_MS)
    assert quota.wait_ms("new", "here", DAY_MS)


@pytest.mark.parametrize("source", ["192.0.2.1", None])
async def test_a_player_above_the_quota_sits_out_and_the_own_machine_is_not_limited(source):
    server = LobbyServer(MemoryStore())
    ana, rui = server.guest("Ana", source=source), server.guest("Rui")
    table_id = await table(server, ana, options={"format": "cash"})
    for one in (ana, rui):
        assert code(await one.ask(wire.Join, table=table_id)) == "ok"
    tables = server.lobby.tables
    tables.charges.quota.limit = 1
    assert code(await ana.ask(wire.SitOut, table=table_id)) == "ok"  # this is counted
    assert code(await rui.ask(wire.SitOut, table=table_id)) == "ok"
    assert code(await rui.ask(wire.SitIn, table=table_id)) == "ok"
    expected = "limit/log" if source else "ok"
    assert code(await ana.ask(wire.SitIn, table=table_id)) == expected
    await tables.close()


async def test_a_player_who_continues_above_the_quota_sits_out_again():
    server = LobbyServer(MemoryStore())
    ana, rui = server.guest("Ana", source="192.0.2.1"), server.guest("Rui")
    table_id = await table(server, ana, options={"format": "cash", "seats": 3})
    tables = server.lobby.tables
    tables.charges.quota.limit = 10_000_000
    for one in (ana, rui):
        assert code(await one.ask(wire.Join, table=table_id)) == "ok"
    state = tables[table_id].host.table
    await tables.keep_house()
    assert state.state.away == (False, False, False)
    tables.charges.quota.limit = 1
    # The server calls this every few seconds; a table that is dealing is paused the next time.
    async with asyncio.timeout(PATIENCE_S):
        while tables[table_id].host.table.state.away != (True, False, False):
            await tables.keep_house()
            await asyncio.sleep(0)
    assert code(await ana.ask(wire.SitIn, table=table_id)) == "limit/log"
    await tables.close()


async def test_a_busy_table_is_paused_as_soon_as_a_player_is_over_the_quota():
    """Folding bots leave a table no idle moment in which a periodic check could find it."""
    server = LobbyServer(MemoryStore())
    ana, rui = server.guest("Ana", source="192.0.2.1"), server.guest("Rui")
    table_id = await table(server, ana, options={"format": "cash", "seats": 3})
    tables = server.lobby.tables
    for one in (ana, rui):
        assert code(await one.ask(wire.Join, table=table_id)) == "ok"
    tables.charges.quota.limit = 1
    async with asyncio.timeout(PATIENCE_S):
        while not tables[table_id].host.table.state.away[0]:  # by the next commit, whatever it is
            await rui.ask(wire.SitIn, table=table_id)
            await rui.ask(wire.SitOut, table=table_id)
            await asyncio.sleep(0)
    await tables.close()
