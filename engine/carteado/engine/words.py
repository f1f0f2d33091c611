"""Helpers for sentences: the player on a seat, and counts with the right plural."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["counted", "seat_name"]


def seat_name(names: Sequence[str | None], seat: int) -> str:
    """The name of a seat: its player's, with its number where several players share a name.

    Args:
        names: the player on each seat of the table, None for nobody; empty if unknown.
        seat: its number, from 0.
    """
    name = names[seat] if seat < len(names) else None
    if name is None:
        return f"seat {seat}"
    # The number is added only to distinguish two equal names.
    return name if names.count(name) == 1 else f"{name} (seat {seat})"


def counted(number: int, one: str, more: str | None = None) -> str:
    """A count with its noun: ``1 set``, ``1,200 sets``.

    Args:
        number: how many.
        one: what one of them is called.
        more: what several are called; with an s where nothing is said.
    """
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"
