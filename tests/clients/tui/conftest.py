"""A real terminal for the tests that need one."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clients.tui.tmux import Tmux

from carteado.client import search

HINT = "the terminal's test needs tmux: apt-get install tmux"


@pytest.fixture(autouse=True)
def no_server_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask nobody at the usual port, where the machine of a test may have a server; 1 is refused."""
    monkeypatch.setattr(search, "DEFAULT_PORT", 1)


@pytest.fixture
async def tmux(tmp_path: Path) -> AsyncIterator[Tmux]:
    if shutil.which("tmux") is None:
        pytest.fail(HINT)
    found = Tmux(tmp_path)
    yield found
    await found.run("kill-server")
