"""What the terminal shows and what its keys mean: `scene.control.app.App` with pages of text.

It knows nothing of Textual: tests drive it with `page`, `key`, `write` and `tick`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from carteado.client import InputError
from carteado.client.hosting import HostProcess, qr_rows
from carteado.client.link import Link
from carteado.client.search import Search
from carteado.clients.tui.frame import MIN_SIZE, frame_of
from carteado.clients.tui.grid import Grid, Ink, Line, Page, wrapped
from carteado.clients.tui.pages.coach import coach_rows
from carteado.clients.tui.pages.form import draw_form, draw_options
from carteado.clients.tui.pages.help import help_lines, rules_lines, topic_lines, word_lines
from carteado.clients.tui.pages.ledger import draw_ledger
from carteado.clients.tui.pages.lobby import Hall, draw_lobby
from carteado.clients.tui.pages.owner import draw_chips, draw_owner
from carteado.clients.tui.pages.registry import page_of
from carteado.clients.tui.pages.sheets import Choice, draw_choices, draw_settings, draw_text
from carteado.clients.tui.pages.side import chat_rows, log_rows
from carteado.clients.tui.pages.start import Start, draw_start
from carteado.clients.tui.pages.statistics import draw_statistics
from carteado.clients.tui.pages.top import draw_top
from carteado.clients.tui.replay_source import replay_source
from carteado.clients.tui.screening import Screening
from carteado.clients.tui.typed import Typed
from carteado.clients.tui.view import View
from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions
from carteado.protocol.session_events import Welcomed
from carteado.scene.bot_words import bot_style
from carteado.scene.control.app import GONE_MS, App
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect, Target
from carteado.scene.story import Log
from carteado.scene.ui import Settings

__all__ = ["Session"]

_PAGE_KEYS = ("Tab", "PageUp", "PageDown")
"""Keys that mean what a place of the page says, where one has them."""

_TABLE_LISTS = ("hand", "runs")
_TEXTS = (
    "answer",
    "help",
    "rules",
    "coach",
    "score",
    "words",
    "table-help",
    "topic",
    "chances",
    "film-help",
    "statistics",
)
"""Dialogs that begin at their top; the others show their end."""

MakeLink = Callable[[str, str], Link]


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
        rules: of the table of the lobby that was asked about last.
        topic: a word that was asked about last.
    """

    looking = ("start", "lobby")

    def __init__(
        self,
        settings: Settings,
        make_link: MakeLink,
        save: Callable[[Settings], None] = lambda settings: None,
        make_host: Callable[[], HostProcess] = HostProcess,
        search: Search | None = None,
    ) -> None:
        super().__init__(settings, make_link, save, make_host, search)
        self.screening = Screening(self)
        self._first_sheet = self._to_replay = ""
        self._scored = self._notified = False
        self.typed = Typed(self, self.screening)
        self.shown: Page | None = None
        self.after = ""
        self.rules: tuple[str, ...] = ()
        self.topic = ""

    def tick(self, now_ms: float) -> None:
        """Take what came; the score sheet opens by itself after a deal, until the own turn."""
        super().tick(now_ms)
        showing = self.at_table.current
        if showing is None or self.screen != "table":
            return
        table = showing.shown.table
        if self._to_replay == self.at_table.table_id and table is not None and showing.shown.live:
            self._to_replay = ""
            self.do(Intent("replay-table"))
        scored = table is not None and bool(getattr(table.state, "sheets", ()))
        if scored and not self._scored and not self.ui.sheet and not self.ui.editing:
            self.do(Intent("sheet", "score"))
            self._notified = True
        elif self._notified and showing.shown.prompt is not None:
            self._notified = False
            if self.ui.sheet == "score":
                self.do(Intent("sheet", ""))
        self._scored = scored

    # What is shown

    def page(self, size: tuple[int, int]) -> Page:
        """The screen as it is now, columns and rows."""
        grid = Grid(size, self.words, self.ui)
        if size[0] < MIN_SIZE[0] or size[1] < MIN_SIZE[1]:
            self._too_small(grid)
        else:
            self._draw(grid)
            self._sheet(grid)
            self._lost(grid)
        page = grid.page()
        self.shown, self._scene = page, page.scene
        return page

    def _draw(self, grid: Grid) -> None:
        if self.screen == "film" and self.film is not None:
            self.screening.draw(grid, self.film)
        elif self.ended is not None and self.screen != "start":
            self._ended_here(grid, self.ended)
        elif self.ui.lost_ms is not None and self._is_gone:
            text = self.words(
                "{server} has not answered for {seconds} s. Your seat is kept, and this terminal "
                "connects again by itself as soon as the server is back.",
                server=self.ui.server,
                seconds=int((self.now_ms - self.ui.lost_ms) // 1000),
            )
            self._gone(grid, self.words("The server is gone"), text)
        elif self.screen == "table":
            self._table(grid)
        elif self.screen == "lobby":
            self._lobby(grid)
        elif self.screen == "connecting":
            title = self.words("Connecting to {server}", server=self.ui.server)
            self._message(grid, title, "", ())
            grid.button(
                "cancel",
                4,
                6,
                self.words("Cancel"),
                Intent("to-start"),
                hotkeys=("Escape",),
                shown="Esc",
            )
        else:
            hosting = self.host.url.partition("//")[2] if self.host is not None else ""
            draw_start(
                grid,
                Start(
                    settings=self.settings,
                    found=tuple(self.screens.servers()),
                    searching=self.search is not None and self.search.running,
                    problem=self.search.problem if self.search is not None else "",
                    hosting=hosting,
                ),
            )

    def _table(self, grid: Grid) -> None:
        showing = self.at_table.current
        reader = showing.shown if showing is not None else self.new_reader("")
        if reader.table is None and not reader.lines:
            self._message(grid, self.words("The table comes"), reader.closed, ())
            grid.target("back", Rect(-1, -1, 0, 0), Intent("back"), hotkeys=("Escape",))
            return
        view = self._view(reader)
        game = reader.table.opened.game if reader.table is not None else ""
        page_of(game).draw(grid, view)

    def _view(self, reader: Reader) -> View:
        showing = self.at_table.current
        return View(
            reader=reader,
            picture=reader.picture(),
            ui=self.ui,
            settings=self.settings,
            now_ms=self.now_ms,
            replaying=showing is not None and showing.replaying,
            bots=tuple(self.welcome.bots) if self.welcome is not None else (),
            advice=self.at_table.advice(),
        )

    def _lobby(self, grid: Grid) -> None:
        self.lobby.refresh()
        games = tuple(self.welcome.games) if self.welcome is not None else ()
        if self.ui.sheet == "new" and self.lobby.form is not None:
            draw_form(grid, self.lobby.form, games, self.settings.name)
            return
        pages = self.at_table.pages
        if self.ui.sheet == "statistics" and pages.refresh(None):
            draw_statistics(grid, None, pages.page)
            return
        hall = Hall(
            tables=self.lobby.listed,
            seats=self.lobby.seats,
            settings=self.settings,
            servers=tuple(self.screens.servers()),
        )
        draw_lobby(grid, hall)

    def _lost(self, grid: Grid) -> None:
        """A lost connection, on the pages that do not say so themselves."""
        on_page = self.screen == "lobby" or (self.screen == "table" and self.ui.sheet)
        if self.ui.lost_ms is None or not on_page or self._is_gone:
            return
        text = self.words("Reconnecting to {server}", server=self.ui.server)
        ink = Ink("warn", bold=True, reverse=True)
        grid.text(0, 0, f" {text} ", ink, width=grid.width, align="centre")

    @property
    def _is_gone(self) -> bool:
        """Whether the server has not answered for so long that the page says so."""
        return self.ui.lost_ms is not None and self.now_ms - self.ui.lost_ms > GONE_MS

    def _too_small(self, grid: Grid) -> None:
        text = self.words(
            "Carteado needs {most} x {least} characters, and this terminal has {columns} x {rows}. "
            "Make the window larger, or its letters smaller.",
            columns=grid.width,
            rows=grid.height,
            most=MIN_SIZE[0],
            least=MIN_SIZE[1],
        )
        for number, line in enumerate(wrapped(text, max(1, grid.width - 1))[: grid.height - 1]):
            grid.text(0, number, line)
        grid.line = Line(x=0, y=grid.height - 1, width=max(1, grid.width))

    def _message(self, grid: Grid, title: str, text: str, buttons: tuple[Any, ...]) -> None:
        draw_top(grid, "Carteado", self.settings.name)
        grid.text(4, 3, title, Ink("text", bold=True))
        for number, line in enumerate(wrapped(text, min(72, grid.width - 8))):
            grid.text(4, 5 + number, line)
        grid.text(1, grid.height - 2, ">", Ink("turn", bold=True))
        grid.line = Line(x=3, y=grid.height - 2, width=grid.width - 4)

    def _ended_here(self, grid: Grid, error: Exception) -> None:
        """The session is over; a player connected elsewhere may take the seat back."""
        words = self.words
        if getattr(error, "code", "") == "session/replaced":
            text = words("You connected from elsewhere, and your seats went there.")
            title, again = words("You play elsewhere now"), words("Take over and play here")
            self._gone(grid, title, text, again)
        else:
            self._gone(grid, words("The session has ended"), self.hearing.why(error))

    def _gone(self, grid: Grid, title: str, text: str, label: str = "") -> None:
        words = self.words
        self._message(grid, title, text, ())
        again, leave = Intent("again"), Intent("to-start")
        label = label or words("Connect again")
        end = grid.button("again", 4, 10, label, again, hotkeys=("Enter",), strong=True)
        grid.button(
            "to-start", end + 4, 10, words("Leave"), leave, hotkeys=("Escape",), shown="Esc"
        )

    # Dialogs

    def _sheet(self, grid: Grid) -> None:
        words, sheet = self.words, self.ui.sheet
        scroll = self.ui.scroll.get(sheet, 0)
        showing = self.at_table.current if self.screen != "film" else None
        story = showing.shown.story if showing is not None else None
        log: Log = story.log if story is not None else Log()
        match sheet:
            case "settings":
                draw_settings(grid, self.settings)
            case "help":
                table = showing.reader.table if self.screen == "table" and showing else None
                lines = help_lines(words, game=table.game if table is not None else None)
                draw_text(grid, words("Help"), lines, scroll=scroll)
            case "topic":
                draw_text(grid, self.topic, topic_lines(words, self.topic), scroll=scroll)
            case "words" if showing is not None and showing.reader.table is not None:
                lines = word_lines(words, showing.reader.table.game)
                draw_text(grid, words("Game words"), lines, scroll=scroll)
            case "menu":
                draw_choices(grid, words("Menu"), self._menu())
            case "bots":
                self._bots(grid)
            case "rules":
                lines = list(self.rules)
                if self.screen == "table" and showing is not None and showing.reader.table:
                    table = showing.reader.table
                    lines = rules_lines(words, table.game, table.options, table.settings)
                draw_text(grid, words("Rules of this table"), lines, scroll=scroll)
            case "answer":
                title, told = self.typed.answer
                draw_text(grid, title[:40], told, scroll=scroll)
            case "coach" if showing is not None:
                rows = coach_rows(self._view(showing.shown), 60)
                lines = [f"{name:<26}{value:>8} {note}".rstrip() for name, value, note in rows]
                draw_text(grid, words("Coach"), lines, scroll=scroll)
            case "log":
                lines = [f"{text}   {note}".rstrip() for text, _, note in log_rows(log.lines, 70)]
                draw_text(grid, words("Log"), lines, scroll=scroll, ends=True)
            case "chat":
                lines = [text for text, _, _ in chat_rows(log.chat, 70, words)]
                draw_text(grid, words("Chat"), lines, scroll=scroll, ends=True)
            case "host" if self.host is not None:
                self._hosting_sheet(grid)
            case "quit":
                choices = [
                    ("quit-keep", words("Leave it running"), Intent("quit", "keep"), ("1",)),
                    ("quit-stop", words("Stop it"), Intent("quit", "stop"), ("2",)),
                ]
                note = words("Your server is still running, and others may be playing on it.")
                draw_choices(grid, words("Quit"), choices, (note,))
            case _ if showing is not None and self.screen == "table":
                self._table_page(grid, showing.reader)
            case _:
                pass

    def _table_page(self, grid: Grid, reader: Reader) -> None:
        """The pages of a table: the owner's controls, the ledger."""
        pages, sheet = self.at_table.pages, self.ui.sheet
        if reader.table is None or not pages.refresh(reader):
            return
        name, _, seat = sheet.partition(":")
        match name:
            case "table":
                draw_owner(grid, reader, owner=pages.page.owner)
            case "ledger":
                draw_ledger(grid, reader, pages.page.ledger, pages.page.problem)
            case "statistics":
                draw_statistics(grid, reader, pages.page)
            case "chips" if seat.isdecimal():
                draw_owner(grid, reader, owner=pages.page.owner)
                draw_chips(grid, reader, int(seat))
            case "options" if self.lobby.form is not None:
                draw_options(grid, self.lobby.form)
            case "close-table":
                draw_owner(grid, reader, owner=pages.page.owner)
                close = Intent("own", "close_table")
                choices: list[Choice] = [
                    ("close-for-good", self.words("Close the table"), close, ("1",)),
                    ("keep", self.words("Cancel"), Intent("sheet", "table"), ("2",)),
                ]
                note = self.words("Nobody can play at it again. Its log can still be read.")
                draw_choices(grid, self.words("Close this table for good?"), choices, (note,))
            case _:
                pass

    def _bots(self, grid: Grid) -> None:
        """The server's bots, by name and style."""
        words = self.words
        bots = tuple(self.welcome.bots) if self.welcome is not None else ()
        choices: list[Choice] = []
        for number, name in enumerate(bots[:17], 1):
            style = bot_style(name, words)
            label = f"{name:<14} {style}".rstrip()
            keys = (str(number),) if number < 10 else ()
            choices.append((f"bot:{name}", label, Intent("add-bot", name), keys))
        notes = () if bots else (words("This server has no bots to seat."),)
        draw_choices(grid, words("Add a bot"), choices, notes)

    def _menu(self) -> list[Choice]:
        words, showing = self.words, self.at_table.current
        seated = showing is not None and showing.reader.seat is not None
        away = False
        if seated and showing is not None and showing.reader.table is not None:
            away = showing.reader.table.state.away[showing.reader.seat]
        found: list[Choice] = [("menu:tables", words("Tables"), Intent("tables"), ("T",))]
        if seated:
            label = words("I'm back") if away else words("Sit out")
            found.append(("menu:pause", label, Intent("pause"), ("P",)))
            found.append(("menu:leave", words("Leave the table"), Intent("leave"), ("L",)))
        found += [
            ("menu:bots", words("Add a bot"), Intent("sheet", "bots"), ("B",)),
            ("menu:table", words("Table and owner"), Intent("sheet", "table"), ("W",)),
            ("menu:ledger", words("Ledger"), Intent("sheet", "ledger"), ("F7",)),
            ("menu:stats", words("Statistics"), Intent("sheet", "statistics"), ("S",)),
            ("menu:replay", words("Replay this table"), Intent("replay-table"), ("V",)),
            ("menu:rules", words("Rules of this table"), Intent("sheet", "rules"), ("R",)),
            ("menu:words", words("Game words"), Intent("sheet", "words"), ("N",)),
            ("menu:log", words("Log"), Intent("sheet", "log"), ("G",)),
            ("menu:chat", words("Chat"), Intent("sheet", "chat"), ("C",)),
            ("menu:settings", words("Settings"), Intent("sheet", "settings"), ("O",)),
            ("menu:quit", words("Quit"), Intent("close"), ("Q",)),
        ]
        return found

    def _hosting_sheet(self, grid: Grid) -> None:
        words, host = self.words, self.host
        assert host is not None
        choices: list[Choice] = []
        if host.problem:
            notes = [host.problem]
        elif not host.url:
            notes = [words("The server starts.")]
        else:
            address = host.url.partition("//")[2]
            notes = [words("Your server runs at {address}.", address=address)]
            notes.append(
                words("Others open {url} in a browser, or type the address.", url=host.url)
            )
            choices = [
                ("host-open", words("Play on it"), Intent("host-open"), ("Enter",)),
                ("host-stop", words("Stop it"), Intent("host-stop"), ("S",)),
            ]
        # A telephone opens the page in its browser, not the WebSocket.
        code = qr_rows(host.url.replace("ws://", "http://", 1)) if host.url else ()
        draw_choices(grid, words("Play at home"), choices, notes, code)

    # What keys mean

    def key(self, name: str) -> None:
        """A key by its name: ``F1``, ``Escape``, ``Enter``, ``Tab``, ``a``, ``5``."""
        if not self.ui.editing:
            # A letter in its own case first: those of the runs are small ones.
            if (len(name) == 1 or name in _PAGE_KEYS) and self._pressed(name):
                return
            # A dialog closes before a sentence behind it is dismissed.
            if name == "Escape" and self.ui.sheet and self._pressed(name):
                return
            if name in ("Up", "Down") and self._moves():
                self._move(1 if name == "Down" else -1)
                return
            if name in ("PageUp", "PageDown"):
                page = self.ui.sheet or "log"
                step = 8 if name == "PageUp" else -8
                if page in _TEXTS:
                    step = -step
                at = max(0, self.ui.scroll.get(page, 0) + step)
                self.ui = replace(self.ui, scroll={**self.ui.scroll, page: at})
                return
        super().key(name)

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
        if found is not None and line and self.chosen_line != found.key:
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
            self.ui = replace(self.ui, unread=0)
        super()._take(target, x)

    def do(self, intent: Intent) -> None:
        """Carry out what a press means."""
        match intent.kind:
            case "edit":
                self.ui = replace(self.ui, editing=intent.value)
            case "key":
                self.ui = replace(self.ui, editing="")
                self.key(intent.value)
            case "replay-at":
                self._to_replay = intent.value
                mine = intent.value in self.lobby.seats
                self.do(Intent("resume" if mine else "watch", intent.value))
            case "tables" | "to-start" | "leave" if self._to_replay:
                self._to_replay = ""
                self.do(intent)
            case "lobby-rules":
                self._rules_of(intent.value)
            case "topic":
                self.topic = intent.value
                self.do(Intent("sheet", "topic"))
            case "stat-player" | "stat-scope" if self.screen == "lobby":
                self.at_table.pages.intent(intent, None)
            case "connect" if self.screen == "lobby" and intent.value:
                self.connect(intent.value)
            case "add-bot" if self.link is not None:
                # Its process takes a moment to start.
                self.say(self.words("{name} is on the way to the table.", name=intent.value))
                self._done(intent)
            case "find":
                if self.search is not None:
                    self.search.start()
            case "window":
                self.after, self.running = "gui", False
            case "close":
                self.quit()
            case "tables" if self.link is not None:
                self.ui = replace(self.ui, sheet="")
                self.screen = "lobby"
                self.link.list_tables()
            case "sheet":
                super().do(intent)
                # Where the cursor is in a hand, and what is scrolled on a table, stays.
                kept = {name: at for name, at in self.ui.scroll.items() if name in _TABLE_LISTS}
                coach = intent.value == "coach" or (self.ui.coach and self._beside)
                self.ui = replace(self.ui, focus="", scroll=kept, coach=coach)
            case _:
                self._done(intent)

    def _done(self, intent: Intent) -> None:
        """Carry out what the app does with an intent; a list that was chosen from closes."""
        if self.ui.sheet in ("menu", "bots") and intent.kind not in ("none", "dismiss"):
            self.ui = replace(self.ui, sheet="", focus="")
        super().do(intent)

    @property
    def _beside(self) -> bool:
        """Whether the coach has its place beside the table, where it stays."""
        page = self.shown
        return page is not None and frame_of((int(page.scene.size[0]), len(page.rows))).wide

    def _rules_of(self, info: Any) -> None:
        """Show the rules of a table of the lobby."""
        try:
            game = game_of(info.game)
            options: Any = from_plain(game.options_type, info.options)
            settings = from_plain(TableOptions, info.settings)
        except EngineError as error:
            self.say(str(error), error=True)
            return
        self.rules = tuple(rules_lines(self.words, game, options, settings))
        self.do(Intent("sheet", "rules"))

    def submit(self, field: str) -> None:
        """Enter was pressed in a field."""
        if field == "watch-address":
            address = self.ui.texts.get(field, "").strip()
            self.ui = replace(self.ui, editing="")
            if address:
                self.connect(address)
                self.watch_only = True
                self.say(self.words("Choose a table, and press W to watch it."))
            return
        if field == "statistics-address":
            address = self.ui.texts.get(field, "").strip()
            self.ui = replace(self.ui, editing="")
            if address:
                self.connect(address)
                # After `connect`, which clears it.
                self._first_sheet = "statistics"
            return
        if field == "film-goto":
            text = self.ui.texts.get(field, "")
            texts = {key: one for key, one in self.ui.texts.items() if key != field}
            self.ui = replace(self.ui, editing="", texts=texts)
            self.typed.say(text)
            return
        if field == "replay-file":
            text = self.ui.texts.get(field, "").strip()
            self.ui = replace(self.ui, editing="")
            if text:
                self._replay(text)
            return
        if field == "name":
            self._named()
            self.ui = replace(self.ui, editing="")
            return
        super().submit(field)

    def _replay(self, text: str) -> None:
        """Replay a log file, or show the tables of a server to choose one from."""
        found = [one.address for one in self.screens.servers()]
        try:
            source = replay_source(text, [*found, *self.settings.recent], self.words)
        except InputError as error:
            self.say(str(error), error=True)
            return
        if isinstance(source, Path):
            self.screening.open_file(source)
        else:
            self.connect(source)
            self.say(self.words("Choose a table, and press V to replay it."))

    def answered(self, tag: str, reply: Any) -> None:
        """A request was accepted; what was asked in the input line is shown."""
        if not self.typed.answered(tag, reply):
            super().answered(tag, reply)

    def welcomed(self, item: Welcomed) -> None:
        """The session began: show the sheet for which the terminal was started, if there is one."""
        super().welcomed(item)
        sheet, self._first_sheet = self._first_sheet, ""
        if sheet:
            self.do(Intent("sheet", sheet))

    def connect(self, address: str, table: str | None = None, *, watch: bool = False) -> None:
        """Open a session; with a table, go on to it."""
        self._first_sheet = self._to_replay = ""
        super().connect(address, table, watch=watch)

    def write(self, text: str) -> None:
        """What is typed into the field that is edited, as a whole."""
        if self.ui.editing:
            texts = {**self.ui.texts, self.ui.editing: text[:200]}
            self.ui = replace(self.ui, texts=texts)
