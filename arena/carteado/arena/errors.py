"""The errors of the arena, in one tree."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

__all__ = ["ArenaError", "in_words"]


class ArenaError(ValueError):
    """A measurement cannot be made or read; says what is wrong, where, and what would be right."""

    exit_status = 2


@contextlib.contextmanager
def in_words(problem: str) -> Iterator[None]:
    """Turn an `OSError` into an `ArenaError`.

    Args:
        problem: the problem, such as ``report.json cannot be written``; the system's reason is
            appended.
    """
    try:
        yield
    except OSError as error:
        raise ArenaError(f"{problem}: {error.strerror}") from None
