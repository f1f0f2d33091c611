"""Keys for everything that has none of its own: letters beside each place to click, on demand.

F8 shows them. What is typed then presses the place whose letters it is, whatever the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from carteado.scene.shapes import Box, Drawable, Rect, Scene, Target, Text
from carteado.scene.text import text_width

__all__ = ["LETTERS", "draw_hints", "hinted"]

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""In the order in which they are given away: the middle row of a keyboard first."""


def hinted(scene: Scene) -> Mapping[str, Target]:
    """The places to click by their letters; those with a key of their own keep it."""
    places = [one for one in scene.targets if _wants(scene, one)]
    # Letters that already press something would be ambiguous as the first letter of a code.
    taken = {key.lower() for one in scene.targets if one.enabled for key in one.hotkeys}
    free = "".join(letter for letter in LETTERS if letter not in taken)
    count, letters = len(places), len(free)
    # The last letters begin codes of two, as many of them as are needed; no code begins another.
    double = 0
    # n single letters and m letters that begin pairs give n + m * all codes.
    while letters - double + double * letters < count and double < letters:
        double += 1
    single = free[: letters - double]
    codes = [*single, *(one + two for one in free[letters - double :] for two in free)]
    return dict(zip(codes, places, strict=False))


def draw_hints(scene: Scene, typed: str, scale: float) -> Scene:
    """The scene with the letters of all that can still be meant.

    Args:
        scene: of the screen.
        typed: letters that were typed so far.
        scale: of text.
    """
    size = 13 * min(scale, 1.3)
    items: list[Drawable] = []
    for code, target in hinted(scene).items():
        # After the first of two letters only the matching badges stay.
        if code.startswith(typed):
            items += _badge(scene, target, code[len(typed) :].upper(), size)
    return replace(scene, items=(*scene.items, *items))


def _wants(scene: Scene, target: Target) -> bool:
    if not target.enabled or target.hotkeys or target.kind == "area" or target.rect.w <= 0:
        return False
    # A slider needs a position, which a letter cannot say.
    if target.kind == "slider" or target.intent.kind == "none":
        return False
    # A place that another one covers cannot be pressed.
    return scene.target_at(target.rect.cx, target.rect.cy) == target


def _badge(scene: Scene, target: Target, text: str, size: float) -> list[Drawable]:
    rect = target.rect
    width, height = text_width(text, size, "bold") + 10, size * 1.4
    # At the corner of the place, but inside the window.
    # The label of a field begins above its left corner.
    corner = rect.right - width - 2 if target.kind == "field" else rect.x - 6
    x = min(max(0.0, corner), scene.size[0] - width)
    place = Rect(x, max(0.0, rect.y - 7), width, height)
    return [
        Box(rect=place, fill="info", line="page", width=1, radius=4, role="hint"),
        Text(rect=place, text=text, size=size, weight="bold", colour="page", align="center"),
    ]
