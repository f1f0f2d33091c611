"""The records of a measurement, one for each match, from which every figure follows.

Matches come in sets. A set plays the same cards at every seating that counts (two for heads-up and
for pairs, one for each rotation otherwise), so its matches are not independent of one another: the
set, not the match, is the unit of every statistic.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

__all__ = ["DEPTHS", "Clock", "Faults", "Match", "Stretch", "Unit"]

# Roughly geometric: play changes more from 5 to 10 big blinds than from 100 to 105.
DEPTHS = (0, 5, 10, 15, 25, 40, 75, 150)
"""Lower ends of the bands of effective stacks, in units (big blinds)."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The unit of a measurement's numbers.

    Attributes:
        name: ``chips`` or ``points``.
        size: number that makes one of the unit in which people compare: the big blind, the stake; 1
            for points.
        word: of that unit, such as ``bb``, ``stakes``, ``points``.
    """

    name: str
    size: int
    word: str


@dataclass(frozen=True, kw_only=True)
class Faults:
    """The faults of one entrant in a match; each time the default action was played.

    Attributes:
        refused: answers that the table refused.
        late: answers that came after the deadline, or not at all.
        failed: times exceptions of its program, and answers that are not actions.
    """

    refused: int = 0
    late: int = 0
    failed: int = 0


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """The sums over the hands of one freezeout whose effective stack was in one band.

    Attributes:
        depth: lower end of the band, one of `DEPTHS`; the effective stack is the second largest of
            the stacks that began the hand.
        hands: how many there were.
        net: for each seat its winnings in them, whole chips.
        squares: for each seat the sum of the squares of its winnings, hand by hand.
    """

    depth: int
    hands: int
    net: tuple[int, ...]
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One deal, or one game to its end, with the entrants on certain seats.

    Attributes:
        set: number of the duplicate set, from 0.
        seating: number of the seating within the set, from 0.
        seats: for each seat, the number of the entrant that sat there.
        net: for each seat its winnings, whole chips or points; of points the lead of its pair, so
            that the sum is 0.
        adjusted: the same without the luck of the cards that came after all-ins; None for games
            without this adjustment.
        place: for each seat its place, from 1, where the match was a game to its end; None for
            single deals. Seats of a pair share a place.
        chips: of all seats together in a freezeout; None where they are not known.
        deals: hands that were dealt.
        decisions: decisions taken.
        faults: for each seat its faults; empty without faults.
        stretches: the hands of a freezeout by effective stack; empty if not counted.
    """

    set: int
    seating: int
    seats: tuple[int, ...]
    net: tuple[int, ...]
    adjusted: tuple[float, ...] | None = None
    place: tuple[int, ...] | None = None
    chips: int | None = None
    deals: int = 1
    decisions: int = 0
    faults: tuple[Faults, ...] = ()
    stretches: tuple[Stretch, ...] = ()


@dataclass(kw_only=True, slots=True)
class Clock:
    """The decision times of one entrant, which a seed does not reproduce.

    Attributes:
        bounds: upper ends of the histogram's bins, microseconds; the last bin has no upper end.
        counts: decisions in each bin, one more than there are bounds.
    """

    # The bins double from 10 microseconds to 1.3 seconds.
    bounds: tuple[int, ...] = tuple(10 * 2**power for power in range(18))
    counts: list[int] = field(default_factory=lambda: [0] * 19)

    def count(self, took_us: int) -> None:
        """Count one more decision, by its microseconds."""
        # `bisect_left` counts a time equal to a bound into the bin below it: "at most".
        self.counts[bisect_left(self.bounds, took_us)] += 1

    def add(self, other: Clock) -> None:
        """All decisions of another clock with the same bounds."""
        self.counts = [
            ours + theirs for ours, theirs in zip(self.counts, other.counts, strict=True)
        ]
