"""How each event changes the match: no rules, every result stands in the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.game import Event, Returned, SatOut, SeatLeft, SeatTaken
from carteado.engine.games.poker_face.events import (
    MatchStarted,
    RemainderDiscarded,
    RoundCorrected,
    RoundJudged,
)
from carteado.engine.games.poker_face.state import State
from carteado.engine.state import changed

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """Fold one event into the match."""
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def _judged(state: State, event: RoundJudged) -> State:
    """Keep the round for corrections; the first of too many becomes the base of the others."""
    rounds = (*state.rounds, event)
    base, gone = state.base, state.base_discarded
    if len(rounds) > state.options.history:
        base, gone, rounds = rounds[0].money, gone + rounds[0].rest, rounds[1:]
    return changed(
        state,
        money=event.money,
        number=event.number,
        undivided=event.rest,
        rounds=rounds,
        base=base,
        base_discarded=gone,
    )


def _corrected(state: State, event: RoundCorrected) -> State:
    rounds = tuple([one for one in state.rounds if one.number < event.number])
    back = changed(
        state,
        players=event.players,
        money=event.money,
        number=event.number - 1,
        discarded=event.discarded,
        rounds=rounds,
    )
    return back if rounds else changed(back, base=event.money)


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    SeatTaken: lambda state, event: changed(state, names=(event.name,), away=(False,)),
    SeatLeft: lambda state, event: changed(state, names=(None,), away=(False,)),
    SatOut: lambda state, event: changed(state, away=(True,)),
    Returned: lambda state, event: changed(state, away=(False,)),
    MatchStarted: lambda state, event: changed(
        state, players=event.players, money=event.money, base=event.money
    ),
    RoundJudged: _judged,
    RemainderDiscarded: lambda state, event: changed(state, undivided=0, discarded=event.discarded),
    RoundCorrected: _corrected,
}
