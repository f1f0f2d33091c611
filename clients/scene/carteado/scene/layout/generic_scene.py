"""The screen of a game that no renderer knows: its lines, and its actions."""

from __future__ import annotations

from carteado.scene.layout.bars import draw_offline, headline, timer_line
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.drawer import Person, draw_drawer
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import draw_notice
from carteado.scene.layout.top import draw_top, film_buttons
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect, Scene
from carteado.scene.story import Log
from carteado.scene.ui import Settings, Ui

__all__ = ["generic_scene"]


def generic_scene(
    reader: Reader, ui: Ui, settings: Settings, size: tuple[float, float], now_ms: float
) -> Scene:
    """The screen: the table's lines, its players, and a button for each action."""
    words = reader.words
    frame = frame_of(size, settings.text)
    canvas = Canvas(frame, words, ui, still=settings.reduced)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    picture = reader.picture() if reader.table is not None else None
    title = picture.title if picture is not None else reader.id
    subtitle = picture.subtitle if picture is not None else ""
    draw_top(canvas, title, subtitle, film_buttons(canvas.words, ui.film) if ui.film else ())
    # A game without a renderer has only the server's sentences; forty fill any window.
    lines = picture.lines if picture is not None else reader.lines[-40:]
    area = frame.table.inset(24, 16)
    pitch = canvas.s(16) * 1.6
    if not lines:
        canvas.text(
            area, words("Waiting for the table"), canvas.s(16), colour="textMuted", align="center"
        )
    for number, line in enumerate(lines):
        rect = Rect(area.x, area.y + number * pitch, area.w, pitch)
        # The rest of the lines is in the drawer's log.
        if rect.bottom > area.bottom:
            break
        canvas.text(rect, line, canvas.s(16), suits=True)
    left = reader.clock.left(now_ms, steps=canvas.still) if reader.clock is not None else None
    bar = frame.bar
    canvas.box(bar, "panel", role="bar")
    # Before the first connection nothing was lost, so nothing is said about reconnecting.
    if not reader.live and ui.lost_ms is not None:
        draw_offline(canvas, bar, now_ms)
    elif reader.prompt is not None:
        timer_line(canvas, bar, left)
        _offers(canvas, reader)
    else:
        headline(canvas, bar.inset(16, 14), words("Another player decides."), [])
    if frame.wide and reader.story is not None:
        names = picture.names if picture is not None else ()
        people = [Person(name=name, note="", amount="") for name in names if name]
        log: Log = reader.story.log
        draw_drawer(canvas, frame.drawer, log, people, "")
    draw_notice(canvas)
    return canvas.scene()


def _offers(canvas: Canvas, reader: Reader) -> None:
    bar = canvas.frame.bar
    offers = reader.offers
    width = min(220.0, (bar.w - 32) / max(1, len(offers)) - 8)
    x = bar.x + 16
    for number, offer in enumerate(offers, 1):
        rect = Rect(x, bar.cy - 28, width, 56)
        # An unknown game's action is sent with its lowest amount, since nothing here can choose
        # one.
        intent = Intent("act", offer.action())
        canvas.button(
            f"act:{offer.tag}", rect, offer.label(reader.words), intent, hotkey=f"F{number}"
        )
        x = rect.right + 8
