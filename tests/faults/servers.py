"""Faults of a whole server with players: kills, clock jumps, dead lines."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from tests.clocks import until
from tests.e2e.players import nothing_missed, open_table
from tests.e2e.processes import Server
from tests.faults.observing import Observer, Report, lost_of_players
from tests.faults.proxy import Proxy

from carteado.client import Client
from carteado.protocol import messages as wire
from carteado.server.ops.stored_logs import players_of, segment_of

CLOCK = Path(__file__).parent / "clock"
"""A folder for PYTHONPATH: its `sitecustomize` moves the wall clock of a process."""


LONGEST_S = 50
"""How long both ends may take to notice a line that is dead, seconds, so that the program ends."""


@contextlib.asynccontextmanager
async def playing(url: str, count: int = 2) -> AsyncIterator[list[Observer]]:
    """A table and its players; the first speaks JSON through the given URL."""
    preset = "heads-up" if count == 2 else "four-player"
    table = await open_table(url, preset=preset, options={"stack": 100_000})
    players = [Observer(url, f"player {n}") for n in range(count)]
    try:
        for player in players:
            await player.sit(table)
        yield players
    finally:
        for player in players:
            await player.end()


async def _hands(players: list[Observer], more: int = 2) -> None:
    before = [player.hands for player in players]
    await until(lambda: all(p.hands >= n + more for p, n in zip(players, before, strict=True)))


async def _log(store: str, table: str) -> bytes:
    return await asyncio.to_thread(segment_of, store, table)


async def _judge(report: Report, players: list[Observer], store: str) -> Report:
    nothing_missed(players)
    log = await _log(store, players[0].table)
    directory = await asyncio.to_thread(players_of, store)
    acknowledged, lost = lost_of_players(players, log, directory.name_of)
    report.acknowledged += acknowledged
    report.lost += len(lost)
    report.problems += [f"lost: {text}" for text in lost[:3]]
    if not all(player.acks for player in players):
        report.problems.append("a player was acknowledged nothing")
    return report


async def server_killed(folder: Path, store: str, trials: int, luck: random.Random) -> Report:
    """The server is killed at any moment of a hand and started again on its log."""
    report = Report(f"server killed, {store.partition(':')[0]}", trials)
    server = Server(folder, store)
    async with server, playing(server.url, 4) as players:
        for kill in range(1, trials + 1):
            await _hands(players, 1)
            await asyncio.sleep(luck.random() * 0.05)  # anywhere in a hand: the seed tells where
            await server.kill()
            await until(lambda n=kill: all(player.lost >= n for player in players))
            await server.start()
        await _hands(players)
        await server.stop()
        return await _judge(report, players, store)


async def clock_jumps(folder: Path) -> Report:
    """The wall clock of the server jumps a day forward and two days back during play."""
    store = f"sqlite:{folder / 'games.db'}"
    offset = folder / "offset"
    offset.write_text("0")
    server = Server(folder, store)
    paths = [str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH")])]
    server._environment |= {"PYTHONPATH": os.pathsep.join(paths), "CLOCK_OFFSET": str(offset)}
    report = Report("wall clock jumps", 3)
    async with server, playing(server.url) as players:
        for seconds in (86_400, -86_400, 0):
            await _hands(players)
            fresh = offset.with_suffix(".new")
            fresh.write_text(str(seconds))
            fresh.replace(offset)
        await _hands(players)
        # A term that was begun under a clock of yesterday must still be above the one before.
        await server.kill()  # first: the server could read a file that is half written
        offset.write_text("-86400")
        await server.start()
        await _hands(players)
        await server.stop()
        return await _judge(report, players, store)


async def line_dead(folder: Path) -> Report:
    """A line swallows all packets and closes nothing: both ends notice, the player comes back."""
    store = f"sqlite:{folder / 'games.db'}"
    report = Report("half-open connection", 1)
    server = Server(folder, store)
    async with server, Proxy(server.port) as proxy, Client(server.url, name="looker") as looker:
        table = await open_table(
            server.url,
            preset="heads-up",
            options={"stack": 100_000},
            settings={"decision_ms": 120_000, "bank_ms": 0},
        )
        players = [Observer(proxy.url, "far"), Observer(server.url, "near")]
        try:
            for player in players:
                await player.sit(table)
            await _hands(players)
            proxy.silent = True
            began = time.monotonic()
            seen = {}

            async def far_is_seen() -> bool:
                listed = (await looker.request(wire.ListTables)).result
                (info,) = (info for info in listed if info["table"] == table)
                return bool(next(s for s in info["seats"] if s["name"] == "far")["connected"])

            async def watch(name: str, over: Callable[[], bool]) -> None:
                await until(over)
                seen[name] = time.monotonic() - began

            async def watch_server() -> None:
                while await far_is_seen():  # noqa: ASYNC110 - the server is asked each time
                    await asyncio.sleep(0.25)
                seen["server"] = time.monotonic() - began

            async with asyncio.timeout(LONGEST_S):
                await asyncio.gather(watch("client", lambda: players[0].lost > 0), watch_server())
            proxy.silent = False
            await _hands(players)
        except TimeoutError:
            report.problems.append(
                f"noticed within {LONGEST_S} s only by: {', '.join(seen) or 'nobody'}"
            )
            return report
        finally:
            for player in players:
                await player.end()
        await server.stop()
        report.notes += [f"{name} noticed after {seconds:.0f} s" for name, seconds in seen.items()]
        return await _judge(report, players, store)
