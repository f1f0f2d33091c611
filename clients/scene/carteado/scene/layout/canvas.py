"""The components of a scene: buttons, fields, segments and switches, on a surface."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.cards import GLYPHS
from carteado.scene.layout.surface import Align, Surface
from carteado.scene.shapes import Intent, Rect, Target
from carteado.scene.text import Weight, text_width
from carteado.scene.words import N_, Words

__all__ = ["Canvas"]

_BUTTONS = {
    "primary": ("primary", "primaryText", ""),
    "secondary": ("secondary", "secondaryText", ""),
    "neutral": ("neutral", "neutralText", "panelBorder"),
    "danger": ("danger", "dangerText", ""),
    "warning": ("panel", "bad", "bad"),
    "outline": ("panel", "text", "inputBorder"),
    "chosen": ("text", "page", ""),
    "plain": ("", "text", ""),
}
"""Fill, text and border of each kind of button."""


class Canvas(Surface):
    """A scene that is being made, with components; see `Surface` for its arguments."""

    def button(
        self,
        key: str,
        rect: Rect,
        label: str,
        intent: Intent,
        *,
        kind: str = "neutral",
        hotkey: str = "",
        hotkeys: tuple[str, ...] = (),
        enabled: bool = True,
        size: float = 17,
        icon: str = "",
        above: str = "",
        show_key: bool = True,
        guard: float = 0.0,
        also: str = "",
    ) -> None:
        """Draw a button: label, sign and key in its middle, or a smaller line above the label.

        Args:
            key: of the target.
            rect: where.
            label: the words on it.
            intent: what a press means.
            kind: its colours, a name of `_BUTTONS`.
            hotkey: the key that presses it and is shown.
            hotkeys: keys that press it, if these are others than `hotkey`.
            enabled: whether it can be pressed.
            size: of the font at text scale 1.
            icon: name of its sign, '' for none.
            above: the smaller line, '' for none.
            show_key: whether the key is shown.
            guard: the part of the guard that is left, 0 to 1; above 0 the button is off.
            also: a second key that goes further, in the corner of a button of two lines.
        """
        hover = enabled and self.ui.hover == key
        ink = self._ground(key, rect, kind, enabled=enabled, hover=hover, guard=guard)
        shown = hotkey or (hotkeys[0] if hotkeys else "")
        if above:
            self._two_lines(rect, above, label, ink, hotkey, also)
        # A button with a sign only has no line for the key, which goes below the sign.
        elif icon and not label and shown and show_key:
            side = min(self.s(size) * 1.2, 22.0)
            self.icon(Rect.around(rect.cx, rect.cy - 6, side, side), icon, ink)
            self.key_under(rect, shown, ink)
        else:
            self._label(rect, label, ink, hotkey if show_key else "", size, icon)
        self.targets.append(
            Target(
                key=key,
                rect=rect,
                intent=intent,
                hotkeys=hotkeys or ((hotkey,) if hotkey else ()),
                # The guard also switches off the key, not only the pointer.
                enabled=enabled and guard <= 0,
                # Screen readers need both lines: "½ pot 120" says more than "120".
                label=label if not above else f"{above} {label}",
            )
        )

    def _ground(
        self, key: str, rect: Rect, kind: str, *, enabled: bool, hover: bool, guard: float
    ) -> str:
        """Draw a button without its words; the colour of these."""
        fill, ink, line = _BUTTONS[kind]
        if not enabled:
            # A button that is off loses its border too, so that it does not look like a pressable
            # outline.
            fill, ink, line = "disabled", "disabledText", ""
        if guard > 0:
            line = "warn"
        self.box(
            rect,
            fill,
            line=line or ("inputBorder" if hover and kind != "primary" else ""),
            width=3 if guard > 0 else 2 if hover else 1,
            radius=8,
            role="button",
            key=key,
        )
        if hover and not line and kind == "primary":
            self.box(rect.inset(2), "", line="primaryText", width=1, radius=6, role="hover")
        if guard > 0:
            # The look's guard: a line that shrinks until the button works again.
            share = 1.0 if self.still else guard
            self.box(Rect(rect.x + 4, rect.bottom - 6, (rect.w - 8) * share, 3), "warn")
        return ink

    def _two_lines(
        self, rect: Rect, above: str, label: str, ink: str, hotkey: str, also: str
    ) -> None:
        small, large = self.s(12), self.s(15)
        # Large text in a low button: both lines shrink alike instead of leaving it.
        fit = min(1.0, (rect.h - 10) / (small + large + 4))
        small, large = small * fit, large * fit
        sign = max(10.5, min(small * 11 / 12, 13))
        height = small + large + 4
        top = rect.cy - height / 2
        line = Rect(rect.x + 4, top, rect.w - 8, small + 2)
        if hotkey:
            self.text(Rect(rect.x + 6, top, 10, small + 2), hotkey, sign, "semibold", ink)
            line = Rect(rect.x + 14, top, rect.w - 17, small + 2)
        if also:
            corner = Rect(rect.right - 22, top, 18, small + 2)
            self.text(corner, also, sign, "semibold", ink, "right")
            line = Rect(line.x, top, corner.x - line.x - 2, small + 2)
        self.text(line, above, small, "semibold", ink, "center", shrink=True)
        line = Rect(rect.x + 4, top + small + 4, rect.w - 8, large)
        self.text(line, label, large, "bold", ink, "center", shrink=True)

    def _label(self, rect: Rect, label: str, ink: str, hotkey: str, size: float, icon: str) -> None:
        font = self.s(size)
        key_w = self.key_width(hotkey)
        # The bounds matter in small square buttons, where the sign would fill the border.
        icon_w = min(font * 1.2, rect.w * 0.6, rect.h * 0.6) if icon else 0
        room = rect.w - 16 - (icon_w + 8 if icon else 0)
        below = 0.0
        # The sign of the key moves below before the label shrinks by more than a fifth.
        if key_w and text_width(label, font * 0.8, "bold") > room - key_w - 10:
            key_w, below = 0, 14.0 if rect.h >= 44 else 0.0
        if key_w:
            room -= key_w + 10
        while font > 11 and (text_width(label, font, "bold") > room or font > rect.h - below - 12):
            font -= 1
        # Drawn letters may be a little wider than measured.
        width = min(room, text_width(label, font, "bold") * 1.02)
        whole = width + (icon_w + (8 if label else 0) if icon else 0) + (key_w + 10 if key_w else 0)
        x = rect.cx - whole / 2
        if icon:
            self.icon(Rect(x, rect.cy - (below + icon_w) / 2, icon_w, icon_w), icon, ink)
            x += icon_w + (8 if label else 0)
        # One unit more than measured: rounding must not put an ellipsis into a label that fits.
        line = Rect(x, rect.y, max(width, 1) + 1, rect.h - below)
        self.text(
            line, label, font, "bold", ink, suits=any(one in label for one in GLYPHS.values())
        )
        if below > 0:
            self.key_under(rect, hotkey, ink)
        if key_w:
            self.key_sign(x + width + 10, rect.cy, hotkey, ink)

    def key_width(self, hotkey: str) -> float:
        """Width of the sign of a key."""
        name = key_name(hotkey, self.words)
        return text_width(name, min(self.s(12), 14), "semibold") + 10 if name else 0.0

    def key_sign(self, x: float, cy: float, hotkey: str, ink: str = "textMuted") -> None:
        """Draw the sign of a key: its name in a frame.

        Args:
            x: left edge, logical pixels.
            cy: middle, logical pixels.
            hotkey: name of the key.
            ink: token of its colour.
        """
        size = min(self.s(12), 14)
        place = Rect(x, cy - size * 0.75, self.key_width(hotkey), size * 1.5)
        self.box(place, "", line=ink, radius=4, role="key")
        self.text(place, key_name(hotkey, self.words), size, "semibold", ink, "center")

    def key_under(self, rect: Rect, hotkey: str, ink: str = "textMuted") -> None:
        """A key's name along the lower edge of a button that has no room for its sign.

        Args:
            rect: of the button.
            hotkey: as `Target.hotkeys` has it.
            ink: token of the colour.
        """
        size = min(self.s(11), 14)
        line = Rect(rect.x, rect.bottom - 4 - size, rect.w, size + 1)
        self.text(line, key_name(hotkey, self.words), size, "semibold", ink, "center")

    def field(
        self,
        key: str,
        rect: Rect,
        *,
        text: str = "",
        hint: str = "",
        prefix: str = "",
        align: Align = "left",
        mono: bool = False,
        intent: Intent | None = None,
        size: float = 16,
        hotkey: str = "",
    ) -> None:
        """Draw a text field; typed text is in `Ui.texts`.

        Args:
            key: of the field.
            rect: where.
            text: the current value, which typed text replaces while the field is edited.
            hint: shown in an empty field.
            prefix: a muted text before the value.
            align: of the value; an amount, which is not aligned left, is bold.
            mono: whether the font is monospaced, for addresses and codes.
            intent: what a press means; None for editing the field.
            size: of the font at text scale 1.
            hotkey: the key that leads into the field, '' for none.
        """
        active = self.ui.editing == key
        self._field_frame(key, rect, active=active)
        typed = self.ui.texts.get(key)
        shown = typed if typed is not None and (active or not text) else text
        font = self.s(size)
        inner = Rect(rect.x + 12, rect.y, rect.w - 24, rect.h)
        if prefix:
            width = self.text(inner, prefix, self.s(13), colour="textMuted") + 8
            inner = Rect(inner.x + width, inner.y, inner.w - width, inner.h)
        if hotkey and not active:
            width = self.key_width(hotkey)
            self.key_sign(inner.right - width, inner.cy, hotkey)
            inner = Rect(inner.x, inner.y, inner.w - width - 6, inner.h)
        told = self.ui.notice is not None and self.ui.notice.field == key
        if active and hint and not shown and not told and align == "left":
            # A dialog that opens with the caret in a field would otherwise not say what to type.
            behind = Rect(inner.x + 6, inner.y, inner.w - 6, inner.h)
            self.text(behind, hint, font, colour="textMuted")
        if active:
            # The end of a long text stays visible, because the caret is always there.
            shown = _tail(shown, inner.w - 4, font) + "|"
        if shown:
            weight: Weight = "regular" if align == "left" else "bold"
            self.text(inner, shown, font, weight, align=align, mono=mono)
        elif hint:
            self.text(inner, hint, font, colour="textMuted", align=align)
        self.target(
            key,
            rect,
            intent or Intent("field", key),
            label=hint or prefix or key,
            kind="field",
            hotkeys=(hotkey,) if hotkey else (),
        )

    def _field_frame(self, key: str, rect: Rect, *, active: bool) -> None:
        """Draw the ground and the border, which shows the caret's field and a refused text."""
        refused = self.ui.notice is not None and self.ui.notice.field == key
        line = "focus" if active else "inputBorder"
        self.box(
            rect,
            "inputBg",
            line="bad" if refused else line,
            width=3 if active or refused else 1,
            radius=8,
            role="field",
            key=key,
        )

    def typed(self, key: str, otherwise: str) -> str:
        """The text that was typed into a field, or else its current value."""
        return self.ui.texts.get(key, "").strip() or otherwise

    def segments(
        self,
        key: str,
        rect: Rect,
        choices: Sequence[tuple[str, str]],
        chosen: str,
        intent: str,
        *,
        size: float = 14,
        hotkeys: Sequence[str] = (),
    ) -> None:
        """Draw several choices side by side, of which one is selected.

        Args:
            key: prefix of the targets' names; the value of the choice follows.
            rect: where.
            choices: value and label of each.
            chosen: the selected value.
            intent: kind of the intent of a press, whose value is that of the choice.
            size: of the font at text scale 1.
            hotkeys: one for each choice, as far as there are any.
        """
        self.box(rect, "panel", line="inputBorder", radius=8, role="segments")
        # Segments share the row in proportion to their labels, so that translations of unequal
        # length fit.
        widths = [text_width(label, self.s(size), "semibold") + 24 for _, label in choices]
        # No choices at all must not divide by zero.
        whole = sum(widths) or 1
        x = rect.x
        for number, ((value, label), width) in enumerate(zip(choices, widths, strict=True)):
            place = Rect(x, rect.y, width * rect.w / whole, rect.h)
            keys = tuple(hotkeys[number : number + 1])
            on = value == chosen
            if on:
                self.box(place, "text", radius=8, role="segment")
            ink = "page" if on else "text"
            line = place.inset(4, 0)
            if keys:
                key_w = self.key_width(keys[0]) + 6
                used = min(line.w - key_w, text_width(label, self.s(size), "semibold") + 1)
                # Label and key are centred together, not the label alone.
                line = Rect(line.cx - (used + key_w) / 2, line.y, used, line.h)
                self.key_sign(line.right + 6, line.cy, keys[0], ink)
            self.text(line, label, self.s(size), "semibold", ink, "center", shrink=True)
            self.target(f"{key}:{value}", place, Intent(intent, value), label=label, hotkeys=keys)
            x += place.w

    def switch(
        self, key: str, rect: Rect, label: str, on: bool, intent: Intent, hotkey: str = ""
    ) -> None:
        """Draw a switch with its label and its key.

        Args:
            key: of the target.
            rect: where.
            label: of the switch.
            on: whether it is on.
            intent: what a press means.
            hotkey: the key that presses it, '' for none.
        """
        knob = Rect(rect.x, rect.cy - 11, 44, 22)
        room = rect.w - 54 - (self.key_width(hotkey) + 16 if hotkey else 0)
        line = Rect(knob.right + 10, rect.y, room, rect.h)
        width = self.text(line, label, self.s(14), shrink=True)
        if hotkey:
            # Drawn letters may be a little wider than measured.
            self.key_sign(line.x + width * 1.02 + 8, rect.cy, hotkey)
        self.box(knob, "secondary" if on else "neutral", line="inputBorder", radius=11)
        dot = knob.right - 20 if on else knob.x + 2
        self.box(Rect(dot, knob.y + 2, 18, 18), "text", radius=9)
        self.target(key, rect, intent, label=label, hotkeys=(hotkey,) if hotkey else ())


def key_name(hotkey: str, words: Words) -> str:
    """The label of a key, on keyboards of the player's language."""
    # A letter is the same on every keyboard; only the named keys have translations.
    if len(hotkey) == 1:
        return hotkey.upper()
    return words(_KEY_NAMES.get(hotkey, hotkey))


_KEY_NAMES = {
    "Escape": "Esc",
    "Space": N_("Space"),
    "PageDown": N_("PgDn"),
    "PageUp": N_("PgUp"),
    "Backspace": N_("Bksp"),
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
}


def _tail(text: str, width: float, size: float) -> str:
    """The end of a text that is too long for its field."""
    while text and text_width(text + "|", size) > width:
        # Cut letter by letter from the front; a field's text is bounded, so this stays short.
        text = text[1:]
    return text
