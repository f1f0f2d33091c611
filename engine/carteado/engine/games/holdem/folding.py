"""How each event changes the state. No rules stand here, and nothing can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.game import Event, SatOut, SeatLeft
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.state import State, new_state
from carteado.engine.poker.folding import FOLDS, put
from carteado.engine.state import changed

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """Fold one event, whole or redacted, into the state."""
    return _FOLDS[type(event)](state, event)


# Seats


def _seat_left(state: State, event: SeatLeft) -> State:
    left: State = FOLDS[SeatLeft](state, event)
    if not event.at_once:
        return left
    return changed(
        left,
        entered=put(state.entered, event.seat, False),
        posting=put(state.posting, event.seat, False),
    )


def _sat_out(state: State, event: SatOut) -> State:
    out: State = FOLDS[SatOut](state, event)
    return changed(out, posting=put(state.posting, event.seat, False))


def _post_agreed(state: State, event: ev.PostAgreed) -> State:
    return changed(state, posting=put(state.posting, event.seat, True))


# The game


def _button_drawn(state: State, event: ev.ButtonDrawn) -> State:
    return changed(
        state,
        running=True,
        button=event.button,
        drawn=event.cards,
        deck=event.deck,
        order=(),
        board=(),
        hands=((),) * len(state.stacks),
        shown=((),) * len(state.stacks),
    )


def _game_restarted(state: State, event: ev.GameRestarted) -> State:
    return changed(
        new_state(state.options),
        names=state.names,
        bots=state.bots,
        away=state.away,
        stacks=event.stacks,
        # The cards of the last hand can still be shown and proved until the next deal.
        deck=state.deck,
        order=state.order,
        board=state.board,
        hands=state.hands,
        shown=state.shown,
    )


# The hand


def _hand_started(state: State, event: ev.HandStarted) -> State:
    seats = len(state.stacks)
    no, none = (False,) * seats, (0,) * seats
    dealt = tuple([bool(cards) for cards in event.hands])
    return changed(
        state,
        entered=dealt,
        posting=tuple([wish and not seat for wish, seat in zip(state.posting, dealt, strict=True)]),
        hand=event.hand,
        phase="betting",
        drawn=(),
        deck=event.deck,
        street="preflop",
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        ante=event.ante,
        button=event.button,
        small_at=event.small_at,
        small=event.small,
        big=event.big,
        order=event.order,
        live=event.order,
        to_act=None,
        bets=none,
        paid=none,
        dead=0,
        pot=0,
        current_bet=event.big_blind,
        last_full=event.big_blind,
        acted=no,
        aggressor=None,
        board=(),
        hands=event.hands,
        shown=((),) * seats,
        shows=(),
        to_show=(),
        started=state.stacks,
        returned=none,
        won=none,
        pots=(),
    )


def _forced_bets_posted(state: State, event: ev.ForcedBetsPosted) -> State:
    return changed(
        state,
        bets=event.bets,
        paid=tuple([ante + bet for ante, bet in zip(event.antes, event.bets, strict=True)]),
        dead=event.dead,
        stacks=event.stacks,
        pot=event.pot,
        to_act=event.to_act,
    )


def _folded(state: State, event: ev.Folded) -> State:
    return changed(
        state,
        live=tuple([seat for seat in state.live if seat != event.seat]),
        to_act=event.to_act,
    )


def _checked(state: State, event: ev.Checked) -> State:
    return changed(state, acted=put(state.acted, event.seat, True), to_act=event.to_act)


def _called(state: State, event: ev.Called) -> State:
    seat = event.seat
    return changed(
        state,
        stacks=put(state.stacks, seat, event.stack),
        bets=put(state.bets, seat, event.bet),
        paid=put(state.paid, seat, state.paid[seat] + event.amount),
        pot=event.pot,
        acted=put(state.acted, seat, True),
        to_act=event.to_act,
    )


def _raised(state: State, event: ev.Raised) -> State:
    seat = event.seat
    return changed(
        state,
        stacks=put(state.stacks, seat, event.stack),
        bets=put(state.bets, seat, event.to),
        paid=put(state.paid, seat, state.paid[seat] + event.amount),
        pot=event.pot,
        current_bet=event.to,
        last_full=event.last_full,
        acted=put(state.acted, seat, True),
        aggressor=seat,
        to_act=event.to_act,
    )


def _uncalled_returned(state: State, event: ev.UncalledReturned) -> State:
    seat = event.seat
    return changed(
        state,
        stacks=put(state.stacks, seat, event.stack),
        bets=put(state.bets, seat, state.bets[seat] - event.amount),
        paid=put(state.paid, seat, state.paid[seat] - event.amount),
        returned=put(state.returned, seat, state.returned[seat] + event.amount),
        pot=event.pot,
    )


def _board_dealt(state: State, event: ev.BoardDealt) -> State:
    seats = len(state.stacks)
    return changed(
        state,
        street=event.street,
        board=state.board + event.cards,
        bets=(0,) * seats,
        current_bet=0,
        last_full=state.big_blind,
        acted=(False,) * seats,
        aggressor=None,
        to_act=event.to_act,
    )


# The showdown


def _all_in_shown(state: State, event: ev.AllInShown) -> State:
    shown = list(state.shown)
    for seat, cards in zip(event.seats, event.hands, strict=True):
        shown[seat] = cards
    return changed(state, shown=tuple(shown), shows=event.seats)


def _showdown_started(state: State, event: ev.ShowdownStarted) -> State:
    return changed(state, phase="showdown", street="showdown", to_show=event.order)


def _hand_shown(state: State, event: ev.HandShown) -> State:
    return changed(
        state,
        shown=put(state.shown, event.seat, event.cards),
        shows=(*state.shows, event.seat),
        to_show=state.to_show[1:],
        to_act=event.to_act,
    )


def _hand_mucked(state: State, event: ev.HandMucked) -> State:
    return changed(state, to_show=state.to_show[1:], to_act=event.to_act)


def _hand_ended(state: State, event: ev.HandEnded) -> State:
    return changed(state, phase="between", to_act=None, stacks=event.stacks)


def _cards_shown(state: State, event: ev.CardsShown) -> State:
    return changed(
        state,
        shown=put(state.shown, event.seat, event.cards),
        shows=(*state.shows, event.seat),
    )


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    **FOLDS,
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
