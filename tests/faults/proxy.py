"""A relay between a client and a server that can swallow everything and close nothing."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Self

__all__ = ["Proxy"]


class Proxy:
    """Relays connections to a port of the loopback.

    Attributes:
        port: where it listens.
        silent: whether what arrives, from either side, is swallowed.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self.port = 0
        self.silent = False
        self._relays: set[asyncio.Task[None]] = set()
        self._open: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"ws://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()
        for relay in list(self._relays):
            relay.cancel()
        await asyncio.gather(*self._relays, return_exceptions=True)
        for writer in self._open:
            writer.transport.abort()

    def forget(self) -> None:
        """Relay nothing more of all connections, without a word; new ones are relayed."""
        for relay in list(self._relays):
            relay.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onwards = await asyncio.open_connection("127.0.0.1", self._target)
        self._open += [writer, onwards]
        for source, sink in ((reader, onwards), (there, writer)):
            relay = asyncio.create_task(self._relay(source, sink))
            self._relays.add(relay)
            relay.add_done_callback(self._relays.discard)

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                if not self.silent:
                    sink.write(data)
                    await sink.drain()
        # An end is a packet as well: one that comes while the line is dead does not arrive.
        if not self.silent:
            sink.close()
