"""The drawing of a card, in parts of its width: the same data for every painter.

A face is a list of inked outlines. The design's path data is in `tokens.json`; here it is placed on
a card of a width, in the style that suits that width: big index below 96 units, pips from there.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from carteado.scene.cards import SUIT_NAMES, rank_of, suit_of
from carteado.scene.paths import Polygon, area, polygons
from carteado.scene.tokens import TOKENS

__all__ = ["PIPS_FROM", "Ink", "Panel", "card_height", "face_of"]

CARD = TOKENS["card"]
PIPS_FROM = CARD["pipsFromWidth"]
_LAYOUT = CARD["layout"]
_RATIO: float = CARD["ratio"]["height"] / CARD["ratio"]["width"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """Filled outlines, in parts of the card's width.

    Attributes:
        colour: token of the ink.
        solids: outlines to fill.
        holes: outlines to cut out of them.
    """

    colour: str
    solids: tuple[Polygon, ...]
    holes: tuple[Polygon, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A framed panel of a court card, in parts of the width: left, top, width, height."""

    colour: str
    rect: tuple[float, float, float, float]


def card_height(width: float) -> float:
    """Height of a card of a width."""
    return width * _RATIO


@functools.lru_cache(maxsize=512)
def face_of(
    card: str, width: float, *, side: bool = False, corner: bool = False, noted: bool = False
) -> tuple[Ink | Panel, ...]:
    """The signs on the face of a card.

    Args:
        card: of any game, a handle or a face.
        width: in logical pixels; decides the style.
        side: rank and suit stand side by side at the top, where only a strip of it is seen.
        corner: rank and suit stand at the left even on a small card, whose right half is covered.
        noted: a note stands beside them, which leaves them less room.
    """
    rank, suit = rank_of(card), suit_of(card)
    if side:
        return _strip(rank, suit, noted)
    small = width < 44 and not corner
    if rank == "*":
        return _joker(small=small)
    # The look: a star alone has no room for an index below 44 units.
    if small:
        spot = _LAYOUT["bigIndexBelow44"]
        return (_rank(rank, suit, spot["rank"]), _suit(suit, spot["suit"]))
    if width < PIPS_FROM:
        return _big(rank, suit)
    return _pips(rank, suit)


def _big(rank: str, suit: str) -> tuple[Ink | Panel, ...]:
    spot = _LAYOUT["bigIndex"]
    large = spot["suitLarge"]
    size = large["size"]
    # The design gives this suit by its lower right corner.
    box = (large["right"] - size, large["bottom"] - size, size)
    return (_rank(rank, suit, spot["rank"]), _suit(suit, spot["suit"]), _at(_path(suit), suit, box))


def _strip(rank: str, suit: str, noted: bool) -> tuple[Ink | Panel, ...]:
    """Rank and suit side by side in the top third of the width, and the suit again below."""
    if noted:
        ink = _at(_path(suit), suit, (0.06 if rank == "*" else 0.36, 0.09, 0.23))
        below = _at(_path(suit), suit, (0.31, 0.82, 0.38))
        small = {"cx": 0.2, "top": 0.08, "capHeight": 0.25, "maxWidth": 0.28}
        return (ink, below) if rank == "*" else (_rank(rank, suit, small), ink, below)
    top = {"cx": 0.25, "top": 0.06, "capHeight": 0.27, "maxWidth": 0.38}
    large = _at(_path(suit), suit, (0.31, 0.82, 0.38))
    if rank == "*":
        return (_at(_path(suit), suit, (0.08, 0.04, 0.29)), large)
    mark = _at(_path(suit), suit, (0.48, 0.06, 0.27))
    return (_rank(rank, suit, top), mark, large)


def _joker(*, small: bool) -> tuple[Ink | Panel, ...]:
    """The star and, where there is room, the star again, large."""
    ink = "*"
    if small:
        return (_at(_path(ink), ink, (0.18, 0.36, 0.64)),)
    return (
        _at(_path(ink), ink, (0.08, 0.1, 0.42)),
        _at(_path(ink), ink, (0.36, 0.66, 0.56)),
    )


def _pips(rank: str, suit: str) -> tuple[Ink | Panel, ...]:
    spot = _LAYOUT["pips"]
    index = (_rank(rank, suit, spot["rank"]), _suit(suit, spot["suit"]))
    # The second index is upside down, so that the card reads the same from both ends.
    found: list[Ink | Panel] = [*index, *(_turned(ink) for ink in index)]
    if rank == "A":
        size = spot["ace"]["size"]
        found.append(_at(_path(suit), suit, (0.5 - size / 2, _RATIO / 2 - size / 2, size)))
    # The emblems are crown, tiara and shield: no faces, no font.
    elif rank in "JQK":
        found += _court(rank, suit)
    else:
        found += _spots(int("10" if rank == "T" else rank), suit)
    return tuple(found)


def _court(rank: str, suit: str) -> list[Ink | Panel]:
    spot = _LAYOUT["pips"]["court"]
    x, y = spot["panelX"], spot["panelY"] * _RATIO
    width, height = spot["panelWidth"], spot["panelHeight"] * _RATIO
    # The width alone: the path keeps its proportions.
    emblem = spot["emblemSize"][0]
    middle = spot["centreSuit"]
    top = _at(CARD["paths"]["emblems"][rank], suit, (0.5 - emblem / 2, y + 0.06, emblem))
    return [
        Panel(colour=f"suit.{SUIT_NAMES[suit]}", rect=(x, y, width, height)),
        top,
        _turned(top),
        _at(_path(suit), suit, (0.5 - middle / 2, _RATIO / 2 - middle / 2, middle)),
    ]


_ROWS: dict[int, tuple[tuple[int, float], ...]] = {
    2: ((1, 0), (1, 1)),
    3: ((1, 0), (1, 0.5), (1, 1)),
    4: ((0, 0), (2, 0), (0, 1), (2, 1)),
    5: ((0, 0), (2, 0), (1, 0.5), (0, 1), (2, 1)),
    6: ((0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1)),
    7: ((0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (0, 1), (2, 1)),
    8: ((0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (1, 0.75), (0, 1), (2, 1)),
    9: (
        *((0, 0), (2, 0), (0, 1 / 3), (2, 1 / 3), (1, 0.5)),
        *((0, 2 / 3), (2, 2 / 3), (0, 1), (2, 1)),
    ),
    10: (
        *((0, 0), (2, 0), (1, 1 / 6), (0, 1 / 3), (2, 1 / 3)),
        *((0, 2 / 3), (2, 2 / 3), (1, 5 / 6), (0, 1), (2, 1)),
    ),
}
"""Column and row of each pip, by the number of pips."""


def _spots(count: int, suit: str) -> list[Ink | Panel]:
    spot = _LAYOUT["pips"]["pip"]
    size, columns = spot["size"], spot["columns"]
    first, last = spot["firstRow"], spot["lastRow"]
    found: list[Ink | Panel] = []
    for column, row in _ROWS[count]:
        x = columns[column]
        y = (first + (last - first) * row) * _RATIO
        pip = _at(_path(suit), suit, (x - size / 2, y - size / 2, size))
        # Pips of the lower half stand upside down, as on printed cards.
        found.append(_turned(pip, (x, y)) if row > spot["turnedFrom"] else pip)
    return found


def _path(suit: str) -> str:
    return str(CARD["paths"]["suits"][SUIT_NAMES[suit]])


def _rank(rank: str, suit: str, spot: dict[str, float]) -> Ink:
    """The rank, no higher and no wider than its place."""
    glyph = CARD["paths"]["ranks"][rank]
    # The path data of ranks is 100 high; a wide "10" is limited by its width.
    scale = min(spot["capHeight"] / 100, spot["maxWidth"] / glyph["width"])
    left = spot["cx"] - glyph["width"] * scale / 2
    top = spot["top"] + (spot["capHeight"] - 100 * scale) / 2
    return _scaled(glyph["d"], suit, left, top, scale)


def _suit(suit: str, spot: dict[str, float]) -> Ink:
    return _at(_path(suit), suit, (spot["cx"] - spot["size"] / 2, spot["top"], spot["size"]))


def _at(data: str, suit: str, box: tuple[float, float, float]) -> Ink:
    """Path data of a box of 100 in a square."""
    left, top, size = box
    return _scaled(data, suit, left, top, size / 100)


def _scaled(data: str, suit: str, left: float, top: float, scale: float) -> Ink:
    outlines = polygons(data)
    # The largest outline is certainly filled; the others are compared with it.
    outer = max(outlines, key=lambda one: abs(area(one)))
    # As with SVG's non-zero rule, an outline that runs the other way is a hole.
    sign = area(outer) > 0
    solids: list[Polygon] = []
    holes: list[Polygon] = []
    for outline in outlines:
        placed = tuple((left + x * scale, top + y * scale) for x, y in outline)
        # The jack's emblem is drawn by the even-odd rule: each inner outline is a hole.
        evenodd = data == CARD["paths"]["emblems"]["J"] and outline is not outer
        (solids if (area(outline) > 0) == sign and not evenodd else holes).append(placed)
    return Ink(colour=f"suit.{SUIT_NAMES[suit]}", solids=tuple(solids), holes=tuple(holes))


def _turned(ink: Ink, about: tuple[float, float] = (0.5, _RATIO / 2)) -> Ink:
    """The same upside down."""

    def turn(outlines: tuple[Polygon, ...]) -> tuple[Polygon, ...]:
        x, y = about
        return tuple(tuple((2 * x - px, 2 * y - py) for px, py in one) for one in outlines)

    return Ink(colour=ink.colour, solids=turn(ink.solids), holes=turn(ink.holes))
