"""The host's commands: ``carteado serve``, ``log``, ``config`` and ``doctor``."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from typing import Annotated, Any

import segno
from cyclopts import App, Parameter

from carteado.server.app import Running, join_urls
from carteado.server.app import serve as run_server
from carteado.server.lobby.listed import TablesFileError
from carteado.server.net.tls import TlsError
from carteado.server.ops import logs
from carteado.server.ops.config import ConfigError, Settings, config_file, load_settings, sources
from carteado.server.ops.doctor import checkup, listening_advice, listening_problem
from carteado.server.ops.serve_options import FROM_SETTINGS, ServeOptions
from carteado.server.store.errors import NoSuchStore, StoreError
from carteado.transport.event_loop import run_loop

__all__ = ["CommandError", "config", "doctor", "serve"]

# The same numbers as on the players' side, see `run_app` there.
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


def serve(*, options: ServeOptions = FROM_SETTINGS, qr: bool = True) -> None:
    """Host tables on the network until Ctrl-C.

    Args:
        options: Settings from the command line.
        qr: Print the join URL as a QR code.
    """
    settings = settings_of(**asdict(options))
    # Before anything can be logged.
    logs.configure(settings.log_format, settings.log_level)
    try:
        run_loop(run_server(settings, lambda server: _announce(settings, server, qr), _warn))
    except (TablesFileError, TlsError) as error:
        raise CommandError(str(error), USAGE) from None
    except StoreError as error:
        # A mistyped path is the user's mistake; a damaged file needs other help.
        status = USAGE if isinstance(error, NoSuchStore) else STORE
        raise CommandError(str(error), status) from None
    except OSError as error:
        advice = listening_advice(error)
        if advice is None:
            raise
        raise CommandError(
            f"cannot listen on {settings.host} port {settings.port}: {listening_problem(error)};"
            f" {advice}",
            UNREACHABLE,
        ) from None


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
    """A value as it may be shown: a token is hidden."""
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
