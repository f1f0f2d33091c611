"""The pages of a table: the owner's controls, the ledger and the statistics."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carteado.client.options import key_values
from carteado.engine.controls import OwnerChanged
from carteado.engine.errors import OptionsError, PlainError
from carteado.engine.game import Event
from carteado.engine.plain import from_plain
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import options_difference, options_from_text
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.protocol import messages as wire
from carteado.scene.form import form_of_table
from carteado.scene.layout.lobby_scene import options_sheet
from carteado.scene.layout.table_page import PAGES, TablePage, table_page
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Scene

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Pages"]

_PLAIN: dict[str, type[Any]] = {
    "pause": wire.Pause,
    "resume": wire.Resume,
    "lock": wire.Lock,
    "unlock": wire.Unlock,
    "close_table": wire.CloseTable,
}
_SEATS: dict[str, type[Any]] = {
    "remove_bot": wire.RemoveBot,
    "remove": wire.Remove,
    "ban": wire.Ban,
    "hand_over": wire.HandOver,
}
_KNOCKS: dict[str, type[Any]] = {"admit": wire.Admit, "turn_away": wire.TurnAway}

AGAIN_MS = 5_000
"""So long after it was read, an open page is read again."""


class Pages:
    """What the window knows of tables beside their logs, and what presses on the pages mean.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.page = TablePage()
        self._table = ""
        self._owners: dict[str, bool] = {}
        self._asked: dict[str, float] = {}

    def opened(self, table: str) -> None:
        """The own player opened a table, and owns it."""
        self._owners[table] = True

    def heard(self, event: Event | Mapping[str, Any], reader: Reader) -> None:
        """Something happened at a table."""
        if isinstance(event, OwnerChanged):
            self._owners[reader.id] = event.seat == reader.seat

    def refresh(self, reader: Reader | None) -> bool:
        """Bring what the open page shows up to date; whether one is open.

        Args:
            reader: of the table, None for the statistics of all tables of the server.
        """
        ui, app = self.app.ui, self.app
        if ui.sheet.partition(":")[0] not in (*PAGES, "chips", "close-table", "options"):
            return False
        table = reader.id if reader is not None else ""
        if table != self._table or (reader is None and not self.page.everywhere):
            self._table, self._asked = table, {}
            self.page = TablePage(everywhere=reader is None)
        self._ask(ui.sheet)
        if reader is None:
            return True
        capabilities = tuple(app.welcome.capabilities) if app.welcome is not None else ()
        # None until an event names the owner: the buttons then work, and the server decides.
        owner = self._owners.get(reader.id)
        if reader.seat is None or "owner" not in capabilities:
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
        return table_page(scene, reader, self.page, app.words, ui, app.settings)

    def _ask(self, sheet: str) -> None:
        app, table = self.app, self._table
        if app.link is None or app.now_ms - self._asked.get(sheet, -1e9) < AGAIN_MS:
            return
        capabilities = app.welcome.capabilities if app.welcome is not None else ()
        if sheet not in ("ledger", "statistics"):
            return
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

    def answered(self, tag: str, result: Any) -> None:
        """A page's figures came."""
        if tag == "page:ledger" and isinstance(result, dict):
            self.page = replace(self.page, ledger=result, problem="")
            return
        kind: Any = tuple[PlayerStatistics, ...]
        try:
            players = from_plain(kind, list(result["players"]))
        except (PlainError, KeyError, TypeError):
            self.page = replace(
                self.page, problem=self.app.words("The server's statistics cannot be read.")
            )
            return
        self.page = replace(self.page, statistics=players, problem="")

    def failed(self, tag: str, text: str) -> bool:
        """A request of a page was refused; whether it was one."""
        if not tag.startswith("page:"):
            return False
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
            case "stat-game":
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
                self._asked.clear()
            case "give-chips":
                self._chips(intent.value)
            case "table-options" if reader is not None and reader.table is not None:
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

    def _own(self, order: Any) -> None:
        app, table = self.app, self._table
        if app.link is None:
            return
        name, value = order if isinstance(order, tuple) else (order, None)
        texts = app.ui.texts
        if name in _PLAIN:
            app.link.request("own", _PLAIN[name], table=table)
            if name == "close_table":
                self._sheet("table")
        elif name in _SEATS:
            app.link.request("own", _SEATS[name], table=table, seat=value)
        elif name in _KNOCKS:
            app.link.request("own", _KNOCKS[name], table=table, knock=value)
        elif name == "unban":
            app.link.request("own", wire.Unban, table=table, name=value)
        elif name == "rename":
            title = texts.get("table-title", "").strip()[:60]
            if title:
                app.link.request("own", wire.Rename, table=table, title=title)
            else:
                app.say(app.words("Type the new name of the table first."), error=True)
        elif name == "set_code":
            code = texts.get("table-code", "").strip()
            if code and not 4 <= len(code) <= 32:
                app.say(app.words("A code has 4 to 32 characters."), error=True)
                return
            app.link.request("own", wire.SetCode, table=table, code=code or None)
        kept = {key: text for key, text in texts.items() if not key.startswith("table-")}
        app.ui = replace(app.ui, texts=kept, editing="")

    def _chips(self, seat: int) -> None:
        app, texts = self.app, self.app.ui.texts
        text = texts.get("chips-amount", "").strip().replace("−", "-").lstrip("+")
        # Groups of digits are written with commas, points or blanks; chips are whole numbers.
        digits = text.removeprefix("-").replace(",", "").replace(".", "").replace(" ", "")
        reason = texts.get("chips-reason", "").strip()[:200]
        if not digits.isdecimal() or not int(digits) or len(digits) > 15:
            app.say(app.words("Type how many chips, such as 500 or -500."), error=True)
            return
        if not reason:
            app.say(app.words("Type the reason; everybody sees it."), error=True)
            return
        amount = -int(digits) if text.startswith("-") else int(digits)
        if app.link is not None:
            app.link.request(
                "own", wire.Correct, table=self._table, seat=seat, amount=amount, reason=reason
            )
        kept = {key: one for key, one in texts.items() if not key.startswith("chips-")}
        app.ui = replace(app.ui, texts=kept, editing="", sheet="table")

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
            app.say(str(error), error=True)
            return
        changes = options_difference(table.options, options)
        chosen = options_difference(table.settings, settings)
        self._sheet("table")
        app.lobby.form = None
        app.ui = replace(app.ui, texts=app.lobby.without_options())
        if (changes or chosen) and app.link is not None:
            app.link.request(
                "own", wire.Configure, table=self._table, options=changes, settings=chosen
            )

    def _export(self) -> None:
        """Write the ledger as comma-separated values beside where the window was started."""
        app, ledger = self.app, self.page.ledger
        if ledger is None:
            return
        keys = ("buy_ins", "top_ups", "corrections", "cash_outs", "in_play", "result")
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["name", *keys])
        for one in ledger.get("players", ()):
            writer.writerow([_cell(str(one["name"])), *(one[key] for key in keys)])
        name = f"carteado-{self._table}-ledger.csv"
        try:
            Path(name).write_text(out.getvalue(), encoding="utf-8")
        except OSError as error:
            app.say(f"{name}: {error.strerror}", error=True)
            return
        app.say(app.words("Saved as {file}", file=name))


def _cell(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text
