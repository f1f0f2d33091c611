"""The size class of a window and the lengths that follow from it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from carteado.scene.shapes import Rect
from carteado.scene.tokens import TOKENS

__all__ = ["Frame", "Metrics", "frame_of", "logical_size"]

_CLASSES: dict[str, Any] = TOKENS["layout"]["classes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """Lengths of a size class at a text scale, logical pixels."""

    name: str
    scale: float
    top: float
    bar: float
    drawer: float
    plate: tuple[float, float]
    avatar: float
    back: float
    shown: float
    board: float
    gap: float
    own: float
    chip: float
    pad: float

    def text(self, size: float) -> float:
        """A font size at the text scale."""
        return size * self.scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A window: its logical size, its lengths, and its main areas."""

    size: tuple[float, float]
    metrics: Metrics
    top: Rect
    table: Rect
    bar: Rect
    drawer: Rect

    @property
    def wide(self) -> bool:
        """Whether the drawer stands beside the table."""
        return self.metrics.drawer > 0


def logical_size(window: tuple[int, int]) -> tuple[tuple[float, float], float]:
    """The logical size of a window, and device pixels per logical pixel.

    Large windows scale the desktop class up, at most by 2; windows below 900x560 scale the compact
    class down, so that nothing is ever cut.
    """
    width, height = window
    # The look's bounds for scaling the desktop class up; beyond twice its size it only gets more
    # room.
    if width > 1680 and height > 1000:
        scale = min(width / 1440, height / 900, 2.0)
    # 900x560 is where the compact class begins.
    elif width < 900 or height < 560:
        scale = min(width / 900, height / 560, 1.0)
    else:
        scale = 1.0
    # Lengths are divided by it, and a window may be 0 pixels wide.
    scale = max(scale, 0.05)
    return (width / scale, height / scale), scale


@functools.lru_cache(maxsize=64)
def frame_of(
    size: tuple[float, float],
    text: float = 1.0,
    *,
    drawer: bool = True,
    side: float | None = None,
    film: bool = False,
) -> Frame:
    """The frame of a window.

    Args:
        size: logical.
        text: text scale, 1 to 2.
        drawer: whether a desktop window shows its drawer.
        side: width of what stands in place of the drawer.
        film: whether this is a replay, whose action area only says what happens.
    """
    width, height = size
    desktop = _CLASSES["desktop"]
    # Larger text needs a larger window for the same class, but not in proportion: cards and gaps
    # stay as they are. Hence the root.
    roomy = width >= desktop["minWidth"] * text**0.5 and height >= desktop["minHeight"] * text**0.5
    metrics = _metrics("desktop" if roomy else "compact", text, height)
    # A `side` of 0 is a choice too (no panel), so only None falls back to the drawer.
    side = (metrics.drawer if side is None else side) if drawer else 0.0
    # A replay has no buttons, so its table gets a quarter of the action area.
    low = metrics.bar * (0.75 if film else 1.0)
    bar = Rect(0, height - low, width - side, low)
    return Frame(
        size=size,
        metrics=metrics,
        top=Rect(0, 0, width, metrics.top),
        table=Rect(0, metrics.top, width - side, height - metrics.top - low),
        bar=bar,
        drawer=Rect(width - side, metrics.top, side, height - metrics.top),
    )


def _metrics(name: str, text: float, height: float) -> Metrics:
    found = _CLASSES[name]
    lines = 40 if name == "desktop" else 36
    # A plate holds two lines of text; this is what they gain at the text scale.
    grow = lines * (text - 1)
    bar = found["actionBar"] * (1 + 0.4 * (text - 1))
    return Metrics(
        name=name,
        scale=text,
        top=found["topBar"] + 20 * (text - 1),
        # Large text must not squeeze the table: the action area takes 28% at most.
        bar=min(bar, height * 0.28),
        # The compact class has 0 here, which stays 0: it opens the drawer over the table.
        drawer=found["drawer"] and found["drawer"] * min(1.25, text),
        # Wider by 30% at most: a row of plates has to fit beside the side columns.
        plate=(found["plate"][0] * min(text, 1.3), found["plate"][1] + grow),
        avatar=found["avatar"],
        back=found["opponentCard"],
        shown=found["shownCard"],
        board=found["boardCard"],
        gap=found["boardGap"],
        own=found["ownCard"],
        chip=found["chipRadius"],
        pad=found["pad"],
    )
