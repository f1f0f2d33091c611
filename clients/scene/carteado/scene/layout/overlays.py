"""Overlays of a screen: a veil, a sentence, a dialog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Box, Intent, Rect
from carteado.scene.text import ELLIPSIS, text_width, wrapped

__all__ = ["DialogButton", "dialog", "draw_notice", "draw_veil", "notice_place"]

LINES = 3
"""Lines of a notice at most; a longer sentence of a server is cut."""

GAP = 12.0
"""Room below a notice, logical pixels."""

BUTTON_H = 52.0
"""Height of the buttons of a dialog, logical pixels."""

DialogButton = tuple[str, str, Intent, str, str]
"""Key, label, intent, hotkey and kind."""


def draw_veil(canvas: Canvas, rect: Rect, alpha: float = 0.3) -> None:
    """Dim a part of the screen, which stays readable.

    Args:
        canvas: to draw on.
        rect: the part.
        alpha: opacity, 0 to 1.
    """
    # The look's 30%: enough to look inactive, little enough to read.
    canvas.add(Box(rect=rect, fill="page", alpha=alpha, role="veil"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Laid:
    """A notice, before it is drawn: its place, and its lines at their size."""

    rect: Rect
    lines: tuple[str, ...]
    size: float
    pad: float


def notice_place(
    canvas: Canvas,
    bottom: float | None = None,
    *,
    gap: float = GAP,
    clear: Rect | None = None,
    titles: Rect | None = None,
    within: Rect | None = None,
    avoid: Sequence[Rect] = (),
) -> Rect | None:
    """The place of the current notice; None without one. See `draw_notice` for the arguments."""
    laid = _laid(canvas, bottom, gap=gap, clear=clear, titles=titles, within=within, avoid=avoid)
    return laid.rect if laid is not None else None


def _laid(
    canvas: Canvas,
    bottom: float | None,
    *,
    gap: float = GAP,
    clear: Rect | None = None,
    titles: Rect | None = None,
    within: Rect | None = None,
    avoid: Sequence[Rect] = (),
) -> _Laid | None:
    notice, frame = canvas.ui.notice, canvas.frame
    if notice is None:
        return None
    size, pad = canvas.s(15), 12.0
    if within is not None:
        lines = wrapped(notice.text, within.w - 72, size, "semibold", lines=2 * LINES)
        rect = Rect(within.x, within.y, within.w, len(lines) * size * 1.4 + 2 * pad)
        return _Laid(rect=rect, lines=lines, size=size, pad=pad)
    found = _field(canvas, notice.field)
    if found is not None:
        return _next_to(canvas, found, notice.text)
    end = (frame.table.bottom if bottom is None else bottom) - gap
    laid = _free(canvas, notice.text, end, size, pad, avoid=avoid)
    if clear is None or titles is None or laid.rect.y >= clear.bottom:
        return laid
    # Below the cards it is written smaller; where even that has no room, the titles give it theirs.
    while size > 13.0:
        laid = _free(canvas, notice.text, end, size, 6.0, least=0.0, avoid=avoid)
        if laid.rect.y >= clear.bottom:
            return laid
        size -= 1.0
    return _instead(canvas, notice.text, titles)


def _instead(canvas: Canvas, text: str, titles: Rect) -> _Laid:
    """A notice in place of the titles of the top bar."""
    size = canvas.s(14)
    lines = wrapped(text, titles.w - 72, size, "semibold", lines=LINES)
    while size > 13.0 and (len(lines) * size * 1.4 > titles.h - 4 or lines[-1].endswith(ELLIPSIS)):
        size -= 1.0
        lines = wrapped(text, titles.w - 72, size, "semibold", lines=LINES)
    height = len(lines) * size * 1.4
    pad = max(2.0, (titles.h - height) / 2)
    return _Laid(rect=titles._replace(h=height + 2 * pad), lines=lines, size=size, pad=pad)


def _free(
    canvas: Canvas,
    text: str,
    end: float,
    size: float,
    pad: float,
    least: float = 640.0,
    avoid: Sequence[Rect] = (),
) -> _Laid:
    """A notice above `end`, in the middle of the table and between what it avoids."""
    frame = canvas.frame
    top = end - LINES * size * 1.4 - 2 * pad
    beside = [one for one in avoid if one.y < end and one.bottom > top]
    half = min(
        (max(one.x - frame.table.cx, frame.table.cx - one.right) - 8 for one in beside),
        default=frame.table.w / 2 - 16,
    )
    # A notice is at least this wide, so that short sentences do not jump about.
    usual = least * min(1.3, frame.metrics.scale)
    needed = text_width(text, size, "semibold") + 74
    width = min(frame.table.w - 32, 2 * half, max(usual, needed))
    lines = wrapped(text, width - 72, size, "semibold", lines=LINES)
    height = len(lines) * size * 1.4 + 2 * pad
    rect = Rect(frame.table.cx - width / 2, end - height, width, height)
    return _Laid(rect=rect, lines=lines, size=size, pad=pad)


def _field(canvas: Canvas, key: str) -> Rect | None:
    """The place of a text field that is drawn; None where there is none, or no key."""
    return next((one.rect for one in canvas.targets if (one.kind, one.key) == ("field", key)), None)


def _next_to(canvas: Canvas, field: Rect, text: str) -> _Laid:
    """A sentence about a field: above it, or below where there is no room."""
    # Smaller than elsewhere: it covers little of the form.
    size, pad, (width, height) = canvas.s(14), 6.0, canvas.frame.size
    wide = min(width - 16, max(field.w, 400.0 * min(1.5, canvas.frame.metrics.scale)))
    lines = wrapped(text, wide - 72, size, "semibold", lines=LINES)
    high = len(lines) * size * 1.4 + 2 * pad
    # Above it stands its name, below it often the button that was just pressed.
    top = field.y - 4 - high
    x = min(max(8.0, field.x), width - wide - 8)
    rect = Rect(x, top if top >= 8 else min(field.bottom + 6, height - high - 8), wide, high)
    return _Laid(rect=rect, lines=lines, size=size, pad=pad)


def draw_notice(
    canvas: Canvas,
    bottom: float | None = None,
    *,
    gap: float = GAP,
    clear: Rect | None = None,
    titles: Rect | None = None,
    within: Rect | None = None,
    avoid: Sequence[Rect] = (),
    over: bool = False,
) -> None:
    """Draw the current notice above the action area; any press closes it.

    It is as wide as its sentence where the table has the room, so that it covers little of it.

    Args:
        canvas: to draw on.
        bottom: lower end of the room for it, where that is not the action area.
        gap: left free below it.
        clear: cards and pots that it must not cover.
        titles: of the top bar, whose place it takes where there is no room below these.
        avoid: plates at the sides, between which it stands.
        within: a rectangle at whose upper end it stands, as wide as that.
        over: this is a dialog or a page over the screen.
    """
    notice = canvas.ui.notice
    if any(one.key == "notice" for one in canvas.targets):
        return  # the dialog says it in place of its text
    # An error about a dialog's field stands in the dialog, not on the screen below it.
    if notice is not None and notice.field and canvas.ui.sheet not in ("", "none") and not over:
        return
    laid = _laid(canvas, bottom, gap=gap, clear=clear, titles=titles, within=within, avoid=avoid)
    if notice is None or laid is None:
        return
    rect, size = laid.rect, laid.size
    error = notice.kind == "error"
    canvas.box(rect, "panelRaised", line="bad" if error else "info", width=2, radius=12)
    icon = Rect(rect.x + 16, rect.cy - 13, 26, 26)
    canvas.icon(icon, "warning" if error else "bank", "bad" if error else "info")
    for number, line in enumerate(laid.lines):
        y = rect.y + laid.pad + number * size * 1.4
        place = Rect(icon.right + 14, y, rect.w - 72, size * 1.4)
        canvas.text(place, line, size, "semibold", suits=True, role="notice")
    # The first Escape closes the notice, only the next one means "back".
    canvas.target("notice", rect, Intent("dismiss"), hotkeys=("Escape",), label=notice.text)


def _keys(canvas: Canvas, rect: Rect) -> None:
    """Shows a key for everything in a dialog."""
    # The top bar's button lies under the dialog, so each dialog has its own.
    sign = rect.right - canvas.key_width("F8")
    canvas.icon(Rect(sign - 26, rect.cy - 10, 20, 20), "keys", "textMuted")
    canvas.key_sign(sign, rect.cy, "F8")
    label = canvas.words("Keys")
    canvas.target("keys", rect, Intent("hints"), hotkeys=("F8",), label=label)


def _dialog_text(
    canvas: Canvas, rect: Rect, lines: Sequence[str], font: float, ink: str = ""
) -> None:
    """The text of a dialog, or in its place a notice, in the colour of its kind."""
    pitch = font * 1.45
    for number, line in enumerate(lines):
        place = Rect(rect.x, rect.y + number * pitch, rect.w, pitch)
        if ink:
            canvas.text(place, line, font, "semibold", ink, role="notice")
        else:
            canvas.text(place, line, font, colour="textMuted")
    if ink:
        canvas.target("notice", rect, Intent("dismiss"), kind="text", label=" ".join(lines))


def dialog(
    canvas: Canvas,
    title: str,
    text: str,
    buttons: Sequence[DialogButton],
    *,
    width: float = 520,
    body: float = 0,
    fields: Sequence[str] = (),
    told: bool = False,
) -> Rect:
    """A dialog in the middle of the window.

    Args:
        canvas: to draw on.
        title: what it is about.
        text: what happened and what to do next.
        buttons: from left to right; the last one is the usual choice.
        width: of the dialog.
        body: height of what the caller draws between text and buttons.
        fields: keys of the caller's text fields; a notice about one of them replaces the text.
        told: whether a notice about no field replaces the text too, at most as high as it.

    Returns:
        Where the caller draws it.
    """
    size = canvas.frame.size
    canvas.cover()
    canvas.box(Rect(0, 0, *size), "scrim", role="scrim")
    canvas.target("scrim", Rect(0, 0, *size), Intent("none"), kind="area")
    scale = min(canvas.frame.metrics.scale, 1.5)
    if len(buttons) > 2:
        # Three buttons need more than the usual width for their labels.
        width = max(width, 640.0)
    width = min(width * scale, size[0] - 32)
    font = canvas.s(15)
    notice = canvas.ui.notice
    lines = wrapped(text, width - 48, font) if text else ()
    small, ink = font, ""
    if notice is not None and (notice.field in fields or (told and not notice.field)):
        ink = "bad" if notice.kind == "error" else "info"
        most = max(1, len(lines))
        lines = wrapped(notice.text, width - 48, small, "semibold")
        # As high as the text, so that the rest of the dialog stays where it is.
        while told and len(lines) * small > most * font and small > 11:
            small -= 0.5
            lines = wrapped(notice.text, width - 48, small, "semibold")
    head = canvas.s(22) * 1.4
    height = 24 + head + len(lines) * small * 1.45 + 16 + body + (BUTTON_H + 20 if buttons else 4)
    # In a low window the body is too high; the buttons are placed from the bottom and stay.
    height = min(height, size[1] - 16)
    rect = Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
    canvas.box(rect, "panel", line="panelBorder", radius=16, role="dialog")
    heading = Rect(rect.x + 24, rect.y + 18, width - 48 - 72, head)
    canvas.text(heading, title, canvas.s(22), "bold", shrink=True)
    _keys(canvas, Rect(rect.right - 24 - 64, rect.y + 14, 64, 44))
    place = Rect(rect.x + 24, rect.y + 20 + head, width - 48, len(lines) * small * 1.45)
    _dialog_text(canvas, place, lines, small, ink)
    y = place.bottom
    area = Rect(rect.x + 24, y + 8, width - 48, body)
    _dialog_buttons(canvas, rect, buttons)
    return area


def _dialog_buttons(canvas: Canvas, rect: Rect, buttons: Sequence[DialogButton]) -> None:
    if not buttons:
        return
    # Equal widths: the position says which is the usual choice, not the length of its label.
    each = (rect.w - 48 - 8 * (len(buttons) - 1)) / len(buttons)
    for number, (key, label, intent, hotkey, kind) in enumerate(buttons):
        x = rect.x + 24 + number * (each + 8)
        place = Rect(x, rect.bottom - 20 - BUTTON_H, each, BUTTON_H)
        canvas.button(key, place, label, intent, kind=kind, hotkey=hotkey)
