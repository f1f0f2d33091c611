"""Ways to a seat: knocking at a locked table, a code, and the waiting list of a full one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client.link import LinkItem
from carteado.engine.controls import KnockAnswered
from carteado.protocol.messages import Join, Knock, Ok, StopWaiting, Wait, Watch
from carteado.protocol.session_events import Happened, PlaceChanged
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Entering"]

_SHEETS = {"table/locked": "locked", "table/code": "code", "table/full": "full"}


class Entering:
    """Leads a guest to a seat at a locked, protected or full table.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        # The table that the open dialog is about, which need not be the one on the screen.
        self._table = ""
        self._knock: tuple[str | None, int] | None = None  # its table, and its number there
        self._code: str | None = None

    def entered(self) -> None:
        """The player is at the table: a code is a secret, so it does not stay in its field."""
        self._code = None
        texts = {key: text for key, text in self.app.ui.texts.items() if key != "join-code"}
        self.app.ui = replace(self.app.ui, texts=texts)

    def refused(self, tag: str, code: str, text: str) -> bool:
        """Open a dialog with another way to a refused seat; False if there is none.

        Args:
            tag: of the refused request.
            code: of the refusal.
            text: the server's sentence.
        """
        # "sit" names no table: it is always the one on the screen.
        table = tag.partition(":")[2] or (self.app.at_table.table_id or "")
        sheet = _SHEETS.get(code, "")
        if not (tag.startswith("enter:") or tag == "sit") or not sheet or not table:
            return False
        # An older server has no waiting list to offer.
        if sheet == "full" and not self._has("waiting"):
            return False
        self._table = table
        self.app.ui = replace(self.app.ui, sheet=sheet)
        # A code that was tried is wrong, and stays in its field to be corrected.
        if sheet == "code" and self._code is not None:
            self.app.refuse("join-code", text)
        return True

    def intent(self, intent: Intent) -> bool:
        """Carry out a press of these dialogs; False where it is none."""
        app = self.app
        if app.link is None:
            return False
        match intent.kind:
            case "knock":
                # The answer to a knock is an event of the table, so follow the table first.
                app.link.request(f"enter:{self._table}", Watch, table=self._table)
                app.link.request("knock", Knock, table=self._table)
            case "code":
                self._code = app.ui.texts.get("join-code", "").strip() or None
                if self._code is None:
                    app.refuse("join-code", app.words("Type the code of the table."))
                    return True
                tag = f"enter:{self._table}"
                app.link.request(tag, Join, table=self._table, code=self._code)
            case "wait":
                table = intent.value or self._table or app.at_table.table_id
                app.link.request("wait", Wait, table=table)
            case "seat-taken":
                app.link.request(f"enter:{self._table}", Join, table=self._table)
            case "seat-declined":
                app.link.request("wait-stop", StopWaiting, table=self._table)
            case "watch-instead":
                app.enter(self._table, watch=True)
            case _:
                return False
        app.ui = replace(app.ui, sheet="", editing="")
        return True

    def answered(self, tag: str, reply: Ok) -> None:
        """A knock or a place on the list was accepted."""
        words = self.app.words
        if tag == "knock":
            self._knock = (reply.table, reply.result)
            self.app.say(words("You knocked. You sit down as soon as the owner lets you in."))
        elif tag == "wait":
            self.app.say(
                words("You are number {place} on the waiting list.", place=int(reply.result))
            )

    def take(self, item: LinkItem) -> None:
        """Handle an answer to the knock, or an offered seat."""
        if isinstance(item, PlaceChanged):
            self._place(item)
        if not isinstance(item, Happened):
            return
        event = item.event
        # Knocks of other guests are answered at the same table.
        if not isinstance(event, KnockAnswered) or (item.table, event.knock) != self._knock:
            return
        # An answered knock is over, whatever the answer was.
        self._knock = None
        if event.admitted and self.app.link is not None:
            self.app.link.request("sit", Join, table=item.table)
        else:
            self.app.say(self.app.words("The owner did not let you in."), error=True)

    def _place(self, changed: PlaceChanged) -> None:
        app, place = self.app, changed.message
        if place.seat is not None:
            self._table = place.table
            app.ui = replace(app.ui, sheet="offered")
        elif place.place is not None:
            text = app.words("You are number {place} on the waiting list.", place=place.place)
            app.say(text)
        elif place.reason == "expired":
            app.say(app.words("The time for which this seat was kept for you is over."), error=True)

    def _has(self, capability: str) -> bool:
        welcome = self.app.welcome
        return welcome is not None and capability in welcome.capabilities
