"""The page of each game, registered by the game's name.

A page is a module with ``draw(grid, view)``, and ``key_lines(words)`` where the help has to
describe other keys than those of a poker table. A game without one gets the generic page, made of
its own lines and its prompt.
"""

from __future__ import annotations

import importlib
from typing import Any, Protocol

from carteado.clients.tui.grid import Grid
from carteado.clients.tui.view import View

__all__ = ["PAGES", "Page", "page_of"]


class Page(Protocol):
    """The module that draws a game's table."""

    def draw(self, grid: Grid, view: View) -> None:
        """Draw the table."""
        ...


PAGES = {
    "holdem": "carteado.clients.tui.pages.poker",
    "quick-holdem": "carteado.clients.tui.pages.poker",
    "buraco": "carteado.clients.tui.pages.buraco",
    "poker-face": "carteado.clients.tui.pages.poker_face",
}
"""Module of each game's page."""


def page_of(game: str) -> Page:
    """The module that draws a game's table; the generic one where it has none."""
    module: Any = importlib.import_module(PAGES.get(game, "carteado.clients.tui.pages.generic"))
    page: Page = module
    return page
