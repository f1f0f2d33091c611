"""The timeline of a replay, below the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.film import Film, Mark
from carteado.scene.film_words import place_text, turn_text
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.film_jump import mark_text
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import draw_notice
from carteado.scene.layout.plots import DASHES, INKS
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.reader import Reader
from carteado.scene.replay_curves import curves_of, measured
from carteado.scene.shapes import Box, Intent, Line, Rect, Scene, Target
from carteado.scene.text import text_width
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["STRIP", "film_scene"]

# Caption, curve and buttons, each with its margin.
STRIP = 116.0
_LETTERS = {"batida": "B", "morto": "M", "canastra": "C"}
"""Marks of a Buraco deal that bear a letter where there is room, the most important first."""
_KEPT = ("back", "settings", "keys", "close")
"""Places to click of a table that a replay keeps."""
_LOW = 640.0
_LOW_TEXT = 1.25
"""Below this height a poker table over the strip has at most this text scale, others have 1."""
_PART = 5.0
"""Least distance of the turns on the line, on average; closer ticks would cover it."""
_TALL = 44.0
"""Height of the curve with the line below it, which is dragged."""


def film_scene(
    film: Film,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    shown: Reader | None = None,
) -> Scene:
    """A step of a replay with its timeline: a pure function.

    Args:
        film: what is shown.
        ui: state of the screen.
        settings: of the player.
        size: of the screen, logical pixels.
        shown: the step, if more is known of it than the replay has, such as chances.
    """
    width, height = size
    # `none` keeps the score sheet of a deal from opening by itself.
    quiet = replace(ui, sheet=ui.sheet or "none", notice=None, film=film, coach=film.odds)
    # The strip takes the room that the largest text needs in a small window.
    fitting = settings
    if height - STRIP < _LOW:
        most = _LOW_TEXT if isinstance(film.shown.picture(), PokerPicture) else 1.0
        fitting = replace(settings, text=min(settings.text, most))
    # Time 0: a log has no running clock.
    table = table_scene(shown or film.shown, quiet, fitting, (width, height - STRIP), 0.0)
    canvas = Canvas(frame_of(size, settings.text), film.shown.words, ui)
    strip = Rect(0, height - STRIP, width, STRIP)
    canvas.box(strip, "panelRaised", role="bar")
    canvas.box(Rect(0, strip.y, width, 2), "info", role="line")
    _controls(canvas, strip, film)
    draw_notice(canvas)
    over = canvas.scene()
    # Only places of the table that show more can be pressed: a log takes no actions.
    kept = tuple(one for one in table.targets if one.key in _KEPT)
    # Tabs of the drawer, the settings, and canastras that unfold.
    kept += tuple(
        one
        for one in table.targets
        if one.key.startswith(("tab:", "set-", "run:", "film-", "coach", "full:"))
    )
    return replace(
        table,
        size=size,
        items=(*table.items, *over.items),
        targets=(*kept, *over.targets),
        live=film.title,
    )


def _controls(canvas: Canvas, strip: Rect, film: Film) -> None:
    words = canvas.words
    size = min(canvas.s(12.5), 15.0)
    caption = Rect(strip.x + 14, strip.y + 4, strip.w - 28, size * 1.35)
    first, last = film.stretch
    # People count from 1.
    where = words("{at} of {count}", at=film.at - first + 1, count=last - first + 1)
    if deal := place_text(film):
        where = f"{deal} · {where}"
    width = text_width(where, size, "semibold") + 24
    canvas.text(caption, where, size, "semibold", "textMuted", "right")
    rest = Rect(caption.x, caption.y, caption.w - width, caption.h)
    x = _legend(canvas, rest, film, size) + 24
    turn = Rect(x, rest.y, rest.right - x, rest.h)
    canvas.text(turn, turn_text(film), size, "semibold", align="right", suits=True, key="turn")
    _track(canvas, Rect(strip.x, caption.bottom, strip.w, _TALL), film)
    _buttons(canvas, Rect(strip.x + 12, strip.bottom - 50, strip.w - 24, 44), film)


def _legend(canvas: Canvas, line: Rect, film: Film, size: float) -> float:
    """The title of the curve, and its values at the shown step in the colours of its lines.

    Returns:
        Where it ends.
    """
    measure, words = measured(film.shown), canvas.words
    if measure is None or curves_of(film.steps, film.stretch) is None:
        return line.x + canvas.text(line, film.title, size, "semibold", "textMuted")
    x = line.x + canvas.text(line, f"{words(measure.title)}:", size, colour="textMuted") + 8
    for key, name, value in measure.values:
        text = words.signed(value) if measure.signed else words.number(value)
        shown = f"{name} {text}" if name else text
        width = text_width(shown, size, "semibold") + 1
        # Whole values only; the last ones are left out.
        if x + width > line.right:
            break
        ink = INKS[key % len(INKS)]
        canvas.text(Rect(x, line.y, width, line.h), shown, size, "semibold", ink)
        x += width + 12
    return x


@dataclass(frozen=True, slots=True, kw_only=True)
class _Key:
    """A button of the row: its sign or text, its meaning, and its keys, the first one shown."""

    key: str
    label: str
    intent: Intent
    hotkeys: tuple[str, ...]
    icon: str = ""
    behind: bool = False
    sign: str = ""
    kind: str = "neutral"


def _keys(words: Words, film: Film) -> list[_Key]:
    poker = isinstance(film.shown.picture(), PokerPicture)
    inner = words("Street") if poker else words("Turn")
    outer = words("Hand") if poker else words("Deal")
    kind = "street" if poker else "turn"

    def jump(way: int, kind: str) -> Intent:
        return Intent("film-jump", (way, kind))

    play = words("Pause") if film.playing else words("Play")
    sign = "pause" if film.playing else "play"
    event, step = words("Event"), "film-step"
    return [
        _Key(
            key="film-deal-back",
            label=outer,
            intent=jump(-1, "deal"),
            # Both characters of the key, so that Shift makes no difference.
            hotkeys=("<", ","),
            icon="left",
        ),
        _Key(key="film-before", label=inner, intent=jump(-1, kind), hotkeys=("[",), icon="left"),
        _Key(key="film-back", label=event, intent=Intent(step, -1), hotkeys=("Left",), icon="left"),
        _Key(
            key="film-play",
            label=play,
            intent=Intent("film-play"),
            hotkeys=("Space",),
            icon=sign,
            kind="primary",
        ),
        _Key(
            key="film-on",
            label=event,
            intent=Intent(step, 1),
            hotkeys=("Right",),
            icon="right",
            behind=True,
        ),
        _Key(
            key="film-next",
            label=inner,
            intent=jump(1, kind),
            hotkeys=("]",),
            icon="right",
            behind=True,
        ),
        _Key(
            key="film-deal",
            label=outer,
            intent=jump(1, "deal"),
            hotkeys=(">", "."),
            icon="right",
            behind=True,
        ),
    ]


def _buttons(canvas: Canvas, row: Rect, film: Film) -> None:
    """The steps back and forward, the speed, the point of view, and saving a picture."""
    words = canvas.words
    size = min(canvas.s(14), 17.0)
    keys = _keys(words, film)
    speed = words("Speed {speed}×", speed=f"{film.speed:g}")
    jump = Intent("sheet", "film-jump")
    rest = [
        _Key(key="film-speed", label=speed, intent=Intent("film-speed"), hotkeys=(), sign="+ −"),
        _Key(key="film-goto-open", label=words("Jump to"), intent=jump, hotkeys=("G",)),
    ]
    if len(film.deals) > 1:
        poker = isinstance(film.shown.picture(), PokerPicture)
        here = words("This hand") if poker else words("This deal")
        label = here if film.whole else words("Whole log")
        rest.append(
            _Key(key="film-whole", label=label, intent=Intent("film-whole"), hotkeys=("Z",))
        )
    every = [*keys, *rest]
    # The sign of the key stands beside the word where there is room, below it elsewhere.
    beside = sum(_wide(canvas, one, size) + 8 for one in every) + 8 <= row.w
    # Narrow windows shrink the words before any button is cut.
    while not beside and size > 11 and _stacked(every, size) > row.w:
        size -= 0.5
    x = row.x
    for one in keys:
        width = _wide(canvas, one, size) if beside else _stacked([one], size) - 6
        _button(canvas, Rect(x, row.y, width, row.h), one, size, beside=beside)
        x += width + (8 if beside else 6)
    x = row.right
    for one in reversed(rest):
        width = _wide(canvas, one, size) if beside else _stacked([one], size) - 6
        # The name of a viewer can be long.
        width = min(width, 190.0)
        x -= width
        _button(canvas, Rect(x, row.y, width, row.h), one, size, beside=beside)
        x -= 8 if beside else 6
    for key, way, hotkeys in (("film-slower", -1, ("-", "−")), ("film-faster", 1, ("+", "="))):
        # Without a size: the key works, and no press can hit it.
        canvas.target(key, Rect(-1, -1, 0, 0), Intent("film-speed", way), hotkeys=hotkeys)


def _sign(key: _Key) -> str:
    """The key on the button."""
    return key.sign or key.hotkeys[0]


def _icon_width(key: _Key, size: float) -> float:
    return size + 4 if key.icon else 0.0


def _wide(canvas: Canvas, key: _Key, size: float) -> float:
    """Width of a button whose key stands beside its word."""
    words = _icon_width(key, size) + text_width(key.label, size, "bold")
    return words + canvas.key_width(_sign(key)) + 32


def _stacked(keys: Sequence[_Key], size: float) -> float:
    """Width of buttons whose keys stand below their words, with the gaps behind them."""
    return sum(
        max(44.0, _icon_width(one, size) + text_width(one.label, size, "bold") + 16) + 6
        for one in keys
    )


def _button(canvas: Canvas, rect: Rect, key: _Key, size: float, *, beside: bool) -> None:
    """A button with its sign before or behind its word, and its key."""
    # The canvas puts signs before labels only; here those for "on" stand behind.
    canvas.button(key.key, rect, "", key.intent, kind=key.kind, hotkeys=key.hotkeys)
    # The label is drawn here, so the target gets it for screen readers.
    canvas.targets[-1] = replace(canvas.targets[-1], label=key.label)
    ink = {"primary": "primaryText", "neutral": "neutralText"}[key.kind]
    icon_w = _icon_width(key, size)
    label_w = min(text_width(key.label, size, "bold") + 1, rect.w - icon_w - 12)
    key_w = canvas.key_width(_sign(key)) + 8 if beside else 0.0
    y = rect.y if beside else rect.y - 7
    x = rect.cx - (icon_w + label_w + key_w) / 2
    cy = y + rect.h / 2
    if key.icon and not key.behind:
        canvas.icon(Rect(x, cy - size / 2, size, size), key.icon, ink)
        x += icon_w
    canvas.text(Rect(x, y, label_w, rect.h), key.label, size, "bold", ink, shrink=True)
    x += label_w
    if key.icon and key.behind:
        canvas.icon(Rect(x + 4, cy - size / 2, size, size), key.icon, ink)
        x += icon_w
    if beside:
        canvas.key_sign(x + 8, rect.cy, _sign(key), ink)
    else:
        canvas.key_under(rect, _sign(key), ink)


def _track(canvas: Canvas, rect: Rect, film: Film) -> None:
    """The curve over the line, with the marks and the knob."""
    first, last = film.stretch
    # A stretch of one step must not divide by zero.
    length = max(1, last - first)

    def place(step: int) -> float:
        return rect.x + 14 + (rect.w - 28) * (step - first) / length

    y = rect.bottom - 11
    _curves(canvas, Rect(rect.x + 14, rect.y + 2, rect.w - 28, rect.h - 24), film, place)
    x = place(film.at)
    canvas.box(Rect(x - 1, rect.y, 2, y - rect.y), "info", role="line")
    line = Rect(rect.x + 14, y - 3, rect.w - 28, 6)
    canvas.box(line, "neutral", line="panelBorder", radius=3, role="track")
    canvas.box(Rect(line.x, line.y, x - line.x, line.h), "info", radius=3, role="track")
    _ticks(canvas, line, film, place)
    signed = _marks(canvas, film, place, y)
    knob = Rect.around(place(film.at), y, 20, 20)
    canvas.add(Box(rect=knob, fill="info", radius=10, role="knob"))
    canvas.targets.append(
        Target(
            key="timeline",
            rect=rect,
            intent=Intent("seek"),
            kind="slider",
            span=(first, first + length),
            label=canvas.words("Timeline"),
        )
    )
    # Above the line, which takes every other press.
    for x, mark in signed.items():
        disc, key = Rect.around(x, y, 22, 22), f"mark:{mark.step}"
        label = mark_text(film, mark, canvas.words)
        canvas.target(key, disc, Intent("seek", mark.step), kind="place", label=label)
        if canvas.ui.hover == key:
            canvas.tip(disc, label)


def _ticks(canvas: Canvas, line: Rect, film: Film, place: Callable[[int], float]) -> None:
    """Cuts of the line where the turns of Buraco begin, as long as there are parts between them."""
    first, last = film.stretch
    begun = [step for step in film.begun if first <= step <= last]
    if not isinstance(film.shown.picture(), BuracoPicture) or len(begun) * _PART > line.w:
        return
    for step in begun:
        canvas.box(Rect(place(step) - 1, line.y, 2, line.h), "panelRaised", role="turn-tick")


def _marks(
    canvas: Canvas, film: Film, place: Callable[[int], float], y: float
) -> dict[float, Mark]:
    """The marks along the line; a press on a letter goes exactly there."""
    letters = list(_LETTERS)
    first, last = film.stretch
    shown = [mark for mark in film.marks if first <= mark.step <= last]
    signed: dict[float, Mark] = {}
    for mark in sorted(shown, key=lambda one: _order(letters, one)):
        x = place(mark.step)
        if mark.kind in _LETTERS and all(abs(x - other) >= 20 for other in signed):
            signed[x] = mark
    drawn = -99.0
    for mark in shown:
        x = place(mark.step)
        # Marks that lie closer would merge; those of deals may lie closer than others.
        if mark in signed.values() or x - drawn < (2.0 if mark.strong else 4.0):
            continue
        drawn = x
        height = 18.0 if mark.strong else 8.0
        ink = "text" if mark.strong else "textMuted"
        canvas.box(Rect(x - 1, y - height / 2, 2, height), ink, role="mark")
    for x, mark in signed.items():
        disc = Rect.around(x, y, 18, 18)
        canvas.box(disc, "panel", line="text", radius=9, role="mark")
        canvas.text(disc, _LETTERS[mark.kind], 11, "bold", "text", "center")
    return signed


def _order(letters: Sequence[str], mark: Mark) -> int:
    return letters.index(mark.kind) if mark.kind in letters else len(letters)


def _curves(canvas: Canvas, area: Rect, film: Film, place: Callable[[int], float]) -> None:
    """The course of the replay: a line for each player, or one for the lead."""
    course = curves_of(film.steps, film.stretch)
    if course is None:
        return

    def y_of(value: int) -> float:
        return area.bottom - area.h * (value - course.low) / (course.high - course.low)

    canvas.box(Rect(area.x, y_of(0), area.w, 1), "panelBorder", role="grid")
    own = film.shown.seat
    # The reader's line lies above the others.
    for key, line in sorted(course.lines.items(), key=lambda pair: pair[0] == own):
        points = tuple((place(step), y_of(value)) for step, value in line)
        # One point is not a line.
        if len(points) > 1:
            ink, dash = INKS[key % len(INKS)], DASHES[key % len(DASHES)]
            wide = 2.5 if key == own or len(course.lines) == 1 else 1.5
            canvas.add(
                Line(
                    rect=area, points=points, colour=ink, width=wide, dash=dash, key=f"course:{key}"
                )
            )
