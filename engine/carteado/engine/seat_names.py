"""What a seat is called in words."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["seat_name"]


def seat_name(names: Sequence[str | None], seat: int) -> str:
    """What a seat is called: by its name, and by its number too where others have the same one.

    Args:
        names: who sits on each seat of the table, None for nobody; empty where that is not known.
        seat: its number, from 0.
    """
    name = names[seat] if seat < len(names) else None
    if name is None:
        return f"seat {seat}"
    return name if names.count(name) == 1 else f"{name} (seat {seat})"
