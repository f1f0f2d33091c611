"""Sitting down, leaving, sitting out, and a rematch."""

from __future__ import annotations

from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Decided,
    Leave,
    Rematch,
    RematchAgreed,
    Return,
    SeatLeft,
    SeatTaken,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.games.quick_holdem.codes import refuse
from carteado.engine.games.quick_holdem.flow import end_game, restart_if_agreed, settle
from carteado.engine.games.quick_holdem.folding import Transition
from carteado.engine.games.quick_holdem.state import State
from carteado.engine.poker import freezeout
from carteado.engine.refusals import spell
from carteado.engine.tables import seats

__all__ = ["leave", "rematch", "return_", "sit", "sit_out", "top_up"]


def sit(state: State, command: Sit) -> Decided[State] | Refusal:
    """Take a free seat between two games, with the table's credit."""
    if problem := seats.cannot_sit(state, command):
        return problem
    if state.running:
        return refuse("table/running")
    # Everybody starts with the table's credit, so naming another one is an error, not a wish.
    credit = state.options.credit_of(command.seat)
    if command.credit is not None and (type(command.credit) is not int or command.credit != credit):
        return refuse("seat/credit", amount=spell(command.credit), min=credit, max=credit)
    # Between two games only the winner has chips; a new game deals new ones.
    stack = 0 if state.winner is not None else credit
    taken = SeatTaken(seat=command.seat, name=command.name, bot=bool(command.bot), stack=stack)
    return Transition(state).answer(taken)


def leave(state: State, command: Leave) -> Decided[State] | Refusal:
    """Leave: at once without a part in a running game, otherwise as soon as the seat is out.

    In a running game the leaving seat folds in turn until its chips are gone or only one other
    player remains, who then takes them. Chips that it has staked stay in play.
    """
    seat = command.seat
    if problem := seats.absent(state, seat):
        return problem
    play = Transition(state)
    playing = state.in_hand and seat in state.order
    at_once = not playing and not (state.running and state.stacks[seat])
    play.add(SeatLeft(seat=seat, at_once=at_once, stack=state.stacks[seat]))
    if state.in_hand:
        if state.to_act == seat:
            settle(play)
    else:
        if not at_once:
            end_game(play)
        restart_if_agreed(play)
    return play.decided()


def sit_out(state: State, command: SitOut) -> Decided[State] | Refusal:
    """Sit out: the seat is dealt in and folds without a wait."""
    return Transition(state).answer(seats.sit_out(state, command))


def return_(state: State, command: Return) -> Decided[State] | Refusal:
    """Play again."""
    return Transition(state).answer(seats.return_(state, command))


def top_up(state: State, command: TopUp) -> Decided[State] | Refusal:
    """Refuse: nobody adds chips in this game."""
    return seats.absent(state, command.seat) or refuse("table/freezeout")


def rematch(state: State, command: Rematch) -> Decided[State] | Refusal:
    """Agree to a new game, even before the present one is over; it begins between two hands.

    For the table itself (no seat) the new game begins at once, if the present one is over.
    """
    if problem := seats.cannot_agree(state, command.seat):
        return problem
    if state.winner is None and not state.running:
        return refuse("table/not_begun")
    play = Transition(state)
    if command.seat is not None:
        play.add(RematchAgreed(seat=command.seat))
        # This may be the last missing agreement.
        restart_if_agreed(play)
    elif state.winner is None:
        return refuse("table/not_over")
    else:
        # The host asks for the table (`auto_restart`), so no player has to agree.
        freezeout.restart(play, state.options.credit_of)
    return play.decided()
