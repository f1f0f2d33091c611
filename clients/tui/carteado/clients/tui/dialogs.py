"""The dialogs over a page of the terminal: help, menus, settings, the pages of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.client.hosting import qr_rows
from carteado.clients.tui.grid import Grid
from carteado.clients.tui.pages.coach import coach_rows
from carteado.clients.tui.pages.entering import ENTERING, draw_entering
from carteado.clients.tui.pages.form import draw_options
from carteado.clients.tui.pages.help import (
    help_lines,
    page_keys,
    poker_keys,
    rules_lines,
    topic_lines,
    word_lines,
)
from carteado.clients.tui.pages.ledger import draw_ledger
from carteado.clients.tui.pages.owner import draw_chips, draw_owner, has_ledger
from carteado.clients.tui.pages.registry import page_of
from carteado.clients.tui.pages.sheets import Choice, draw_choices, draw_settings, draw_text
from carteado.clients.tui.pages.side import chat_rows, log_rows
from carteado.clients.tui.pages.statistics import draw_statistics
from carteado.clients.tui.typed import Order, Typed
from carteado.clients.tui.view import view_of
from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of
from carteado.engine.table import Table, TableOptions
from carteado.protocol.messages import TableInfo
from carteado.scene.bot_words import bot_style
from carteado.scene.game_types import GameOptions, GameState
from carteado.scene.lobby_words import cut_off
from carteado.scene.questions import ASKED, question_shown
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent
from carteado.scene.story import Log

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["READ_FROM_THE_TOP", "Dialogs"]

READ_FROM_THE_TOP = (
    "answer",
    "help",
    "rules",
    "coach",
    "score",
    "words",
    "topic",
    "chances",
    "film-help",
    "statistics",
    "ledger",
    "new",
    "options",
)
"""Dialogs that begin at their top; the others show their end."""


class Dialogs:
    """The dialog that is open, and what was asked about in it.

    Args:
        app: whose ``ui.sheet`` names the dialog.
        typed: has the answer to what was typed last.
    """

    def __init__(self, app: App, typed: Typed) -> None:
        self.app = app
        self._typed = typed
        # The rules of a table of the lobby, and a word of the help: the dialog's name has
        # no room for what it is about.
        self._rules: tuple[str, ...] = ()
        self._topic = ""

    def open_topic(self, topic: str) -> None:
        """Show the help on a word."""
        self._topic = topic
        self.app.do(Intent("sheet", "topic"))

    def open_rules(self, info: TableInfo) -> None:
        """Show the rules of a table of the lobby."""
        try:
            game = game_of(info.game)
            options: GameOptions = from_plain(game.options_type, info.options)
            settings = from_plain(TableOptions, info.settings)
        except EngineError as error:
            self.app.say(str(error), error=True)
            return
        self._rules = tuple(rules_lines(self.app.words, game, options, settings))
        self.app.do(Intent("sheet", "rules"))

    def _key_lines(self, table: Table | None) -> list[str]:
        """The key lines of the page."""
        words = self.app.words
        if table is None:
            return page_keys(words, start=self.app.screen != "lobby")
        lines = getattr(page_of(table.opened.game), "key_lines", None)
        return list(lines(words)) if lines is not None else poker_keys(words, table.game)

    def draw(self, grid: Grid) -> None:
        """Draw the dialog that is open, if one is."""
        words, sheet = self.app.words, self.app.ui.sheet
        scroll = self.app.ui.scroll.get(sheet, 0)
        showing = self.app.at_table.current if self.app.screen != "film" else None
        story = showing.shown.story if showing is not None else None
        log: Log = story.log if story is not None else Log()
        match sheet:
            case "settings":
                draw_settings(grid, self.app.settings)
            case "help":
                table = showing.reader.table if self.app.screen == "table" and showing else None
                game = table.game if table is not None else None
                lines = help_lines(words, self._key_lines(table), game)
                draw_text(grid, words("Help"), lines, scroll=scroll)
            case "topic":
                draw_text(grid, self._topic, topic_lines(words, self._topic), scroll=scroll)
            case "words" if showing is not None and showing.reader.table is not None:
                lines = word_lines(words, showing.reader.table.game)
                draw_text(grid, words("Game words"), lines, scroll=scroll)
            case "menu":
                draw_choices(grid, words("Menu"), self._menu())
            case "leave":
                self._leave(grid)
            case "bots":
                self._bots(grid)
            case "rules":
                lines = list(self._rules)
                if self.app.screen == "table" and showing is not None and showing.reader.table:
                    table = showing.reader.table
                    lines = rules_lines(words, table.game, table.options, table.settings)
                draw_text(grid, words("Rules of this table"), lines, scroll=scroll)
            case "answer":
                title, answer = self._typed.answer
                draw_text(grid, title[:40], answer, scroll=scroll)
            case "coach" if showing is not None:
                rows = coach_rows(view_of(self.app, showing.shown), 60)
                # Names, numbers and notes in columns; 60 cells fit the smallest page.
                lines = [f"{name:<26}{value:>8} {note}".rstrip() for name, value, note in rows]
                draw_text(grid, words("Coach"), lines, scroll=scroll)
            case "log":
                lines = [
                    f"{text}   {note}".rstrip() for text, _, note, _ in log_rows(log.lines, 70)
                ]
                draw_text(grid, words("Log"), lines, scroll=scroll, ends=True)
            case "chat":
                lines = [row.text for row in chat_rows(log.chat, 70, words)]
                draw_text(grid, words("Chat"), lines, scroll=scroll, ends=True, suits=False)
            case "host" if self.app.own_server.host is not None:
                self._hosting_sheet(grid)
            case "order" if self._typed.order is not None:
                self._order(grid, self._typed.order)
            case "quit":
                self._stopping(grid, words("Quit"), Intent("quit", "keep"), Intent("quit", "stop"))
            case "host-stop":
                title = words("Stop the server")
                self._stopping(grid, title, Intent("sheet", "host"), Intent("host-stop"))
            # Names that no case above knows are pages of the table.
            case _ if sheet in ENTERING:
                draw_entering(grid)
            case _ if showing is not None and self.app.screen == "table":
                self._table_page(grid, showing.reader)
            case _:
                pass

    def _table_page(self, grid: Grid, reader: Reader) -> None:
        """The pages of a table: the owner's controls, the ledger."""
        pages, sheet = self.app.at_table.pages, self.app.ui.sheet
        # `refresh` also asks the server again where the page is old.
        if reader.table is None or not pages.refresh(reader):
            return
        name, _, seat = sheet.partition(":")
        match name:
            case "table":
                draw_owner(grid, reader, owner=pages.page.owner, ledger=pages.page.ledger)
            case "ledger":
                draw_ledger(grid, reader, pages.page.ledger, pages.page.problem)
            case "statistics":
                draw_statistics(grid, reader, pages.page)
            case "chips" if seat.isdecimal():
                draw_owner(grid, reader, owner=pages.page.owner, ledger=pages.page.ledger)
                draw_chips(grid, reader, int(seat))
            case "options" if self.app.lobby.form is not None:
                draw_options(grid, self.app.lobby.form)
            case "close-table":
                draw_owner(grid, reader, owner=pages.page.owner, ledger=pages.page.ledger)
                close = Intent("own", "close_table")
                choices: list[Choice] = [
                    ("close-for-good", self.app.words("Close the table"), close, ("1",)),
                    ("keep", self.app.words("Cancel"), Intent("sheet", "table"), ("2",)),
                ]
                note = self.app.words("Nobody can play at it again. Its log can still be read.")
                draw_choices(grid, self.app.words("Close this table for good?"), choices, (note,))
            case _ if name in ASKED:
                draw_owner(grid, reader, owner=pages.page.owner, ledger=pages.page.ledger)
                self._question(grid, reader)
            case _:
                pass

    def _question(self, grid: Grid, reader: Reader) -> None:
        """Ask before an order about another player, unless that player has left the seat."""
        assert reader.table is not None
        words = self.app.words
        question = question_shown(self.app.ui.sheet, reader.table.state.names, words)
        if question is None:
            return
        order = Intent("own", (question.order, question.seat))
        # Digits, not Enter, which may just have pressed the button that asks.
        choices: list[Choice] = [
            ("sure", question.yes, order, ("1",)),
            ("keep", words("Cancel"), Intent("sheet", "table"), ("2",)),
        ]
        draw_choices(grid, question.title, choices, (question.text,))

    def _order(self, grid: Grid, order: Order) -> None:
        """Ask before an order for another table, without the pages of that table."""
        choices: list[Choice] = [
            ("sure", order.yes, Intent("order"), ("1",)),
            ("keep", self.app.words("Cancel"), Intent("sheet", ""), ("2",)),
        ]
        draw_choices(grid, order.title, choices, order.notes)

    def _leave(self, grid: Grid) -> None:
        """The seat is given up only after a question."""
        words = self.app.words
        # Digits, not L, which has just been pressed.
        choices: list[Choice] = [
            ("sure", words("Leave the table"), Intent("leave"), ("1",)),
            ("keep", words("Cancel"), Intent("sheet", ""), ("2",)),
        ]
        note = words("Your seat becomes free. In a hand you fold first, or the hand is played out.")
        draw_choices(grid, words("Leave this table?"), choices, (note,))

    def _bots(self, grid: Grid) -> None:
        """The server's bots, by name and style."""
        app, words = self.app, self.app.words
        bots = app.at_table.bots if app.screen == "table" else app.lobby.bots
        label = words("Add a bot")
        choices: list[Choice] = []
        # Seventeen lines fit a terminal of 24 rows.
        for number, name in enumerate(bots[:17], 1):
            style = bot_style(name, words)
            line = f"{name:<14} {style}".rstrip()
            # The others are chosen with the arrows.
            keys = (str(number),) if number < 10 else ()
            choices.append((f"bot:{name}", line, Intent("add-bot", name), keys))
        notes = () if bots else (words("This server has no bots to seat."),)
        # The lobby is about many tables, so its list of bots says for which one it is.
        title = app.lobby.about.title if app.screen == "lobby" and app.lobby.about else ""
        draw_choices(grid, f"{title} · {label}" if title else label, choices, notes)

    def _menu(self) -> list[Choice]:
        words, showing = self.app.words, self.app.at_table.current
        seated = showing is not None and showing.reader.seat is not None
        away = leaving = False
        if seated and showing is not None and showing.reader.table is not None:
            state: GameState = showing.reader.table.state
            away = state.away[showing.reader.seat]
            # The bookkeeper of Poker Face leaves at once.
            leaving = hasattr(state, "leaving") and state.leaving[showing.reader.seat]
        found: list[Choice] = [("menu:tables", words("Tables"), Intent("tables"), ("T",))]
        # A seat that is left is given up for good, though the table may play it to the end.
        if seated and not leaving:
            label = words("I'm back") if away else words("Sit out")
            found.append(("menu:pause", label, Intent("pause"), ("P",)))
            ask = Intent("sheet", "leave")
            found.append(("menu:leave", words("Leave the table"), ask, ("L",)))
        adding = self.app.at_table.adding.waiting(showing.reader.id) if showing else None
        if adding is not None:
            label = words("Do not add {amount}", amount=words.number(adding))
            found.append(("menu:top-up-back", label, Intent("top-up-back"), ("A",)))
        # A game that is only judged has no bots, and one without chips no ledger.
        if self.app.at_table.bots:
            found.append(("menu:bots", words("Add a bot"), Intent("sheet", "bots"), ("B",)))
        found.append(("menu:table", words("Table and owner"), Intent("sheet", "table"), ("W",)))
        if showing is not None and has_ledger(showing.reader):
            ledger = Intent("sheet", "ledger")
            found.append(("menu:ledger", words("Ledger"), ledger, ("F7",)))
        found += [
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

    def _stopping(self, grid: Grid, title: str, keep: Intent, stop: Intent) -> None:
        """Ask what becomes of the server of this terminal."""
        words, host = self.app.words, self.app.own_server.host
        people = self.app.screens.players_at(host.url) if host is not None and host.url else None
        choices: list[Choice] = [
            ("quit-keep", words("Leave it running"), keep, ("1",)),
            ("quit-stop", words("Stop it"), stop, ("2",)),
        ]
        notes = [
            words("Your server is still running, and others may be playing on it."),
            cut_off(words, people),
        ]
        draw_choices(grid, title, choices, notes)

    def _hosting_sheet(self, grid: Grid) -> None:
        words, host = self.app.words, self.app.own_server.host
        assert host is not None
        choices: list[Choice] = []
        # Browsers, and telephones that scan the code, open the page and not the WebSocket.
        page = host.url.replace("ws://", "http://", 1)
        if host.problem:
            notes = [words.said(host.problem)]
            choices = [("host", words("Try again"), Intent("host"), ("Enter",))]
        elif not host.url:
            notes = [words("The server starts.")]
        else:
            address = host.url.partition("//")[2]
            notes = [words("Your server runs at {address}.", address=address)]
            notes.append(words("Others open {url} in a browser, or type the address.", url=page))
            choices = [
                ("host-open", words("Play on it"), Intent("host-open"), ("Enter",)),
                ("host-stop", words("Stop it"), Intent("host-stop"), ("S",)),
            ]
        if host.earlier:
            notes.append(words("An earlier window or terminal started it."))
        code = qr_rows(page) if host.url else ()
        draw_choices(grid, words("Play at home"), choices, notes, code)
