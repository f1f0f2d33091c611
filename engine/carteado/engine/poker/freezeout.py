"""A game played until one seat has all chips: knock-outs, the winner, and the rematch.

A player who leaves a running freezeout stays in until the chips are gone and is folded every
hand. When only one seat with chips has not left, it wins and takes all chips.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from carteado.engine.game import SeatLeft
from carteado.engine.poker.events import GameRestarted, GameWon, KnockedOut
from carteado.engine.tables.seats import Seated
from carteado.engine.tables.transition import Transition

__all__ = ["Freezeout", "crown", "is_on", "knock_out", "let_go", "restart"]


class Freezeout(Seated, Protocol):
    """The fields of a state that these rules read."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips by seat."""
        ...

    @property
    def running(self) -> bool:
        """Whether the game has begun and nobody has won yet."""
        ...

    @property
    def order(self) -> tuple[int, ...]:
        """Seats of the last hand."""
        ...

    @property
    def started(self) -> tuple[int, ...]:
        """Chips by seat at the start of the last hand."""
        ...


S = TypeVar("S", bound=Freezeout)


def is_on(state: Freezeout) -> bool:
    """Whether a hand may begin: all seats taken at the start, and at least one player present."""
    stacks, away, leaving = state.stacks, state.away, state.leaving
    # The first hand waits for a full table; a running game goes on with the seats that are left.
    if len(stacks) - stacks.count(0) < 2 or (not state.running and None in state.names):
        return False
    # A fast path for the usual case, since this is asked after every hand.
    if True not in away and True not in leaving:  # as it mostly is
        return True
    return any(stack and not away[seat] and not leaving[seat] for seat, stack in enumerate(stacks))


def knock_out(play: Transition[S]) -> None:
    """Seats without chips are out; the larger stack at the start places higher."""
    state = play.state
    # `order` begins on the left of the button, which breaks ties below.
    out = [seat for seat in state.order if not state.stacks[seat]]
    left = len([stack for stack in state.stacks if stack])
    # The sort is stable: of equal stacks the seat nearer the left of the button places higher.
    for place, seat in enumerate(sorted(out, key=lambda seat: -state.started[seat]), left + 1):
        play.add(KnockedOut(seat=seat, place=place))


def crown(play: Transition[S], after: int) -> None:
    """The game ends when one seat has all chips, or when all others have left.

    The remaining player takes the chips of those who left. If nobody remains, the largest stack
    wins, the first from the left of position `after`.
    """
    state = play.state
    stacks, leaving = state.stacks, state.leaving
    present = [seat for seat, stack in enumerate(stacks) if stack and not leaving[seat]]
    # Seats without a player keep their chips in play until they are lost.
    if len(present) > 1:
        return
    alive = [seat for seat, stack in enumerate(stacks) if stack]
    # The remainder is 0 for the seat on the left of `after`.
    alive.sort(key=lambda seat: (-stacks[seat], (seat - after - 1) % len(stacks)))
    play.add(GameWon(seat=(present or alive)[0], stack=sum(stacks)))


def let_go(play: Transition[S], free: Callable[[S, int], bool]) -> None:
    """Release the leaving seats, with their chips, if the rules allow it."""
    state = play.state
    for seat, leaves in enumerate(state.leaving):
        if leaves and free(state, seat):
            # Chips of a leaving seat leave the table with it.
            play.add(SeatLeft(seat=seat, at_once=True, stack=state.stacks[seat]))


def restart(play: Transition[S], stack_of: Callable[[int], int]) -> None:
    """A new game begins: everybody at the table gets the starting stack."""
    names = play.state.names
    stacks = [0 if name is None else stack_of(seat) for seat, name in enumerate(names)]
    play.add(GameRestarted(stacks=tuple(stacks)))
