"""The real app under Textual's pilot, at a real server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

from tests.clocks import PATIENCE_S
from tests.e2e.processes import Server
from textual.pilot import Pilot

from carteado.client import Client
from carteado.clients.tui.app import Terminal
from carteado.clients.tui.commands import new_terminal
from carteado.protocol.messages import AddBot, History, Open
from carteado.scene.shapes import Target
from carteado.scene.ui import Settings


async def opened(
    server: Server,
    game: str,
    bots: int,
    bot: str = "caller",
    *,
    pause_ms: int = 100,
    **options: object,
) -> str:
    """A table with bots on all seats but the first.

    Args:
        pause_ms: how long the result of a hand stays before the next deal; a test that reads a
            result needs a long one.
    """
    async with Client(server.url, name="Host") as client:
        settings = {"decision_ms": 3_600_000, "pause_ms": pause_ms, "nonce_ms": 10_000}
        reply = await client.request(Open, game=game, options=options, settings=settings)
        for seat in range(1, bots + 1):
            await client.request(AddBot, table=reply.table, bot=bot, seat=seat)
        return str(reply.table)


async def events(server: Server, table: str) -> list[Any]:
    """What happened at a table, as the rail sees it."""
    async with Client(server.url, name="Eyes", kind="viewer") as viewer:
        log = await viewer.request(History, table=table, limit=1000)
        return list(log.result["events"])


class Player:
    """The output and the keys of a player at a terminal."""

    def __init__(self, terminal: Terminal, pilot: Pilot[None]) -> None:
        self.terminal = terminal
        self.pilot = pilot

    @property
    def session(self) -> Any:
        return self.terminal.session

    @property
    def text(self) -> str:
        page = self.session.shown
        return page.text if page is not None else ""

    @property
    def decides(self) -> bool:
        showing = self.session.at_table.current
        return showing is not None and showing.reader.prompt is not None

    async def until(self, condition: Callable[[], Any]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not condition():
                    await self.pilot.pause(0.02)
        except TimeoutError:
            raise AssertionError(self.text) from None

    async def sees(self, *parts: str) -> None:
        """Wait until the page shows one of some words."""
        await self.until(lambda: any(part in self.text for part in parts))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def place(self, *keys: str) -> Target | None:
        """The first of some places of the page that a click would reach."""
        page = self.session.shown
        for key in keys:
            found = page.scene.target(key) if page is not None else None
            if found is not None and found.enabled and found.rect.w > 0:
                return cast(Target, found)
        return None

    async def click(self, *keys: str) -> None:
        """Wait for the first of some places that can be clicked, and click in its middle."""
        await self.until(lambda: self.place(*keys) is not None)
        found = self.place(*keys)
        assert found is not None
        rect = found.rect
        x, y = int(rect.x + (rect.w - 1) // 2), int(rect.y + (rect.h - 1) // 2)
        await self.pilot.click(offset=(x, y))

    async def answer(self, doing: Awaitable[None]) -> None:
        """Do something, and wait until it has answered the prompt: another may come at once."""
        decision = self.session.at_table.current.reader.prompt.decision
        await doing

        def answered() -> bool:
            prompt = self.session.at_table.current.reader.prompt
            return prompt is None or prompt.decision != decision

        await self.until(answered)

    async def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, and wait until the page has it."""
        await self.pilot.resize_terminal(columns, rows)
        await self.until(lambda: self.session.shown.scene.size == (columns, rows))

    async def write(self, line: str) -> None:
        """Type a line, letter by letter, and press Enter."""
        names = {" ": "space", "/": "slash", "=": "equals_sign", "-": "minus"}
        await self.pilot.press(*(names.get(letter, letter) for letter in line), "enter")


@contextlib.asynccontextmanager
async def seated(
    server: Server,
    table: str | None,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Player]:
    """A terminal that sits down at a table, or is in the lobby."""
    terminal = new_terminal(settings or Settings(name="Ana", reduced=True))
    async with terminal.run_test(size=size) as pilot:
        terminal.session.connect(server.url, table)
        terminal.show()
        try:
            yield Player(terminal, pilot)
        finally:
            terminal.session.close()
