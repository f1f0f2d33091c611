"""Servers that run in the test's own process and are reached over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.clocks import PATIENCE_S

from carteado.server.app import Running, running
from carteado.server.net import gateway
from carteado.server.ops.config import Settings

from .server_clock import ServerClock

gateway.HELLO_S = PATIENCE_S  # a busy machine says hello late


@pytest.fixture
async def fresh_server() -> AsyncIterator[Running]:
    """A server without tables that keeps its logs in memory."""
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, announce=False)
    async with running(settings) as server:
        yield server


@pytest.fixture
def fresh_url(fresh_server: Running) -> str:
    """Where that server is."""
    return f"ws://127.0.0.1:{fresh_server.port}"


@pytest.fixture
def server_clock(monkeypatch: pytest.MonkeyPatch) -> ServerClock:
    """Moves that server's time."""
    return ServerClock(monkeypatch)
