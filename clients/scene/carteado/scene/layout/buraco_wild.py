"""The choice of a wild's place: each place as a picture of the run that it makes."""

from __future__ import annotations

from dataclasses import replace

from carteado.scene.buraco.ways import Way
from carteado.scene.faces import card_height
from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import CardShape, Intent, Rect
from carteado.scene.text import text_width

__all__ = ["draw_wild"]

CARD_W, SMALLEST = 36.0, 26.0
"""Width of its cards, and where two choices stand side by side the least."""

LEFT = 130.0
"""Height of our runs that has to stay visible: their marks and some cards."""

PAD, GAP, TOUCH = 12.0, 8.0, 44.0


def draw_wild(canvas: Canvas, ways: tuple[Way, ...], room: Rect, other: Rect) -> None:
    """Ask for the place below our runs; Escape takes the play back.

    Nothing else is covered, so any other press goes on with the first place.

    Args:
        canvas: to draw on.
        ways: the places, the first of which is the play as it stands.
        room: the place of our runs; the panel stands at its bottom.
        other: the place of the other pair's runs, which it takes where ours would be hidden.
    """
    words = canvas.words
    most = max(len(way.made.cards) for way in ways)
    columns = 1 if most > _most(room) else 2
    rows = -(-len(ways) // columns)
    head = 44.0
    width = (room.w - 2 * PAD - GAP * (columns - 1)) / columns
    # As low as its cards and the line below them allow: the rest of the room shows our runs.
    high = card_height(_card_width(canvas, width, most)) + 14 + _line(canvas) * 1.7
    pitch = min(high + GAP, (room.h - head - PAD - GAP) / rows)
    height = head + GAP + rows * pitch + PAD
    if room.h - height < LEFT and other.w >= room.w - 1:
        room = other
    panel = Rect(room.x, room.bottom - height, room.w, height)
    canvas.box(panel, "panel", line="focus", width=2, radius=12, role="wild")
    # Runs are pressed above the panel only.
    canvas.targets[:] = [
        replace(one, rect=one.rect._replace(h=panel.y - one.rect.y))
        if one.rect.overlaps(panel)
        else one
        for one in canvas.targets
        if not one.rect.overlaps(panel) or panel.y - one.rect.y >= TOUCH
    ]
    canvas.target("wild", panel, Intent("none"), kind="area")
    undo = words("Undo")
    size = min(canvas.s(15), 20.0)
    undo_w = text_width(undo, size, "semibold") + canvas.key_width("Escape") + 40
    title = Rect(panel.x + PAD + 2, panel.y + 4, panel.w - undo_w - 3 * PAD, head)
    canvas.text(title, words("Where does the wild go?"), canvas.s(17), "bold", shrink=True)
    place = Rect(panel.right - PAD - undo_w, panel.y + 6, undo_w, head - 4)
    canvas.button(
        "wild-undo", place, undo, Intent("back"), kind="outline", hotkey="Escape", size=size
    )
    for number, way in enumerate(ways):
        row, column = divmod(number, columns)
        x = panel.x + PAD + column * (width + GAP)
        choice = Rect(x, panel.y + head + GAP + row * pitch, width, pitch - GAP)
        _way(canvas, choice, way, number)


def _most(room: Rect) -> int:
    """The number of cards that fit side by side into a choice of half the width."""
    free = (room.w - 2 * PAD - GAP) / 2 - 24
    return int((free + 4) / (SMALLEST + 4))


def _card_width(canvas: Canvas, width: float, count: int) -> float:
    """Width of so many cards side by side in a choice."""
    scale = min(canvas.frame.metrics.scale, 1.4)
    return min(CARD_W * scale, (width - 24 - 4 * (count - 1)) / count)


def _line(canvas: Canvas) -> float:
    """Size of the words below the cards of a choice."""
    return min(canvas.s(14), 20.0)


def _way(canvas: Canvas, rect: Rect, way: Way, number: int) -> None:
    words, made = canvas.words, way.made
    hotkey = str(number + 1) if number < 9 else ""
    canvas.box(
        rect, "panelRaised", line="inputBorder", radius=8, role="button", key=f"way:{number}"
    )
    sort = words("clean") if made.clean else words("dirty")
    points = words("{points} points", points=made.points)
    key_w = canvas.key_width(hotkey) + 8 if hotkey else 0.0
    size = min(_line(canvas), rect.h * 0.2)
    room = rect.w - 24 - key_w - 8
    while size > 11 and (
        text_width(made.title, size, "bold") + text_width(f"{points}, {sort}", size, "semibold")
        > room
    ):
        size -= 0.5
    below = Rect(rect.x + 12, rect.bottom - size * 1.7, rect.w - 24, size * 1.4)
    if hotkey:
        canvas.key_sign(below.x, below.cy, hotkey)
    title = Rect(below.x + key_w, below.y, below.w - key_w, below.h)
    used = key_w + canvas.text(title, made.title, size, "bold", suits=True) + 8
    facts = Rect(below.x + used, below.y, below.w - used, below.h)
    canvas.text(facts, f"{points}, {sort}", size, "semibold", "textMuted", "right", shrink=True)
    high = below.y - rect.y - 14
    card_w = min(_card_width(canvas, rect.w, len(made.cards)), high / card_height(1))
    for at, (card, stand) in enumerate(zip(made.cards, made.stands, strict=True)):
        place = Rect(rect.x + 12 + at * (card_w + 4), rect.y + 8, card_w, card_height(card_w))
        # The wild is the card in question: it has the ring of what is selected.
        canvas.add(CardShape(rect=place, card=card, role="way-card", ring="focus" if stand else ""))
    canvas.target(
        f"way:{number}",
        rect,
        Intent("way", number),
        hotkeys=(hotkey,) if hotkey else (),
        label=f"{made.title}, {points}, {sort}",
    )
