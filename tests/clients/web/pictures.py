"""The pictures of docs/web.md: ``python -m tests.clients.web.pictures`` takes them anew."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import async_playwright
from tests.clients.web.browser import Desk
from tests.clients.web.friday import friday, ten_seats
from tests.clients.web.screens import shown

from carteado.server.app import running
from carteado.server.ops.config import Settings

__all__ = ["FOLDER", "PICTURES", "taken"]

FOLDER = Path(__file__).parents[3] / "docs/web"

PHONE, WIDE, SCREEN = (360, 640), (740, 360), (1440, 900)
PICTURES: dict[str, tuple[tuple[int, int], Callable[[], dict[str, Any]]]] = {
    "phone": (PHONE, friday),
    "phone-waiting": (PHONE, lambda: friday("waiting")),
    "phone-all-in": (PHONE, lambda: friday("allin")),
    "phone-showdown": (PHONE, lambda: friday("over")),
    "phone-ten-seats": (PHONE, ten_seats),
    "landscape": (WIDE, friday),
    "desktop": (SCREEN, friday),
}


async def taken(desk: Desk, name: str) -> Image.Image:
    """A picture as the page looks now."""
    (width, height), table = PICTURES[name]
    player = await desk.player({"viewport": {"width": width, "height": height}})
    await shown(player, desk.url, table())
    png = await player.page.screenshot()
    return Image.open(io.BytesIO(png)).convert("RGB")


async def _main() -> None:
    from tests.clients.web.conftest import chromium

    FOLDER.mkdir(exist_ok=True)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", announce=False, tables=False)
    async with running(settings) as server, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"]
        )
        desk = Desk(f"http://127.0.0.1:{server.port}", browser)
        for name in PICTURES:
            picture = await taken(desk, name)
            picture.quantize(96).save(FOLDER / f"{name}.png", optimize=True)
        await desk.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(_main())
