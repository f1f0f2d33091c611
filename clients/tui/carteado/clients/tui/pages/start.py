"""The start page: the menu, and the servers on this network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import KEY, Grid, Ink, Line
from carteado.clients.tui.pages.top import LIST_ROWS, draw_notice, draw_top
from carteado.scene.layout.start_scene import Found
from carteado.scene.shapes import Intent, Rect
from carteado.scene.ui import Settings
from carteado.scene.words import Words

__all__ = ["Start", "draw_server", "draw_start"]


# The fields whose entry says better than the line what to type.
_HINTED = frozenset({"replay-file", "statistics-address"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The data of the first page.

    Attributes:
        settings: of the player.
        found: servers on the network.
        searching: whether the search is running.
        problem: why the search is impossible, '' if it is possible.
        hosting: address of the server that this terminal started, '' for none.
    """

    settings: Settings
    found: Sequence[Found] = ()
    searching: bool = False
    problem: str = ""
    hosting: str = ""


def draw_start(grid: Grid, start: Start) -> None:
    """Draw the menu."""
    draw_top(grid, "Carteado", start.settings.name)
    # Centred on wide terminals; on 80 columns it fills the width.
    x = max(2, (grid.width - 76) // 2)
    width = min(76, grid.width - 4)
    y = 2
    hint = grid.words("type an address, such as 192.168.1.7")
    for entry in _entries(grid.words, start):
        # While the line is typed for an entry, the page says for which.
        typing = bool(entry.field) and grid.ui.editing == entry.field
        hint = entry.note if typing and entry.field in _HINTED else hint
        _draw_entry(grid, Rect(x, y, width, 1), entry, typing=typing)
        y += 1
    y = _servers(grid, start, x, y + 1, width)
    _recent(grid, start.settings, x, y + 1, width)
    _line(grid, hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """An entry of the menu.

    Attributes:
        key: of its place.
        hotkey: its letter.
        label: its name.
        note: what it is for.
        intent: what a press means.
        field: the text field that a press opens, '' for none.
    """

    key: str
    hotkey: str
    label: str
    note: str
    intent: Intent
    field: str = ""


def _entries(words: Words, start: Start) -> tuple[_Entry, ...]:
    def typed(key: str, hotkey: str, label: str, note: str, field: str) -> _Entry:
        """An entry for which something is typed."""
        intent = Intent("edit", field)
        return _Entry(key=key, hotkey=hotkey, label=label, note=note, intent=intent, field=field)

    def pressed(key: str, hotkey: str, label: str, note: str, intent: Intent) -> _Entry:
        return _Entry(key=key, hotkey=hotkey, label=label, note=note, intent=intent)

    host = words("start a server on this computer")
    if start.hosting:
        host = words("your server runs at {address}", address=start.hosting)
    play = words("type an address, or choose a server below")
    replay = words("type a log file, or the address of a server")
    statistics = words("statistics of all tables: type an address")
    name = start.settings.name or words("not chosen yet")
    settings = Intent("sheet", "settings")
    return (
        typed("play", "P", words("Play"), play, "address"),
        typed("watch", "W", words("Watch"), words("look on from the rail"), "watch-address"),
        pressed("host", "H", words("Host"), host, Intent("host")),
        typed("replay", "R", words("Replay"), replay, "replay-file"),
        typed("statistics", "S", words("Statistics"), statistics, "statistics-address"),
        pressed(
            "gui", "G", words("Window"), words("the same tables in a window"), Intent("window")
        ),
        typed("name", "N", words("Name"), name, "name"),
        pressed("settings", "O", words("Settings"), words("colours, cards, language"), settings),
        pressed("quit", "Q", words("Quit"), "", Intent("close")),
    )


def _draw_entry(grid: Grid, rect: Rect, entry: _Entry, *, typing: bool) -> None:
    """Draw an entry on a row; `typing` while its field is edited."""
    x, y, width = int(rect.x), int(rect.y), int(rect.w)
    place = f"menu:{entry.key}"
    focused = typing or place in (grid.ui.focus, grid.ui.hover)
    grid.text(x, y, "▸" if focused else " ", Ink("turn", bold=True))
    grid.text(x + 2, y, entry.hotkey, KEY)
    grid.text(x + 5, y, entry.label, Ink("text", bold=True, reverse=focused), width=14)
    grid.text(x + 20, y, entry.note, Ink("textMuted"), width=width - 20)
    grid.target(place, rect, entry.intent, hotkeys=(entry.hotkey,), label=entry.label)
    grid.order.append(place)


def _servers(grid: Grid, start: Start, x: int, y: int, width: int) -> int:
    words = grid.words
    note = words("looking") if start.searching else words("F look again")
    grid.rule(x, y, width, words("Servers on this network"), note)
    grid.target("find", Rect(x, y, width, 1), Intent("find"), hotkeys=("F",), label=note)
    y += 1
    # Five leave room for recent servers in 24 rows.
    for number, one in enumerate(start.found[:5]):
        y = draw_server(grid, f"found:{number}", one, x, y, width)
    if not start.found and not start.searching:
        text = start.problem or words("No server answers. Type an address below.")
        for piece in wrapped(text, width - 4)[:2]:
            grid.text(x + 2, y, piece, Ink("textMuted"))
            y += 1
    return y


def _recent(grid: Grid, settings: Settings, x: int, y: int, width: int) -> None:
    # The input line and the keys need the last rows.
    if not settings.recent or y > grid.height - 6:
        return
    grid.rule(x, y, width, grid.words("Recent"))
    for number, address in enumerate(settings.recent[: grid.height - y - 5]):
        one = Found(name="", address=address)
        draw_server(grid, f"recent:{number}", one, x, y + 1 + number, width)


def draw_server(grid: Grid, key: str, one: Found, x: int, y: int, width: int) -> int:
    """A server in a row: name, address and a note; the row below."""
    focused = grid.ui.focus == key or grid.ui.hover == key
    grid.text(x, y, "▸" if focused else " ", Ink("turn", bold=True))
    ink = Ink("text", reverse=focused)
    # A server without a name is called by its address.
    named = one.name and one.name != one.address.rpartition(":")[0]
    end = grid.text(x + 2, y, one.name, ink, width=24) if named else x
    end = grid.text(max(end + 2, x + 2), y, one.address, ink)
    grid.text(end + 3, y, one.note, Ink("textMuted"), width=max(0, x + width - end - 3))
    grid.target(key, Rect(x, y, width, 1), Intent("connect", one.address), label=one.address)
    grid.order.append(key)
    return y + 1


def _line(grid: Grid, hint: str) -> None:
    words = grid.words
    y = grid.height - 3
    grid.rule(0, y - 1, grid.width)
    draw_notice(grid, y - 1, most=LIST_ROWS)
    grid.text(1, y, ">", Ink("turn", bold=True))
    grid.line = Line(x=3, y=y, width=grid.width - 4, hint=hint)
    grid.rule(0, y + 1, grid.width)
    enter = (words("Enter go"), "Enter")
    hints = [(words("↑↓ choose"), "Up Down"), enter, (words("? help"), "?")]
    if grid.ui.editing:
        # The other keys write into the field.
        hints = [enter, (words("Esc back"), "Escape")]
    grid.hints(1, y + 2, hints, grid.width - 2)
    # A key without a place: the rectangle lies outside, so no click finds it.
    grid.target("help", Rect(-1, -1, 0, 0), Intent("sheet", "help"), hotkeys=("?",))
