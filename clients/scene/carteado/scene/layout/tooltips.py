"""The full text of shortened words: under the pointer, and at the keyboard focus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carteado.scene.shapes import Clip, Drawable, Intent, Rect, Target, Text

__all__ = ["tooltip_at", "tooltip_targets"]

_LARGE = 100_000.0
"""Area of a target that is a region of the window rather than a button, logical pixels squared."""


def tooltip_targets(items: Sequence[Drawable], targets: Sequence[Target]) -> tuple[Target, ...]:
    """Places with the full text of a cut one; none where a button or a row has it anyway.

    Args:
        items: what is drawn, from the lowest part on that takes presses.
        targets: places to click.
    """
    found: dict[str, Target] = {}
    for text in _cut(items):
        rect = text.rect
        if any(_owns(one) and one.rect.overlaps(rect) for one in targets):
            continue
        key = f"full:{round(rect.x)}:{round(rect.y)}"
        found[key] = Target(
            key=key, rect=rect, intent=Intent("none"), kind="text", label=text.whole
        )
    return tuple(found.values())


def tooltip_at(
    items: Sequence[Drawable], targets: Sequence[Target], key: str
) -> tuple[Rect, str] | None:
    """The tooltip of a target: the whole texts that were cut in it, and their place; None for none.

    Args:
        items: what is drawn.
        targets: places to click, those of cut texts included.
        key: of the target under the pointer, or with the keyboard's focus.
    """
    target = next((one for one in targets if one.key == key), None) if key else None
    if target is None:
        return None
    if target.kind == "text":
        return target.rect, target.label
    if not _owns(target):
        return None
    wholes = [text.whole for text in _cut(items) if target.rect.overlaps(text.rect)]
    return (target.rect, " · ".join(dict.fromkeys(wholes))) if wholes else None


def _owns(target: Target) -> bool:
    """Whether it is one thing to press, and no region with other things in it."""
    return target.kind not in ("area", "place", "text") and target.rect.w * target.rect.h < _LARGE


def _cut(items: Sequence[Drawable]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Clip):
            yield from _cut(item.items)
        elif isinstance(item, Text) and item.whole:
            yield item
