"""Ports for servers that a test ends and starts again, while other tests look for ports as well."""

from __future__ import annotations

import socket
import sys


class HeldPort:
    """A port of the system's choice that nobody else is given until it is let go.

    It is bound and not listened on: who connects is refused. A server that sets SO_REUSEADDR, as
    all of ours and Redis do, may listen there meanwhile, end, and listen again.
    """

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number: int = self._socket.getsockname()[1]
        if sys.platform != "linux":  # where two can never have the same port, luck has to do
            self.let_go()

    def let_go(self) -> None:
        """Give the port back to the system."""
        self._socket.close()
