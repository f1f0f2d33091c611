"""The page of a table: what its owner may do, the guests who knock, and the seats."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.clients.tui.grid import Grid, Hint, Ink
from carteado.clients.tui.pages.sheets import window
from carteado.clients.tui.pages.top import draw_page_line, draw_top
from carteado.engine.controls import Controls
from carteado.scene.figures import LedgerData
from carteado.scene.questions import question_sheet
from carteado.scene.reader import Reader
from carteado.scene.seats import ledger_names
from carteado.scene.shapes import Intent

__all__ = ["draw_bottom", "draw_chips", "draw_owner", "draw_tabs", "has_ledger"]


def has_ledger(reader: Reader) -> bool:
    """Whether the server keeps a ledger of the table: only of games with chips."""
    return reader.table is not None and hasattr(reader.table.state, "stacks")


def draw_tabs(grid: Grid, reader: Reader, sheet: str, note: str) -> int:
    """Title and the names of the pages; the first row below."""
    words, table = grid.words, reader.table
    assert table is not None
    # The page covers the table, whose buttons must not be pressed through it.
    grid.targets.clear()
    grid.order.clear()
    grid.letters = frozenset()
    grid.scrolls(0, 0)
    grid.clear(0, 0, grid.width, grid.height)
    title = table.opened.title or table.id
    turn = words("Your turn") if reader.prompt is not None else ""
    draw_top(grid, f"{title} · {note}" if note else title, turn)
    x = 2
    ledger = (("ledger", "F2", words("Ledger")),) if has_ledger(reader) else ()
    statistics = ("statistics", "F3", words("Statistics"))
    for name, key, label in (("table", "F1", words("Table")), *ledger, statistics):
        on = name == sheet
        shown = f"[{label}]" if on else label
        x = 3 + grid.button(
            f"page:{name}", x, 2, shown, Intent("sheet", name), hotkeys=(key,), strong=on
        )
    grid.rule(0, 3, grid.width)
    return 5


def draw_bottom(grid: Grid, hints: Sequence[Hint] = (), note: str = "") -> None:
    """The input line below a page, the keys, and a note behind them."""
    y = draw_page_line(grid)
    words = grid.words
    end = grid.button(
        "back", 1, y, words("Back"), Intent("sheet", ""), hotkeys=("Escape",), shown="Esc"
    )
    end = grid.hints(end + 3, y, hints, max(0, grid.width - end - 4))
    grid.text(end + 2, y, note, Ink("textMuted"), width=max(0, grid.width - end - 3))


def draw_owner(
    grid: Grid,
    reader: Reader,
    *,
    owner: bool | None,
    ledger: LedgerData | None = None,
) -> None:
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
    _seats(grid, reader, ledger_names(reader.table.state.names, ledger), y, usable=usable)
    typed = words("or type: lock, code CODE, chips Ana 200")
    draw_bottom(grid, [(words("↑↓ choose"), "Up Down"), (words("Enter do it"), "Enter")], typed)


def _place(
    grid: Grid,
    key: str,
    x: int,
    y: int,
    label: str,
    intent: Intent,
    *,
    usable: bool,
    fill: str = "neutral",
) -> int:
    grid.order.append(key)
    return 1 + grid.button(key, x, y, label, intent, enabled=usable, strong=True, fill=fill)


def _knocks(grid: Grid, controls: Controls, y: int, *, usable: bool) -> int:
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


def _controls(grid: Grid, controls: Controls, y: int, *, usable: bool) -> int:
    words = grid.words
    paused, locked = controls.paused is not None, controls.locked
    state = [words("paused") if paused else "", words("locked") if locked else ""]
    state.append(words("it asks for a code") if controls.protected else "")
    state_text = ", ".join(filter(None, state)) or words("open to everybody")
    grid.text(2, y, words("The table is {state}.", state=state_text), Ink("textMuted"))
    pause = words("Continue") if paused else words("Pause")
    lock = words("Unlock") if locked else words("Lock")
    x = 1
    for key, label, intent, can in (
        ("pause-table", pause, Intent("own", "resume" if paused else "pause"), usable),
        ("lock", lock, Intent("own", "unlock" if locked else "lock"), usable),
        ("add-bot", words("Add a bot"), Intent("sheet", "bots"), True),
        ("table-options", words("Change options"), Intent("table-options"), usable),
        ("close-table", words("Close the table"), Intent("sheet", "close-table"), usable),
    ):
        x = _place(grid, key, x, y + 1, label, intent, usable=can)
    y += 2
    for key, label, order, button in (
        ("table-title", words("Table name"), "rename", words("Rename")),
        ("table-code", words("Code to sit down"), "set_code", words("Set")),
    ):
        grid.text(2, y, label, width=24)
        if usable:
            grid.order.append(key)
            grid.field(key, 28, y, 30, "")
        _place(grid, f"send:{key}", 60, y, button, Intent("own", order), usable=usable)
        y += 1
    if controls.banned:
        # The last ban is most likely the one to lift; others are typed by name.
        name = controls.banned[-1]
        grid.text(2, y, words("{name} is banned", name=name), width=40)
        intent = Intent("own", ("unban", name))
        _place(grid, f"unban:{name}", 60, y, words("Lift the ban"), intent, usable=usable)
        y += 1
    return y


def _seats(grid: Grid, reader: Reader, names: Sequence[str], y: int, *, usable: bool) -> None:
    """The seated players, with their chips and the owner's commands for them."""
    words, table = grid.words, reader.table
    assert table is not None
    state = table.state
    grid.rule(1, y, grid.width - 2, words("Seats"))
    if hasattr(state, "stacks"):
        grid.text(27, y, f" {words('Chips')} ", Ink("textMuted"), width=9, align="right")
    seats = [seat for seat, name in enumerate(state.names) if name]
    # The input line and the keys need the last four rows.
    room = grid.height - 5 - y
    focus = grid.ui.focus.rpartition(":")[2]
    at = next((n for n, seat in enumerate(seats) if str(seat) == focus), 0)
    # The list scrolls with the arrows, which stop at every button of every seat.
    first = max(0, min(at - room // 2, len(seats) - room))
    below = len(seats) - first - room
    if below > 0:
        note = words("{n} more below", n=below)
        grid.text(1, y, f" {note} ─", Ink("textMuted"), width=grid.width - 2, align="right")
    for number, seat in enumerate(seats):
        row = y + 1 + number - first
        if not y < row <= y + room:
            # Off the page, where nothing is drawn, but in the order of the arrows.
            row = -1
        _seat(grid, reader, seat, names[seat], row, usable=usable)


def _seat(grid: Grid, reader: Reader, seat: int, name: str, y: int, *, usable: bool) -> None:
    words, table = grid.words, reader.table
    assert table is not None
    state = table.state
    own, bot = seat == reader.seat, bool(state.bots[seat])
    sort = words("You") if own else words("Bot") if bot else ""
    grid.text(2, y, name, Ink("text", bold=True), width=22)
    grid.text(25, y, sort, Ink("textMuted"), width=4)
    orders = []
    if hasattr(state, "stacks"):
        grid.text(29, y, words.number(state.stacks[seat]), width=6, align="right")
        if not table.game.over(state):
            orders.append(("chips", words("Correct"), Intent("sheet", f"chips:{seat}")))
    # Nothing about the owner's own seat: leaving and sitting out have keys at the table.
    if bot and not own:
        orders.append(("remove_bot", words("Remove"), Intent("own", ("remove_bot", seat))))
    elif not own:
        for order, label in (
            ("remove", words("Remove")),
            ("ban", words("Ban")),
            ("hand_over", words("Make owner")),
        ):
            ask = Intent("sheet", question_sheet(order, seat, state.names[seat]))
            orders.append((order, label, ask))
    x = 36
    for order, label, intent in orders:
        # A ground of their own would make the longest of these rows too wide.
        x = 1 + _place(grid, f"{order}:{seat}", x, y, label, intent, usable=usable, fill="")


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
