"""The clock of one decision: its own time, then the seat's bank. Data, no timer."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DecisionClock"]


# Made for every action: frozen, a clock would take three times as long to make.
@dataclass(slots=True, kw_only=True)
class DecisionClock:
    """A decision that the table waits for; nobody changes it.

    Attributes:
        seat: whose decision.
        decision: its number, which every answer has to name.
        since: when it was opened, milliseconds.
        bank_from: when the decision's own time is over and the bank starts, milliseconds.
        until: when the bank is empty and the clock decides, milliseconds.
    """

    seat: int
    decision: int
    since: int
    bank_from: int
    until: int

    def bank_used(self, now_ms: int) -> int:
        """Milliseconds of the bank that are used by now."""
        return max(0, min(now_ms, self.until) - self.bank_from)

    def left(self, now_ms: int) -> tuple[int, int]:
        """What is left by now: of the decision's own time, and of the bank, milliseconds."""
        own = max(0, self.bank_from - now_ms)
        return own, max(0, self.until - max(now_ms, self.bank_from))
