"""A table that the page is given, without a game that is played."""

from __future__ import annotations

import itertools
import json
from typing import Any

from playwright.async_api import expect
from tests.clients.web.browser import Player

__all__ = ["TABLES", "entered", "listed", "played", "settled", "shown"]


_NUMBERS = itertools.count(1)

TABLES: list[dict[str, Any]] = [
    {"table": "kite", "title": "Friday table", "game": "holdem", "of": 6, "names": ["Rui", "Bia"]},
    {"table": "reef", "title": "Sunday pairs", "game": "buraco", "of": 4, "names": ["Ana"]},
    {"table": "oak", "title": "One stake", "game": "quick-holdem", "of": 4, "names": []},
    {"table": "plum", "title": "Kitchen table", "game": "poker-face", "of": 1, "names": ["Eva"]},
]
"""Tables of a server, in short: title, game, how many seats, who sits."""


async def entered(player: Player, url: str) -> None:
    """Be in the lobby."""
    if (
        not await player.page.locator("#app > *").count()
        or await player.page.locator("#name").count()
    ):
        await player.enter(url, f"Marta {next(_NUMBERS)}")
        await expect(player.page.locator(".lobby")).to_be_visible()


async def settled(player: Player) -> None:
    """Wait for what moves: cards that are dealt slide in; what is measured is where they lie."""
    await player.page.evaluate(
        "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations"
        " !== Infinity).map((one) => one.finished))"
    )


async def listed(player: Player, url: str) -> None:
    """Put tables into the lobby of a connected player."""
    await entered(player, url)
    await player.until("app.lobby !== null")
    rows = []
    for one in TABLES:
        blinds = {"small_blind": 5, "big_blind": 10} if one["game"] == "holdem" else {}
        names = [*one["names"], *[None] * (one["of"] - len(one["names"]))]
        seats = [{"name": name, "bot": False, "reserved": False} for name in names]
        rows.append({**one, "options": blinds, "seats": seats})
    # The answer to an earlier question may still be on its way: it must not replace these tables.
    lobby = f"{{get: () => {json.dumps(rows)}, set: () => {{}}, configurable: true}}"
    await player.state(f"(Object.defineProperty(app, 'lobby', {lobby}), app.draw(), 1)")
    await expect(player.page.locator(".tables li")).to_have_count(len(TABLES))


async def played(
    player: Player, url: str, messages: list[dict[str, Any]], language: str = "en"
) -> None:
    """Send a connected player's page a table, as the server would."""
    await entered(player, url)
    await player.page.evaluate(
        """async ([messages, language]) => {
          const {app} = await import(document.querySelector('script[type=module]').src);
          await app.configure({language});
          app.tables.delete(messages[0].table);
          for (const message of messages) app.told(message);
          const table = app.tables.get(messages[0].table);
          if (table.clock) table.clock.since = Date.now() - 6000;
          Object.assign(app, {table: table.id, screen: 'table', ui: {}});
          app.draw();
        }""",
        [messages, language],
    )
    await expect(player.page.locator(".play")).to_be_visible()
    await settled(player)


async def shown(player: Player, url: str, table: dict[str, Any], language: str = "en") -> None:
    """Put a table on the screen of a connected player."""
    await entered(player, url)
    await player.page.evaluate(
        """async ([table, language]) => {
          const main = document.querySelector('script[type=module]').src;
          const {app} = await import(main);
          await app.configure({language});
          if (table.clock) table.clock.since = Date.now() + table.clock.since;
          app.tables.set(table.id, table);
          Object.assign(app, {table: table.id, screen: 'table', ui: {}});
          app.draw();
        }""",
        [table, language],
    )
    await expect(player.page.locator(".felt")).to_be_visible()
    await settled(player)
