"""The lobby: the server's tables, and facts about the chosen one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.cells import cell_len

from carteado.clients.tui.cells import clipped, wrapped
from carteado.clients.tui.grid import Grid, Ink, Line
from carteado.clients.tui.pages.start import draw_server
from carteado.clients.tui.pages.top import LIST_ROWS, draw_notice, draw_top, who
from carteado.engine.errors import EngineError, UnknownGame
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of
from carteado.protocol.messages import TableInfo
from carteado.scene.form import COMMON
from carteado.scene.game_types import GameOptions
from carteado.scene.layout.start_scene import Found
from carteado.scene.lobby_words import (
    blinds_of,
    game_title,
    records_only,
    table_facts,
    table_sentences,
)
from carteado.scene.option_words import option_label, word_label
from carteado.scene.recent import Stay, stay_text
from carteado.scene.shapes import Intent, Rect
from carteado.scene.ui import Settings
from carteado.scene.words import Words

__all__ = ["Hall", "draw_lobby"]


WIDE = 120
"""Columns of a terminal in which the list has more room."""

_DOT = "\u00a0· "
"""Between facts; the blank before the dot is a no-break space, so that no row begins with it."""

FACTS = 4
"""Rows about the chosen table, above its buttons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The data of the lobby.

    Attributes:
        tables: as the server listed them.
        seats: ids of the tables at which the player has a seat.
        settings: of the player.
        servers: of the network.
        bots: names of the server's bots.
        line: place of the chosen table while a dialog has the focus.
        recent: tables at which the player has sat here, the last first.
        today: seconds since 1970.
    """

    tables: Sequence[TableInfo]
    seats: frozenset[str]
    settings: Settings
    servers: Sequence[Found] = ()
    bots: Sequence[str] = ()
    line: str = ""
    recent: Sequence[Stay] = ()
    today: float = 0.0


def table_title(info: TableInfo) -> str:
    """The title of a table; one that the server named after its game has the game's short name."""
    title: str = info.title or info.table
    try:
        # "No-limit Texas Hold'em 3" would be cut in this column; "Hold'em 3" is not.
        return title.replace(game_of(info.game).title, game_title(info.game))
    except UnknownGame:
        return title


def chosen_table(tables: Sequence[TableInfo], focus: str) -> TableInfo | None:
    """The table that the arrows are at; the first where they are nowhere."""
    for one in tables:
        if focus == f"table:{one.table}":
            return one
    return tables[0] if tables else None


def draw_lobby(grid: Grid, hall: Hall) -> None:
    """Draw the lobby."""
    words, ui = grid.words, grid.ui
    title = words("Carteado · tables at {server}", server=ui.server)
    room = grid.width - cell_len(f" {title}  ")
    draw_top(grid, title, who(grid, hall.settings.name, room))
    _open(grid)
    wide = grid.width >= WIDE
    columns = columns_of(grid)
    titles = (words("Table"), words("Game"), words("Rules"), words("Seats"), words("Players"))
    for x, title in zip(columns, titles, strict=True):
        grid.text(x, 2, title, Ink("textMuted", bold=True))
    grid.rule(1, 3, grid.width - 2)
    chosen = chosen_table(hall.tables, hall.line if ui.sheet else ui.focus)
    bottom = grid.height - 12
    at = next((n for n, one in enumerate(hall.tables) if one is chosen), 0)
    # A large terminal leaves a row free between the tables, as long as all are shown.
    step = 2 if wide and 2 * len(hall.tables) <= bottom - 4 else 1
    # Row 4 is the first below the heading.
    rows = max(1, (bottom - 4) // step)
    # The chosen table is in the middle, except near both ends of the list.
    first = max(0, min(at - rows // 2, len(hall.tables) - rows))
    for number, info in enumerate(hall.tables):
        grid.order.append(f"table:{info.table}")
        if first <= number < first + rows:
            _row(grid, hall, info, columns, 4 + step * (number - first), chosen=info is chosen)
    if not hall.tables:
        text = words("There is no table yet. Press O to open one.")
        grid.text(4, 5, text, Ink("textMuted"))
    y = min(bottom, 5 + step * min(len(hall.tables) or 2, rows))
    if chosen is not None:
        _chosen(grid, hall, chosen, y)
        y += 6
    y = _servers(grid, hall.servers, y)
    _recent(grid, hall, y + 1)
    _line(grid)


def columns_of(grid: Grid) -> tuple[int, ...]:
    """The first columns of title, game, rules, seats and players in the list."""
    return (4, 24, 44, 72, 82) if grid.width >= WIDE else (3, 17, 31, 50, 58)


def _open(grid: Grid) -> None:
    """The button for a new table, at the right above the list: it needs no table to be chosen."""
    label = grid.words("Open a table")
    x = grid.width - cell_len(f" O {label} ") - 1
    grid.button("open", x, 1, label, Intent("sheet", "new"), hotkeys=("O",), fill="neutral")


def _row(
    grid: Grid, hall: Hall, info: TableInfo, columns: Sequence[int], y: int, *, chosen: bool
) -> None:
    words = grid.words
    mine = info.table in hall.seats
    taken = [seat for seat in info.seats if seat.name is not None]
    cells = (
        table_title(info),
        game_title(info.game),
        rules_text(info, words, columns[3] - columns[2] - 1),
        f"{len(taken)}/{len(info.seats)}",
        players_in(info, words, grid.width - columns[4] - 1, mine),
    )
    if chosen:
        grid.clear(1, y, grid.width - 2, 1, Ink("text", reverse=True))
        grid.text(1, y, "▸", Ink("text", bold=True, reverse=True))
    ends = (*columns[1:], grid.width)
    for number, (x, end, text) in enumerate(zip(columns, ends, cells, strict=True)):
        ink = Ink("text", bold=number == 0, reverse=chosen)
        grid.text(x, y, text if number else _numbered(text, end - x - 1), ink, width=end - x - 1)
    intent = Intent("resume" if mine else "enter", info.table)
    # A full table can only be watched.
    if not mine and all(seat.name is not None for seat in info.seats):
        intent = Intent("watch", info.table)
    grid.target(f"table:{info.table}", Rect(1, y, grid.width - 2, 1), intent, label=cells[0])


def players_in(info: TableInfo, words: Words, room: int, mine: bool = False) -> str:
    """As many names as find room, whole ones, and the number of the others."""
    start = f"{words('your seat')} · " if mine else ""
    names = [seat.name for seat in info.seats if seat.name is not None]
    for left in range(len(names)):
        more = f" +{left}" if left else ""
        some = start + " ".join(names[: len(names) - left])
        if cell_len(some + more) <= room or left == len(names) - 1:
            return clipped(some, room - cell_len(more)) + more
    return start


def _numbered(title: str, room: int) -> str:
    """A title in so many cells; one that is cut keeps its number, which tells it from others."""
    name, gap, number = title.rpartition(" ")
    if cell_len(title) <= room or not number.isdecimal() or cell_len(number) > room // 2:
        return title
    return f"{clipped(name, room - 1 - cell_len(number))}{gap}{number}"


def rules_text(info: TableInfo, words: Words, room: int) -> str:
    """The options that players ask for first, as many of them as find room."""
    options = info.options
    if (pair := blinds_of(options)) and pair[1]:
        blinds = "/".join(map(words.number, pair))
        form = options.get("format")
        return _with(blinds, word_label(str(form), words) if form else "", room)
    if "target" in options:
        goal = words("to {target}", target=options["target"])
        preset = _preset(info)
        return _with(preset, goal, room) if preset else goal
    if "credit" in options:
        return words("credit {credit}", credit=options["credit"])
    return ""


def _with(first: str, second: str, room: int) -> str:
    """Both where there is room, else the one with a figure in it."""
    both = f"{first} {second}".strip()
    if cell_len(both) <= room:
        return both
    # Figures distinguish tables better than words.
    return first if first[:1].isdecimal() else second


def _preset(info: TableInfo) -> str:
    """The game's name for a table's options, '' for options that have none."""
    try:
        game = game_of(info.game)
        options: GameOptions = from_plain(game.options_type, info.options)
    except EngineError:
        return ""
    return next((name for name, preset in game.presets.items() if preset == options), "")


def _telling(info: TableInfo) -> Iterator[tuple[str, Any]]:
    """The options by which tables differ: the common ones, and those that were changed.

    R shows all of them.
    """
    try:
        usual = to_plain(game_of(info.game).options_type())
    except EngineError:
        usual = {}
    common = COMMON.get(info.game, ())
    for key, value in info.options.items():
        # Options that are off or long are left to "All rules".
        if value in (None, "", 0, False, [], ()) or isinstance(value, list | dict):
            continue
        if key in common or value != usual.get(key):
            yield key, value


def _chosen(grid: Grid, hall: Hall, info: TableInfo, y: int) -> None:
    """The facts about a table, and the commands for it."""
    words = grid.words
    grid.rule(1, y, grid.width - 2, table_title(info))
    parts = [f"{game_title(info.game)} {_preset(info)}".rstrip()]
    for key, value in _telling(info):
        shown = words.number(value) if type(value) is int else word_label(str(value), words)
        if value is True:
            shown = words("Yes")
        parts.append(f"{option_label(key, words)} {shown}")
    parts += table_facts(info, words)
    # A row ends between two facts, never inside one; only the list of players is longer than a row.
    parts = [part.replace(" ", "\u00a0") for part in parts]
    room = grid.width - 4
    said = wrapped(" ".join(table_sentences(info, words)), room)[:2]
    rows = FACTS - len(said)
    facts = wrapped(_DOT.join(parts), room)
    if len(facts) > rows:
        # "All rules" has the rest.
        facts = [*facts[: rows - 1], f"{facts[rows - 1]}…"]
    # Only names that the list leaves out are repeated.
    listed = players_in(info, words, grid.width - columns_of(grid)[4] - 1, info.table in hall.seats)
    names = " ".join(seat.name for seat in info.seats if seat.name is not None)
    if not listed.endswith(names):
        title = f"{words('Players')}: "
        whole = wrapped(_DOT.join((*parts, title + names)), room)
        if len(whole) <= rows:
            facts = whole
        elif len(facts) < rows:
            facts.append(title + players_in(info, words, room - cell_len(title)))
    for number, text in enumerate([*facts, *said]):
        grid.text(2, y + 1 + number, text)
    _buttons(grid, hall, info, y + 5)


def _buttons(grid: Grid, hall: Hall, info: TableInfo, y: int) -> None:
    """Commands for the chosen table, closer together where the words are long."""
    words, table = grid.words, info.table
    free = any(seat.name is None and not seat.reserved for seat in info.seats)
    buttons = [
        ("watch", words("Watch"), Intent("watch", table), "W"),
        ("replay", words("Replay"), Intent("replay-at", table), "V"),
        ("rules", words("All rules"), Intent("lobby-rules", info), "R"),
    ]
    if free and hall.bots and not records_only(info.game):
        buttons.insert(1, ("bots", words("Add a bot"), Intent("bots-at", info), "B"))
    if table in hall.seats:
        buttons.insert(0, ("sit", words("My seat"), Intent("resume", table), "Enter"))
    elif free:
        buttons.insert(0, ("sit", words("Sit down"), Intent("enter", table), "Enter"))
    taken = sum(cell_len(f" {hotkey} {label} ") for _, label, _, hotkey in buttons)
    gap = max(0, min(2, (grid.width - 2 - taken) // max(1, len(buttons) - 1)))
    x = 1
    for key, label, intent, hotkey in buttons:
        fill = "primary" if key == "sit" else "neutral"
        x = gap + grid.button(key, x, y, label, intent, hotkeys=(hotkey,), fill=fill)


def _recent(grid: Grid, hall: Hall, y: int) -> None:
    """The tables at which the player has sat, with results, as far as there is room."""
    words, room = grid.words, grid.height - 5 - y
    if not hall.recent or room < 1:
        return
    grid.rule(1, y, grid.width - 2, words("Recent"))
    wide = grid.width >= WIDE
    game_at, result_at = (24, 52) if wide else (18, 38)
    for number, stay in enumerate(hall.recent[:room]):
        row = y + 1 + number
        grid.text(4, row, stay.title, width=game_at - 5)
        game = f"{game_title(stay.game)} {stay.options}".rstrip()
        grid.text(game_at, row, game, Ink("textMuted"), width=result_at - game_at - 1)
        text = stay_text(stay, words, hall.today)
        grid.text(result_at, row, text, width=grid.width - result_at - 2)


def _servers(grid: Grid, servers: Sequence[Found], y: int) -> int:
    """The servers of the network, below the tables, as far as there is room; the row below."""
    words, room = grid.words, grid.height - 5 - y
    if not servers or room < 1:
        return y
    # A free row below the buttons, unless the last server needs it.
    y += room > len(servers)
    grid.rule(1, y, grid.width - 2, words("Servers on this network"))
    for number, one in enumerate(servers[:room]):
        here = one.address == grid.ui.server
        note = words("connected") if here else one.note
        row = replace(one, note=note)
        draw_server(grid, f"found:{number}", row, 1, y + 1 + number, grid.width - 3)
    return y + 1 + min(len(servers), room)


def _line(grid: Grid) -> None:
    words = grid.words
    y = grid.height - 3
    grid.rule(0, y - 1, grid.width)
    draw_notice(grid, y - 1, most=LIST_ROWS)
    grid.text(1, y, ">", Ink("turn", bold=True))
    hint = words("/ begins a line: a table, or a command such as /watch Quinta")
    grid.line = Line(x=3, y=y, width=grid.width - 4, hint=hint)
    grid.rule(0, y + 1, grid.width)
    hints = [
        (words("↑↓ choose"), "Up Down"),
        (words("Enter sit"), "Enter"),
        (words("W watch"), "W"),
        (words("F find"), "F"),
        (words("S statistics"), "S"),
        (words("? help"), "?"),
        (words("Esc back"), "Escape"),
    ]
    grid.hints(1, y + 2, hints, grid.width - 2)
    nowhere = Rect(-1, -1, 0, 0)
    grid.target("find", nowhere, Intent("find"), hotkeys=("F",))
    grid.target("stats", nowhere, Intent("sheet", "statistics"), hotkeys=("S",))
    grid.target("help", nowhere, Intent("sheet", "help"), hotkeys=("?",))
    grid.target("back", nowhere, Intent("back"), hotkeys=("Escape",))
