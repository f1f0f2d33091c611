"""Odds at an all-in over real sockets: exact, alike for all, and in lines for who lacks NumPy."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.clients.commands import Typist, start
from tests.clocks import until

from carteado.client import Client
from carteado.clients.cli.allins import odds_behind
from carteado.protocol import messages as wire
from carteado.protocol.codec import SUBPROTOCOLS
from carteado.protocol.session_events import Happened, OddsReceived, Prompted
from carteado.server.app import Running

from .players import Caller, open_table


class Jammer(Caller):
    """All in or a call, whenever it is asked."""

    def _answer(self, prompted: Prompted) -> None:
        kind = "all_in" if prompted.legal.all_in else "call"
        self.client.command(
            wire.Act, table=self.table, decision=prompted.decision, action={"type": kind}
        )


class Watcher:
    """Watches a table from the rail: the odds that it receives, and those that it counts."""

    def __init__(self, url: str, **fields: Any) -> None:
        self.client = Client(url, name="Eva", kind="viewer", **fields)
        self.session_events: list[OddsReceived] = []
        self.counted: list[wire.Odds] = []

    async def watch(self, table: str) -> asyncio.Task[None]:
        await self.client.start()
        await self.client.request(wire.Watch, table=table)
        return asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for session_event in self.client:
            if isinstance(session_event, OddsReceived):
                self.session_events.append(session_event)
            elif isinstance(session_event, Happened):
                self._count(session_event)

    def _count(self, happened: Happened) -> None:
        assert happened.before is not None
        event: Any = happened.event
        place = {"epoch": happened.epoch, "seq": happened.seq}
        odds = odds_behind(happened.before, event, **place)
        if odds is not None:
            self.counted.append(odds)


async def all_in(url: str, table: str) -> list[Jammer]:
    """Two players who are all-in before the first flop."""
    players = [
        Jammer(url, name, subprotocols=(subprotocol,))
        for name, subprotocol in zip(("Ana", "Rui"), SUBPROTOCOLS, strict=True)
    ]
    for player in players:
        await player.sit(table)
    return players


@pytest.mark.parametrize("subprotocol", SUBPROTOCOLS)
async def test_the_rail_receives_the_odds_it_would_count(fresh_url: str, subprotocol: str) -> None:
    table = await open_table(fresh_url, options={"stack": 100})
    watcher = Watcher(fresh_url, subprotocols=(subprotocol,))
    listening = await watcher.watch(table)
    players = await all_in(fresh_url, table)
    await until(lambda: len(watcher.session_events) >= 3)
    assert [len(session_event.board) for session_event in watcher.session_events[:3]] == [0, 3, 4]
    for session_event, counted in zip(watcher.session_events, watcher.counted, strict=False):
        assert (session_event.epoch, session_event.seq, session_event.board) == (
            counted.epoch,
            counted.seq,
            counted.board,
        )
        assert session_event.pots == counted.pots
        for pot in session_event.pots:
            assert sum(Fraction(seat.share, seat.whole) for seat in pot.seats) == 1
    assert len(watcher.counted) >= 3
    for player in players:
        await player.end()
    await watcher.client.close()
    await listening


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("--no-plain", ("Odds before the flop: ", "Odds on ", "Odds on ")),
        pytest.param(
            "--plain",
            (" board=[] pots=[{amount:200,", " board=[", " board=["),
            marks=pytest.mark.exhaustive,
        ),
        pytest.param("--json", ('"type":"odds"',) * 3, marks=pytest.mark.exhaustive),
    ],
)
async def test_a_client_without_numpy_gets_them_as_lines(
    fresh_server: Running, fresh_url: str, tmp_path: Path, form: str, said: tuple[str, ...]
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numpy'] = None\n")
    table = await open_table(fresh_url, options={"stack": 100})
    environment = {"PYTHONPATH": str(tmp_path)}
    eva = Typist(await start("watch", fresh_url, table, form, environment=environment))
    await until(lambda: fresh_server.lobby.tables[table].host.audience.watchers)
    players = await all_in(fresh_url, table)
    for text in said:
        await eva.until(text)
    for player in players:
        await player.end()
    eva.process.terminate()
    await eva.end()
