"""The state of a table and its hand: the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.cards import Card
from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.poker.freezeout import is_on
from carteado.engine.poker.pots import side_pots
from carteado.engine.visibility import PerSeat, Public, Sealed

__all__ = ["State", "board_positions", "is_ready", "new_state", "next_leader", "pots_now"]


@dataclass(frozen=True, kw_only=True)
class State:
    """A Quick Hold'em table. Tuples "by seat" have one element for every seat of the table.

    The seats:

    Attributes:
        options: the table's options.
        names: players' names by seat, None for a free seat.
        bots: whether the player is a bot, by seat.
        away: whether the seat sits out, by seat; the clock folds its hands.
        leaving: whether the seat leaves once it is out or the game is over, by seat; its hands are
            folded.
        stacks: credit left, by seat.
        agreed: whether the seat wants a new game, by seat.

    The game:

    Attributes:
        running: whether the game has begun and nobody has won it yet.
        winner: seat that has won the game, None before its end.
        hand: number of the current or last hand, 0 before the first.
        in_hand: whether a hand is being played.
        deck: the pack of the current deal.

    The hand, kept until the next one starts:

    Attributes:
        leader: the leading seat, None before the first hand.
        order: the dealt-in seats, from the left of the leader to the leader.
        live: seats of `order` that have not folded.
        to_act: seat with the decision, None if there is none.
        stake: chips to match, None before the leader's decision.
        paid: chips put in, by seat, without returned uncalled chips.
        pot: all chips in the middle.
        board: community cards, empty before they are turned.
        hands: hole cards, by seat.
        shown: open hole cards, by seat.
        started: credit at the start of the hand, by seat.
        returned: uncalled chips returned, by seat.
        won: chips won from pots, by seat.
        pots: chips of each awarded pot, main pot first.
    """

    options: Public[Options]
    names: Public[tuple[str | None, ...]]
    bots: Public[tuple[bool, ...]]
    away: Public[tuple[bool, ...]]
    leaving: Public[tuple[bool, ...]]
    stacks: Public[tuple[int, ...]]
    agreed: Public[tuple[bool, ...]]

    running: Public[bool] = False
    winner: Public[int | None] = None
    hand: Public[int] = 0
    in_hand: Public[bool] = False
    deck: Sealed[tuple[Card, ...]] = ()

    leader: Public[int | None] = None
    order: Public[tuple[int, ...]] = ()
    live: Public[tuple[int, ...]] = ()
    to_act: Public[int | None] = None
    stake: Public[int | None] = None
    paid: Public[tuple[int, ...]]
    pot: Public[int] = 0
    board: Public[tuple[Card, ...]] = ()
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    shown: Public[tuple[tuple[Card, ...], ...]]
    started: Public[tuple[int, ...]]
    returned: Public[tuple[int, ...]]
    won: Public[tuple[int, ...]]
    pots: Public[tuple[int, ...]] = ()


def new_state(options: Options) -> State:
    """An empty table, before anybody sits down."""
    seats = options.seats
    no, none, closed = (False,) * seats, (0,) * seats, ((),) * seats
    return State(
        options=options,
        names=(None,) * seats,
        bots=no,
        away=no,
        leaving=no,
        stacks=none,
        agreed=no,
        paid=none,
        hands=closed,
        shown=closed,
        started=none,
        returned=none,
        won=none,
    )


def is_ready(state: State) -> bool:
    """Whether a hand may be dealt."""
    return not state.in_hand and state.winner is None and is_on(state)


def next_leader(state: State) -> int:
    """The seat that leads the next hand.

    Seat 0 leads the first hand. Then the lead passes left, or stays with seat 0 if
    `Options.fixed_leader` is set. Seats without credit are skipped.
    """
    seats = len(state.stacks)
    passes = state.leader is not None and not state.options.fixed_leader
    first = state.leader + 1 if passes and state.leader is not None else 0
    # A running game has at least two seats with credit, so one is always found.
    return next(at % seats for at in range(first, first + seats) if state.stacks[at % seats])


def board_positions(dealt_in: int) -> tuple[int, ...]:
    """Positions of the five cards of the board in a deck, by the number of hands dealt from it."""
    # No burnt cards in this game: the board follows the hole cards directly.
    return tuple(range(2 * dealt_in, 2 * dealt_in + 5))


def pots_now(state: State) -> tuple[int, ...]:
    """Chips in each pot, main pot first; after the hand, the awarded pots."""
    if not state.in_hand:
        return state.pots
    # Seats that have not decided yet are live but have paid nothing.
    players = [seat for seat in state.live if state.paid[seat]]
    return tuple(pot.amount for pot in side_pots(state.paid, players)) if players else ()
