"""The top bar: the name of the screen, and the buttons that every screen has."""

from __future__ import annotations

from carteado.scene.film import Film
from carteado.scene.layout.canvas import Canvas
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width
from carteado.scene.words import Words

__all__ = ["Button", "draw_top", "film_buttons", "paused_text", "second_button"]

Button = tuple[str, str, str, Intent, str]
"""Key, icon, label, intent and hotkey."""

SIGN = 44.0
"""Width of a button without its label."""


def draw_top(
    canvas: Canvas,
    title: str,
    subtitle: str,
    buttons: tuple[Button, ...] = (),
    *,
    back: bool = True,
    settings: bool = True,
    middle: float = 0.0,
    notice: bool = False,
) -> Rect:
    """Draw the bar; the settings and the keys are at its end on every screen.

    Args:
        canvas: to draw on.
        title: of the table or page.
        subtitle: what is played.
        buttons: from left to right; the first with their labels, as far as there is room for them.
        back: whether an arrow leads back to the lobby.
        settings: whether the settings can be opened here.
        middle: width that the caller needs between the titles and the buttons.
        notice: whether a notice stands in place of the titles.

    Returns:
        Where the caller may draw: the middle, or with a notice the place of the titles.
    """
    bar = canvas.frame.top
    canvas.box(bar, "panel", role="bar")
    # Its lower border lies inside the bar: tables begin exactly at its bottom.
    canvas.box(Rect(bar.x, bar.bottom - 1, bar.w, 1), "panelBorder", role="line")
    x = _back(canvas) if back else bar.x + canvas.frame.metrics.pad
    # Buttons first, because the titles are cut to what they leave.
    last = _last_buttons(canvas, settings=settings)
    # The titles come before the names of buttons, up to half of the bar.
    titles = text_width(title, canvas.s(16), "bold") + text_width(subtitle, canvas.s(14)) + 40
    room = bar.right - x - min(titles, bar.w / 2) - middle
    right = _buttons(canvas, (*buttons, *last), room) - middle
    if notice:
        return Rect(x, bar.y, right - x - 4, bar.h)
    _titles(canvas, Rect(x, bar.y, right - x, bar.h), title, subtitle)
    return Rect(right, bar.y, middle, bar.h)


def _last_buttons(canvas: Canvas, *, settings: bool) -> tuple[Button, ...]:
    """The settings and, last on every screen, the keys, so that help is always in one place."""
    words = canvas.words
    keys: Button = ("keys", "keys", words("Keys"), Intent("hints"), "F8")
    if not settings:
        return (keys,)
    return (("settings", "settings", words("Settings"), Intent("sheet", "settings"), "F10"), keys)


def _back(canvas: Canvas) -> float:
    """Draw the arrow that leads back; where it ends."""
    bar = canvas.frame.top
    rect = Rect(bar.x + 4, bar.y, 44, bar.h)
    canvas.icon(Rect.around(rect.cx, rect.cy - 6, 18, 18), "back")
    canvas.key_under(rect, "Escape")
    canvas.target("back", rect, Intent("back"), hotkeys=("Escape",), label=canvas.words("Back"))
    return rect.right + 4


def _titles(canvas: Canvas, rect: Rect, title: str, subtitle: str) -> None:
    """Draw the title and, beside it, the parts of the subtitle that fit."""
    # The name of the table may take what the subtitle leaves, and at least half.
    left = rect.w - 26 - text_width(subtitle, canvas.s(14))
    place = Rect(rect.x, rect.y, max(rect.w * 0.5, left), rect.h)
    x = rect.x + canvas.text(place, title, canvas.s(16), "bold", shrink=True) + 14
    room = rect.right - x - 12
    # The title of the game may lose its last parts, such as the number of the hand, but no letters.
    kept = subtitle.split(" · ")
    while kept and text_width(" · ".join(kept), 11) > room:
        kept.pop()
    canvas.text(
        Rect(x, rect.y, max(0.0, room), rect.h),
        " · ".join(kept),
        canvas.s(14),
        colour="textMuted",
        shrink=True,
    )


def film_buttons(words: Words, film: Film) -> tuple[Button, ...]:
    """The top of a replay in place of the table's buttons."""
    buttons: list[Button] = []
    if film.log:
        eyes = words("View: {eyes}", eyes=film.viewer)
        buttons.append(("film-eyes", "eye", eyes, Intent("film-eyes"), "V"))
    return (
        *buttons,
        ("film-odds", "percent", words("Odds here"), Intent("film-odds"), "O"),
        ("film-export", "save", words("Save PNG"), Intent("film-export"), "X"),
    )


def second_button(canvas: Canvas) -> Button:
    """Lets a second person play at this screen, or hands the screen over."""
    words = canvas.words
    if canvas.ui.shared:
        return ("second", "people", words("Hand over"), Intent("hand-screen"), "F7")
    return ("second", "plus", words("Second player"), Intent("sheet", "second"), "F7")


def paused_text(reader: Reader) -> str:
    """The reason why the table stands still, '' where it does not."""
    paused = reader.table.controls.paused if reader.table is not None else None
    if paused is None:
        return ""
    # The game pauses by itself while nobody is there, which nobody has to lift.
    if paused == "away":
        people = [one.name for one in reader.picture().seats if one.name and not one.bot]
        if len(people) == 1:
            return reader.words(
                "Paused until {name} is back. The clocks stand still.", name=people[0]
            )
        return reader.words("Paused until somebody is back. The clocks stand still.")
    return reader.words("Paused by the owner. The clocks stand still.")


def _buttons(canvas: Canvas, buttons: tuple[Button, ...], room: float) -> float:
    """The buttons at the right end of a bar with so much room; where they begin."""
    bar, m = canvas.frame.top, canvas.frame.metrics
    size = canvas.s(14)

    def width_of(button: Button) -> float:
        key_w = canvas.key_width(button[4]) + 6 if button[4] else 0.0
        return text_width(button[2], size, "semibold") + 52 + key_w

    # The signs of the last ones, such as the settings, are known best.
    named = 0
    left = room - SIGN * len(buttons) if m.name == "desktop" else 0.0
    while named < len(buttons) and (left := left - width_of(buttons[named]) + SIGN) >= 0:
        named += 1
    x = bar.right - 8
    for number, button in reversed(list(enumerate(buttons))):
        key, icon, label, intent, hotkey = button
        labelled = number < named
        width = width_of(button) if labelled else SIGN
        rect = Rect(x - width, bar.y, width, bar.h)
        # The key's name stands below the sign.
        lift = 6 if hotkey and not labelled else 0
        sign = Rect(rect.x + 12, rect.cy - 10 - lift, 20, 20)
        if canvas.ui.hover == key:
            canvas.box(rect, "panelRaised", radius=8, role="hover")
        canvas.icon(sign, icon)
        if labelled:
            text = Rect(sign.right + 8, rect.y, rect.right - sign.right - 10, rect.h)
            used = canvas.text(text, label, size, "semibold")
            if hotkey:
                canvas.key_sign(text.x + used + 6, rect.cy, hotkey)
        elif hotkey:
            canvas.key_under(rect, hotkey)
        # Without labels the tip is the only text of a button.
        if canvas.ui.hover == key and not labelled:
            canvas.tip(rect, label)
        if key == "chat" and canvas.ui.unread:
            badge = Rect(rect.x + 24, rect.y + 3, 17, 17)
            canvas.box(badge, "primary", radius=9, role="badge")
            # Two digits are what the badge holds.
            text_ = str(min(99, canvas.ui.unread))
            canvas.text(badge, text_, 11, "bold", "primaryText", "center")
        canvas.target(key, rect, intent, hotkeys=(hotkey,) if hotkey else (), label=label)
        x = rect.x
    return x
