"""Dialogs over any screen: settings, bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carteado.engine.sentences import Sentence
from carteado.scene.bot_words import bot_style
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.entering_sheets import ENTERING, draw_entering
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import dialog, draw_notice
from carteado.scene.lobby_words import cut_off
from carteado.scene.shapes import Intent, Rect, Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import LANGUAGES, Words

__all__ = ["draw_host", "draw_sheet"]


def draw_sheet(
    scene: Scene, words: Words, ui: Ui, settings: Settings, bots: tuple[str, ...] = ()
) -> Scene:
    """The scene with the open dialog over it, if there is one.

    Args:
        scene: below the dialog.
        words: of the reader.
        ui: says which dialog is open.
        settings: of the player.
        bots: names of the bots that may be added.
    """
    # Other sheets belong to one screen, which draws them itself.
    if ui.sheet not in ("settings", "bots", "second", "leave", "to-lobby", *ENTERING):
        return scene
    canvas = Canvas(frame_of(scene.size, settings.text), words, ui)
    if ui.sheet == "settings":
        _settings(canvas, settings)
    elif ui.sheet in ENTERING:
        draw_entering(canvas)
        draw_notice(canvas, canvas.frame.size[1] - 4, over=True)
    elif ui.sheet == "second":
        _second(canvas)
    elif ui.sheet == "leave":
        _leave(canvas)
    elif ui.sheet == "to-lobby":
        _to_lobby(canvas)
    else:
        _bots(canvas, bots)
    over = canvas.scene()
    return replace(scene, items=(*scene.items, *over.items), targets=over.targets)


def _close(words: Words) -> tuple[str, str, Intent, str, str]:
    return ("close", words("Close"), Intent("sheet", ""), "Escape", "primary")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setting:
    """A row of the settings.

    Attributes:
        key: of the setting.
        label: its name.
        choices: value and name of each.
        chosen: the current value.
    """

    key: str
    label: str
    choices: Sequence[tuple[str, str]]
    chosen: str


def _settings(canvas: Canvas, settings: Settings) -> None:
    words = canvas.words
    rows = (*_appearance(words, settings), *_sounds(words, settings), *_switches(words, settings))
    size = canvas.frame.size
    # 16 stay free around the dialog; 112 are its edges and its button.
    room = (size[1] - 16 - 112 - canvas.s(22) * 1.4) / len(rows)
    # Eight rows share the window; a row is never lower than 40.
    pitch = max(40.0, min(56.0 * min(canvas.frame.metrics.scale, 1.3), room))
    area = dialog(canvas, words("Settings"), "", [_close(words)], width=640, body=pitch * len(rows))
    y = area.y
    for row in rows:
        _row(canvas, Rect(area.x, y, area.w, pitch - 8), row)
        y += pitch


def _appearance(words: Words, settings: Settings) -> tuple[_Setting, ...]:
    themes = [("dark", words("Dark")), ("light", words("Light"))]
    themes.append(("contrast", words("High contrast")))
    decks = [("fourColour", words("Four colours")), ("classic", words("Classic"))]
    decks.append(("colourBlind", words("Colour-blind safe")))
    sizes = [("1.0", "100%"), ("1.25", "125%"), ("1.5", "150%"), ("2.0", "200%")]
    # In the same form as the choices: a settings file may say 1 or 1.0.
    size = str(float(settings.text))
    languages = list(LANGUAGES.items())
    return (
        _Setting(key="theme", label=words("Colours"), choices=themes, chosen=settings.theme),
        _Setting(key="deck", label=words("Cards"), choices=decks, chosen=settings.deck),
        _Setting(key="text", label=words("Text size"), choices=sizes, chosen=size),
        _Setting(
            key="language", label=words("Language"), choices=languages, chosen=settings.language
        ),
    )


def _sounds(words: Words, settings: Settings) -> tuple[_Setting, ...]:
    sounds = [("all", words("All")), ("turn", words("My turn")), ("off", words("Off"))]
    volumes = [("30", "30%"), ("70", "70%"), ("100", "100%")]
    return (
        _Setting(key="sound", label=words("Sound"), choices=sounds, chosen=settings.sound),
        _Setting(key="volume", label=words("Volume"), choices=volumes, chosen=str(settings.volume)),
    )


def _switches(words: Words, settings: Settings) -> tuple[_Setting, ...]:
    """Settings that are on or off: '' is off."""
    amounts = [("", words("Chips")), ("1", words("Big blinds"))]
    motions = [("", words("Full")), ("1", words("Reduced"))]
    blinds = "1" if settings.big_blinds else ""
    reduced = "1" if settings.reduced else ""
    return (
        _Setting(key="big_blinds", label=words("Amounts in"), choices=amounts, chosen=blinds),
        _Setting(key="reduced", label=words("Motion"), choices=motions, chosen=reduced),
    )


def _row(canvas: Canvas, rect: Rect, row: _Setting) -> None:
    label = Rect(rect.x, rect.y, rect.w * 0.28 - 8, rect.h)
    canvas.text(label, row.label, canvas.s(15), shrink=True)
    place = Rect(rect.x + rect.w * 0.28, rect.y, rect.w * 0.72, rect.h)
    # `segments` knows only the values of the choices; the name of the setting is added below.
    first = len(canvas.targets)
    canvas.segments(f"set-{row.key}", place, row.choices, row.chosen, "set")
    for at in range(first, len(canvas.targets)):
        target = canvas.targets[at]
        value = _typed(row.key, str(target.intent.value))
        canvas.targets[at] = replace(target, intent=Intent("set", (row.key, value)))


def _typed(key: str, value: str) -> object:
    if key == "text":
        return float(value)
    if key == "volume":
        return int(value)
    # '' is the choice that stands for "off".
    return bool(value) if key in ("big_blinds", "reduced") else value


def _leave(canvas: Canvas) -> None:
    """The seat is given up only after a question."""
    words = canvas.words
    text = words("Your seat becomes free. In a hand you fold first, or the hand is played out.")
    buttons = (
        ("close", words("Cancel"), Intent("sheet", ""), "Escape", "outline"),
        ("leave", words("Leave the table"), Intent("leave"), "Enter", "danger"),
    )
    dialog(canvas, words("Leave this table?"), text, buttons)


def _to_lobby(canvas: Canvas) -> None:
    """During a hand the table is left out of sight only after a question."""
    words = canvas.words
    text = words("You keep your seat, and your clock runs on your turn.")
    buttons = (
        ("close", words("Stay here"), Intent("sheet", ""), "Escape", "outline"),
        ("to-lobby", words("Show the lobby"), Intent("to-lobby"), "Enter", "primary"),
    )
    dialog(canvas, words("Show the lobby while the game goes on?"), text, buttons)


def _second(canvas: Canvas) -> None:
    """A second person at this screen: under which name."""
    words = canvas.words
    text = words(
        "A second person beside you takes another seat at this table. Both hands stay covered "
        "until their player asks."
    )
    buttons = (
        ("close", words("Cancel"), Intent("sheet", ""), "Escape", "outline"),
        ("second-add", words("Sit down here"), Intent("second"), "Enter", "primary"),
    )
    area = dialog(
        canvas, words("Two at one screen"), text, buttons, body=60, fields=("second-name",)
    )
    field = Rect(area.x, area.y, area.w, 44)
    canvas.field("second-name", field, hint=words("Name of the second player"))
    # The table's own place for it lies under this dialog.
    draw_notice(canvas, canvas.frame.size[1] - 4, over=True)


def _bots(canvas: Canvas, bots: tuple[str, ...]) -> None:
    words = canvas.words
    text = words("Choose who sits down.") if bots else words("This server has no bots to seat.")
    # The dialog has room for eight rows of three, or for five rows of two with a line about their
    # style.
    described = len(bots) <= 10
    columns, pitch = (2, 64.0) if described else (3, 52.0)
    shown = bots[:24]
    rows = -(-len(shown) // columns)
    room = canvas.frame.size[1] - 230 - canvas.s(22)
    pitch = min(pitch * min(canvas.frame.metrics.scale, 1.3), max(52.0, room / max(1, rows)))
    wide = 640 if described else 520
    area = dialog(canvas, words("Add a bot"), text, [_close(words)], width=wide, body=rows * pitch)
    width = (area.w - 8 * (columns - 1)) / columns
    for number, bot in enumerate(shown):
        row, column = divmod(number, columns)
        rect = Rect(area.x + column * (width + 8), area.y + row * pitch, width, pitch - 8)
        style = bot_style(bot, words) if described else ""
        if not described:
            canvas.button(f"bot:{bot}", rect, bot, Intent("add-bot", bot), kind="outline", size=15)
            continue
        canvas.box(rect, "panel", line="inputBorder", radius=8, role="button", key=f"bot:{bot}")
        size, small = min(canvas.s(15), rect.h * 0.36), min(canvas.s(12.5), rect.h * 0.3)
        # A bot without a known style has its name in the middle of the box.
        up = size * (1.2 if style else 0.62)
        name = Rect(rect.x + 12, rect.cy - up, rect.w - 24, size * 1.25)
        canvas.text(name, bot, size, "semibold", shrink=True)
        under = Rect(name.x, rect.cy + 2, name.w, small * 1.3)
        canvas.text(under, style, small, colour="textMuted", shrink=True)
        canvas.target(
            f"bot:{bot}", rect, Intent("add-bot", bot), label=f"{bot}, {style}" if style else bot
        )


def draw_host(
    scene: Scene,
    words: Words,
    ui: Ui,
    settings: Settings,
    url: str,
    problem: Sentence | str,
    code: tuple[tuple[bool, ...], ...],
    people: Sequence[str] | None = None,
) -> Scene:
    """The server of this window: its address and the code to scan, or why it does not run.

    Before it is stopped, and while the window is to close, it asks what becomes of the server and
    names the `people` at its tables, as far as they are known.

    Args:
        scene: the scene below.
        words: of the player.
        ui: state of the screen.
        settings: of the player.
        url: the server's address, '' while it starts.
        problem: why it does not run, '' if it runs.
        code: rows of the QR code, True for a dark module.
        people: players at its tables; None if unknown.
    """
    canvas = Canvas(frame_of(scene.size, settings.text), words, ui)
    if ui.sheet == "host-stop":
        back = Intent("sheet", "host")
        answers = (
            ("cancel", words("Keep it running"), back, "Escape", "outline"),
            # F9, not Enter, as for a table: no other question is answered with it.
            ("stop", words("Stop the server"), Intent("host-stop"), "F9", "danger"),
        )
        text = cut_off(words, people)
        dialog(canvas, words("Stop your server?"), text, answers, width=600)
    # Closing the window would also end the server that others play on.
    elif ui.sheet == "quit":
        text = cut_off(words, people)
        buttons = (
            ("cancel", words("Cancel"), Intent("sheet", ""), "Escape", "outline"),
            ("keep", words("Keep it running"), Intent("quit", "keep"), "Enter", "neutral"),
            ("stop", words("Stop the server"), Intent("quit", "stop"), "F9", "danger"),
        )
        dialog(canvas, words("Stop your server too?"), text, buttons, width=640)
    elif problem:
        text = words.said(problem)
        # The server's own words say what went wrong, but not that it did not start.
        if isinstance(problem, str):
            text = words("The server could not be started: {reason}", reason=problem)
        again = [
            ("close", words("Close"), Intent("sheet", ""), "Escape", "outline"),
            ("again", words("Try again"), Intent("host"), "Enter", "primary"),
        ]
        dialog(canvas, words("Your server did not start"), text, again, width=600)
    elif not url:
        text = words("It takes a few seconds.")
        dialog(canvas, words("Your server is starting"), text, [_close(words)])
    else:
        _address(canvas, url, code)
    over = canvas.scene()
    return replace(scene, items=(*scene.items, *over.items), targets=over.targets)


def _address(canvas: Canvas, url: str, code: tuple[tuple[bool, ...], ...]) -> None:
    words = canvas.words
    text = words("Friends open this address on their phone or computer, or scan the code.")
    buttons = (
        ("stop", words("Stop the server"), Intent("host-stop"), "F9", "neutral"),
        ("close", words("Close"), Intent("sheet", ""), "Escape", "outline"),
        ("lobby", words("Open the lobby"), Intent("host-open"), "Enter", "primary"),
    )
    side = min(220.0, canvas.frame.size[1] * 0.4) if code else 0.0
    area = dialog(canvas, words("Your server"), text, buttons, width=600, body=side + 48)
    # People open it in a browser; clients accept both forms.
    shown = url.replace("ws://", "http://", 1)
    line = Rect(area.x, area.y, area.w, 36)
    canvas.text(line, shown, canvas.s(19), "bold", "link", mono=True, align="center")
    if not code:
        return
    # A whole number, so that all dots of the code are equally large.
    unit = int(side // len(code))
    left, top = area.cx - unit * len(code) / 2, line.bottom + 4
    # Black on white in every theme, since many scanners cannot read inverted codes.
    canvas.box(Rect(left, top, unit * len(code), unit * len(code)), "#FFFFFF", role="code")
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            if dark:
                dot = Rect(left + x * unit, top + y * unit, unit, unit)
                canvas.box(dot, "#000000", role="dot")
