"""The page of a table: what its owner may do, the guests who knock, and the seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.clients.tui.grid import Grid, Hint, Ink, Line
from carteado.clients.tui.pages.sheets import window
from carteado.clients.tui.pages.top import draw_notice, draw_top
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent

__all__ = ["draw_bottom", "draw_chips", "draw_owner", "draw_tabs"]


def draw_tabs(grid: Grid, reader: Reader, sheet: str, note: str) -> int:
    """Title and the names of the pages; the first row below."""
    words, table = grid.words, reader.table
    assert table is not None
    # The page covers the table, whose buttons must not be pressed through it.
    grid.targets.clear()
    grid.order.clear()
    grid.letters = frozenset()
    grid.clear(0, 0, grid.width, grid.height)
    title = table.opened.title or table.id
    turn = words("Your turn") if reader.prompt is not None else ""
    draw_top(grid, f"{title} · {note}" if note else title, turn)
    x = 2
    pages = (("table", "F1", words("Table")), ("ledger", "F2", words("Ledger")))
    for name, key, label in (*pages, ("statistics", "F3", words("Statistics"))):
        on = name == sheet
        shown = f"[{label}]" if on else label
        x = 3 + grid.button(
            f"page:{name}", x, 2, shown, Intent("sheet", name), hotkeys=(key,), strong=on
        )
    grid.rule(0, 3, grid.width)
    return 5


def draw_bottom(grid: Grid, hints: Sequence[Hint] = ()) -> None:
    """The input line and the keys below a page."""
    y = grid.height - 3
    grid.rule(0, y - 1, grid.width)
    draw_notice(grid, y - 1)
    grid.text(1, y, ">", Ink("turn", bold=True))
    grid.line = Line(x=3, y=y, width=grid.width - 4)
    grid.rule(0, y + 1, grid.width)
    words = grid.words
    end = grid.button(
        "back", 1, y + 2, words("Back"), Intent("sheet", ""), hotkeys=("Escape",), shown="Esc"
    )
    grid.hints(end + 3, y + 2, hints, max(0, grid.width - end - 4))


def draw_owner(grid: Grid, reader: Reader, *, owner: bool | None) -> None:
    """Draw the controls; they are disabled for players who do not own the table."""
    words = grid.words
    assert reader.table is not None
    # Unknown counts as yes: the server decides in any case.
    usable = owner is not False
    note = words("You own this table") if owner else ""
    y = draw_tabs(grid, reader, "table", note)
    controls = reader.table.controls
    if not usable:
        text = words("Only the owner of the table may change it.")
        grid.text(2, y, text, Ink("textMuted"))
        y += 2
    y = _knocks(grid, controls, y, usable=usable)
    y = _controls(grid, controls, y, usable=usable)
    _seats(grid, reader, y + 1, usable=usable)
    typed = words("or type: lock, code CODE, chips Ana 200")
    draw_bottom(
        grid,
        [(words("↑↓ choose"), "Up Down"), (words("Enter do it"), "Enter"), (typed, "")],
    )


def _place(
    grid: Grid, key: str, x: int, y: int, label: str, intent: Intent, *, usable: bool
) -> int:
    grid.order.append(key)
    return 3 + grid.button(key, x, y, label, intent, enabled=usable, strong=True)


def _knocks(grid: Grid, controls: Any, y: int, *, usable: bool) -> int:
    """Guests who wait before a locked table."""
    words = grid.words
    if not controls.knocks:
        return y
    title = words.several("{n} guest knocks", "{n} guests knock", len(controls.knocks))
    grid.text(2, y, title, Ink("warn", bold=True))
    # Answering one brings up the next.
    for knock, name in list(zip(controls.knocks, controls.knock_names, strict=True))[:3]:
        y += 1
        grid.text(4, y, name, Ink("text", bold=True), width=24)
        x = _place(
            grid,
            f"admit:{knock}",
            30,
            y,
            words("Admit"),
            Intent("own", ("admit", knock)),
            usable=usable,
        )
        intent = Intent("own", ("turn_away", knock))
        _place(grid, f"turn-away:{knock}", x, y, words("Refuse"), intent, usable=usable)
    return y + 2


def _controls(grid: Grid, controls: Any, y: int, *, usable: bool) -> int:
    words = grid.words
    paused, locked = controls.paused is not None, controls.locked
    state = [words("paused") if paused else "", words("locked") if locked else ""]
    state.append(words("it asks for a code") if controls.protected else "")
    state_text = ", ".join(filter(None, state)) or words("open to everybody")
    grid.text(2, y, words("The table is {state}.", state=state_text), Ink("textMuted"))
    x = _place(
        grid,
        "pause-table",
        2,
        y + 1,
        words("Continue") if paused else words("Pause"),
        Intent("own", "resume" if paused else "pause"),
        usable=usable,
    )
    x = _place(
        grid,
        "lock",
        x,
        y + 1,
        words("Unlock") if locked else words("Lock"),
        Intent("own", "unlock" if locked else "lock"),
        usable=usable,
    )
    x = _place(grid, "add-bot", x, y + 1, words("Add a bot"), Intent("sheet", "bots"), usable=True)
    x = _place(
        grid,
        "table-options",
        x,
        y + 1,
        words("Change options"),
        Intent("table-options"),
        usable=usable,
    )
    _place(
        grid,
        "close-table",
        x,
        y + 1,
        words("Close the table"),
        Intent("sheet", "close-table"),
        usable=usable,
    )
    for row, (key, label, order, button) in enumerate(
        (
            ("table-title", words("Table name"), "rename", words("Rename")),
            ("table-code", words("Code to sit down"), "set_code", words("Set")),
        ),
        y + 2,
    ):
        grid.text(2, row, label, width=24)
        if usable:
            grid.order.append(key)
            grid.field(key, 28, row, 30, "")
        _place(grid, f"send:{key}", 60, row, button, Intent("own", order), usable=usable)
    if controls.banned:
        # The last ban is most likely the one to lift; others are typed by name.
        name = controls.banned[-1]
        grid.text(2, y + 4, words("{name} is banned", name=name), width=40)
        intent = Intent("own", ("unban", name))
        _place(grid, f"unban:{name}", 60, y + 4, words("Lift the ban"), intent, usable=usable)
        y += 1
    return y + 4


def _seats(grid: Grid, reader: Reader, y: int, *, usable: bool) -> None:
    """The seated players, with their chips and the owner's commands for them."""
    words, table = grid.words, reader.table
    assert table is not None
    state = table.state
    grid.rule(1, y, grid.width - 2, words("Seats"))
    y += 1
    for seat, name in enumerate(state.names):
        # The input line and the keys need the last four rows.
        if not name or y >= grid.height - 4:
            continue
        own, bot = seat == reader.seat, bool(state.bots[seat])
        sort = words("You") if own else words("Bot") if bot else ""
        grid.text(2, y, name, Ink("text", bold=True), width=22)
        grid.text(25, y, sort, Ink("textMuted"), width=4)
        x = 36
        if hasattr(state, "stacks"):
            grid.text(29, y, words.number(state.stacks[seat]), width=6, align="right")
            if not table.game.over(state):
                intent = Intent("sheet", f"chips:{seat}")
                x = _place(grid, f"chips:{seat}", x, y, words("Chips"), intent, usable=usable)
        # Nothing about oneself: leaving and standing up have their own keys at the table.
        orders = (
            []
            if own
            else [("remove_bot", words("Remove"))]
            if bot
            else [
                ("remove", words("Remove")),
                ("ban", words("Ban")),
                ("hand_over", words("Make owner")),
            ]
        )
        for order, label in orders:
            intent = Intent("own", (order, seat))
            x = _place(grid, f"{order}:{seat}", x, y, label, intent, usable=usable)
        y += 1


def draw_chips(grid: Grid, reader: Reader, seat: int) -> None:
    """Give chips to a seat, or take some away, with a reason that everybody sees."""
    words = grid.words
    assert reader.table is not None
    name = reader.table.state.names[seat] or ""
    x, y, width = window(grid, words("Correct the chips of {name}", name=name), 64, 9)
    text = words("Everybody sees the reason. A minus sign takes chips away.")
    grid.text(x, y, text, Ink("textMuted"), width=width)
    for row, (key, label) in enumerate(
        (("chips-amount", words("Chips")), ("chips-reason", words("Reason"))), y + 2
    ):
        grid.text(x, row, label, width=12)
        grid.order.append(key)
        grid.field(key, x + 14, row, width - 14, "")
    end = grid.button(
        "give-chips",
        x,
        y + 5,
        words("Correct"),
        Intent("give-chips", seat),
        hotkeys=("F10",),
        strong=True,
    )
    back = Intent("sheet", "table")
    grid.button("back", end + 4, y + 5, words("Cancel"), back, hotkeys=("Escape",), shown="Esc")
    grid.order += ["give-chips", "back"]
