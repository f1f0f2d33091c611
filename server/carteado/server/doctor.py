"""What ``carteado doctor`` looks at."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path

from carteado.server.config import Settings
from carteado.server.store import open_store
from carteado.server.store.errors import StoreError

__all__ = ["checkup"]

Finding = tuple[bool, str, str]


async def checkup(settings: Settings) -> list[Finding]:
    """Look at everything that hosting needs.

    Returns:
        For each thing: whether it is well, its name, and a sentence.
    """
    quicker = [_quicker(package) for package in ("uvloop", "ormsgpack")]
    return [_python(), *quicker, await _port(settings), await _store(settings)]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return sys.version_info >= (3, 11), "python", f"{version} (3.11 or later is needed)"


def _quicker(package: str) -> Finding:
    found = importlib.util.find_spec(package) is not None
    says = "installed" if found else "not installed; carteado[speed] makes the server faster"
    return True, package, says


async def _port(settings: Settings) -> Finding:
    try:
        server = await asyncio.start_server(lambda r, w: None, settings.host, settings.port)
    except OSError as error:
        return False, "port", f"{settings.host} port {settings.port}: {error.strerror}"
    server.close()
    return True, "port", f"{settings.host} port {settings.port} is free"


async def _store(settings: Settings) -> Finding:
    url = settings.store_url
    if _is_new(url):
        return True, "store", f"{url} will be made at the first start"
    try:
        store = await open_store(url)
    except StoreError as error:
        return False, "store", str(error)
    tables = await store.tables()
    await store.close()
    return True, "store", f"{url} holds {len(tables)} tables"


def _is_new(url: str) -> bool:
    return url.startswith("sqlite:") and not Path(url.removeprefix("sqlite:")).exists()
