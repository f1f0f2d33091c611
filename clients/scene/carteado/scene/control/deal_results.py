"""The results of the deals of a table, read from its history page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carteado.engine.errors import EngineError
from carteado.engine.events import event_from_plain
from carteado.protocol.messages import History
from carteado.scene.results import Results

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["DealResults"]

_MOST = 200_000
"""Most events of a table that are read."""


class DealResults:
    """The history of a table, deal by deal.

    Args:
        app: the client's state.

    Attributes:
        results: of the table, as far as they are read.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.results = Results()
        self._table = ""
        self._whole = False

    def ask(self, table: str) -> None:
        """Ask for the page after the last one."""
        if table != self._table:
            self._table, self.results, self._whole = table, Results(), True
        if self._whole and self.app.link is not None:
            after = self.results.seen
            self.app.link.request("page:past", History, table=table, after=after, limit=1000)

    def answered(self, result: Any) -> None:
        """A page came; the next one is asked for, if there is one."""
        reader = self.app.at_table.reader_at(self._table)
        if reader is None or reader.table is None:
            return
        try:
            # An answer to a question about another table, or one that was asked twice.
            if int(result["first"]) != self.results.seen + 1:
                return
            page = [event_from_plain(reader.table.game, plain) for plain in result["events"]]
            self.results.take(page)
            more = bool(result["more"]) and bool(page)
        # A server may be newer, broken or hostile: then there are no curves of single deals.
        except (EngineError, KeyError, TypeError, ValueError):
            self.results, self._whole = Results(), False
            return
        if more and self.results.seen < _MOST:
            self.ask(self._table)
