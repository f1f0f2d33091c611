"""Messages on their way to the connections of watchers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from carteado.server.ops.logs import fault, log
from carteado.server.table.audience import Watcher

__all__ = ["send_all"]


def send_all(messages: Iterable[tuple[Watcher, Any]]) -> None:
    """Put messages into their receivers' queues, in order; never waits.

    A message that cannot be written is one client's loss: it is closed, and the others get theirs.
    """
    for watcher, message in messages:
        try:
            watcher.to.send(message)
        except Exception as error:
            log.error("message lost", kind=type(message).__name__, error=fault(error))
            watcher.to.close("server/failed", "The server had an internal error. Reconnect.")
