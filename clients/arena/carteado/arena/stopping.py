"""When a measurement may end: at the wanted half-width, by a rule that allows for every look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from carteado.arena.records import Match, Unit

__all__ = ["Rule", "Standing", "Stop"]


class Rule(Enum):
    """How the half-width is judged at each look.

    Attributes:
        FIXED_WIDTH: the plain interval at a fixed schedule of looks (Chow and Robbins 1965).
        ANYTIME: an asymptotic confidence sequence, valid at all looks at once (Waudby-Smith,
            Arbour, Sinha, Kennedy and Ramdas 2024).
    """

    FIXED_WIDTH = "fixed-width"
    ANYTIME = "anytime"


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How far a measurement has come by its last look.

    Attributes:
        enough: whether every pair of entrants is measured as finely as wanted.
        sets: complete sets in the pair that has fewest.
        half_width: of the widest pair, in units a deal (share of games, where games are played to
            their end); None while there are too few sets to say.
        remaining: sets that the widest pair still needs by the present estimate; None if unknown.
    """

    enough: bool
    sets: int
    half_width: float | None
    remaining: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Stop:
    """Stop as soon as every pair of entrants is known to within a half-width.

    It is judged on whole sets, the lowest numbers first, and only at its looks (`looks`), so that
    neither the order of the records nor the number of workers changes the answer.

    Attributes:
        half_width: wanted, in units a deal (``Unit.word``; 0.05 is 5 bb/100); in games to their
            end, share of games (0.02 is 2 points of the winning rate).
        unit: what the records count.
        rule: how it is judged.
        level: of the interval.
        least: sets of the first look.
        growth: each look comes after this many times the sets of the look before.
        most: sets at which to end in any case, None for never.
    """

    half_width: float
    unit: Unit
    rule: Rule = Rule.FIXED_WIDTH
    level: float = 0.95
    least: int = 100
    growth: float = 1.1
    most: int | None = None

    def looks(self) -> Iterable[int]:
        """Numbers of complete sets, rising, at which to ask; ends with `most` if there is one."""
        raise NotImplementedError

    def next_look(self, sets: int) -> int | None:
        """The first look after so many complete sets of each pair; None after the last."""
        raise NotImplementedError

    def standing(self, matches: Iterable[Match]) -> Standing:
        """How far these records have come, by the last look that they reach."""
        raise NotImplementedError

    def enough(self, matches: Iterable[Match]) -> bool:
        """Whether to stop: the wanted half-width, or `most` sets, is reached."""
        raise NotImplementedError

    def remaining(self, matches: Iterable[Match]) -> int | None:
        """Sets that each pair still needs by the present estimate; None while unknown."""
        raise NotImplementedError
