"""The command ``carteado``: every command by name, loaded when it is called.

Commands are registered by import path, so that ``carteado --help`` loads none of them.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Sequence

from carteado.client.loading import INTERRUPTED, ending_at_once

__all__ = ["main", "run"]

_TEXT = "Card tables on your network: host, play, write bots, replay and check every hand."

_COMMANDS = {
    "Host": {
        "serve": ("carteado.server.commands:serve", "Host tables for the network."),
        "log": ("carteado.server.logtool:log", "Export, import and check logs."),
        "config": ("carteado.server.commands:config", "Show where each setting comes from."),
        "doctor": ("carteado.server.commands:doctor", "Check that this machine can host."),
    },
    "Play": {
        "play": ("carteado.clients.cli.play:play", "Play at a server's tables by typing."),
        "tables": ("carteado.clients.cli.lobby:tables", "List a server's tables."),
        "open": ("carteado.clients.cli.lobby:open_table", "Open a table."),
        "watch": ("carteado.clients.cli.play:watch", "Watch a table from the rail."),
        "bot": ("carteado.bots.commands:bot", "Run bots, or start writing one."),
    },
    "Study": {
        "replay": ("carteado.clients.cli.analysis:replay", "Show a log again, from any seat."),
        "verify": ("carteado.clients.cli.verifying:verify", "Check that no deal was arranged."),
        "odds": ("carteado.clients.cli.odds:odds", "Count exact odds of a hand."),
        "phh": ("carteado.clients.cli.studies:phh", "Check and write poker hand histories."),
        "scenario": ("carteado.clients.cli.studies:scenario", "Run scenarios about the rules."),
        "arena": ("carteado.arena.commands:arena", "Measure bots against one another."),
        "judge": ("carteado.clients.cli.judge:judge", "Decide rounds played with real cards."),
    },
}
"""Name of each command, where it is defined and what the help says, by group."""


def _version() -> str:
    """The version that is installed; asked for seldom, so its reader is loaded then."""
    from importlib.metadata import version

    return version("carteado")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status; see `run_app`."""
    from carteado.client.commandline import new_app, run_app

    app = new_app("carteado", _TEXT)
    app.version = _version
    for group, commands in _COMMANDS.items():
        for name, (path, text) in commands.items():
            app.command(path, name=name, help=text, group=group)
    return run_app(app, arguments)


def _load(words: Sequence[str]) -> None:
    """Load the command that is meant."""
    paths = {name: path for group in _COMMANDS.values() for name, (path, _) in group.items()}
    if not words or words[0] not in paths:
        return
    # An extra that is missing is told of by `run_app`.
    with ending_at_once(), contextlib.suppress(ImportError):
        importlib.import_module(paths[words[0]].partition(":")[0])


def main() -> None:
    """Entry point of the command ``carteado``."""
    try:
        _load(sys.argv[1:])
        sys.exit(run())
    except KeyboardInterrupt:  # while it is still loaded
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
