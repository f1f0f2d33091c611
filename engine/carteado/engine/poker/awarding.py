"""Returning uncalled chips and awarding the pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from carteado.engine.generated import maker
from carteado.engine.poker.events import PotAwarded, UncalledReturned
from carteado.engine.poker.pots import Pot, share, winners
from carteado.engine.poker.ranking import describe_rank
from carteado.engine.tables.transition import Transition

__all__ = ["Potted", "award", "give_back"]

_pot_awarded = maker(PotAwarded)


class Potted(Protocol):
    """The fields of a state that these rules read."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        ...

    @property
    def pot(self) -> int:
        """Everything in the middle."""
        ...


S = TypeVar("S", bound=Potted)


def give_back(play: Transition[S], excess: tuple[int, int] | None) -> S:
    """The uncalled part of a bet goes back before pots are counted; the state after it.

    Args:
        play: what happens.
        excess: the seat and its chips that nobody matched (`betting.uncalled`), None for none.
    """
    state = play.state
    if excess is None:
        return state
    seat, amount = excess
    # Before the pots are counted: a bet that nobody called was never part of one.
    return play.add(
        UncalledReturned(
            seat=seat,
            amount=amount,
            stack=state.stacks[seat] + amount,
            pot=state.pot - amount,
        )
    )


def award(play: Transition[S], pots: Sequence[Pot], ranks: Mapping[int, int]) -> None:
    """Divide every pot among its winners.

    Args:
        play: what happens.
        pots: the main pot first.
        ranks: rank of each live hand; a pot with one live hand needs none.
    """
    # A seat may win several pots, so its stack is carried from one event to the next.
    stacks = list(play.state.stacks)
    for number, pot in enumerate(pots):
        seats = winners(pot, ranks)
        shares = share(pot.amount, seats)
        for seat, chips in zip(seats, shares, strict=True):
            stacks[seat] += chips
        # `ranks` may have nothing for a seat that nobody opposed.
        opposed = len(pot.seats) > 1
        play.add(
            _pot_awarded(
                pot=number,
                amount=pot.amount,
                seats=seats,
                shares=shares,
                stacks=tuple(stacks),
                hand=describe_rank(ranks[seats[0]]) if opposed else "",
            )
        )
