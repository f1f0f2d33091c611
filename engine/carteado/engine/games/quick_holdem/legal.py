"""The legal actions of a seat, from the same predicates that the rules use."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.game import Action
from carteado.engine.games.quick_holdem.actions import Fold, Play, Stake
from carteado.engine.games.quick_holdem.state import State

__all__ = ["Legal", "corners", "legal", "pick", "play_amount", "stake_range"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """The legal actions of a seat. Amounts are whole chips.

    Attributes:
        stake: lowest and highest stake to name, None for a seat that does not lead.
        play: chips that playing would add, None where it is not the seat's turn.
        fold: may fold.
    """

    stake: tuple[int, int] | None = None
    play: int | None = None
    fold: bool = False


def legal(state: State, seat: int) -> Legal:
    """The legal actions of `seat`."""
    if seat != state.to_act:
        return Legal()
    return Legal(stake=stake_range(state, seat), play=play_amount(state, seat), fold=True)


def stake_range(state: State, seat: int) -> tuple[int, int] | None:
    """The stakes that the seat to act may name, None if the stake is already set."""
    if state.stake is not None:
        return None
    most = state.options.max_stake
    credit = state.stacks[seat]
    # The default stake is not a minimum: the leader may name less than a fold would leave.
    return 1, credit if most is None else min(credit, most)


def play_amount(state: State, seat: int) -> int:
    """Chips that the seat to act adds by playing: the stake, or all of a smaller credit."""
    stake = state.options.default_stake if state.stake is None else state.stake
    # A seat with less credit plays all-in, and a side pot forms.
    return min(stake, state.stacks[seat])


def corners(legal: Legal) -> tuple[Action, ...]:
    """All legal actions, with only the lowest and the highest stake."""
    found: list[Action] = []
    if legal.stake is not None:
        found.extend(Stake(amount=amount) for amount in sorted(set(legal.stake)))
    if legal.play is not None:
        found.append(Play())
    if legal.fold:
        found.append(Fold())
    return tuple(found)


def pick(legal: Legal, number: int) -> Action:
    """The legal action that a number from 0 selects: evenly by kind, a stake evenly by amount.

    Raises:
        ValueError: nothing is legal, or the number is negative.
    """
    # The highest stake replaces the lowest here, so that stakes count as one kind.
    kinds = {type(action): action for action in corners(legal)}
    if not kinds or number < 0:
        raise ValueError("nothing is legal" if not kinds else f"{number} is negative")
    rest, kind = divmod(number, len(kinds))
    action = tuple(kinds.values())[kind]
    if legal.stake is None or type(action) is not Stake:
        return action
    low, high = legal.stake
    return Stake(amount=low + rest % (high - low + 1))
