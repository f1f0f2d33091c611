"""The host's commands: ``carteado serve``, ``log``, ``config`` and ``doctor``."""

from __future__ import annotations

import asyncio
import errno
import json
import sys
from socket import gaierror
from typing import Annotated, Any, Literal

import segno
from cyclopts import App, Parameter

from carteado.server.app import Running, join_urls
from carteado.server.app import serve as run_server
from carteado.server.lobby.listed import TablesFileError
from carteado.server.net.tls import TlsError
from carteado.server.ops import logs
from carteado.server.ops.config import ConfigError, Settings, config_file, load_settings, sources
from carteado.server.ops.doctor import checkup
from carteado.server.store.errors import NoSuchStore, StoreError

__all__ = ["CommandError", "config", "doctor", "serve"]

USAGE, UNREACHABLE, STORE = 2, 3, 6


class CommandError(Exception):
    """A command that cannot be carried out.

    Attributes:
        exit_status: what the process ends with.
    """

    def __init__(self, message: str, exit_status: int) -> None:
        super().__init__(message)
        self.exit_status = exit_status


def settings_of(**flags: Any) -> Settings:
    """Load the current settings.

    Raises:
        CommandError: one of them is wrong.
    """
    try:
        return load_settings(flags)
    except ConfigError as error:
        raise CommandError(str(error), USAGE) from None


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    store: str | None = None,
    durability: Literal["memory", "process", "disk", "replica"] | None = None,
    origins: list[str] | None = None,
    allowed_host: list[str] | None = None,
    max_connections: int | None = None,
    address_connections: int | None = None,
    address_seats: int | None = None,
    max_tables: int | None = None,
    player_tables: int | None = None,
    player_seats: int | None = None,
    player_bots: int | None = None,
    player_log_mb: int | None = None,
    max_bots: int | None = None,
    rate: int | None = None,
    burst: int | None = None,
    buffer: int | None = None,
    tables: bool | None = None,
    tables_file: str | None = None,
    admin_token: str | None = None,
    tls_cert: str | None = None,
    tls_key: str | None = None,
    trusted_proxy: list[str] | None = None,
    announce: bool | None = None,
    empty_minutes: int | None = None,
    archive_after: str | None = None,
    metrics: Literal["loopback", "all", "off"] | None = None,
    log_format: Literal["auto", "text", "json"] | None = None,
    log_level: Literal["debug", "info", "warning", "error"] | None = None,
    stop_seconds: float | None = None,
    qr: bool = True,
) -> None:
    """Host tables for the network until Ctrl-C.

    Parameters
    ----------
    host:
        Address to listen on; all interfaces by default.
    port:
        Port to listen on, 8765 by default; 0 lets the system choose.
    store:
        Store for the logs: sqlite:PATH, redis://HOST:PORT/DB or memory:.
    durability:
        What an acknowledged action must survive: replica (loss of the machine), disk (power
        failure), process (crash) or memory (nothing). By default, the most the store offers.
    origins:
        Web origins whose pages may connect, such as https://cards.example; none by default.
    allowed_host:
        Additional host name of this server, such as cards.example; repeat for more. IP addresses,
        localhost and the name of this machine are always allowed.
    max_connections:
        Maximum number of connections.
    address_connections:
        Maximum number of connections from one address, and of new players from it per minute.
        Connections from this machine are not limited, because a proxy may run on it.
    address_seats:
        Maximum number of seats that one address may hold at one table. This machine and the
        server's own bots are not limited.
    max_tables:
        Maximum number of open tables.
    player_tables:
        Maximum number of open tables that one player may have opened.
    player_seats:
        Maximum number of seats one player may hold at all tables together.
    player_bots:
        Maximum number of bots one player may add, including those from presets.
    player_log_mb:
        Maximum log data one player may cause per day, in MiB. An address may cause four times as
        much; this machine is not limited.
    max_bots:
        Maximum number of bot processes.
    rate:
        Messages per second that one connection may send on average; expensive requests count as
        several.
    burst:
        Messages that one connection may send at once; expensive requests count as several.
    buffer:
        Output buffered for a slow client, in bytes.
    tables:
        Open a table of every game if no table is open.
    tables_file:
        TOML file with the tables to keep open instead; read again on SIGHUP.
    admin_token:
        Token for `carteado admin` over the network, at least 22 characters. Better set it as
        CARTEADO_ADMIN_TOKEN or in the settings file: other users of this machine can read flags.
    tls_cert:
        Certificate chain for TLS (PEM); read again on SIGHUP.
    tls_key:
        Key of the certificate (PEM).
    trusted_proxy:
        Address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto count; repeat
        for more. Limits per address then apply to the client.
    empty_minutes:
        Close a table after this many minutes without players or spectators.
    archive_after:
        Move the logs of tables that finished this long ago to compressed files, for example 30d,
        12h or 90m; never by default. The files are stored next to the data file, or in the folder
        given by ?archive=FOLDER in the store URL. To archive once, run `carteado log archive`.
    announce:
        Announce the server on private networks, so that `carteado find` lists it.
    metrics:
        Who may read /metrics: this machine only (loopback), everyone (all) or nobody (off).
    log_format:
        Format of log messages: text, json, or auto (text on a terminal, otherwise json).
    log_level:
        Lowest severity to log.
    stop_seconds:
        Seconds to wait for clients when the server stops.
    qr:
        Print the join URL as a QR code.
    """
    flags = {name: value for name, value in locals().items() if name != "qr"}
    settings = settings_of(**flags)
    logs.configure(settings.log_format, settings.log_level)
    try:
        _loop_runner()(run_server(settings, lambda server: _announce(settings, server, qr), _warn))
    except (TablesFileError, TlsError) as error:
        raise CommandError(str(error), USAGE) from None
    except StoreError as error:
        status = USAGE if isinstance(error, NoSuchStore) else STORE
        raise CommandError(str(error), status) from None
    except OSError as error:
        advice = _NO_HOST if isinstance(error, gaierror) else _ADVICE.get(error.errno or 0)
        if advice is None:
            raise
        raise CommandError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}; {advice}",
            UNREACHABLE,
        ) from None


_NO_HOST = "choose an address of this machine with --host"
_ADVICE = {
    errno.EADDRINUSE: "is another server running? Choose another port with --port",
    errno.EACCES: "choose a port from 1024 to 65535 with --port",
    errno.EADDRNOTAVAIL: _NO_HOST,
}
"""Advice for each error of listening on an address."""


def _loop_runner() -> Any:
    """The function that runs the event loop: uvloop's if it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run
    return uvloop.run


def _announce(settings: Settings, server: Running, qr: bool) -> None:
    url, *others = join_urls(settings.host, server.port, secure=bool(settings.tls_cert))
    # Programs that start a server read the first line: "serving at", then the URL.
    print(f"Carteado is serving at {url}", flush=True)
    for other in others:
        print(f"or at                  {other}", flush=True)
    print("Guests open this address in a browser, or play in a terminal:", flush=True)
    print(f"carteado play {url}", flush=True)
    if qr and sys.stdout.isatty():
        segno.make(url, micro=False).terminal(out=sys.stdout, compact=True)
    elif qr:
        segno.make(url, micro=False).terminal(out=sys.stdout, compact=True, border=2)
    print("Stop with Ctrl-C.", flush=True)


def _warn(server: Running) -> None:
    for problem in server.problems:
        print(f"warning: {problem}", file=sys.stderr, flush=True)


config = App(name="config", help="Show where each setting comes from.")


@config.command(name="show")
def show(*, as_json: Annotated[bool, Parameter(name="--json")] = False) -> None:
    """Show every setting, its current value and where it was set.

    Parameters
    ----------
    as_json:
        Print JSON.
    """
    try:
        found = sources()
    except ConfigError as error:
        raise CommandError(str(error), USAGE) from None
    if as_json:
        rows = {
            name: {"value": _hidden(name, value), "from": where}
            for name, (value, where) in found.items()
        }
        print(json.dumps(rows, indent=1))
        return
    for name, (value, where) in found.items():
        print(f"{name} = {_shown(_hidden(name, value))}  ({where})")
    if not config_file().exists():
        print(f"There is no settings file at {config_file()}.", file=sys.stderr)


def _hidden(name: str, value: Any) -> Any:
    """A value as it may be shown: nobody reads a token over somebody's shoulder."""
    return "(hidden)" if name == "admin_token" and value else value


def _shown(value: Any) -> str:
    """A value as the settings file writes it, or "unset"."""
    return "unset" if value is None else json.dumps(value, ensure_ascii=False)


def doctor(*, as_json: Annotated[bool, Parameter(name="--json")] = False) -> int:
    """Check that this machine can host: Python, packages, data folder, port, store.

    Parameters
    ----------
    as_json:
        Print JSON.
    """
    findings = asyncio.run(checkup(settings_of()))
    if as_json:
        print(json.dumps([{"ok": ok, "what": what, "says": says} for ok, what, says in findings]))
    else:
        for ok, what, says in findings:
            print(f"{'ok  ' if ok else 'FAIL'}  {what}: {says}")
    return 0 if all(ok for ok, _, _ in findings) else 1
