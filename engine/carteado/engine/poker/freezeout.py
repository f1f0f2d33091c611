"""A game played until one seat has all chips: busted seats, the winner, and starting again.

Who leaves a running freezeout stays in until the chips are gone; its hands are folded. When only
one of those with chips has stayed, that one wins and takes all chips.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from carteado.engine.game import SeatLeft
from carteado.engine.poker.events import GameRestarted, GameWon, KnockedOut
from carteado.engine.tables.seats import Seated
from carteado.engine.tables.transition import Transition

__all__ = ["Freezeout", "all_agreed", "crown", "is_on", "knock_out", "let_go", "restart"]


class Freezeout(Seated, Protocol):
    """What these rules look at in a state."""

    @property
    def bots(self) -> tuple[bool, ...]:
        """Seats on which a bot sits."""
        ...

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
    """Whether a hand may begin: all seats are taken at the start, and somebody is there to play."""
    stacks, away, leaving = state.stacks, state.away, state.leaving
    # The first hand waits for a full table; a running game goes on with the seats that are left.
    if len(stacks) - stacks.count(0) < 2 or (not state.running and None in state.names):
        return False
    if True not in away and True not in leaving:  # as it mostly is
        return True
    return any(stack and not away[seat] and not leaving[seat] for seat, stack in enumerate(stacks))


def knock_out(play: Transition[S]) -> None:
    """Seats without chips are out; of several, who began the hand with more finishes higher."""
    state = play.state
    out = [seat for seat in state.order if not state.stacks[seat]]
    left = len([stack for stack in state.stacks if stack])
    # The sort is stable: of equal stacks the seat nearer the left of the button places higher.
    for place, seat in enumerate(sorted(out, key=lambda seat: -state.started[seat]), left + 1):
        play.add(KnockedOut(seat=seat, place=place))


def crown(play: Transition[S], after: int) -> None:
    """The game ends when one seat has all chips, or when all others have left.

    Who stays takes the chips of those who left. When nobody stays, the one with the most chips
    wins, the first of them from the left of the position `after`.
    """
    state = play.state
    stacks, leaving = state.stacks, state.leaving
    present = [seat for seat, stack in enumerate(stacks) if stack and not leaving[seat]]
    if len(present) > 1:
        return
    alive = [seat for seat, stack in enumerate(stacks) if stack]
    # The remainder is 0 for the seat on the left of `after`.
    alive.sort(key=lambda seat: (-stacks[seat], (seat - after - 1) % len(stacks)))
    play.add(GameWon(seat=(present or alive)[0], stack=sum(stacks)))


def let_go(play: Transition[S], free: Callable[[S, int], bool]) -> None:
    """Seats that leave go with what they have, once they are free to."""
    state = play.state
    for seat, leaves in enumerate(state.leaving):
        if leaves and free(state, seat):
            play.add(SeatLeft(seat=seat, at_once=True, stack=state.stacks[seat]))


def all_agreed(state: Freezeout) -> bool:
    """Whether all people at the table want a new game: bots do, and who leaves does not count."""
    return all(
        state.agreed[seat] or state.bots[seat] or state.leaving[seat]
        for seat, name in enumerate(state.names)
        if name is not None
    )


def restart(play: Transition[S], stack_of: Callable[[int], int]) -> None:
    """A new game begins: everybody at the table has the chips of the start."""
    names = play.state.names
    stacks = [0 if name is None else stack_of(seat) for seat, name in enumerate(names)]
    play.add(GameRestarted(stacks=tuple(stacks)))
