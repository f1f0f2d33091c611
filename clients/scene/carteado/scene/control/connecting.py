"""The way to a server: finding it, opening a session, and going on to the wanted table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client import InputError, server_url
from carteado.client.address import invited
from carteado.client.link import Link
from carteado.client.lobby import table_named
from carteado.client.search import Search
from carteado.protocol.messages import TableInfo
from carteado.protocol.session_events import Welcomed
from carteado.scene.shapes import Intent
from carteado.scene.ui import Ui

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Connecting", "MakeLink"]

SEARCH_MS = 10_000
"""Time between two searches for servers on the network."""

MEASURE_MS = 10_000
"""Time between two pings of the server."""

MakeLink = Callable[[str, str], Link]
"""Opens a session, for an address and a name."""


class Connecting:
    """Opens and closes the session with a server.

    Args:
        app: the client's state.
        make_link: opens a session.
        search: looks for servers on the network; None looks for none.

    Attributes:
        tried: the address of the last attempt, as it was typed.
        watch_only: whether the wanted table is to be watched.
    """

    def __init__(self, app: App, make_link: MakeLink, search: Search | None) -> None:
        self.app = app
        self.search = search
        self.tried = ""
        self.watch_only = False
        self._make_link = make_link
        self._wanted: str | None = None
        # The wanted table, until the server's list says which one that is.
        self._meant: str | None = None
        # Its title, for errors, if the player chose it from the recent tables.
        self._title = ""
        self._url = ""
        # Long ago on any clock, so that the first search is due at once.
        self._searched_ms = self._measured_ms = -1e9

    # Connecting

    def connect(self, address: str, table: str | None, *, watch: bool) -> None:
        """Open a session; with a table, go on to it.

        Args:
            address: of the server, as it was typed, or an invitation to one of its tables.
            table: id of a table, or a part of its title; None shows the lobby unless the address
                invites to a table.
            watch: whether to watch the table instead of sitting down.
        """
        app = self.app
        address, invitation = invited(address)
        table = table or invitation
        try:
            # A mistyped address must not end a session that still works.
            url = server_url(address)
        except InputError as error:
            app.refuse("address", app.words.said(error.said))
            return
        # Before the new link exists: it closes the current one.
        self.leave()
        self._wanted, self.watch_only, app.ended, self._meant = table, watch, None, None
        self._title = ""
        self._url = url
        self.tried = address
        # A new `Ui`: no dialog, text or choice of the old server's screen stays.
        app.screen = "connecting"
        app.ui = Ui(server=url.partition("//")[2])
        app.link = self.open_link(app.settings.name or "player")

    def open_link(self, name: str) -> Link:
        """Open another session with the same server."""
        return self._make_link(self._url, name)

    def leave(self) -> None:
        """Close the session, if there is one."""
        app = self.app
        # The second player's session ends with the first one's, or it would play on unseen.
        app.hot_seat.close()
        app.stays.left_server()
        app.at_table.adding.left_server()
        if app.link is not None:
            app.link.close()
        app.link, app.welcome = None, None
        app.at_table.showing.clear()
        app.at_table.table_id = None

    def intent(self, intent: Intent) -> bool:
        """Carry out a press that opens or closes a session; False where it means something else."""
        app = self.app
        match intent.kind:
            # Only a connected player decides to leave; the session of others is over anyway.
            case "to-start" if app.ended is None and app.at_table.adding.warns():
                pass
            case "to-start":
                self.leave()
                app.screen, app.ended = "start", None
                address = app.ui.server if intent.value == "address" else ""
                texts = {"name": app.settings.name, "address": address}
                app.ui = Ui(texts=texts, editing="address" if address else "")
            # A session that waits for its server keeps its place on the screen.
            case "again" if app.link is not None and app.ui.lost_ms is not None:
                app.link.hurry()
            case "again":
                app.connect(app.ui.server, app.at_table.table_id)
            case "connect":
                app.submit("address" if intent.value is None else "")
                if intent.value is not None and app.take_name():
                    app.connect(intent.value)
            case "sit-again" if app.take_name():
                stay = intent.value
                app.connect(stay.server, stay.table)
                self._title = stay.title
            case _:
                return False
        return True

    # Input from the server

    def welcomed(self, item: Welcomed) -> None:
        """The session began, or was resumed: go on to where the player wanted to be."""
        app = self.app
        app.welcome = item.welcome
        # A welcome also ends a loss: the session goes on.
        app.ui = replace(app.ui, lost_ms=None)
        self._measured_ms = -1e9
        self._remember_server()
        # After a reconnection the player stays on the screen that is shown.
        if app.screen != "connecting":
            return
        seats = {held.table: held.seat for held in item.welcome.seats}
        assert app.link is not None
        if self._wanted is not None and self._wanted not in seats:
            # The list says which table is meant; the player may have typed a part of its title.
            app.link.list_tables()
            app.screen, self._meant = "lobby", self._wanted
        # The only seat that a player holds is where they want to be.
        elif self._wanted is not None or len(seats) == 1:
            app.at_table.open(self._wanted or next(iter(seats)))
        else:
            app.screen = "lobby"
            app.link.list_tables()

    def listed(self, tables: tuple[TableInfo, ...]) -> None:
        """The tables of the server came: go on to the one that the player wanted."""
        app = self.app
        # Taken once: later lists must not enter the table again.
        meant, self._meant = self._meant, None
        if meant is None:
            return
        try:
            table = table_named(meant, tables).table
        except InputError as error:
            gone = app.words("{table} is no longer open.", table=self._title)
            app.say(gone if self._title else app.words.said(error.said), error=True)
            return
        if table in app.lobby.seats:
            app.at_table.open(table)
        else:
            app.enter(table, watch=self.watch_only)

    def _remember_server(self) -> None:
        app, address = self.app, self.app.ui.server
        # Saved only when it changes, since every reconnection comes here.
        if address and (not app.settings.recent or app.settings.recent[0] != address):
            others = tuple(one for one in app.settings.recent if one != address)
            app.change(replace(app.settings, recent=(address, *others)[:6]))

    # Time

    def tick(self) -> None:
        """Look for servers and measure the way to this one, where a screen shows these."""
        app = self.app
        # Asking every frame would flood the network with mDNS questions.
        if app.screen in app.looking and app.now_ms - self._searched_ms > SEARCH_MS:
            self.search_now()
        measures = app.screen in app.measuring and app.now_ms - self._measured_ms > MEASURE_MS
        if measures and app.link is not None and app.welcome is not None:
            self._measured_ms = app.now_ms
            app.link.measure()

    def search_now(self) -> None:
        """Look for servers, unless a search is running."""
        if self.search is not None and not self.search.running:
            self._searched_ms = self.app.now_ms
            self.search.start()
