"""Events that a returning watcher missed, sent in slices before it follows the table.

`Audience.follow` sends at most one chunk of missed events at once. A client whose position lies
further back is brought up to that distance here, between the turns of everybody else; then its
`watch` goes to the table like any other, with the position that it has reached. Other requests of
the client to the table wait until then, so that everything arrives in order.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any

from carteado.protocol import messages as wire
from carteado.server.lobby.delivery import send_all
from carteado.server.ops.slices import TimeSlices
from carteado.server.table.host import TableHost
from carteado.server.table.recent_events import CHUNK
from carteado.server.table.step import Player
from carteado.server.table.watcher import Watcher
from carteado.server.table.watching import seat_to_follow

__all__ = ["AT_ONCE", "CatchingUp"]

AT_ONCE = 2
"""Watchers that catch up at the same time; each takes part of the server's time."""


class CatchingUp:
    """Sends watchers the events that they missed, a few watchers at a time.

    Args:
        busy: whether a thread works for the tables; see `TimeSlices`.
    """

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._room = asyncio.Semaphore(AT_ONCE)

    @staticmethod
    def is_needed(host: TableHost, player: Player, message: Any) -> bool:
        """Whether a message is a `watch` from too far back to answer at once.

        Raises:
            Denied: the player may not watch from the rail.
        """
        if type(message) is not wire.Watch or message.after is None:
            return False
        audience, after = host.audience, message.after
        seat = seat_to_follow(host.table, player, rail=message.rail)
        if audience.end_for(seat) - after.seq <= CHUNK or not audience.knows(after):
            return False
        return not audience.turns(seat, after)

    async def tell(
        self,
        host: TableHost,
        player: Player,
        watcher: Watcher,
        message: wire.Watch,
        read_on: Callable[[], Awaitable[bool]],
    ) -> wire.Watch:
        """Send a watcher the events that it missed, except the last chunk.

        Args:
            host: the table's authority.
            player: the watcher.
            watcher: where the events go; it must not follow the table meanwhile.
            message: what the player asked.
            read_on: waits until the client has read most of its messages; False when it is
                gone.

        Returns:
            The same request from the position that the watcher has reached.

        Raises:
            Denied: the player may not watch from the rail.
        """
        at = message.after
        assert at is not None
        audience = host.audience
        async with self._room:
            slices = TimeSlices(self._busy)
            seat = seat_to_follow(host.table, player, rail=message.rail)
            while (
                # `watch` sends the last chunk, and makes the client follow the table in the same
                # turn of the event loop.
                audience.end_for(seat) - at.seq > CHUNK and audience.knows(at) and await read_on()
            ):
                slices.resume()
                if seat_to_follow(host.table, player, rail=message.rail) != seat:
                    break  # a player who sat down or got up meanwhile gets a snapshot
                chunk = audience.next_chunk(host.table, seat, at)
                send_all([(watcher, chunk)])
                last = chunk.first + len(chunk.events) - 1
                at = wire.Position(epoch=chunk.epoch, seq=last, rail=seat is None)
                await slices.keep()
            watcher.to.charge(slices.spent, "watch")
        return dataclasses.replace(message, after=at)
