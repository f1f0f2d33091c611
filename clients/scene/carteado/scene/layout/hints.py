"""Keys for everything that has none of its own: letters beside each place to click, on demand.

F8 shows them on every screen. Typing the letters of a place then presses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from carteado.scene.shapes import Box, Drawable, Rect, Scene, Target, Text
from carteado.scene.text import text_width

__all__ = ["LETTERS", "draw_hints", "hinted"]

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""In the order in which they are given away: the middle row of a keyboard first."""


def hinted(scene: Scene, before: Mapping[str, Target] | None = None) -> Mapping[str, Target]:
    """The places to click by their letters; those with a key of their own keep it.

    Args:
        scene: of the screen.
        before: the letters that were shown last; a place that is still there keeps its own, so
            that a player can press them from memory.
    """
    places = [one for one in scene.targets if _wants(scene, one)]
    # Letters that already press something would be ambiguous as the first letter of a code.
    taken = {key.lower() for one in scene.targets if one.enabled for key in one.hotkeys}
    free = "".join(letter for letter in LETTERS if letter not in taken)
    if before and (kept := _kept(places, before, free)) is not None:
        return kept
    count, letters = len(places), len(free)
    # The last letters begin codes of two, as many of them as are needed; no code begins another.
    double = 0
    # n single letters and m letters that begin pairs give n + m * all codes.
    while letters - double + double * letters < count and double < letters:
        double += 1
    single = free[: letters - double]
    codes = [*single, *(one + two for one in free[letters - double :] for two in free)]
    return dict(zip(codes, places, strict=False))


def _kept(
    places: Sequence[Target], before: Mapping[str, Target], free: str
) -> Mapping[str, Target] | None:
    """The places with their letters, new places with free ones; None if no letter is free."""
    # Lists, since a place of several parts has one target for each, all with its key.
    known: dict[str, list[str]] = {}
    for code, target in before.items():
        if code[0] in free:
            known.setdefault(target.key, []).append(code)
    here = {one.key for one in places}
    used = {code for key, codes in known.items() if key in here for code in codes}
    # Letters that begin pairs stay such, also for new places.
    firsts = sorted({code[0] for code in before if len(code) == 2 and code[0] in free})
    singles = [letter for letter in free if letter not in {*before, *firsts}]
    pairs = [one + two for one in firsts for two in free if one + two not in used]
    fresh = iter([*singles, *pairs])
    found: dict[str, Target] = {}
    for target in places:
        codes = known.get(target.key)
        code = codes.pop(0) if codes else next(fresh, "")
        if not code:
            return None
        found[code] = target
    return found


def draw_hints(scene: Scene, codes: Mapping[str, Target], typed: str, scale: float) -> Scene:
    """The scene with the letters of all that can still be meant.

    Args:
        scene: of the screen.
        codes: the places by their letters.
        typed: letters that were typed so far.
        scale: of text.
    """
    size = 13 * min(scale, 1.3)
    items: list[Drawable] = []
    for code, target in codes.items():
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
