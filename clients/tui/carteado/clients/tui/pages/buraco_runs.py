"""Both pairs' runs: a line for each in a small terminal, columns of cards in a large one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import KEY, Grid, Ink
from carteado.clients.tui.surface import GLYPH_INKS
from carteado.clients.tui.view import View
from carteado.scene.buraco.picture import RunPicture
from carteado.scene.buraco.staging import RUN_KEYS, Staging
from carteado.scene.cards import GLYPHS, card_text, cards_text, suit_of
from carteado.scene.shapes import Intent, Rect
from carteado.scene.words import Words

__all__ = [
    "RunRow",
    "cards_of",
    "draw_columns",
    "draw_lines",
    "mark_of",
    "runs_of",
    "staging_of",
]

THEIR_KEYS = 6
"""Number of their runs that have keys."""

SUITS = tuple(GLYPHS.values())
HALF = 40
"""Columns of a pair in a small terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run on the table, or a new one that is only staged.

    Attributes:
        number: in its pair's area.
        run: None for a staged one.
        added: staged cards.
    """

    number: int
    run: RunPicture | None
    added: tuple[str, ...] = ()


def staging_of(view: View) -> Staging:
    """The selected and staged cards that the hand still has."""
    staging = view.ui.more if isinstance(view.ui.more, Staging) else Staging()
    return staging.fresh(view.picture.hand)


def runs_of(view: View) -> tuple[tuple[RunRow, ...], tuple[RunRow, ...]]:
    """The runs of the reader's pair with what is staged to them, and the other pair's."""
    picture = view.picture
    staged: dict[int, tuple[str, ...]] = {}
    for step in staging_of(view).steps:
        if step.run is not None:
            # Several plays may extend the same run.
            staged[step.run] = (*staged.get(step.run, ()), *step.cards)
    ours = [
        RunRow(number=run.number, run=run, added=staged.pop(run.number, ())) for run in picture.ours
    ]
    # The rest after `pop` above are new runs.
    ours += [RunRow(number=number, run=None, added=staged[number]) for number in sorted(staged)]
    theirs = (RunRow(number=run.number, run=run) for run in picture.theirs)
    return tuple(ours), tuple(theirs)


def _first(view: View, most: int, room: int) -> int:
    """The first run that is shown, as far as one can scroll."""
    # Both pairs scroll together, so the longer one decides.
    return min(view.ui.scroll.get("runs", 0), max(0, most - room))


def _header(
    grid: Grid, view: View, pairs: tuple[Sequence[RunRow], ...], at: Rect, room: int
) -> None:
    """Both pairs' names, numbers and points, and the keys that scroll where some runs are hidden.

    Args:
        grid: to draw on.
        view: of the reader.
        pairs: the runs, ours first.
        at: the row of the first pair's header.
        room: so many runs of a pair fit.
    """
    words, width = view.words, int(at.w)
    most = max(map(len, pairs))
    first = _first(view, most, room)
    names = view.picture.areas
    grid.rule(int(at.x), int(at.y), 2 * width)
    for number, (rows, name) in enumerate(zip(pairs, names, strict=True)):
        x, y = int(at.x) + number * width, int(at.y)
        made = [row.run for row in rows if row.run is not None]
        points = words.number(sum(run.points for run in made))
        shown, count, right = (
            len(rows[first : first + room]),
            words.number(len(rows)),
            x + width - 1,
        )
        left = right
        if shown < len(rows):
            sign = f" {words('PgUp PgDn')} "
            left -= cell_len(sign)
            grid.text(left, y, sign, KEY)
            half = cell_len(sign) // 2
            # Three at a time leaves an overlap in every size.
            for key, start, to, hotkey in (
                ("up", left, max(0, first - 3), "PageUp"),
                ("down", right - half, min(most - room, first + 3), "PageDown"),
            ):
                rect, turn = Rect(start, y, half, 1), Intent("page", ("runs", to))
                grid.target(f"runs-{key}:{number}", rect, turn, hotkeys=(hotkey,))
            count = words("{shown} of {all}", shown=shown, all=len(rows))
            if x + 3 + cell_len(f"{name}  {count} · {points} ") > left + 1:
                count = f"{shown}/{len(rows)}"
        # The blank before the keys is the one behind the title, too.
        title = f" {name}  {count} · {points} "
        grid.text(x + 2, y, title, Ink(bold=True), width=left - x - 1)
    # Over the titles' rule, which begins left of it.
    grid.text(int(at.x) + width, int(at.y), "┬", Ink("panelBorder"))


def _lay(grid: Grid, view: View, row: RunRow, letter: str, rect: Rect) -> None:
    """A run is a place to lay the selected cards on."""
    staging = staging_of(view)
    ready = bool(staging.selected) and not staging.ended
    grid.target(
        f"run:0:{row.number}",
        rect,
        Intent("lay", row.number),
        hotkeys=(letter,) if letter else (),
        # Without a selection the letter must do nothing, or a slip would count as a play.
        enabled=ready,
        label=row.run.title if row.run is not None else view.words("new run"),
    )


def _letter(view: View, place: int) -> str:
    """The key of a run of the reader's pair; '' where nobody lays cards."""
    if view.replaying or not view.picture.playing:
        return ""
    return RUN_KEYS[place] if place < len(RUN_KEYS) else ""


def _digit(view: View, place: int) -> str:
    """The key that opens one of their runs; at the draw the first digits are other keys."""
    if view.replaying or place >= THEIR_KEYS:
        return ""
    drawing = view.picture.drawing and view.reader.prompt is not None
    return "" if drawing else str(place + 1)


def _look(grid: Grid, row: RunRow, digit: str, rect: Rect) -> None:
    """One of their runs is a place that shows all its cards."""
    keys = (digit,) if digit else ()
    label = row.run.title if row.run is not None else ""
    sheet = Intent("sheet", f"their-run:{row.number}")
    grid.target(f"run:1:{row.number}", rect, sheet, hotkeys=keys, label=label)


# Text of a run


def mark_of(run: RunPicture | None, words: Words) -> tuple[str, Ink]:
    """The mark of a run, and its ink."""
    if run is None:
        return words("new"), Ink("info", bold=True)
    if run.canastra == "none":
        name = words("clean") if run.clean else words("dirty")
        return name, Ink("good" if run.clean else "warn")
    names = {"clean": words("CLEAN"), "dirty": words("DIRTY"), "semi_clean": words("DIRTY")}
    name = names.get(run.canastra, words("REAL"))
    return name, Ink("good" if run.clean else "warn", bold=True)


def _suit(run: RunPicture) -> str:
    """The suit of a run, '' for a set."""
    return run.title[-1] if run.title[-1] in SUITS else ""


def _rank(run: RunPicture, number: int) -> str:
    """A card of a run: its rank, or a wild and what it stands for; a set's card with its suit."""
    card, stands, suit = run.cards[number], run.stands[number], _suit(run)
    text = card_text(card)
    if stands:
        # A 2 of the run's own suit needs no sign of its suit.
        own = suit != "" and suit_of(card) != "*" and GLYPHS[suit_of(card)] == suit
        return f"{text[:-1] if own else text}={'10' if stands == 'T' else stands}"
    return text[:-1] if suit else text


def cards_of(run: RunPicture) -> str:
    """Every card of a run behind its suit, and what its wilds stand for."""
    suit = f"{_suit(run)} " if _suit(run) else ""
    return suit + " ".join(_rank(run, number) for number in range(len(run.cards)))


def _ranks(run: RunPicture, room: int) -> str:
    """The cards in so many cells: each, or the ends and the wilds."""
    every = range(len(run.cards))
    suit = f"{_suit(run)} " if _suit(run) else ""
    whole = cards_of(run)
    if len(whole) <= room and run.canastra == "none":
        return whole
    # A hyphen: the dash is of ambiguous width, one or two cells, in some terminals.
    ends = suit + run.title.removesuffix(_suit(run)).replace("–", "-")
    wilds = [_rank(run, number) for number in every if run.stands[number]]
    return "  ".join([ends, *wilds])


# Lines


def draw_lines(
    grid: Grid,
    frame: Frame,
    view: View,
    pairs: tuple[tuple[RunRow, ...], tuple[RunRow, ...]],
    y: int,
    room: int,
) -> None:
    """A header, and a line for each run: ours at the left, theirs at the right."""
    first = _first(view, max(map(len, pairs)), room)
    _header(grid, view, pairs, Rect(frame.x, y, HALF, 1), room)
    for number, rows in enumerate(pairs):
        at = frame.x + number * HALF
        for row, one in enumerate(rows[first : first + room]):
            letter = _letter(view, row) if number == 0 else _digit(view, row)
            _line(grid, view, one, at, y + 1 + row, letter)
            rect = Rect(at, y + 1 + row, HALF, 1)
            _lay(grid, view, one, letter, rect) if number == 0 else _look(grid, one, letter, rect)
    for row in range(y + 1, y + 1 + room):
        grid.text(frame.x + HALF, row, "│", Ink("panelBorder"))


def _line(grid: Grid, view: View, row: RunRow, x: int, y: int, letter: str) -> None:
    words, run = view.words, row.run
    grid.text(x + 1, y, letter, KEY)
    mark, ink = mark_of(run, words)
    grid.text(x + 3, y, mark, ink, width=6)
    right = x + HALF - 1
    if run is None:
        grid.text(x + 9, y, words.number(len(row.added)))
        cards = Ink("info")
        grid.text(x + 17, y, cards_text(row.added), cards, width=right - x - 17, suits=True)
        return
    added = f"+{len(row.added)}" if row.added else ""
    grid.text(x + 9, y, words.number(len(run.cards)))
    grid.text(x + 12, y, words.number(run.points), Ink(bold=True), width=4, align="right")
    room = right - x - 17 - (len(added) + 1 if added else 0)
    # The ranks have the colour of their suit, which stands once before them.
    suit = Ink(GLYPH_INKS.get(_suit(run), "text"))
    grid.text(x + 17, y, _ranks(run, room), suit, width=room, suits=True)
    if added:
        grid.text(x + 17, y, added, Ink("info", bold=True), width=right - x - 17, align="right")


# Columns


def draw_columns(
    grid: Grid,
    frame: Frame,
    view: View,
    pairs: tuple[tuple[RunRow, ...], tuple[RunRow, ...]],
    y: int,
    height: int,
) -> None:
    """Runs as columns of cards, with points and mark above and the key below."""
    half = frame.width // 2
    room = (half - 2) // 6
    first = _first(view, max(map(len, pairs)), room)
    _header(grid, view, pairs, Rect(frame.x, y, half, 1), room)
    for number, rows in enumerate(pairs):
        at = frame.x + number * half
        for column, one in enumerate(rows[first : first + room]):
            letter = _letter(view, column) if number == 0 else _digit(view, column)
            x = at + 2 + 6 * column
            _column(grid, view, one, x, y + 1, height, letter)
            rect = Rect(x, y + 1, 6, height)
            _lay(grid, view, one, letter, rect) if number == 0 else _look(grid, one, letter, rect)
    for row in range(y + 1, y + 1 + height):
        grid.text(frame.x + half, row, "│", Ink("panelBorder"))


def _column(grid: Grid, view: View, row: RunRow, x: int, y: int, height: int, letter: str) -> None:
    words, run = view.words, row.run
    mark, ink = mark_of(run, words)
    if run is not None:
        points = words.number(run.points)
        grid.text(x, y, points, Ink(bold=True), width=5, align="centre")
    grid.text(x, y + 1, mark, ink, width=5, align="centre")
    # Points, mark, the box's two lines and the key.
    room = height - 5
    texts = _column_texts(row, room)[:room]
    grid.box(x - 1, y + 2, 6, len(texts) + 2)
    for number, (text, new) in enumerate(texts):
        grid.text(x, y + 3 + number, text, Ink("info", bold=True) if new else Ink(), suits=not new)
        if new:
            grid.text(x + 4, y + 3 + number, "+", Ink("info", bold=True))
    if letter:
        grid.text(x, y + height - 1, letter, KEY, width=5, align="centre")


def _column_texts(row: RunRow, room: int) -> list[tuple[str, bool]]:
    """A card in each row, and whether it is staged; a canastra has its ends and its wilds.

    The highest is at the top.
    """
    added = [(card_text(card), True) for card in row.added]
    if row.run is None:
        return added
    run = row.run
    texts = [_full(run, number) for number in range(len(run.cards))][::-1]
    if run.canastra != "none" or len(texts) + len(added) > room:
        wilds = [text for text in texts[1:-1] if "=" in text]
        # Ends and wilds say all about a long run; the count replaces the rest.
        texts = [texts[0], *(wilds or [":"]), texts[-1], f"({len(run.cards)})"]
    return [*((text, False) for text in texts), *added]


def _full(run: RunPicture, number: int) -> str:
    """A card of a run with its suit, or a wild and what it stands for, in four cells."""
    text = _rank(run, number)
    if run.stands[number]:
        return text if len(text) <= 4 else text.replace(card_text(run.cards[number])[-1], "", 1)
    return card_text(run.cards[number])
