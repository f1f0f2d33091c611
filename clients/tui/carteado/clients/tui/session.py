"""The terminal as a `scene.control.app.App` with pages of text: what its keys and fields do.

What is shown is decided in `screen` and `dialogs`.

It knows nothing of Textual: tests drive it with `page`, `key`, `write` and `tick`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from carteado.client.hosting import Host, HostProcess
from carteado.client.search import Search
from carteado.clients.tui.dialogs import READ_FROM_THE_TOP, Dialogs
from carteado.clients.tui.frame import MIN_SIZE, frame_of
from carteado.clients.tui.grid import Grid, Page
from carteado.clients.tui.pages.entering import CODE, ENTERING
from carteado.clients.tui.replay import ReplayScreen
from carteado.clients.tui.score_sheet import ScoreSheet
from carteado.clients.tui.screen import draw_lost, draw_screen, draw_too_small
from carteado.clients.tui.start_fields import StartFields
from carteado.clients.tui.typed import Typed
from carteado.clients.tui.view import written
from carteado.protocol.messages import Ok
from carteado.protocol.session_events import Welcomed
from carteado.scene.control.app import App
from carteado.scene.control.connecting import MakeLink
from carteado.scene.shapes import Intent, Target
from carteado.scene.ui import Settings

__all__ = ["Session"]

_PAGE_KEYS = ("Tab", "PageUp", "PageDown")
"""Keys that mean what a place of the page says, where one has them."""

_TABLE_LISTS = ("hand", "runs")

WHEEL_ROWS = 3
"""Rows of a text for one step of the mouse wheel."""

_ALL = 1_000_000

_SCROLLING = {"PageUp": -1, "PageDown": 1, "Up": -1, "Down": 1, "Home": -_ALL, "End": _ALL}
"""Keys that scroll a text, and how far: in pages, or in rows."""


class Session(App):
    """The terminal's state and what changes it.

    Args:
        settings: of the player.
        make_link: opens a session, for an address and a name.
        save: keeps changed settings.
        make_host: starts a server on this computer.
        search: looks for servers on the network; None looks for none.

    Attributes:
        shown: the page that was made last.
        after: name of a command that the terminal runs once it has closed, '' for none.
        left_at: URL of a server of this terminal that runs on after it, '' for none.
    """

    looking = ("start", "lobby")
    measuring = ("lobby", "table")
    keeps_sheets = False

    def __init__(
        self,
        settings: Settings,
        make_link: MakeLink,
        save: Callable[[Settings], None] = lambda settings: None,
        make_host: Callable[[], Host] = HostProcess,
        search: Search | None = None,
    ) -> None:
        super().__init__(settings, make_link, save, make_host, search)
        self.replay_screen = ReplayScreen(self)
        self.start_fields = StartFields(self, self.replay_screen)
        # The table whose replay starts as soon as its game is known.
        self._to_replay = ""
        self._score_sheet = ScoreSheet(self)
        self.typed = Typed(self, self.replay_screen)
        self.dialogs = Dialogs(self, self.typed)
        self.shown: Page | None = None
        self.after = ""
        self.left_at = ""

    def tick(self, now_ms: float) -> None:
        """Handle new messages; after a deal the score sheet opens until the player's turn."""
        # Messages first, then what follows from them.
        line, sheet, screen = self.chosen_line, self.ui.sheet, self.screen
        super().tick(now_ms)
        if screen == "connecting" and self.screen == "start":
            self.start_fields.failed()
        if self.ui.sheet in ENTERING and self.ui.sheet != sheet:
            self.lobby.line = line
            editing = CODE if self.ui.sheet == "code" else ""
            self.ui = replace(self.ui, focus="", editing=editing)
        showing = self.at_table.current
        if showing is None or self.screen != "table":
            return
        table = showing.shown.table
        # The replay needs the table's game, which is known once it is live.
        if self._to_replay == self.at_table.table_id and table is not None and showing.shown.live:
            self._to_replay = ""
            self.do(Intent("replay-table"))
        self._score_sheet.tick(showing)

    # Drawing

    def page(self, size: tuple[int, int]) -> Page:
        """The screen as it is now, columns and rows."""
        grid = Grid(size, self.words, self.ui)
        grid.keep_plain(written(self))
        if size[0] < MIN_SIZE[0] or size[1] < MIN_SIZE[1]:
            draw_too_small(grid, self)
        else:
            draw_screen(grid, self, self.replay_screen)
            self.dialogs.draw(grid)
            draw_lost(grid, self)
        page = grid.page()
        if page.first is not None:
            # A list that followed the focus stays there when a click takes the focus away.
            self.ui = replace(self.ui, scroll={**self.ui.scroll, self.ui.sheet: page.first})
        self.shown, self._scene = page, page.scene
        return page

    # Keys

    def key(self, name: str) -> None:
        """A key by its name: ``F1``, ``Escape``, ``Enter``, ``Tab``, ``a``, ``5``."""
        if not self.ui.editing:
            # A letter in its own case first: those of the runs are small ones.
            if (len(name) == 1 or name in _PAGE_KEYS) and self._pressed(name):
                return
            # A dialog closes before a sentence behind it is dismissed.
            if name == "Escape" and self.ui.sheet and self._pressed(name):
                return
            if name in ("Up", "Down") and not self._reads and self._moves():
                self._move(1 if name == "Down" else -1)
                return
            if name in _SCROLLING and self._scrolls(name):
                return
        super().key(name)

    @property
    def _reads(self) -> bool:
        """Whether a text with nothing to choose is shown, which the arrows scroll."""
        page = self.shown
        return page is not None and page.reading and page.room > 0 and not page.order

    def _scrolls(self, name: str) -> bool:
        """Scroll by a key; False where it has another meaning here."""
        # At the table Home, End and the arrows belong to the hand and the amount.
        if name not in ("PageUp", "PageDown") and not self._reads:
            return False
        room = self.shown.room if self.shown is not None else 0
        # The last row stays in sight as the first one of the next page.
        self.scroll(_SCROLLING[name] * (max(1, room - 1) if name.startswith("Page") else 1))
        return True

    def scroll(self, rows: int) -> None:
        """Scroll the text that is shown: downwards, or upwards by a number below zero."""
        # Without a dialog the log of the table is what scrolls.
        page = self.ui.sheet or "log"
        if page not in READ_FROM_THE_TOP:
            rows = -rows
        last = self.shown.hidden if self.shown is not None else 0
        # The place is bounded by what was drawn, or the way back would seem to do nothing.
        at = min(max(0, min(self.ui.scroll.get(page, 0), last) + rows), last)
        self.ui = replace(self.ui, scroll={**self.ui.scroll, page: at})
        if self.shown is not None and self.shown.first is not None:
            # The list would stay where the focus is.
            self.ui = replace(self.ui, focus="")

    def notch(self, name: str) -> None:
        """A turn of the mouse wheel, ``PageUp`` or ``PageDown``.

        It scrolls three rows of a text, and in a list that has room it chooses the next place.
        """
        step = -1 if name == "PageUp" else 1
        page = self.shown
        if self._pressed(name):
            return
        if page is not None and page.order and not page.hidden:
            nowhere = 0 if self._first_is_chosen else -1
            found = page.order.index(self.ui.focus) if self.ui.focus in page.order else nowhere
            # Not round from one end to the other, as with the arrows.
            at = min(max(0, found + step), len(page.order) - 1)
            self.ui = replace(self.ui, focus=page.order[at])
        else:
            self.scroll(step * WHEEL_ROWS)

    def has_key(self, name: str) -> bool:
        """Whether a character is a key of the page that is shown."""
        page = self.shown
        if page is None:
            return False
        # A letter that begins a typed action is typed, even where another place has it as its key.
        if name.lower() in page.letters:
            return False
        if name == "=":
            return any(one.key == "amount" for one in page.scene.targets)
        # Letters press whether Shift is held or not.
        keys = {name, name.upper()}
        return any(keys & set(one.hotkeys) for one in page.scene.targets if one.enabled)

    def _pressed(self, name: str) -> bool:
        if self._scene is None:
            return False
        # Later targets lie over earlier ones, as those of a dialog do.
        for target in reversed(self._scene.targets):
            if name in target.hotkeys and target.enabled:
                self._take(target, target.rect.cx)
                return True
        return False

    def press(self, x: float, y: float) -> Target | None:
        """A press at a point; the first one on a line of the lobby only chooses it."""
        found = self._scene.target_at(x, y) if self._scene is not None else None
        line = found is not None and found.key.startswith("table:") and self.screen == "lobby"
        # Sitting down by an accidental click would be worse than a second click.
        if found is not None and line and self.ui.focus != found.key:
            self.ui = replace(self.ui, focus=found.key, notice=None)
            return found
        return super().press(x, y)

    @property
    def chosen_line(self) -> str:
        """The line of the lobby that is chosen."""
        listed = [f"table:{one.table}" for one in self.lobby.listed]
        return self.ui.focus if self.ui.focus in listed else (listed[0] if listed else "")

    def _moves(self) -> bool:
        """Whether the arrows go through the places of the page."""
        return (
            bool(self.shown and self.shown.order) or bool(self.ui.sheet) or self.screen != "table"
        )

    def _move(self, step: int) -> None:
        keys = list(self.shown.order) if self.shown is not None else []
        if not keys:
            self._move_focus(step)
            return
        focus = self.ui.focus
        # A place that is gone counts as the first.
        at = keys.index(focus) if focus in keys else 0
        if focus not in keys and not self._first_is_chosen:
            # From nowhere, down goes to the first place and up to the last.
            at = -1 if step > 0 else 0
        self.ui = replace(self.ui, focus=keys[(at + step) % len(keys)])

    @property
    def _first_is_chosen(self) -> bool:
        """Whether the page shows its first place as chosen while the arrows are nowhere."""
        return self.screen == "lobby" and not self.ui.sheet

    def _take(self, target: Target, x: float) -> None:
        if target.key == "timeline" and self.film is not None:
            first, last = self.film.span
            # A press is in the middle of its cell, half a cell from the left.
            share = (x - 0.5 - target.rect.x) / max(1.0, target.rect.w - 1)
            at = first + round((last - first) * min(1.0, max(0.0, share)))
            self.do(Intent("seek", at))
            return
        if target.kind == "field" and target.key == "chat":
            # Writing in the chat means having read it.
            self.ui = replace(self.ui, unread=0)
        super()._take(target, x)

    def do(self, intent: Intent) -> None:
        """Carry out what a press means."""
        match intent.kind:
            case "explain":
                self.say(intent.value, error=True)
            case "edit":
                self.ui = replace(self.ui, editing=intent.value)
            case "key":
                self.ui = replace(self.ui, editing="")
                self.key(intent.value)
            # The events come to a seat or a watcher only, so the table is entered first.
            case "replay-at":
                self._to_replay = intent.value
                mine = intent.value in self.lobby.seats
                self.do(Intent("resume" if mine else "watch", intent.value))
            # Another screen cancels the replay.
            case "tables" | "to-start" | "leave" if self._to_replay:
                self._to_replay = ""
                self.do(intent)
            case "lobby-rules":
                self.dialogs.open_rules(intent.value)
            case "order":
                self.typed.confirmed()
            case "topic":
                self.dialogs.open_topic(intent.value)
            case "stat-player" | "stat-scope" if self.screen == "lobby":
                self.at_table.pages.intent(intent, None)
            case "connect" if self.screen == "lobby" and intent.value:
                self.connect(intent.value)
            case "add-bot" if self.link is not None:
                # Its process takes a moment to start.
                self.say(self.words("{name} is on the way to the table.", name=intent.value))
                self._done(intent)
            case "find":
                if self.connecting.search is not None:
                    self.connecting.search.start()
            case "window":
                # The window finds the server as one that was left.
                self._leave_host()
                self.after, self.running = "gui", False
            case "quit":
                if intent.value == "stop" and self.own_server.host is not None:
                    self.own_server.host.stop()
                self.running = False
            case "close":
                self.quit()
            case "tables" if self.link is not None:
                self.ui = replace(self.ui, sheet="")
                self.screen = "lobby"
                self.link.list_tables()
            case "sheet":
                if intent.value:
                    self.lobby.line = self.chosen_line
                super().do(intent)
                # The cursor in the hand and the scroll position of the table stay.
                kept = {name: at for name, at in self.ui.scroll.items() if name in _TABLE_LISTS}
                coach = intent.value == "coach" or (self.ui.coach and self._has_side_panel)
                focus = self.lobby.line if self.screen == "lobby" and not intent.value else ""
                self.ui = replace(self.ui, focus=focus, scroll=kept, coach=coach)
            case _:
                self._done(intent)

    def _leave_host(self) -> None:
        """Let the server of this terminal run on."""
        host, self.own_server.host = self.own_server.host, None
        if host is not None and host.running:
            self.left_at = host.url
            host.leave()

    def close(self) -> None:
        """The terminal closes; a server that nobody has asked to stop runs on."""
        self._leave_host()
        super().close()

    def _done(self, intent: Intent) -> None:
        """Carry out what the app does with an intent; a list that was chosen from closes."""
        if self.ui.sheet in ("menu", "bots") and intent.kind not in ("none", "dismiss"):
            focus = self.lobby.line if self.screen == "lobby" else ""
            self.ui = replace(self.ui, sheet="", focus=focus)
        super().do(intent)

    @property
    def _has_side_panel(self) -> bool:
        """Whether the coach has its place beside the table, where it stays."""
        page = self.shown
        return page is not None and frame_of((int(page.scene.size[0]), len(page.rows))).wide

    def submit(self, field: str) -> None:
        """Enter was pressed in a field."""
        text = self.ui.texts.get(field, "").strip()
        if self.start_fields.submit(field, text):
            return
        if field == "film-goto":
            # The next "go to" begins empty.
            texts = {key: one for key, one in self.ui.texts.items() if key != field}
            self.ui = replace(self.ui, editing="", texts=texts)
            self.typed.enter(text)
            return
        if field == CODE:
            self.do(Intent("code"))
            return
        if field == "name":
            if self.take_name():
                self.ui = replace(self.ui, editing="")
            return
        super().submit(field)

    def answered(self, tag: str, reply: Ok) -> None:
        """A request was accepted; what was asked in the input line is shown."""
        # Typed questions have tags of their own, so nothing is answered twice.
        if not self.typed.answered(tag, reply):
            super().answered(tag, reply)

    def welcomed(self, item: Welcomed) -> None:
        """The session began: show the sheet for which the terminal was started, if there is one."""
        super().welcomed(item)
        if sheet := self.start_fields.take_first_sheet():
            self.do(Intent("sheet", sheet))

    def connect(self, address: str, table: str | None = None, *, watch: bool = False) -> None:
        """Open a session; with a table, go on to it."""
        self._to_replay = ""
        self.start_fields.connecting()
        super().connect(address, table, watch=watch)

    def write(self, text: str) -> None:
        """The whole text of the field that is being edited."""
        if self.ui.editing:
            # The same bound as in the window.
            texts = {**self.ui.texts, self.ui.editing: text[:200]}
            self.ui = replace(self.ui, texts=texts)
