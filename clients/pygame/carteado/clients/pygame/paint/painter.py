"""Paints the drawables of a scene, each kind by one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pygame

from carteado.clients.pygame.paint import cards, forms
from carteado.clients.pygame.paint.caches import Surfaces
from carteado.clients.pygame.paint.fonts import CAP_HEIGHT, SUITS, Fonts
from carteado.scene.cards import SUIT_NAMES, is_known
from carteado.scene.chips import columns_of
from carteado.scene.shapes import (
    Box,
    CardShape,
    Chips,
    Clip,
    Drawable,
    Icon,
    Line,
    Rect,
    Ring,
    Scene,
    Text,
)
from carteado.scene.text import text_width
from carteado.scene.tokens import colour

__all__ = ["Painter"]


class Painter:
    """Paints scenes on a surface.

    Attributes:
        theme: whose colours are used.
        deck: of the cards.
        scale: device pixels per logical pixel.
    """

    def __init__(self, theme: str = "dark", deck: str = "fourColour") -> None:
        self.theme = theme
        self.deck = deck
        self.scale = 1.0
        self._fonts = Fonts()
        # Four bytes per pixel: at most 64 MB of forms and 32 MB of cards.
        self._forms = Surfaces(16_000_000)
        self._cards = Surfaces(8_000_000)
        self._painters: dict[type, Callable[[pygame.Surface, Any], None]] = {
            Box: self._box,
            Text: self._text,
            CardShape: self._card,
            Chips: self._chips,
            Ring: self._ring,
            Icon: self._icon,
            Line: self._line,
            Clip: self._clip,
        }

    def paint(self, surface: pygame.Surface, scene: Scene, scale: float) -> None:
        """Paint a scene.

        Args:
            surface: to paint on.
            scene: its lengths are logical pixels.
            scale: device pixels per logical pixel.
        """
        if scale != self.scale:
            self.scale = scale
            self.forget()
        self._all(surface, scene.items)

    def forget(self) -> None:
        """Forget what was drawn in advance, such as before another theme."""
        # The fonts keep their texts, whose keys hold colour and size.
        self._forms.clear()
        self._cards.clear()

    def _all(self, surface: pygame.Surface, items: Iterable[Drawable]) -> None:
        for item in items:
            self._painters[type(item)](surface, item)

    def _colour(self, name: str) -> tuple[int, int, int, int]:
        return colour(name, self.theme, self.deck)

    def _pixels(self, rect: Rect) -> pygame.Rect:
        """Edges on whole device pixels, so that neighbours meet."""
        s = self.scale
        x, y = round(rect.x * s), round(rect.y * s)
        return pygame.Rect(x, y, round(rect.right * s) - x, round(rect.bottom * s) - y)

    def _box(self, surface: pygame.Surface, box: Box) -> None:
        rect = self._pixels(box.rect)
        if rect.w <= 0 or rect.h <= 0:
            return
        fill = self._colour(box.fill) if box.fill else None
        line = self._colour(box.line) if box.line else None
        if fill is not None and box.alpha < 1:
            fill = (*fill[:3], round(fill[3] * box.alpha))
        # Opaque, square and without a border: no surface to make and blend.
        if line is None and fill is not None and box.radius == 0 and fill[3] == 255:
            surface.fill(fill, rect)
            return
        s = self.scale
        # Radius and width are logical here: another scale empties the whole cache.
        # Size without position: equal boxes share a surface.
        key = ("box", rect.size, box.radius, fill, line, box.width, box.dashed)
        made = self._forms.get(
            key,
            lambda: forms.rounded(
                rect.w, rect.h, box.radius * s, fill, line, box.width * s, box.dashed
            ),
        )
        surface.blit(made, rect)

    def _line(self, surface: pygame.Surface, line: Line) -> None:
        s = self.scale
        ink = self._colour(line.colour)[:3]
        width = max(1, round(line.width * s))
        points = [(x * s, y * s) for x, y in line.points]
        for piece in forms.dashed(points, [part * s for part in line.dash]):
            pygame.draw.lines(surface, ink, False, piece, width)
            # pygame cuts thick lines off squarely; a disc closes the gap at a corner.
            if width > 2 and not line.dash:
                for corner in piece[1:]:
                    pygame.draw.circle(surface, ink, corner, width / 2)

    def _text(self, surface: pygame.Surface, text: Text) -> None:
        size = max(4, round(text.size * self.scale))
        ink = self._colour(text.colour)[:3]
        rect = self._pixels(text.rect)
        pieces = Fonts.pieces(text.text) if text.suits else [text.text]
        widths = [self._piece_width(piece, size, text) for piece in pieces]
        width = sum(widths)
        x = rect.x
        if text.align == "right":
            x = rect.right - width
        elif text.align == "center":
            x = round(rect.x + (rect.w - width) / 2)
        # Centre the capitals; the font's own box has room for descenders below.
        cap = CAP_HEIGHT * size
        baseline = rect.y + rect.h / 2 + cap / 2
        for piece, piece_w in zip(pieces, widths, strict=True):
            if text.suits and piece in SUITS:
                # On the amber plate only the ink of its text is legible.
                colour = text.colour if text.colour == "turnText" else ""
                self._suit_in_text(surface, piece, x, baseline, size, colour)
            else:
                made = self._fonts.text(piece, size, text.weight, ink, text.mono)
                ascent = self._fonts.ascent(size, text.weight, text.mono)
                surface.blit(made, (x, round(baseline - ascent)))
            x += piece_w

    def _piece_width(self, piece: str, size: int, text: Text) -> int:
        if text.suits and piece in SUITS:
            # The layout reckons with the same width: `SUIT_EM` in `scene.text`.
            return round(size * 0.86)
        return self._fonts.width(piece, size, text.weight, text.mono)

    def _suit_in_text(
        self,
        surface: pygame.Surface,
        piece: str,
        x: int,
        baseline: float,
        size: int,
        colour: str,
    ) -> None:
        name = SUIT_NAMES[SUITS[piece]]
        ink = self._colour(colour or f"ink.{name}")
        side = round(size * 0.82)
        made = self._forms.get(("suit", name, side, ink), lambda: forms.suit(name, side, ink))
        surface.blit(made, (x, round(baseline - CAP_HEIGHT * size / 2 - side / 2)))

    def _card(self, surface: pygame.Surface, item: CardShape) -> None:
        rect = self._pixels(item.rect)
        if rect.w < 1 or rect.h < 1:
            return
        known = is_known(item.card)
        key = (
            item.card,
            rect.size,
            item.dim,
            item.alternate,
            item.side,
            item.corner,
            bool(item.note),
            self.deck,
        )
        # From the height (cards are 5 by 7), because a card that is being turned is narrower.
        logical = item.rect.h / 1.4

        def make() -> pygame.Surface:
            full = round(rect.h / 1.4)
            turned = abs(full - rect.w) > 2
            # Rounding alone changes the height by a pixel; the width must stay that of the place.
            full = full if turned else rect.w
            if known:
                face = cards.card_face(
                    item.card,
                    full,
                    rect.h,
                    logical,
                    dim=item.dim,
                    deck=self.deck,
                    side=item.side,
                    corner=item.corner,
                    noted=bool(item.note),
                )
            else:
                face = cards.card_back(full, rect.h, alternate=item.alternate)
            if turned:
                face = pygame.transform.smoothscale(face, rect.size)
            return face

        if item.ring:
            # Under the card, so that only its rim is seen.
            self._card_ring(surface, item)
        surface.blit(self._cards.get(key, make), rect)
        if item.tint:
            tint = self._colour(item.tint)
            # Not cached: only selected cards have a tint.
            shade = pygame.Surface(rect.size, pygame.SRCALPHA)
            shade.fill((*tint[:3], 70))
            surface.blit(shade, rect)
        if item.mark or item.note:
            self._card_sign(surface, item)

    def _card_ring(self, surface: pygame.Surface, item: CardShape) -> None:
        width = 3 if item.rect.w >= 44 else 2
        self._box(
            surface,
            Box(
                rect=item.rect.inset(-width),
                line=item.ring,
                fill="" if item.ring_dashed else item.ring,
                width=width,
                radius=item.rect.w * 0.08 + width,
                dashed=item.ring_dashed,
            ),
        )

    def _card_sign(self, surface: pygame.Surface, item: CardShape) -> None:
        """A small sign on the upper right corner, and what a wild stands for."""
        rect = item.rect
        side = max(12.0, min(18.0, rect.w * 0.24))
        # Beside the suit, where rank and suit share a strip.
        x = rect.right - side + 2 if item.side else rect.right - side - 2
        corner = Rect(x, rect.y + 3, side, side)
        dot = Rect(rect.x + 6, rect.bottom - 14, 8, 8)
        if item.side and item.role == "hand-card":
            # In a hand of several rows the neighbours hide the right side and the lower half.
            corner = Rect(rect.x + 5, rect.y + rect.h * 0.32, side, side)
            dot = Rect(rect.x + 8, rect.y + rect.h * 0.38, 8, 8)
        elif item.corner:
            # In a fan the next card covers the right side: below rank and suit.
            corner = Rect(rect.x + 4, rect.bottom - side - 4, side, side)
        match item.mark:
            case "":
                pass
            case "dot":
                self._box(surface, Box(rect=dot, fill="#0B5CAD", radius=4))
            case "!" | "+" | "check" as mark:
                fill = "#B3372F" if mark == "!" else "#0B5CAD"
                self._box(surface, Box(rect=corner, fill=fill, radius=side / 2))
                if mark == "check":
                    self._icon(surface, Icon(rect=corner.inset(3), name="check", colour="#FFFFFF"))
                else:
                    self._text(
                        surface,
                        Text(
                            rect=corner,
                            text=mark,
                            size=side * 0.8,
                            weight="bold",
                            colour="#FFFFFF",
                            align="center",
                        ),
                    )
            case word:
                corner = Rect(rect.right - 44, rect.y + 4, 40, 16)
                self._box(surface, Box(rect=corner, fill="#0B5CAD", radius=8))
                self._text(
                    surface,
                    Text(
                        rect=corner,
                        text=word,
                        size=11,
                        weight="bold",
                        colour="#FFFFFF",
                        align="center",
                    ),
                )
        if item.note:
            # Between the suit, which ends at 0.59, and the border.
            place = Rect(rect.x + rect.w * 0.6, rect.y + rect.w * 0.1, rect.w * 0.36, rect.w * 0.27)
            size = max(10.5, rect.w * 0.18)
            # In a narrow column "=10" is wider than other notes.
            size *= min(1.0, place.w / text_width(item.note, size, "bold"))
            self._text(
                surface,
                Text(
                    rect=place,
                    text=item.note,
                    size=size,
                    weight="bold",
                    colour="#15181C",
                    align="right",
                ),
            )

    def _chips(self, surface: pygame.Surface, item: Chips) -> None:
        size = max(4, round(2 * item.radius * self.scale))
        rect = self._pixels(item.rect)
        lift = max(1, round(3 * self.scale))
        pitch = size + round(2 * self.scale)
        x = rect.x
        # From the highest value, so that what is cut off is small change.
        for value, count in columns_of(item.amount):
            # The layout chose how many columns fit; two pixels allow for rounding.
            if x + size > rect.right + 2:
                break
            made = self._chip(value, size)
            bottom = rect.centery - size // 2 + (count - 1) * lift // 2
            for number in range(count):
                surface.blit(made, (x, bottom - number * lift))
            x += pitch

    def _chip(self, value: int, size: int) -> pygame.Surface:
        return self._forms.get(("chip", value, size), lambda: forms.chip(value, size))

    def _ring(self, surface: pygame.Surface, item: Ring) -> None:
        rect = self._pixels(item.rect)
        # Steps of two degrees, so that a running clock fills the cache with few surfaces.
        share = round(item.share * 180) / 180
        ink, track = self._colour(item.colour), self._colour(item.track)
        fill = self._colour(item.fill) if item.fill else None
        width = item.width * self.scale
        made = self._forms.get(
            ("ring", rect.w, share, ink, track, fill, width),
            lambda: forms.ring(rect.w, share, width, ink, track, fill),
        )
        surface.blit(made, rect)

    def _icon(self, surface: pygame.Surface, item: Icon) -> None:
        rect = self._pixels(item.rect)
        ink = self._colour(item.colour)
        if item.name.startswith("suit:"):
            name = SUIT_NAMES[item.name[5:]]
            made = self._forms.get(
                ("suit", name, rect.w, ink), lambda: forms.suit(name, rect.w, ink)
            )
        else:
            made = self._forms.get(
                ("icon", item.name, rect.w, ink), lambda: forms.icon(item.name, rect.w, ink)
            )
        surface.blit(made, rect)

    def _clip(self, surface: pygame.Surface, item: Clip) -> None:
        before = surface.get_clip()
        # Inside another clip only what lies in both is seen.
        surface.set_clip(self._pixels(item.rect).clip(before))
        self._all(surface, item.items)
        surface.set_clip(before)
