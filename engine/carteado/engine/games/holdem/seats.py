"""Sitting down, leaving, sitting out, adding chips, and a rematch."""

from __future__ import annotations

from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Decided,
    Leave,
    Rematch,
    RematchAgreed,
    Return,
    SeatLeft,
    SeatTaken,
    Sit,
    SitOut,
    ToppedUp,
    TopUp,
)
from carteado.engine.games.holdem.codes import refuse, spell
from carteado.engine.games.holdem.ending import end_freezeout, let_go, restart_if_agreed
from carteado.engine.games.holdem.flow import settle
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_rules import answer_runs
from carteado.engine.games.holdem.options import MAX_CHIPS
from carteado.engine.games.holdem.showdown import answer_showdown
from carteado.engine.games.holdem.state import State, total
from carteado.engine.tables import seats

__all__ = ["leave", "rematch", "return_", "sit", "sit_out", "top_up"]


def sit(state: State, command: Sit) -> Decided[State] | Refusal:
    """Take a free seat: at any time at a cash table, only between games of a freezeout."""
    seat = command.seat
    if problem := seats.cannot_sit(state, command):
        return problem
    if state.running and not state.options.is_cash:
        return refuse("table/running")
    low, high = _credit_range(state, seat)
    usual, code = state.options.stack_of(seat), "seat/credit"
    if command.returning and state.options.is_cash:
        # A player who leaves and comes back may not take chips off the table in between.
        # Capped by the chips that the table may still hold; otherwise no amount would be legal.
        low = usual = min(command.returning, MAX_CHIPS - total(state))
        # A returning stack was won at this table and may exceed the maximum buy-in.
        high, code = max(low, high), "seat/returning"
    credit = usual if command.credit is None else command.credit
    if type(credit) is not int or not low <= credit <= high:
        return refuse(code, amount=spell(credit), min=low, max=high)
    # Between two freezeouts only the winner has chips; a rematch deals new stacks.
    stack = 0 if state.winner is not None else credit
    taken = SeatTaken(seat=seat, name=command.name, bot=bool(command.bot), stack=stack)
    return Transition(state).answer(taken)


def leave(state: State, command: Leave) -> Decided[State] | Refusal:
    """Leave at once, or at the end of the hand; a running freezeout continues without the player.

    A player who leaves a running freezeout is dealt in, posts and folds until the chips are gone,
    or until only one other player remains, who then takes them.
    """
    if problem := seats.absent(state, command.seat):
        return problem
    seat = command.seat
    play = Transition(state)
    stack = state.stacks[seat]
    cash = state.options.is_cash
    in_hand = state.in_hand and seat in state.order
    in_game = state.running and not cash and stack > 0
    if not in_hand and not in_game:
        play.add(SeatLeft(seat=seat, at_once=True, stack=stack))
        # The leaver may have been the only one who had not agreed to a rematch.
        if state.winner is not None and any(play.state.agreed):
            restart_if_agreed(play)
        return play.decided()
    play.add(SeatLeft(seat=seat, at_once=False, stack=stack))
    if state.in_hand:
        _go_on_without(play, seat)
    else:
        # Between hands a single player may be left, who wins without another deal.
        end_freezeout(play)
        let_go(play)
    return play.decided()


def sit_out(state: State, command: SitOut) -> Decided[State] | Refusal:
    """Sit out: a cash seat gets no cards; a freezeout seat gets them and posts, without a wait."""
    return Transition(state).answer(seats.sit_out(state, command))


def return_(state: State, command: Return) -> Decided[State] | Refusal:
    """Play again; at a cash table a seat that missed a hand waits for the big blind or posts it."""
    return Transition(state).answer(seats.return_(state, command))


def top_up(state: State, command: TopUp) -> Decided[State] | Refusal:
    """Add chips at a cash table while the seat is in no hand."""
    if problem := seats.absent(state, command.seat):
        return problem
    seat, amount = command.seat, command.amount
    if not state.options.is_cash:
        return refuse("table/freezeout")
    if state.in_hand and seat in state.order:
        return refuse("seat/in_hand", seat=seat, player=state.names[seat])
    stack = state.stacks[seat]
    low, high = state.options.buy_in
    # A seat without chips buys in again, so the least buy-in holds for it.
    least = 1 if stack else low
    most = min(high - stack, MAX_CHIPS - total(state))
    if type(amount) is not int or not least <= amount <= most:
        return refuse("seat/credit", amount=spell(amount), min=least, max=max(most, 0))
    return Transition(state).answer(ToppedUp(seat=seat, amount=amount, stack=stack + amount))


def rematch(state: State, command: Rematch) -> Decided[State] | Refusal:
    """Agree to a new freezeout; for the table itself (no seat) it begins at once."""
    if problem := seats.cannot_agree(state, command.seat):
        return problem
    if state.winner is None:
        return refuse("table/not_over")
    play = Transition(state)
    if command.seat is not None:
        play.add(RematchAgreed(seat=command.seat))
    restart_if_agreed(play, at_once=command.seat is None)
    return play.decided()


def _go_on_without(play: Transition, seat: int) -> None:
    """Fold or muck the hand of a leaving seat in its turn; it is never prompted again."""
    if play.state.to_act != seat:
        # Nothing to do now: `settle` folds for the seat in its turn.
        return
    if play.state.phase == "showdown":
        answer_showdown(play, show=False)
    elif play.state.phase == "asking":
        play.add(answer_runs(play.state, twice=False))
        settle(play)
    else:
        settle(play)


def _credit_range(state: State, seat: int) -> tuple[int, int]:
    if not state.options.is_cash:
        stack = state.options.stack_of(seat)
        return stack, stack
    low, high = state.options.buy_in
    return low, min(high, MAX_CHIPS - total(state))
