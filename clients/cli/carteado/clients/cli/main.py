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
        "serve": ("carteado.server.ops.commands:serve", "Host tables on the network."),
        "log": ("carteado.server.ops.logtool:log", "Check, copy, archive and repair logs."),
        "config": ("carteado.server.ops.commands:config", "Show where each setting comes from."),
        "admin": ("carteado.clients.cli.admin:admin", "Run a server: players, tables, stop."),
        "doctor": ("carteado.server.ops.commands:doctor", "Check that this machine can host."),
    },
    "Play": {
        "play": ("carteado.clients.cli.play:play", "Play in the terminal."),
        "gui": ("carteado.clients.pygame.commands:gui", "Play in a window."),
        "find": ("carteado.clients.cli.find:find", "Find servers on the local network."),
        "rules": ("carteado.clients.cli.guide:rules", "Explain the rules of a game or table."),
        "help": ("carteado.clients.cli.guide:help_", "Explain a command, a game or a word."),
        "account": ("carteado.clients.cli.account:account", "Manage your account on a server."),
        "tables": ("carteado.clients.cli.lobby:tables", "List a server's tables."),
        "open": ("carteado.clients.cli.lobby:open_table", "Open a table."),
        "watch": ("carteado.clients.cli.play:watch", "Watch a table from the rail."),
        "bot": ("carteado.bots.commands:bot", "Run bots, or create one of your own."),
    },
    "Study": {
        "ledger": ("carteado.clients.cli.ledger:ledger", "Show who won how many chips."),
        "stats": ("carteado.clients.cli.stats:stats", "Show how players play and what they won."),
        "replay": ("carteado.clients.cli.analysis:replay", "Replay a log as any seat saw it."),
        "verify": ("carteado.clients.cli.verifying:verify", "Check that every deal was fair."),
        "odds": ("carteado.clients.cli.odds:odds", "Compute the exact odds of a hand."),
        "phh": ("carteado.clients.cli.studies:phh", "Check and write poker hand histories."),
        "scenario": ("carteado.clients.cli.studies:scenario", "Run scenarios that show the rules."),
        "arena": ("carteado.arena.commands:arena", "Measure bots against each other."),
        "judge": ("carteado.clients.cli.judge:judge", "Decide rounds played with real cards."),
    },
}
"""Import path and help text of each command, by group."""


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
    for group, commands in _COMMANDS.items():
        for name, (path, text) in commands.items():
            # Completion looks into every command, also where its extra is not installed.
            if COMPLETION not in words or _is_there(path):
                app.command(path, name=name, help=text, group=group)
    app.register_install_completion_command(
        COMPLETION, help="Complete commands in your shell from now on."
    )
    return run_app(app, arguments)


def _load(words: Sequence[str]) -> None:
    """Load the module of the command on the command line."""
    paths = {name: path for group in _COMMANDS.values() for name, (path, _) in group.items()}
    if not words or words[0] not in paths:
        return
    # `run_app` reports a missing extra.
    with ending_at_once(), contextlib.suppress(ImportError):
        importlib.import_module(paths[words[0]].partition(":")[0])


def _menu() -> int | None:
    """The menu of the full-screen table; None where lines are to be written."""
    from carteado.client.terminal import is_terminal

    if not (sys.stdin and sys.stdout and sys.stdin.isatty() and is_terminal(sys.stdout)):
        return None
    from carteado.clients.cli.play import full_screen

    return 0 if full_screen(None, None, None) else None


def main() -> None:
    """Entry point of the command ``carteado``."""
    try:
        if not sys.argv[1:] and (status := _menu()) is not None:
            sys.exit(status)
        _load(sys.argv[1:])
        sys.exit(run())
    except KeyboardInterrupt:  # while modules are still loading
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
