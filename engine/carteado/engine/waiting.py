"""The waiting list of a table: its events, and the fold of them into the table's controls.

Each waiting player has a number; the list is in the order of the numbers. A seat that becomes free
is offered to the first player, who has some time to sit down; meanwhile nobody else may take it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from carteado.engine.visibility import Public, Sealed

__all__ = ["WAITING_EVENTS", "WAITING_FOLDS", "SeatOffered", "WaitingBegun", "WaitingEnded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingBegun:
    """A player joined the waiting list of the table.

    Attributes:
        number: of the place on the list, from 1; never given twice at one table.
        name: of the player.
        key: of the player.
    """

    number: Public[int]
    name: Public[str]
    key: Sealed[str]
    type: Literal["waiting_begun"] = "waiting_begun"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffered:
    """A free seat is offered to a player on the list, and kept for that player for some time.

    Attributes:
        number: of the place on the list.
        seat: which one.
    """

    number: Public[int]
    seat: Public[int]
    type: Literal["seat_offered"] = "seat_offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingEnded:
    """A player is no longer on the waiting list.

    Attributes:
        number: of the place on the list.
        reason: ``seated``, ``left`` (the player's own decision) or ``expired`` (the offered seat
            was not taken in time).
    """

    number: Public[int]
    reason: Public[str]
    type: Literal["waiting_ended"] = "waiting_ended"


WAITING_EVENTS: tuple[type, ...] = (WaitingBegun, SeatOffered, WaitingEnded)


# Parallel tuples instead of records: each field has its own audience, and keys are sealed.
def _begun(controls: Any, event: WaitingBegun) -> Any:
    return replace(
        controls,
        # Kept separately, because the list may become empty and a number is never used twice.
        wait=event.number,
        waiting=(*controls.waiting, event.number),
        waiting_names=(*controls.waiting_names, event.name),
        waiting_keys=(*controls.waiting_keys, event.key),
        waiting_seats=(*controls.waiting_seats, None),
    )


def _offered(controls: Any, event: SeatOffered) -> Any:
    at, seats = controls.waiting.index(event.number), controls.waiting_seats
    return replace(controls, waiting_seats=(*seats[:at], event.seat, *seats[at + 1 :]))


def _ended(controls: Any, event: WaitingEnded) -> Any:
    at = controls.waiting.index(event.number)
    fields = ("waiting", "waiting_names", "waiting_keys", "waiting_seats")
    # All four lists lose the same place, which keeps them parallel.
    left = {name: getattr(controls, name) for name in fields}
    return replace(controls, **{name: items[:at] + items[at + 1 :] for name, items in left.items()})


WAITING_FOLDS: Mapping[type, Callable[[Any, Any], Any]] = {
    WaitingBegun: _begun,
    SeatOffered: _offered,
    WaitingEnded: _ended,
}
"""For each of the events, the controls after it."""
