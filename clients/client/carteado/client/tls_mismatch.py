"""Finds out whether a connection failed because only one end uses TLS.

The error of such a connection does not say so: a server without TLS often just hangs up.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from urllib.parse import urlsplit

from carteado.engine.sentences import Sentence, said

__all__ = ["mismatch"]

PROBE_S = 2
"""Timeout of the second connection, in seconds."""


async def mismatch(url: str) -> Sentence | None:
    """The sentence about a server that uses TLS where the address does not, or the reverse.

    Connects once more, the other way, and sends the server nothing about the player.

    Args:
        url: as `server_url` writes it.

    Returns:
        The sentence; None if the other way leads nowhere either.
    """
    parts = urlsplit(url)
    scheme, _, rest = url.partition("://")
    host, port = parts.hostname or "", parts.port or 0
    with contextlib.suppress(OSError, TimeoutError, ValueError):
        async with asyncio.timeout(PROBE_S):
            if scheme == "wss" and await _speaks_plainly(host, port):
                return said("The server at {place} does not use TLS. Type ws://{place}", place=rest)
            if scheme == "ws" and await _speaks_tls(host, port):
                return said("The server at {place} uses TLS. Type wss://{place}", place=rest)
    return None


async def _speaks_plainly(host: str, port: int) -> bool:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        return await reader.readexactly(5) == b"HTTP/"
    except asyncio.IncompleteReadError:
        return False
    finally:
        writer.transport.abort()


async def _speaks_tls(host: str, port: int) -> bool:
    context = ssl.create_default_context()
    # Nothing is sent through this connection, so it does not matter whose certificate it is.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    _, writer = await asyncio.open_connection(host, port, ssl=context)
    writer.transport.abort()
    return True
