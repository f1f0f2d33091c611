"""The state of a table and its hand: the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.games.holdem.house import NO_HOUSE, House
from carteado.engine.games.holdem.options import Options
from carteado.engine.poker.pots import side_pots
from carteado.engine.visibility import PerSeat, Public, Sealed

__all__ = ["Phase", "State", "Street", "new_state", "pots_now", "total"]

Phase = Literal["between", "betting", "asking", "showdown"]
Street = Literal["preflop", "flop", "turn", "river", "showdown"]


# No slots: `Transition` copies the instance's `__dict__`, and folds write into the copy.
@dataclass(frozen=True, kw_only=True)
class State:
    """A Hold'em table. Tuples "by seat" have one element for every seat of the table.

    The seats:

    Attributes:
        options: the table's options.
        names: players' names by seat, None for a free seat.
        bots: whether the player is a bot, by seat.
        away: whether the seat sits out, by seat.
        leaving: whether the seat leaves at the end of the hand (cash) or once it is out
            (freezeout), by seat. A leaving seat is never prompted, and its hand is folded.
        stacks: chips behind, by seat.
        entered: whether the seat was dealt into the last hand, by seat. At a cash table other
            seats wait for the big blind.
        posting: whether the seat posts the big blind instead of waiting for it, by seat.
        agreed: whether the seat wants a rematch, by seat.

    The game:

    Attributes:
        running: whether the first button is drawn and nobody has won the game yet.
        winner: seat that has won the game, None before its end.
        hand: number of the current or last hand, 0 before the first.
        phase: ``between`` two hands, ``betting``, ``asking`` whether to run an all-in twice, or
            ``showdown`` while a seat decides whether to show.
        drawn: cards drawn for the first button, in drawing order; empty once a hand is dealt.
        deck: the pack of the current deal.

    The hand, kept until the next one starts:

    Attributes:
        street: latest street of the hand, ``showdown`` once hands are compared.
        small_blind: small blind of this hand's level, in chips.
        big_blind: big blind of this hand's level, in chips.
        ante: ante of this hand's level, in chips.
        button: position of the button, None before it is drawn.
        small_at: position of the small blind, dead or not.
        small: seat that posted the small blind, None if it is dead.
        big: seat that posted the big blind.
        order: seats dealt in, from the left of the button.
        live: seats of `order` that have not folded.
        to_act: seat with the decision, None if there is none.
        bets: chips put in on this street, by seat.
        paid: chips contributed to the hand, by seat, without returned uncalled chips.
        dead: chips in the main pot that count as nobody's contribution, such as a big-blind ante.
        pot: all chips in the middle, with the bets of this street.
        current_bet: street total to match, in chips.
        last_full: size of the last full bet or raise on this street, in chips.
        acted: whether the seat has acted on this street, by seat.
        aggressor: seat that bet or raised last on this street.
        board: community cards.
        hands: hole cards, by seat.
        shown: open hole cards, by seat.
        shows: seats that have shown, in that order.
        to_show: seats still to show or muck, in turn.
        started: stacks at the start of the hand, by seat.
        returned: uncalled chips returned, by seat.
        won: chips won from pots, by seat.
        pots: chips of each awarded pot, main pot first.

    The house rules:

    Attributes:
        house: their state.
    """

    options: Public[Options]
    names: Public[tuple[str | None, ...]]
    bots: Public[tuple[bool, ...]]
    away: Public[tuple[bool, ...]]
    leaving: Public[tuple[bool, ...]]
    stacks: Public[tuple[int, ...]]
    entered: Public[tuple[bool, ...]]
    posting: Public[tuple[bool, ...]]
    agreed: Public[tuple[bool, ...]]

    running: Public[bool] = False
    winner: Public[int | None] = None
    hand: Public[int] = 0
    phase: Public[Phase] = "between"
    drawn: Public[tuple[Card, ...]] = ()
    deck: Sealed[tuple[Card, ...]] = ()

    street: Public[Street] = "preflop"
    small_blind: Public[int] = 0
    big_blind: Public[int] = 0
    ante: Public[int] = 0
    button: Public[int | None] = None
    small_at: Public[int | None] = None
    small: Public[int | None] = None
    big: Public[int | None] = None
    order: Public[tuple[int, ...]] = ()
    live: Public[tuple[int, ...]] = ()
    to_act: Public[int | None] = None
    bets: Public[tuple[int, ...]]
    paid: Public[tuple[int, ...]]
    dead: Public[int] = 0
    pot: Public[int] = 0
    current_bet: Public[int] = 0
    last_full: Public[int] = 0
    acted: Public[tuple[bool, ...]]
    aggressor: Public[int | None] = None
    board: Public[tuple[Card, ...]] = ()
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    shown: Public[tuple[tuple[Card, ...], ...]]
    shows: Public[tuple[int, ...]] = ()
    to_show: Public[tuple[int, ...]] = ()
    started: Public[tuple[int, ...]]
    returned: Public[tuple[int, ...]]
    won: Public[tuple[int, ...]]
    pots: Public[tuple[int, ...]] = ()
    house: Public[House] = NO_HOUSE

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.phase != "between"


def new_state(options: Options) -> State:
    """An empty table, before anybody sits down."""
    # Shared tuples: every empty field by seat is the same object.
    seats = options.seats
    no, none, closed = (False,) * seats, (0,) * seats, ((),) * seats
    return State(
        options=options,
        names=(None,) * seats,
        bots=no,
        away=no,
        leaving=no,
        stacks=none,
        entered=no,
        posting=no,
        agreed=no,
        bets=none,
        paid=none,
        acted=no,
        hands=closed,
        shown=closed,
        started=none,
        returned=none,
        won=none,
    )


def total(state: State) -> int:
    """All chips at the table: stacks and pot."""
    # The pot includes this street's bets and dead money.
    return sum(state.stacks) + state.pot


def pots_now(state: State) -> tuple[int, ...]:
    """Chips in each pot, main pot first; after the hand, the awarded pots."""
    # From the first award on, the contributions no longer show what was in the middle.
    if state.phase == "between" or state.pots:
        return state.pots
    return tuple(pot.amount for pot in side_pots(state.paid, state.live, state.dead))
