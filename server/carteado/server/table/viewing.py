"""Views for watchers that asked for them: first a complete view, then changes."""

from __future__ import annotations

from typing import Any

from carteado.engine.table import Table, observer_of, redact_table
from carteado.protocol.messages import View
from carteado.protocol.views import patch_of, view_of
from carteado.server.table.watcher import Outgoing, Watcher

__all__ = ["Viewing"]

Eyes = int | None


class Viewing:
    """The last views of one table, by observer.

    Watchers with the same observer share one view and get the same message, which is encoded once.

    Args:
        table_id: id of the table.

    Attributes:
        viewers: the watchers that get views.
    """

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self.viewers: dict[Watcher, None] = {}
        self._last: dict[Eyes, tuple[int, dict[str, Any]]] = {}

    def begin(self, watcher: Watcher, table: Table, epoch: int, seq: int) -> Outgoing:
        """The complete view after event `seq` for a watcher, which gets changes from then on."""
        self.viewers[watcher] = None
        eyes = watcher.seat
        known = self._last.get(eyes)
        # Another watcher with the same observer may have received this view.
        if known is None or known[0] != seq:
            known = self._last[eyes] = (seq, _view(table, eyes))
        return [(watcher, self._view_message(epoch, seq, eyes, known[1], complete=True))]

    def changed(self, table: Table, epoch: int, seq: int, *, rail: bool | None = None) -> Outgoing:
        """The changes for each viewer; viewers with the same observer are grouped.

        Args:
            table: after the events.
            epoch: of the last event.
            seq: number of the last event.
            rail: True for the rail only, False for the seats only, None for all.
        """
        # Rebuilt for the present viewers, so that views without a receiver are dropped.
        last, self._last = self._last, {}
        if rail is not None:  # other viewers are still compared with their last views
            self._last = {eyes: view for eyes, view in last.items() if (eyes is None) is not rail}
        by_eyes: dict[Eyes, list[Watcher]] = {}
        for viewer in self.viewers:
            if rail is not None and (viewer.seat is None) is not rail:
                continue
            by_eyes.setdefault(viewer.seat, []).append(viewer)
        out: Outgoing = []
        for eyes, viewers in by_eyes.items():
            view = _view(table, eyes)
            self._last[eyes] = (seq, view)
            known = last.get(eyes)
            data = view if known is None else patch_of(known[1], view)
            message = self._view_message(epoch, seq, eyes, data, complete=known is None)
            out.extend((viewer, message) for viewer in viewers)
        return out

    def drop(self, watcher: Watcher) -> None:
        """Stop sending views to the watcher."""
        self.viewers.pop(watcher, None)
        if not self.viewers:
            self._last.clear()

    def forget(self) -> None:
        """Forget every view, because the table was rewound."""
        self._last.clear()

    def _view_message(
        self, epoch: int, seq: int, eyes: Eyes, view: dict[str, Any], *, complete: bool
    ) -> View:
        return View(
            table=self._table_id, epoch=epoch, seq=seq, seat=eyes, complete=complete, view=view
        )


def _view(table: Table, eyes: Eyes) -> dict[str, Any]:
    return view_of(redact_table(table, observer_of(table, eyes)), eyes)
