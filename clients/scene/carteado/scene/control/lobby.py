"""The lobby: the server's tables, and the form of a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client import InputError
from carteado.client.options import key_values, opener_watches, table_choice
from carteado.engine.errors import OptionsError, UnknownGame
from carteado.engine.registry import games
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import options_difference
from carteado.protocol.messages import AddBot, Ok, Open, TableInfo, Unwatch
from carteado.scene.bot_words import bots_of
from carteado.scene.form import Form, form_of
from carteado.scene.layout.lobby_scene import lobby_scene
from carteado.scene.option_words import option_problem, value_typed
from carteado.scene.shapes import Intent, Scene

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Lobby", "opening"]

TITLE = 60
"""Characters of a table's name at most."""

LIST_MS = 2_000
"""Maximum age of the list of tables."""


OPENINGS = ("open", "open-watch", "open-only")
"""Tags of requests to open a table: its opener sits down, watches, or does neither."""


def opening(game: str, preset: str | None) -> str:
    """The tag of a request to open a table."""
    # An exhibition's seats are all for bots, so its opener watches.
    return "open-watch" if opener_watches(game, preset) else "open"


class Lobby:
    """The server's tables as the client knows them, and presses in the lobby.

    Args:
        app: the window's state.

    Attributes:
        listed: the tables as they were last listed.
        form: the new table that is being filled in; None before a game is chosen.
        game: of which tables are shown, '' for all.
        line: place of the chosen table while a dialog, which has its own focus, is open.
        about: the table for which the list of bots is open; None before the first one.
        unwanted: tables to which the player no longer wants to go, before the server has answered.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.listed: tuple[TableInfo, ...] = ()
        self.form: Form | None = None
        self.game = ""
        self.line = ""
        self.about: TableInfo | None = None
        self.unwanted: set[str] = set()
        self.asked_ms = 0.0

    def refresh(self) -> None:
        """Fill in the first form, and list the tables again where the last list is old."""
        app = self.app
        if self.form is None and self.games:
            self.form = form_of(self.games[0])
        if app.link is not None and app.now_ms - self.asked_ms > LIST_MS:
            self.asked_ms = app.now_ms
            app.link.list_tables()

    @property
    def games(self) -> tuple[str, ...]:
        """The server's games that this client has: it knows the options of no other."""
        welcome = self.app.welcome
        return tuple(one for one in welcome.games if one in games()) if welcome else ()

    @property
    def bots(self) -> tuple[str, ...]:
        """The server's bots that fit the game of the table they are listed for."""
        welcome = self.app.welcome
        if welcome is None or self.about is None:
            return ()
        return bots_of(welcome, self.about.game)

    @property
    def seats(self) -> frozenset[str]:
        """Ids of the tables at which the player has a seat."""
        app = self.app
        seats = {held.table for held in app.welcome.seats} if app.welcome is not None else set()
        # Seats that were taken since the welcome are known from the tables themselves.
        seats |= {
            name
            for name, showing in app.at_table.showing.items()
            if showing.reader.seat is not None
        }
        return frozenset(seats)

    def scene(self, size: tuple[float, float]) -> Scene:
        """The screen of the lobby."""
        # While the lobby is drawn it asks again every two seconds: drawing is its clock.
        self.refresh()
        app = self.app
        return lobby_scene(
            self.listed,
            self.seats,
            self.games,
            self.game,
            self.form,
            app.ui,
            app.settings,
            app.words,
            size,
        )

    def answered(self, tag: str, reply: Ok) -> None:
        """A request was accepted."""
        app = self.app
        if tag in ("knock", "wait"):
            app.entering.answered(tag, reply)
        elif tag == "ways":
            app.at_table.turns.answered(reply.result)
        elif tag == "film":
            app.table_replay.answered(reply.result)
        # Requests carry their purpose in the tag, because answers come in any order.
        elif tag.startswith("enter:"):
            app.entering.entered()
            table = tag.partition(":")[2]
            if table in self.unwanted:
                self.unwatch(table)
            else:
                app.at_table.open(table)
        elif tag.startswith("page:"):
            app.at_table.pages.answered(tag, reply.result)
        elif tag in OPENINGS and reply.table is not None:
            if tag == "open-only":
                app.say(app.words("Table {table} is open.", table=reply.table))
                if app.link is not None:
                    app.link.list_tables()
                return
            app.enter(reply.table, watch=tag == "open-watch")
            self._clear_form()
        elif tag.startswith("own:"):
            app.at_table.pages.accepted(tag)
        elif tag == "round":
            app.at_table.books.accepted()
        elif tag == "add-bot" and app.screen == "lobby" and app.link is not None:
            app.link.list_tables()
        elif tag == "leave":
            app.screen = "lobby"

    def unwatch(self, table: str) -> None:
        """Go back from a table that was only watched, or will be once the server has answered."""
        app = self.app
        if app.screen == "table" and app.at_table.table_id == table:
            app.do(Intent("tables"))
        elif table not in self.unwanted:
            self.unwanted.add(table)
            return
        self.unwanted.discard(table)
        if app.link is not None:
            app.link.request("unwatch", Unwatch, table=table)

    def _clear_form(self) -> None:
        """Empty the form once its table is open: the next one need not be alike."""
        if self.form is not None:
            self.form = form_of(self.form.game)
        texts = _cleared(self.app.ui.texts)
        texts.pop("option-title", None)
        self.app.ui = replace(self.app.ui, texts=texts)

    def intent(self, intent: Intent) -> None:
        """Carry out what a press in the lobby means."""
        app = self.app
        match intent.kind:
            case "game":
                self.game = intent.value
            case "new-game":
                self.form = form_of(intent.value)
                # Typed options belong to the game that they were typed for.
                app.ui = replace(app.ui, texts={**app.ui.texts, **_cleared(app.ui.texts)})
            case "preset" if self.form is not None:
                self.form = form_of(self.form.game, intent.value)
                app.ui = replace(app.ui, texts=_cleared(app.ui.texts))
            case "toggle" if self.form is not None:
                self.form = self.form.toggled(intent.value)
            case "option" if self.form is not None:
                self.form = self.form.cycled(intent.value)
            case "all-options":
                app.ui = replace(app.ui, sheet="options")
            case "enter":
                app.enter(intent.value)
            case "watch":
                app.enter(intent.value, watch=True)
            case "resume":
                app.at_table.open(intent.value)
            case "open-table":
                self.open()
            case "bots-at":
                self.about = intent.value
                app.do(Intent("sheet", "bots"))
            case "add-bot" if self.about is not None and app.link is not None:
                app.link.request("add-bot", AddBot, table=self.about.table, bot=intent.value)
            case "back":
                # One step out: first the dialog, then the lobby.
                if app.ui.sheet:
                    app.ui = replace(app.ui, sheet="")
                else:
                    app.do(Intent("to-start"))
            case _:
                pass

    def submit_form(self, field: str) -> None:
        """Enter was pressed in a field of the form."""
        self.app.ui = replace(self.app.ui, editing="")

    def typed(self) -> dict[str, str]:
        """Texts of the fields of the options."""
        return {
            name.partition(":")[2]: value_typed(text.strip(), self.app.words)
            for name, text in self.app.ui.texts.items()
            if name.startswith("option:") and text.strip()
        }

    def without_options(self) -> dict[str, str]:
        """Texts of the other fields."""
        return _cleared(self.app.ui.texts)

    def open(self) -> None:
        """Open the table of the form, with what was typed into its fields."""
        app, form = self.app, self.form
        if form is None or app.link is None:
            return
        # A typed amount wins over one chosen earlier.
        given = {**form.values, **self.typed()}
        own = {name: text for name, text in given.items() if not name.startswith("table.")}
        # 6 is the length of "table.".
        table = [f"{name[6:]}={text}" for name, text in given.items() if name.startswith("table.")]
        try:
            from carteado.engine.tables.options import options_from_text

            settings = options_from_text(TableOptions, TableOptions(), key_values(table))
            choice = table_choice(form.game, form.preset, own, settings)
        except (InputError, OptionsError, UnknownGame) as error:
            self.wrong_option(error)
            return
        title = app.ui.texts.get("option-title", "").strip()
        if len(title) > TITLE:
            app.refuse(
                "option-title", app.words("A table's name has {n} characters at most.", n=TITLE)
            )
            return
        app.link.request(
            opening(form.game, form.preset),
            Open,
            game=form.game,
            preset=form.preset,
            # Only the differences: the server fills in its own defaults for the rest.
            options=options_difference(choice.base, choice.options),
            settings=options_difference(TableOptions(), choice.settings),
            title=title,
        )

    def wrong_option(self, error: Exception) -> None:
        """Say what is wrong with the options, beside the field where it is shown."""
        text, keys = option_problem(error, self.app.words)
        typed = tuple(self.typed())
        # A sentence about two options may name neither field.
        for key in (*keys, *(typed if len(typed) == 1 else ())):
            if self.app.shows(f"option:{key}"):
                self.app.refuse(f"option:{key}", text)
                return
        self.app.say(text, error=True)


def _cleared(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts without those of the form's options."""
    return {name: text for name, text in texts.items() if not name.startswith("option:")}
