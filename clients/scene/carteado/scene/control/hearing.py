"""What the window hears: what the server tells, how requests are answered, and how sessions end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carteado.client import CannotReach, CommandRefused, VersionRefused
from carteado.client.link import Answered, Ended, Failed, Listed
from carteado.client.notices import Lost
from carteado.protocol.messages import Refused
from carteado.protocol.session_events import Announcement, ChatHeard, Replied, Welcomed
from carteado.scene.refusals import ending_text, refusal_text

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Hearing"]


class Hearing:
    """Hands what comes from the session to the part of the window that it is about.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def take(self, item: Any) -> None:
        """Hear of one thing, whether the server told it or the session ended."""
        app = self.app
        match item:
            case Welcomed():
                app.welcomed(item)
            case Listed():
                app.listed(item.tables)
            case Answered():
                app.answered(item.tag, item.reply)
            case Failed():
                self._failed(item)
            case Ended():
                self._ended(item.error)
            case Lost():
                # Each attempt tells `Lost` again; the time counts from the first.
                if app.ui.lost_ms is None:
                    app.ui = replace(app.ui, lost_ms=app.now_ms)
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
                app.warn(item)
                app.entering.take(item)
                app.at_table.take(item)

    def _failed(self, failed: Failed) -> None:
        app = self.app
        error = failed.error
        refused = isinstance(error, CommandRefused)
        text = refusal_text(error, app.words) if refused else self.why(error)
        if app.at_table.pages.failed(failed.tag, text):
            return
        if refused and app.entering.refused(failed.tag, getattr(error, "code", "")):
            return
        if failed.tag == "act":
            app.at_table.acted = None
        app.say(text, error=True)

    def _ended(self, error: Exception) -> None:
        app = self.app
        app.ended = error
        app.link = None
        if app.screen == "connecting":
            app.screen = "start"
        if app.screen == "start":
            app.ui = replace(app.ui, texts={"name": app.settings.name, "address": app.ui.server})
            app.say(self.why(error), error=True)

    def why(self, error: Exception) -> str:
        """A sentence about the end of a session, with what to do next."""
        app = self.app
        if isinstance(error, CannotReach):
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
        return ending_text(error, app.words) or str(error)

    def _heard(self, item: ChatHeard) -> None:
        app = self.app
        if app.settings.sound == "all":
            app.sounds.append("chat")
        if app.ui.sheet != "chat":
            app.ui = replace(app.ui, unread=app.ui.unread + 1)
