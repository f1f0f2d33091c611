"""What ``carteado serve`` has open from the first start: tables with the host's bots."""

from __future__ import annotations

import asyncio

import pytest
from tests.clocks import PATIENCE_S, until

from carteado.client import Client
from carteado.protocol import messages as wire

from .players import Caller, nothing_missed
from .processes import Server

FIRST_TABLES = {"heads-up": 2, "four-player": 4, "quick-holdem": 4, "buraco": 4, "poker-face": 1}


async def seat_counts(url: str) -> dict[str, int]:
    async with Client(url, name="eyes", kind="viewer") as client:
        listed = (await client.request(wire.ListTables)).result
    names = {seat["name"] for info in listed for seat in info["seats"]}
    assert not {"random", "buraco-random"} & names  # nobody learns a game from these
    return {info["table"]: len(info["seats"]) for info in listed}


@pytest.mark.exhaustive  # two starts with ten bots each
async def test_a_person_plays_with_the_hosts_bots_across_a_kill(tmp_path):
    server = Server(tmp_path, f"sqlite:{tmp_path / 'games.db'}", "--tables")
    async with server:
        # The server answers before its first tables are open, and opens them one by one.
        async with asyncio.timeout(PATIENCE_S):
            while (seats := await seat_counts(server.url)).keys() != FIRST_TABLES.keys():
                assert seats.items() <= FIRST_TABLES.items()
        assert seats == FIRST_TABLES
        person = Caller(server.url, "Ana")
        assert await person.sit("four-player") == 3
        await until(lambda: person.seqs and person.view.state.in_hand)
        await server.kill()
        await until(lambda: person.lost)
        await server.start()
        await until(lambda: person.hands)
        nothing_missed([person])
        state = person.view.state
        assert sum(state.stacks) + state.pot == 6000
        assert state.bots == (True, True, True, False)
        assert not any(state.away)
        await server.stops_within(2)
        await person.end()
