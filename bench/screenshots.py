"""Write the window's pictures in ``docs/window/`` again: ``python bench/screenshots.py``.

``--all FOLDER`` writes every screen into a folder instead, to look at: ``--size``, ``--text``,
``--theme``, ``--deck`` and ``--lang`` say how, and words choose screens by how their names begin.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

# Before pygame is imported, which reads them then. No screen is needed.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from tests.scene.screens.every import NAMES, screen

from carteado.clients.pygame.paint.painter import Painter
from carteado.scene.layout.frame import logical_size
from carteado.scene.tokens import DECKS, THEMES
from carteado.scene.ui import Settings
from carteado.scene.words import LANGUAGES

OUT = Path(__file__).parents[1] / "docs" / "window"

LARGE, SMALL = (1440, 900), (1024, 640)

PICTURES = {
    "start": ("start-tables", SMALL),
    "host": ("host", SMALL),
    "lobby": ("lobby", SMALL),
    "poker": ("poker-6-flop", LARGE),
    "ten-seats": ("poker-10-turn", SMALL),
    "showdown": ("poker-result", SMALL),
    "all-in": ("poker-all-in", SMALL),
    "two-boards": ("poker-twice-second", SMALL),
    "quick-stake": ("quick-stake", SMALL),
    "quick-result": ("quick-result", SMALL),
    "buraco": ("buraco-staged", LARGE),
    "buraco-small": ("buraco-middle", SMALL),
    "refused": ("buraco-refused", LARGE),
    "wild": ("buraco-wild", SMALL),
    "score-sheet": ("buraco-sheet", SMALL),
    "poker-face": ("face-next", SMALL),
    "coach": ("poker-coach", LARGE),
    "buraco-coach": ("buraco-coach", LARGE),
    "two-people": ("hot-seat-covered", SMALL),
    "owner": ("keys", SMALL),
    "ledger": ("page-ledger", SMALL),
    "replay": ("film-odds", SMALL),
    "replay-buraco": ("film-buraco", LARGE),
    "statistics": ("page-statistics-deals", SMALL),
}
"""The pictures of the documents: which screen, and its size in pixels."""


def save(path: Path, name: str, size: tuple[int, int], settings: Settings) -> None:
    """Paint a screen into a file."""
    surface = pygame.Surface(size)
    scene = screen(name, size, settings)
    Painter(settings.theme, settings.deck).paint(surface, scene, logical_size(size)[1])
    pygame.image.save(surface, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="how the names of the screens begin")
    parser.add_argument("--all", type=Path, help="folder for every screen")
    parser.add_argument("--size", default="1024x640")
    parser.add_argument("--text", type=float, default=1.0)
    parser.add_argument("--theme", choices=THEMES, default="dark")
    parser.add_argument("--deck", choices=tuple(DECKS), default="fourColour")
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en")
    words = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    # Images can only be converted once a display exists, however small.
    pygame.display.set_mode((8, 8))
    if words.all is None:
        OUT.mkdir(exist_ok=True)
        for file, (name, size) in PICTURES.items():
            # The default settings, so that the pictures show what a new player sees.
            save(OUT / f"{file}.png", name, size, Settings())
        return
    words.all.mkdir(parents=True, exist_ok=True)
    width, _, height = words.size.partition("x")
    settings = Settings(theme=words.theme, deck=words.deck, text=words.text, language=words.lang)
    for name in NAMES:
        if not words.names or name.startswith(tuple(words.names)):
            save(words.all / f"{name}.png", name, (int(width), int(height)), settings)


if __name__ == "__main__":
    main()
