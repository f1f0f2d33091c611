"""The time left for a decision, as far as a client can tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["LONG_S", "LOW_MS", "Clock", "TimeLeft"]

LONG_S = 1_000
"""From so many seconds on the time is shown in minutes."""

LOW_MS = 5_000
"""Below this much time the display changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLeft:
    """Time as it is shown.

    Attributes:
        seconds: whole seconds, rounded up.
        share: part that is left of the decision's time, or of the bank once it is used.
        bank: whether the time bank is being used.
        low: whether less than `LOW_MS` is left in all.
        bank_seconds: seconds of the time bank.
    """

    seconds: int
    share: float
    bank: bool
    low: bool
    bank_seconds: int

    @property
    def short(self) -> str:
        """The seconds for a small disc; whole minutes where they would have four digits."""
        return str(self.seconds) if self.seconds < LONG_S else f"{self.minutes}'"

    @property
    def minutes(self) -> int:
        """The time in minutes, rounded up."""
        return -(-self.seconds // 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of the seat that decides.

    Its times come from the prompt for the reader's seat, and from the server's message ``clock``
    for another one. Without either they count from the moment at which the reader saw the turn
    begin.

    Attributes:
        seat: whose decision.
        since_ms: when it began, on the client's own clock, milliseconds.
        time_ms: time for the decision that was left then.
        bank_ms: time bank behind it.
        of_ms: time for the whole decision; `time_ms` counts where that is more.
        of_bank_ms: the whole bank, likewise.
        stopped: the table is paused, or the connection is gone.
        used_ms: what was used of the time when it stopped.
    """

    seat: int
    since_ms: float
    time_ms: int
    bank_ms: int
    of_ms: int = 0
    of_bank_ms: int = 0
    stopped: bool = False
    used_ms: float = 0.0

    def stop(self, now_ms: float) -> Clock:
        """The clock, stopped now."""
        # Stopping twice must not count the pause as used time.
        if self.stopped:
            return self
        return replace(self, stopped=True, used_ms=max(0.0, now_ms - self.since_ms))

    def run(self, now_ms: float) -> Clock:
        """The clock, running again from now with the time that was left."""
        if not self.stopped:
            return self
        # Move the start back by the used time, so that `left` measures a single stretch.
        return replace(self, stopped=False, since_ms=now_ms - self.used_ms, used_ms=0.0)

    def step_ms(self, now_ms: float) -> float:
        """Milliseconds until the shown number of seconds changes."""
        if self.stopped:
            return 1_000.0
        own = self.time_ms - max(0.0, now_ms - self.since_ms)
        left = own if own > 0 else max(0.0, self.bank_ms + own)
        return left % 1_000 or 1_000.0

    def left(self, now_ms: float, *, steps: bool = False) -> TimeLeft:
        """The time left at a moment of the client's clock; with `steps` in whole seconds."""
        # A clock that was set back must not give extra time.
        used = self.used_ms if self.stopped else max(0.0, now_ms - self.since_ms)
        own = self.time_ms - used
        # Below zero, `own` says how much of the bank is used.
        bank = self.bank_ms if own > 0 else max(0.0, self.bank_ms + own)
        # Without a bank the display stays at zero of the decision's own time.
        in_bank = own <= 0 < self.bank_ms
        shown = bank if in_bank else max(0.0, own)
        # `max`, because an older server does not say how long the whole decision was.
        whole = max(self.bank_ms, self.of_bank_ms) if in_bank else max(self.time_ms, self.of_ms)
        if steps:
            # Rounded up, as the seconds are.
            shown = min(float(whole), -(-shown // 1000) * 1000)
        return TimeLeft(
            # Floor division of the negative number rounds up.
            seconds=-int(-shown // 1000),
            share=shown / whole if whole else 0.0,
            bank=in_bank,
            low=max(0.0, own) + (bank if in_bank or own > 0 else 0) < LOW_MS,
            bank_seconds=-int(-bank // 1000),
        )
