"""A table that the page is given, without a game that is played."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect
from tests.clients.web.browser import Player

__all__ = ["shown"]


async def shown(player: Player, url: str, table: dict[str, Any], language: str = "en") -> None:
    """Put a table on the screen of somebody who is connected."""
    if player.page.url == "about:blank":
        await player.enter(url, f"Marta {id(player) % 10_000}")
        await expect(player.page.locator(".lobby")).to_be_visible()
    await player.page.evaluate(
        """async ([table, language]) => {
          const main = document.querySelector('script[type=module]').src;
          const {app, loadGame} = await import(main);
          await loadGame('holdem');
          await app.configure({language});
          if (table.clock) table.clock.since = Date.now() + table.clock.since;
          app.tables.set(table.id, table);
          Object.assign(app, {table: table.id, screen: 'table', ui: {}});
          app.draw();
        }""",
        [table, language],
    )
    await expect(player.page.locator(".felt")).to_be_visible()
    # Cards that are dealt slide in; what is measured is where they lie.
    await player.page.evaluate(
        "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations"
        " !== Infinity).map((one) => one.finished))"
    )
