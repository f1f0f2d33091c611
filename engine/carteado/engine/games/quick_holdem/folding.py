"""How each event changes the state. No rules stand here, and nothing can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.game import Event
from carteado.engine.games.quick_holdem import events as ev
from carteado.engine.games.quick_holdem.state import State, new_state
from carteado.engine.poker.folding import FOLDS, put
from carteado.engine.state import changed

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """Fold one event, whole or redacted, into the state."""
    return _FOLDS[type(event)](state, event)


def _hand_started(state: State, event: ev.HandStarted) -> State:
    seats = len(state.stacks)
    none: tuple[int, ...] = (0,) * seats
    return changed(
        state,
        running=True,
        hand=event.hand,
        in_hand=True,
        deck=event.deck,
        leader=event.leader,
        order=event.order,
        live=event.order,
        to_act=event.leader,
        stake=None,
        paid=none,
        pot=0,
        board=(),
        hands=event.hands,
        shown=((),) * seats,
        started=state.stacks,
        returned=none,
        won=none,
        pots=(),
    )


def _staked(state: State, event: ev.Staked) -> State:
    return changed(
        state,
        stake=event.stake,
        stacks=put(state.stacks, event.seat, event.stack),
        paid=put(state.paid, event.seat, event.stake),
        pot=event.pot,
        to_act=event.to_act,
    )


def _played(state: State, event: ev.Played) -> State:
    return changed(
        state,
        stacks=put(state.stacks, event.seat, event.stack),
        paid=put(state.paid, event.seat, event.amount),
        pot=event.pot,
        to_act=event.to_act,
    )


def _folded(state: State, event: ev.Folded) -> State:
    return changed(
        state,
        stake=event.stake,
        live=tuple([seat for seat in state.live if seat != event.seat]),
        to_act=event.to_act,
    )


def _uncalled_returned(state: State, event: ev.UncalledReturned) -> State:
    seat = event.seat
    return changed(
        state,
        stacks=put(state.stacks, seat, event.stack),
        paid=put(state.paid, seat, state.paid[seat] - event.amount),
        returned=put(state.returned, seat, event.amount),
        pot=event.pot,
    )


def _hands_shown(state: State, event: ev.HandsShown) -> State:
    shown = list(state.shown)
    for seat, cards in zip(event.seats, event.hands, strict=True):
        shown[seat] = cards
    return changed(state, shown=tuple(shown))


def _hand_ended(state: State, event: ev.HandEnded) -> State:
    return changed(state, in_hand=False, stacks=event.stacks)


def _game_restarted(state: State, event: ev.GameRestarted) -> State:
    return changed(
        new_state(state.options),
        names=state.names,
        bots=state.bots,
        away=state.away,
        stacks=event.stacks,
        # The cards of the last hand can still be proved until the next one is dealt.
        deck=state.deck,
        order=state.order,
        board=state.board,
        hands=state.hands,
        shown=state.shown,
    )


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    **FOLDS,
    ev.HandStarted: _hand_started,
    ev.Staked: _staked,
    ev.Played: _played,
    ev.Folded: _folded,
    ev.HandVoided: lambda state, event: state,
    ev.UncalledReturned: _uncalled_returned,
    ev.BoardTurned: lambda state, event: changed(state, board=event.cards),
    ev.HandsShown: _hands_shown,
    ev.HandEnded: _hand_ended,
    ev.GameRestarted: _game_restarted,
}
