"""The pictures of docs/web.md: ``python -m tests.clients.web.pictures`` renders them again."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import async_playwright, expect
from tests.clients.web.browser import Desk, Player
from tests.clients.web.friday import friday, ten_seats
from tests.clients.web.played import kitchen, one_stake, sunday
from tests.clients.web.screens import listed, played, shown

from carteado.server.app import running
from carteado.server.ops.config import Settings

__all__ = ["FOLDER", "PICTURES", "taken"]

FOLDER = Path(__file__).parents[3] / "docs/web"

PHONE, WIDE, SCREEN = (360, 640), (740, 360), (1440, 900)

Screen = Callable[[Player, str], Awaitable[None]]


def _poker(table: dict[str, Any]) -> Screen:
    return lambda player, url: shown(player, url, table)


def _buraco(situation: str) -> Screen:
    return lambda player, url: played(player, url, sunday(situation))


def _quick(situation: str) -> Screen:
    return lambda player, url: played(player, url, one_stake(situation))


async def _start(player: Player, url: str) -> None:
    await player.page.goto(url)
    await expect(player.page.locator("#name")).to_be_visible()


async def _lobby(player: Player, url: str) -> None:
    await listed(player, url)
    # The port is another one each time.
    address = "'192.168.0.12:8765'"
    await player.page.evaluate(f"document.querySelector('.top .sub').textContent = {address}")


async def _face(player: Player, url: str) -> None:
    await played(player, url, kitchen())
    for rank, suit in (("4", "spades"), ("4", "diamonds"), ("7", "hearts")):
        await player.page.locator(".f-ranks").get_by_text(rank, exact=True).click()
        await player.press(f'.f-suits button:has([data-suit="{suit}"])')
    await expect(player.page.locator(".f-cards .card")).to_have_count(3)


PICTURES: dict[str, tuple[tuple[int, int], Screen]] = {
    "start": (PHONE, _start),
    "start-desktop": (SCREEN, _start),
    "lobby": (PHONE, _lobby),
    "lobby-desktop": (SCREEN, _lobby),
    "phone": (PHONE, _poker(friday())),
    "phone-waiting": (PHONE, _poker(friday("waiting"))),
    "phone-all-in": (PHONE, _poker(friday("allin"))),
    "phone-showdown": (PHONE, _poker(friday("over"))),
    "phone-ten-seats": (PHONE, _poker(ten_seats())),
    "landscape": (WIDE, _poker(friday())),
    "desktop": (SCREEN, _poker(friday())),
    "quick-holdem": (PHONE, _quick("stake")),
    "quick-holdem-result": (PHONE, _quick("over")),
    "quick-holdem-desktop": (SCREEN, _quick("over")),
    "buraco": (PHONE, _buraco("turn")),
    "buraco-desktop": (SCREEN, _buraco("turn")),
    "poker-face": (PHONE, _face),
    "poker-face-desktop": (SCREEN, _face),
}


async def taken(desk: Desk, name: str) -> Image.Image:
    """A picture as the page looks now."""
    (width, height), show = PICTURES[name]
    player = await desk.player({"viewport": {"width": width, "height": height}, "locale": "en-US"})
    await show(player, desk.url)
    png = await player.page.screenshot()
    return Image.open(io.BytesIO(png)).convert("RGB")


async def _main(names: list[str]) -> None:
    from tests.clients.web.conftest import chromium

    FOLDER.mkdir(exist_ok=True)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", announce=False, tables=False)
    async with running(settings) as server, async_playwright() as playwright:
        browser = await chromium(playwright)
        desk = Desk(f"http://127.0.0.1:{server.port}", browser)
        for name in names:
            picture = await taken(desk, name)
            # With fewer colours a rare one, such as a suit's, would be lost.
            picture.quantize(256).save(FOLDER / f"{name}.png", optimize=True)
        await desk.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1:] or list(PICTURES)))
