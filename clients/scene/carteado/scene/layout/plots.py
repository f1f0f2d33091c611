"""Plots: lines over numbered deals and bars, each line with its own colour, dash and name."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.figures import Curve
from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Box, Line, Rect
from carteado.scene.text import text_width

__all__ = ["DASHES", "INKS", "draw_bars", "draw_curves"]

INKS = ("warn", "info", "good", "bad", "text", "textMuted")
"""Colours of the lines of a plot, in their order."""
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 4), (2, 4), (9, 3, 2, 3), (4, 4), (12, 4))


def draw_curves(canvas: Canvas, rect: Rect, curves: Sequence[Curve], first: str, last: str) -> None:
    """Draw lines, the best end first, with the names at their ends.

    Args:
        canvas: to draw on.
        rect: where.
        curves: of the same length each, at least one value.
        first: label of the first place.
        last: label of the last place.
    """
    size = canvas.s(12)
    low = min(0.0, *(min(curve.values) for curve in curves))
    high = max(low + 1, *(max(curve.values) for curve in curves))
    name_w = min(rect.w * 0.3, max(text_width(one.name, size, "semibold") for one in curves) + 14)
    marks = [canvas.words.number(round(value)) for value in (high, (high + low) / 2, low)]
    left = max(text_width(mark, size) for mark in marks) + 8
    body = Rect(rect.x + left, rect.y + size, rect.w - left - name_w, rect.h - size * 3.2)
    if body.w < 40 or body.h < 30:
        return

    def y_of(value: float) -> float:
        return body.bottom - body.h * (value - low) / (high - low)

    for value, mark in zip((high, (high + low) / 2, low), marks, strict=True):
        y = y_of(value)
        canvas.box(Rect(body.x, y, body.w, 1), "panelBorder", role="grid")
        label = Rect(rect.x, y - size * 0.7, left - 8, size * 1.4)
        canvas.text(label, mark, size, colour="textMuted", align="right")
    foot = Rect(body.x, body.bottom + size * 0.5, body.w, size * 1.4)
    canvas.text(foot, first, size, colour="textMuted")
    canvas.text(foot, last, size, colour="textMuted", align="right")
    _lines(canvas, body, curves, (low, high), name_w)


def _lines(
    canvas: Canvas,
    body: Rect,
    curves: Sequence[Curve],
    span: tuple[float, float],
    name_w: float,
) -> None:
    low, high = span
    size = canvas.s(12)
    ends: list[float] = []
    ordered = sorted(enumerate(curves), key=lambda pair: -pair[1].values[-1])
    for number, curve in ordered:
        ink, dash = INKS[number % len(INKS)], DASHES[number % len(DASHES)]
        steps = max(1, len(curve.values) - 1)
        points = tuple(
            (
                body.x + body.w * at / steps,
                body.bottom - body.h * (value - low) / (high - low),
            )
            for at, value in enumerate(curve.values)
        )
        canvas.add(Line(rect=body, points=points, colour=ink, dash=dash, key=curve.name))
        x, y = points[-1]
        canvas.add(Box(rect=Rect.around(x, y, 8, 8), fill=ink, radius=4, role="marker"))
        ends.append(y)
    lowest = body.bottom + size * 0.6
    tops = _apart([y - size * 0.7 for y in ends], size * 1.2, lowest)
    for (number, curve), top in zip(ordered, tops, strict=True):
        if top >= body.y - size * 1.4:
            place = Rect(body.right + 8, top, name_w - 8, size * 1.4)
            ink = INKS[number % len(INKS)]
            canvas.text(place, curve.name, size, "semibold", ink)


def _apart(tops: list[float], pitch: float, lowest: float) -> list[float]:
    """Places from the top down, moved so that none comes too close to the next one."""
    found: list[float] = []
    for top in tops:
        found.append(max(top, found[-1] + pitch) if found else top)
    # Pushing names down may push the last ones out: from the end they move up again.
    limit = lowest
    for at in reversed(range(len(found))):
        found[at] = min(found[at], limit)
        limit = found[at] - pitch
    return found


def draw_bars(canvas: Canvas, rect: Rect, bars: Sequence[tuple[str, float, str]]) -> None:
    """Draw horizontal bars from nought: their name, value and what is written beside them."""
    size = canvas.s(13)
    pitch = min(size * 2.4, rect.h / max(1, len(bars)))
    size = max(10.5, min(size, pitch * 0.8))
    name_w = min(rect.w * 0.32, max((text_width(n, size) for n, _, _ in bars), default=0) + 10)
    note_w = max((text_width(note, size, "bold") for _, _, note in bars), default=0) + 10
    most = max((abs(value) for _, value, _ in bars), default=0) or 1
    room = rect.w - name_w - note_w
    for number, (name, value, note) in enumerate(bars):
        line = Rect(rect.x, rect.y + number * pitch, rect.w, pitch)
        canvas.text(Rect(line.x, line.y, name_w - 6, line.h), name, size)
        thick = min(14.0, pitch * 0.7)
        bar = Rect(line.x + name_w, line.cy - thick / 2, room * abs(value) / most, thick)
        fill = "good" if value >= 0 else "bad"
        if bar.w >= 1:
            canvas.box(bar, fill, radius=3, role="bar-value")
        canvas.text(Rect(bar.right + 6, line.y, note_w, line.h), note, size, "bold")
