"""Which page shows which game: registered by the game's name.

A page is a module with ``draw(grid, view)``. A game without one gets the generic page, made of its
own lines and its prompt.
"""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["PAGES", "page_of"]

PAGES = {
    "holdem": "carteado.clients.tui.pages.poker",
    "quick-holdem": "carteado.clients.tui.pages.poker",
    "buraco": "carteado.clients.tui.pages.buraco",
    "poker-face": "carteado.clients.tui.pages.poker_face",
}
"""Module of each game's page."""


def page_of(game: str) -> Any:
    """The module that draws a game's table; the generic one where it has none."""
    return importlib.import_module(PAGES.get(game, "carteado.clients.tui.pages.generic"))
