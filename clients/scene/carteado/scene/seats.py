"""Seat order: opponents clockwise from the reader's left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.scene.figures import LedgerData

__all__ = ["Places", "clockwise", "ledger_names", "places"]

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


def ledger_names(names: Sequence[str | None], ledger: LedgerData | None) -> tuple[str, ...]:
    """The names of seats as the ledger of the table has them, which numbers equal ones.

    Args:
        names: of the seats, None for a free one.
        ledger: as the server sends it; None where it is not known. Older servers name no seats.
    """
    found = [name or "" for name in names]
    for one in ledger.get("players", ()) if ledger is not None else ():
        seat = one.get("seat")
        if type(seat) is int and 0 <= seat < len(found) and found[seat]:
            found[seat] = str(one.get("name") or found[seat])
    return tuple(found)
