"""The command ``carteado``: every command by name, loaded when it is called.

Commands are registered by import path, so that ``carteado --help`` loads none of them. A command
returns its exit status (None for 0) or raises an error that has an `exit_status` attribute; then
its message is the one line that the user sees. Errors of any other kind are bugs and keep their
traceback.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, UnknownCommandError

from carteado.engine.options import did_you_mean

__all__ = ["app", "main", "run"]

OK, USAGE, INTERRUPTED = 0, 2, 130

_EXTRAS = {
    "pydantic_settings": "server",
    "platformdirs": "server",
    "prometheus_client": "server",
    "segno": "server",
    "structlog": "server",
    "redis": "redis",
    "yaml": "scenarios",
}
"""The extra that brings a module which the base install does not have."""

_COMMANDS = {
    "Host": {
        "serve": ("carteado.server.commands:serve", "Host tables for the network."),
        "log": ("carteado.server.commands:log", "Export, import and check logs."),
        "config": ("carteado.server.commands:config", "Show where each setting comes from."),
        "doctor": ("carteado.server.commands:doctor", "Check that this machine can host."),
    },
    "Play": {
        "play": ("carteado.clients.cli.play:play", "Play at a server's tables by typing."),
        "tables": ("carteado.clients.cli.lobby:tables", "List a server's tables."),
        "open": ("carteado.clients.cli.lobby:open_", "Open a table."),
        "watch": ("carteado.clients.cli.play:watch", "Watch a table from the rail."),
        "bot": ("carteado.bots.commands:bot", "Run bots, or start writing one."),
    },
}
"""Name of each command, where it is defined and what the help says, by group."""


def _version() -> str:
    return importlib.metadata.version("carteado")


def _app() -> App:
    built = App(
        name="carteado",
        help="Card tables on your network: host, play, write bots, replay and check every hand.",
        version=_version,
        help_format="plaintext",
        help_formatter="default" if sys.stdout.isatty() else "plain",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_int_as_exit_code_else_zero",
    )
    for group, commands in _COMMANDS.items():
        for name, (path, text) in commands.items():
            built.command(path, name=name, help=text, group=group)
    return built


app = _app()


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        arguments: the words after ``carteado``; those of this process when absent.

    Returns:
        The exit status: 0 done, 1 checked and failed, 2 usage or bad input, 3 cannot reach or bind,
        4 refused, 5 protocol version, 6 store or log, 130 interrupted.
    """
    try:
        result = app(arguments)
        sys.stdout.flush()
    except UnknownCommandError as error:
        return _say(_unknown(error), USAGE)
    except CycloptsError as error:
        return _say(" ".join(str(error).split()), USAGE)
    except ImportError as error:
        extra = _extra_for(error)
        if extra is None:
            raise
        return _say(f"this needs an extra that is not installed: pip install '{extra}'", USAGE)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has had enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        status = getattr(error, "exit_status", None)
        if status is None:
            raise
        return _say(str(error), status)
    return int(result or OK)


def main() -> None:
    """Entry point of the command ``carteado``."""
    sys.exit(run())


def _say(sentence: str, status: int) -> int:
    print(f"carteado: {sentence}", file=sys.stderr)
    return status


def _unknown(error: UnknownCommandError) -> str:
    """The sentence about an unknown command; Cyclopts' own would load every command there is."""
    word = (error.unused_tokens or [""])[0]
    known = tuple(name for name in error.app or app if not name.startswith("-"))
    return f"there is no command {word!r:.60}; {did_you_mean(word, known)}"


def _extra_for(error: BaseException | None) -> str | None:
    """The extra that brings the module whose absence an error is about."""
    while error is not None:
        name = getattr(error, "name", None) or ""
        extra = _EXTRAS.get(name.partition(".")[0])
        if extra is not None:
            return f"carteado[{extra}]"
        error = error.__cause__
    return None


if __name__ == "__main__":
    main()
