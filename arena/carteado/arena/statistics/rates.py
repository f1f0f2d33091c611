"""Winnings per deal, and the usual names of such rates.

Between two sides the figure is what the row won from the column. At tables of more sides
it is the difference of their winnings, which the luck of third parties affects equally.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from carteado.arena.matches.records import Unit
from carteado.arena.statistics.intervals import Mean, ratio
from carteado.arena.statistics.tally import Group

__all__ = [
    "LEAST_UNLIKE",
    "Figure",
    "Scale",
    "Sums",
    "deal_sums",
    "game_scores",
    "is_duel",
    "joined",
    "rate",
    "scales",
]


LEAST_UNLIKE = 20
"""Number of units with an unusual result below which their deviation says nothing.

Two versions of one bot end most sets alike. If one set in a hundred makes the whole difference, a
third of all measurements have none among their first hundred sets, and the deviation from the few
others is often far too small.
"""


class Figure(Enum):
    """The way in which winnings are counted.

    Attributes:
        NAIVE: every match by itself, as if the sets did not share their cards.
        DUPLICATE: every set by itself, so that the luck of the cards falls on both sides.
        ADJUSTED: the same, with the luck after all-ins taken out.
    """

    NAIVE = "naive"
    DUPLICATE = "duplicate"
    ADJUSTED = "adjusted"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """A name for a rate.

    Attributes:
        name: such as ``bb/100``.
        factor: what to multiply units a deal by.
        digits: after the decimal point, when it is written.
    """

    name: str
    factor: float
    digits: int


@dataclass(frozen=True, kw_only=True)
class Sums:
    """Winnings and deals, unit by unit (match or set), in the order of the sets.

    Attributes:
        won: in the unit's word (big blinds), shape (units,).
        deals: hands in which it was won, shape (units,).
    """

    won: NDArray[np.float64]
    deals: NDArray[np.float64]

    def rate(self, level: float) -> Mean:
        """Won a deal, with its interval."""
        return ratio(self.won, self.deals, level=level)

    @property
    def unlike(self) -> int:
        """The number of units with another result than the most frequent one."""
        # Equal adjusted winnings may differ by rounding.
        _, often = np.unique(np.round(self.won / self.deals, 9), return_counts=True)
        # `initial` covers an empty sample.
        return int(self.won.size - often.max(initial=0))


def scales(unit: Unit) -> tuple[Scale, ...]:
    """The names of this unit's rates, the usual one first."""
    # bb/100 and mbb/h are the units of the poker literature.
    if unit.word == "bb":
        hundred = Scale(name="bb/100", factor=100.0, digits=1)
        return hundred, Scale(name="mbb/h", factor=1000.0, digits=0)
    if unit.word == "stakes":
        return (Scale(name="stakes/hand", factor=1.0, digits=4),)
    return (Scale(name=f"{unit.word}/deal", factor=1.0, digits=1 if unit.size == 1 else 4),)


def is_duel(group: Group) -> bool:
    """Whether the group is two sides of equally many seats."""
    # With unequal seats the winnings of both are means over different numbers, so not opposite.
    return len(group.entrants) == 2 and group.seats[0] == group.seats[1]


def deal_sums(group: Group, row: int, column: int | None, unit: Unit, figure: Figure) -> Sums:
    """The row's winnings against the column in each unit; against everybody without a column.

    Args:
        group: the entrants who met, the row and the column among them.
        row: number of an entrant.
        column: number of another, or None for the row's own winnings.
        unit: what the records count.
        figure: how to count; a group without adjusted winnings gives the unadjusted ones.
    """
    adjusted = figure is Figure.ADJUSTED and group.adjusted is not None
    table = group.adjusted if adjusted else group.net
    # The checker does not see that `adjusted` excludes None.
    assert table is not None
    # Shape (sets, seatings): a row for each set.
    won = table[:, :, group.side(row)]
    if column is not None:
        won = won - table[:, :, group.side(column)]
        # In a duel both sides' winnings are opposite, so the difference counts everything twice.
        if is_duel(group):
            won = won / 2
    won = won / unit.size
    if figure is Figure.NAIVE:
        return Sums(won=won.ravel(), deals=group.deals.ravel())
    return Sums(won=won.sum(axis=1), deals=group.deals.sum(axis=1))


def rate(
    groups: Sequence[Group],
    row: int,
    column: int | None,
    unit: Unit,
    figure: Figure,
    *,
    level: float = 0.95,
) -> Mean | None:
    """The row's winnings a deal against the column, over all groups; None without a whole set."""
    sums = joined([deal_sums(group, row, column, unit, figure) for group in groups])
    return sums.rate(level) if sums.won.size else None


def joined(parts: Sequence[Sums]) -> Sums:
    """The units of several groups, one after the other."""
    # `concatenate` refuses an empty list, hence the empty array in front.
    empty = np.empty(0)
    return Sums(
        won=np.concatenate([empty, *[part.won for part in parts]]),
        deals=np.concatenate([empty, *[part.deals for part in parts]]),
    )


def game_scores(
    group: Group, row: int, column: int, figure: Figure = Figure.DUPLICATE
) -> NDArray[np.float64]:
    """Scores of full games: 1 where the row placed before the column, 0.5 for draws, else 0.

    Adjusted, they lose what the cards gave after all-ins, counted as a share of all chips: what
    chips are worth between equals. Its mean is 0 for any players, so that the mean of the
    scores stays; single ones may lie outside of 0 and 1.

    Args:
        group: those who met.
        row: number of an entrant.
        column: number of another.
        figure: how to count; a group whose records do not hold the luck gives the scores as they
            are.

    Returns:
        Shape (sets, seatings); no rows for single deals.
    """
    if group.place is None:
        return np.empty((0, group.seatings))
    one, other = group.side(row), group.side(column)
    # sign gives -1, 0 or 1; shifted and halved it is a loss, a draw or a win.
    scores = (np.sign(group.place[:, :, other] - group.place[:, :, one]) + 1) / 2
    luck = group.luck if figure is Figure.ADJUSTED else None
    # Luck is a share from both sides: what one gains the other loses, so the difference is
    # halved.
    return scores if luck is None else scores - (luck[:, :, one] - luck[:, :, other]) / 2
