"""Deals hands and decides the actions of the seats."""

from __future__ import annotations

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Action, Deal, Decided
from carteado.engine.games.quick_holdem.actions import ACTIONS, Fold, Stake
from carteado.engine.games.quick_holdem.codes import refuse
from carteado.engine.games.quick_holdem.events import Folded, HandStarted, Played, Staked
from carteado.engine.games.quick_holdem.flow import after, fold_of, settle
from carteado.engine.games.quick_holdem.folding import Transition
from carteado.engine.games.quick_holdem.legal import play_amount, stake_range
from carteado.engine.games.quick_holdem.state import State, is_ready, next_leader
from carteado.engine.poker.dealing import hole_cards, is_deck
from carteado.engine.refusals import spell
from carteado.engine.tables.seats import no_such_seat, not_your_turn

__all__ = ["act", "deal"]


def deal(state: State, command: Deal) -> Decided[State] | Refusal:
    """Deal a hand, if none is being played."""
    if state.in_hand:
        return refuse("table/hand_running")
    if state.winner is not None:
        return refuse("table/over")
    if not is_ready(state):
        return refuse("table/not_ready")
    if not is_deck(command.deck):
        return refuse("table/bad_deck")
    leader, seats = next_leader(state), len(state.names)
    # The leader is last in the order and gets its cards last, like the button.
    around = [(leader + step) % seats for step in range(1, seats + 1)]
    order = tuple([seat for seat in around if state.stacks[seat]])
    play = Transition(state)
    play.add(
        HandStarted(
            hand=state.hand + 1,
            leader=leader,
            order=order,
            hands=hole_cards(command.deck, order, seats),
            deck=command.deck,
        )
    )
    # A leader who is leaving is folded at once.
    settle(play)
    return play.decided()


def act(state: State, command: Act) -> Decided[State] | Refusal:
    """A seat stakes, plays or folds in its turn."""
    seat, action = command.seat, command.action
    if problem := no_such_seat(state, seat):
        return problem
    if type(action) not in ACTIONS:
        return refuse("action/unknown")
    if not state.in_hand:
        return refuse("action/no_deal")
    if seat != state.to_act:
        return not_your_turn(state, state.to_act)
    found = _decision(state, seat, action)
    if isinstance(found, Refusal):
        return found
    play = Transition(state)
    play.add(found)
    settle(play)
    return play.decided()


def _decision(state: State, seat: int, action: Action) -> Staked | Played | Folded | Refusal:
    """The events of an action of the seat to act, or why it is refused."""
    if type(action) is Fold:
        return fold_of(state, seat)
    if type(action) is Stake:
        return _stake(state, seat, action.amount)
    amount = play_amount(state, seat)
    # Only the leader decides before a stake is set, so its play sets the default stake.
    if state.stake is None:
        return _stake(state, seat, amount)
    return Played(
        seat=seat,
        amount=amount,
        stack=state.stacks[seat] - amount,
        pot=state.pot + amount,
        to_act=after(state, seat),
    )


def _stake(state: State, seat: int, amount: int) -> Staked | Refusal:
    span = stake_range(state, seat)
    if span is None:
        return refuse(
            "action/not_the_leader",
            leader=state.leader,
            player=None if state.leader is None else state.names[state.leader],
            play=play_amount(state, seat),
        )
    low, high = span
    if type(amount) is not int or amount < low:
        return refuse("action/bad_amount", amount=spell(amount), min=low, max=high)
    if amount > high:
        # The refusal names the broken bound, so that the player knows what to change.
        beyond = "above_stack" if amount > state.stacks[seat] else "above_maximum"
        return refuse(f"action/{beyond}", amount=spell(amount), min=low, max=high)
    return Staked(
        seat=seat,
        stake=amount,
        stack=state.stacks[seat] - amount,
        pot=state.pot + amount,
        to_act=after(state, seat),
    )
