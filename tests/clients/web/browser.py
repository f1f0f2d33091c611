"""Players with browsers, as tests use them."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Locator, Page, expect
from tests.clocks import PATIENCE_S
from tests.e2e.server_clock import ServerClock
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

__all__ = ["CALM", "PHONE", "SCREEN", "Desk", "Player", "whose_turn"]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "locale": "en-US",
}
SCREEN: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US"}

PAUSE_S = 60
CALM = {"pause_ms": PAUSE_S * 1000, "decision_ms": 3_600_000, "nonce_ms": 10_000}
"""A table at which a result stays and nobody is too late, however slow the machine is."""

PATIENCE_MS = PATIENCE_S * 1000
expect.set_options(timeout=PATIENCE_MS)


class Player:
    """Somebody at a page.

    Attributes:
        page: the browser's tab.
        problems: errors of scripts and of the page's policy; a test expects none.
    """

    def __init__(self, page: Page, *, touch: bool) -> None:
        self.page = page
        self.problems: list[str] = []
        self._touch = touch
        self._devtools: CDPSession | None = None
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A server that a test stops is not a problem of the page.
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.problems.append(message.text)

    async def stop_time(self) -> None:
        """Let the page's clock stand still: what it shows for a few seconds stays."""
        await self.page.clock.set_fixed_time(datetime.now())

    async def press(self, selector: str) -> None:
        """Press something, with a finger or the mouse."""
        await self.touch(self.page.locator(selector).first)

    async def touch(self, place: Locator) -> None:
        """Press a place.

        The finger comes and goes at once: Playwright's own waits between the two for the page, and
        what a busy machine holds too long is not a tap any more.
        """
        if not self._touch:
            return await place.click()
        await place.tap(trial=True)  # it can be seen and pressed
        box = await place.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        if self._devtools is None:
            self._devtools = await self.page.context.new_cdp_session(self.page)
        down = {"type": "touchStart", "touchPoints": [point]}
        up = {"type": "touchEnd", "touchPoints": []}
        send = self._devtools.send
        await asyncio.gather(*(send("Input.dispatchTouchEvent", one) for one in (down, up)))
        return None

    async def enter(self, url: str, name: str) -> None:
        """Open an invitation and type a name: the first of the two taps."""
        await self.page.goto(url)
        await self.page.fill("#name", name)
        await self.press("button[type=submit]")

    async def sit(self, seat: int | None = None) -> None:
        """Take a seat, and wait until it is the player's."""
        button = ".plate.sit" if seat is None else f'.plate.sit[aria-label$=" {seat}"]'
        await self.press(button)
        await expect(self.page.locator(".own .name")).to_be_visible()

    async def turn(self) -> None:
        """Wait until it is this player's turn."""
        await expect(self.page.locator(".turn-actions")).to_be_visible()

    async def do(self, tag: str) -> None:
        """Press the button of an action, and wait until the turn is over."""
        await self.answer(f'.buttons [data-key="{tag}"]:not([aria-disabled]):not([disabled])')

    async def answer(self, selector: str) -> None:
        """Press what ends the turn, and wait until it is over."""
        decision = await self.decision()
        await self.until("Date.now() - app.acted >= 350")  # sooner it is the tap before, doubled
        await self.press(selector)
        await self.until(f"table.prompt?.decision !== {json.dumps(decision)}")

    async def decision(self) -> int | None:
        """The decision that is asked, None for none."""
        found: int | None = await self.state("table.prompt?.decision ?? null")
        return found

    async def until(self, expression: str) -> None:
        """Wait until a condition of the page's state is true; see `state`."""
        found = await self._evaluate(
            "const end = performance.now() + patience; for (;;) {"
            f"const table = app.tables.get(app.table); if ({expression}) return true;"
            "if (performance.now() > end) return false;"
            "await new Promise((go) => setTimeout(go, 20)); }"
        )
        assert found, f"it does not become true: {expression}"

    async def state(self, expression: str) -> Any:
        """What the page knows: an expression in which `app` and `table` can be used."""
        return await self._evaluate(
            f"const table = app.tables.get(app.table); return {expression};"
        )

    async def _evaluate(self, body: str) -> Any:
        return await self.page.evaluate(
            "async (patience) => {const {app} = await import(document.querySelector("
            f"'script[type=module]').src); {body}}}",
            PATIENCE_MS,
        )


async def whose_turn(*players: Player) -> Player:
    """The player whose turn it is."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            for player in players:
                if await player.page.locator(".turn-actions").count():
                    return player
            await asyncio.sleep(0.02)


class Desk:
    """Opens tables and browsers at one server.

    Args:
        url: of the server.
        browser: that shows the pages.
        clock: of a server in the test's own process.
    """

    def __init__(self, url: str, browser: Browser, clock: ServerClock | None = None) -> None:
        self.url = url
        self._browser = browser
        self._clock = clock
        self._contexts: list[BrowserContext] = []

    async def player(self, how: dict[str, Any], **more: Any) -> Player:
        """Somebody with a browser of their own."""
        context = await self._browser.new_context(**{**how, **more})
        self._contexts.append(context)
        return Player(await context.new_page(), touch=bool(how.get("has_touch")))

    async def table(
        self, game: str = "holdem", *, bots: tuple[str, ...] = (), **fields: Any
    ) -> str:
        """Open a table and give its id."""
        async with connect(
            self.url.replace("http", "ws", 1), subprotocols=[Subprotocol("carteado.1.json")]
        ) as socket:

            async def ask(type: str, id: int, **given: Any) -> Any:
                await socket.send(json.dumps({"type": type, "id": id, **given}))
                while True:
                    for message in json.loads(await socket.recv()):
                        if message.get("id") == id:
                            assert message["type"] == "ok", message
                            return message

            await socket.send(json.dumps({"type": "hello", "name": "Host"}))
            table: str = (await ask("open", 1, game=game, **fields))["table"]
            for number, bot in enumerate(bots, 2):
                await ask("add_bot", number, table=table, bot=bot)
            return table

    async def first_hand(self, *players: Player) -> None:
        """Everybody has seen the draw for the button: let the pause after it pass."""
        assert self._clock is not None
        for player in players:
            await player.until("Number.isInteger(table?.view?.state.button)")
        self._clock.pass_time(PAUSE_S)

    async def close(self) -> None:
        """Close all browsers' windows."""
        for context in self._contexts:
            await context.close()
