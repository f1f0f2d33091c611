"""How each event changes the state. No rules stand here, and nothing can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from carteado.engine.game import (
    Event,
    RematchAgreed,
    Returned,
    SatOut,
    SeatLeft,
    SeatTaken,
    ToppedUp,
)
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.state import State, new_state
from carteado.engine.state import changed

__all__ = ["evolve", "put"]

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """Fold one event, whole or redacted, into the state."""
    return _FOLDS[type(event)](state, event)


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """A copy of a tuple with one element replaced."""
    return (*items[:at], item, *items[at + 1 :])


# Seats


def _seat_taken(state: State, event: SeatTaken) -> State:
    return changed(
        state,
        names=put(state.names, event.seat, event.name),
        bots=put(state.bots, event.seat, event.bot),
        stacks=put(state.stacks, event.seat, event.stack),
    )


def _seat_left(state: State, event: SeatLeft) -> State:
    seat = event.seat
    if not event.at_once:
        return changed(state, leaving=put(state.leaving, seat, True))
    return changed(
        state,
        names=put(state.names, seat, None),
        bots=put(state.bots, seat, False),
        away=put(state.away, seat, False),
        leaving=put(state.leaving, seat, False),
        stacks=put(state.stacks, seat, 0),
        entered=put(state.entered, seat, False),
        posting=put(state.posting, seat, False),
        agreed=put(state.agreed, seat, False),
        # Whoever sits here next must not find the cards of who left.
        hands=put(state.hands, seat, ()),
    )


def _sat_out(state: State, event: SatOut) -> State:
    return changed(
        state,
        away=put(state.away, event.seat, True),
        posting=put(state.posting, event.seat, False),
    )


def _returned(state: State, event: Returned) -> State:
    return changed(state, away=put(state.away, event.seat, False))


def _topped_up(state: State, event: ToppedUp) -> State:
    return changed(state, stacks=put(state.stacks, event.seat, event.stack))


def _rematch_agreed(state: State, event: RematchAgreed) -> State:
    return changed(state, agreed=put(state.agreed, event.seat, True))


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
    )


def _game_won(state: State, event: ev.GameWon) -> State:
    stacks = tuple(event.stack if seat == event.seat else 0 for seat in range(len(state.stacks)))
    return changed(state, running=False, winner=event.seat, stacks=stacks)


def _game_restarted(state: State, event: ev.GameRestarted) -> State:
    return changed(
        new_state(state.options),
        names=state.names,
        bots=state.bots,
        away=state.away,
        stacks=event.stacks,
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


def _pot_awarded(state: State, event: ev.PotAwarded) -> State:
    won = list(state.won)
    for seat, chips in zip(event.seats, event.shares, strict=True):
        won[seat] += chips
    return changed(
        state,
        stacks=event.stacks,
        pot=state.pot - event.amount,
        pots=(*state.pots, event.amount),
        won=tuple(won),
    )


def _hands_opened(state: State, event: ev.HandsOpened) -> State:
    return changed(state, shown=event.hands)


def _hand_ended(state: State, event: ev.HandEnded) -> State:
    return changed(state, phase="between", to_act=None, stacks=event.stacks)


def _cards_shown(state: State, event: ev.CardsShown) -> State:
    return changed(
        state,
        shown=put(state.shown, event.seat, event.cards),
        shows=(*state.shows, event.seat),
    )


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    Returned: _returned,
    ToppedUp: _topped_up,
    RematchAgreed: _rematch_agreed,
    ev.PostAgreed: _post_agreed,
    ev.ButtonDrawn: _button_drawn,
    ev.GameWon: _game_won,
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
    ev.PotAwarded: _pot_awarded,
    ev.HandsOpened: _hands_opened,
    ev.HandEnded: _hand_ended,
    ev.CardsShown: _cards_shown,
    ev.KnockedOut: lambda state, event: state,
}
