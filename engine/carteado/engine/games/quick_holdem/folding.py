"""How each event changes the state. This module holds no rules, and no fold can fail.

A fold writes its changes into a private copy of the state
(`carteado.engine.tables.transition`).
"""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.quick_holdem import events as ev
from carteado.engine.games.quick_holdem.state import State, new_state
from carteado.engine.poker import folding as poker
from carteado.engine.poker.folding import put
from carteado.engine.tables import transition
from carteado.engine.tables.transition import Fields, Fold

__all__ = ["FOLDS", "Transition"]


def _hand_started(state: State, event: ev.HandStarted, now: Fields) -> None:
    seats = len(state.stacks)
    now["running"] = True
    now["hand"] = event.hand
    now["in_hand"] = True
    now["deck"] = event.deck
    now["leader"] = now["to_act"] = event.leader
    now["order"] = now["live"] = event.order
    now["stake"] = None
    now["paid"] = now["returned"] = now["won"] = (0,) * seats
    now["pot"] = 0
    now["board"] = ()
    now["hands"] = event.hands
    now["shown"] = ((),) * seats
    now["started"] = state.stacks
    now["pots"] = ()


def _staked(state: State, event: ev.Staked, now: Fields) -> None:
    now["stake"] = event.stake
    now["stacks"] = put(state.stacks, event.seat, event.stack)
    # A seat pays once in a hand, so its stake is all that it has paid.
    now["paid"] = put(state.paid, event.seat, event.stake)
    now["pot"] = event.pot
    now["to_act"] = event.to_act


def _played(state: State, event: ev.Played, now: Fields) -> None:
    now["stacks"] = put(state.stacks, event.seat, event.stack)
    now["paid"] = put(state.paid, event.seat, event.amount)
    now["pot"] = event.pot
    now["to_act"] = event.to_act


def _folded(state: State, event: ev.Folded, now: Fields) -> None:
    now["stake"] = event.stake
    now["live"] = tuple([seat for seat in state.live if seat != event.seat])
    now["to_act"] = event.to_act


def _hand_voided(state: State, event: ev.HandVoided, now: Fields) -> None:
    """Change nothing: no seat has staked anything."""


def _uncalled_returned(state: State, event: ev.UncalledReturned, now: Fields) -> None:
    seat = event.seat
    now["stacks"] = put(state.stacks, seat, event.stack)
    now["paid"] = put(state.paid, seat, state.paid[seat] - event.amount)
    now["returned"] = put(state.returned, seat, event.amount)
    now["pot"] = event.pot


def _board_turned(state: State, event: ev.BoardTurned, now: Fields) -> None:
    now["board"] = event.cards


def _hands_shown(state: State, event: ev.HandsShown, now: Fields) -> None:
    shown = list(state.shown)
    for seat, cards in zip(event.seats, event.hands, strict=True):
        shown[seat] = cards
    now["shown"] = tuple(shown)


def _hand_ended(state: State, event: ev.HandEnded, now: Fields) -> None:
    now["in_hand"] = False
    now["stacks"] = event.stacks


def _game_restarted(state: State, event: ev.GameRestarted, now: Fields) -> None:
    # The last hand's cards can be proved until the next deal, so the deck stays.
    # The rest is reset from an empty table, so a new field starts clean without a change here.
    kept = ("names", "bots", "away", "deck", "order", "board", "hands", "shown")
    still = {name: now[name] for name in kept}
    now |= vars(new_state(state.options)) | still
    now["stacks"] = event.stacks


FOLDS: Mapping[type, Fold] = {
    **poker.FOLDS,
    ev.HandStarted: _hand_started,
    ev.Staked: _staked,
    ev.Played: _played,
    ev.Folded: _folded,
    ev.HandVoided: _hand_voided,
    ev.UncalledReturned: _uncalled_returned,
    ev.BoardTurned: _board_turned,
    ev.HandsShown: _hands_shown,
    ev.HandEnded: _hand_ended,
    ev.GameRestarted: _game_restarted,
}


class Transition(transition.Transition[State]):
    """The events that follow from a command at a Quick Hold'em table, and the state after them."""

    __slots__ = ()

    folds = FOLDS
