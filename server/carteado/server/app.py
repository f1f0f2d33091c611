"""One server process: store, lobby, gateway and the host's bots, from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from carteado.engine.registry import games
from carteado.server.config import Settings
from carteado.server.defaults import open_defaults
from carteado.server.gateway import Gateway
from carteado.server.launcher import Launcher
from carteado.server.leases import LEASE_MS
from carteado.server.lobby import Lobby
from carteado.server.logs import fault, log
from carteado.server.metrics import Figures
from carteado.server.store import open_store
from carteado.server.store.base import Place, Store

__all__ = ["Running", "join_url", "running", "serve"]

_SECRET = "server-secret"


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs.

    Attributes:
        port: where it listens.
        lobby: its tables and sessions.
        figures: its counts.
        problems: sentences about tables of the store that could not go on.
    """

    port: int
    lobby: Lobby
    figures: Figures
    problems: tuple[str, ...]


@contextlib.asynccontextmanager
async def running(
    settings: Settings, *, entropy: Callable[[int], bytes] = secrets.token_bytes
) -> AsyncIterator[Running]:
    """A server for as long as the context lasts; stops in order.

    Args:
        settings: of the host.
        entropy: gives so many fresh random bytes for each deck; a measurement gives its own.

    Raises:
        OSError: the address cannot be had.
        StoreError: the store cannot be opened.
    """
    store = await open_store(settings.store_url, durability=settings.level)
    try:
        async with _running(settings, store, entropy) as server:
            yield server
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def _running(
    settings: Settings, store: Store, entropy: Callable[[int], bytes]
) -> AsyncIterator[Running]:
    figures = Figures()
    launcher = Launcher(await _secret(store), figures, settings.max_bots)
    lobby = Lobby(store, settings, launcher, figures, entropy)
    gateway = Gateway(lobby, settings, figures, lobby.tables.health)
    port = await gateway.listen()
    launcher.listen(_local_url(settings.host, port))
    keepers: list[asyncio.Task[None]] = []
    try:
        problems = await lobby.tables.recover(f"{socket.gethostname()}:{port}")
        if settings.tables and not lobby.tables:
            await open_defaults(lobby.tables)
        await lobby.tables.all_ins.ready()
        games()  # now, so that the first greeting, which names them, need not load them
        # What stands now stays: the collector need not look at it again, and what a table makes
        # for each action is gone by itself.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gateway.accept(True)
        keepers += [
            asyncio.create_task(gateway.watch_stalls()),
            asyncio.create_task(_keep_house(lobby)),
        ]
        log.info("serving", port=port, tables=len(lobby.tables))
        yield Running(port, lobby, figures, tuple(problems))
    finally:
        for keeper in keepers:
            keeper.cancel()
        gateway.accept(False)
        await lobby.tables.close()
        await gateway.close("server/stopping", "the server stops; it may come back")
        await launcher.close()
        log.info("stopped", tables=len(lobby.tables))


async def serve(settings: Settings, ready: Callable[[Running], None]) -> None:
    """Serve until SIGINT or SIGTERM.

    Args:
        settings: the host's settings.
        ready: called once clients can connect.

    Raises:
        OSError: the address cannot be had.
        StoreError: the store cannot be opened.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    async with running(settings) as server:
        ready(server)
        await stop.wait()


def join_url(host: str, port: int) -> str:
    """The URL under which others on the network reach a server.

    Args:
        host: the address that it listens on.
        port: its port.
    """
    if host not in _ALL:
        return _url(host, port)
    # Nothing is sent: connecting a datagram socket only asks which address would be used.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return f"ws://{probe.getsockname()[0]}:{port}"
    return f"ws://127.0.0.1:{port}"


_ALL = ("0.0.0.0", "::", "")


def _local_url(host: str, port: int) -> str:
    """Where processes of this machine reach a server that listens on an address."""
    return _url(host if host not in _ALL else "::1" if host == "::" else "127.0.0.1", port)


def _url(host: str, port: int) -> str:
    return f"ws://[{host}]:{port}" if ":" in host else f"ws://{host}:{port}"


async def _keep_house(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(LEASE_MS / 3000)
        try:
            await lobby.tables.keep_house()
        except Exception as error:  # the leases have to be kept whatever one table does
            log.error("housekeeping failed", error=fault(error))


async def _secret(store: Store) -> bytes:
    """The server's own secret, kept in the store so that a restart knows its bots' seats."""
    for part in await store.projection(_SECRET):
        if secret := part.values.get("secret"):
            return secret
    secret = secrets.token_bytes(32)
    await store.project(_SECRET, Place(at=1), {"secret": secret})
    return secret
