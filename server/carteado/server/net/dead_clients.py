"""Time-outs for connections of clients that no longer read or send."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping

from carteado.protocol import liveness
from carteado.protocol.liveness import Pulse
from carteado.server.lobby.lobby import Lobby
from carteado.server.lobby.session import Session
from carteado.server.net.connection import Connection

__all__ = ["STALL_S", "THINKING_TICKS", "end_silent", "end_stalled"]

STALL_S = 30
"""Seconds in which a client's buffer has to drain."""

THINKING_TICKS = 900
"""Silent ticks after which even a client with an open decision is disconnected."""


async def end_stalled(connections: Iterable[Connection]) -> None:
    """End connections whose buffer does not drain; runs until cancelled."""
    while True:
        # Often enough to cut a client off at most a sixth of the limit too late.
        await asyncio.sleep(STALL_S / 6)
        now = time.monotonic()
        for connection in list(connections):
            if connection.drains():
                connection.stalled_since = None
            elif connection.stalled_since is None:
                connection.stalled_since = now
            elif now - connection.stalled_since > STALL_S:
                connection.close("limit/slow", "You read too slowly. Reconnect to resume.")


async def end_silent(connections: Mapping[Connection, Session | None], lobby: Lobby) -> None:
    """End connections without a sign of life; runs until cancelled."""
    while True:
        await asyncio.sleep(liveness.TICK_S)
        for connection, session in list(connections.items()):
            dead = connection.tick() is Pulse.DEAD
            # `be_late` ends a connection without a greeting; an ending one is cut anyway.
            if session is None or connection.ending is not None:
                continue
            # Report only changes: `tick` says DEAD again at each tick.
            if dead is not connection.silent:
                connection.silent = dead
                lobby.sessions.silent(session, dead)
            if dead and not _thinks(lobby, session, connection):
                connection.close("session/silent", "no sign of life came; come back and resume")


def _thinks(lobby: Lobby, session: Session, connection: Connection) -> bool:
    """Whether a silent client may be a bot that thinks about a decision on its event loop."""
    return connection.silent_ticks < THINKING_TICKS and lobby.sessions.decides(session)
