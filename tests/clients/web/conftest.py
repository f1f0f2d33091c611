"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright
from tests.clients.web.browser import Desk

from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "these tests drive Chromium: install it, for example with sudo apt-get install chromium"


def chromium() -> str:
    """The browser's program; a test without it fails and says how to get it."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found is not None, MISSING
    return str(Path(found))


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    settings = Settings(
        host="127.0.0.1", port=0, store="memory:", announce=False, tables=False, stop_seconds=1
    )
    async with running(settings) as found:
        yield found


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        try:
            yield found
        finally:
            await found.close()


@pytest.fixture
async def desk(server: Running, browser: Browser) -> AsyncIterator[Desk]:
    found = Desk(f"http://127.0.0.1:{server.port}", browser)
    yield found
    await found.close()
