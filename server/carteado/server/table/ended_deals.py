"""The ends of recent deals, against which proofs of their cards are opened."""

from __future__ import annotations

from carteado.engine.table import Table
from carteado.server.table.step import Step

__all__ = ["ENDED_DEALS_KEPT", "EndedDeals"]

ENDED_DEALS_KEPT = 64
"""Deals whose last state is kept; for an older deal the log is folded."""


class EndedDeals:
    """The table at the end of each recent deal."""

    def __init__(self) -> None:
        self._deals: dict[int, tuple[Table, int]] = {}

    def note(self, step: Step, seq: int) -> None:
        """Keep the table from before a step that may remove the cards of a deal.

        Args:
            step: it is durable.
            seq: number of the last event before it.
        """
        before = step.before
        committed = before.committed
        if committed is None:
            return
        if committed is not step.table.committed or step.ends_deal:
            # Only the first one is kept: after a rematch the same deck appears again, without its
            # cards.
            self._deals.setdefault(committed.deal, (before, seq))
            self._deals.pop(committed.deal - ENDED_DEALS_KEPT, None)

    def of(self, deal: int) -> tuple[Table, int] | None:
        """The table at the end of a deal and the number of its last event; None if not kept."""
        return self._deals.get(deal)
