"""The timeline of a replay, below the table."""

from __future__ import annotations

from dataclasses import replace

from carteado.scene.film import Film
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import draw_notice
from carteado.scene.layout.tables import table_scene
from carteado.scene.reader import Reader
from carteado.scene.shapes import Box, Intent, Rect, Scene, Target
from carteado.scene.text import text_width
from carteado.scene.ui import Settings, Ui

__all__ = ["STRIP", "film_scene"]

STRIP = 72.0
_LETTERS = {"morto": "M", "canastra": "C"}
"""Marks of a Buraco deal that bear a letter where there is room."""


def film_scene(
    film: Film,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    shown: Reader | None = None,
) -> Scene:
    """A step of a film with its timeline: a pure function.

    Args:
        film: what is shown.
        ui: state of the screen.
        settings: of the player.
        size: of the screen, logical pixels.
        shown: the step, where more is known of it than the film says, such as chances.
    """
    width, height = size
    # `none` keeps the score sheet of a deal from opening by itself.
    quiet = replace(ui, sheet=ui.sheet or "none", notice=None, film=True)
    table = table_scene(shown or film.shown, quiet, settings, (width, height - STRIP), 0.0)
    canvas = Canvas(frame_of(size, settings.text), film.shown.words, ui)
    strip = Rect(0, height - STRIP, width, STRIP)
    canvas.box(strip, "panelRaised", role="bar")
    canvas.box(Rect(0, strip.y, width, 2), "info", role="line")
    _controls(canvas, strip, film)
    draw_notice(canvas)
    over = canvas.scene()
    # Of the table, only what shows more stays usable: a log takes no actions.
    kept = tuple(one for one in table.targets if one.key in ("back", "settings", "keys", "close"))
    kept += tuple(one for one in table.targets if one.key.startswith(("tab:", "set-", "run:")))
    return replace(
        table,
        size=size,
        items=(*table.items, *over.items),
        targets=(*kept, *over.targets),
        live=film.title,
    )


def _controls(canvas: Canvas, strip: Rect, film: Film) -> None:
    words = canvas.words
    y = strip.y + 14
    x = strip.x + 12

    def button(
        key: str, icon: str, intent: Intent, hotkey: str, label: str, kind: str = "neutral"
    ) -> None:
        nonlocal x
        rect = Rect(x, y, 44, 44)
        canvas.button(key, rect, "", intent, icon=icon, hotkeys=(hotkey,), kind=kind)
        # A button with a sign alone has no label for screen readers.
        last = canvas.targets.pop()
        canvas.targets.append(replace(last, label=label))
        x = rect.right + 6

    button("film-back", "left", Intent("film-step", -1), "Left", words("Back one event"))
    sign = "pause" if film.playing else "play"
    button("film-play", sign, Intent("film-play"), "Space", words("Play or pause"), "primary")
    button("film-on", "right", Intent("film-step", 1), "Right", words("On one event"))
    button("film-before", "up", Intent("film-jump", -1), "[", words("The mark before"))
    button("film-next", "down", Intent("film-jump", 1), "]", words("The next mark"))
    speed = Rect(x, y, 76, 44)
    text = f"{film.speed:g}×"
    canvas.button("film-speed", speed, text, Intent("film-speed", 1), hotkey=">", size=15)
    slower = Target(
        key="film-slower", rect=Rect(-1, -1, 0, 0), intent=Intent("film-speed", -1), hotkeys=("<",)
    )
    canvas.targets.append(slower)
    x = speed.right + 6
    if film.log:
        eyes = film.viewer
        width = min(180.0, text_width(eyes, canvas.s(14), "bold") + 90)
        rect = Rect(x, y, width, 44)
        canvas.button("film-eyes", rect, eyes, Intent("film-eyes"), icon="eye", hotkey="V", size=14)
        x = rect.right + 6
    x += 10
    export = Rect(strip.right - 12 - 110, y, 110, 44)
    canvas.button(
        "film-export", export, words("Save PNG"), Intent("film-export"), hotkey="X", size=15
    )
    count = words("{at} of {count}", at=film.at + 1, count=len(film.steps))
    label = Rect(export.x - 140, y, 128, 44)
    canvas.text(label, count, canvas.s(14), "semibold", "textMuted", "right", shrink=True)
    _track(canvas, Rect(x, y, label.x - x - 12, 44), film)


def _track(canvas: Canvas, rect: Rect, film: Film) -> None:
    last = max(1, len(film.steps) - 1)

    def place(step: int) -> float:
        return rect.x + 14 + (rect.w - 28) * step / last

    line = Rect(rect.x + 14, rect.cy - 2, rect.w - 28, 4)
    canvas.box(line, "neutral", radius=2, role="track")
    canvas.box(Rect(line.x, line.y, place(film.at) - line.x, 4), "info", radius=2, role="track")
    drawn = signed = -99.0
    for mark in film.marks:
        x = place(mark.step)
        # Marks that lie closer would merge; those of deals may lie closer than others.
        if x - drawn < (2.0 if mark.strong else 4.0):
            continue
        drawn = x
        letter = _LETTERS.get(mark.kind, "")
        if letter and x - signed >= 20:
            signed = x
            disc = Rect.around(x, rect.cy, 18, 18)
            canvas.box(disc, "panel", line="text", radius=9, role="mark")
            canvas.text(disc, letter, 11, "bold", "text", "center")
            continue
        height = 18.0 if mark.strong else 8.0
        ink = "text" if mark.strong else "textMuted"
        canvas.box(Rect(x - 1, rect.cy - height / 2, 2, height), ink, role="mark")
    knob = Rect.around(place(film.at), rect.cy, 20, 20)
    canvas.add(Box(rect=knob, fill="info", radius=10, role="knob"))
    canvas.targets.append(
        Target(
            key="timeline",
            rect=rect,
            intent=Intent("seek"),
            kind="slider",
            span=(0, last),
            label=canvas.words("Timeline"),
        )
    )
