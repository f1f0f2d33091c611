"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.clocks import PATIENCE_S

from carteado.server.net import gateway
from carteado.server.store.memory import MemoryStore

from .fakes import LobbyServer

gateway.HELLO_S = PATIENCE_S  # a busy machine answers late


@pytest.fixture
async def server() -> AsyncIterator[LobbyServer]:
    """A lobby without sockets, on a store in memory."""
    server = LobbyServer(MemoryStore())
    yield server
    await server.lobby.tables.close()
