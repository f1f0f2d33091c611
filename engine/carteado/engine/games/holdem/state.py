"""The table and the hand: the fold of the events."""

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
        options: house rules.
        names: the players' names by seat, None for a free seat.
        bots: whether a bot does.
        away: seats that sit out.
        leaving: seats that leave at the end of the hand (cash) or when they are out (freezeout);
            they are never asked, their hands are folded.
        stacks: chips behind, by seat.
        entered: seats that were dealt into the last hand; others wait for the big blind.
        posting: seats that post the big blind instead.
        agreed: seats that want a rematch.

    The game:

    Attributes:
        running: the game has begun: the first button is drawn and nobody has won yet.
        winner: the seat that has won it.
        hand: number of the current or last hand, 0 before the first.
        phase: ``between`` hands, in the ``betting``, ``asking`` whether an all-in is run twice, or
            at a ``showdown`` that asks a seat.
        drawn: cards drawn for the first button, by place in the draw; empty once a hand is dealt.
        deck: the pack of the current deal.

    The hand, kept until the next one starts:

    Attributes:
        street: last street of the hand, ``showdown`` when hands were compared.
        small_blind: chips of this hand's level.
        big_blind: chips of this hand's level.
        ante: chips of this hand's level.
        button: position of the button, None before it is drawn.
        small_at: position of the small blind, dead or not.
        small: who posted the small blind, None where it is dead.
        big: who posted the big blind.
        order: seats dealt in, from the left of the button.
        live: of these, the hands not folded.
        to_act: whose decision it is.
        bets: chips put in on this street, by seat.
        paid: contribution to the hand, by seat; uncalled chips are taken out again.
        dead: big-blind ante, part of the main pot and nobody's contribution.
        pot: everything in the middle.
        current_bet: street total to match.
        last_full: size of the last full bet or raise of the street.
        acted: seats that have acted on this street.
        aggressor: who bet or raised last on this street.
        board: common cards.
        hands: hole cards, by seat.
        shown: hole cards that lie open, by seat.
        shows: seats in the order of showing.
        to_show: seats that are yet to show or muck.
        started: stacks at the start of the hand, by seat.
        returned: uncalled chips that went back, by seat.
        won: chips won from pots, by seat.
        pots: what was awarded, main pot first.

    The house rules:

    Attributes:
        house: what holds because of them.
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
    """The empty table: nobody sits, nothing is dealt."""
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
    """Chips at the table, behind and in the middle."""
    # The pot holds bets and dead money, so together with the stacks it is everything.
    return sum(state.stacks) + state.pot


def pots_now(state: State) -> tuple[int, ...]:
    """The pots, main pot first: as they lie now, or as they were awarded when the hand is over."""
    # After the first award the middle is partly empty, so the awarded pots are complete only
    # here.
    if state.phase == "between" or state.pots:
        return state.pots
    return tuple(pot.amount for pot in side_pots(state.paid, state.live, state.dead))
