"""How each event changes the state. This module holds no rules, and no fold can fail.

A fold writes its changes into a private copy of the state
(`carteado.engine.tables.transition`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from carteado.engine.game import SatOut, SeatLeft
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem import house
from carteado.engine.games.holdem.state import State, new_state
from carteado.engine.poker import folding as poker
from carteado.engine.poker.folding import put
from carteado.engine.tables import transition
from carteado.engine.tables.transition import Fields, Fold

__all__ = ["FOLDS", "Transition"]


# Seats


# A leaving player who is still in the hand keeps these marks until the second SeatLeft.
def _seat_left(state: State, event: SeatLeft, now: Fields) -> None:
    poker.FOLDS[SeatLeft](state, event, now)
    if event.at_once:
        now["entered"] = put(state.entered, event.seat, False)
        now["posting"] = put(state.posting, event.seat, False)
        now["house"] = house.left(state.house, len(state.stacks), event.seat)


def _sat_out(state: State, event: SatOut, now: Fields) -> None:
    poker.FOLDS[SatOut](state, event, now)
    now["posting"] = put(state.posting, event.seat, False)
    now["house"] = house.paused(state.house, len(state.stacks), event)


def _post_agreed(state: State, event: ev.PostAgreed, now: Fields) -> None:
    now["posting"] = put(state.posting, event.seat, True)


# The game


def _button_drawn(state: State, event: ev.ButtonDrawn, now: Fields) -> None:
    closed = ((),) * len(state.stacks)
    now["running"] = True
    now["button"] = event.button
    now["drawn"] = event.cards
    now["deck"] = event.deck
    now["order"] = ()
    now["board"] = ()
    now["hands"] = closed
    now["shown"] = closed
    now["house"] = replace(state.house, rabbit=(), bared=(), second=())


def _game_restarted(state: State, event: ev.GameRestarted, now: Fields) -> None:
    # The last hand's cards can be shown and proved until the next deal, so the deck stays.
    # Everything else starts from an empty table, so a new field is reset without a change here.
    kept = ("names", "bots", "away", "deck", "order", "board", "hands", "shown")
    still = {name: now[name] for name in kept}
    here = state.house
    wishes = replace(
        house.NO_HOUSE,
        straddling=here.straddling,
        shared=here.shared,  # The second board's positions in the deck follow from it.
        second=here.second,
        bared=here.bared,
        rabbit=here.rabbit,
    )
    now |= vars(new_state(state.options)) | still
    now["house"] = wishes
    now["stacks"] = event.stacks


# The hand


def _hand_started(state: State, event: ev.HandStarted, now: Fields) -> None:
    seats, order, hands = len(state.stacks), event.order, event.hands
    none = (0,) * seats
    # A seat that is dealt in has entered the game and owes no post for coming in.
    dealt = tuple([bool(cards) for cards in hands])
    now["entered"] = dealt
    if True in state.posting:
        now["posting"] = tuple(
            [wish and not seat for wish, seat in zip(state.posting, dealt, strict=True)]
        )
    now["hand"] = event.hand
    now["phase"] = "betting"
    now["drawn"] = ()
    now["deck"] = event.deck
    now["street"] = "preflop"
    now["small_blind"] = event.small_blind
    # The full big blind sets the bet to match and the minimum raise, even if posted short.
    now["big_blind"] = now["current_bet"] = now["last_full"] = event.big_blind
    now["ante"] = event.ante
    now["button"] = event.button
    now["small_at"] = event.small_at
    now["small"] = event.small
    now["big"] = event.big
    now["order"] = now["live"] = order
    now["to_act"] = None
    now["bets"] = now["paid"] = now["returned"] = now["won"] = none
    now["dead"] = 0
    now["pot"] = 0
    now["acted"] = (False,) * seats
    now["aggressor"] = None
    now["board"] = ()
    now["hands"] = hands
    now["shown"] = ((),) * seats
    now["shows"] = ()
    now["to_show"] = ()
    now["started"] = state.stacks
    now["pots"] = ()
    track = state.options.missed_blinds == "both"
    now["house"] = house.begun(state.house, event, track=track)


def _forced_bets_posted(state: State, event: ev.ForcedBetsPosted, now: Fields) -> None:
    now["bets"] = event.bets
    # `paid` counts antes as contributions to the pots; `bets` does not, for antes are not bets.
    now["paid"] = tuple([ante + bet for ante, bet in zip(event.antes, event.bets, strict=True)])
    now["dead"] = event.dead
    now["stacks"] = event.stacks
    now["pot"] = event.pot
    now["to_act"] = event.to_act


def _folded(state: State, event: ev.Folded, now: Fields) -> None:
    now["live"] = tuple([seat for seat in state.live if seat != event.seat])
    now["to_act"] = event.to_act


def _checked(state: State, event: ev.Checked, now: Fields) -> None:
    now["acted"] = put(state.acted, event.seat, True)
    now["to_act"] = event.to_act


def _called(state: State, event: ev.Called, now: Fields) -> None:
    seat = event.seat
    now["stacks"] = put(state.stacks, seat, event.stack)
    now["bets"] = put(state.bets, seat, event.bet)
    now["paid"] = put(state.paid, seat, state.paid[seat] + event.amount)
    now["pot"] = event.pot
    now["acted"] = put(state.acted, seat, True)
    now["to_act"] = event.to_act


def _raised(state: State, event: ev.Raised, now: Fields) -> None:
    seat = event.seat
    now["stacks"] = put(state.stacks, seat, event.stack)
    now["bets"] = put(state.bets, seat, event.to)
    now["paid"] = put(state.paid, seat, state.paid[seat] + event.amount)
    now["pot"] = event.pot
    now["current_bet"] = event.to
    now["last_full"] = event.last_full
    now["acted"] = put(state.acted, seat, True)
    now["aggressor"] = seat
    now["to_act"] = event.to_act


def _uncalled_returned(state: State, event: ev.UncalledReturned, now: Fields) -> None:
    seat = event.seat
    now["stacks"] = put(state.stacks, seat, event.stack)
    now["bets"] = put(state.bets, seat, state.bets[seat] - event.amount)
    now["paid"] = put(state.paid, seat, state.paid[seat] - event.amount)
    now["returned"] = put(state.returned, seat, state.returned[seat] + event.amount)
    now["pot"] = event.pot


def _board_dealt(state: State, event: ev.BoardDealt, now: Fields) -> None:
    seats = len(state.stacks)
    now["street"] = event.street
    now["board"] = state.board + event.cards
    now["bets"] = (0,) * seats
    now["current_bet"] = 0
    # The minimum bet on each street is one big blind.
    now["last_full"] = state.big_blind
    now["acted"] = (False,) * seats
    # The last aggressor on the river shows first, so each street starts without one.
    now["aggressor"] = None
    now["to_act"] = event.to_act


# The showdown


def _all_in_shown(state: State, event: ev.AllInShown, now: Fields) -> None:
    shown = list(state.shown)
    for seat, cards in zip(event.seats, event.hands, strict=True):
        shown[seat] = cards
    now["shown"] = tuple(shown)
    now["shows"] = event.seats


def _showdown_started(state: State, event: ev.ShowdownStarted, now: Fields) -> None:
    now["phase"] = "showdown"
    now["street"] = "showdown"
    now["to_show"] = event.order


def _hand_shown(state: State, event: ev.HandShown, now: Fields) -> None:
    now["shown"] = put(state.shown, event.seat, event.cards)
    now["shows"] = (*state.shows, event.seat)
    now["to_show"] = state.to_show[1:]
    now["to_act"] = event.to_act


def _hand_mucked(state: State, event: ev.HandMucked, now: Fields) -> None:
    now["to_show"] = state.to_show[1:]
    now["to_act"] = event.to_act


def _hand_ended(state: State, event: ev.HandEnded, now: Fields) -> None:
    now["phase"] = "between"
    now["to_act"] = None
    now["stacks"] = event.stacks


def _cards_shown(state: State, event: ev.CardsShown, now: Fields) -> None:
    now["shown"] = put(state.shown, event.seat, event.cards)
    now["shows"] = (*state.shows, event.seat)


FOLDS: Mapping[type, Fold] = {
    **poker.FOLDS,
    **house.FOLDS,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    ev.PostAgreed: _post_agreed,
    ev.ButtonDrawn: _button_drawn,
    ev.GameRestarted: _game_restarted,
    ev.HandStarted: _hand_started,
    ev.ForcedBetsPosted: _forced_bets_posted,
    ev.Folded: _folded,
    ev.Checked: _checked,
    ev.Called: _called,
    ev.Raised: _raised,
    ev.UncalledReturned: _uncalled_returned,
    ev.BoardDealt: _board_dealt,
    ev.AllInShown: _all_in_shown,
    ev.ShowdownStarted: _showdown_started,
    ev.HandShown: _hand_shown,
    ev.HandMucked: _hand_mucked,
    ev.HandEnded: _hand_ended,
    ev.CardsShown: _cards_shown,
}


class Transition(transition.Transition[State]):
    """The events that follow from a command at a Hold'em table, and the state after them."""

    __slots__ = ()

    folds = FOLDS
