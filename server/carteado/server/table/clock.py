"""The clocks of a table: that of one decision, and the banks of its seats. Data, no timer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from carteado.engine.table import ClockSet, Table
from carteado.server.table.attendance import people
from carteado.server.table.step import Step

__all__ = ["DecisionClock", "opened", "rewind", "rewind_all"]


@dataclass(slots=True, init=False)
class DecisionClock:
    """A decision that the table waits for, made by `opened`; only a pause changes it.

    Attributes:
        seat: whose decision.
        decision: its number, which every answer has to name.
        since: when it was opened, milliseconds.
        bank_from: when the decision's own time is over and the bank starts, milliseconds.
        until: when the bank is empty, milliseconds.
        grace: how long after that the clock decides, milliseconds.
    """

    seat: int
    decision: int
    since: int
    bank_from: int
    until: int
    grace: int

    def bank_used(self, now_ms: int) -> int:
        """Milliseconds of the bank that are used by now."""
        return 0 if now_ms <= self.bank_from else min(now_ms, self.until) - self.bank_from

    def put_off(self, milliseconds: int) -> None:
        """Move the clock by the length of a pause."""
        self.since += milliseconds
        self.bank_from += milliseconds
        self.until += milliseconds

    def left(self, now_ms: int) -> tuple[int, int]:
        """What is left by now: of the decision's own time, and of the bank, milliseconds."""
        bank_from, until = self.bank_from, self.until
        if now_ms < bank_from:
            return bank_from - now_ms, until - bank_from
        return 0, max(0, until - now_ms)


def opened(table: Table, seat: int, decision: int, now_ms: int) -> DecisionClock:
    """The clock of a decision that is opened.

    Args:
        table: says how long the seat may take.
        seat: whose decision.
        decision: its number.
        now_ms: when it is opened.
    """
    clock = DecisionClock()  # for every action: a constructor would take as long again
    clock.seat = seat
    clock.decision = decision
    clock.since = now_ms
    bank_from = clock.bank_from = now_ms + table.opened.settings.decision_ms
    clock.until = bank_from + table.banks[seat]
    clock.grace = _grace(table, seat)
    return clock


def _grace(table: Table, seat: int) -> int:
    """The grace period of a decision, milliseconds.

    Only a person among people has one, and none again before the seat decided by itself. It is no
    longer than the time for a decision.
    """
    settings, state = table.opened.settings, table.state
    if not settings.grace_ms or state.bots[seat] or table.expiries[seat]:
        return 0
    return min(settings.grace_ms, settings.decision_ms) if len(people(table)) > 1 else 0


def rewind(step: Step, seats: Iterable[int]) -> None:
    """The clocks of some seats are as at the start."""
    bank = step.table.settings.bank_ms
    for seat in seats:
        if step.table.banks[seat] != bank or step.table.expiries[seat]:
            step.add(ClockSet(seat=seat, bank_ms=bank))


def rewind_all(step: Step) -> None:
    """Every clock is as at the start, where a new game began with the step."""
    over = step.table.game.over
    if step.restarted or (over(step.before.state) and not over(step.table.state)):
        rewind(step, range(step.table.seats))
