"""One server process: store, lobby, gateway and the host's bots, from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from carteado.engine.registry import games
from carteado.server.bots.launcher import Launcher
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.lobby.first_tables import first_tables, open_listed
from carteado.server.lobby.leases import LEASE_MS
from carteado.server.lobby.listed import ListedTable, read_tables
from carteado.server.lobby.lobby import Lobby
from carteado.server.lobby.tables import Tables
from carteado.server.net.admin_socket import admin_socket
from carteado.server.net.announce import announced
from carteado.server.net.gateway import Gateway
from carteado.server.net.interfaces import ALL, guest_addresses, is_private
from carteado.server.ops.ages import age_ms
from carteado.server.ops.archiving import archive_regularly
from carteado.server.ops.config import Settings, data_path
from carteado.server.ops.known_stores import Remembered
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.service import Service
from carteado.server.store import open_store
from carteado.server.store.base import Place, Store
from carteado.server.store.errors import StoreError

__all__ = ["SECRET", "Running", "join_urls", "running", "serve"]

SECRET = "server-secret"
"""Name of the projection with the secret from which the tokens of bots are made."""
LOOK_S = 1.0
"""Seconds between two checks for tables that wait for the store."""


@dataclass(frozen=True, slots=True)
class Running:
    """A running server.

    Attributes:
        port: where it listens.
        lobby: its tables and sessions.
        metrics: its counts.
        started: set when every table of the store is restored, or has failed for now.
        stop: set when the operator asks the server to stop.
        reload: reads the file of tables and the certificate again and returns what it did. Raises
            `ValueError` and changes nothing if one of them is invalid.
    """

    port: int
    lobby: Lobby
    metrics: Metrics
    started: asyncio.Event
    stop: asyncio.Event
    reload: Callable[[], Awaitable[list[str]]]

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences about the tables that could not be restored when the server started."""
        return tuple(self.lobby.tables.startup.problems)


@contextlib.asynccontextmanager
async def running(
    settings: Settings,
    *,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    wait: bool = True,
) -> AsyncIterator[Running]:
    """A server for as long as the context lasts; stops in order.

    Args:
        settings: of the host.
        entropy: returns a given number of random bytes for each deck; a measurement passes its own.
        wait: begin when every table of the store is restored; otherwise at once.

    Raises:
        OSError: the address cannot be used.
        StoreError: the store cannot be opened, or its folder is missing.
        ValueError: the file of tables or the certificate is wrong.
    """
    settings.check_store()
    listed = _listed(settings)
    store = await open_store(settings.store_url, durability=settings.level)
    try:
        if settings.archive_after is not None:
            # A missing folder has to end the start, not the first archiving hours later.
            store.archive_folder()
        async with _running(settings, store, entropy, listed) as server:
            if wait:
                await server.started.wait()
            yield server
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def _running(
    settings: Settings,
    store: Store,
    entropy: Callable[[int], bytes],
    listed: Sequence[ListedTable],
) -> AsyncIterator[Running]:
    metrics = Metrics()
    launcher = Launcher(await _secret(store), metrics, settings.max_bots)
    lobby = Lobby(store, settings, launcher, metrics, entropy)
    # Before the first connection: a banned player must not connect while the lists are read.
    await lobby.bans.load()
    await lobby.accounts.load()
    gateway = Gateway(lobby, settings, metrics, lobby.tables.health)
    port = await gateway.listen()
    secure = gateway.certificate is not None
    gateway.site.pages.addresses = tuple(join_urls(settings.host, port, secure=secure))
    # A certificate names the server's domain, so bots use the plain port of the loopback.
    here = "127.0.0.1" if secure else settings.host
    launcher.listen(_local_url(here, gateway.local_port))
    started, stop = asyncio.Event(), asyncio.Event()

    reload = _reloader(settings, lobby, gateway)
    lobby.operator.reload, lobby.operator.stop = reload, stop.set
    remembered = _remembered(lobby, store)
    # Set before the first connection, so that clients learn that tables are still being restored.
    lobby.tables.startup.begin()
    gateway.accept(True)
    tasks = [
        asyncio.create_task(gateway.watch_connections()),
        asyncio.create_task(_watch_store(lobby)),
        asyncio.create_task(_keep_house(lobby, remembered, started)),
        asyncio.create_task(
            _start_tables(lobby, settings, listed, f"{socket.gethostname()}:{port}", started)
        ),
    ]
    if settings.archive_after is not None:
        tasks.append(asyncio.create_task(_archive(store, settings.archive_after, started)))
    try:
        log.info("serving", port=port)
        addresses = guest_addresses(settings.host) if settings.announce else []
        async with (
            announced([one for one in addresses if is_private(one)], port, secure=secure),
            admin_socket(settings.admin_socket, lobby.operator),
        ):
            yield Running(port, lobby, metrics, started, stop, reload)
    finally:
        # From the outside in: first refuse new work, then stop the tables, last the bots and
        # connections.
        lobby.operator.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        gateway.accept(False)
        # Only when every table is restored does their number describe the store.
        if remembered is not None and started.is_set():
            remembered.note(len(lobby.tables))
        await lobby.tables.close()
        await gateway.close("server/stopping", "the server stops; it may come back")
        await launcher.close()
        log.info("stopped", tables=len(lobby.tables))


def _reloader(
    settings: Settings, lobby: Lobby, gateway: Gateway
) -> Callable[[], Awaitable[list[str]]]:
    async def reload() -> list[str]:
        again = _listed(settings)
        if gateway.certificate is not None:
            gateway.certificate.reload()
        opened = await _open_listed(lobby.tables, again)
        done = [f"opened table {table_id}" for table_id in opened]
        return done + (["read the certificate again"] if gateway.certificate is not None else [])

    return reload


def _remembered(lobby: Lobby, store: Store) -> Remembered | None:
    """The server's record of its store, None without an identity; reports an emptied store."""
    if store.identity is None:
        return None
    # With the data, not in the store: an emptied store could not report that it was emptied.
    remembered = Remembered(data_path().with_name("stores.json"), store.identity)
    if remembered.problem is not None:
        log.error("store emptied", error=remembered.problem)
        lobby.tables.startup.problems.append(remembered.problem)
    return remembered


def _listed(settings: Settings) -> tuple[ListedTable, ...]:
    """The tables that the host's file lists, none without one."""
    return read_tables(Path(settings.tables_file)) if settings.tables_file else ()


async def _open_listed(tables: Tables, listed: Sequence[ListedTable]) -> list[str]:
    """Open those of the host's tables that are not open, and keep all of them open."""
    opened = await open_listed(tables, listed)
    for one in listed:
        if (runner := tables.opener.titled(one.title)) is not None:
            tables.lasting.add(runner.id)
    return opened


async def _start_tables(
    lobby: Lobby,
    settings: Settings,
    listed: Sequence[ListedTable],
    holder: str,
    started: asyncio.Event,
) -> None:
    """Bring the tables of the store back, and open those of the host's file.

    Without a file the usual ones are opened where there is no table.
    """
    tables = lobby.tables
    games()  # now, so that the first greeting, which names them, does not have to load them
    # Loaded modules and restored tables stay: the collector need not visit them again and again
    # meanwhile.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        await tables.recover(holder)
        if settings.tables_file:
            await _open_listed(tables, listed)
        elif settings.tables and not tables:
            await open_listed(tables, first_tables())
    except Exception as error:
        log.error("start failed", error=fault(error))
    started.set()
    log.info("tables started", tables=len(tables))
    await tables.all_ins.ready()
    # The present objects stay: the collector need not visit them again. The objects that a table
    # makes for each action are freed by their reference counts.
    gc.collect()
    gc.freeze()


async def serve(
    settings: Settings,
    ready: Callable[[Running], None],
    started: Callable[[Running], None],
) -> None:
    """Serve until SIGINT or SIGTERM, also while the tables of the store are restored.

    SIGHUP reads the file of tables and the certificate again, or stops the server if it came
    because the terminal was closed in which the server was started. A service manager is notified
    when the server is ready, reloads or stops, and regularly while the event loop runs.

    Args:
        settings: the host's settings.
        ready: called once clients can connect.
        started: called once every table of the store is restored, or has failed for now.

    Raises:
        OSError: the address cannot be used.
        StoreError: the store cannot be opened, or its folder is missing.
        ValueError: the file of tables or the certificate is wrong.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    service = Service()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    # Under `nohup` the server is to outlive its terminal.
    attended = _has_terminal() and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings, wait=False))
        tasks = BackgroundTasks()
        stack.callback(tasks.cancel)
        # The first exit to run: the manager learns of the stop before it begins.
        stack.callback(service.stopping)
        tasks.start(service.stay_alive())
        tasks.start(_pass_on(server.stop, stop))

        def hung_up() -> None:
            if attended and not _has_terminal():
                stop.set()
            else:
                tasks.start(_reload(server, service))

        if hasattr(signal, "SIGHUP"):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(signal.SIGHUP, hung_up)
        ready(server)
        service.ready(f"serving at port {server.port}")
        waits = [asyncio.create_task(event.wait()) for event in (stop, server.started)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if server.started.is_set():
            started(server)
        await stop.wait()
        # Otherwise the task would outlive the server if it was stopped during the start.
        waits[1].cancel()


def _has_terminal() -> bool:
    """Whether the process belongs to a terminal; not any more once that is closed."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY))
    except OSError:
        return False
    return True


async def _pass_on(event: asyncio.Event, to: asyncio.Event) -> None:
    await event.wait()
    to.set()


async def _reload(server: Running, service: Service) -> None:
    """Read the host's files again; a wrong file is reported and changes nothing."""
    service.reloading()
    try:
        for done in await server.reload():
            log.info("reloaded", message=done)
    except (ValueError, StoreError) as error:
        log.error("not reloaded", error=str(error))
    service.ready(f"serving at port {server.port}")


def join_urls(host: str, port: int, *, secure: bool = False) -> list[str]:
    """The URLs under which guests reach a server, the most likely one first.

    Args:
        host: the address that it listens on.
        port: its port.
        secure: whether it uses TLS.

    Returns:
        ``http`` or ``https`` URLs; only the loopback one on a machine without a network.
    """
    scheme = "https" if secure else "http"
    return [_url(scheme, one, port) for one in guest_addresses(host) or ["127.0.0.1"]]


def _local_url(host: str, port: int) -> str:
    """The address at which processes of this machine reach a listening server."""
    return _url("ws", host if host not in ALL else "::1" if host == "::" else "127.0.0.1", port)


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


async def _keep_house(lobby: Lobby, remembered: Remembered | None, started: asyncio.Event) -> None:
    while True:
        # A third of a lease, so that one failed or late renewal does not cost it.
        await asyncio.sleep(LEASE_MS / 3000)
        if remembered is not None and started.is_set():
            remembered.note(len(lobby.tables))
        try:
            await lobby.tables.keep_house()
            await lobby.settle()
        except Exception as error:  # leases have to be renewed even if one table fails
            log.error("housekeeping failed", error=fault(error))


async def _archive(store: Store, age: str, started: asyncio.Event) -> None:
    await started.wait()
    await archive_regularly(store, age_ms(age))


async def _watch_store(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(LOOK_S)
        lobby.tables.look()


async def _secret(store: Store) -> bytes:
    """The server's own secret, kept in the store so that a restart knows its bots' seats."""
    found = await _stored_secret(store)
    if found is not None:
        return found
    secret = secrets.token_bytes(32)
    # Place 1 can be written only once, so if two servers start together, one of them wins.
    if await store.project(SECRET, Place(at=1), {"secret": secret}):
        return secret
    found = await _stored_secret(store)  # another server was first, or a repeated write succeeded
    if found is None:
        raise StoreError(f"{store.where} has lost the secret of its servers")
    return found


async def _stored_secret(store: Store) -> bytes | None:
    values = [part.values.get("secret") for part in await store.projection(SECRET)]
    return next(filter(None, values), None)
