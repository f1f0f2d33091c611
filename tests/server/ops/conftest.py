"""Fixtures: stores with a finished table and an open one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.clients.logs import between_deals, segment
from tests.server.ops.stored import fill


@pytest.fixture(scope="session")
def logs() -> dict[str, bytes]:
    """The logs of two tables, as files, by the name of the table."""
    return {
        f"random-{seed}": segment(between_deals("holdem:heads-up", seed, 60)) for seed in (51, 52)
    }


@pytest.fixture(params=["sqlite", "redis"])
def url(request: pytest.FixtureRequest, tmp_path: Path, logs: dict[str, bytes]) -> str:
    """A store with a finished table and an open one. No server uses it."""
    if request.param == "sqlite":
        url = f"sqlite:{tmp_path / 'data.db'}"
    else:
        url = f"{request.getfixturevalue('redis_url')}&archive={tmp_path / 'data.db.archive'}"
    asyncio.run(fill(url, logs))
    return url


@pytest.fixture
def data(tmp_path: Path, logs: dict[str, bytes]) -> Path:
    """The data file of such a store."""
    asyncio.run(fill(f"sqlite:{tmp_path / 'data.db'}", logs))
    return tmp_path / "data.db"
