"""The bookkeeper's seat: sitting down, sitting out and leaving."""

from __future__ import annotations

from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Decided,
    Leave,
    Return,
    Returned,
    SatOut,
    SeatLeft,
    SeatTaken,
    Sit,
    SitOut,
)
from carteado.engine.games.poker_face.codes import refuse
from carteado.engine.games.poker_face.folding import Transition
from carteado.engine.games.poker_face.state import BOOKKEEPER, State

__all__ = ["absent", "leave", "return_", "sit", "sit_out"]


def sit(state: State, command: Sit) -> Decided[State] | Refusal:
    """Take the bookkeeper's seat."""
    if type(command.seat) is not int or command.seat != BOOKKEEPER:
        return refuse("seat/unknown", last=BOOKKEEPER)
    if state.names[BOOKKEEPER] is not None:
        return refuse("seat/taken", seat=BOOKKEEPER, player=state.names[BOOKKEEPER])
    if type(command.name) is not str or not command.name.strip():
        return refuse("seat/bad_name")
    # A bot cannot see the real table.
    if command.bot:
        return refuse("seat/no_bots")
    if command.credit is not None:
        return refuse("table/no_chips")
    event = SeatTaken(seat=BOOKKEEPER, name=command.name, bot=False, stack=0)
    return Transition(state).answer(event)


def leave(state: State, command: Leave) -> Decided[State] | Refusal:
    """Leave at once: the rounds are kept."""
    found = absent(state, command.seat) or SeatLeft(seat=BOOKKEEPER, at_once=True, stack=0)
    return Transition(state).answer(found)


def sit_out(state: State, command: SitOut) -> Decided[State] | Refusal:
    """Pause."""
    problem = absent(state, command.seat)
    if problem is None and state.away[BOOKKEEPER]:
        problem = refuse("seat/away", seat=BOOKKEEPER, player=state.names[BOOKKEEPER])
    return Transition(state).answer(problem or SatOut(seat=BOOKKEEPER, away=bool(command.away)))


def return_(state: State, command: Return) -> Decided[State] | Refusal:
    """Come back."""
    problem = absent(state, command.seat)
    if problem is None and not state.away[BOOKKEEPER]:
        problem = refuse("seat/not_away", seat=BOOKKEEPER, player=state.names[BOOKKEEPER])
    return Transition(state).answer(problem or Returned(seat=BOOKKEEPER))


def absent(state: State, seat: object) -> Refusal | None:
    """The refusal for a seat that there is not, or on which nobody sits."""
    if type(seat) is not int or seat != BOOKKEEPER:
        return refuse("seat/unknown", last=BOOKKEEPER)
    return refuse("seat/free", seat=seat) if state.names[seat] is None else None
