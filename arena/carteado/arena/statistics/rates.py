"""What an entrant won a deal, and the names that people give to such rates.

Between two sides the figure is what the row's side won from the column's. At tables of more sides
it is the difference of their winnings, which the luck of third parties enters alike.
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
"""Units that must have ended unlike the others before their deviation says anything.

Two versions of one bot end most sets alike. Where one set in a hundred makes all of the difference,
none of the first hundred does in every third measurement, and the deviation of the few that do is
as often far too small as it is right.
"""


class Figure(Enum):
    """How winnings are counted.

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
        digits: behind the point, when it is written.
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
        """How many units ended otherwise than those, the most, that ended alike."""
        # Adjusted winnings that are equal are so but for rounding.
        _, often = np.unique(np.round(self.won / self.deals, 9), return_counts=True)
        return int(self.won.size - often.max(initial=0))


def scales(unit: Unit) -> tuple[Scale, ...]:
    """The names of this unit's rates, the usual one first."""
    if unit.word == "bb":
        hundred = Scale(name="bb/100", factor=100.0, digits=1)
        return hundred, Scale(name="mbb/h", factor=1000.0, digits=0)
    if unit.word == "stakes":
        return (Scale(name="stakes/hand", factor=1.0, digits=4),)
    return (Scale(name=f"{unit.word}/deal", factor=1.0, digits=1 if unit.size == 1 else 4),)


def is_duel(group: Group) -> bool:
    """Whether the group is two sides of equally many seats."""
    return len(group.entrants) == 2 and group.seats[0] == group.seats[1]


def deal_sums(group: Group, row: int, column: int | None, unit: Unit, figure: Figure) -> Sums:
    """What the row won of the column in each unit; of everybody, where there is no column.

    Args:
        group: those who met, the row and the column among them.
        row: number of an entrant.
        column: number of another, or None for the row's own winnings.
        unit: what the records count.
        figure: how to count; a group without adjusted winnings gives the unadjusted ones.
    """
    adjusted = figure is Figure.ADJUSTED and group.adjusted is not None
    table = group.adjusted if adjusted else group.net
    assert table is not None
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
    """What the row won of the column a deal, over all groups; None without a complete set."""
    sums = joined([deal_sums(group, row, column, unit, figure) for group in groups])
    return sums.rate(level) if sums.won.size else None


def joined(parts: Sequence[Sums]) -> Sums:
    """The units of several groups, one after the other."""
    empty = np.empty(0)
    return Sums(
        won=np.concatenate([empty, *[part.won for part in parts]]),
        deals=np.concatenate([empty, *[part.deals for part in parts]]),
    )


def game_scores(
    group: Group, row: int, column: int, figure: Figure = Figure.DUPLICATE
) -> NDArray[np.float64]:
    """Of games to their end: 1 where the row came before the column, 0.5 for a draw, else 0.

    Adjusted, they lose what the cards gave behind all-ins, counted as a share of all chips: what
    chips are worth between equals. Its mean is 0 for any players, so that the mean of the
    scores stays; single ones may lie outside of 0 and 1.

    Args:
        group: those who met.
        row: number of an entrant.
        column: number of another.
        figure: how to count; a group whose records do not tell the luck gives the scores as they
            are.

    Returns:
        Shape (sets, seatings); no rows for single deals.
    """
    if group.place is None:
        return np.empty((0, group.seatings))
    one, other = group.side(row), group.side(column)
    scores = (np.sign(group.place[:, :, other] - group.place[:, :, one]) + 1) / 2
    luck = group.luck if figure is Figure.ADJUSTED else None
    return scores if luck is None else scores - (luck[:, :, one] - luck[:, :, other]) / 2
