"""What lies over a screen: a veil, a sentence, a dialog."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Box, Intent, Rect
from carteado.scene.text import wrapped

__all__ = ["DialogButton", "dialog", "draw_notice", "draw_veil"]

DialogButton = tuple[str, str, Intent, str, str]
"""Key, label, intent, hotkey and kind."""


def draw_veil(canvas: Canvas, rect: Rect, alpha: float = 0.3) -> None:
    """The table behind it stays readable."""
    canvas.add(Box(rect=rect, fill="page", alpha=alpha, role="veil"))


def draw_notice(canvas: Canvas, bottom: float | None = None) -> None:
    """The sentence of the moment, above the action area; any press closes it.

    Args:
        canvas: to draw on.
        bottom: lower end of the room for it, where that is not the action area.
    """
    notice = canvas.ui.notice
    if notice is None:
        return
    frame = canvas.frame
    size = canvas.s(15)
    width = min(frame.table.w - 32, 640.0 * min(1.3, frame.metrics.scale))
    lines = wrapped(notice.text, width - 72, size, "semibold", lines=3)
    height = len(lines) * size * 1.4 + 24
    end = frame.table.bottom if bottom is None else bottom
    rect = Rect(frame.table.cx - width / 2, end - height - 12, width, height)
    error = notice.kind == "error"
    canvas.box(rect, "panelRaised", line="bad" if error else "info", width=2, radius=12)
    icon = Rect(rect.x + 16, rect.cy - 13, 26, 26)
    canvas.icon(icon, "warning" if error else "bank", "bad" if error else "info")
    for number, line in enumerate(lines):
        place = Rect(icon.right + 14, rect.y + 12 + number * size * 1.4, width - 72, size * 1.4)
        canvas.text(place, line, size, "semibold", suits=True, role="notice")
    canvas.target("notice", rect, Intent("dismiss"), hotkeys=("Escape",), label=notice.text)


def _keys(canvas: Canvas, rect: Rect) -> None:
    """Shows a key for everything in a dialog."""
    canvas.icon(Rect(rect.x, rect.cy - 10, 20, 20), "keys", "textMuted")
    canvas.key_sign(rect.x + 26, rect.cy, "F8")
    label = canvas.words("Keys")
    canvas.target("keys", rect, Intent("hints"), hotkeys=("F8",), label=label)


def dialog(
    canvas: Canvas,
    title: str,
    text: str,
    buttons: Sequence[DialogButton],
    *,
    width: float = 520,
    body: float = 0,
) -> Rect:
    """A dialog in the middle of the window.

    Args:
        canvas: to draw on.
        title: what it is about.
        text: what happened and what to do next.
        buttons: from left to right; the last one is the usual choice.
        width: of the dialog.
        body: height of what the caller draws between text and buttons.

    Returns:
        Where the caller draws it.
    """
    size = canvas.frame.size
    canvas.targets.clear()  # what lies under a dialog takes neither presses nor keys
    canvas.box(Rect(0, 0, *size), "scrim", role="scrim")
    canvas.target("scrim", Rect(0, 0, *size), Intent("none"), kind="area")
    scale = min(canvas.frame.metrics.scale, 1.5)
    if len(buttons) > 2:
        width = max(width, 640.0)
    width = min(width * scale, size[0] - 32)
    font = canvas.s(15)
    lines = wrapped(text, width - 48, font) if text else ()
    head, button_h = canvas.s(22) * 1.4, 52.0
    height = 24 + head + len(lines) * font * 1.45 + 16 + body + (button_h + 20 if buttons else 4)
    height = min(height, size[1] - 16)
    rect = Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
    canvas.box(rect, "panel", line="panelBorder", radius=16, role="dialog")
    heading = Rect(rect.x + 24, rect.y + 18, width - 48 - 72, head)
    canvas.text(heading, title, canvas.s(22), "bold", shrink=True)
    _keys(canvas, Rect(rect.right - 24 - 64, rect.y + 14, 64, 44))
    y = rect.y + 20 + head
    for line in lines:
        canvas.text(Rect(rect.x + 24, y, width - 48, font * 1.45), line, font, colour="textMuted")
        y += font * 1.45
    area = Rect(rect.x + 24, y + 8, width - 48, body)
    if buttons:
        each = (width - 48 - 8 * (len(buttons) - 1)) / len(buttons)
        for number, (key, label, intent, hotkey, kind) in enumerate(buttons):
            place = Rect(
                rect.x + 24 + number * (each + 8), rect.bottom - 20 - button_h, each, button_h
            )
            canvas.button(key, place, label, intent, kind=kind, hotkey=hotkey)
    return area
