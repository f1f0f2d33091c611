"""The text fields of the menu: an address to play at, to watch or for statistics, and a replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from carteado.client import InputError
from carteado.clients.tui.replay import ReplayScreen
from carteado.clients.tui.replay_source import replay_source

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["StartFields"]


class StartFields:
    """What Enter does in a field of the menu.

    Args:
        app: the terminal's state.
        replay_screen: shows a log file.
    """

    def __init__(self, app: App, replay_screen: ReplayScreen) -> None:
        self.app = app
        self._replay_screen = replay_screen
        # Field and text of an address that was typed, until its server answers.
        self._tried = "", ""
        # The sheet that opens as soon as the session begins.
        self._first_sheet = ""

    def submit(self, field: str, text: str) -> bool:
        """Use the text of a field; False where it is a field of another page."""
        app = self.app
        match field:
            case "address" if text:
                self._connect(field, text)
                return True
            case "watch-address":
                app.ui = replace(app.ui, editing="")
                if text and self._connect(field, text):
                    # After `connect`, which sets it from its argument.
                    app.connecting.watch_only = True
                    app.say(app.words("Choose a table, and press W to watch it."))
                return True
            case "statistics-address":
                app.ui = replace(app.ui, editing="")
                if text and self._connect(field, text):
                    # After `connect`, which clears it.
                    self._first_sheet = "statistics"
                return True
            case "replay-file":
                app.ui = replace(app.ui, editing="")
                if text:
                    self._replay(text)
                return True
            case _:
                return False

    def connecting(self) -> None:
        """A new connection: what the last one was wanted for no longer counts."""
        self._tried = "", ""
        self._first_sheet = ""

    def failed(self) -> None:
        """The connection failed: the typed address stays in its field, to be corrected."""
        field, text = self._tried
        if field:
            self._stay_in(field, text)

    def take_first_sheet(self) -> str:
        """The sheet to open now that the session has begun, '' for none."""
        sheet, self._first_sheet = self._first_sheet, ""
        return sheet

    def _replay(self, text: str) -> None:
        """Replay a log file, or show the tables of a server to choose one from."""
        app = self.app
        found = [one.address for one in app.screens.servers()]
        try:
            source = replay_source(text, [*found, *app.settings.recent], app.words)
        except InputError as error:
            self._stay_in("replay-file", text)
            app.say(str(error), error=True)
            return
        if isinstance(source, Path):
            if not self._replay_screen.open_file(source):
                self._stay_in("replay-file", text)
        elif self._connect("replay-file", source):
            app.say(app.words("Choose a table, and press V to replay it."))

    def _connect(self, field: str, address: str) -> bool:
        """Connect to an address that was typed; False where it is none, and stays in its field."""
        app = self.app
        if not app.take_name():
            return False
        app.connect(address)
        # After `connect`, which clears it.
        self._tried = field, address
        if app.screen != "connecting":
            self._stay_in(field, address)
            return False
        return True

    def _stay_in(self, field: str, text: str) -> None:
        ui = self.app.ui
        self.app.ui = replace(ui, editing=field, texts={**ui.texts, field: text})
