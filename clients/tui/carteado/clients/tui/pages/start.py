"""The first page: what can be done, and the servers on this network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import KEY, Grid, Ink, Line
from carteado.clients.tui.pages.top import LIST_ROWS, draw_notice, draw_top
from carteado.scene.layout.start_scene import Found
from carteado.scene.shapes import Intent, Rect
from carteado.scene.ui import Settings

__all__ = ["Start", "draw_server", "draw_start"]


# The fields whose entry says better than the line what to type.
_HINTED = frozenset({"replay-file", "statistics-address"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The data of the first page.

    Attributes:
        settings: of the player.
        found: servers on the network.
        searching: whether they are being looked for.
        problem: why nobody can be looked for, '' for nothing.
        hosting: address of the server that this terminal started, '' for none.
    """

    settings: Settings
    found: Sequence[Found] = ()
    searching: bool = False
    problem: str = ""
    hosting: str = ""


def draw_start(grid: Grid, start: Start) -> None:
    """Draw the menu."""
    words, settings = grid.words, start.settings
    draw_top(grid, "Carteado", settings.name)
    # Centred on wide terminals; on 80 columns it fills the width.
    x = max(2, (grid.width - 76) // 2)
    width = min(76, grid.width - 4)
    y = 2
    hosting = words("your server runs at {address}", address=start.hosting)
    entries = (
        ("play", "P", words("Play"), words("type an address, or choose a server below"), "address"),
        ("watch", "W", words("Watch"), words("look on from the rail"), "watch-address"),
        (
            "host",
            "H",
            words("Host"),
            hosting if start.hosting else words("start a server on this computer"),
            "",
        ),
        (
            "replay",
            "R",
            words("Replay"),
            words("type a log file, or the address of a server"),
            "replay-file",
        ),
        (
            "statistics",
            "S",
            words("Statistics"),
            words("statistics of all tables: type an address"),
            "statistics-address",
        ),
        ("gui", "G", words("Window"), words("the same tables in a window"), ""),
        ("name", "N", words("Name"), settings.name or words("not chosen yet"), "name"),
        ("settings", "O", words("Settings"), words("colours, cards, language"), ""),
        ("quit", "Q", words("Quit"), "", ""),
    )
    intents = {
        "host": Intent("host"),
        "gui": Intent("window"),
        "settings": Intent("sheet", "settings"),
        "quit": Intent("close"),
    }
    hint = words("type an address, such as 192.168.1.7")
    for key, hotkey, label, note, field in entries:
        place = f"menu:{key}"
        # While the line is typed for an entry, the page says for which.
        typing = bool(field) and grid.ui.editing == field
        hint = note if typing and field in _HINTED else hint
        focused = typing or place in (grid.ui.focus, grid.ui.hover)
        grid.text(x, y, "▸" if focused else " ", Ink("turn", bold=True))
        grid.text(x + 2, y, hotkey, KEY)
        grid.text(x + 5, y, label, Ink("text", bold=True, reverse=focused), width=14)
        grid.text(x + 20, y, note, Ink("textMuted"), width=width - 20)
        rect = Rect(x, y, width, 1)
        intent = Intent("edit", field) if field else intents[key]
        grid.target(place, rect, intent, hotkeys=(hotkey,), label=label)
        grid.order.append(place)
        y += 1
    y = _servers(grid, start, x, y + 1, width)
    _recent(grid, settings, x, y + 1, width)
    _line(grid, hint)


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
    # Without a name of its own a server is called by its address, which stands there anyway.
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
