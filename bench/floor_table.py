"""The lower bound that `arena_network.py` compares with: the chain of one table without a game.

Server and bots are two processes on websockets and uvloop, like the measured ones, and
send frames of the same kinds, the same number and about the same size. The server announces each
turn to every seat, first to the one that must act, which answers. After the last turn it announces
the next deck, and all seats answer before the hand is dealt. Nothing is decided, stored, checked or
folded.

    python bench/floor_table.py serve SEATS
    python bench/floor_table.py play SEATS PORT
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from typing import Any

import msgpack
import uvloop
from websockets.asyncio.client import connect
from websockets.asyncio.connection import broadcast
from websockets.asyncio.server import ServerConnection, serve

TURNS = {4: (3, 2, 3), 6: (3,)}
"""Decisions of one hand after another, by seats: as many as random bots have there."""

# Sizes in bytes like those of the real frames.
EVENTS = ["x" * 110] * 3
PROMPT = {"type": "prompt", "legal": "x" * 110}
ANSWER = {"type": "act", "action": "x" * 30}


class Chain:
    """The table. It asks the seats in turn.

    Attributes:
        hands: number of hands played to their end.
    """

    def __init__(self, seats: int) -> None:
        self.hands = 0
        self._seats = seats
        self._lines: list[ServerConnection] = []
        # Seats are asked in rotation and hands have lengths in rotation: what is measured is the
        # traffic.
        self._asked = itertools.cycle(range(seats))
        self._turns = itertools.cycle(TURNS[seats])
        self._left = 0
        self._awaited = seats

    def join(self, line: ServerConnection) -> None:
        """Somebody sits down; the last one begins it."""
        self._lines.append(line)
        if len(self._lines) == self._seats:
            self._tell("deck")

    def answered(self, line: ServerConnection) -> None:
        """A seat answered what it was asked."""
        if self._awaited:
            self._awaited -= 1
            if not self._awaited:
                self._left = next(self._turns)
                self._tell("events", asked=self._lines[next(self._asked)])
            return
        self._left -= 1
        if self._left:
            self._tell("events", answered=line, asked=self._lines[next(self._asked)])
            return
        self.hands += 1
        self._tell("events", answered=line)
        self._awaited = self._seats
        self._tell("deck")

    def _tell(self, kind: str, *, answered: Any = None, asked: Any = None) -> None:
        # The asked seat first: its answer is what the chain waits for.
        for line in sorted(self._lines, key=lambda one: one is not asked):
            frame: list[dict[str, Any]] = [{"type": kind, "events": EVENTS}]
            if line is answered:
                frame.append({"type": "ok"})
            if line is asked:
                frame.append(PROMPT)
            broadcast((line,), msgpack.packb(frame))


async def server(seats: int) -> None:
    chain = Chain(seats)

    async def handle(line: ServerConnection) -> None:
        if await line.recv() == "sit":
            chain.join(line)
            # Unpacked and dropped, since a real server has to decode each answer.
            async for frame in line:
                msgpack.unpackb(frame)
                chain.answered(line)
        else:
            # A second kind of connection, on which the measurement asks for the number of hands.
            async for _ in line:
                await line.send(str(chain.hands))

    async with serve(handle, "127.0.0.1", 0, compression=None) as listening:
        print(f":{next(iter(listening.sockets)).getsockname()[1]}", flush=True)
        # Until the process is ended from outside.
        await asyncio.get_running_loop().create_future()


async def player(port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as line:
        await line.send("sit")
        async for frame in line:
            for message in msgpack.unpackb(frame):
                if message["type"] in ("prompt", "deck"):
                    # Without waiting for the socket, as the real client writes.
                    broadcast((line,), msgpack.packb(ANSWER))


async def play(seats: int, port: int) -> None:
    async with asyncio.TaskGroup() as group:
        # All seats in one process, like the bots of the measured table.
        for _ in range(seats):
            group.create_task(player(port))


if __name__ == "__main__":
    role, *numbers = sys.argv[1:]
    uvloop.run((server if role == "serve" else play)(*map(int, numbers)))
