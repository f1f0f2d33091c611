"""The host's bots as forks: a new Python for each costs more than most tests."""

from __future__ import annotations

import pytest
from tests.clients.forked import stub

from carteado.server.bots.launcher import Launcher


def fork_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the servers in this process fork the host's bots, in the place of new Pythons."""
    command = Launcher._command

    def forked(launcher: Launcher, table: str, bot: str) -> list[str]:
        _, _, package, *words = command(launcher, table, bot)
        return stub(f"{package}.__main__", *words)

    monkeypatch.setattr(Launcher, "_command", forked)
