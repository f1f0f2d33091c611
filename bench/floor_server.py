"""The lower bound that `server.py` compares with: websockets, uvloop, batched Redis, no rules.

It speaks just enough of the wire for the same client to play on it. For each action it checks seat
and turn, appends an event to a Redis stream in a pipeline shared by all tables, and when that is
acknowledged sends each of the two seats its view of the event, and the next one a prompt.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import msgpack
import redis.asyncio as redis
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

SUBPROTOCOL = "carteado.1.msgpack"


class Committer:
    """Everything queued while one pipeline is in flight goes into the next."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._queue: list[tuple[str, bytes, Any]] = []
        self._wake = asyncio.Event()

    def append(self, key: str, body: bytes, done: Any) -> None:
        self._queue.append((key, body, done))
        self._wake.set()

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            # Taken out at once, so that commands queued during the round trip form the next
            # batch.
            queue, self._queue = self._queue, []
            # Without a transaction, as the appends do not depend on each other.
            pipe = self._client.pipeline(transaction=False)
            for key, body, _ in queue:
                pipe.xadd(key, {"e": body})
            await pipe.execute()
            for _, _, done in queue:
                done()


class Table:
    def __init__(self, name: str, committer: Committer) -> None:
        self.name = name
        self.committer = committer
        self.seats: list[ServerConnection] = []
        self.turn = 0
        self.seq = 0

    def join(self, socket: ServerConnection) -> int:
        self.seats.append(socket)
        return len(self.seats) - 1

    def prompt(self, seat: int) -> dict[str, Any]:
        return {"type": "prompt", "table": self.name, "decision": self.seq, "seat": seat}

    def act(self, seat: int, message: dict[str, Any]) -> None:
        # Silently: the client that plays here never acts out of turn.
        if seat != self.turn or message["decision"] != self.seq:
            return
        event = {"seat": seat, "action": message["action"]["type"], "seq": self.seq + 1}

        # Views go out only after the store has acknowledged, as in the real server.
        def done() -> None:
            self.seq += 1
            self.turn = 1 - self.turn
            for place, socket in enumerate(self.seats):
                # Some cards, so that the frames are about as long as the real ones.
                view = {**event, "hole": ["As", "Kd"] if place == 0 else ["7c", "2h"]}
                frame: list[dict[str, Any]] = [
                    {"type": "events", "table": self.name, "first": self.seq, "events": [view]}
                ]
                if place == seat:
                    frame.append({"type": "ok", "id": message["id"]})
                if place == self.turn:
                    frame.append(self.prompt(place))
                broadcast((socket,), msgpack.packb(frame))

        self.committer.append(f"bench:{self.name}", msgpack.packb(event), done)


async def main(redis_url: str) -> None:
    committer = Committer(redis.from_url(redis_url))
    tables: dict[str, Table] = {}

    async def handle(socket: ServerConnection) -> None:
        table, seat = None, 0
        async for frame in socket:
            message = msgpack.unpackb(frame)
            kind = message["type"]
            if kind == "act" and table is not None:
                table.act(seat, message)
            elif kind == "hello":
                await socket.send(msgpack.packb([{"type": "welcome"}]))
            elif kind == "open":
                name = f"t{len(tables)}"
                tables[name] = Table(name, committer)
                reply = {"type": "ok", "id": message["id"], "table": name}
                await socket.send(msgpack.packb([reply]))
            elif kind == "join":
                table = tables[message["table"]]
                seat = table.join(socket)
                reply = {"type": "ok", "id": message["id"], "result": seat}
                await socket.send(msgpack.packb([reply]))
                if len(table.seats) == 2:
                    broadcast((table.seats[0],), msgpack.packb([table.prompt(0)]))

    async with serve(
        # No compression and no pings of the library, like the measured server.
        handle,
        "127.0.0.1",
        0,
        subprotocols=[SUBPROTOCOL],
        compression=None,
        ping_interval=None,
    ) as server:
        # The parent reads the port from this line.
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await committer.run()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("redis")
    uvloop.run(main(parser.parse_args().redis))
