"""Slows down password guessing: after some wrong passwords, each further one waits longer."""

from __future__ import annotations

from collections import OrderedDict

__all__ = ["FREE", "LONGEST_MS", "Guesses"]

# People mistype; five attempts cost an attacker nothing that matters.
FREE = 5
"""Number of wrong guesses without a wait."""

# Longer waits would let anybody lock an account's owner out.
LONGEST_MS = 5 * 60_000
"""The longest wait; also how long a wrong guess is remembered after it."""

KEPT = 10_000
"""Names and addresses that are remembered."""


class Guesses:
    """Wrong guesses in a row, by name and address.

    Guesses are counted by the account's name and by the guessing address, so neither many addresses
    nor many names make guessing fast. Devices that are signed in are not held up.
    """

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, tuple[int, int]] = OrderedDict()

    def wait_ms(self, who: str, now_ms: int) -> int:
        """Wait before the next guess at a name or from an address, milliseconds; 0 for none."""
        count, at = self._wrong.get(who, (0, 0))
        if count < FREE:
            return 0
        # Doubles with each guess; the shift is bounded because the count is not.
        wait = min(LONGEST_MS, 1000 << min(20, count - FREE))
        return max(0, at + wait - now_ms)

    def wrong(self, who: str, now_ms: int) -> None:
        """Count a guess before its result is known."""
        count, at = self._wrong.pop(who, (0, 0))
        # The last wrong guess is long ago, so the count starts again.
        if now_ms - at > 2 * LONGEST_MS:
            count = 0
        # Moved to the end, because the oldest entry is forgotten first.
        self._wrong[who] = (count + 1, now_ms)
        while len(self._wrong) > KEPT:
            self._wrong.popitem(last=False)

    def undo(self, who: str) -> None:
        """Take back the last guess, which was right."""
        count, at = self._wrong.get(who, (0, 0))
        if count:
            self._wrong[who] = (count - 1, at)

    def right(self, who: str) -> None:
        """Forget the failed attempts of a name after the right password."""
        self._wrong.pop(who, None)
