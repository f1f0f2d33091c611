"""Every screen of the window by name: for checks of the layout, for goldens, and for your own eyes.

Each is built for a window size and a player's settings. ``python bench/screenshots.py --all
FOLDER`` paints them all.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.clients.pygame.driver import Driver
from tests.scene.screens.making import SCREENS
from tests.scene.screens.others import SCREENS as _OTHERS
from tests.scene.screens.pages import SCREENS as _PAGES
from tests.scene.screens.poker import SCREENS as _POKER
from tests.scene.screens.start import SCREENS as _START

from carteado.scene.shapes import Scene
from carteado.scene.ui import Settings

__all__ = ["NAMES", "restyled", "screen"]

NAMES = tuple({**_POKER, **_OTHERS, **_PAGES, **_START})
"""Of all screens."""


@functools.cache
def screen(name: str, size: tuple[int, int], settings: Settings | None = None) -> Scene:
    """A screen at a window size, made once for all that look at it."""
    return next(restyled(name, size, [settings or Settings()]))


def restyled(name: str, size: tuple[int, int], settings: Sequence[Settings]) -> Iterator[Scene]:
    """A screen in several themes or text sizes, made once: a coach may count long for it.

    Args:
        name: of the screen.
        size: of the window.
        settings: in one language, since notices keep the words that they were made with.
    """
    driver = Driver(size, replace(settings[0], name="Marta", reduced=True))
    driver.now_ms = 0.0
    SCREENS[name](driver)
    made_ms = driver.now_ms
    for one in settings:
        driver.app.settings = replace(driver.app.settings, theme=one.theme, text=one.text)
        driver.now_ms = made_ms
        yield driver.scene()
