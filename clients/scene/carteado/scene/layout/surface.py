"""Collects a scene: drawables, places to click and named places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Unpack

from carteado.scene.layout.frame import Frame
from carteado.scene.layout.tooltips import tooltip_at, tooltip_targets
from carteado.scene.shapes import Box, Clip, Drawable, Icon, Intent, Rect, Scene, Target, Text
from carteado.scene.text import Weight, fitted, text_width, wrapped
from carteado.scene.ui import Ui
from carteado.scene.words import Words

__all__ = ["Align", "Surface"]

Align = Literal["left", "center", "right"]


class _BoxMore(TypedDict, total=False):
    """The optional fields of `Box`."""

    key: str
    role: str
    line: str
    width: float
    radius: float
    dashed: bool
    alpha: float


class _TargetMore(TypedDict, total=False):
    """The optional fields of `Target`."""

    hotkeys: tuple[str, ...]
    enabled: bool
    label: str
    kind: Literal["button", "slider", "field", "card", "place", "area", "text"]
    span: tuple[int, int] | None


class Surface:
    """A scene that is being made.

    Args:
        frame: of the window.
        words: of the player.
        ui: state of the screen.
        still: whether motion is reduced: nothing moves smoothly as time passes.
    """

    def __init__(self, frame: Frame, words: Words, ui: Ui, *, still: bool = False) -> None:
        self.still = still
        self.frame = frame
        self.words = words
        self.ui = ui
        self.items: list[Drawable] = []
        self.targets: list[Target] = []
        self.places: dict[str, Rect] = {}
        # Tips are kept apart so that nothing drawn after them covers them.
        self._over: list[Drawable] = []
        self._covered = 0

    def scene(self, live: str = "") -> Scene:
        """The collected scene, with the ring around the focus on top."""
        free = self.items[self._covered :]
        targets = (*self.targets, *tooltip_targets(free, self.targets))
        # The pointer goes first: it is where the player looks.
        hinted = tooltip_at(free, targets, self.ui.hover) or tooltip_at(
            free, targets, self.ui.focus
        )
        if hinted is not None:
            self.tip(*hinted)
        items = [*self.items, *self._over]
        # The focus is looked up at the end: a place that this screen no longer has gets no ring.
        focused = next((one for one in targets if one.key == self.ui.focus), None)
        if focused is not None:
            items.append(
                Box(
                    # The look's rule: a ring of 3 units at an offset of 2.
                    rect=focused.rect.inset(-5),
                    role="focus",
                    line="focus",
                    width=3,
                    radius=12,
                )
            )
        return Scene(
            size=self.frame.size,
            items=tuple(items),
            targets=targets,
            places=dict(self.places),
            live=live,
        )

    def cover(self) -> None:
        """Take presses and keys away from everything drawn so far."""
        self.targets.clear()
        self._covered = len(self.items)

    def s(self, size: float) -> float:
        """A font size at the text scale."""
        return self.frame.metrics.text(size)

    def add(self, *items: Drawable) -> None:
        """Draw on top of what there is."""
        self.items += items

    def box(self, rect: Rect, fill: str = "", **more: Unpack[_BoxMore]) -> None:
        """Draw a rounded rectangle.

        Args:
            rect: where.
            fill: a token, or ``#RRGGBB``; '' for none.
            **more: the other fields of `Box`.
        """
        self.items.append(Box(rect=rect, fill=fill, **more))

    def text(
        self,
        rect: Rect,
        text: str,
        size: float,
        weight: Weight = "regular",
        colour: str = "text",
        align: Align = "left",
        *,
        role: str = "text",
        suits: bool = False,
        key: str = "",
        mono: bool = False,
        shrink: bool = False,
    ) -> float:
        """Draw one line of text.

        A text that is too wide is made smaller before it is cut: to two thirds, so that headings
        stay headings, and with `shrink` down to 10.5 units.

        Args:
            rect: where; the text is centred vertically.
            text: '' draws nothing.
            size: of the font, logical pixels.
            weight: of the font.
            colour: a token, or ``#RRGGBB``.
            align: in the rectangle.
            role: what it is, for tests.
            suits: whether suit signs have the colours of the suits.
            key: stable name, for tests.
            mono: whether the font is monospaced.
            shrink: for amounts and labels, which must rather be small than cut.

        Returns:
            The width of the drawn text, at most that of the rectangle.
        """
        if not text:
            return 0.0
        size = _fitting(text, rect.w, size, weight, shrink=shrink)
        shown = fitted(text, rect.w, size, weight)
        if not shown:
            return 0.0
        self.items.append(
            Text(
                rect=rect,
                text=shown,
                size=size,
                weight=weight,
                colour=colour,
                align=align,
                role=role,
                suits=suits,
                key=key,
                mono=mono,
                whole=text if shown != text else "",
            )
        )
        # Callers place the next thing after this width, so it never exceeds the rectangle.
        return min(rect.w, text_width(shown, size, weight))

    def tip(self, under: Rect, text: str) -> None:
        """Draw the meaning of a sign over everything else, below the place under the pointer."""
        size, window = self.s(13), self.frame.size
        lines = wrapped(text, window[0] * 0.6, size, "semibold", lines=6)
        width = max(text_width(line, size, "semibold") for line in lines) + 20
        pitch = size * 1.4
        height = pitch * len(lines) + size * 0.4
        # Centred below the sign, but moved back into the window at its edges.
        x = min(max(4.0, under.cx - width / 2), window[0] - width - 4)
        y = under.bottom + 4
        if y + height > window[1]:
            y = under.y - height - 4
        place = Rect(x, y, width, height)
        self._over.append(
            Box(rect=place, fill="panelRaised", line="inputBorder", radius=6, role="tip")
        )
        for number, line in enumerate(lines):
            row = Rect(x, y + size * 0.2 + number * pitch, width, pitch)
            self._over.append(
                Text(
                    rect=row,
                    text=line,
                    size=size,
                    weight="semibold",
                    align="center",
                    role="tip",
                    suits=True,
                )
            )

    def icon(self, rect: Rect, name: str, colour: str = "text") -> None:
        """A sign.

        Args:
            rect: of the sign.
            name: one of `ICONS`.
            colour: token of the colour.
        """
        self.items.append(Icon(rect=rect, name=name, colour=colour))

    def clip(self, rect: Rect, items: Sequence[Drawable]) -> None:
        """Drawables that are seen inside a rectangle only."""
        self.items.append(Clip(rect=rect, items=tuple(items)))

    def target(self, key: str, rect: Rect, intent: Intent, **more: Unpack[_TargetMore]) -> None:
        """Add a place to click that has no picture of its own.

        Args:
            key: stable name, for focus and tests.
            rect: where; a place without a size has only its keys.
            intent: what a press means.
            **more: the other fields of `Target`.
        """
        self.targets.append(Target(key=key, rect=rect, intent=intent, **more))


def _fitting(text: str, width: float, size: float, weight: Weight, *, shrink: bool) -> float:
    """A font size at which a text fits a width, or the smallest one for it."""
    # Below 10.5 units letters are hard to read; from there on the text is cut instead.
    floor = 10.5 if shrink else max(11.0, size * 0.66)
    while size > floor and text_width(text, size, weight) > width:
        size = max(10.5, size - 1)
    return size
