"""Seat order: opponents clockwise from the reader's left."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Places", "clockwise", "places"]

_SIDE = {2: 0, 3: 0, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3}
"""Seats in each side column, by seats of the table; `tokens.json` has the same figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Opponents by where they sit.

    Attributes:
        left: in the left column, from the bottom up.
        top: along the top, from left to right.
        right: in the right column, from the top down.
    """

    left: tuple[int, ...]
    top: tuple[int, ...]
    right: tuple[int, ...]


def clockwise(own: int, seats: int) -> tuple[int, ...]:
    """All other seats, clockwise from the left of `own`."""
    return tuple((own + step) % seats for step in range(1, seats))


def places(own: int, seats: int) -> Places:
    """The places of the opponents.

    Args:
        own: the seat at the bottom.
        seats: seats of the table, 2 to 10.
    """
    others = clockwise(own, seats)
    # Any other number cannot come from a built-in game.
    side = _SIDE.get(seats, 3)
    return Places(
        left=others[:side],
        # The middle of the circle: first left, then top, then right.
        top=others[side : len(others) - side],
        right=others[len(others) - side :],
    )
