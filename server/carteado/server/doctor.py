"""What ``carteado doctor`` looks at."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import sys
from pathlib import Path

from carteado.server.config import Settings
from carteado.server.store import open_store, sqlite_path
from carteado.server.store.errors import StoreError

__all__ = ["checkup"]

Finding = tuple[bool, str, str]

_PASSWORD = re.compile("//.*@")


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
    try:
        path = sqlite_path(url)
        if path is not None and not path.exists():
            return _new_file(path)
        async with await open_store(url, durability=settings.level) as store:
            tables = await store.tables()
    except StoreError as error:
        return False, "store", str(error)
    return True, "store", f"{path or _PASSWORD.sub('//', url)} holds {len(tables)} tables"


def _new_file(path: Path) -> Finding:
    folder = next(parent for parent in path.parents if parent.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return False, "store", f"{path} cannot be made: nothing can be written to {folder}"
    return True, "store", f"{path} will be made at the first start"
