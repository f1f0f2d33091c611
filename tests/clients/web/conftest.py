"""A real server and a real browser for the tests of the page.

Starting Chromium costs more than most of these tests do, so a process has one for all its tests;
each gets windows of its own that share nothing, and a server of its own. A browser belongs to one
event loop, hence these tests have one for all of them.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Playwright, async_playwright
from tests.clients.forked import stub
from tests.clients.web.browser import Desk
from tests.e2e.server_clock import ServerClock

from carteado.server.app import Running, running
from carteado.server.bots.launcher import Launcher
from carteado.server.net.page_files import PageFiles
from carteado.server.ops.config import Settings

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "these tests drive Chromium: install it, for example with sudo apt-get install chromium"
OFF = (
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
    *("WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"),
)
"""Features of Chromium that the tests do without: those that Playwright turns off (only the last
list counts), and the pages below the address bar, which take half of the CPU time of a window."""
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={','.join(OFF)}"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for the tests of this folder."""
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def fork_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the servers in this process fork the host's bots: a new Python costs too much."""
    command = Launcher._command

    def forked(launcher: Launcher, table: str, bot: str) -> list[str]:
        _, _, package, *words = command(launcher, table, bot)
        return stub(f"{package}.__main__", *words)

    monkeypatch.setattr(Launcher, "_command", forked)


async def chromium(playwright: Playwright) -> Browser:
    """Start the browser; a test without its program fails and says how to get it."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found is not None, MISSING
    return await playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _browser_shared() -> AsyncIterator[Callable[[], Awaitable[Browser]]]:
    found: Browser | None = None
    assert PageFiles().base  # made before anybody visits: a busy machine takes long
    async with async_playwright() as playwright:

        async def get() -> Browser:
            nonlocal found
            if found is None or not found.is_connected():
                found = await chromium(playwright)
            return found

        yield get
        if found is not None:
            await found.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(
    _browser_shared: Callable[[], Awaitable[Browser]],
) -> AsyncIterator[Browser]:
    """The browser that tests share; windows that a test leaves open are closed."""
    found = await _browser_shared()
    yield found
    for context in found.contexts:
        await context.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ServerClock:
    """The clock of the server, which goes on by itself and can be moved."""
    return ServerClock(monkeypatch, stopped=False)


@pytest_asyncio.fixture(loop_scope="session")
async def server(clock: ServerClock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    fork_bots(monkeypatch)
    settings = Settings(
        host="127.0.0.1", port=0, store="memory:", announce=False, tables=False, stop_seconds=1
    )
    async with running(settings) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="session")
async def desk(server: Running, browser: Browser, clock: ServerClock) -> AsyncIterator[Desk]:
    found = Desk(f"http://127.0.0.1:{server.port}", browser, clock)
    yield found
    await found.close()
