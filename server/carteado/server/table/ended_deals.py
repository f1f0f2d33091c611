"""The ends of recent deals, against which proofs of their cards are opened."""

from __future__ import annotations

from carteado.engine.table import Table
from carteado.server.table.step import Step

__all__ = ["ENDED_DEALS_KEPT", "EndedDeals"]

ENDED_DEALS_KEPT = 64
"""Deals whose last state is kept; an older one is folded from the log."""


class EndedDeals:
    """The table as each of its last deals left it."""

    def __init__(self) -> None:
        self._deals: dict[int, tuple[Table, int]] = {}

    def note(self, step: Step, seq: int) -> None:
        """Keep the table as it was before a step that puts away the cards of a deal.

        Args:
            step: it is durable.
            seq: number of the last event before it.
        """
        before = step.before
        committed = before.committed
        if committed is None:
            return
        if committed is not step.table.committed or step.ends_deal:
            # The first one counts: after a rematch the same deck comes again, its cards put away.
            self._deals.setdefault(committed.deal, (before, seq))
            self._deals.pop(committed.deal - ENDED_DEALS_KEPT, None)

    def of(self, deal: int) -> tuple[Table, int] | None:
        """The table as a deal left it and the number of its last event, None when not kept."""
        return self._deals.get(deal)
