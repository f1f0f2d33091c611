"""The pages of a table: the owner's controls, the ledger and the statistics."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from carteado.client.formatting import spreadsheet_text
from carteado.client.options import key_values
from carteado.engine.controls import OwnerChanged
from carteado.engine.errors import OptionsError, PlainError
from carteado.engine.game import Event
from carteado.engine.plain import from_plain
from carteado.engine.table import SeatRemoved, TableOptions
from carteado.engine.tables.options import options_difference, options_from_text
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.protocol import messages as wire
from carteado.protocol.amounts import NO_AMOUNTS
from carteado.scene.control.deal_results import DealResults
from carteado.scene.control.sharing import CannotShare, free_name, write_new
from carteado.scene.figures import AMOUNTS, LedgerData
from carteado.scene.form import form_of_table
from carteado.scene.layout.lobby_form import options_sheet
from carteado.scene.layout.table_page import DIALOGS, PAGES, TablePage, table_page
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Scene
from carteado.scene.ui import Notice

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Pages"]

_PLAIN: dict[str, type] = {
    "pause": wire.Pause,
    "resume": wire.Resume,
    "lock": wire.Lock,
    "unlock": wire.Unlock,
    "close_table": wire.CloseTable,
}
# By the value that an order needs: none, a seat, or a knock's number.
_SEATS: dict[str, type] = {
    "remove_bot": wire.RemoveBot,
    "remove": wire.Remove,
    "ban": wire.Ban,
    "hand_over": wire.HandOver,
}
_KNOCKS: dict[str, type] = {"admit": wire.Admit, "turn_away": wire.TurnAway}

AGAIN_MS = 5_000
"""Time after which an open page is read again."""


class Pages:
    """What the client knows of tables beside their logs, and presses on the pages.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.page = TablePage()
        self.deal_results = DealResults(app)
        self._table = ""
        self._owners: dict[str, bool] = {}
        self._asked: dict[str, float] = {}

    def owns(self, table: str, *, owner: bool) -> None:
        """The server says whether the player at this window owns a table."""
        self._owners[table] = owner

    def take_event(self, event: Event | Mapping[str, Any], reader: Reader) -> None:
        """Take an event of a table."""
        if isinstance(event, OwnerChanged):
            self._owners[reader.id] = event.seat == reader.seat
            if event.seat == reader.seat:
                self.app.say(self.app.words("You own this table now."))
        elif isinstance(event, SeatRemoved) and event.seat == reader.seat:
            text = self.app.words(
                "The owner removed you. A running hand is played to its end first."
            )
            # Without an end, so that it is not missed: nothing else says why the seat is gone.
            self.app.ui = replace(self.app.ui, notice=Notice(text=text, kind="error"))

    def refresh(self, reader: Reader | None) -> bool:
        """Ask again for old data of the open page; whether one is open.

        Args:
            reader: of the table, None for the statistics of all tables of the server.
        """
        ui, app = self.app.ui, self.app
        if ui.sheet.partition(":")[0] not in (*PAGES, *DIALOGS, "options"):
            return False
        table = reader.id if reader is not None else ""
        # Another table's figures must not show for a moment.
        if table != self._table or (reader is None and not self.page.everywhere):
            self._table, self._asked = table, {}
            self.page = TablePage(everywhere=reader is None)
        self._ask(ui.sheet)
        if reader is None:
            return True
        if ui.sheet == "table" and _has_namesakes(reader):
            # Its names tell them apart.
            self._ask("ledger")
        capabilities = tuple(app.welcome.capabilities) if app.welcome is not None else ()
        # None until the server says it: the buttons then work, and the server decides.
        owner = self._owners.get(reader.id)
        # An older server has no owners.
        if "owner" not in capabilities:
            owner = False
        self.page = replace(self.page, owner=owner)
        return True

    def scene(self, scene: Scene, reader: Reader) -> Scene:
        """The page over the table's scene, where one is open."""
        ui, app = self.app.ui, self.app
        if not self.refresh(reader):
            return scene
        if ui.sheet == "options":
            return options_sheet(scene, app.lobby.form, app.words, ui, app.settings)
        ui = replace(ui, adding=app.at_table.adding.waiting(reader.id))
        return table_page(scene, reader, self.page, app.words, ui, app.settings)

    def _ask(self, sheet: str) -> None:
        app, table = self.app, self._table
        # -1e9: a page that was never asked for is always due.
        if app.link is None or app.now_ms - self._asked.get(sheet, -1e9) < AGAIN_MS:
            return
        capabilities = app.welcome.capabilities if app.welcome is not None else ()
        if sheet not in ("ledger", "statistics"):
            return
        # Before the answer: a slow server is asked again only after the same pause.
        self._asked[sheet] = app.now_ms
        if sheet not in capabilities:
            text = app.words("This server keeps no ledger.")
            if sheet == "statistics":
                text = app.words("This server keeps no statistics.")
            self.page = replace(self.page, problem=text)
        elif sheet == "ledger":
            app.link.request("page:ledger", wire.Ledger, table=table, points=True)
        else:
            where = {} if self.page.everywhere else {"table": table}
            app.link.request("page:statistics", wire.Statistics, **where)
            if self.page.details and where:
                self.deal_results.ask(table)

    def answered(self, tag: str, result: Any) -> None:
        """A page's figures came."""
        if tag == "page:ledger" and isinstance(result, dict):
            self.page = replace(self.page, ledger=cast(LedgerData, result), problem="")
            return
        if tag == "page:past":
            self.deal_results.answered(result)
            self._deals()
            return
        kind: Any = tuple[PlayerStatistics, ...]
        try:
            # Checked field by field, because a server may be newer or hostile.
            players = from_plain(kind, list(result["players"]))
        except (PlainError, KeyError, TypeError):
            self.page = replace(
                self.page, problem=self.app.words("The server's statistics cannot be read.")
            )
            return
        self.page = replace(self.page, statistics=players, problem="")
        self._deals()

    def _deals(self) -> None:
        """The single deals of the player whose figures are shown."""
        page = self.page
        if page.statistics and page.chosen < len(page.statistics):
            name = page.statistics[page.chosen].name
            self.page = replace(page, deals=self.deal_results.results.of(name))

    def failed(self, tag: str, text: str) -> bool:
        """A request of a page was refused; whether it was one."""
        if not tag.startswith("page:"):
            return False
        if tag == "page:past":
            return True  # then there are no curves of single deals
        self.page = replace(self.page, problem=text)
        return True

    def intent(self, intent: Intent, reader: Reader | None) -> bool:
        """Carry out a press on a page; False where it is none.

        Args:
            intent: of the press.
            reader: of the table, None for the statistics of all tables of the server.
        """
        match intent.kind:
            case "own":
                self._own(intent.value)
            case "stat-player":
                self.page = replace(self.page, chosen=intent.value, details=True)
                self._deals()
                if self._table and not self.page.everywhere:
                    self.deal_results.ask(self._table)
            case "stat-game":
                # A game is chosen through the first of its players.
                self.page = replace(self.page, chosen=int(intent.value), details=False)
            case "stat-all":
                self.page = replace(self.page, details=False)
            case "stat-scope":
                self.page = replace(
                    self.page,
                    everywhere=bool(intent.value),
                    statistics=None,
                    chosen=0,
                    details=False,
                )
                # The other scope is needed at once, not after the pause.
                self._asked.clear()
            case "give-chips":
                self._chips(intent.value)
            case "top-up":
                self._top_up()
            case "table-options" if reader is not None and reader.table is not None:
                # The lobby's form serves for open tables too.
                self.app.lobby.form = form_of_table(reader.table)
                self._sheet("options")
            case "options-done" if reader is not None:
                self._options(reader)
            case "export-ledger":
                self._export()
            case "toggle" | "option":
                self.app.lobby.intent(intent)
            case _:
                return False
        return True

    def _sheet(self, name: str) -> None:
        self.app.ui = replace(self.app.ui, sheet=name)

    def _own(self, order: str | tuple[str, str | int]) -> None:
        app, table = self.app, self._table
        if app.link is None:
            return
        name, value = order if isinstance(order, tuple) else (order, None)
        texts = app.ui.texts
        if name in _PLAIN:
            app.link.request("own", _PLAIN[name], table=table)
            # Back from the question to the page; the table's screen says that it is closed.
            if name == "close_table":
                self._sheet("table")
        elif name in _SEATS:
            app.link.request("own", _SEATS[name], table=table, seat=value)
            # The window asks before the orders about a person; the answer closes the question.
            self._sheet("table")
        elif name in _KNOCKS:
            app.link.request("own", _KNOCKS[name], table=table, knock=value)
        elif name == "unban":
            app.link.request("own", wire.Unban, table=table, name=value)
        elif name == "rename":
            title = texts.get("table-title", "").strip()[:60]
            if title:
                app.link.request("own:table-title", wire.Rename, table=table, title=title)
            else:
                app.refuse("table-title", app.words("Type the new name of the table first."))
                return
        elif name == "set_code":
            code = texts.get("table-code", "").strip()
            # The wire's bounds; without a code the request removes it.
            if code and not 4 <= len(code) <= 32:
                app.refuse("table-code", app.words("A code has 4 to 32 characters."))
                return
            app.link.request("own:table-code", wire.SetCode, table=table, code=code or None)
        app.ui = replace(app.ui, editing="")

    def accepted(self, tag: str) -> None:
        """What was typed on a page holds now: its fields are empty, and no code stays there."""
        fields = ("chips-amount", "chips-reason") if tag.startswith("own:chips") else (tag[4:],)
        texts = {key: text for key, text in self.app.ui.texts.items() if key not in fields}
        self.app.ui = replace(self.app.ui, texts=texts)

    def refused(self, tag: str, text: str) -> None:
        """What was typed on a page was refused: it stays in its field."""
        _, field, *seat = tag.split(":")
        if seat:
            # The dialog was closed, so that a second press gave no chips twice.
            self._sheet(f"chips:{seat[0]}")
            field = "chips-amount"
        if field == "top-up-amount":
            self._sheet("top-up")
        self.app.refuse(field, text)

    def _chips(self, seat: int) -> None:
        app, texts = self.app, self.app.ui.texts
        text = texts.get("chips-amount", "").strip().replace("−", "-").lstrip("+")
        chips = NO_AMOUNTS.read(text.removeprefix("-"))
        reason = texts.get("chips-reason", "").strip()[:200]
        if not chips:
            app.refuse("chips-amount", app.words("Type how many chips, such as 500 or −500."))
            return
        if not reason:
            app.refuse("chips-reason", app.words("Type the reason; everybody sees it."))
            return
        amount = -chips if text.startswith("-") else chips
        if app.link is not None:
            tag = f"own:chips:{seat}"
            app.link.request(
                tag, wire.Correct, table=self._table, seat=seat, amount=amount, reason=reason
            )
        app.ui = replace(app.ui, editing="", sheet="table")

    def _top_up(self) -> None:
        app = self.app
        amount = NO_AMOUNTS.read(app.ui.texts.get("top-up-amount", ""))
        if not amount or amount < 1:
            app.refuse("top-up-amount", app.words("Type how many chips, such as 500."))
            return
        app.at_table.adding.ask(self._table, amount)
        app.ui = replace(app.ui, editing="", sheet="ledger")

    def _options(self, reader: Reader) -> None:
        """Send what was changed of the options; they hold from the next deal on."""
        app, form, table = self.app, self.app.lobby.form, reader.table
        if form is None or table is None:
            return
        given = {**form.values, **app.lobby.typed()}
        own = {name: text for name, text in given.items() if not name.startswith("table.")}
        rest = [f"{name[6:]}={text}" for name, text in given.items() if name.startswith("table.")]
        try:
            options = options_from_text(table.game.options_type, table.options, own)
            settings = options_from_text(TableOptions, table.settings, key_values(rest))
        except (OptionsError, ValueError) as error:
            app.lobby.wrong_option(error)
            return
        changes = options_difference(table.options, options)
        chosen = options_difference(table.settings, settings)
        self._sheet("table")
        app.lobby.form = None
        app.ui = replace(app.ui, texts=app.lobby.without_options())
        # Nothing changed: no event in the log.
        if (changes or chosen) and app.link is not None:
            app.link.request(
                "own", wire.Configure, table=self._table, options=changes, settings=chosen
            )

    def _export(self) -> None:
        """Write the ledger as comma-separated values beside where the window was started."""
        app, ledger = self.app, self.page.ledger
        if ledger is None:
            return
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["name", *AMOUNTS])
        for one in ledger.get("players", ()):
            writer.writerow([spreadsheet_text(str(one["name"])), *(one[key] for key in AMOUNTS)])
        name = free_name(self._table, "ledger", "csv")
        try:
            write_new(name, out.getvalue())
        except CannotShare as problem:
            app.say(str(problem), error=True)
            return
        app.say(app.words("Saved as {file}", file=name))


def _has_namesakes(reader: Reader) -> bool:
    """Whether seats of a table with a ledger have the same name."""
    state = reader.table.state if reader.table is not None else None
    if state is None or not hasattr(state, "stacks"):
        return False
    names = [name for name in state.names if name]
    return len(set(names)) < len(names)
