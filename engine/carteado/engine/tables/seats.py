"""Taking a seat, sitting out, returning and agreeing to a new game: rules that games share."""

from __future__ import annotations

from typing import Protocol

from carteado.engine.errors import Refusal
from carteado.engine.game import Return, Returned, SatOut, Sit, SitOut
from carteado.engine.refusals import COMMON, refusal

__all__ = [
    "Seated",
    "absent",
    "all_agreed",
    "cannot_agree",
    "cannot_sit",
    "no_such_seat",
    "return_",
    "sit_out",
]


class Seated(Protocol):
    """The fields of a state that these rules read; tuples have one element for each seat."""

    @property
    def names(self) -> tuple[str | None, ...]:
        """The player's name, None for a free seat."""
        ...

    @property
    def bots(self) -> tuple[bool, ...]:
        """Seats on which a bot sits."""
        ...

    @property
    def away(self) -> tuple[bool, ...]:
        """Seats that sit out."""
        ...

    @property
    def leaving(self) -> tuple[bool, ...]:
        """Seats that leave once the hand or the game lets them."""
        ...

    @property
    def agreed(self) -> tuple[bool, ...]:
        """Seats that want a new game."""
        ...


def no_such_seat(state: Seated, seat: object) -> Refusal | None:
    """A refusal where the table has no such seat."""
    # A negative number would index a tuple from its end.
    if type(seat) is not int or not 0 <= seat < len(state.names):
        return _refuse("seat/unknown", last=len(state.names) - 1)
    return None


def cannot_sit(state: Seated, command: Sit) -> Refusal | None:
    """The refusal of a player who cannot take this seat in any game; None if the game decides."""
    if problem := no_such_seat(state, command.seat):
        return problem
    if state.names[command.seat] is not None:
        return _refuse_for(state, "seat/taken", command.seat)
    # The server limits length and characters; the engine only rules out an empty name.
    if type(command.name) is not str or not command.name.strip():
        return _refuse("seat/bad_name")
    return None


def absent(state: Seated, seat: int) -> Refusal | None:
    """The refusal for a seat that does not exist, is free, or is already leaving; else None."""
    if problem := no_such_seat(state, seat):
        return problem
    if state.names[seat] is None:
        return _refuse("seat/free", seat=seat)
    # Leaving is final: the player may already sit at another table.
    if state.leaving[seat]:
        return _refuse_for(state, "seat/leaving", seat)
    return None


def cannot_agree(state: Seated, seat: int | None) -> Refusal | None:
    """The refusal for a seat that cannot agree to a new game; None as seat means the table."""
    if seat is None:
        return None
    if problem := absent(state, seat):
        return problem
    return _refuse_for(state, "seat/agreed", seat) if state.agreed[seat] else None


def all_agreed(state: Seated) -> bool:
    """Whether all people at the table want a new game: bots always do, leavers do not count."""
    return all(
        state.agreed[seat] or state.bots[seat] or state.leaving[seat]
        for seat, name in enumerate(state.names)
        if name is not None
    )


def sit_out(state: Seated, command: SitOut) -> SatOut | Refusal:
    """Sit out; each game decides what that means for its next hand."""
    if problem := absent(state, command.seat):
        return problem
    if state.away[command.seat]:
        return _refuse_for(state, "seat/away", command.seat)
    return SatOut(seat=command.seat, away=bool(command.away))


def return_(state: Seated, command: Return) -> Returned | Refusal:
    """Play again."""
    if problem := absent(state, command.seat):
        return problem
    if not state.away[command.seat]:
        return _refuse_for(state, "seat/not_away", command.seat)
    return Returned(seat=command.seat)


def not_your_turn(state: Seated, turn: int | None) -> Refusal:
    """The refusal of an action from a seat that is not the acting one.

    Args:
        state: of the game.
        turn: the acting seat, None while no seat has to act.
    """
    if turn is None:
        return _refuse("action/not_your_turn", turn=None)
    return _refuse("action/not_your_turn", turn=turn, player=state.names[turn])


def _refuse_for(state: Seated, code: str, seat: int) -> Refusal:
    """A refusal that names the player on a seat."""
    return _refuse(code, seat=seat, player=state.names[seat])


def _refuse(code: str, **details: object) -> Refusal:
    return refusal(COMMON, code, details)
