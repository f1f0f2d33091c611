"""Path data (the ``d`` of SVG) as polygons, so that any painter can fill it."""

from __future__ import annotations

import functools
import math
import re

__all__ = ["Point", "Polygon", "area", "polygons"]

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_PARTS = re.compile(r"([MLHVCAZ])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}


@functools.cache
def polygons(data: str, steps: int = 12) -> tuple[Polygon, ...]:
    """The closed outlines of path data.

    Args:
        data: absolute commands M, L, H, V, C, A and Z.
        steps: pieces of each curve.
    """
    found: list[Polygon] = []
    line: list[Point] = []
    at: Point = (0.0, 0.0)
    for command, numbers in _commands(data):
        match command:
            case "M":
                if len(line) > 2:
                    found.append(tuple(line))
                at = (numbers[0], numbers[1])
                line = [at]
            case "L":
                at = (numbers[0], numbers[1])
                line.append(at)
            case "H":
                at = (numbers[0], at[1])
                line.append(at)
            case "V":
                at = (at[0], numbers[0])
                line.append(at)
            # A curve or an arc ends in its last computed point, which is the given end point.
            case "C":
                line += _curve(at, numbers, steps)
                at = line[-1]
            case "A":
                # An arc may go round nearly a whole circle, so it gets more pieces.
                line += _arc(at, numbers, 3 * steps)
                at = line[-1]
            # Z: a following outline may continue from where this one began.
            case _:
                found.append(tuple(line))
                line = [line[0]] if line else []
                at = line[0] if line else at
    if len(line) > 2:
        found.append(tuple(line))
    return tuple(found)


def area(polygon: Polygon) -> float:
    """The signed area; outlines of holes have the other sign."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    # The shoelace formula.
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


def _commands(data: str) -> list[tuple[str, list[float]]]:
    """The commands with their numbers, repeated ones written out."""
    found: list[tuple[str, list[float]]] = []
    command, numbers = "", list[float]()
    for letter, number in _PARTS.findall(data):
        if letter:
            command, numbers = letter, []
            if letter == "Z":
                found.append(("Z", []))
            continue
        numbers.append(float(number))
        if len(numbers) == _TAKES[command]:
            found.append((command, numbers))
            # In SVG, further points after a moveto are linetos.
            command, numbers = ("L" if command == "M" else command), []
    return found


def _curve(at: Point, numbers: list[float], steps: int) -> list[Point]:
    x1, y1, x2, y2, x3, y3 = numbers
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        # The Bernstein weights of a cubic Bézier curve.
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        points.append((a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3))
    return points


def _arc(at: Point, numbers: list[float], steps: int) -> list[Point]:
    """A circle's arc (the two radii are equal in the design's paths), as SVG 2 appendix B.2.4."""
    radius, _, _, large, sweep, x, y = numbers
    dx, dy = (at[0] - x) / 2, (at[1] - y) / 2
    half = math.hypot(dx, dy)
    # SVG 2 enlarges a radius that is too small for the distance (B.2.5).
    radius = max(radius, half)
    # `or 1.0`: an arc that ends where it starts has no chord to divide by.
    rest = math.sqrt(max(0.0, radius * radius - half * half)) / (half or 1.0)
    # The centre lies on one side of the chord if the flags are equal, else on the other.
    sign = -1.0 if bool(large) == bool(sweep) else 1.0
    cx = (at[0] + x) / 2 + sign * rest * dy
    cy = (at[1] + y) / 2 - sign * rest * dx
    start = math.atan2(at[1] - cy, at[0] - cx)
    turn = math.atan2(y - cy, x - cx) - start
    # The sweep flag decides the direction, so the angle is brought to that sign.
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    points = [
        (
            cx + radius * math.cos(start + turn * k / steps),
            cy + radius * math.sin(start + turn * k / steps),
        )
        # The end point is added exactly, not computed: rounding would leave a gap.
        for k in range(1, steps)
    ]
    return [*points, (x, y)]
