"""Input from the session: events of the server, answers to requests, and the end of the session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client import CannotReach, CommandRefused, VersionRefused
from carteado.client.link import (
    Answered,
    Ended,
    Failed,
    LinkItem,
    Listed,
    Measured,
    NotKept,
    ShuffleChecked,
)
from carteado.client.notices import Lost
from carteado.protocol.messages import Refused
from carteado.protocol.session_events import Announcement, ChatHeard, Replied, Welcomed
from carteado.scene.refusals import ending_text, refusal_text
from carteado.scene.shuffle_words import shuffle_text
from carteado.scene.ui import Notice
from carteado.scene.words import N_

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["SessionInput"]

_NOT_KEPT = N_(
    "This machine cannot keep your session ({reason}): when this program ends, you lose your seats."
)


class SessionInput:
    """Passes each item from the session to the part of the client that it is about.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def take(self, item: LinkItem) -> None:
        """Take one event of the server, or the end of the session."""
        app = self.app
        match item:
            case Welcomed():
                app.welcomed(item)
            case Listed():
                app.lobby.listed = item.tables
                app.connecting.listed(item.tables)
            case Measured():
                app.ui = replace(app.ui, latency_ms=item.latency_ms)
            case ShuffleChecked():
                bad = item.check is not None and item.check.result == "cheated"
                app.say(shuffle_text(item.check, app.words), error=bad)
            case NotKept():
                app.say(app.words(_NOT_KEPT, reason=item.reason), error=True)
            case Answered():
                app.answered(item.tag, item.reply)
            case Failed():
                self._failed(item)
            case Ended():
                self._ended(item.error)
            # The table gets it too: its clock stops.
            case Lost():
                # Each attempt gives `Lost` again; the time counts from the first.
                if app.ui.lost_ms is None:
                    app.ui = replace(app.ui, lost_ms=app.now_ms, latency_ms=None)
                app.at_table.take(item)
            case Replied() if isinstance(item.reply, Refused):
                app.say(refusal_text(item.reply, app.words), error=True)
                # A refusal changes nothing at the table: the same decision can be answered again.
                app.at_table.acted = None
                app.at_table.turns.refused(item.reply)
            case _:
                if isinstance(item, ChatHeard):
                    self._heard(item)
                if isinstance(item, Announcement):
                    app.say(item.text)
                # `warn`, `entering` and the tables each take what is about them and ignore the
                # rest.
                app.warn(item)
                app.entering.take(item)
                app.at_table.take(item)

    def _failed(self, failed: Failed) -> None:
        app = self.app
        text = self.failure(failed)
        refusal = failed.error if isinstance(failed.error, CommandRefused) else None
        # The page shows its own problems; a notice over it would only repeat them.
        if app.at_table.pages.failed(failed.tag, text):
            return
        # A dialog offers another way to the seat in place of an error.
        if refusal is not None and app.entering.refused(failed.tag, refusal.code, text):
            return
        if refusal is not None and app.at_table.adding.refused(failed.tag, refusal.code):
            return
        if refusal is not None and failed.tag.startswith("own:"):
            app.at_table.pages.refused(failed.tag, text)
            return
        # Without an answer, the wild stands at the default place of the play.
        if failed.tag == "ways":
            return
        if failed.tag == "act":
            app.at_table.acted = None
        app.say(text, error=True)

    def _ended(self, error: Exception) -> None:
        app = self.app
        app.ended = error
        # A closed link takes no requests.
        app.link = None
        if app.screen == "connecting":
            app.screen = "start"
        if app.screen == "start":
            # What failed stays in its field, to be corrected.
            app.ui = replace(
                app.ui, texts={"name": app.settings.name, "address": app.connecting.tried}
            )
            if getattr(error, "code", "") == "session/name":
                app.refuse("name", self.reason(error))
            elif isinstance(error, CannotReach):
                app.refuse("address", self.reason(error))
            else:
                # Until the next attempt, or Esc: a player may look away while it connects.
                app.ui = replace(app.ui, notice=Notice(text=self.reason(error), kind="error"))

    def failure(self, failed: Failed) -> str:
        """A sentence about a request that was refused or could not be answered."""
        if isinstance(failed.error, CommandRefused):
            return refusal_text(failed.error, self.app.words)
        return self.reason(failed.error)

    def reason(self, error: Exception) -> str:
        """A sentence about the end of a session, with what to do next."""
        app = self.app
        if isinstance(error, CannotReach):
            if error.said is not None:
                return app.words.said(error.said)
            return app.words(
                "Nobody answers at {server}. Check the address, and that the server runs.",
                server=app.ui.server,
            )
        if isinstance(error, VersionRefused):
            return app.words(
                "{server} speaks another version of the protocol. Bring this program and the "
                "server to the same version.",
                server=app.ui.server,
            )
        # A newer server may have reasons that this client has no sentence for.
        return ending_text(error, app.words) or str(error)

    def _heard(self, item: ChatHeard) -> None:
        app = self.app
        showing = app.at_table.current
        if (
            showing is not None
            and item.table == app.at_table.table_id
            and item.seat is not None
            and item.seat == showing.reader.seat
        ):
            # One's own message is never unread.
            return
        if app.settings.sound == "all":
            app.sounds.append("chat")
        # An open chat has nothing unread.
        if app.ui.sheet != "chat":
            app.ui = replace(app.ui, unread=app.ui.unread + 1)
