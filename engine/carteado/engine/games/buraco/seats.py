"""Sitting down, leaving, pausing, and starting again.

A partnership cannot shrink: a leaver's seat stays in the running match, and the table plays for
it until the match is over. A pair loses when both partners have left.
"""

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
from carteado.engine.games.buraco.codes import refuse
from carteado.engine.games.buraco.events import MatchRestarted, MatchWon
from carteado.engine.games.buraco.folding import Transition
from carteado.engine.games.buraco.playing import settle
from carteado.engine.games.buraco.state import State, team_of
from carteado.engine.games.buraco.turns import let_go
from carteado.engine.tables import seats

__all__ = ["leave", "rematch", "return_", "sit", "sit_out", "top_up"]


def sit(state: State, command: Sit) -> Decided[State] | Refusal:
    """Take a free seat between two matches."""
    if problem := seats.cannot_sit(state, command):
        return problem
    # A pair's score belongs to its players, so nobody can enter in the middle of a match.
    if state.running:
        return refuse("table/running")
    # A client for all games may send 0.
    if command.credit not in (None, 0):
        return refuse("table/no_chips")
    taken = SeatTaken(seat=command.seat, name=command.name, bot=bool(command.bot), stack=0)
    return Transition(state).answer(taken)


def leave(state: State, command: Leave) -> Decided[State] | Refusal:
    """Leave, at once or at the end of the match."""
    if problem := seats.absent(state, command.seat):
        return problem
    seat, play = command.seat, Transition(state)
    if not state.running:
        play.add(SeatLeft(seat=seat, at_once=True, stack=0))
        # The leaver may have been the only one who had not agreed to a rematch.
        if state.winner is not None and any(play.state.agreed):
            _restart_if_agreed(play)
        return play.decided()
    after = play.add(SeatLeft(seat=seat, at_once=False, stack=0))
    team = team_of(seat)
    # Partners are seats `team` and `team + 2`.
    if after.leaving[team] and after.leaving[team + 2]:
        play.add(MatchWon(team=1 - team, totals=state.totals))
        let_go(play)
    else:
        # The leaver may be the one whose turn it is, and then the table plays for it at once.
        settle(play)
    return play.decided()


def sit_out(state: State, command: SitOut) -> Decided[State] | Refusal:
    """Sit out: the clock plays for the seat."""
    return Transition(state).answer(seats.sit_out(state, command))


def return_(state: State, command: Return) -> Decided[State] | Refusal:
    """Play again."""
    return Transition(state).answer(seats.return_(state, command))


def top_up(state: State, command: TopUp) -> Decided[State] | Refusal:
    """Refuse: this game has no chips."""
    return seats.absent(state, command.seat) or refuse("table/no_chips")


def rematch(state: State, command: Rematch) -> Decided[State] | Refusal:
    """Agree to a new match; for the table itself (no seat) it begins at once."""
    if problem := seats.cannot_agree(state, command.seat):
        return problem
    if state.winner is None:
        return refuse("table/not_over")
    play = Transition(state)
    if command.seat is None:
        play.add(MatchRestarted())
    else:
        play.add(RematchAgreed(seat=command.seat))
        _restart_if_agreed(play)
    return play.decided()


def _restart_if_agreed(play: Transition) -> None:
    """A new match begins when all people at the table agreed to it; bots always do."""
    if seats.all_agreed(play.state):
        play.add(MatchRestarted())
