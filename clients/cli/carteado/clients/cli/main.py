"""The command ``carteado``: every command by name, loaded when it is called.

Commands are registered by import path, so that ``carteado --help`` loads none of them.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Sequence

from carteado.client.loading import INTERRUPTED, ending_at_once
from carteado.clients.cli.programs import COMMANDS, DEVELOPERS

__all__ = ["COMPLETION", "main", "run"]

_TEXT = "Card tables on your network: host, play, write bots, replay and check every hand."


def _version() -> str:
    """The installed version; importlib.metadata is slow to load and rarely needed."""
    from importlib.metadata import version

    return version("carteado")


COMPLETION = "--install-completion"
"""The option that lets the user's shell complete commands from then on."""


def _is_there(path: str) -> bool:
    """Whether the module of a command can be loaded."""
    try:
        importlib.import_module(path.partition(":")[0])
    except ImportError:
        return False
    return True


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status; see `run_app`."""
    from carteado.client.commandline import new_app, run_app

    app = new_app("carteado", _TEXT)
    app.version = _version
    words = sys.argv[1:] if arguments is None else arguments
    for group, commands in COMMANDS.items():
        for name, (path, text) in commands.items():
            # Completion looks into every command, also where its extra is not installed.
            if COMPLETION not in words or _is_there(path):
                # The help of the command itself is its docstring, with examples.
                short = {} if name in words[:1] else {"help": text}
                app.command(path, name=name, group=group, **short)
    app.register_install_completion_command(
        COMPLETION, help="Complete commands in your shell from now on."
    )
    return run_app(app, arguments, reports_bugs=not DEVELOPERS & {*words[:1]})


def _load(words: Sequence[str]) -> None:
    """Load the module of the command on the command line."""
    paths = {name: path for group in COMMANDS.values() for name, (path, _) in group.items()}
    # Help, completion and mistakes need no module of a command.
    if not words or words[0] not in paths:
        return
    # `run_app` reports a missing extra.
    with ending_at_once(), contextlib.suppress(ImportError):
        importlib.import_module(paths[words[0]].partition(":")[0])


def _has_menu() -> bool:
    """Whether a person sits at a terminal that shows a full screen."""
    from carteado.client.terminal import is_terminal

    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and is_terminal(sys.stdout))


def _menu() -> int:
    """Show the menu of the full-screen table, or the help where that is not installed."""
    from carteado.client.commandline import new_app, run_app
    from carteado.clients.cli.full_screen import full_screen

    app = new_app("carteado", _TEXT)
    app.default(lambda: 0 if full_screen(None, None, None) else run([]))
    return run_app(app, [], reports_bugs=True)


def main() -> None:
    """Entry point of the command ``carteado``."""
    try:
        # A bare `carteado` at a terminal is a player's way in; in a script it prints the help.
        if not sys.argv[1:] and _has_menu():
            sys.exit(_menu())
        _load(sys.argv[1:])
        sys.exit(run())
    except KeyboardInterrupt:  # while modules are still loading
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
