"""The decisions of a seat: folding, checking, calling, raising, showing, mucking, posting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Action, Decided, Event
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.actions import (
    ACTIONS,
    AllIn,
    BombPot,
    Call,
    Check,
    Fold,
    Muck,
    NoStraddle,
    PostBlind,
    Rabbit,
    Raise,
    RunOnce,
    RunTwice,
    Show,
    ShowCard,
    Straddle,
)
from carteado.engine.games.holdem.codes import refuse, spell
from carteado.engine.games.holdem.flow import fold_of, settle
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_rules import (
    answer_runs,
    bounties,
    may_hunt,
    may_show_cards,
    may_vote,
    may_wish_straddle,
    rabbit,
    show_card,
)
from carteado.engine.games.holdem.legal import call_of, may_post, may_show_freely, raise_of
from carteado.engine.games.holdem.options import MAX_CHIPS
from carteado.engine.games.holdem.showdown import answer_showdown
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker.betting import full_raise, next_to_act
from carteado.engine.poker.folding import put
from carteado.engine.tables.seats import no_such_seat, not_your_turn

__all__ = ["act"]

_checked = maker(ev.Checked)
_called = maker(ev.Called)
_raised = maker(ev.Raised)


def act(state: State, command: Act) -> Decided[State] | Refusal:
    """Decide a seat's action: in its turn, or out of turn for wishes and for showing cards."""
    seat, action = command.seat, command.action
    if problem := no_such_seat(state, seat):
        return problem
    kind = type(action)
    # An action of another game has no rule here, and a lookup below would raise KeyError.
    if kind not in ACTIONS:
        return refuse("action/unknown")
    # Wishes such as a straddle are allowed out of turn.
    if seat != state.to_act:
        return _act_freely(state, seat, action)
    if state.phase == "showdown":
        return _answer(state, action)
    if state.phase == "asking":
        return _agree(state, kind)
    # A rule returns the event or the refusal; the state changes only through `Transition`.
    answer = _RULES[kind](state, seat, action)
    if isinstance(answer, Refusal):
        return answer
    play = Transition(state)
    play.add(answer)
    # The action may close the street, deal the board or end the hand; all of that follows here.
    settle(play)
    return play.decided()


def _act_freely(state: State, seat: int, action: Action) -> Decided[State] | Refusal:
    """Decide an action out of turn: a wish at any time, showing cards between two hands."""
    play = Transition(state)
    wish = _WISHES.get(type(action))
    if wish is not None:
        return play.answer(wish(state, seat))
    # During a hand, a seat needs its turn for everything except a wish.
    if state.in_hand:
        return not_your_turn(state, state.to_act)
    open_ = _AFTERWARDS.get(type(action))
    if open_ is None:
        return refuse("action/no_deal")
    event = open_(state, seat, action)
    if isinstance(event, Refusal):
        return event
    play.add(event)
    # Bounties are due when a winner shows after the hand; see `bounties`.
    bounties(play)
    return play.decided()


def _post(state: State, seat: int) -> Event | Refusal:
    if not may_post(state, seat):
        return refuse("action/nothing_to_post")
    return ev.PostAgreed(seat=seat)


def _wish_straddle(on: bool) -> Callable[[State, int], Event | Refusal]:
    def wish(state: State, seat: int) -> Event | Refusal:
        if may_wish_straddle(state, seat, on=on):
            return ev.StraddleWished(seat=seat, on=on)
        # Without the option no wish is possible at all; with it, this wish would change nothing.
        return refuse("action/no_straddle_wish" if state.options.straddle else "action/no_straddle")

    return wish


def _vote(state: State, seat: int) -> Event | Refusal:
    if may_vote(state, seat):
        return ev.BombPotVoted(seat=seat)
    return refuse("action/no_bomb_vote" if state.options.bomb_vote else "action/no_bomb_pot")


def _show_all(state: State, seat: int, action: Show) -> Event | Refusal:
    if not may_show_freely(state, seat):
        return refuse("action/nothing_to_show")
    return ev.CardsShown(seat=seat, cards=state.hands[seat])


def _show_one(state: State, seat: int, action: ShowCard) -> Event | Refusal:
    if not state.options.show_one:
        return refuse("action/show_both")
    span = may_show_cards(state, seat)
    if span is None:
        return refuse("action/nothing_to_show")
    low, high = span
    # The type is compared because True would pass for card 1.
    if type(action.card) is not int or not low <= action.card <= high:
        return refuse("action/no_such_card", card=spell(action.card), min=low, max=high)
    return show_card(state, seat, action.card)


def _hunt(state: State, seat: int, action: Rabbit) -> Event | Refusal:
    # The option comes before the timing: the refusal tells whether asking later can help.
    if not state.options.rabbit_hunt:
        return refuse("action/no_rabbit")
    return rabbit(state, seat) if may_hunt(state, seat) else refuse("action/nothing_to_hunt")


_WISHES: Mapping[type, Callable[[State, int], Event | Refusal]] = {
    PostBlind: _post,
    Straddle: _wish_straddle(True),
    NoStraddle: _wish_straddle(False),
    BombPot: _vote,
}

_AFTERWARDS: Mapping[type, Callable[[State, int, Any], Event | Refusal]] = {
    Show: _show_all,
    ShowCard: _show_one,
    Rabbit: _hunt,
}


def _answer(state: State, action: Action) -> Decided[State] | Refusal:
    """Decide what the prompted seat does at the showdown. Showing one card mucks the hand."""
    kind = type(action)
    play = Transition(state)
    if isinstance(action, ShowCard):
        assert state.to_act is not None
        shown = _show_one(state, state.to_act, action)
        if isinstance(shown, Refusal):
            return shown
        play.add(shown)
    elif kind is not Show and kind is not Muck:
        return refuse("action/not_now")
    # Showing one card mucks the hand: it gives up its claim, and that card stays visible.
    answer_showdown(play, show=kind is Show)
    return play.decided()


def _agree(state: State, kind: type) -> Decided[State] | Refusal:
    """Decide the answer of a seat that was asked whether to run the board twice."""
    if kind is not RunTwice and kind is not RunOnce:
        return refuse("action/asked_to_run")
    play = Transition(state)
    play.add(answer_runs(state, twice=kind is RunTwice))
    settle(play)
    return play.decided()


# Betting. Each rule returns its event or a refusal.


def _fold(state: State, seat: int, action: Fold) -> Event | Refusal:
    # Legal even when checking is free; only the clock never chooses it (holdem.md, Betting).
    return fold_of(state, seat)


def _check(state: State, seat: int, action: Check) -> Event | Refusal:
    if call := call_of(state, seat):
        return refuse("action/cannot_check", call=call, **_range(state, seat))
    # The event carries the next seat, so a fold needs no betting rules.
    acted = put(state.acted, seat, True)
    then = next_to_act(
        _behind(state.live, seat), state.stacks, state.bets, acted, state.current_bet
    )
    return _checked(seat=seat, to_act=then)


def _call(state: State, seat: int, action: Call) -> Event | Refusal:
    amount = call_of(state, seat)
    if not amount:
        return refuse("action/nothing_to_call", **_range(state, seat))
    bet, stack = state.bets[seat] + amount, state.stacks[seat] - amount
    # The arguments describe the table after this call, which the fold has not written yet.
    then = next_to_act(
        _behind(state.live, seat),
        put(state.stacks, seat, stack),
        put(state.bets, seat, bet),
        put(state.acted, seat, True),
        state.current_bet,
    )
    return _called(
        seat=seat,
        amount=amount,
        bet=bet,
        stack=stack,
        pot=state.pot + amount,
        to_act=then,
    )


def _raise(state: State, seat: int, action: Raise) -> Event | Refusal:
    to, span = action.to, raise_of(state, seat)
    # The type is compared because True would pass for 1.
    if type(to) is not int or not 0 < to <= MAX_CHIPS:
        return refuse("action/bad_amount", amount=spell(to), **_range(state, seat))
    if span is None:
        return refuse("action/no_right_to_raise", call=call_of(state, seat))
    low, high = span
    # An amount within the range is the common case; the reasons for a refusal follow.
    if low <= to <= high:
        return _raised_to(state, seat, to)
    if to < low:
        return refuse("action/below_minimum", to=to, min=low, max=high)
    if to > state.bets[seat] + state.stacks[seat]:
        return refuse("action/above_stack", to=to, min=low, max=high)
    # Above the maximum but within the stack: only the table's limit can be the reason.
    return refuse("action/above_maximum", to=to, min=low, max=high, call=call_of(state, seat))


def _all_in(state: State, seat: int, action: AllIn) -> Event | Refusal:
    to = state.bets[seat] + state.stacks[seat]
    # A stack that does not exceed the bet can only call, and needs no right to raise.
    if to <= state.current_bet:
        # The same events as a typed call, so a log does not say which word the player used.
        return _call(state, seat, Call())
    return _raise(state, seat, Raise(to=to))


# A total mapping over the actions outside betting: every action gets a specific refusal.
_ELSEWHERE: Mapping[type, str] = {
    Show: "action/nothing_to_show",
    Muck: "action/nothing_to_show",
    ShowCard: "action/nothing_to_show",
    PostBlind: "action/nothing_to_post",
    Straddle: "action/act_first",
    NoStraddle: "action/act_first",
    BombPot: "action/act_first",
    RunTwice: "action/nothing_to_run",
    RunOnce: "action/nothing_to_run",
    Rabbit: "action/nothing_to_hunt",
}
"""Refusals of actions that do not belong to the betting."""


def _out_of_place(state: State, seat: int, action: Action) -> Event | Refusal:
    return refuse(_ELSEWHERE[type(action)])


_RULES: Mapping[type, Callable[[State, int, Any], Event | Refusal]] = {
    Fold: _fold,
    Check: _check,
    Call: _call,
    Raise: _raise,
    AllIn: _all_in,
    **dict.fromkeys(_ELSEWHERE, _out_of_place),
}


def _raised_to(state: State, seat: int, to: int) -> ev.Raised:
    amount = to - state.bets[seat]
    stack = state.stacks[seat] - amount
    # `acted` of the other seats stays: a seat acts again because its bet is below `to`.
    then = next_to_act(
        _behind(state.live, seat),
        put(state.stacks, seat, stack),
        put(state.bets, seat, to),
        put(state.acted, seat, True),
        to,
    )
    return _raised(
        seat=seat,
        amount=amount,
        to=to,
        # A short all-in leaves the size of the last full raise, and so the minimum, as it was.
        last_full=full_raise(to, state.current_bet, state.last_full),
        stack=stack,
        pot=state.pot + amount,
        to_act=then,
    )


def _behind(live: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The live seats in turn, from the left of a seat to the seat itself."""
    at = live.index(seat) + 1
    return live[at:] + live[:at]


def _range(state: State, seat: int) -> dict[str, object]:
    """The legal range of a raise, for the details of a refusal."""
    span = raise_of(state, seat)
    return {} if span is None else {"min": span[0], "max": span[1]}
