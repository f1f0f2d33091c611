"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from carteado.server.store.memory import MemoryStore

from .fakes import LobbyServer


@pytest.fixture
async def server() -> AsyncIterator[LobbyServer]:
    """A lobby without sockets, on a store in memory."""
    server = LobbyServer(MemoryStore())
    yield server
    await server.lobby.tables.close()
