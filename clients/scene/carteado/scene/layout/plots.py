"""Plots: lines over numbered deals and bars, each line with its own colour, dash and name."""

from __future__ import annotations

import math
from collections.abc import Sequence

from carteado.scene.figures import Curve, Histogram, Trend, round_step
from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Box, Intent, Line, Rect
from carteado.scene.text import text_width

__all__ = [
    "DASHES",
    "INKS",
    "draw_bars",
    "draw_bought",
    "draw_cursor",
    "draw_curves",
    "draw_histogram",
    "draw_trend",
]

INKS = ("warn", "info", "good", "bad", "text", "textMuted")
"""Colours of the lines of a plot, in their order."""
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 4), (2, 4), (9, 3, 2, 3), (4, 4), (12, 4))


def draw_curves(
    canvas: Canvas,
    rect: Rect,
    curves: Sequence[Curve],
    first: str,
    last: str,
    *,
    places: Sequence[int] = (),
) -> Rect | None:
    """Draw lines as steps, the best end first, with the names at their ends.

    Args:
        canvas: to draw on.
        rect: where.
        curves: of the same length each, at least one value.
        first: label of the first place.
        last: label of the last place.
        places: numbers of the places behind the first one; with them the axis has more labels, and
            each name the last value of its line.

    Returns:
        Where the lines are; None where there is no room for them.
    """
    size = canvas.s(12)
    # Zero is always shown: above it somebody has won.
    low = min(0.0, *(min(curve.values) for curve in curves))
    high = max(0.0, *(max(curve.values) for curve in curves))
    # Each number needs two lines of room.
    most = 8 if places else 4
    step = round_step(low, high, max(2, min(most, int((rect.h - size * 3.2) // (size * 2)))))
    # Whole steps, so that each line has a round number; never equal, which would divide by zero.
    low = math.floor(low / step) * float(step)
    high = max(low + step, math.ceil(high / step) * float(step))
    names = [one.name for one in curves]
    if places:
        names = [f"{one.name}  {canvas.words.signed(one.values[-1])}" for one in curves]
    name_w = min(rect.w * 0.3, max(text_width(name, size, "semibold") for name in names) + 14)
    marks = range(int(low), int(high) + 1, step)
    left = max(text_width(canvas.words.signed(mark), size) for mark in marks) + 8
    body = Rect(rect.x + left, rect.y + size, rect.w - left - name_w, rect.h - size * 3.2)
    # Too small to read.
    if body.w < 40 or body.h < 30:
        return None
    for mark in marks:
        y = body.bottom - body.h * (mark - low) / (high - low)
        canvas.box(Rect(body.x, y, body.w, 1), "panelBorder", role="grid")
        label = Rect(rect.x, y - size * 0.7, left - 8, size * 1.4)
        canvas.text(label, canvas.words.signed(mark), size, colour="textMuted", align="right")
    foot = Rect(body.x, body.bottom + size * 0.5, body.w, size * 1.4)
    canvas.text(foot, first, size, colour="textMuted")
    canvas.text(foot, last, size, colour="textMuted", align="right")
    ends = body.x + text_width(first, size), body.right - text_width(last, size)
    _places(canvas, body, places, size, ends)
    _lines(canvas, body, curves, (low, high), names, name_w)
    return body


def draw_cursor(
    canvas: Canvas, body: Rect, curves: Sequence[Curve], titles: Sequence[str], intent: Intent
) -> None:
    """Show the values of all lines at the place under the pointer.

    Args:
        canvas: to draw on.
        body: where the lines are.
        curves: as drawn.
        titles: of the places behind the first one.
        intent: what a press there means.
    """
    pitch = body.w / max(1, len(titles))
    # Narrower strips would change with every pixel.
    step = max(1, math.ceil(4 / pitch))
    for at in range(step, len(titles) + 1, step):
        x = body.x + pitch * at
        strip = Rect(x - pitch * step / 2, body.y, pitch * step, body.h)
        key = f"plot:{at}"
        canvas.target(key, strip, intent, kind="area", label=titles[at - 1])
        if canvas.ui.hover == key:
            canvas.box(Rect(x, body.y, 1, body.h), "text", role="cursor")
            ordered = sorted(curves, key=lambda curve: -curve.values[at])
            values = [f"{one.name} {canvas.words.signed(one.values[at])}" for one in ordered]
            canvas.tip(strip, " · ".join([titles[at - 1], *values]))


def _places(
    canvas: Canvas, body: Rect, places: Sequence[int], size: float, ends: tuple[float, float]
) -> None:
    """Draw numbers along the axis, as many as have room between the labels of its ends."""
    if len(places) < 2:
        return
    step = round_step(0, len(places), 8)
    for at in range(step, len(places), step):
        x = body.x + body.w * at / len(places)
        text = str(places[at - 1])
        half = text_width(text, size) / 2 + 1
        if ends[0] + size < x - half and x + half < ends[1] - size:
            canvas.box(Rect(x, body.y, 1, body.h), "panelBorder", role="grid")
            label = Rect(x - half, body.bottom + size * 0.5, 2 * half, size * 1.4)
            canvas.text(label, text, size, colour="textMuted", align="center")


def _lines(
    canvas: Canvas,
    body: Rect,
    curves: Sequence[Curve],
    span: tuple[float, float],
    names: Sequence[str],
    name_w: float,
) -> None:
    low, high = span
    size = canvas.s(12)
    # A single deal is one point.
    steps = max(1, len(curves[0].values) - 1)

    def place(at: int, value: float) -> tuple[float, float]:
        return body.x + body.w * at / steps, body.bottom - body.h * (value - low) / (high - low)

    ends: list[float] = []
    # Colours follow a player's number, the order on the page follows the final value.
    ordered = sorted(enumerate(curves), key=lambda pair: -pair[1].values[-1])
    for number, curve in ordered:
        ink, dash = INKS[number % len(INKS)], DASHES[number % len(DASHES)]
        points = tuple(place(at, value) for at, value in curve.corners)
        canvas.add(Line(rect=body, points=points, colour=ink, dash=dash, key=curve.name))
        x, y = points[-1]
        canvas.add(Box(rect=Rect.around(x, y, 8, 8), fill=ink, radius=4, role="marker"))
        ends.append(y)
    # Above all lines: another one must not cross a mark out.
    for number, curve in ordered:
        for at in curve.bought:
            draw_bought(canvas, *place(at, curve.values[at]), INKS[number % len(INKS)])
    lowest = body.bottom + size * 0.6
    # Ends that lie close together would have their names on top of each other.
    tops = _apart([y - size * 0.7 for y in ends], size * 1.2, lowest)
    for (number, _), top in zip(ordered, tops, strict=True):
        # With more names than fit, the uppermost would leave the plot.
        if top >= body.y - size * 1.4:
            name = Rect(body.right + 8, top, name_w - 8, size * 1.4)
            ink = INKS[number % len(INKS)]
            canvas.text(name, names[number], size, "semibold", ink)


def draw_bought(canvas: Canvas, x: float, y: float, ink: str) -> None:
    """Draw the mark of chips that were brought again: a ring with a plus.

    Args:
        canvas: of the plot.
        x: of the middle, logical pixels.
        y: of the middle, logical pixels.
        ink: token of the colour.
    """
    canvas.box(Rect.around(x, y, 15, 15), "panel", line=ink, width=1.5, radius=7.5, role="bought")
    canvas.box(Rect.around(x, y, 7, 1.5), ink, role="bought-sign")
    canvas.box(Rect.around(x, y, 1.5, 7), ink, role="bought-sign")


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


def draw_trend(canvas: Canvas, rect: Rect, trend: Trend) -> None:
    """Draw each deal as a small ring, and the mean of the last ones as a line.

    Args:
        canvas: of the page.
        rect: with the labels; nothing is drawn where it is too small.
        trend: values in points or chips, one for each deal.
    """
    size = canvas.s(12)
    low, high = min(0, *trend.values), max(0, *trend.values)
    high = max(high, low + 1)
    marks = [value for value in (high, 0, low) if value in (0, high) or value < 0]
    texts = [canvas.words.signed(value) for value in marks]
    left = max(text_width(text, size) for text in texts) + 8
    body = Rect(rect.x + left, rect.y + size * 0.7, rect.w - left - 6, rect.h - size * 2.6)
    if body.w < 40 or body.h < 24:
        return

    def place(at: int, value: float) -> tuple[float, float]:
        share = (value - low) / (high - low)
        return body.x + body.w * at / (len(trend.values) - 1), body.bottom - body.h * share

    drawn = -99.0
    for value, text in sorted(zip(marks, texts, strict=True), key=lambda one: bool(one[0])):
        _, y = place(0, value)
        canvas.box(Rect(body.x, y, body.w, 1), "panelBorder", role="grid")
        # Zero is written first; an end that lies too close to it has no number.
        if value == 0 or abs(y - drawn) >= size * 1.2:
            label = Rect(rect.x, y - size * 0.7, left - 8, size * 1.4)
            canvas.text(label, text, size, colour="textMuted", align="right")
            drawn = y if value == 0 else drawn
    for at, value in enumerate(trend.values):
        x, y = place(at, value)
        canvas.box(Rect.around(x, y, 7, 7), "", line="info", radius=3.5, role="deal")
    points = tuple(place(at, mean) for at, mean in enumerate(trend.means))
    canvas.add(Line(rect=body, points=points, colour="warn", width=2.5, key="mean"))
    foot = Rect(body.x, body.bottom + size * 0.5, body.w, size * 1.4)
    words = canvas.words
    first = words("hand {number}", number=trend.deals[0])
    last = words("hand {number}", number=trend.deals[-1])
    canvas.text(foot, first, size, colour="textMuted")
    canvas.text(foot, last, size, colour="textMuted", align="right")


def draw_histogram(canvas: Canvas, rect: Rect, histogram: Histogram) -> None:
    """Draw a column for each span, with its count above and its lower end below.

    Args:
        canvas: of the page.
        rect: with the labels; nothing is drawn where it is too small.
        histogram: counts of spans of equal width.
    """
    size = canvas.s(12)
    counts = histogram.counts
    body = Rect(rect.x, rect.y + size * 1.5, rect.w, rect.h - size * 3.4)
    pitch = body.w / len(counts)
    if body.h < 20:
        return
    most = max(counts)
    free = rect.x - 1.0
    for at, count in enumerate(counts):
        height = body.h * count / most
        column = Rect(body.x + at * pitch + 1.5, body.bottom - height, pitch - 3, height)
        start = histogram.first + at * histogram.width
        if count:
            # Spans below zero are losses; no span contains both, because zero is an edge.
            canvas.box(column, "info" if start >= 0 else "bad", radius=2, role="bar-value")
            text = canvas.words.number(count)
            above = Rect(column.x - 8, column.y - size * 1.4, column.w + 16, size * 1.3)
            if text_width(text, size, "semibold") <= pitch:
                canvas.text(above, text, size, "semibold", align="center")
        text = canvas.words.signed(start)
        width = text_width(text, size)
        x = min(body.x + at * pitch - width / 2, rect.right - width)
        x = max(x, rect.x)
        # A lower end is written where the one before leaves room for it.
        if x >= free:
            canvas.text(
                Rect(x, body.bottom + size * 0.5, width + 1, size * 1.4),
                text,
                size,
                colour="textMuted",
            )
            free = x + width + 10
    canvas.box(Rect(body.x, body.bottom, body.w, 1), "panelBorder", role="grid")


def draw_bars(canvas: Canvas, rect: Rect, bars: Sequence[tuple[str, float, str]]) -> None:
    """Draw horizontal bars from zero: their name, value and what is written beside them.

    Args:
        canvas: of the page.
        rect: with names and notes.
        bars: name, value and note of each; all have one scale.
    """
    size = canvas.s(13)
    pitch = min(size * 2.4, rect.h / max(1, len(bars)))
    size = max(10.5, min(size, pitch * 0.8))
    name_w = min(rect.w * 0.32, max((text_width(n, size) for n, _, _ in bars), default=0) + 10)
    note_w = max((text_width(note, size, "bold") for _, _, note in bars), default=0) + 10
    # All bars share one scale, also those below zero.
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
