"""The operator's local socket: lines of JSON, for users who may open the server user's files.

A line is an `Admin` message without its token; the answer is an `Ok` or a `Refused` in a line.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import stat
from collections.abc import AsyncIterator
from pathlib import Path

from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.protocol.errors import LineError
from carteado.protocol.session_messages import format_json, parse_json_inbound
from carteado.server.lobby.operator import Operator
from carteado.server.ops.logs import fault, log
from carteado.server.table.step import Denied

__all__ = ["admin_socket"]

# The same as a frame over the network.
LINE_BYTES = 64 * 1024
"""The longest line that is read."""


@contextlib.asynccontextmanager
async def admin_socket(path: Path | None, operator: Operator) -> AsyncIterator[None]:
    """Listen for the operator for as long as the context lasts.

    Args:
        path: of the socket, which only the server's user may open; None for no socket.
        operator: carries out the commands.
    """
    listening = None if path is None else _bound(path)
    if listening is None:
        yield
        return
    connections: set[asyncio.Task[None]] = set()

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        try:
            while line := await reader.readline():
                writer.write(await _answer(line, operator) + b"\n")
                await writer.drain()
        except (OSError, ValueError):
            pass  # the operator has disconnected, or a line is too long
        finally:
            connections.discard(task)
            writer.close()

    server = await asyncio.start_unix_server(converse, sock=listening, limit=LINE_BYTES)
    try:
        yield
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        if path is not None:
            _remove(path)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _answers(path: Path) -> bool:
    """Whether a server listens at a path."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def _bound(path: Path) -> socket.socket | None:
    """A socket at a path, with mode 0600 from the start; on failure None and a log line."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            if stat.S_ISSOCK(path.lstat().st_mode):
                # A live server keeps its socket; a dead one's leftover would make `bind` fail.
                if _answers(path):
                    log.error("no admin socket", path=str(path), error="another server has it")
                    return None
                path.unlink()  # left by a server that died
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Setting the mode after `bind` would leave a moment in which others may connect.
        before = os.umask(0o177)
        try:
            listening.bind(str(path))
        finally:
            os.umask(before)
        listening.setblocking(False)
    except OSError as error:
        log.error("no admin socket", path=str(path), error=str(error.strerror or error))
        return None
    return listening


async def _answer(line: bytes, operator: Operator) -> bytes:
    number = 1
    try:
        message = parse_json_inbound(line.decode(errors="replace").strip())
        if not isinstance(message, wire.Admin):
            raise LineError("the local socket takes admin messages only", 0)
        number = message.id
        reply: wire.Ok | wire.Refused = wire.Ok(id=number, result=await operator.carry_out(message))
    except LineError as error:
        reply = wire.Refused(id=number, code="admin/invalid", message=str(error))
    except Denied as denied:
        refusal = denied.refusal
        details = to_plain(refusal.details)
        reply = wire.Refused(id=number, code=refusal.code, message=refusal.message, details=details)
    except Exception as error:
        log.error("admin command failed", error=fault(error))
        reply = wire.Refused(id=number, code="server/failed", message="internal error")
    return format_json(reply).encode()
