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

from carteado.server import logs
from carteado.server.app import Running, join_url
from carteado.server.app import serve as run_server
from carteado.server.config import ConfigError, Settings, config_file, load_settings, sources
from carteado.server.doctor import checkup
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
    """The settings in force.

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
    max_connections: int | None = None,
    address_connections: int | None = None,
    max_tables: int | None = None,
    player_tables: int | None = None,
    player_seats: int | None = None,
    player_bots: int | None = None,
    max_bots: int | None = None,
    rate: int | None = None,
    burst: int | None = None,
    buffer: int | None = None,
    tables: bool | None = None,
    empty_minutes: int | None = None,
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
        Where the logs lie: sqlite:PATH, redis://HOST:PORT/DB or memory:.
    durability:
        What an acknowledged action must survive: replica (the loss of the machine), disk (a power
        cut), process (a crash) or memory. All that the store offers by default.
    origins:
        Web origins whose pages may connect from a browser, such as https://cards.example; none by
        default.
    max_connections:
        Most connections at once.
    address_connections:
        Most connections at once from one address, and most new players in a minute. This machine
        itself, where a proxy may be, is not bounded.
    max_tables:
        Most tables at once.
    player_tables:
        Most open tables that one player may have opened.
    player_seats:
        Most seats that one player may hold at once, on all tables together.
    player_bots:
        Most bots of this host that one player may have asked for, those of presets with them.
    max_bots:
        Most bot processes that this host runs.
    rate:
        Messages a second that one connection may send in the long run; those that are dear to
        answer count for several.
    burst:
        Messages that one connection may send at once, counted likewise.
    buffer:
        Bytes that may wait for a client that does not read.
    tables:
        Open two tables with bots when there is none.
    empty_minutes:
        A table is closed when nobody sat or watched for so long.
    metrics:
        Who may read /metrics.
    log_format:
        text for people, json for machines, auto for text on a terminal.
    log_level:
        Least severity that is logged.
    stop_seconds:
        Grace of an orderly stop.
    qr:
        Print the join URL as a QR code.
    """
    flags = {name: value for name, value in locals().items() if name != "qr"}
    settings = settings_of(**flags)
    logs.configure(settings.log_format, settings.log_level)
    try:
        _loop_runner()(run_server(settings, lambda server: _announce(settings, server, qr)))
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
    errno.EADDRINUSE: "is another server running? Choose another with --port",
    errno.EACCES: "choose a port from 1024 on with --port",
    errno.EADDRNOTAVAIL: _NO_HOST,
}
"""What helps where an address cannot be listened on."""


def _loop_runner() -> Any:
    """What runs the event loop: uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run
    return uvloop.run


def _announce(settings: Settings, server: Running, qr: bool) -> None:
    url = join_url(settings.host, server.port)
    print(f"Carteado is serving at {url}", flush=True)
    print(f"Join with:  carteado play {url}", flush=True)
    if qr and sys.stdout.isatty():
        segno.make(url, micro=False).terminal(out=sys.stdout, compact=True)
    elif qr:
        segno.make(url, micro=False).terminal(out=sys.stdout, compact=True, border=2)
    for problem in server.problems:
        print(f"warning: {problem}", file=sys.stderr, flush=True)
    print("Stop with Ctrl-C.", flush=True)


config = App(name="config", help="Show where each setting comes from.")


@config.command(name="show")
def show(*, as_json: Annotated[bool, Parameter(name="--json")] = False) -> None:
    """Show every setting, its value in force and where it was set.

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
        rows = {name: {"value": value, "from": where} for name, (value, where) in found.items()}
        print(json.dumps(rows, indent=1))
        return
    for name, (value, where) in found.items():
        print(f"{name} = {value!r}  ({where})")
    if not config_file().exists():
        print(f"no file at {config_file()}", file=sys.stderr)


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
