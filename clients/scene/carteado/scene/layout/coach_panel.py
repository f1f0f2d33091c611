"""The coach's panel: its head, its parts from the top down, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    """The width of the panel in a large window; 0 in a small one."""
    if not frame_of(size, text).wide:
        return 0.0
    width = COACH_W * min(text, 1.25)
    # The table keeps at least 1000 units where a narrower panel allows it.
    return width if size[0] - width >= 1000 else SLIM_W * min(text, 1.25)


def slim_width(size: tuple[float, float], text: float) -> float:
    """Width of the panel in a small window where the table needs most of the room."""
    # Never more than half the window, whatever the text scale.
    return min(304.0 * min(text, 1.3), size[0] * 0.5)


def over_rect(frame: Frame, *, narrow: bool = False) -> Rect:
    """The place of the panel in a small window; the action area keeps its width.

    Args:
        frame: of the window.
        narrow: the table beside it is full.
    """
    width = min(SLIM_W * min(frame.metrics.scale, 1.3), frame.table.w * 0.6)
    if narrow:
        width = slim_width(frame.size, frame.metrics.scale)
    return Rect(frame.table.right - width, frame.table.y, width, frame.table.h)


class CoachPanel:
    """Draws the panel from the top down; a panel that is too long gets several pages.

    Call `finish` at the end: until then, everything is on one page of any length.

    Args:
        canvas: to draw on.
        rect: where.
        basis: what the numbers are counted from.
    """

    def __init__(self, canvas: Canvas, rect: Rect, basis: str) -> None:
        self.canvas = canvas
        canvas.box(rect, "panel", role="drawer")
        canvas.box(Rect(rect.x, rect.y, 1, rect.h), "panelBorder", role="line")
        # A press on the panel must not reach what it covers.
        canvas.target("coach-area", rect, Intent("none"), kind="area")
        self.body = Rect(rect.x + 16, rect.y + 6, rect.w - 32, rect.h - 14)
        words = canvas.words
        head = Rect(self.body.x, self.body.y, self.body.w, 44)
        # A replay has the same panel for its chances, under the key that opened it there.
        replay = bool(canvas.ui.film)
        title = words("Odds here") if replay else words("Coach")
        canvas.text(head, title, canvas.s(19), "bold")
        width = min(head.w * 0.5, text_width(words("Close"), canvas.s(14), "bold") + 56)
        close = Rect(head.right - width, head.y, width, 44)
        intent, key = (Intent("film-odds"), "O") if replay else (Intent("coach"), "F6")
        label = words("Close")
        canvas.button("coach", close, label, intent, kind="plain", hotkey=key, size=14)
        self.y = self._top = head.bottom
        # The head stays; `restart` and `finish` replace only what was drawn after this number.
        self._first = len(canvas.items)
        self._breaks: list[_Break] = []
        # While `_whole` holds, no page may begin at the next line.
        self._whole = True
        self._basis, self._basis_last = basis, False
        self.note(basis)

    @property
    def free(self) -> float:
        """Height that one page has left; below 0 where it is too long for one."""
        return self.body.bottom - self.y

    def restart(self) -> None:
        """Forget what was drawn below the head, to draw it in another way."""
        # On several pages the numbers come first, and what they are counted from comes last.
        self._basis_last = self.free < 0
        # Only drawables: the parts have no targets that would have to be removed too.
        del self.canvas.items[self._first :]
        self.y, self._breaks, self._whole = self._top, [], True
        if not self._basis_last:
            self.note(self._basis)

    def line(self, height: float) -> Rect:
        """The next line."""
        # Page breaks are noted while drawing, because only `finish` knows whether there are pages.
        if not self._whole:
            self._breaks.append(_Break(len(self.canvas.items), self.y, strong=False))
        self._whole = False
        rect = Rect(self.body.x, self.y, self.body.w, height)
        self.y += height
        return rect

    def note(self, text: str) -> None:
        """A muted sentence."""
        size = self.canvas.s(13)
        for line in wrapped(text, self.body.w, size):
            self.canvas.text(
                self.line(size * 1.45), line, size, colour="textMuted", suits=True, shrink=True
            )

    def part(self, title: str, note: str = "") -> None:
        """Begin a part; its note stands beside the title, or below it."""
        canvas, size = self.canvas, self.canvas.s(14)
        self._breaks.append(_Break(len(canvas.items), self.y, strong=True))
        self._whole = True
        self.y += 7
        canvas.box(self.line(1), "panelBorder", role="line")
        self.y += 5
        self._whole = True
        line = self.line(size * 1.6)
        width = canvas.text(line, title, size, "semibold", shrink=True)
        small = canvas.s(12)
        if text_width(note, small, "semibold") <= line.w - width - 12:
            canvas.text(line, note, small, "semibold", "textMuted", "right")
        # Too long for the title's line: below it, on the same page.
        elif note:
            self._whole = True
            below = self.line(small * 1.5)
            canvas.text(below, note, small, "semibold", "textMuted", shrink=True)
        # The first line of a part stays with its title.
        self._whole = True

    def pair(self, name: str, value: str, *, strong: bool = True) -> None:
        """A name and a number; the name takes as many lines as it needs.

        Args:
            name: on the left.
            value: on the right, beside the first line of the name.
            strong: whether the value is bold.
        """
        size = self.canvas.s(13)
        weight: Weight = "bold" if strong else "regular"
        width = text_width(value, size, weight) + 2
        for at, row in enumerate(wrapped(name, self.body.w - width - 8, size)):
            line = self.line(size * 1.5)
            rest = Rect(line.x, line.y, line.w - width - 8, line.h)
            self.canvas.text(rest, row, size, colour="textMuted", suits=True, shrink=True)
            # The value stands beside the first line of a long name.
            if at == 0:
                self.canvas.text(line, value, size, weight, align="right")

    def finish(self) -> None:
        """Keep one page of what was drawn, with the way to the others below it."""
        if self._basis_last:
            self.y += 7
            self.note(self._basis)
        # One page holds all: no buttons.
        if self.free >= 0:
            return
        canvas = self.canvas
        foot = Rect(self.body.x, self.body.bottom - 44, self.body.w, 44)
        first = _Break(self._first, self._top, strong=True)
        # Pages are shorter than the body, because the buttons need its end.
        pages = _pages([first, *self._breaks], self.y, foot.y - 4 - self._top)
        # The page may no longer exist: every decision has other numbers.
        at = min(canvas.ui.scroll.get("coach", 0), len(pages) - 1)
        ends = [page.item for page in pages[1:]] + [len(canvas.items)]
        shown = canvas.items[pages[at].item : ends[at]]
        # All pages were drawn below each other; the shown one moves up to the top.
        lift = self._top - pages[at].y
        del canvas.items[self._first :]
        canvas.add(*(replace(one, rect=one.rect.moved(0, lift)) for one in shown))
        self._foot(foot, at, len(pages))

    def _foot(self, foot: Rect, at: int, count: int) -> None:
        """The way to the other pages, and which one this is."""
        canvas = self.canvas
        text = canvas.words("Page {at} of {count}", at=at + 1, count=count)
        middle = foot.inset(72, 0)
        canvas.text(middle, text, canvas.s(14), "semibold", align="center", shrink=True)
        for icon, key, to, x in (
            ("up", "PageUp", at - 1, foot.x),
            ("down", "PageDown", at + 1, foot.right - 64),
        ):
            canvas.button(
                f"coach-{icon}",
                Rect(x, foot.y, 64, 44),
                "",
                Intent("page", ("coach", to)),
                kind="outline",
                icon=icon,
                hotkeys=(key,),
                enabled=0 <= to < count,
            )


@dataclass(frozen=True, slots=True)
class _Break:
    """A possible beginning of a page: the number of its first drawable, and its height."""

    item: int
    y: float
    strong: bool


def _pages(breaks: Sequence[_Break], end: float, room: float) -> list[_Break]:
    """The beginnings of the pages: at parts where that fills much of a page, else between lines."""
    pages = [breaks[0]]
    while end - pages[-1].y > room:
        start = pages[-1].y
        later = [one for one in breaks if one.y > start]
        fit = [one for one in later if one.y - start <= room]
        # A page that a part would leave less than 40% full is filled with lines instead.
        parts = [one for one in fit if one.strong and one.y - start > room * 0.4]
        # The last break that fits. If even the next line does not fit, it gets a page of its own.
        following = (parts or fit or later)[-1 if parts or fit else 0 : None]
        if not following:
            break
        pages.append(following[0])
    return pages
