"""The server that this client starts on this computer, and what becomes of it at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client.hosting import Host
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["OwnServer"]


class OwnServer:
    """A server on this computer, of this client or of an earlier one.

    Args:
        app: the client's state.
        make_host: starts a server.

    Attributes:
        host: the server, None for none.
    """

    def __init__(self, app: App, make_host: Callable[[], Host]) -> None:
        self.app = app
        self.make_host = make_host
        self.host: Host | None = None

    def intent(self, intent: Intent) -> bool:
        """Carry out a press about this server; False where it means something else."""
        app, host = self.app, self.host
        match intent.kind:
            case "quit":
                # The server becomes independent of this client, and `close` must not stop it.
                if intent.value == "keep" and host is not None:
                    host.leave()
                    self.host = None
                app.running = False
            case "host":
                # An earlier server of this client is kept while it runs; a second one would find
                # the port taken.
                if host is None or not host.running:
                    self.host = self.make_host()
                app.ui = replace(app.ui, sheet="host")
            # A single key must not cut off all players.
            case "host-stop" if host is not None and app.ui.sheet != "host-stop":
                self._ask_to_stop("host-stop")
            case "host-stop" if host is not None:
                host.stop()
                self.host = None
                app.ui = replace(app.ui, sheet="")
            case "host-open" if host is not None and app.take_name():
                # By the loopback: the address for friends may not be reachable from this machine
                # itself.
                app.connect(f"127.0.0.1:{host.url.rpartition(':')[2]}")
            case _:
                return False
        return True

    def quit(self) -> None:
        """Close the client; if its server still runs, ask first what becomes of it."""
        # An earlier client's server was left running on purpose, or by a client that was killed.
        mine = self.host is not None and self.host.running and not self.host.earlier
        if not mine:
            self.app.running = False
        elif self.app.ui.sheet != "quit":
            self._ask_to_stop("quit")
        # Closing the question keeps the server running, so that no player is disconnected.
        else:
            self.app.do(Intent("quit", "keep"))

    def close(self) -> None:
        """Stop the server that this client started."""
        if self.host is not None and not self.host.earlier:
            self.host.stop()

    def _ask_to_stop(self, sheet: str) -> None:
        """Open the question, which names the people who are there now."""
        app = self.app
        app.ui = replace(app.ui, sheet=sheet)
        if app.link is not None and app.welcome is not None:
            app.link.list_tables()
        app.connecting.search_now()
