"""Ways to a seat: knocking at a locked table, a code, and the waiting list of a full one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carteado.engine.controls import KnockAnswered
from carteado.protocol.messages import Join, Knock, StopWaiting, Wait, Watch
from carteado.protocol.session_events import Happened, PlaceChanged
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Entering"]

_SHEETS = {"table/locked": "locked", "table/code": "code", "table/full": "full"}


class Entering:
    """What stands between a guest and a seat.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._table = ""
        self._knock: tuple[str | None, Any] | None = None  # its table, and its number there
        self._code: str | None = None

    def refused(self, tag: str, code: str) -> bool:
        """A seat was refused; whether there is another way to it, which a dialog then offers."""
        table = tag.partition(":")[2] or (self.app.at_table.table_id or "")
        sheet = _SHEETS.get(code, "")
        if not (tag.startswith("enter:") or tag == "sit") or not sheet or not table:
            return False
        if sheet == "full" and not self._has("waiting"):
            return False
        self._table = table
        self.app.ui = replace(self.app.ui, sheet=sheet)
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
                    app.say(app.words("Type the code of the table."), error=True)
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
        texts = {key: text for key, text in app.ui.texts.items() if key != "join-code"}
        app.ui = replace(app.ui, sheet="", texts=texts, editing="")
        return True

    def answered(self, tag: str, reply: Any) -> None:
        """A knock or a place on the list was accepted."""
        words = self.app.words
        if tag == "knock":
            self._knock = (reply.table, reply.result)
            self.app.say(words("You knocked. You sit down as soon as the owner lets you in."))
        elif tag == "wait":
            self.app.say(
                words("You are number {place} on the waiting list.", place=int(reply.result))
            )

    def take(self, item: Any) -> None:
        """Hear of an answer to the knock, or of a seat that is offered."""
        if isinstance(item, PlaceChanged):
            self._place(item)
        if not isinstance(item, Happened):
            return
        event = item.event
        if not isinstance(event, KnockAnswered) or (item.table, event.knock) != self._knock:
            return
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
            app.say(app.words("The seat was kept for you, and the time is over."), error=True)

    def _has(self, capability: str) -> bool:
        welcome = self.app.welcome
        return welcome is not None and capability in welcome.capabilities
