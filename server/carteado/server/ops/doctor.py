"""The checks of ``carteado doctor``."""

from __future__ import annotations

import asyncio
import errno
import importlib.util
import os
import re
import sys
from pathlib import Path
from socket import gaierror

from carteado.server.net.join_page import MARK
from carteado.server.ops.config import Settings
from carteado.server.ops.surroundings import surroundings
from carteado.server.store import open_store, sqlite_path
from carteado.server.store.errors import StoreError, StoreInUse

__all__ = ["checkup", "listening_advice", "listening_problem"]

Finding = tuple[bool, str, str]

# Long enough for a busy server, short enough for a waiting user.
_ANSWER_S = 2
"""Timeout for an answer of a server that holds the port."""

_NO_HOST = "choose an address of this machine with --host"
_ADVICE = {
    errno.EADDRINUSE: "is another server running? Choose another port with --port",
    errno.EACCES: "choose a port from 1024 to 65535 with --port",
    errno.EADDRNOTAVAIL: _NO_HOST,
}

_PASSWORD = re.compile("//.*@")


def listening_problem(error: OSError) -> str:
    """The reason why an address cannot be listened on, without the address."""
    known = (error.errno or 0) > 0 and not isinstance(error, gaierror)
    return os.strerror(error.errno or 0) if known else str(error.strerror)


def listening_advice(error: OSError) -> str | None:
    """Advice about an address that cannot be listened on, None where there is none."""
    return _NO_HOST if isinstance(error, gaierror) else _ADVICE.get(error.errno or 0)


async def checkup(settings: Settings) -> list[Finding]:
    """Check everything that hosting needs.

    Returns:
        For each thing: whether it is well, its name, and a sentence.
    """
    quicker = [_quicker(package) for package in ("uvloop", "ormsgpack")]
    running = await _is_running(settings)
    port = _held(settings) if running else await _port(settings)
    around = await asyncio.to_thread(surroundings, settings.host, settings.port)
    return [_python(), *quicker, port, *around, await _store(settings, running=running)]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return sys.version_info >= (3, 11), "python", f"{version} (3.11 or later is needed)"


def _quicker(package: str) -> Finding:
    found = importlib.util.find_spec(package) is not None
    says = "installed" if found else "not installed; carteado[speed] makes the server faster"
    return True, package, says


async def _is_running(settings: Settings) -> bool:
    """Whether a Carteado server of this machine answers at the port."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    if not settings.port:
        return False
    writer = None
    try:
        async with asyncio.timeout(_ANSWER_S):
            reader, writer = await asyncio.open_connection(host, settings.port)
            # Every server admits the name localhost, see `HostNames`.
            writer.write(b"GET /join HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            page = b""
            while len(page) < 16_384 and (more := await reader.read(4096)):
                page += more
    except (OSError, TimeoutError):
        return False
    finally:
        if writer is not None:
            writer.close()
    return MARK.encode() in page


def _held(settings: Settings) -> Finding:
    return (
        True,
        "port",
        f"{settings.host} port {settings.port} is held by a running Carteado server",
    )


async def _port(settings: Settings) -> Finding:
    try:
        server = await asyncio.start_server(lambda r, w: None, settings.host, settings.port)
    except OSError as error:
        advice = listening_advice(error)
        says = f"{settings.host} port {settings.port}: {listening_problem(error)}"
        return False, "port", f"{says}; {advice}" if advice else says
    server.close()
    return True, "port", f"{settings.host} port {settings.port} is free"


async def _store(settings: Settings, *, running: bool) -> Finding:
    url = settings.store_url
    try:
        settings.check_store()
        path = sqlite_path(url)
        # Opening would create the file, and a check must change nothing.
        if path is not None and not path.exists():
            return _new_file(path)
        async with await open_store(url, durability=settings.level) as store:
            tables = await store.tables()
    except StoreInUse as error:
        if running:
            by = f"process {error.pid}" if error.pid else "another process"
            return True, "store", f"{error.path} is open in {by}: a Carteado server is running"
        return False, "store", str(error)
    except StoreError as error:
        return False, "store", str(error)
    return True, "store", f"{path or _PASSWORD.sub('//', url)} holds {len(tables)} tables"


def _new_file(path: Path) -> Finding:
    folder = next(parent for parent in path.parents if parent.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return False, "store", f"{path} cannot be made: nothing can be written to {folder}"
    return True, "store", f"{path} will be made at the first start"
