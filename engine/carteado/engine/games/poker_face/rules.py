"""The one authority: a command is decided here, or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Act,
    Command,
    Deal,
    Decided,
    Leave,
    Rematch,
    Return,
    Returned,
    SatOut,
    SeatLeft,
    SeatTaken,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.games.poker_face.actions import CorrectRound, EnterRound
from carteado.engine.games.poker_face.booking import correct_round, enter_round
from carteado.engine.games.poker_face.codes import refuse
from carteado.engine.games.poker_face.state import BOOKKEEPER, State
from carteado.engine.games.poker_face.unfolding import Unfolding

__all__ = ["decide"]


def decide(state: State, command: Command) -> Decided[State] | Refusal:
    """The events that follow from a command, or why it is refused."""
    rule = _RULES.get(type(command))
    return refuse("table/unknown_command") if rule is None else rule(state, command)


def _act(state: State, command: Act) -> Decided[State] | Refusal:
    problem = _absent(state, command.seat)
    if problem is not None:
        return problem
    if type(command.action) is EnterRound:
        return enter_round(state, command.action)
    if type(command.action) is CorrectRound:
        return correct_round(state, command.action)
    return refuse("action/unknown")


def _sit(state: State, command: Sit) -> Decided[State] | Refusal:
    """Take the bookkeeper's seat."""
    if type(command.seat) is not int or command.seat != BOOKKEEPER:
        return refuse("seat/unknown", last=BOOKKEEPER)
    if state.names[BOOKKEEPER] is not None:
        return refuse("seat/taken", seat=BOOKKEEPER)
    if type(command.name) is not str or not command.name.strip():
        return refuse("seat/bad_name")
    if command.bot:
        return refuse("seat/no_bots")
    if command.credit is not None:
        return refuse("table/no_chips")
    event = SeatTaken(seat=BOOKKEEPER, name=command.name, bot=False, stack=0)
    return Unfolding(state).answer(event)


def _leave(state: State, command: Leave) -> Decided[State] | Refusal:
    found = _absent(state, command.seat) or SeatLeft(seat=BOOKKEEPER, at_once=True, stack=0)
    return Unfolding(state).answer(found)


def _sit_out(state: State, command: SitOut) -> Decided[State] | Refusal:
    problem = _absent(state, command.seat)
    if problem is None and state.away[BOOKKEEPER]:
        problem = refuse("seat/away", seat=BOOKKEEPER)
    return Unfolding(state).answer(problem or SatOut(seat=BOOKKEEPER, away=bool(command.away)))


def _return(state: State, command: Return) -> Decided[State] | Refusal:
    problem = _absent(state, command.seat)
    if problem is None and not state.away[BOOKKEEPER]:
        problem = refuse("seat/not_away", seat=BOOKKEEPER)
    return Unfolding(state).answer(problem or Returned(seat=BOOKKEEPER))


def _absent(state: State, seat: object) -> Refusal | None:
    """The refusal for a seat that there is not, or on which nobody sits."""
    if type(seat) is not int or seat != BOOKKEEPER:
        return refuse("seat/unknown", last=BOOKKEEPER)
    return refuse("seat/free", seat=seat) if state.names[seat] is None else None


_RULES: Mapping[type, Callable[[State, Any], Decided[State] | Refusal]] = {
    Act: _act,
    Deal: lambda state, command: refuse("table/no_deal"),
    Sit: _sit,
    Leave: _leave,
    SitOut: _sit_out,
    Return: _return,
    TopUp: lambda state, command: refuse("table/no_chips"),
    Rematch: lambda state, command: refuse("table/no_rematch"),
}
