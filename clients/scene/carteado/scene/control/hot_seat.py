"""Two people at one screen: two sessions, of which one is shown; hands are covered in between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client import InputError, check_name
from carteado.client.link import (
    Answered,
    Ended,
    Failed,
    Link,
    LinkItem,
    Listed,
    Measured,
    NotKept,
    ShuffleChecked,
)
from carteado.client.notices import Lost
from carteado.protocol.messages import Join, Refused, Welcome
from carteado.protocol.session_events import DealFlawed, Replied, SessionEvent, Welcomed
from carteado.scene.control.showing import Showing
from carteado.scene.refusals import refusal_text
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["COVER_MS", "HotSeat"]

COVER_MS = 10_000
"""Without input for so long, cards that lie open are covered again."""


class HotSeat:
    """The other one of two people who share a screen.

    Args:
        app: the window's state; its link and tables are those of the person at the screen.

    Attributes:
        link: session of the other person, None while only one plays here.
        name: of the other person.
        showing: what the other person is shown of each table.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.link: Link | None = None
        self.name = ""
        self.showing: dict[str, Showing] = {}
        self._table = ""
        self._welcome: Welcome | None = None
        # These are what `Tables` and `Ui` hold for the person at the screen; `_swap` exchanges
        # them.
        self._acted: int | None = None
        self._more: object = None
        self._lost_ms: float | None = None
        self._input_ms = 0.0

    # Keys

    def intent(self, intent: Intent) -> bool:
        """Carry out a press that is about two people; False where it is none."""
        match intent.kind:
            case "second":
                self._add()
            # The ten seconds begin now, not with the last input before the cover.
            case "reveal":
                self.app.ui = replace(self.app.ui, covered=False)
                self._input_ms = self.app.now_ms
            case "hand-screen" if self.link is not None:
                self._swap()
            case "second-leave" if self.link is not None:
                self.close()
                self.app.ui = replace(self.app.ui, sheet="")
            case _:
                return False
        return True

    def touched(self) -> None:
        """Somebody pressed something."""
        self._input_ms = self.app.now_ms

    def acted(self) -> None:
        """The person at the screen decided: the cards are covered at once."""
        if self.link is not None:
            self.cover()

    def cover(self) -> None:
        """Cover the cards of both."""
        if self.link is not None:
            self.app.ui = replace(self.app.ui, covered=True)

    def _add(self) -> None:
        app = self.app
        text = app.ui.texts.get("second-name", "").strip()
        try:
            name = check_name(text)
        except InputError as error:
            app.refuse("second-name", app.words.said(error.said))
            return
        own = app.welcome.name if app.welcome is not None else app.settings.name
        # At one table two equal names would be indistinguishable.
        if name.casefold() == own.casefold():
            app.refuse("second-name", app.words("The second player needs another name."))
            return
        if self.link is not None or app.at_table.table_id is None:
            return
        self._table = app.at_table.table_id
        self.name = name
        self.link = app.connecting.open_link(name)
        # Covered at once: the second person is already looking at the screen.
        app.ui = replace(app.ui, sheet="", editing="", covered=True)

    # Drawing

    def tick(self) -> None:
        """Handle new messages for the other person, and cover cards that lie open for too long."""
        app = self.app
        if self.link is None:
            return
        for item in self.link.take():
            # An earlier event may have ended this session.
            if self.link is None:
                break
            self._take(item)
        for showing in self.showing.values():
            showing.advance(app.now_ms)
        # The session may have ended in the loop above.
        app.ui = replace(app.ui, shared=self.link is not None)
        if self.link is None:
            return
        if not app.ui.covered and app.now_ms - self._input_ms > COVER_MS:
            self.cover()
        mine, theirs = app.at_table.current, self.showing.get(self._table)
        waits = theirs is not None and theirs.reader.prompt is not None
        # If both have a decision, the screen stays with its present person. Otherwise it
        # changes hands without a press.
        if waits and (mine is None or mine.reader.prompt is None) and app.screen == "table":
            self._swap()

    def _take(self, item: LinkItem) -> None:
        app = self.app
        match item:
            case Welcomed():
                self._welcome, self._lost_ms = item.welcome, None
                seats = {held.table for held in item.welcome.seats}
                # After a reconnection the seat is still held.
                if self._table not in seats and self.link is not None:
                    self.link.request("second", Join, table=self._table)
            case Failed():
                app.say(app.session_input.failure(item), error=True)
                if item.tag == "second":
                    self.close()
            case Ended():
                self.close()
                text = app.session_input.reason(item.error)
                if getattr(item.error, "code", "") == "session/name" and app.screen == "table":
                    # The name stays in its field, to be changed.
                    app.ui = replace(app.ui, sheet="second")
                    app.refuse("second-name", text)
                else:
                    app.say(text, error=True)
            case Answered(tag="second"):
                texts = {key: one for key, one in app.ui.texts.items() if key != "second-name"}
                app.ui = replace(app.ui, texts=texts)
            case Replied() if isinstance(item.reply, Refused):
                app.say(refusal_text(item.reply, app.words), error=True)
                self._acted = None
            case (
                Answered() | Listed() | Measured() | ShuffleChecked() | NotKept()
            ):  # the first session says the last one
                pass
            case _:
                if isinstance(item, Lost) and self._lost_ms is None:
                    self._lost_ms = app.now_ms
                # A flawed deal concerns both, whoever sits at the screen.
                if isinstance(item, DealFlawed):
                    app.warn(item)
                self._hear(item)

    def _hear(self, item: SessionEvent | Lost) -> None:
        table = getattr(item, "table", None)
        if table is not None and table not in self.showing:
            reader = self.app.new_reader(table)
            self.showing[table] = Showing(reader=reader, shown=reader)
        for name, showing in self.showing.items():
            if table in (None, name):
                showing.take(item, self.app.now_ms, reduced=self.app.settings.reduced)

    def _swap(self) -> None:
        """The other person comes to the screen, all cards covered."""
        app, tables = self.app, self.app.at_table
        own = app.welcome.name if app.welcome is not None else app.settings.name
        self.link, app.link = app.link, self.link
        self.showing, tables.showing = tables.showing, self.showing
        self._welcome, app.welcome = app.welcome, self._welcome
        self._acted, tables.acted = tables.acted, self._acted
        # `more` holds the staged turn or the form, which belong to a person and not to the screen.
        more, lost_ms = self._more, self._lost_ms
        self._more, self._lost_ms = app.ui.more, app.ui.lost_ms
        self.name = own
        # A typed amount was meant for the decision of the other person.
        texts = {key: one for key, one in app.ui.texts.items() if key != "amount"}
        app.ui = replace(
            app.ui,
            # The most important field: the next player's cards stay closed until they ask.
            covered=True,
            amount=None,
            more=more,
            lost_ms=lost_ms,
            texts=texts,
            editing="",
            focus="",
            advice=None,
        )

    def close(self) -> None:
        """The other person leaves the screen; the seat stays."""
        if self.link is not None:
            self.link.close()
        self.link = None
        self.showing.clear()
        # Nothing of one person may be left for the next one.
        self._more = self._welcome = self._acted = self._lost_ms = None
        self.app.ui = replace(self.app.ui, shared=False, covered=False)
