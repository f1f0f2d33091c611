"""The showdown: the order of showing, and the winners of each pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carteado.engine.cards import PLACES, Card
from carteado.engine.games.holdem.ending import end_hand
from carteado.engine.games.holdem.events import (
    AllInShown,
    HandMucked,
    HandShown,
    RunAwarded,
    ShowdownStarted,
)
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker.awarding import award
from carteado.engine.poker.pots import Pot, share, side_pots, winners
from carteado.engine.poker.ranking import describe_rank, rank7

__all__ = ["answer_showdown", "open_showdown", "take_unopposed", "turn_up"]

_showdown_started = maker(ShowdownStarted)
_hand_shown = maker(HandShown)
_hand_mucked = maker(HandMucked)


def take_unopposed(play: Transition) -> None:
    """Award the pot to the last hand, unseen, after everybody else has folded."""
    # No ranks: a pot with one live hand needs none, and the cards stay unseen.
    _award(play, {})


def turn_up(play: Transition, seats: tuple[int, ...]) -> State:
    """Turn up all live hands at once when somebody is all-in and the betting is over.

    After this event, and after each street that follows it while cards are still to come, the
    position is a `Runout` (`poker/runout.py`): each hand has an exact share of every pot.
    """
    hands = play.state.hands
    return play.add(AllInShown(seats=seats, hands=tuple([hands[seat] for seat in seats])))


def open_showdown(play: Transition) -> None:
    """Compare the live hands, and ask who may choose to show.

    The last aggressor of the river shows first, else the first from the left of the button. With a
    seat all-in every live hand lies open.
    """
    state = play.state
    live = state.live
    # The aggressor on the river: every street starts without one (`folding._board_dealt`).
    if state.aggressor in live:
        at = live.index(state.aggressor)
        live = live[at:] + live[:at]
    all_in = 0 in [state.stacks[seat] for seat in live]
    # Hands that ran out lie open already; an all-in on the river has still to be turned up.
    if all_in and not state.shows:
        turn_up(play, live)
    # With a player all-in every live hand is turned up, so nobody has to show in turn.
    play.add(_showdown_started(order=() if all_in else live))
    _show_on(play, _ranks(play.state, play.state.board))


def answer_showdown(play: Transition, *, show: bool) -> None:
    """Show or muck the hand of the prompted seat."""
    # Ranks are computed again instead of stored: each is a cheap table lookup.
    ranks = _ranks(play.state, play.state.board)
    _show_or_muck(play, ranks, show=show)
    _show_on(play, ranks)


def _ranks(state: State, board: tuple[Card, ...]) -> Mapping[int, int]:
    # rank7 takes each card as its index in the pack, 0 to 51, instead of its text.
    hands, place = state.hands, PLACES.__getitem__
    return {seat: rank7(*map(place, hands[seat] + board)) for seat in state.live}


def _show_on(play: Transition, ranks: Mapping[int, int]) -> None:
    """Show the hands in turn until a seat has a choice; after the last hand divide the pots."""
    state = play.state
    while state.to_show:
        if state.to_act is not None:
            return
        # A seat without a choice shows a hand that may win, and mucks a beaten one.
        _show_or_muck(play, ranks, show=not _is_beaten(ranks, state.to_show[0], state.shows))
    _award(play, ranks)


def _is_beaten(ranks: Mapping[int, int], seat: int, shows: Sequence[int]) -> bool:
    """Whether an open hand beats the seat's hand.

    Hands are shown in turn only if nobody is all-in, so there is one pot.
    """
    return any(ranks[seat] < ranks[other] for other in shows)


def _show_or_muck(play: Transition, ranks: Mapping[int, int], *, show: bool) -> None:
    # The event has to name the next seat to ask, so the look ahead happens before it is added.
    state = play.state
    seat = state.to_show[0]
    shows = (*state.shows, seat) if show else state.shows
    asked = _has_choice(state, ranks, shows) if state.options.showdown == "ask" else None
    if show:
        text = describe_rank(ranks[seat])
        play.add(_hand_shown(seat=seat, cards=state.hands[seat], hand=text, to_act=asked))
    else:
        play.add(_hand_mucked(seat=seat, to_act=asked))


def _has_choice(state: State, ranks: Mapping[int, int], shows: Sequence[int]) -> int | None:
    """The second seat still to show, if it may muck and is present, otherwise None.

    Args:
        state: the table before the first of these seats shows or mucks.
        ranks: rank of each live hand.
        shows: seats whose hands lie open afterwards.
    """
    if len(state.to_show) < 2:
        return None
    seat = state.to_show[1]
    return seat if _is_beaten(ranks, seat, shows) and not state.leaving[seat] else None


def _award(play: Transition, ranks: Mapping[int, int]) -> None:
    """Divide every pot among its winners, and end the hand."""
    state = play.state
    # Uncalled chips are back in the stacks by now, as `side_pots` requires.
    pots = side_pots(state.paid, state.live, state.dead)
    if state.house.runs == 2:
        _award_twice(play, pots, ranks)
    else:
        award(play, pots, ranks)
    end_hand(play)


def _award_twice(play: Transition, pots: Sequence[Pot], ranks: Mapping[int, int]) -> None:
    """Divide half of every pot on each of two boards; an odd chip belongs to the first."""
    state = play.state
    stacks = list(state.stacks)
    of_board = {1: ranks, 2: _ranks(state, state.house.second)}
    # All pots of the first board come before those of the second, in the order of play.
    for board, found in of_board.items():
        for number, pot in enumerate(pots):
            # The two parts add up to the pot whether it is odd or even.
            amount = pot.amount // 2 if board == 2 else pot.amount - pot.amount // 2
            # A pot of one chip has no half for the second board.
            if not amount:
                continue
            seats = winners(pot, found)
            shares = share(amount, seats)
            for seat, chips in zip(seats, shares, strict=True):
                stacks[seat] += chips
            play.add(
                RunAwarded(
                    pot=number,
                    board=board,
                    amount=amount,
                    seats=seats,
                    shares=shares,
                    stacks=tuple(stacks),
                    hand=describe_rank(found[seats[0]]) if len(pot.seats) > 1 else "",
                )
            )
