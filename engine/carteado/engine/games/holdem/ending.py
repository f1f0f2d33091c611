"""The end of a hand, and of a freezeout."""

from __future__ import annotations

from carteado.engine.game import SeatLeft
from carteado.engine.games.holdem.events import (
    GameRestarted,
    GameWon,
    HandEnded,
    HandsOpened,
    KnockedOut,
)
from carteado.engine.games.holdem.unfolding import Unfolding

__all__ = ["end_freezeout", "end_hand", "let_go", "restart_if_agreed"]


def end_hand(play: Unfolding) -> None:
    """Open the cards where the table says so, let go who leaves, and see whether somebody won."""
    state = play.state
    if state.options.reveal == "hand":
        play.add(HandsOpened(hands=state.hands))
    state = play.add(HandEnded(hand=state.hand, stacks=state.stacks))
    if not state.options.is_cash:
        if not all(state.stacks[seat] for seat in state.order):
            _knock_out(play)
        end_freezeout(play)
    if True in state.leaving:
        let_go(play)


def end_freezeout(play: Unfolding) -> None:
    """A freezeout ends when one seat has all chips, or when all others have left.

    Who stays takes the chips of those who left. When nobody stays, the one with the most chips
    wins, the first of them from the left of the button.
    """
    state = play.state
    seats = len(state.stacks)
    alive = [seat for seat in range(seats) if state.stacks[seat]]
    present = [seat for seat in alive if not state.leaving[seat]]
    if len(present) > 1:
        return
    button = state.button or 0
    alive.sort(key=lambda seat: (-state.stacks[seat], (seat - button - 1) % seats))
    play.add(GameWon(seat=(present or alive)[0], stack=sum(state.stacks)))


def restart_if_agreed(play: Unfolding, *, at_once: bool = False) -> None:
    """A new game begins when all people at the table agreed to it; bots always do."""
    state = play.state
    wishes = zip(state.names, state.bots, state.agreed, strict=True)
    if at_once or all(agreed or bot or name is None for name, bot, agreed in wishes):
        stacks = [
            0 if name is None else state.options.stack_of(seat)
            for seat, name in enumerate(state.names)
        ]
        play.add(GameRestarted(stacks=tuple(stacks)))


def _knock_out(play: Unfolding) -> None:
    """Seats without chips are out; of several, who began the hand with more finishes higher."""
    state = play.state
    out = [seat for seat in state.order if not state.stacks[seat]]
    left = len([stack for stack in state.stacks if stack])
    for place, seat in enumerate(sorted(out, key=lambda seat: -state.started[seat]), left + 1):
        play.add(KnockedOut(seat=seat, place=place))


def let_go(play: Unfolding) -> None:
    """Seats that leave go with what they have; those of a running freezeout once they are out."""
    state = play.state
    for seat, leaves in enumerate(state.leaving):
        stack = state.stacks[seat]
        if leaves and (state.options.is_cash or not state.running or not stack):
            play.add(SeatLeft(seat=seat, at_once=True, stack=stack))
