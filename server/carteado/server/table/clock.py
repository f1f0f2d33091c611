"""The clock of one decision and the time banks of the seats. Data, no timer: see `schedule`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from carteado.engine.table import ClockSet, Table, TimeBanksRefilled
from carteado.server.table.attendance import people
from carteado.server.table.step import Step

__all__ = [
    "LATE_MS",
    "UNTIMED_MS",
    "DecisionClock",
    "opened",
    "refill",
    "rewind",
    "rewind_all",
]

# About the round-trip time of a slow connection.
LATE_MS = 200
"""Grace after the deadline for an answer of a person.

The time of arrival counts, however long the answer waited to be handled. The clock decides this
much after the deadline, so an answer on its way is not lost.
"""

UNTIMED_MS = 86_400_000
"""Time of a decision without a clock, as sent to clients that do not know of such decisions."""


@dataclass(slots=True, init=False)
class DecisionClock:
    """A decision that the table waits for, made by `opened`; only a pause changes it.

    Attributes:
        seat: whose decision.
        decision: its number, which every answer has to name.
        since: when it was opened, milliseconds.
        bank_from: when the decision's own time ends and the bank starts, milliseconds.
        until: when the bank is empty, milliseconds.
        grace: time after that until the clock decides, milliseconds.
        late: time after the deadline in which an answer may still arrive, milliseconds.
        spare: added to the bank when the seat has decided, milliseconds.
        timed: False where the clock never decides.
    """

    seat: int
    decision: int
    since: int
    bank_from: int
    until: int
    grace: int
    late: int
    spare: int
    timed: bool

    def bank_after(self, bank_ms: int, now_ms: int) -> int:
        """The bank of the seat once it has decided.

        Args:
            bank_ms: before.
            now_ms: when it decides.
        """
        return max(0, bank_ms + self.spare - self.bank_used(now_ms))

    def bank_used(self, now_ms: int) -> int:
        """Milliseconds of the bank used so far."""
        # The bank is empty at `until`: neither the grace period nor a late answer can overdraw it.
        return 0 if now_ms <= self.bank_from else min(now_ms, self.until) - self.bank_from

    def put_off(self, milliseconds: int) -> None:
        """Move the clock by the length of a pause."""
        self.since += milliseconds
        self.bank_from += milliseconds
        self.until += milliseconds

    def left(self, now_ms: int) -> tuple[int, int]:
        """Milliseconds left of the decision's own time, and of the bank."""
        bank_from, until = self.bank_from, self.until
        if now_ms < bank_from:
            return bank_from - now_ms, until - bank_from
        return 0, max(0, until - now_ms)


def opened(
    table: Table, seat: int, decision: int, now_ms: int, late_ms: int = LATE_MS
) -> DecisionClock:
    """The clock of a newly opened decision.

    Args:
        table: its settings give the time of the seat.
        seat: whose decision.
        decision: its number.
        now_ms: when it is opened.
        late_ms: how much later than the deadline an answer of a person still counts.
    """
    clock = DecisionClock()  # called for every action: a constructor would double the time
    clock.seat = seat
    clock.decision = decision
    clock.since = now_ms
    settings = table.opened.settings
    kind = settings.clock
    clock.timed = kind != "none"
    clock.spare = settings.increment_ms
    own = settings.decision_ms if kind == "decision" else 0 if kind == "total" else UNTIMED_MS
    bank_from = clock.bank_from = now_ms + own
    # The increment can be used during the decision that earns it, not only afterwards.
    clock.until = bank_from + (table.banks[seat] + clock.spare if clock.timed else 0)
    bot = table.state.bots[seat]
    clock.grace = 0 if bot else _grace(table, seat)
    clock.late = 0 if bot else late_ms
    return clock


def _grace(table: Table, seat: int) -> int:
    """The grace period of a person's decision, milliseconds.

    Only a person at a table of several people has one, and the next one only after a decision of
    the seat's own. It is no longer than the time for a decision.
    """
    settings = table.opened.settings
    if not settings.grace_ms or table.expiries[seat]:
        return 0
    return min(settings.grace_ms, settings.decision_ms) if len(people(table)) > 1 else 0


def refill(step: Step) -> None:
    """Refill the time banks before the deal that is due."""
    table = step.table
    settings = table.settings
    dealt = table.committed.deal if table.committed is not None else 0
    # `dealt` is the last deal, so the first refill comes after `refill_deals` deals.
    if not settings.refill_ms or not dealt or dealt % settings.refill_deals:
        return
    full = settings.bank_ms
    # `max`: increments may have filled a bank beyond its size, and a refill takes nothing away.
    banks = tuple([max(bank, min(full, bank + settings.refill_ms)) for bank in table.banks])
    if banks != table.banks:
        step.add(TimeBanksRefilled(banks=banks))


def rewind(step: Step, seats: Iterable[int]) -> None:
    """Reset the clocks of some seats."""
    bank = step.table.settings.bank_ms
    for seat in seats:
        if step.table.banks[seat] != bank or step.table.expiries[seat]:
            step.add(ClockSet(seat=seat, bank_ms=bank))


def rewind_all(step: Step) -> None:
    """Reset every clock if a new game began with the step."""
    over = step.table.game.over
    if step.restarted or (over(step.before.state) and not over(step.table.state)):
        rewind(step, range(step.table.seats))
