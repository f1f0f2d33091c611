"""Cards as surfaces, from the design's path data; cached by the caller."""

from __future__ import annotations

import pygame

from carteado.scene.faces import Ink, Panel, face_of
from carteado.scene.tokens import TOKENS, colour

__all__ = ["card_back", "card_face"]

# Cards are drawn larger and scaled down, because pygame draws polygons without smoothing.
_SCALE = 3
_RADIUS = TOKENS["card"]["radiusRatio"]


def card_face(
    card: str,
    width: int,
    height: int,
    logical: float,
    *,
    dim: bool,
    deck: str,
    side: bool = False,
    corner: bool = False,
    noted: bool = False,
) -> pygame.Surface:
    """The face of a card.

    Args:
        card: its text.
        width: device pixels.
        height: device pixels.
        logical: its width in logical pixels, which decides the style.
        dim: whether it stands back.
        deck: whose colours it has.
        side: rank and suit stand side by side at the top.
        corner: they stand at the left, also on a small card.
        noted: a note stands beside them.
    """
    big = _sheet(width, height, colour("card.border"))
    w, h = width * _SCALE, height * _SCALE
    radius = int(_RADIUS * w)
    paper = colour("card.faceDim" if dim else "card.face")
    pygame.draw.rect(big, colour("card.border"), (0, 0, w, h), border_radius=radius)
    edge = max(1, round(w * 0.012))
    inner = pygame.Rect(edge, edge, w - 2 * edge, h - 2 * edge)
    pygame.draw.rect(big, paper, inner, border_radius=max(0, radius - edge))
    for part in face_of(card, logical, side=side, corner=corner, noted=noted):
        if isinstance(part, Panel):
            _panel(big, part, w, paper, deck)
        else:
            _ink(big, part, w, deck)
    return _scaled(big, width, height)


def card_back(width: int, height: int, *, alternate: bool) -> pygame.Surface:
    """The back of a card: a pattern of diamonds in a white frame.

    Args:
        width: device pixels.
        height: device pixels.
        alternate: whether the pack is the second of two, whose backs have another colour.
    """
    name = "backAlt" if alternate else "back"
    paint, lines = colour(f"card.{name}"), colour(f"card.{name}Line")
    big = _sheet(width, height, colour("card.border"))
    w, h = width * _SCALE, height * _SCALE
    radius = int(_RADIUS * w)
    pygame.draw.rect(big, colour("card.border"), (0, 0, w, h), border_radius=radius)
    edge = max(1, round(w * 0.012))
    inner = pygame.Rect(edge, edge, w - 2 * edge, h - 2 * edge)
    pygame.draw.rect(big, colour("card.face"), inner, border_radius=max(0, radius - edge))
    field = inner.inflate(-0.1 * w, -0.1 * w)
    pygame.draw.rect(big, paint, field, border_radius=max(1, radius - int(0.05 * w)))
    # On small backs the fine pattern would become a grey area.
    columns = 4 if width >= 40 else 1
    rows = 5 if width >= 40 else 2
    size = w * (0.05 if width >= 40 else 0.12)
    for row in range(rows):
        for column in range(columns):
            x = field.x + field.w * (column + 0.5) / columns
            y = field.y + field.h * (row + 0.5) / rows
            diamond = [(x, y - 1.5 * size), (x + size, y), (x, y + 1.5 * size), (x - size, y)]
            pygame.draw.polygon(big, lines, diamond, 0 if width >= 40 else max(1, int(w * 0.03)))
    return _scaled(big, width, height)


def _sheet(width: int, height: int, edge: tuple[int, int, int, int]) -> pygame.Surface:
    big = pygame.Surface((max(1, width * _SCALE), max(1, height * _SCALE)), pygame.SRCALPHA)
    # Transparent, but not black: scaling mixes in the colour of invisible pixels.
    big.fill((*edge[:3], 0))
    return big


def _scaled(big: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """The sheet at its size, without the cards below showing through it.

    Scaling rounds an opaque pixel down to an alpha of 253, which leaves a shadow of a dark sign.
    """
    small = pygame.transform.smoothscale(big, (max(1, width), max(1, height)))
    whole = pygame.mask.from_surface(small, threshold=251)
    opaque = small.copy()
    opaque.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MAX)
    whole.to_surface(small, setsurface=opaque, unsetcolor=None)
    return small


def _ink(big: pygame.Surface, ink: Ink, unit: float, deck: str) -> None:
    paint = colour(ink.colour, deck=deck)
    if not ink.holes:
        for outline in ink.solids:
            pygame.draw.polygon(big, paint, [(x * unit, y * unit) for x, y in outline])
        return
    # Cut the holes on a sheet of their own, so that the paper shows through them.
    sheet = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    for outline in ink.solids:
        pygame.draw.polygon(sheet, paint, [(x * unit, y * unit) for x, y in outline])
    for outline in ink.holes:
        pygame.draw.polygon(sheet, (0, 0, 0, 0), [(x * unit, y * unit) for x, y in outline])
    big.blit(sheet, (0, 0))


def _panel(
    big: pygame.Surface, panel: Panel, unit: float, paper: tuple[int, int, int, int], deck: str
) -> None:
    x, y, w, h = (round(part * unit) for part in panel.rect)
    ink = colour(panel.colour, deck=deck)
    # Mixed by hand: `draw` does not blend a transparent colour.
    tint = tuple(round(p * 0.9 + i * 0.1) for p, i in zip(paper[:3], ink[:3], strict=True))
    rect = pygame.Rect(x, y, w, h)
    radius = max(1, int(0.03 * unit))
    pygame.draw.rect(big, tint, rect, border_radius=radius)
    pygame.draw.rect(big, ink, rect, max(2, int(0.012 * unit)), border_radius=radius)
