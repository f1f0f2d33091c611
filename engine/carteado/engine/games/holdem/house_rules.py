"""The house rules of a home game: their conditions and effects."""

from __future__ import annotations

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Decided, Elapse
from carteado.engine.games.holdem import house_events as ev
from carteado.engine.games.holdem.codes import refuse, spell
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house import bared, by_seat
from carteado.engine.games.holdem.options import MAX_CHIPS
from carteado.engine.games.holdem.positions import board_positions, second_positions
from carteado.engine.games.holdem.seating import Layout
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.betting import next_to_act
from carteado.engine.poker.folding import put

__all__ = [
    "answer_runs",
    "ask_runs",
    "bounties",
    "call_bomb_pot",
    "elapse",
    "is_bomb_pot",
    "may_hunt",
    "may_show_cards",
    "may_vote",
    "may_wish_straddle",
    "missed",
    "opened",
    "post_missed",
    "post_straddle",
    "rabbit",
    "show_card",
]

_SEVEN_DEUCE = frozenset("72")


# Before a hand


def may_wish_straddle(state: State, seat: int, *, on: bool) -> bool:
    """Whether a seat may announce or withdraw a standing straddle."""
    if state.names[seat] is None or state.leaving[seat] or seat == state.to_act:
        return False
    wishes = bool(by_seat(state.house.straddling, seat))
    # A wish can be withdrawn even after the option is switched off.
    return wishes != on and (state.options.straddle or wishes)


def may_vote(state: State, seat: int) -> bool:
    """Whether a seat may vote for a bomb pot: each person who will be dealt in has one vote."""
    return (
        state.options.bomb_vote
        and state.winner is None
        and seat != state.to_act
        and not state.bots[seat]
        and _is_there(state, seat)
        and not by_seat(state.house.votes, seat)
    )


def _is_there(state: State, seat: int) -> bool:
    return state.names[seat] is not None and not state.away[seat] and not state.leaving[seat]


def is_bomb_pot(state: State, hand: int, order: tuple[int, ...]) -> bool:
    """Whether a hand is a bomb pot, by its number or by the people's vote."""
    every = state.options.bomb_every
    # Counted from hand 1, so bomb_every=5 makes hands 5, 10, 15 bomb pots.
    return bool(every and hand % every == 0) or _voted(state, order)


def _voted(state: State, order: tuple[int, ...]) -> bool:
    if not state.options.bomb_vote:
        return False
    # Only people who will be dealt in count; bots have no vote.
    people = [seat for seat in order if not state.bots[seat] and _is_there(state, seat)]
    votes = sum(bool(by_seat(state.house.votes, seat)) for seat in people)
    return 2 * votes > len(people)


def call_bomb_pot(state: State, hand: int, ante: int) -> ev.BombPotCalled:
    """The event that makes a hand a bomb pot.

    Args:
        state: the table before the hand.
        hand: number of the hand.
        ante: chips that each seat puts in.
    """
    every = state.options.bomb_every
    # A bomb pot that is due by its number does not count as voted for, even with all votes.
    return ev.BombPotCalled(ante=ante, voted=not (every and hand % every == 0))


def missed(state: State, layout: Layout) -> tuple[int, ...] | None:
    """The blinds that seats owe once the positions of a hand are known, None for no change.

    A seat that was dealt in before and is not now misses each blind that passes it. It also
    misses a small blind that would have been its own.
    """
    played, owed = state.house.played, state.house.owed
    # Without a last big blind, or before anybody played, no blind can have passed a seat.
    if state.options.missed_blinds != "both" or state.big is None or not played:
        return None
    seats = len(state.names)
    found = list(owed or (0,) * seats)
    for seat, name in enumerate(state.names):
        if name is None or not played[seat]:
            continue
        if seat in layout.order:
            # A seat that is dealt in owes nothing from then on, whether it waited or posts.
            found[seat] = 0
            continue
        # 2 stands for a missed big blind, 1 for a missed small one (`House.owed`).
        if _between(state.big, seat, layout.big, seats):
            found[seat] |= 2
        # Heads-up the small blind is the button's, so it passes nobody.
        if state.small_at is not None and len(layout.order) > 2:
            passed = _between(state.small_at, seat, layout.small_at, seats)
            if passed or seat == layout.small_at:
                found[seat] |= 1
    after = tuple(found)
    # None for no change: otherwise most hands would log the same tuple again.
    return None if after == (owed or (0,) * seats) else after


def _between(start: int, seat: int, end: int, seats: int) -> bool:
    """Whether a seat is strictly between two others, clockwise."""
    return 0 < (seat - start) % seats < (end - start) % seats


# The forced bets


def post_missed(play: Transition, owing: tuple[int, ...]) -> None:
    """Seats that come back pay the small blinds that they missed, as dead money."""
    state = play.state
    stacks, seats, amounts = state.stacks, [], []
    for seat in owing:
        # The big blind is posted first, so a short stack may have less left, or nothing.
        chips = min(state.small_blind, stacks[seat])
        if chips:
            stacks = put(stacks, seat, stacks[seat] - chips)
            seats.append(seat)
            amounts.append(chips)
    if not seats:
        return
    play.add(
        ev.MissedBlindsPosted(
            seats=tuple(seats),
            amounts=tuple(amounts),
            dead=state.dead + sum(amounts),
            stacks=stacks,
            pot=state.pot + sum(amounts),
            to_act=_first_to_act(state, stacks, state.bets, state.big, state.current_bet),
        )
    )


def post_straddle(play: Transition) -> None:
    """Post the straddle of the seat under the gun, if it asked for one and can pay all of it.

    A seat that posts a blind to come in does not straddle.
    """
    state = play.state
    assert state.big is not None
    order = state.order
    if not state.options.straddle or len(order) < 3:
        return
    seat = order[(order.index(state.big) + 1) % len(order)]
    amount = 2 * state.big_blind
    # A seat with a bet has posted to come in, and does not post again.
    if not by_seat(state.house.straddling, seat) or state.leaving[seat] or state.bets[seat]:
        return
    if seat == state.small or state.stacks[seat] < amount:
        return
    stacks = put(state.stacks, seat, state.stacks[seat] - amount)
    bets = put(state.bets, seat, amount)
    play.add(
        ev.StraddlePosted(
            seat=seat,
            amount=amount,
            stack=stacks[seat],
            pot=state.pot + amount,
            to_act=_first_to_act(state, stacks, bets, seat, amount),
        )
    )


def _first_to_act(
    state: State,
    stacks: tuple[int, ...],
    bets: tuple[int, ...],
    last: int | None,
    current_bet: int,
) -> int | None:
    """The seat that decides first before the flop if `last` decides last."""
    assert last is not None
    at = state.order.index(last) + 1
    queue = state.order[at:] + state.order[:at]
    return next_to_act(queue, stacks, bets, state.acted, current_bet)


# Running it twice


def ask_runs(play: Transition) -> bool:
    """Ask the people in an all-in whether to run the board twice. Returns whether anybody is asked.

    All live hands lie open. Bots always agree, so nobody is asked if only bots are left.
    """
    state = play.state
    # A seat that leaves stays in the list: `flow.settle` answers for it in its turn.
    people = tuple([seat for seat in state.live if not state.bots[seat]])
    if not state.options.run_it_twice or state.house.runs or not people:
        return False
    play.add(ev.RunsAsked(seats=people, to_act=people[0]))
    return True


def answer_runs(state: State, *, twice: bool) -> ev.RunsAnswered:
    """Handle the answer of the asked seat: the first refusal or the last consent decides."""
    seat, *rest = state.house.asked
    if not twice:
        return ev.RunsAnswered(seat=seat, twice=False, runs=1, to_act=None)
    if not rest:
        return ev.RunsAnswered(seat=seat, twice=True, runs=2, to_act=None)
    return ev.RunsAnswered(seat=seat, twice=True, runs=0, to_act=rest[0])


# After a hand


def bounties(play: Transition) -> None:
    """Pay the bounty of a winner who shows seven and deuce, from every other seat dealt in.

    A seat that has left or is short of chips pays what it has.
    """
    state = play.state
    bounty = state.options.seven_deuce
    if not bounty:
        return
    for seat in state.live:
        state = play.state
        ranks = frozenset(card[0] for card in state.shown[seat])
        may = state.hands[seat] and state.won[seat] and seat not in state.house.collected
        if ranks != _SEVEN_DEUCE or not may:
            continue
        paid = tuple(
            [
                min(bounty, stack) if other in state.order and other != seat and hand else 0
                for other, (stack, hand) in enumerate(zip(state.stacks, state.hands, strict=True))
            ]
        )
        stacks = [stack - chips for stack, chips in zip(state.stacks, paid, strict=True)]
        stacks[seat] += sum(paid)
        play.add(ev.BountyPaid(seat=seat, amount=sum(paid), paid=paid, stacks=tuple(stacks)))


def may_hunt(state: State, seat: int) -> bool:
    """Whether a seat may ask for a rabbit hunt: once per hand, and everybody sees the cards."""
    return (
        state.options.rabbit_hunt
        and not state.in_hand
        and len(state.board) < 5
        and bool(state.hands[seat])
        and not state.house.rabbit
        and not state.leaving[seat]
    )


def rabbit(state: State, seat: int) -> ev.RabbitShown:
    """The board cards that would have come, from their positions in the committed deck."""
    # No fresh shuffle: anybody can check these cards against the committed deck.
    places = board_positions(len(state.order))[len(state.board) :]
    return ev.RabbitShown(seat=seat, cards=tuple([state.deck[at] for at in places]))


def may_show_cards(state: State, seat: int) -> tuple[int, int] | None:
    """Lowest and highest number of the single cards that a seat may show, None for none."""
    if not state.options.show_one or not state.hands[seat] or state.shown[seat]:
        return None
    open_ = bared(state.house, seat)
    closed = [at + 1 for at in range(2) if not open_ or open_[at] == UNKNOWN]
    return closed[0], closed[-1]


def show_card(state: State, seat: int, card: int) -> ev.CardShown:
    """Show one card of a seat."""
    hand = state.hands[seat]
    before: tuple[Card, ...] = bared(state.house, seat) or (UNKNOWN, UNKNOWN)
    after = put(before, card - 1, hand[card - 1])
    return ev.CardShown(seat=seat, card=card, face=hand[card - 1], cards=after)


# Blind levels by minutes


def elapse(state: State, command: Elapse) -> Decided[State] | Refusal:
    """Note the minutes of the game, between two hands; they never go back."""
    minutes = command.minutes
    if state.options.schedule_by != "minutes":
        return refuse("table/no_minutes")
    # A level holds for whole hands, so the engine accepts minutes only between two of them.
    if state.in_hand:
        return refuse("table/hand_running")
    before = state.house.minutes
    # MAX_CHIPS is only a bound on the size of a number in a log.
    if type(minutes) is not int or not before < minutes <= MAX_CHIPS:
        return refuse("table/bad_minutes", minutes=spell(minutes), before=before)
    return Transition(state).answer(ev.MinutesPassed(minutes=minutes))


# The deck


def opened(view: State) -> dict[int, Card]:
    """Cards that these rules have opened, by position in the dealt deck."""
    house, count = view.house, len(view.order)
    found: dict[int, Card] = {}
    if house.rabbit:
        found |= zip(board_positions(count)[len(view.board) :], house.rabbit, strict=True)
    if house.second:
        places = second_positions(count, house.shared)
        # The second board is dealt street by street, so it may still be short.
        found |= zip(places, house.second[house.shared :], strict=False)
    for place, seat in enumerate(view.order):
        for at, card in enumerate(bared(house, seat)):
            if card != UNKNOWN:
                found[place + count * at] = card
    return found
