"""The waiting list: waiting players, and the offer of a free seat with its deadline."""

from __future__ import annotations

from carteado.engine import game as commands
from carteado.engine.controls import Controls
from carteado.engine.errors import Refusal
from carteado.engine.table import Table
from carteado.engine.waiting import SeatOffered, WaitingBegun, WaitingEnded
from carteado.server.table.step import Player, Step, deny

__all__ = ["MAX_WAITING", "Offers", "begin", "end", "is_kept_for_another", "offered_seat"]

MAX_WAITING = 32
"""Maximum number of waiting players at one table."""


def begin(step: Step, player: Player) -> int:
    """Put a player on the waiting list; returns the place, from 1.

    Raises:
        Denied: the player has a seat or waits already, a seat is free, or too many wait.
    """
    table = step.table
    controls = table.controls
    if player.key in table.keys:
        raise deny("seat/already", "You already have a seat at this table.")
    if player.key in controls.waiting_keys:
        place = controls.waiting_keys.index(player.key) + 1
        text = f"You are number {place} of the waiting list already."
        raise deny("table/waiting", text, place=place)
    if _seat_to_offer(table, player.name) is not None:
        raise deny("table/not_full", f"A seat is free. Type: join {table.id}")
    if len(controls.waiting) >= MAX_WAITING:
        text = f"{MAX_WAITING} players wait for a seat, the maximum. Try again later."
        raise deny("table/busy", text)
    step.add(WaitingBegun(number=controls.wait + 1, name=player.name, key=player.key))
    return len(controls.waiting) + 1


def end(step: Step, key: str, reason: str) -> bool:
    """Take a player off the waiting list; returns whether the player was on it."""
    controls = step.table.controls
    if key not in controls.waiting_keys:
        return False
    number = controls.waiting[controls.waiting_keys.index(key)]
    step.add(WaitingEnded(number=number, reason=reason))
    return True


def offered_seat(controls: Controls, key: str) -> int | None:
    """The seat that is offered to a player, None for none."""
    if key not in controls.waiting_keys:
        return None
    return controls.waiting_seats[controls.waiting_keys.index(key)]


def is_kept_for_another(controls: Controls, seat: int, key: str) -> bool:
    """Whether a seat is offered to somebody else."""
    return seat in controls.waiting_seats and offered_seat(controls, key) != seat


def _seat_to_offer(table: Table, name: str) -> int | None:
    """The first seat on which a new player could sit now, None for none."""
    for seat, key in enumerate(table.keys):
        if key is not None or table.state.names[seat] is not None:
            continue
        if seat in table.controls.waiting_seats:
            continue
        # A trial `decide` without effect: a running freezeout, for example, admits nobody.
        sit = commands.Sit(seat=seat, name=name, bot=False, credit=None, returning=None)
        if not isinstance(table.game.decide(table.state, sit), Refusal):
            return seat
    return None


class Offers:
    """The deadline of each offered seat. After a restart every offer has its full time again."""

    def __init__(self) -> None:
        self._until: dict[int, int] = {}

    def note(self, table: Table, now_ms: int) -> None:
        """Look at the list again; call it after changes, and at the start."""
        controls = table.controls
        offered = {
            number
            for number, seat in zip(controls.waiting, controls.waiting_seats, strict=True)
            if seat is not None
        }
        until = now_ms + table.settings.offer_ms
        # An offer keeps its first deadline, however often the list changes meanwhile.
        self._until = {number: self._until.get(number, until) for number in offered}

    def left_ms(self, number: int, now_ms: int) -> int:
        """Milliseconds for which a seat is still kept for a place; 0 without an offer."""
        return max(0, self._until.get(number, now_ms) - now_ms)

    def due(self, table: Table) -> int | None:
        """The time of the next `step`, None for never."""
        if not table.controls.waiting or table.cutting or table.closed:
            return None
        if _next_offer(table) is not None:
            return 0
        return min(self._until.values(), default=None)

    def step(self, table: Table, now_ms: int) -> Step | None:
        """The next offer, or the end of an expired one; None for neither."""
        due = self.due(table)
        if due is None or due > now_ms:
            return None
        step = Step(table)
        if (offer := _next_offer(table)) is not None:
            step.add(offer)
        else:
            number = min(self._until, key=self._until.__getitem__)
            step.add(WaitingEnded(number=number, reason="expired"))
        return step


def _next_offer(table: Table) -> SeatOffered | None:
    controls = table.controls
    for number, name, seat in zip(
        controls.waiting, controls.waiting_names, controls.waiting_seats, strict=True
    ):
        # Only the first player without an offer: nobody is passed over.
        if seat is None:
            free = _seat_to_offer(table, name)
            return None if free is None else SeatOffered(number=number, seat=free)
    return None
