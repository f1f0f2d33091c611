"""The end of a client by a bug: sentences in the player's language, and a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.client.bug_report import keep_report
from carteado.client.commandline import BUG

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Broken", "sentences"]


class Broken(Exception):
    """A bug has closed the client; the message says what to do, in the player's language."""

    exit_status = BUG


def sentences(app: App, error: Exception, closed: str) -> list[str]:
    """Keep a report of a bug, and say what to do next.

    Args:
        app: as it was at the bug, before it is closed.
        error: the bug.
        closed: the first sentence, which says what was closed.
    """
    words = app.words
    file = keep_report(error, {"page": app.screen, "dialog": app.ui.sheet})
    return [
        closed,
        words("Type the same command again to come back to your seat.")
        if app.lobby.seats
        else words("Type the same command again to go on."),
        words("Please send {file} to the developers: it holds no cards, names or codes.", file=file)
        if file is not None
        else words("A report could not be written."),
    ]
