"""A replay: a step of the table, its time line, and the keys that go through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame, frame_of
from carteado.clients.tui.grid import Grid, Ink, Line
from carteado.clients.tui.pages import generic
from carteado.clients.tui.pages.coach import CoachRow, coach_rows, draw_rows
from carteado.clients.tui.pages.registry import page_of
from carteado.clients.tui.pages.side import draw_lines, log_rows
from carteado.clients.tui.pages.top import draw_notice, draw_top, full_title
from carteado.clients.tui.plots import draw_course
from carteado.clients.tui.view import View
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.film import Film, MarkKind
from carteado.scene.film_words import place_text
from carteado.scene.poker.boards import chance_name
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.replay_curves import LEAD, RAIL_LEAD
from carteado.scene.shapes import Intent, Rect
from carteado.scene.story import Log

__all__ = ["chance_rows", "draw_film"]

ROWS = 6
"""Rows below a small table: the time line, the input line and the keys."""

WIDE_ROWS = 8

CHANCES = 16
"""Rows of the chances in the side panel."""

COURSE_ROWS = 10
"""Rows of the points over a deal, with their title."""

Course = Callable[[Film, int], Sequence[float]]
"""Points over the shown deal of a replay, in so many columns."""

_LETTERS: dict[MarkKind, str] = {
    "street": "·",
    "score": "★",
    "game": "║",
    "deal": "│",
    "morto": "M",
    "canastra": "C",
    "batida": "B",
}
"""Letters below the time line; later ones hide earlier ones in the same cell."""


def draw_film(grid: Grid, film: Film, view: View, course: Course | None = None) -> None:
    """Draw the step that is shown.

    Args:
        grid: to draw on.
        film: the replay.
        view: of its step; its reader may know chances that the film does not.
        course: gives points over the shown deal; nothing is drawn of them when absent.
    """
    frame = frame_of((grid.width, grid.height))
    frame = replace(frame, rule=grid.height - (WIDE_ROWS if frame.wide else ROWS))
    points = course if frame.wide and isinstance(view.picture, BuracoPicture) else None
    words, table = view.words, view.reader.table
    assert table is not None
    # A game's page need not have one; the generic page shows any game's lines.
    still = getattr(page_of(table.opened.game), "draw_still", generic.draw_still)
    # The curve takes its rows from the table above it.
    table_frame = replace(frame, rule=frame.rule - COURSE_ROWS) if points else frame
    still(grid, table_frame, view)
    # Nothing can be done at a table that is only shown.
    grid.targets.clear()
    grid.order.clear()
    grid.letters = frozenset()
    _top(grid, frame, film, view)
    if frame.wide:
        _side(grid, frame, film, view)
    grid.rule(frame.x if not frame.wide else 0, frame.rule, frame.width, words("Time line"))
    draw_notice(grid, frame.rule, frame.x, frame.width)
    x, width = _track(grid, frame, film, view)
    if points:
        title = words(LEAD if view.reader.seat is not None else RAIL_LEAD)
        grid.rule(0, table_frame.rule, frame.width, title)
        first, last = film.span
        here = round((width - 1) * (film.at - first) / max(1, last - first))
        values = points(film, width)
        draw_course(grid, x, table_frame.rule + 1, COURSE_ROWS - 1, values, here)
    _keys(grid, frame, film, view)


def _top(grid: Grid, frame: Frame, film: Film, view: View) -> None:
    """The title of the replay, its view, and the place in it."""
    words, picture, table = view.words, view.picture, view.reader.table
    assert table is not None
    eyes = words("view: {eyes}", eyes=film.viewer)
    title = f"{words('Replay')} · {full_title(picture)}"
    # The point of view matters more than the table's name.
    if cell_len(title) + cell_len(eyes) > grid.width - 4:
        title = f"{words('Replay')} · {picture.subtitle}"
    draw_top(grid, title, eyes)
    event = words("event {at} of {count}", at=film.at + 1, count=len(film.steps))
    turn = table.game.turn(table.state)
    name = words.player(table.state.names, turn) if turn is not None else ""
    text = words("{name}'s turn", name=name) if name else ""
    end = grid.text(frame.x + 2, 1, event, Ink("textMuted"))
    if isinstance(picture, BuracoPicture):
        at, count = film.turns
        turn_text = words("turn {at} of {count}", at=at, count=count) if at else ""
        end = grid.text(end + 3, 1, turn_text, Ink("textMuted"))
    end = grid.text(end + 3, 1, text, Ink("turn", bold=True), width=32)
    if isinstance(picture, BuracoPicture):
        us, them = map(words.number, picture.totals)
        ours, theirs = picture.pairs
        points = f"{ours} {us}  {theirs} {them}"
        room = frame.x + frame.width - end - 2
        if cell_len(points) > room:  # the runs below name the pairs, in the same order
            points = f"{us} : {them}"
        grid.text(end + 1, 1, points, Ink(bold=True), width=room, align="right")


def _side(grid: Grid, frame: Frame, film: Film, view: View) -> None:
    """The log, and the chances at this step."""
    assert frame.side is not None
    words, x, width = view.words, frame.side + 2, frame.side_width - 1
    for y in range(1, grid.height):
        grid.text(frame.side, y, "│", Ink("panelBorder"))
    below = grid.height - CHANCES
    log: Log = view.reader.story.log if view.reader.story is not None else Log()
    grid.text(x, 1, words("What happened"), Ink("textMuted", bold=True))
    draw_lines(grid, x, 3, width, below - 4, log_rows(log.lines, width))
    grid.text(frame.side, below, "─" * (grid.width - frame.side), Ink("panelBorder"))
    grid.text(x, below + 1, words("Chances"), Ink("textMuted", bold=True))
    draw_rows(grid, x, below + 3, width, chance_rows(film, view, width)[: CHANCES - 4])


def chance_rows(film: Film, view: View, width: int) -> list[CoachRow]:
    """The chances at the shown step: of the open hands by pot, or what the coach counted."""
    words, picture = view.words, view.picture
    if isinstance(picture, PokerPicture) and picture.chances:
        rows: list[CoachRow] = []
        names = [one.name for one in picture.seats]
        for chance in picture.chances:
            if len(picture.chances) > 1:
                name = chance_name(chance, picture.chances, words)
                rows.append((f"{name} {words.number(chance.amount)}", "", ""))
            for seat, part in sorted(chance.parts.items(), key=lambda pair: -pair[1]):
                rows.append((f"  {words.player(names, seat)}", words.percent(float(part)), ""))
        return rows
    if isinstance(picture, PokerPicture | BuracoPicture):
        if view.advice is not None or view.ui.coach:
            return coach_rows(view, width)
        text = words("Nothing is to be counted here.")
        if film.log:
            text = words("There is nothing to count here. V changes whose cards are seen.")
        if isinstance(picture, BuracoPicture) and picture.turn is not None:
            text = words("O counts for the acting seat, if its cards are seen.")
        return [(piece, "", "") for piece in wrapped(text, width)]
    return [(words("This game has no odds."), "", "")]


def _track(grid: Grid, frame: Frame, film: Film, view: View) -> tuple[int, int]:
    """The hand or deal that is shown as a line, and its marks below it; its place and length."""
    words, y = view.words, frame.rule + 1
    first, last = film.span
    left = place_text(film) or words("start")
    right = words("of {count}", count=len(film.dealt_in(film.place[0])))
    x = grid.text(frame.x + 1, y, left, Ink("textMuted")) + 1
    width = frame.x + frame.width - x - len(right) - 3
    grid.text(x + width + 1, y, right, Ink("textMuted"))

    def place(step: int) -> int:
        return x + round((width - 1) * (step - first) / max(1, last - first))

    knob = place(film.at)
    grid.text(x, y, "━" * (knob - x), Ink("info"))
    grid.text(knob, y, "◆", Ink("info", bold=True))
    grid.text(knob + 1, y, "─" * (x + width - knob - 1), Ink("panelBorder"))
    order: Sequence[MarkKind] = tuple(_LETTERS)
    # The rarer ones are drawn last, over the common ones.
    for mark in sorted(film.marks, key=lambda one: order.index(one.kind)):
        # The line shows one deal; other deals' marks belong to other lines.
        if first <= mark.step <= last:
            grid.text(place(mark.step), y + 1, _LETTERS[mark.kind], Ink("textMuted", bold=True))
    grid.target("timeline", Rect(x, y, width, 2), Intent("none"), kind="area")
    return x, width


def _keys(grid: Grid, frame: Frame, film: Film, view: View) -> None:
    """The input line, and two rows of keys that can be clicked too."""
    words, y = view.words, frame.rule + 3
    if frame.wide:
        width = frame.side or grid.width
        grid.rule(0, y, width)
        grid.rule(0, y + 2, width)
        y += 1
    prompt = words("go to hand, or event 120:") if view.ui.editing == "film-goto" else ">"
    end = grid.text(frame.x + 1, y, prompt, Ink("turn", bold=True))
    grid.line = Line(x=end + 1, y=y, width=frame.x + frame.width - end - 2)
    buraco = isinstance(view.picture, BuracoPicture)
    rows = _rows(film, view, buraco=buraco)
    for number, row in enumerate(rows):
        x = frame.x + 1
        # Closer keys, before any word is left out.
        gap = 2 if _cells(row, 2) < frame.width else 1
        # In a language with longer words the question mark alone has to do.
        bare = "film-help" if _cells(row, gap) >= frame.width else ""
        for key, label, intent, hotkeys, shown in row:
            at = grid.height - 2 + number
            text = "" if key == bare else label
            x = grid.button(key, x, at, text, intent, hotkeys=hotkeys, shown=shown)
            x += gap if label and text else 0
    for key, intent, name in (
        ("film-first", Intent("seek", 0), "Home"),
        ("film-last", Intent("seek", len(film.steps) - 1), "End"),
    ):
        grid.target(key, Rect(-1, -1, 0, 0), intent, hotkeys=(name,))


Key = tuple[str, str, Intent, tuple[str, ...], str]
"""Name, label, meaning, keys, and how the key is written."""


def _cells(row: Sequence[Key], gap: int) -> int:
    """The cells of a row of keys."""
    return 1 + sum(
        cell_len(shown) + 1 + cell_len(label) + (gap if label else 0)
        for _, label, _, _, shown in row
    )


def _rows(film: Film, view: View, *, buraco: bool) -> tuple[list[Key], list[Key]]:
    words = view.words
    street = words.inside(words("Turn")) if buraco else words("street")
    deal = words("deal") if buraco else words("hand")
    kind = "turn" if buraco else "street"
    play = words("pause") if film.playing else words("play")

    def jump(way: int, kind: str) -> Intent:
        return Intent("film-jump", (way, kind))

    first: list[Key] = [
        ("film-back", "", Intent("film-step", -1), ("Left",), "←"),
        ("film-on", words("event"), Intent("film-step", 1), ("Right",), "→"),
        ("film-street-back", "", jump(-1, kind), ("[",), "["),
        ("film-street", street, jump(1, kind), ("]",), "]"),
        ("film-deal-back", "", jump(-1, "deal"), ("<", ","), "<"),
        ("film-deal", deal, jump(1, "deal"), (">", "."), ">"),
        ("film-play", play, Intent("film-play"), ("Space",), words("Space")),
        ("film-faster", "", Intent("film-speed", 1), ("+",), "+"),
        (
            "film-slower",
            words("speed {speed}x", speed=f"{film.speed:g}"),
            Intent("film-speed", -1),
            ("-", "−"),
            "−",
        ),
        ("film-goto", words("go to"), Intent("edit", "film-goto"), ("G",), "G"),
    ]
    second: list[Key] = []
    if film.log:
        second.append(("film-eyes", words("view"), Intent("film-eyes"), ("V",), "V"))
    second.append(("film-score", words("result"), jump(1, "score"), ("R",), "R"))
    if buraco:
        second.append(("film-morto", words("morto"), jump(1, "morto"), ("M",), "M"))
        second.append(("film-canastra", words("canastra"), jump(1, "canastra"), ("C",), "C"))
    if buraco or isinstance(view.picture, PokerPicture):
        chances = Intent("sheet", "chances")
        second.append(("film-chances", words("chances"), chances, ("O",), "O"))
    second += [
        ("film-share", words("share"), Intent("sheet", "share"), ("X",), "X"),
        ("film-help", words("help"), Intent("sheet", "film-help"), ("?",), "?"),
        ("back", words("close"), Intent("back"), ("Escape",), "Esc"),
    ]
    return first, second
