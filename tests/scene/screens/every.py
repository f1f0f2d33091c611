"""Every screen of the window by name: for checks of the layout, for goldens, and for your own eyes.

Each is made anew for a window size and a player's settings. ``python bench/screenshots.py --all
FOLDER`` paints them all.
"""

from __future__ import annotations

from dataclasses import replace

from tests.clients.pygame.driver import Driver
from tests.scene.screens.making import SCREENS
from tests.scene.screens.others import SCREENS as _OTHERS
from tests.scene.screens.pages import SCREENS as _PAGES
from tests.scene.screens.poker import SCREENS as _POKER
from tests.scene.screens.start import SCREENS as _START

from carteado.scene.shapes import Scene
from carteado.scene.ui import Settings

__all__ = ["NAMES", "screen"]

NAMES = tuple({**_POKER, **_OTHERS, **_PAGES, **_START})
"""Of all screens."""


def screen(name: str, size: tuple[int, int], settings: Settings | None = None) -> Scene:
    """A screen at a window size."""
    driver = Driver(size, replace(settings or Settings(), name="Marta", reduced=True))
    driver.now_ms = 0.0
    SCREENS[name](driver)
    return driver.scene()
