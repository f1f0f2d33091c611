"""What can go wrong in the arena, in one tree."""

from __future__ import annotations

__all__ = ["ArenaError"]


class ArenaError(ValueError):
    """A measurement cannot be made or read as asked; says what, where, and what would be right."""

    exit_status = 2
