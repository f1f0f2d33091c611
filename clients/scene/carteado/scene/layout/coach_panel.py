"""The coach's panel: its head, its parts from the top down, and where it stands."""

from __future__ import annotations

from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import Frame, frame_of
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import Weight, text_width, wrapped

__all__ = ["COACH_W", "CoachPanel", "coach_width", "over_rect", "slim_width"]

COACH_W = 408.0
"""Width of the panel beside the table."""
SLIM_W = 340.0
"""Its width where the table would become too narrow otherwise."""


def coach_width(size: tuple[float, float], text: float) -> float:
    """How much of a large window the panel takes; 0 in a small one."""
    if not frame_of(size, text).wide:
        return 0.0
    width = COACH_W * min(text, 1.25)
    return width if size[0] - width >= 1000 else SLIM_W * min(text, 1.25)


def slim_width(size: tuple[float, float], text: float) -> float:
    """Width of the panel in a small window where the table needs most of the room."""
    return min(304.0 * min(text, 1.3), size[0] * 0.5)


def over_rect(frame: Frame, *, narrow: bool = False) -> Rect:
    """Where the panel stands in a small window; the action area keeps its width.

    Args:
        frame: of the window.
        narrow: the table beside it is full.
    """
    width = min(SLIM_W * min(frame.metrics.scale, 1.3), frame.table.w * 0.6)
    if narrow:
        width = slim_width(frame.size, frame.metrics.scale)
    return Rect(frame.table.right - width, frame.table.y, width, frame.table.h)


class CoachPanel:
    """The panel while it is drawn, from the top down.

    Args:
        canvas: to draw on.
        rect: where.
        basis: what the numbers are counted from.
    """

    def __init__(self, canvas: Canvas, rect: Rect, basis: str) -> None:
        self.canvas = canvas
        canvas.box(rect, "panel", role="drawer")
        canvas.box(Rect(rect.x, rect.y, 1, rect.h), "panelBorder", role="line")
        canvas.target("coach-area", rect, Intent("none"), kind="area")
        self.body = Rect(rect.x + 16, rect.y + 6, rect.w - 32, rect.h - 18)
        self.y = self.body.y
        words = canvas.words
        head = Rect(self.body.x, self.y, self.body.w, 44)
        canvas.text(head, words("Coach"), canvas.s(19), "bold")
        width = min(head.w * 0.5, text_width(words("Close"), canvas.s(14), "bold") + 56)
        close = Rect(head.right - width, head.y, width, 44)
        canvas.button(
            "coach", close, words("Close"), Intent("coach"), kind="plain", hotkey="F6", size=14
        )
        self.y = head.bottom
        self.note(basis)

    @property
    def left(self) -> float:
        """Height that is left."""
        return self.body.bottom - self.y

    def line(self, height: float) -> Rect:
        """The next line."""
        rect = Rect(self.body.x, self.y, self.body.w, height)
        self.y += height
        return rect

    def note(self, text: str, lines: int = 2) -> None:
        """A muted sentence."""
        size = self.canvas.s(13)
        for line in wrapped(text, self.body.w, size, lines=lines):
            if self.left < size * 1.45:
                return
            self.canvas.text(
                self.line(size * 1.45), line, size, colour="textMuted", suits=True, shrink=True
            )

    def part(self, title: str, note: str = "", *, least: float = 0.0) -> bool:
        """Begin a part; False where there is no room for it."""
        size = self.canvas.s(14)
        if self.left < size * 1.6 + 14 + least:
            return False
        self.y += 7
        self.canvas.box(self.line(1), "panelBorder", role="line")
        self.y += 5
        line = self.line(size * 1.6)
        width = self.canvas.text(line, title, size, "semibold")
        rest = Rect(line.x + width + 12, line.y, line.w - width - 12, line.h)
        if rest.w > 0:
            self.canvas.text(rest, note, self.canvas.s(12), "semibold", "textMuted", "right")
        return True

    def pair(self, name: str, value: str, *, strong: bool = True) -> None:
        """A name and a number."""
        size = self.canvas.s(13)
        if self.left < size * 1.5:
            return
        line = self.line(size * 1.5)
        weight: Weight = "bold" if strong else "regular"
        width = text_width(value, size, weight) + 2
        self.canvas.text(line, value, size, weight, align="right")
        rest = Rect(line.x, line.y, line.w - width - 8, line.h)
        self.canvas.text(rest, name, size, colour="textMuted", suits=True, shrink=True)
