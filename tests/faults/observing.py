"""The observer: what a process other than the server was told, and whether the log still has it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.e2e.players import Caller

from carteado.client import ClientError
from carteado.engine.naming import NAMING, NameOf, with_player_name
from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError, chain_hash
from carteado.protocol.segment import read_records
from carteado.protocol.session_events import Prompted
from carteado.server.store import open_store

__all__ = ["Acknowledged", "Observer", "Report", "Writer", "lost_commits", "lost_of_players"]

ROOT = Path(__file__).parents[2]


@dataclass
class Report:
    """What a fault program found.

    Attributes:
        fault: what was done.
        trials: how often.
        acknowledged: actions, events or commits that somebody was told of.
        lost: how many of these the log does not hold.
        notes: further figures.
        problems: what is wrong, a sentence each.
    """

    fault: str
    trials: int = 0
    acknowledged: int = 0
    lost: int = 0
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


Acknowledged = dict[tuple[str, int], str]
"""Hash of the last commit by table and version, as the store acknowledged them."""


def acknowledged(lines: Iterable[str]) -> Acknowledged:
    """What the lines of a writer say; the last line may be cut off."""
    found: Acknowledged = {}
    for line in lines:
        words = line.split()
        if len(words) == 3 and len(words[2]) == 64:
            found[words[0], int(words[1])] = words[2]
    return found


class Writer:
    """A writer process and what it was acknowledged.

    Args:
        url: of the store.
        commits: how many to write.
        quiet: expect it to fail, and do not show why.
    """

    def __init__(self, url: str, commits: int, *, quiet: bool = False) -> None:
        self._words = [sys.executable, "-m", "tests.faults.writer", url, str(commits)]
        self._errors = asyncio.subprocess.DEVNULL if quiet else None
        self.lines: list[str] = []
        self.stopped: list[str] = []

    async def __aenter__(self) -> Writer:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Start it, and read what it says."""
        self.process = await asyncio.create_subprocess_exec(
            *self._words, stdout=asyncio.subprocess.PIPE, stderr=self._errors, cwd=ROOT
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            (self.stopped if line.startswith(b"stopped") else self.lines).append(line.decode())

    async def ended(self) -> int:
        """Wait for its end, and its exit status."""
        await self._reading
        return await self.process.wait()

    async def kill(self) -> None:
        """End it without a word."""
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()

    @property
    def acknowledged(self) -> Acknowledged:
        """What it was acknowledged so far."""
        return acknowledged(self.lines)


async def lost_commits(url: str, acknowledged: Acknowledged) -> list[str]:
    """Acknowledged commits that the store does not hold any more, or not whole."""
    found: Acknowledged = {}
    async with await open_store(url) as store:
        for table in {table for table, _ in acknowledged}:
            pieces: list[bytes] = []
            try:
                async for piece in store.export(table):
                    pieces.append(piece)
            except LogError:
                pass  # what was given before it is whole
            except Exception:
                continue
            try:
                for commit, body in read_records(pieces)[1]:
                    found[table, commit.last] = chain_hash(body)
            except LogError:
                pass
    return [
        f"{table} {version}"
        for (table, version), head in acknowledged.items()
        if found.get((table, version)) != head
    ]


class Observer(Caller):
    """A player that records each acknowledgement of an action.

    Attributes:
        acks: number of the last event and id of the command, for each `ok` to an action.
    """

    def __init__(self, url: str, name: str, **fields: Any) -> None:
        super().__init__(url, name, **fields)
        self.acks: list[tuple[int, int]] = []
        self._asking: set[asyncio.Task[None]] = set()

    def _answer(self, prompted: Prompted) -> None:
        task = asyncio.ensure_future(self._act(prompted))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _act(self, prompted: Prompted) -> None:
        action = {"type": "check" if prompted.legal.check else "call"}
        try:
            reply = await self.client.request(
                wire.Act, table=self.table, decision=prompted.decision, action=action
            )
        except ClientError:
            return  # refused as stale, or the connection is over: nothing was acknowledged
        if reply.seq is not None:
            self.acks.append((reply.seq, reply.id))


def lost_of_players(
    players: Iterable[Observer], segment: bytes, name_of: NameOf
) -> tuple[int, list[str]]:
    """How much players were told, and what of that is not in the log.

    Every acknowledged action must be the cause of its commit, and every event that was shown must
    be in the log under its number, with the same public fields. The log holds the ids of players:
    the directory of the store, in `name_of`, must have the names that were shown.
    """
    acknowledged, lost = 0, []
    events: dict[int, dict[str, Any]] = {}
    causes: dict[int, Any] = {}
    for commit, _ in read_records(segment)[1]:
        causes[commit.last] = commit.cause.id if commit.cause else None
        for at, (_, data) in enumerate(commit.events, commit.first):
            events[at] = with_player_name(data, name_of) if data["type"] in NAMING else data
    for player in players:
        acknowledged += len(player.acks) + len(player.session_events)
        for seq, number in player.acks:
            if causes.get(seq) != number:
                lost.append(f"action {number} of {player.client.name} at event {seq}")
        for seq, event in player.session_events.items():
            if seq not in events or not _same(_plain(event), events[seq]):
                lost.append(f"event {seq}, {event.type}")
    return acknowledged, lost


def _plain(event: Any) -> dict[str, Any]:
    plain = to_plain(event)
    return {**plain, "type": event.type}


def _same(seen: Any, logged: Any) -> bool:
    """Whether an observer's view of a value fits the value; what is blanked fits everything."""
    if seen in (None, "", "??") or seen == logged:
        return True
    if isinstance(seen, dict) and isinstance(logged, dict):
        return all(_same(value, logged.get(key)) for key, value in seen.items())
    if isinstance(seen, list | tuple) and isinstance(logged, list | tuple):
        return len(seen) == len(logged) and all(map(_same, seen, logged))
    return False
