"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from carteado.server.store.memory import MemoryStore

from .fakes import House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A lobby without sockets, on a store in memory."""
    house = House(MemoryStore())
    yield house
    await house.lobby.tables.close()
