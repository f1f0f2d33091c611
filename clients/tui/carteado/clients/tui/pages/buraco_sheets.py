"""Dialogs of a Buraco table: a wild's place, the pile, the score sheet, the keys and words."""

from __future__ import annotations

from carteado.clients.tui.cells import clipped
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.buraco_runs import cards_of, mark_of, staging_of
from carteado.clients.tui.pages.buraco_seats import pile_cards
from carteado.clients.tui.pages.sheets import draw_text, window
from carteado.clients.tui.view import View
from carteado.scene.buraco.ways import Way
from carteado.scene.cards import card_text, cards_text
from carteado.scene.layout.buraco_sheet import (
    SHEET_LINES,
    deal_reason,
    deal_title,
    sheet_line,
    sheet_rows,
)
from carteado.scene.shapes import Intent
from carteado.scene.words import Words

__all__ = ["draw_sheet"]

_PAIR = 22
"""Cells for the names of a pair at the head of the score sheet."""


def draw_sheet(grid: Grid, view: View) -> None:
    """Draw the dialog that is open, if it is one of these."""
    words, scroll = view.words, view.ui.scroll.get(view.ui.sheet, 0)
    ways = staging_of(view).ways
    # A dialog that the player opened goes before the question, which waits behind it.
    if ways and not view.ui.sheet and not view.replaying:
        _wild(grid, ways)
        return
    name, _, number = view.ui.sheet.partition(":")
    if name == "their-run" and number.isdecimal():
        _their_run(grid, view, int(number))
        return
    match view.ui.sheet:
        case "pile":
            _pile(grid, view)
        case "score":
            title = words("Score sheet")
            if view.picture.sheets:
                title = deal_title(words, view.picture)
            lines = score_lines(view)
            check = words("Check the shuffle"), Intent("check-shuffle"), "V"
            # The notice with the answer would lie behind the dialog.
            if grid.ui.notice is not None:
                lines = [grid.ui.notice.text, "", *lines]
            draw_text(grid, title, lines, scroll=scroll, more=None if view.replaying else check)
        case _:
            pass


def _wild(grid: Grid, ways: tuple[Way, ...]) -> None:
    """Ask where the wild of the last play stands; Escape takes the play back."""
    words = grid.words
    rows = []
    for way in ways:
        mark, _ = mark_of(way.made, words)
        points = words.several("{n} point", "{n} points", way.made.points)
        rows.append((cards_of(way.made), f"{points}, {mark}"))
    longest = max(len(cards) for cards, _ in rows)
    x, y, _ = window(grid, words("Where does the wild go?"), 70, len(rows) + 4)
    for number, (cards, facts) in enumerate(rows):
        key, label = f"way:{number}", f"{cards:<{longest}}   {facts}"
        hotkeys = (str(number + 1),) if number < 9 else ()
        grid.button(key, x, y + number, label, Intent("way", number), hotkeys=hotkeys)
        grid.order.append(key)
    foot, undo = y + len(rows) + 1, Intent("undo", None)
    grid.button("undo", x, foot, words("Undo"), undo, hotkeys=("Escape",), shown="Esc")


def _their_run(grid: Grid, view: View, number: int) -> None:
    """Every card of one of their runs, and what its wilds stand for."""
    words = view.words
    run = next((one for one in view.picture.theirs if one.number == number), None)
    if run is None:
        return
    mark, _ = mark_of(run, words)
    cards = []
    for card, stands in zip(run.cards, run.stands, strict=True):
        text = card_text(card)
        cards.append(f"{text}={'10' if stands == 'T' else stands}" if stands else text)
    count = words.several("{n} card", "{n} cards", len(run.cards))
    points = words.several("{n} point", "{n} points", run.points)
    draw_text(
        grid,
        f"{view.picture.areas[1]} · {run.title}",
        [f"{mark} · {count} · {points}", "", "  ".join(cards)],
    )


def _pile(grid: Grid, view: View) -> None:
    """Every card of the pile that is seen, and the key that takes it."""
    words, picture = view.words, view.picture
    cards = pile_cards(picture)
    across = 12
    rows = max(1, -(-len(cards) // across))
    count = words.several("{n} card", "{n} cards", len(picture.pile))
    # Five cells for each card; the box and the row of buttons add four.
    x, y, _ = window(grid, f"{words('Pile')} · {count}", 5 * across + 4, rows + 4)
    if not picture.pile:
        grid.text(x, y, words("The pile is empty."), Ink("textMuted"))
    for number, card in enumerate(cards):
        row, column = divmod(number, across)
        grid.text(x + 5 * column, y + row, card_text(card), Ink(bold=True), suits=True)
    foot = y + rows + 1
    close = Intent("sheet", "")
    x = grid.button(
        "close", x, foot, words("Close"), close, hotkeys=("Escape", "P", "Enter"), shown="Esc"
    )
    # The dialog opens at any time; taking needs the offer.
    if any(offer.tag == "take" for offer in view.reader.offers):
        label = words("Take the pile")
        grid.button("take", x + 3, foot, label, Intent("take"), hotkeys=("2",), strong=True)


def score_lines(view: View) -> list[str]:
    """The score sheet of the last deal, and the points of all deals of the match."""
    words, picture, reader = view.words, view.picture, view.reader
    us, them = picture.pairs
    deals = reader.story.deals if reader.story is not None else ()
    team = picture.own % 2
    lines, sheets, number, caught = [], picture.sheets, picture.deal, picture.left
    # The pause between deals may be too short to read; the sheet stays until the next one.
    if not sheets and deals:
        sheets, number = (deals[-1].sheets[team], deals[-1].sheets[1 - team]), deals[-1].deal
        caught = view.ui.ended.picture().left if view.ui.ended is not None else ()
    if sheets:
        deal = words("Deal {number}", number=number)
        reason = " ".join(filter(None, (deal_reason(words, picture, reader), view.coming)))
        lines += [reason, "", _heading(deal, us, them)]
        for name in sheet_rows(sheets):
            label = words(SHEET_LINES[name]) if name in SHEET_LINES else name
            values = [sheet_line(sheet, name) for sheet in sheets]
            lines.append(_row(label, *(_value(words, *one) for one in values)))
        sums = [words.signed(sheet.total) for sheet in sheets]
        lines.append(_row(words("This deal"), *sums))
    else:
        lines.append(_heading(words("Score sheet"), us, them))
    lines.append(_row(words("Total"), *map(words.number, picture.totals)))
    for score in deals:
        label = words("Deal {number}", number=score.deal)
        points = (score.points[team], score.points[1 - team])
        lines.append(_row(label, *(words.signed(one) for one in points)))
    if caught:
        lines += ["", words("Cards left in hands")]
        names = [seat.name or None for seat in picture.seats]
        for seat, (left, points) in enumerate(caught):
            # A player may have left since; the seat's number tells whose partner it was.
            name = words.player(names, seat)
            lines.append(f"{name}: {cards_text(left) or '–'} ({words.signed(points)})")
    return lines


def _row(label: str, ours: str, theirs: str) -> str:
    return f"{label:<40}{ours:>14}{theirs:>14}"


def _heading(label: str, ours: str, theirs: str) -> str:
    # Long names move those before them to the left instead of touching them.
    last = f"  {clipped(theirs, _PAIR)}".rjust(14)
    return f"{label:<20}{clipped(ours, _PAIR) + last:>48}"


def _value(words: Words, count: int, points: int) -> str:
    text = words.signed(points)
    return f"({count}) {text}" if count > 1 else text
