"""The choice of a wild's place: each place as a picture of the run that it makes."""

from __future__ import annotations

from carteado.scene.buraco.ways import Way
from carteado.scene.faces import card_height
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.overlays import dialog
from carteado.scene.shapes import CardShape, Intent, Rect

__all__ = ["draw_wild"]

ROW = 96.0
"""Height of a choice: its cards, and a line below them."""


def draw_wild(canvas: Canvas, ways: tuple[Way, ...]) -> None:
    """Ask for the place; Escape takes the play back."""
    words = canvas.words
    columns = 2
    rows = -(-len(ways) // columns)
    room = canvas.frame.size[1] - 190
    pitch = min((ROW + 8) * min(canvas.frame.metrics.scale, 1.4), room / rows)
    buttons = [("undo", words("Undo"), Intent("undo", None), "Escape", "neutral")]
    title = words("Where does the wild go?")
    area = dialog(canvas, title, "", buttons, width=780, body=rows * pitch)
    width = (area.w - 12 * (columns - 1)) / columns
    for number, way in enumerate(ways):
        row, column = divmod(number, columns)
        place = Rect(area.x + column * (width + 12), area.y + row * pitch, width, pitch - 8)
        _way(canvas, place, way, number)


def _way(canvas: Canvas, rect: Rect, way: Way, number: int) -> None:
    words, made = canvas.words, way.made
    hotkey = str(number + 1) if number < 9 else ""
    canvas.box(
        rect, "panelRaised", line="inputBorder", radius=8, role="button", key=f"way:{number}"
    )
    size = min(canvas.s(14), rect.h * 0.2)
    below = Rect(rect.x + 12, rect.bottom - size * 1.7, rect.w - 24, size * 1.4)
    sort = words("clean") if made.clean else words("dirty")
    points = words("{points} points", points=made.points)
    canvas.text(below, made.title, size, "bold", suits=True)
    canvas.text(below, f"{points}, {sort}", size, "semibold", "textMuted", "right", shrink=True)
    high = below.y - rect.y - 14
    card_w = min(40.0, high / card_height(1))
    key_w = canvas.key_width(hotkey) + 12 if hotkey else 0.0
    room = rect.w - 24 - key_w
    count = len(made.cards)
    step = min(card_w + 4, (room - card_w) / max(1, count - 1))
    for at, (card, stand) in enumerate(zip(made.cards, made.stands, strict=True)):
        place = Rect(rect.x + 12 + at * step, rect.y + 8, card_w, card_height(card_w))
        # The wild is the card in question: it has the ring of what is selected.
        canvas.add(CardShape(rect=place, card=card, role="way-card", ring="focus" if stand else ""))
    if hotkey:
        canvas.key_sign(rect.right - key_w, rect.y + 18, hotkey)
    canvas.target(
        f"way:{number}",
        rect,
        Intent("way", number),
        hotkeys=(hotkey,) if hotkey else (),
        label=f"{made.title}, {points}, {sort}",
    )
