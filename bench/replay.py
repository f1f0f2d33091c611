"""Replay of a log from SQLite to the final state, beside the `eventsourcing` library.

A table of Hold'em bots that check and call is played through the table host into a data file.
Then its log is read, checked commit by commit against the chain of hashes, decoded and folded. The
peer rebuilds an aggregate of as many events, with the fields of a call, from its own SQLite file.
Rounds alternate and CPU time is counted, of all threads; ratios are within a round. A start of the
server folds the same log into a host, which needs more than the table: answers, decision, seats.

    python bench/replay.py [--events 100000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from carteado.engine.events import versioned
from carteado.engine.game import Event
from carteado.engine.naming import short_name
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.replay import state_hash
from carteado.engine.table import Table, TableOpened, TableOptions, evolve_all, open_table
from carteado.protocol.messages import Act, Join
from carteado.server.lobby.recovery import events_of, recover
from carteado.server.store.base import Durability, Lease, Store
from carteado.server.store.sqlite import SqliteStore
from carteado.server.table.audience import Audience
from carteado.server.table.host import TableHost
from carteado.server.table.step import Player, Request, Step
from carteado.server.table.watcher import Watcher

EVENTS_TARGET = 100_000
PEER_TARGET = 2.0
TABLE = "replayed"
BATCH = 10_000
AT_ONCE = 512


class Recorder:
    """Plays at a table as the server does, and writes its log."""

    def __init__(self, store: Store, lease: Lease, table: str = TABLE, seed: int = 1) -> None:
        game = game_of("holdem")
        # Stacks that no number of blinds uses up, so that the game never ends.
        options = {**to_plain(next(iter(game.presets.values()))), "stack": 1_000_000_000}
        self.opened = TableOpened(
            table=table,
            title="Replay",
            game=game.id,
            rules=game.rules,
            options=options,
            settings=TableOptions(pause_ms=0),
        )
        self.store, self.lease = store, lease
        chance = random.Random(seed)
        # A log holds no names, so a replay calls players by their keys.
        keys = ["key 0", "key 1"]
        self.players = [Player(key=key, name=short_name(key), bot=True) for key in keys]
        self.watchers = [Watcher(None), Watcher(None)]
        self.number = 1
        self.host = TableHost(
            open_table(self.opened),
            Audience(table, lease.epoch),
            chance.randbytes,
            lambda seat: f"kept {seat}",
        )

    async def play(self, events: int) -> Table:
        """Play a number of events, or a few more; the table at the end."""
        await self.open()
        return await self.go_on(events)

    async def open(self) -> None:
        """Open the table, and let both players sit down."""
        await self.write([to_plain(self.opened)], None, ())
        self.host.audience.load([self.opened], self.lease.epoch)
        self.host.start(0)
        # Both have to sit before the first hand can be dealt.
        for player, watcher in zip(self.players, self.watchers, strict=True):
            join = Join(id=self.number, table=self.opened.table)
            request = Request(player=player, watcher=watcher, message=join)
            await self.take(self.host.receive(request, 0))

    async def go_on(self, events: int) -> Table:
        """Play until the log has a number of events, or a few more; the table at the end."""
        while self.host.audience.seq < events:
            # Nothing due means that a player is to act.
            step = self.host.tick(0)
            if step is None:
                self.number += 1
                step = self.host.receive(self.answer(), 0)
            await self.take(step)
        return self.host.table

    def answer(self) -> Request:
        """A check or call of the seat whose turn it is."""
        state = self.host.table.state
        seat = state.to_act
        kind = "call" if state.bets[seat] < state.current_bet else "check"
        clock = self.host.open_decision
        act = Act(
            id=self.number,
            table=self.opened.table,
            decision=clock.decision if clock else 0,
            action={"type": kind},
        )
        return Request(player=self.players[seat], watcher=self.watchers[seat], message=act)

    async def take(self, step: Step) -> None:
        if not step.events:
            raise SystemExit(f"refused: {step.replies}")
        await self.write(step.plain, step.cause, step.before.keys)
        self.host.applied(step, 0)

    async def write(self, events: Any, cause: Any, keys: Any) -> None:
        stored = versioned(self.host.table.game, events, keys)
        # The time of a commit does not matter to a replay, so it stands still.
        commit = self.lease.commit(stored, at=0, cause=cause)
        await self.store.append(self.lease, commit)


class Seats(Aggregate):
    """The peer's table: seats that call."""

    # Fields like those of a call, so that the peer stores about as much for each event.
    @event("Opened")
    def __init__(self, stack: int) -> None:
        self.stacks, self.bets, self.pot, self.to_act = (stack, stack), (0, 0), 0, 0

    @event("Called")
    def call(self, seat: int, amount: int, bet: int, stack: int, pot: int, to_act: int) -> None:
        self.stacks = (*self.stacks[:seat], stack, *self.stacks[seat + 1 :])
        self.bets = (*self.bets[:seat], bet, *self.bets[seat + 1 :])
        self.pot, self.to_act = pot, to_act


class Peer:
    """The `eventsourcing` library with its SQLite persistence."""

    def __init__(self, path: Path) -> None:
        self.app: Application[uuid.UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        )
        self.id: uuid.UUID | None = None

    def play(self, events: int) -> None:
        seats = Seats(stack=1_000_000_000)
        self.id = seats.id
        # From 1, because opening was the first event.
        for number in range(1, events):
            seat = number % 2
            stack = seats.stacks[seat] - 1
            seats.call(seat=seat, amount=1, bet=number, stack=stack, pot=number, to_act=1 - seat)
            # Saved in batches, which is faster for the peer than one by one.
            if number % BATCH == 0:
                self.app.save(seats)
        self.app.save(seats)

    def rebuild(self) -> Seats:
        assert self.id is not None
        return self.app.repository.get(self.id)


async def replayed(store: Store) -> Table:
    """The table at the end of the log, folded many commits at once."""
    table: Table | None = None
    waiting: list[Event] = []
    async for commit in store.read(TABLE):
        waiting += events_of(commit, table.game if table else None)
        if table is None:
            first = waiting.pop(0)
            assert isinstance(first, TableOpened)
            table = open_table(first)
        if len(waiting) >= AT_ONCE:
            table, waiting = evolve_all(table, waiting), []
    assert table is not None
    return evolve_all(table, waiting)


async def measure(events: int, rounds: int, folder: Path) -> tuple[list[float], ...]:
    """Events a CPU second of our replay, of our start and of the peer's, round by round."""
    # Writing is not measured here, so nothing is synced.
    store = await SqliteStore.open(folder / "ours.db", durability=Durability.PROCESS)
    lease = await store.acquire(TABLE, "bench", 600_000)
    assert isinstance(lease, Lease)
    live = await Recorder(store, lease).play(events)
    peer = Peer(folder / "peer.db")
    # As many events as our log has in the end, which may be a few more than asked for.
    peer.play(lease.version)
    ours: list[float] = []
    starts: list[float] = []
    theirs: list[float] = []
    # All three in each round, so that a slow spell of the machine hits them alike.
    for _ in range(rounds):
        began = time.process_time()
        table = await replayed(store)
        ours.append(lease.version / (time.process_time() - began))
        # A replay that is fast but wrong would be worth nothing.
        if state_hash(table) != state_hash(live):
            raise SystemExit("the replayed table is not the one that was played")
        began = time.process_time()
        host, _ = await recover(TABLE, store.read(TABLE), lease.epoch, random.randbytes, str)
        starts.append(lease.version / (time.process_time() - began))
        if state_hash(host.table) != state_hash(live):
            raise SystemExit("the host's table is not the one that was played")
        began = time.process_time()
        seats = peer.rebuild()
        theirs.append(lease.version / (time.process_time() - began))
        if seats.version != lease.version:
            raise SystemExit("the peer's aggregate is not whole")
    await store.close()
    return ours, starts, theirs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = asyncio.run(measure(arguments.events, arguments.rounds, Path(name)))
    ours, starts, theirs = found
    # The median of ratios within a round, not the ratio of medians.
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    print(f"{'':14} {'events a CPU second':>20}")
    print(f"{'carteado':14} {statistics.median(ours):20,.0f}   target {EVENTS_TARGET:,}")
    print(f"{'a start':14} {statistics.median(starts):20,.0f}")
    print(f"{'eventsourcing':14} {statistics.median(theirs):20,.0f}")
    print(f"ratio {ratio:.2f}, target {PEER_TARGET:.0f}")


if __name__ == "__main__":
    main()
