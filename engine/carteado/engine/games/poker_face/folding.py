"""The change of the match by each event: no rules, every result stands in the event."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.game import Returned, SatOut, SeatLeft, SeatTaken
from carteado.engine.games.poker_face.events import (
    MatchStarted,
    RemainderDiscarded,
    RoundCorrected,
    RoundJudged,
)
from carteado.engine.games.poker_face.state import State
from carteado.engine.tables import transition
from carteado.engine.tables.transition import Fields, Fold

__all__ = ["FOLDS", "Transition"]


def _seat_taken(state: State, event: SeatTaken, now: Fields) -> None:
    now["names"] = (event.name,)
    now["away"] = (False,)


def _seat_left(state: State, event: SeatLeft, now: Fields) -> None:
    now["names"] = (None,)
    now["away"] = (False,)


def _sat_out(state: State, event: SatOut, now: Fields) -> None:
    now["away"] = (True,)


def _returned(state: State, event: Returned, now: Fields) -> None:
    now["away"] = (False,)


def _match_started(state: State, event: MatchStarted, now: Fields) -> None:
    now["players"] = event.players
    now["money"] = now["base"] = event.money


def _judged(state: State, event: RoundJudged, now: Fields) -> None:
    """Keep the round for corrections; the first of too many becomes the base of the others."""
    rounds = (*state.rounds, event)
    # Bounded history: a state and its checkpoints must not grow with the match.
    if len(rounds) > state.options.history:
        now["base"] = rounds[0].money
        now["base_discarded"] = state.base_discarded + rounds[0].rest
        rounds = rounds[1:]
    now["money"] = event.money
    now["number"] = event.number
    # Held until the RemainderDiscarded event, so that the total is constant after every event.
    now["undivided"] = event.rest
    now["rounds"] = rounds


def _discarded(state: State, event: RemainderDiscarded, now: Fields) -> None:
    now["undivided"] = 0
    now["discarded"] = event.discarded


def _corrected(state: State, event: RoundCorrected, now: Fields) -> None:
    rounds = tuple([one for one in state.rounds if one.number < event.number])
    now["players"] = event.players
    now["money"] = event.money
    now["number"] = event.number - 1
    now["discarded"] = event.discarded
    now["rounds"] = rounds
    # A corrected first round may have other players, and so another base.
    if not rounds:
        now["base"] = event.money


FOLDS: Mapping[type, Fold] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    Returned: _returned,
    MatchStarted: _match_started,
    RoundJudged: _judged,
    RemainderDiscarded: _discarded,
    RoundCorrected: _corrected,
}


class Transition(transition.Transition[State]):
    """The events that follow from one command, and the match after them."""

    __slots__ = ()

    folds = FOLDS
