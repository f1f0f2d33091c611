"""The commands of ``carteado`` by name; nothing is loaded here."""

from __future__ import annotations

__all__ = ["COMMANDS", "DEVELOPERS"]

COMMANDS = {
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
        "settings": (
            "carteado.clients.cli.own_settings:settings",
            "Show and change your settings.",
        ),
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

DEVELOPERS = {*COMMANDS["Host"], "arena", "bot"}
"""Commands that end with the traceback of a bug: it may be the user's own, or belong in a log."""
