"""The parts of a scene: drawables with a place and token colours, and places to click.

Lengths are logical pixels. No painter computes a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from carteado.scene.text import Weight

__all__ = [
    "Box",
    "CardShape",
    "Chips",
    "Clip",
    "Drawable",
    "Icon",
    "Intent",
    "Line",
    "Rect",
    "Ring",
    "Scene",
    "Target",
    "Text",
]


class Rect(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The middle between left and right."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The middle between top and bottom."""
        return self.y + self.h / 2

    def inset(self, by: float, down: float | None = None) -> Rect:
        """The rectangle smaller by so much on every side."""
        dy = by if down is None else down
        return Rect(self.x + by, self.y + dy, self.w - 2 * by, self.h - 2 * dy)

    def moved(self, dx: float, dy: float) -> Rect:
        """The rectangle somewhere else."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    # Half a unit of tolerance: positions are computed with floats, and neighbours share an edge.
    def overlaps(self, other: Rect, by: float = 0.5) -> bool:
        """Whether two rectangles share more than a rounding error."""
        return (
            self.x + by < other.right
            and other.x + by < self.right
            and self.y + by < other.bottom
            and other.y + by < self.bottom
        )

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        # Half open: a point on a shared edge belongs to one of two neighbours, never to both.
        return self.x <= x < self.right and self.y <= y < self.bottom

    def holds(self, other: Rect, by: float = 0.5) -> bool:
        """Whether another rectangle lies inside."""
        return (
            other.x >= self.x - by
            and other.y >= self.y - by
            and other.right <= self.right + by
            and other.bottom <= self.bottom + by
        )

    @classmethod
    def around(cls, cx: float, cy: float, w: float, h: float) -> Rect:
        """A rectangle about its middle.

        Args:
            cx: middle between left and right, logical pixels.
            cy: middle between top and bottom, logical pixels.
            w: width, logical pixels.
            h: height, logical pixels.
        """
        return cls(cx - w / 2, cy - h / 2, w, h)


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rounded rectangle. `role` says what it is: ``plate``, ``felt``, ``button``, ``pill`` ..."""

    rect: Rect
    key: str = ""
    role: str = "box"
    fill: str = ""
    line: str = ""
    width: float = 1
    radius: float = 0
    dashed: bool = False
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One line of text, cut to its rectangle by the layout.

    Attributes:
        suits: whether suit characters are drawn in the colours of the suits.
        mono: a monospaced font, for addresses and codes.
        whole: the text in full where it was cut, '' where it is whole.
    """

    rect: Rect
    text: str
    size: float
    key: str = ""
    role: str = "text"
    weight: Weight = "regular"
    colour: str = "text"
    align: Literal["left", "center", "right"] = "left"
    suits: bool = False
    mono: bool = False
    whole: str = ""
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShape:
    """A card.

    Attributes:
        card: its text, ``??`` for one that lies face down.
        dim: whether it stands back, such as a card that did not win.
        ring: token of a ring around it, '' for none.
        ring_dashed: whether that ring is dashed (a staged play).
        alternate: whether its back has the other colour (a morto).
        place: name of its place, as movements call it.
        tint: token of a colour laid over the face, '' for none.
        mark: a small sign on it: ``+``, ``!``, ``check``, ``dot``, or a word such as ``new``.
        side: whether rank and suit stand side by side in the visible strip of a covered card.
        corner: whether they stand at the left edge of a small card, whose right half is covered.
        note: what a wild stands for, such as ``=7``.
        visible: part of the height that is not covered by the next card.
    """

    rect: Rect
    card: str
    key: str = ""
    role: str = "card"
    dim: bool = False
    ring: str = ""
    ring_dashed: bool = False
    alternate: bool = False
    place: str = ""
    tint: str = ""
    mark: str = ""
    side: bool = False
    corner: bool = False
    note: str = ""
    visible: float = 1.0
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """Chips of an amount, seen from above: columns of discs from left to right."""

    rect: Rect
    amount: int
    radius: float
    key: str = ""
    role: str = "chips"
    place: str = ""
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A ring that is filled in part, clockwise from the top."""

    rect: Rect
    share: float
    key: str = ""
    role: str = "ring"
    colour: str = "timer"
    track: str = "timerTrack"
    fill: str = ""
    width: float = 4
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """A sign drawn from path data: ``suit:h`` or one of `icons.ICONS`."""

    rect: Rect
    name: str
    key: str = ""
    role: str = "icon"
    colour: str = "text"
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """Drawables that are clipped to a rectangle, such as a scrolled list."""

    rect: Rect
    items: tuple[Drawable, ...]
    key: str = ""
    role: str = "clip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line through points, such as one player's in a plot.

    Attributes:
        points: from its beginning on.
        dash: lengths of dash and gap in turn; empty for a whole line.
    """

    rect: Rect
    points: tuple[tuple[float, float], ...]
    colour: str = "text"
    width: float = 2
    dash: tuple[float, ...] = ()
    key: str = ""
    role: str = "plot"
    alpha: float = 1.0


Drawable = Box | Text | CardShape | Chips | Ring | Icon | Line | Clip


@dataclass(frozen=True, slots=True)
class Intent:
    """The meaning of a press; the client carries it out.

    Attributes:
        kind: ``act`` (send `value`, an action), ``amount``, ``pre``, ``drawer``, ``chat`` ...
        value: what it needs.
    """

    kind: str
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A place to click.

    Attributes:
        key: stable name, for focus and tests.
        rect: where.
        intent: what a press means.
        hotkeys: names of keys that mean the same.
        enabled: a press on a place that is not enabled does nothing.
        label: what it is called, for screen readers and tests.
        kind: how it takes input; a ``text`` takes none, and has the full text of what was cut
            there.
        span: of a slider or a field, lowest and highest amount.
    """

    key: str
    rect: Rect
    intent: Intent
    hotkeys: tuple[str, ...] = ()
    enabled: bool = True
    label: str = ""
    kind: Literal["button", "slider", "field", "card", "place", "area", "text"] = "button"
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One screen.

    Attributes:
        size: of the window in logical pixels.
        items: drawables, the lowest first.
        targets: places to click; a later one lies above an earlier one.
        places: rectangles of named places, between which items move.
        live: text for a screen reader: turns, prices, results.
    """

    size: tuple[float, float]
    items: tuple[Drawable, ...]
    targets: tuple[Target, ...] = ()
    places: Mapping[str, Rect] = field(default_factory=dict)
    live: str = ""

    def target_at(self, x: float, y: float) -> Target | None:
        """The place to click at a point."""
        # Later targets were drawn on top, so the last one under the pointer is the visible one.
        for target in reversed(self.targets):
            if target.rect.contains(x, y):
                return target
        return None

    def targets_at(self, x: float, y: float) -> tuple[Target, ...]:
        """All places to click at a point, the uppermost first."""
        return tuple(one for one in reversed(self.targets) if one.rect.contains(x, y))

    def target(self, key: str) -> Target | None:
        """The place to click with a name."""
        return next((one for one in self.targets if one.key == key), None)

    def texts(self) -> tuple[str, ...]:
        """All texts on the screen, for tests and screen readers."""
        return tuple(_texts(self.items))


def _texts(items: tuple[Drawable, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        if isinstance(item, Text):
            found.append(item.text)
        elif isinstance(item, Clip):
            found += _texts(item.items)
    return found
