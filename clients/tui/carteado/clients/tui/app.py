"""The Textual app: keys and clicks in, pages out."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from carteado.clients.tui.grid import Page
from carteado.clients.tui.history import History
from carteado.clients.tui.line import InputLine
from carteado.clients.tui.look import hex_of, style_of
from carteado.clients.tui.session import Session
from carteado.clients.tui.surface import Row
from carteado.scene.shapes import Intent

__all__ = ["Board", "Terminal"]

TICK_MS = 500.0
"""Milliseconds between two drawings of a clock: its bar has cells of more than a second."""


class Board(Widget):
    """Shows a page; only rows that changed are drawn again."""

    def __init__(self, session: Session, *, colours: bool) -> None:
        super().__init__(id="board")
        self._session = session
        self._colours = colours
        self._rows: tuple[Row, ...] = ()
        self._look = ("", "")

    def put(self, page: Page) -> None:
        """Show a page."""
        settings = self._session.settings
        look = (settings.theme, settings.deck)
        before, self._rows = self._rows, page.rows
        # Another theme, deck or height changes every row, not only those whose text differs.
        if look != self._look or len(before) != len(page.rows):
            self._look = look
            self.refresh()
            return
        # A clock changes one row twice a second; over a slow connection a whole page would
        # flicker.
        changed = [
            Region(0, y, self.size.width, 1)
            for y, (old, new) in enumerate(zip(before, page.rows, strict=True))
            if old != new
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """One row."""
        # Textual asks for rows of the new size before the page for it is made.
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        settings = self._session.settings
        return Strip(
            [
                Segment(text, style_of(ink, settings.theme, settings.deck, colours=self._colours))
                for text, ink in self._rows[y]
            ]
        )


class Terminal(App[None]):
    """The full-screen table.

    Args:
        session: what it shows.
        colours: whether the terminal's user wants colours.
        clock: milliseconds.
        history: of the input line.

    Attributes:
        bug: what has closed it, None for nothing.
    """

    # Its key and its box would lie over the table's own.
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: below above; overflow: hidden; }
    #board { layer: below; width: 100%; height: 100%; }
    #line { layer: above; position: absolute; height: 1; border: none; padding: 0; }
    .plain #line, .plain #line > * { background: ansi_default; color: ansi_default; }
    .plain #line > .input--cursor { text-style: reverse; }
    """

    def __init__(
        self,
        session: Session,
        *,
        colours: bool | None = None,
        clock: Callable[[], float] = lambda: time.monotonic() * 1000,
        history: History | None = None,
    ) -> None:
        # Textual would take NO_COLOR for greys; here it means no colour at all.
        wanted = not os.environ.get("NO_COLOR")
        self.colours = wanted if colours is None else colours
        # Without colours the terminal's own palette is left as it is.
        super().__init__(ansi_color=not self.colours)
        self.session = session
        self._clock = clock
        self.board = Board(session, colours=self.colours)
        self.input_line = InputLine(self.session.typed.words, history)
        self._timer: Timer | None = None
        self._woken = False
        self._theme_shown = ""
        self.bug: Exception | None = None
        # Known once the app runs; a signal may come before that.
        self._running_in: asyncio.AbstractEventLoop | None = None

    def compose(self) -> ComposeResult:
        """The page, and the input line over it."""
        yield self.board
        yield self.input_line

    def on_mount(self) -> None:
        """Begin."""
        self._running_in = asyncio.get_running_loop()
        # After `fg` the terminal is empty, and Textual would only draw what changes.
        self.app_resume_signal.subscribe(self, lambda app: app.refresh(layout=True))
        # Textual's own handler was installed with the driver, before this.
        if sys.platform != "win32" and not self.is_headless:
            signal.signal(signal.SIGCONT, self._continued)
        self.screen.set_class(not self.colours, "plain")
        self.input_line.focus()
        self.show()

    def _continued(self, *signalled: object) -> None:
        """Take over the terminal again after SIGTSTP, or after SIGSTOP, which no program can catch.

        After SIGSTOP, Textual would begin a second thread that reads keys, and leave the first one
        behind: it could keep the process from ending.
        """
        driver: Any = self._driver
        if not driver._must_signal_resume:  # no SIGTSTP came before
            driver.suspend_application_mode()
            driver._must_signal_resume = True
        driver.resume_application_mode()

    class Woken(Message):
        """Something waits in a queue."""

    def wake(self) -> None:
        """Something waits in a queue; called from any thread, and does not block it."""
        if not self._woken and self.is_running:
            self._woken = True
            # One message for any number of wakings: a burst of events is drawn once.
            self.post_message(self.Woken())

    def end(self) -> bool:
        """Close at once, without a question; False before the terminal has begun.

        Called from a signal handler.
        """
        if self._running_in is None:
            return False
        self._running_in.call_soon_threadsafe(self.exit)
        return True

    def broke(self, error: Exception) -> None:
        """Close because of a bug in another thread."""
        if self._running_in is not None and not self._running_in.is_closed():
            self._running_in.call_soon_threadsafe(self._handle_exception, error)

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen after a bug."""
        # The first one counts: those that follow may come from it.
        self.bug = self.bug or error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        # Textual's own makes a traceback with variables, among them cards and the token.
        self.panic()

    def panic(self, *renderables: RenderableType) -> None:
        """Close the screen after a bug, and print nothing: a sentence about it comes later."""
        super().panic()

    def on_terminal_woken(self) -> None:
        """Take what waits."""
        # Before the queues are read: whatever comes after this wakes the terminal again.
        self._woken = False
        self.show()

    @property
    def now_ms(self) -> float:
        """The time of the clock."""
        return self._clock()

    @property
    def arrows(self) -> bool:
        """Whether the arrows mean something on the page that is shown."""
        session, page = self.session, self.session.shown
        if page is not None and (page.order or page.reading):
            return True
        return (
            any(one.key == "amount" or "Up" in one.hotkeys for one in page.scene.targets)
            if page is not None
            else (session.screen != "table")
        )

    def show(self) -> None:
        """Handle new messages, and draw the current page."""
        session = self.session
        session.tick(self._clock())
        if not session.running:
            self.exit()
            return
        size = self.size
        # Before the first layout the size may be zero.
        page = session.page((max(1, size.width), max(1, size.height)))
        self.board.put(page)
        self._place(page)
        # After the page, because a key may have opened or closed a field.
        field = session.ui.editing
        self.input_line.follow(field, session.ui.texts.get(field, "") if field else "")
        if session.export_as:
            self._export()
        self._again()

    def _export(self) -> None:
        """Save the screen as a picture, and say so only where that worked."""
        session = self.session
        name, session.export_as = session.export_as, ""
        try:
            Path(name).write_text(self.export_screenshot(title="Carteado"), encoding="utf-8")
        except OSError as error:
            session.say(f"{name}: {error.strerror}", error=True)
        else:
            session.say(session.words("Saved as {file}", file=name))
        self.board.put(session.page((max(1, self.size.width), max(1, self.size.height))))

    def _place(self, page: Page) -> None:
        line, styles = page.line, self.input_line.styles
        # Each assignment lays the screen out again, even with equal values.
        if (styles.offset.x.value, styles.offset.y.value) != (line.x, line.y):
            styles.offset = (line.x, line.y)
        if styles.width is None or styles.width.value != line.width:
            styles.width = line.width
        if self.input_line.placeholder != line.hint:
            self.input_line.placeholder = line.hint
        theme = self.session.settings.theme
        # Without colours no background is ever set.
        if self.colours and theme != self._theme_shown:
            self._theme_shown = theme
            styles.background = hex_of("inputBg", theme)
            styles.color = hex_of("text", theme)
            self.screen.styles.background = hex_of("page", theme)

    def _again(self) -> None:
        """Draw again when something changes by itself, and not before."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        wait = self._wait_ms()
        if wait is not None:
            self._timer = self.set_timer(wait / 1000, self.show)

    def _wait_ms(self) -> float | None:
        session = self.session
        if session.screen == "film" and session.film is not None:
            return session.film.wait_ms(session.now_ms)
        showing = session.at_table.current
        if session.screen == "table" and showing is not None:
            guard = showing.shown.guard.left(session.now_ms)
            if guard > 0 and showing.shown.prompt is not None:
                # The guard's 600 ms are visible in a few steps.
                return 100.0
            if showing.busy:
                return max(30.0, showing.wait_ms(session.now_ms))
            if showing.shown.clock is not None and not showing.shown.clock.stopped:
                return TICK_MS
            coming = showing.shown.coming_ms(session.now_ms)
            if coming is not None:
                # The next deal is counted down in whole seconds.
                return coming % 1_000 or 1_000.0
        if session.ui.notice is not None or session.ui.lost_ms is not None:
            return 1_000.0
        # A little longer than the age at which the lobby asks for the list again.
        if session.screen == "lobby":
            return 2_100.0
        return 10_000.0 if session.screen == "start" else None

    async def action_quit(self) -> None:
        """Ctrl+Q: a server of this terminal is asked about first."""
        self.session.do(Intent("close"))
        self.show()

    def action_help_quit(self) -> None:
        """Ctrl+C, which ends other programs: say what ends this one."""
        # Ctrl+C must not lose a seat by habit, since it copies in other programs.
        self.session.say(self.session.words("Ctrl+Q quits, Esc goes back or opens the menu."))
        self.show()

    # Input

    def on_resize(self, event: events.Resize) -> None:
        """The terminal has another size, which the app itself takes after this handler."""
        self.call_later(self.show)

    def on_click(self, event: events.Click) -> None:
        """A click on a place; the input line has its own."""
        if event.widget is not self.input_line:
            # The middle of the cell, since the edges of places lie on whole numbers.
            self.session.press(event.screen_x + 0.5, event.screen_y + 0.5)
            # A terminal reports the click as a whole; a card needs both to be selected.
            self.session.release(event.screen_x + 0.5, event.screen_y + 0.5)
            self.show()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Older lines."""
        self.session.notch("PageUp")
        self.show()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Newer lines."""
        self.session.notch("PageDown")
        self.show()

    def get_default_screen_size(self) -> Size:
        """The smallest supported size."""
        return Size(80, 24)
