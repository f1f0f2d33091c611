"""The two clocks of a server process, in milliseconds."""

from __future__ import annotations

import time

__all__ = ["now_ms", "wall_ms"]


def wall_ms() -> int:
    """Milliseconds since 1970, for people; may jump."""
    return time.time_ns() // 1_000_000


# Read once; the monotonic clock then continues the count, whatever happens to the system's time.
_BEGAN = wall_ms() - time.monotonic_ns() // 1_000_000


def now_ms() -> int:
    """Milliseconds since 1970, counted from the start of the process; never goes back."""
    return _BEGAN + time.monotonic_ns() // 1_000_000
