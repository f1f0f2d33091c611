"""The legal actions of a seat, from the same predicates that the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carteado.engine.game import Action
from carteado.engine.games.holdem.actions import (
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
from carteado.engine.games.holdem.house_rules import (
    may_hunt,
    may_show_cards,
    may_vote,
    may_wish_straddle,
)
from carteado.engine.games.holdem.seating import is_waiting
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker.betting import call_amount, raise_range

__all__ = [
    "Legal",
    "call_of",
    "corners",
    "legal",
    "may_post",
    "may_show_freely",
    "pick",
    "raise_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """The legal actions of a seat. Amounts are whole chips.

    Attributes:
        fold: may fold; always offered to the seat to act, when checking is free too.
        check: may check.
        call: chips that a call would add, None if there is no bet to call.
        raise_to: lowest and highest street total of a bet or raise, None without the right to.
        opens: a bet would be the first of the street: a bet, not a raise.
        all_in: street total of the whole stack, None where that would be a raise it may not make.
        show: may show its cards.
        muck: may leave its hand unseen.
        post_blind: may post the big blind instead of waiting for it.
        show_card: lowest and highest number of the cards that it may show alone, None for none.
        straddle: may announce that it straddles from now on.
        no_straddle: may withdraw that announcement.
        bomb_pot: may vote for a bomb pot.
        run_twice: may agree to deal the rest of the board twice.
        run_once: may decide that it is dealt once.
        rabbit: may ask for the cards that would have come.
    """

    fold: bool = False
    check: bool = False
    call: int | None = None
    raise_to: tuple[int, int] | None = None
    opens: bool = False
    all_in: int | None = None
    show: bool = False
    muck: bool = False
    post_blind: bool = False
    show_card: tuple[int, int] | None = None
    straddle: bool = False
    no_straddle: bool = False
    bomb_pot: bool = False
    run_twice: bool = False
    run_once: bool = False
    rabbit: bool = False


_legal = maker(Legal)


def legal(state: State, seat: int) -> Legal:
    """The legal actions of `seat`."""
    if seat != state.to_act:
        return _out_of_turn(state, seat)
    if state.phase == "showdown":
        # Only a seat with a choice is prompted; a forced show or muck needs no decision.
        return Legal(show=True, muck=True, show_card=may_show_cards(state, seat))
    if state.phase == "asking":
        return Legal(run_twice=True, run_once=True)
    bet, stack, current_bet = state.bets[seat], state.stacks[seat], state.current_bet
    call, span, to = call_amount(stack, bet, current_bet), raise_of(state, seat), bet + stack
    # All-in is a call if the stack does not exceed the bet; otherwise it needs the right to raise.
    may_push = to <= current_bet or (span is not None and to <= span[1])
    return _legal(
        fold=True,
        check=not call,
        # 0 means check, which has its own flag; None keeps the two apart on the wire.
        call=call or None,
        raise_to=span,
        opens=not current_bet,
        all_in=to if may_push else None,
    )


def _out_of_turn(state: State, seat: int) -> Legal:
    return Legal(
        show=may_show_freely(state, seat),
        post_blind=may_post(state, seat),
        show_card=None if state.in_hand else may_show_cards(state, seat),
        straddle=may_wish_straddle(state, seat, on=True),
        no_straddle=may_wish_straddle(state, seat, on=False),
        bomb_pot=may_vote(state, seat),
        rabbit=may_hunt(state, seat),
    )


def call_of(state: State, seat: int) -> int:
    """Chips that a call by the seat to act would add, 0 if it may check."""
    return call_amount(state.stacks[seat], state.bets[seat], state.current_bet)


def raise_of(state: State, seat: int) -> tuple[int, int] | None:
    """The street totals to which the seat to act may raise, None without the right to."""
    cap = state.options.max_bet
    return raise_range(
        seat,
        state.live,
        state.stacks,
        state.bets,
        state.acted,
        state.current_bet,
        state.last_full,
        # Rising blinds may outgrow the limit, and a bet is at least the big blind.
        None if cap is None else max(cap, state.big_blind),
    )


def may_show_freely(state: State, seat: int) -> bool:
    """Whether the hand is over and some of the seat's cards are still closed."""
    return not state.in_hand and bool(state.hands[seat]) and not state.shown[seat]


def may_post(state: State, seat: int) -> bool:
    """Whether the seat waits for the big blind and has not said yet that it posts."""
    return is_waiting(state, seat) and not state.posting[seat]


# Few enough to walk the game tree (perft) without trying every amount of a raise.
def corners(legal: Legal) -> tuple[Action, ...]:
    """All legal actions, with only the lowest and the highest raise.

    Going all-in is left out: it always equals a call or the highest raise.
    """
    found: list[Action] = []
    if legal.fold:
        found.append(Fold())
    if legal.check:
        found.append(Check())
    if legal.call is not None:
        found.append(Call())
    if legal.raise_to is not None:
        # A set, because the range has a single amount when only the whole stack is enough.
        found.extend(Raise(to=to) for to in sorted(set(legal.raise_to)))
    return (*found, *_unbetted(legal))


def pick(legal: Legal, number: int) -> Action:
    """The legal action that a number from 0 selects: evenly by kind, a raise evenly by amount.

    Raises:
        ValueError: nothing is legal, or the number is negative.
    """
    kinds: list[Action] = []
    if legal.fold:
        kinds.append(Fold())
    if legal.check:
        kinds.append(Check())
    if legal.call is not None:
        kinds.append(Call())
    if legal.raise_to is not None:
        kinds.append(Raise(to=legal.raise_to[0]))
    if legal.all_in is not None:
        kinds.append(AllIn())
    # Keep the order: a number has to pick the same action in every version.
    kinds.extend(_unbetted(legal))
    if not kinds or number < 0:
        raise ValueError("nothing is legal" if not kinds else f"{number} is negative")
    # The remainder selects the kind and the quotient the amount, so they are independent.
    rest, kind = divmod(number, len(kinds))
    action = kinds[kind]
    if legal.raise_to is not None and type(action) is Raise:
        low, high = legal.raise_to
        return Raise(to=low + rest % (high - low + 1))
    return action


def _unbetted(legal: Legal) -> tuple[Action, ...]:
    """The legal actions apart from betting."""
    found: list[Action] = [kind() for name, kind in _BARE if getattr(legal, name)]
    if legal.show_card is not None:
        found += [ShowCard(card=card) for card in sorted(set(legal.show_card))]
    return tuple(found)


_BARE: tuple[tuple[str, type[Any]], ...] = (
    ("show", Show),
    ("muck", Muck),
    ("post_blind", PostBlind),
    ("straddle", Straddle),
    ("no_straddle", NoStraddle),
    ("bomb_pot", BombPot),
    ("run_twice", RunTwice),
    ("run_once", RunOnce),
    ("rabbit", Rabbit),
)
