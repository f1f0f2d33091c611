"""The dialog of a replay to jump to a hand or deal, and to what happened in it."""

from __future__ import annotations

from dataclasses import replace

from carteado.scene.film import Film, Mark
from carteado.scene.film_words import place_text
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import DialogButton, dialog, draw_notice
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import Intent, Rect, Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["draw_jump", "mark_text"]

_COLUMNS = 3
_MOST = 15
"""Most places of a hand that are offered; a deal of Buraco rarely has more canastras."""


def draw_jump(scene: Scene, film: Film, ui: Ui, settings: Settings) -> Scene:
    """A replay with the dialog over it."""
    words = film.shown.words
    # Before the first deal its places are offered already.
    if film.deals and film.at < film.deals[0]:
        film = film.seek(film.deals[0])
    canvas = Canvas(frame_of(scene.size, settings.text), words, ui)
    places = _places(film, words)
    pitch = 44.0 + 8.0
    # Rounded up: the last row may be short.
    rows = -(-len(places) // _COLUMNS)
    size = min(canvas.s(14), 21.0)
    caption = size * 1.6
    buttons: tuple[DialogButton, ...] = (
        ("close", words("Close"), Intent("sheet", ""), "Escape", "outline"),
        ("jump-before", words("Result before"), Intent("film-jump", (-1, "score")), "B", "neutral"),
        ("jump-after", words("Next result"), Intent("film-jump", (1, "score")), "R", "neutral"),
    )
    height = caption + rows * pitch + 8 + pitch
    area = dialog(canvas, words("Jump to"), "", buttons, width=680, body=height)
    poker = isinstance(film.shown.picture(), PokerPicture)
    here = place_text(film)
    line = Rect(area.x, area.y, area.w, caption)
    canvas.text(line, here[:1].upper() + here[1:], size, "semibold", "textMuted")
    width = (area.w - 8 * (_COLUMNS - 1)) / _COLUMNS
    for at, (mark, label) in enumerate(places):
        row, column = divmod(at, _COLUMNS)
        rect = Rect(area.x + column * (width + 8), line.bottom + row * pitch, width, 44)
        # Only nine places have a digit.
        key = str(at + 1) if at < 9 else ""
        seek = Intent("seek", mark.step)
        canvas.button(f"jump:{mark.step}", rect, label, seek, kind="outline", hotkey=key, size=14)
    hint = _hint(film, words, poker=poker)
    field = Rect(area.x, line.bottom + rows * pitch + 8, area.w - 2 * (width * 0.5 + 8), 44)
    canvas.field("film-goto", field, hint=hint)
    # The field was added last; `field` itself knows no hotkeys.
    canvas.targets[-1] = replace(canvas.targets[-1], hotkeys=("G",))
    canvas.key_sign(field.right - canvas.key_width("G") - 10, field.cy, "G", "textMuted")
    go = Rect(field.right + 8, field.y, area.right - field.right - 8, 44)
    canvas.button(
        "jump-go",
        go,
        words("Go there"),
        Intent("film-goto"),
        kind="primary",
        hotkey="Enter",
        size=14,
    )
    draw_notice(canvas, over=True)
    over = canvas.scene()
    # Only the dialog's targets: what lies below it must not be pressed.
    return replace(scene, items=(*scene.items, *over.items), targets=over.targets)


def _hint(film: Film, words: Words, *, poker: bool) -> str:
    """What can be typed: a hand or deal, with its game where there are several."""
    count = len(film.dealt_in(film.place[0]))
    if len(film.games) == 1:
        if poker:
            return words("Hand 1 to {count}", count=count)
        return words("Deal 1 to {count}", count=count)
    if poker:
        return words("Hand 1 to {count}, or 2.3: game 2, hand 3", count=count)
    return words("Deal 1 to {count}, or 2.3: match 2, deal 3", count=count)


def _places(film: Film, words: Words) -> list[tuple[Mark, str]]:
    """The marks of the shown hand with their names, those of the same name only once."""
    found: dict[str, Mark] = {}
    for mark in film.marks_here:
        # Two marks of one name would be two equal buttons.
        found.setdefault(mark_text(film, mark, words), mark)
    return [(mark, text) for text, mark in found.items()][:_MOST]


def mark_text(film: Film, mark: Mark, words: Words) -> str:
    """The event of a mark, in a few words."""
    step, event = film.steps[mark.step], film.seen[mark.step] if film.seen else None
    seat = getattr(event, "seat", None)
    names = step.table.state.names if step.table is not None else ()
    name = names[seat] if seat is not None and seat < len(names) else ""
    match mark.kind:
        case "deal":
            text = words("Cards dealt")
        case "game":
            text = words("New game")
        case "street":
            cards = len(getattr(step.table.state, "board", ())) if step.table is not None else 0
            # A street is known by the cards that lie on the board then.
            streets = {3: words("Flop"), 4: words("Turn card"), 5: words("River")}
            text = streets.get(cards, "") or words("All-in")
            if getattr(event, "type", "") == "all_in_shown":
                text = words("All-in")
        case "score":
            text = words("Result")
        case "morto":
            text = words("Morto")
        case "canastra":
            text = words("Canastra")
        case "batida":
            text = words("Batida")
    return f"{text} · {name}" if name else text
