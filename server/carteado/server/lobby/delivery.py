"""Messages on their way to the connections of watchers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from carteado.protocol import messages as wire
from carteado.server.ops.logs import fault, log
from carteado.server.table.watcher import Watcher

__all__ = ["NOBODY", "send_all"]


class Nobody:
    """The receiver of answers to the server's own requests to a table."""

    def send(self, message: Any) -> None:
        """A refusal of the server's own request is a defect; the rest needs no reader."""
        if isinstance(message, wire.Refused):
            log.error("own command refused", code=message.code, message=message.message)

    def close(self, code: str, message: str) -> None:
        """Do nothing: there is no connection."""

    def charge(self, cpu_s: float, kind: str) -> None:
        """Do nothing: the server has no rate limit."""


NOBODY = Nobody()


def send_all(messages: Iterable[tuple[Watcher, Any]]) -> None:
    """Put messages into their receivers' queues, in order; never waits.

    If a message cannot be written, only that client's connection is closed.
    """
    for watcher, message in messages:
        try:
            watcher.to.send(message)
        except Exception as error:
            log.error("message lost", kind=type(message).__name__, error=fault(error))
            watcher.to.close("server/failed", "The server had an internal error. Reconnect.")
