"""The pages of a table: the owner's controls, the ledger, figures with plots, rules and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carteado.engine.tables.statistics import PlayerStatistics
from carteado.scene.explaining import game_words, rules_of
from carteado.scene.figures import LedgerData
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.ledger_page import draw_ledger
from carteado.scene.layout.overlays import dialog, draw_notice
from carteado.scene.layout.owner_page import draw_controls
from carteado.scene.layout.reading_page import draw_reading
from carteado.scene.layout.statistics_page import draw_statistics
from carteado.scene.layout.top import Button, draw_top
from carteado.scene.questions import ASKED, Question, question_shown
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect, Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["DIALOGS", "PAGES", "TablePage", "table_page"]

PAGES = ("table", "ledger", "statistics", "rules", "words")
"""Names of the sheets that are pages of a table."""

DIALOGS = ("chips", "top-up", "close-table", *ASKED)
"""Names of the sheets that lie over the table itself; "chips:3" is about a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """A client's knowledge of a table beside its log.

    Attributes:
        ledger: the result of the message ``ledger``; None while it is not there.
        statistics: of the players; None while they are not there.
        problem: why one of them is not there, '' while all is well.
        owner: whether the reader owns the table; None where that is not known.
        chosen: the player whose statistics are shown in full.
        everywhere: whether the statistics count all tables.
        details: whether the statistics of `chosen` are shown in full.
        deals: number and result of each deal of `chosen` at this table, as far as known.
    """

    ledger: LedgerData | None = None
    statistics: Sequence[PlayerStatistics] | None = None
    problem: str = ""
    owner: bool | None = None
    chosen: int = 0
    everywhere: bool = False
    details: bool = False
    deals: Sequence[tuple[int, int]] = ()


def table_page(
    scene: Scene, reader: Reader, page: TablePage, words: Words, ui: Ui, settings: Settings
) -> Scene:
    """The page in place of the table; the scene as it is where none is open."""
    # "chips:3" names the seat whose chips are corrected.
    name, _, seat = ui.sheet.partition(":")
    if reader.table is None or name not in (*PAGES, *DIALOGS):
        return scene
    canvas = Canvas(frame_of(scene.size, settings.text, drawer=False), words, ui)
    if name == "chips" and seat.isdecimal():
        _chips(canvas, reader, int(seat))
        return _over(scene, canvas)
    if name == "top-up":
        _top_up(canvas)
        return _over(scene, canvas)
    if name == "close-table":
        _close(canvas)
        return _over(scene, canvas)
    if name in ASKED:
        question = question_shown(ui.sheet, reader.table.state.names, words)
        if question is None:
            return table_page(scene, reader, page, words, replace(ui, sheet="table"), settings)
        _ask(canvas, question)
        return _over(scene, canvas)
    size = scene.size
    canvas.box(Rect(0, 0, *size), "page", role="page")
    title = reader.table.opened.title or reader.table.id
    # Only certain ownership is stated.
    note = words("You own this table") if page.owner else ""
    if not reader.live and ui.lost_ms is not None:
        note = words("Reconnecting")
    replay = words("Replay this table")
    button: Button = ("replay-table", "replay", replay, Intent("replay-table"), "R")
    told = ui.notice is not None and not ui.notice.field
    titles = draw_top(canvas, title, note, (button,), settings=False, notice=told)
    top = canvas.frame.top.bottom
    tabs = Rect(16, top + 10, min(size[0] - 32, 860 * min(1.4, settings.text)), 44)
    # The server keeps a ledger only where seats have chips.
    _tabs(canvas, tabs, name, ledger=hasattr(reader.table.state, "stacks"))
    body = Rect(16, tabs.bottom + 12, size[0] - 32, size[1] - tabs.bottom - 28)
    _body(canvas, body, name, reader, page)
    draw_notice(canvas, over=True, clear=body, titles=titles)
    # The screen reader still hears what happens at the table behind the page.
    return replace(canvas.scene(), live=scene.live)


def _tabs(canvas: Canvas, rect: Rect, name: str, *, ledger: bool) -> None:
    words = canvas.words
    choices = [
        ("table", words("Table")),
        *([("ledger", words("Ledger"))] if ledger else []),
        ("statistics", words("Statistics")),
        ("rules", words("Rules")),
        ("words", words("Game words")),
    ]
    # Each page has the same key at every table.
    keys = "12345" if ledger else "1345"
    canvas.segments("page", rect, choices, name, "sheet", size=15, hotkeys=keys)


def _body(canvas: Canvas, rect: Rect, name: str, reader: Reader, page: TablePage) -> None:
    """Draw the page of that name below the tabs."""
    table, words = reader.table, canvas.words
    assert table is not None
    if name == "table":
        draw_controls(canvas, rect, reader, owner=page.owner, ledger=page.ledger)
    elif name == "ledger":
        is_cash = bool(getattr(table.options, "is_cash", False))
        top_up = is_cash and reader.seat is not None
        draw_ledger(canvas, rect, page.ledger, page.problem, top_up=top_up)
    elif name == "rules":
        found = rules_of(words, table.game, table.options, table.settings)
        draw_reading(canvas, rect, name, found)
    elif name == "words":
        meanings = [(word, (text,)) for word, text in game_words(words, table.game)]
        draw_reading(canvas, rect, name, meanings)
    else:
        draw_statistics(
            canvas,
            rect,
            page.statistics,
            page.problem,
            chosen=page.chosen,
            everywhere=page.everywhere,
            details=page.details,
            deals=page.deals,
        )


def _over(scene: Scene, canvas: Canvas) -> Scene:
    draw_notice(canvas, over=True)
    over = canvas.scene()
    return replace(scene, items=(*scene.items, *over.items), targets=over.targets)


def _chips(canvas: Canvas, reader: Reader, seat: int) -> None:
    """Give chips to a seat, or take some away, with a reason that everybody sees."""
    words = canvas.words
    assert reader.table is not None
    name = reader.table.state.names[seat] or ""
    text = words("Everybody sees the reason. A minus sign takes chips away.")
    buttons = (
        ("back", words("Cancel"), Intent("sheet", "table"), "Escape", "outline"),
        ("give-chips", words("Correct"), Intent("give-chips", seat), "Enter", "primary"),
    )
    title = words("Correct the chips of {name}", name=name)
    fields = ("chips-amount", "chips-reason")
    area = dialog(canvas, title, text, buttons, body=108, fields=fields)
    amount = Rect(area.x, area.y, area.w, 44)
    canvas.field("chips-amount", amount, hint=words("Chips, such as 500 or −500"))
    canvas.field("chips-reason", Rect(area.x, area.y + 54, area.w, 44), hint=words("Reason"))


def _top_up(canvas: Canvas) -> None:
    """Add chips to one's own at a cash table; the server says how many are possible."""
    words = canvas.words
    text = words("During a hand they are added when it is over.")
    buttons = (
        ("back", words("Cancel"), Intent("sheet", "ledger"), "Escape", "outline"),
        ("top-up", words("Add chips"), Intent("top-up"), "Enter", "primary"),
    )
    title, fields = words("Add chips"), ("top-up-amount",)
    area = dialog(canvas, title, text, buttons, body=56, fields=fields)
    canvas.field("top-up-amount", Rect(area.x, area.y, area.w, 44), hint=words("Chips"))


def _ask(canvas: Canvas, question: Question) -> None:
    """Ask before an order about another player."""
    order = Intent("own", (question.order, question.seat))
    buttons = (
        ("back", canvas.words("Cancel"), Intent("sheet", "table"), "Escape", "outline"),
        # F9, not Enter, which may just have pressed the button that asks.
        ("sure", question.yes, order, "F9", "danger"),
    )
    dialog(canvas, question.title, question.text, buttons)


def _close(canvas: Canvas) -> None:
    words = canvas.words
    text = words("Nobody can play at it again. Its log can still be read.")
    buttons = (
        ("back", words("Cancel"), Intent("sheet", "table"), "Escape", "outline"),
        # F9, not Enter: what cannot be undone must not be the key that confirms everything else.
        ("close-for-good", words("Close the table"), Intent("own", "close_table"), "F9", "danger"),
    )
    dialog(canvas, words("Close this table for good?"), text, buttons)
