"""Checks for every scene: nothing overlaps, nothing is cut, everything can be clicked."""

from __future__ import annotations

from itertools import combinations

from carteado.scene.shapes import Box, CardShape, Chips, Clip, Drawable, Rect, Ring, Scene, Text
from carteado.scene.text import text_width
from carteado.scene.tokens import colour

APART = {"plate", "pill", "pot", "dealer", "button", "field", "banner", "card", "chips"}
"""Roles of which no two may overlap."""


def parts(items: tuple[Drawable, ...]) -> list[Drawable]:
    found: list[Drawable] = []
    for item in items:
        found += parts(item.items) if isinstance(item, Clip) else [item]
    return found


def overlaps(scene: Scene) -> list[str]:
    """Pairs of drawables that overlap and must not."""
    shown = [one for one in scene.items if getattr(one, "role", "") in APART]
    shown = [one for one in shown if not (isinstance(one, Chips) and not one.key)]
    found = []
    for one, other in combinations(shown, 2):
        if _together(one, other) or not one.rect.overlaps(other.rect):
            continue
        found.append(f"{_name(one)} over {_name(other)}")
    return found


def _together(one: Drawable, other: Drawable) -> bool:
    """The two cards of a closed hand may overlap."""
    if not (isinstance(one, CardShape) and isinstance(other, CardShape)):
        return False
    return (
        one.card == other.card == "??"
        and one.key.rpartition(":")[0] == (other.key.rpartition(":")[0])
    )


def _name(item: Drawable) -> str:
    rect = tuple(round(part) for part in item.rect)
    return f"{getattr(item, 'role', '')} {getattr(item, 'key', '')} {rect}"


def cut(scene: Scene) -> list[str]:
    """Drawables that leave the window, and texts wider than their place."""
    window = Rect(0, 0, *scene.size)
    found = []
    for item in parts(scene.items):
        if isinstance(item, Box) and item.role in ("felt", "timer", "turn", "focus"):
            continue
        if isinstance(item, Box | CardShape | Chips | Ring | Text) and not window.holds(item.rect):
            found.append(f"outside: {_name(item)} {getattr(item, 'text', '')}")
        if isinstance(item, Text) and not item.mono:
            width = text_width(item.text, item.size, item.weight)
            if width > item.rect.w + 1:
                found.append(f"wider than its place: {item.text!r} {width:.0f}>{item.rect.w:.0f}")
    return found


def crowded(scene: Scene, smallest: float = 43.0) -> list[str]:
    """Places to click that overlap, lie outside, or are too small to hit."""
    window = Rect(0, 0, *scene.size)
    shown = [
        one for one in scene.targets if one.kind not in ("area", "place", "text") and one.rect.w > 0
    ]
    found = [
        f"{one.key} over {other.key}"
        for one, other in combinations(shown, 2)
        if one.rect.overlaps(other.rect)
    ]
    for one in shown:
        if not window.holds(one.rect):
            found.append(f"outside: {one.key} {one.rect}")
        if min(one.rect.w, one.rect.h) < smallest:
            found.append(f"small: {one.key} {one.rect.w:.0f}x{one.rect.h:.0f}")
    return found


def under_notice(scene: Scene) -> list[str]:
    """Fields and buttons that the sentence of the moment covers, wholly or in part."""
    places = [one for one in scene.targets if one.kind in ("field", "button", "slider")]
    notices = [one.rect for one in places if one.key == "notice"]
    return [
        f"notice over {one.key}"
        for one in places
        if one.key != "notice" and one.rect.w > 0 and any(map(one.rect.overlaps, notices))
    ]


def shrunken_texts(scene: Scene) -> list[str]:
    """Texts below the smallest size that the design allows."""
    return [
        f"{item.text!r} at {item.size}"
        for item in parts(scene.items)
        if isinstance(item, Text) and item.size < 10.5
    ]


def faint(scene: Scene, theme: str = "dark", least: float = 4.5) -> list[str]:
    """Texts that stand out too little from what lies behind them (WCAG: 4.5 to 1)."""
    shown = parts(scene.items)
    found = []
    for at, item in enumerate(shown):
        if not isinstance(item, Text):
            continue
        x, y = _written(item)
        # Parts behind a veil, a dialog or a page are meant to recede.
        if any(_covers(one, x, y, theme) for one in shown[at + 1 :]):
            continue
        ground = (0.0, 0.0, 0.0)
        for one in shown[:at]:
            if isinstance(one, Box | Ring) and one.fill and _inside(one, x, y):
                *fill, opacity = colour(one.fill, theme)
                part = opacity / 255 * (one.alpha if isinstance(one, Box) else 1)
                ground = tuple(
                    old + (new - old) * part for old, new in zip(ground, fill, strict=True)
                )
        *ink, _ = colour(item.colour, theme)
        ratio = _ratio(tuple(ink), ground)
        if ratio < least:
            found.append(f"{item.text!r} in {item.colour}: {ratio:.1f}")
    return found


def _written(item: Text) -> tuple[float, float]:
    """The middle of what is written, which is narrower than its place."""
    width = min(item.rect.w, text_width(item.text, item.size, item.weight))
    left = {"left": item.rect.x, "right": item.rect.right - width}
    return left.get(item.align, item.rect.cx - width / 2) + width / 2, item.rect.cy


def _inside(item: Drawable, x: float, y: float) -> bool:
    rect = item.rect
    return rect.x <= x <= rect.right and rect.y <= y <= rect.bottom


def _covers(item: Drawable, x: float, y: float, theme: str) -> bool:
    if isinstance(item, CardShape):
        return _inside(item, x, y)
    return isinstance(item, Box) and bool(item.fill) and _inside(item, x, y)


def _ratio(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def _light(rgb: tuple[float, ...]) -> float:
    """Relative luminance, as WCAG defines it."""
    parts_ = [part / 255 for part in rgb]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts_
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
