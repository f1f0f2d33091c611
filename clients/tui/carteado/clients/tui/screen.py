"""The page that the terminal shows: a table, the lobby, the start page, a replay, or a problem.

Each frame draws the page again from the app; nothing here is kept between two frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import MIN_SIZE
from carteado.clients.tui.grid import Grid, Ink, Line
from carteado.clients.tui.pages.form import draw_form
from carteado.clients.tui.pages.lobby import Hall, draw_lobby
from carteado.clients.tui.pages.registry import page_of
from carteado.clients.tui.pages.start import Start, draw_start
from carteado.clients.tui.pages.statistics import draw_statistics
from carteado.clients.tui.pages.top import draw_top
from carteado.clients.tui.replay import ReplayScreen
from carteado.clients.tui.view import view_of
from carteado.scene.control.app import GONE_MS
from carteado.scene.shapes import Intent, Rect

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["draw_lost", "draw_screen", "draw_too_small"]


def draw_screen(grid: Grid, app: App, replay_screen: ReplayScreen) -> None:
    """Draw the page, without the dialogs over it."""
    # A replay needs no server, so a lost connection does not interrupt it.
    if app.screen == "film" and app.film is not None:
        replay_screen.draw(grid, app.film)
    elif app.ended is not None and app.screen != "start":
        _ended_here(grid, app, app.ended)
    elif app.ui.lost_ms is not None and _is_gone(app):
        text = app.words(
            "{server} has not answered for {seconds} s. Check that its computer is awake and on "
            "the same network. Your seat is kept, and this terminal connects again by itself.",
            server=app.ui.server,
            seconds=int((app.now_ms - app.ui.lost_ms) // 1000),
        )
        _gone(grid, app, app.words("The server is gone"), text)
    elif app.screen == "table":
        _table(grid, app)
    elif app.screen == "lobby":
        _lobby(grid, app)
    elif app.screen == "connecting":
        title = app.words("Connecting to {server}", server=app.ui.server)
        _message(grid, app, title, "")
        grid.button(
            "cancel",
            4,
            6,
            app.words("Cancel"),
            Intent("to-start"),
            hotkeys=("Escape",),
            shown="Esc",
        )
    else:
        host = app.own_server.host
        # It may have ended by itself, or another program of this user has stopped it.
        hosting = host.url.partition("//")[2] if host is not None and host.running else ""
        draw_start(
            grid,
            Start(
                settings=app.settings,
                found=tuple(app.screens.servers()),
                searching=app.connecting.search is not None and app.connecting.search.running,
                problem=app.connecting.search.problem if app.connecting.search is not None else "",
                hosting=hosting,
            ),
        )


def draw_lost(grid: Grid, app: App) -> None:
    """A lost connection, on the pages that do not say so themselves."""
    # A table without a dialog says it in its own row of the turn.
    on_page = app.screen == "lobby" or (app.screen == "table" and app.ui.sheet)
    if app.ui.lost_ms is None or not on_page or _is_gone(app):
        return
    text = app.words("Reconnecting to {server}", server=app.ui.server)
    ink = Ink("warn", bold=True, reverse=True)
    # At the right, where it covers the player's name and not that of the table.
    grid.text(0, 0, f" {text} ", ink, width=grid.width, align="right")


def draw_too_small(grid: Grid, app: App) -> None:
    """Say how large the terminal has to be, and keep the input line."""
    most, least = MIN_SIZE
    text = app.words(
        "Carteado needs {most} x {least} characters, and this terminal has {columns} x {rows}. "
        "Make the window larger, or its letters smaller.",
        columns=grid.width,
        rows=grid.height,
        most=most,
        least=least,
    )
    sentences = (
        text,
        app.words("too small: {most} x {least} needed", most=most, least=least),
        f"{most} x {least}",
    )
    # The last row stays for the input line, so that "quit" can be typed in any size.
    rows = grid.height - 1
    fitting = [one for one in sentences if _fits(one, grid.width, max(1, rows))]
    said = fitting[0] if fitting else f"{most}x{least}"[: grid.width]
    for number, line in enumerate(wrapped(said, grid.width)[:rows]):
        grid.text(0, number, line)
    grid.line = Line(x=0, y=rows, width=max(1, grid.width), hint="" if rows else said)


def _fits(text: str, width: int, height: int) -> bool:
    """Whether a text has room without breaking a word."""
    lines = wrapped(text, width)
    return len(lines) <= height and " ".join(lines) == text


def _table(grid: Grid, app: App) -> None:
    showing = app.at_table.current
    reader = showing.shown if showing is not None else app.new_reader("")
    if reader.table is None and not reader.lines:
        _message(grid, app, app.words("The table is loading"), reader.closed)
        # No button, but the key has to work before the first message of the table comes.
        grid.target("back", Rect(-1, -1, 0, 0), Intent("back"), hotkeys=("Escape",))
        return
    view = view_of(app, reader)
    game = reader.table.opened.game if reader.table is not None else ""
    page_of(game).draw(grid, view)


def _lobby(grid: Grid, app: App) -> None:
    # Drawing is what keeps the list fresh: nothing asks while another page is shown.
    app.lobby.refresh()
    if app.ui.sheet == "new" and app.lobby.form is not None:
        draw_form(grid, app.lobby.form, app.lobby.games, app.settings.name)
        return
    pages = app.at_table.pages
    if app.ui.sheet == "statistics" and pages.refresh(None):
        draw_statistics(grid, None, pages.page)
        return
    hall = Hall(
        tables=app.lobby.listed,
        seats=app.lobby.seats,
        settings=app.settings,
        servers=tuple(app.screens.servers()),
        bots=app.welcome.bots if app.welcome is not None else (),
        line=app.lobby.line,
        recent=tuple(app.stays.recent()),
        today=app.stays.clock(),
    )
    draw_lobby(grid, hall)


def _is_gone(app: App) -> bool:
    """Whether the server has not answered for so long that the page says so."""
    return app.ui.lost_ms is not None and app.now_ms - app.ui.lost_ms > GONE_MS


def _message(grid: Grid, app: App, title: str, text: str) -> None:
    draw_top(grid, "Carteado", app.settings.name)
    grid.text(4, 3, title, Ink("text", bold=True))
    for number, line in enumerate(wrapped(text, min(72, grid.width - 8))):
        grid.text(4, 5 + number, line)
    grid.text(1, grid.height - 2, ">", Ink("turn", bold=True))
    grid.line = Line(x=3, y=grid.height - 2, width=grid.width - 4)


def _ended_here(grid: Grid, app: App, error: Exception) -> None:
    """The session is over; a player connected elsewhere may take the seat back."""
    words = app.words
    if getattr(error, "code", "") == "session/replaced":
        text = words("You connected from elsewhere and play there now.")
        title, again = words("You play elsewhere now"), words("Take over here")
        _gone(grid, app, title, text, again)
    else:
        _gone(grid, app, words("The session has ended"), app.session_input.reason(error))


def _gone(grid: Grid, app: App, title: str, text: str, label: str = "") -> None:
    words = app.words
    _message(grid, app, title, text)
    again, leave = Intent("again"), Intent("to-start")
    label = label or words("Connect again")
    end = grid.button("again", 4, 10, label, again, hotkeys=("Enter",), strong=True)
    grid.button("to-start", end + 4, 10, words("Leave"), leave, hotkeys=("Escape",), shown="Esc")
