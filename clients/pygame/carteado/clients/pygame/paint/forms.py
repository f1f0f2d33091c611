"""Rounded boxes, rings, chips and signs as smooth surfaces, drawn larger and scaled down."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import pygame

from carteado.scene.icons import ICONS
from carteado.scene.paths import polygons
from carteado.scene.tokens import TOKENS

__all__ = ["chip", "dashed", "icon", "ring", "rounded", "suit"]

Colour = tuple[int, int, int, int]
Point = tuple[float, float]

_LARGE = 250_000
"""Number of pixels from which a box is composed of its corners."""


def _blank(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A transparent surface; its colour is not black, so that edges do not darken when scaled."""
    surface = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    return surface


def _shrunk(surface: pygame.Surface, width: int, height: int) -> pygame.Surface:
    return pygame.transform.smoothscale(surface, (max(1, width), max(1, height)))


def rounded(
    width: int,
    height: int,
    radius: float,
    fill: Colour | None,
    line: Colour | None,
    line_width: float,
    dashed: bool,
) -> pygame.Surface:
    """A rounded rectangle with a border inside its edge.

    Args:
        width: device pixels.
        height: device pixels.
        radius: of the corners, device pixels.
        fill: colour inside, None for none.
        line: colour of the border, None for none.
        line_width: device pixels.
        dashed: whether the border is dashed.
    """
    if width * height > _LARGE and not dashed:
        return _large(width, height, int(radius), fill, line, max(1, round(line_width)))
    return _small(width, height, radius, fill, line, line_width, dashed)


def _small(
    width: int,
    height: int,
    radius: float,
    fill: Colour | None,
    line: Colour | None,
    line_width: float,
    dashed: bool,
) -> pygame.Surface:
    """A box drawn larger as a whole."""
    scale = 3
    base = line or fill or (0, 0, 0, 0)
    # The colour of the transparent part shows at the smoothed edge, so it is the fill's.
    big = _blank(width * scale, height * scale, fill or base)
    rect = big.get_rect()
    corner = int(min(radius, width / 2, height / 2) * scale)
    if fill is not None:
        pygame.draw.rect(big, fill, rect, border_radius=corner)
    if line is not None:
        thick = max(1, round(line_width * scale))
        if dashed:
            _dashes(big, rect, corner, line, thick, scale)
        else:
            pygame.draw.rect(big, line, rect, thick, border_radius=corner)
    return _shrunk(big, width, height)


def _large(
    width: int, height: int, radius: int, fill: Colour | None, line: Colour | None, thick: int
) -> pygame.Surface:
    """A large box: smooth corners, plain middle."""
    surface = _blank(width, height, line or fill or (0, 0, 0, 0))
    radius = max(1, min(radius, width // 2, height // 2))
    # Drawing a whole screen three times as large would take most of a frame.
    corner = _small(2 * radius, 2 * radius, radius, fill, line, thick, False)
    rect = surface.get_rect()
    if fill is not None:
        surface.fill(fill, rect.inflate(-2 * radius, 0))
        surface.fill(fill, rect.inflate(0, -2 * radius))
    if line is not None:
        for edge in (
            pygame.Rect(radius, 0, width - 2 * radius, thick),
            pygame.Rect(radius, height - thick, width - 2 * radius, thick),
            pygame.Rect(0, radius, thick, height - 2 * radius),
            pygame.Rect(width - thick, radius, thick, height - 2 * radius),
        ):
            surface.fill(line, edge)
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        part = pygame.Rect(x * radius, y * radius, radius, radius)
        place = (x * (width - radius), y * (height - radius))
        # The corner is emptied first, since the fills above covered it.
        surface.fill((*(fill or line or (0, 0, 0, 0))[:3], 0), (*place, radius, radius))
        surface.blit(corner, place, part, special_flags=pygame.BLEND_RGBA_MAX)
    return surface


def _dashes(
    surface: pygame.Surface, rect: pygame.Rect, radius: int, line: Colour, thick: int, scale: int
) -> None:
    """Dashes along a rounded rectangle."""
    points = _outline(rect.inflate(-thick, -thick), max(0, radius - thick // 2))
    # Device pixels after the scaling down: 5 on, 4 off.
    for piece in dashed([*points, points[0]], [5 * scale, 4 * scale]):
        pygame.draw.lines(surface, line, False, piece, thick)


def dashed(points: Sequence[Point], dash: Sequence[float]) -> Iterator[list[Point]]:
    """The pieces of a line that are drawn; the pattern goes on round its corners.

    Args:
        points: of the line, at least one.
        dash: lengths of dash and gap in turn, in the unit of the points; empty for a whole line.
    """
    at, left, on = 0, dash[0] if dash else math.inf, True
    piece = [points[0]]
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        length = math.hypot(to_x - x, to_y - y)
        done = 0.0
        # The tolerance absorbs rounding errors, which would leave dashes without a length.
        while length - done > 0.01:
            step = min(left, length - done)
            done, left = done + step, left - step
            piece.append((x + (to_x - x) * done / length, y + (to_y - y) * done / length))
            if left <= 0.01:
                if on:
                    yield piece
                at, on, piece = (at + 1) % len(dash), not on, piece[-1:]
                # A pattern of zeros would never advance.
                left = max(1.0, dash[at])
    if on and len(piece) > 1:
        yield piece


def _outline(rect: pygame.Rect, radius: int) -> list[Point]:
    corners = (
        (rect.right - radius, rect.top + radius, -90),
        (rect.right - radius, rect.bottom - radius, 0),
        (rect.left + radius, rect.bottom - radius, 90),
        (rect.left + radius, rect.top + radius, 180),
    )
    points = []
    for x, y, start in corners:
        # Eight pieces per quarter are smooth at these radii.
        for step in range(9):
            angle = math.radians(start + 90 * step / 8)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def ring(
    size: int, share: float, width: float, colour: Colour, track: Colour, fill: Colour | None
) -> pygame.Surface:
    """A ring that is filled in part, clockwise from the top.

    Args:
        size: width and height, device pixels.
        share: the filled part, 0 to 1.
        width: of the ring, device pixels.
        colour: of the filled part.
        track: of the rest.
        fill: colour inside, None for none.
    """
    scale = 4
    whole = size * scale
    middle = whole / 2
    # The fill reaches a little beyond the ring as its outline.
    outer = middle - (1.5 * scale if fill else 0)
    big = _blank(whole, whole, fill or track)
    arc = _blank(whole, whole, track)
    pygame.draw.circle(arc, track, (middle, middle), outer)
    if share > 0.001:
        points = [(middle, middle)]
        # One point every four degrees.
        steps = max(2, int(90 * share))
        for step in range(steps + 1):
            # y grows downwards: -90 degrees is the top, and growing angles go clockwise.
            angle = math.radians(-90 + 360 * min(1.0, share) * step / steps)
            # Far outside the circle: the straight edges between the points must not cut into it.
            points.append((middle + whole * math.cos(angle), middle + whole * math.sin(angle)))
        pygame.draw.polygon(arc, colour, points)
        # Cut away the parts of the pie beyond the circle.
        mask = _blank(whole, whole, (255, 255, 255, 0))
        pygame.draw.circle(mask, (255, 255, 255, 255), (middle, middle), outer)
        arc.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    pygame.draw.circle(arc, fill or (*track[:3], 0), (middle, middle), outer - width * scale)
    if fill is not None:
        pygame.draw.circle(big, fill, (middle, middle), middle)
    big.blit(arc, (0, 0))
    return _shrunk(big, size, size)


_CHIPS = {chip["value"]: chip for chip in TOKENS["chips"]}


def chip(value: int, size: int) -> pygame.Surface:
    """A chip seen from above: its colour, and so many notches in its edge."""
    look = _CHIPS[value]
    fill, edge = _rgb(look["fill"]), _rgb(look["edge"])
    scale = 4
    big = _blank(size * scale, size * scale, fill)
    middle = radius = size * scale / 2
    pygame.draw.circle(big, (18, 23, 26, 255), (middle, middle), radius)
    pygame.draw.circle(big, fill, (middle, middle), radius * 0.94)
    notches = look["notches"]
    for number in range(notches):
        angle, half = 2 * math.pi * number / notches, math.pi / notches * 0.42
        points = [
            (middle + r * math.cos(angle + a), middle + r * math.sin(angle + a))
            for r, a in (
                (radius * 0.94, -half),
                (radius * 0.94, half),
                (radius * 0.68, half),
                (radius * 0.68, -half),
            )
        ]
        pygame.draw.polygon(big, edge, points)
    pygame.draw.circle(big, edge, (middle, middle), radius * 0.6, max(1, int(radius * 0.07)))
    return _shrunk(big, size, size)


def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """A sign of the buttons.

    Args:
        name: one of `ICONS`.
        size: of the square around it, device pixels.
        colour: red, green, blue, alpha, each from 0 to 255.
    """
    scale = 4
    big = _blank(size * scale, size * scale, colour)
    unit = size * scale / 100
    sign = ICONS[name]
    thick = max(2, int(sign.width * unit))
    for stroke in sign.strokes:
        points = [(x * unit, y * unit) for x, y in stroke]
        pygame.draw.lines(big, colour, False, points, thick)
        # pygame's lines have no round ends and joints.
        for point in points:
            pygame.draw.circle(big, colour, point, thick / 2)
    for x, y, radius in sign.circles:
        pygame.draw.circle(big, colour, (x * unit, y * unit), radius * unit, thick)
    for x, y, radius in sign.dots:
        pygame.draw.circle(big, colour, (x * unit, y * unit), radius * unit)
    # The left half is filled.
    if name == "half":
        arc = [math.radians(90 + 180 * step / 24) for step in range(25)]
        points = [
            (50 * unit + 40 * unit * math.cos(a), 50 * unit + 40 * unit * math.sin(a)) for a in arc
        ]
        pygame.draw.polygon(big, colour, points)
    return _shrunk(big, size, size)


def suit(name: str, size: int, colour: Colour) -> pygame.Surface:
    """A suit of the cards, by its key in the tokens.

    Args:
        name: its key in the tokens.
        size: of the square around it, device pixels.
        colour: red, green, blue, alpha, each from 0 to 255.
    """
    scale = 4
    big = _blank(size * scale, size * scale, colour)
    unit = size * scale / 100
    for outline in polygons(TOKENS["card"]["paths"]["suits"][name]):
        pygame.draw.polygon(big, colour, [(x * unit, y * unit) for x, y in outline])
    return _shrunk(big, size, size)


def _rgb(text: str) -> Colour:
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16), 255)
