"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from carteado.server.store.memory import MemoryStore

from .fakes import House


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARTEADO_CONFIG", str(tmp_path / "carteado.toml"))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A lobby without sockets, on a store in memory."""
    house = House(MemoryStore())
    yield house
    await house.lobby.tables.close()
