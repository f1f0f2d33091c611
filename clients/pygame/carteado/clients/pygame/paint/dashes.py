"""Cuts a line into dashes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

__all__ = ["dashed"]

Point = tuple[float, float]


def dashed(points: Sequence[Point], dash: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """The pieces of a line that are drawn; the pattern goes on round its corners.

    Args:
        points: of the line.
        dash: lengths of dash and gap in turn; empty for a whole line.
    """
    at, left, on = 0, dash[0] if dash else math.inf, True
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        length = math.hypot(to_x - x, to_y - y)
        done = 0.0
        while done < length:
            step = min(left, length - done)
            if on:
                first, last = done / length, (done + step) / length
                yield (
                    (x + (to_x - x) * first, y + (to_y - y) * first),
                    (x + (to_x - x) * last, y + (to_y - y) * last),
                )
            done, left = done + step, left - step
            if left <= 0:
                at, on = (at + 1) % len(dash), not on
                # A pattern of zeros would never advance.
                left = max(1.0, dash[at])
