"""When a measurement may end: at the wanted half-width, by a rule that accounts for every look.

Looking repeatedly at an interval and stopping when it *says what one hopes* makes it wrong. The
rules here never use the position of the interval, only its width, and have known costs:

- ``fixed-width`` stops at the first look at which Student's interval is short enough. Chow and
  Robbins (1965) prove that its level then holds as the wanted width goes to zero, for any
  distribution with a variance. What is lost at finite widths comes from stopping on a variance
  that is by luck too small: many sets before the first look, and looks that lie far apart, keep it
  small. The interval is honest for measurements that end by this rule alone.
- ``anytime`` stops when an asymptotic confidence sequence is short enough (Waudby-Smith, Arbour,
  Sinha, Kennedy and Ramdas 2024, theorem 2.2): an interval that holds at all looks at once, so
  that the measurement may be watched and ended at any time and for any reason. It takes about two
  to three times as many sets.

Neither knows of rare outcomes that have not occurred yet. So a look is never enough if fewer than
`LEAST_UNLIKE` sets of a pair differ from the most frequent result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

import numpy as np

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Match, Unit
from carteado.arena.statistics.intervals import mean, student_quantile
from carteado.arena.statistics.rates import LEAST_UNLIKE, Figure, deal_sums, game_scores, joined
from carteado.arena.statistics.tally import Group, tally

__all__ = ["Rule", "Standing", "Stop", "sequence_half_width"]

FINEST = 1e-9
"""A half-width below which the number of sets that it takes has no meaning."""


class Rule(Enum):
    """The interval whose half-width is judged at each look.

    Attributes:
        FIXED_WIDTH: by the plain interval (Chow and Robbins 1965).
        ANYTIME: by a confidence sequence, valid at all looks at once (Waudby-Smith and others
            2024).
    """

    FIXED_WIDTH = "fixed-width"
    ANYTIME = "anytime"


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """The progress of a measurement at a look.

    Attributes:
        enough: whether to stop: every pair is as finely measured as wanted, or `Stop.most` sets
            of each are played.
        reached: whether every pair has the wanted precision.
        sets: complete sets of each group at this look; 0 before the first look.
        half_width: of the widest pair, in units a deal (share of games, where games are played to
            their end), by the rule's interval; None before the first look.
        remaining: sets that each group still needs by the present estimate; None before the first
            look.
    """

    enough: bool
    reached: bool
    sets: int
    half_width: float | None
    remaining: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Stop:
    """Stop as soon as every pair of entrants is known to within a half-width.

    It is judged on whole sets, the lowest numbers of each group first, and only at its looks
    (`looks`), so that neither the order of the records nor the number of workers changes the
    answer. The adjusted winnings or shares are judged where there are any.

    Attributes:
        half_width: wanted, in units a deal (``Unit.word``; 0.05 is 5 bb/100); in games to their
            end, share of games (0.02 is 2 points of the winning rate).
        unit: what the records count.
        rule: the rule.
        level: of the interval.
        least: sets of each group at the first look.
        growth: each look comes after this many times the sets of the look before.
        most: sets of each group at which to end in any case, None for never.

    Raises:
        ArenaError: a width that is not positive or below `FINEST`, a level outside 0 to 1, fewer
            than two sets at the first look, or a schedule that does not grow.
    """

    half_width: float
    unit: Unit
    rule: Rule = Rule.FIXED_WIDTH
    level: float = 0.95
    least: int = 100
    growth: float = 1.1
    most: int | None = None

    def __post_init__(self) -> None:
        # `not (... > 0)` also refuses NaN, for which every comparison is false.
        if not (self.half_width > 0 and math.isfinite(self.half_width)):
            raise ArenaError(f"a wanted half-width is positive, not {self.half_width:g}")
        if self.half_width < FINEST:
            raise ArenaError(f"nobody can play for a half-width of {self.half_width:g}")
        if not 0 < self.level < 1:
            raise ArenaError(f"a level lies between 0 and 1, such as 0.95, not {self.level:g}")
        if self.least < 2 or (self.most is not None and self.most < 2):
            raise ArenaError("nothing can be told from fewer than two sets")
        if not self.growth > 1:
            raise ArenaError(f"looks grow by a factor above 1, not {self.growth:g}")

    def looks(self) -> Iterator[int]:
        """Numbers of complete sets of each group, rising, at which to ask; ends with `most`."""
        look = self.least
        while self.most is None or look < self.most:
            yield look
            # A growth that rounding would cancel must still advance, or this would never end.
            look = max(look + 1, math.ceil(look * self.growth))
        yield self.most

    def next_look(self, sets: int) -> int | None:
        """The first look after this number of complete sets of each group; None after the last."""
        return next((look for look in self.looks() if look > sets), None)

    def standing(self, matches: Iterable[Match]) -> Standing:
        """The progress of these records: at the first look that was enough, or else the last.

        Every group that is to be measured must be among the records.
        """
        return self.of(tally(matches).groups)

    def of(self, groups: Sequence[Group]) -> Standing:
        """The same for records that are already gathered."""
        # The slowest group decides: every pair has to reach the width.
        played = min((group.sets.size for group in groups), default=0)
        last, sd, unlike = 0, 0.0, 0
        reached = False
        # From the first look on, so the answer does not depend on when records are gathered.
        for look in self.looks():
            # Stops at the first look that was enough, even if more sets are there: a live
            # measurement did.
            if look > played or reached:
                break
            last, (sd, unlike) = look, self._worst(groups, look)
            reached = unlike >= LEAST_UNLIKE and self.reach(sd, look) <= self.half_width
        if not last:
            return Standing(enough=False, reached=False, sets=0, half_width=None, remaining=None)
        # At the present rate, as many sets as it takes for enough of them to end differently.
        needed = max(self._needed(sd, last), math.ceil(last * LEAST_UNLIKE / max(unlike, 1)))
        return Standing(
            enough=reached or last == self.most,
            reached=reached,
            sets=last,
            half_width=self.reach(sd, last),
            remaining=0 if reached else needed - last,
        )

    def enough(self, matches: Iterable[Match]) -> bool:
        """Whether to stop: the wanted half-width, or `most` sets of each group, is reached."""
        return self.standing(matches).enough

    def reach(self, sd: float, sets: int) -> float:
        """Half-width by the rule, from the deviation of one set's value and the sets played."""
        if self.rule is Rule.ANYTIME:
            return sequence_half_width(sd, sets, level=self.level, first=self.least)
        # Student's quantile needs one degree of freedom.
        if sets < 2:
            return math.inf
        return sd * student_quantile((1 + self.level) / 2, sets - 1) / math.sqrt(sets)

    def _worst(self, groups: Sequence[Group], look: int) -> tuple[float, int]:
        """Of all pairs, the largest deviation and the fewest unlike sets, at this look."""
        met: dict[tuple[int, int], list[Group]] = {}
        for group in groups:
            head = group.head(look)
            for pair in combinations(group.entrants, 2):
                # A pair may meet in several groups, which then count as one round.
                met.setdefault(pair, []).append(head)
        found = [_spread(heads, *pair, self.unit) for pair, heads in met.items()]
        if not found:
            return 0.0, 0
        # Separately: the widest pair and the least proven one need not be the same.
        return max(sd for sd, _ in found), min(unlike for _, unlike in found)

    def _needed(self, sd: float, look: int) -> int:
        """The number of sets that the rule needs with this deviation."""
        # Doubling first, because the half-width shrinks only with the root of the sets.
        low, high = 1, look
        while self.reach(sd, high) > self.half_width:
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (
                (middle, high) if self.reach(sd, middle) > self.half_width else (low, middle)
            )
        return high


def _spread(groups: Sequence[Group], row: int, column: int, unit: Unit) -> tuple[float, int]:
    """Deviation of a round's value, and the number of informative sets.

    A round is one set of each of these groups, in all of which the two met.
    """
    if any(group.place is not None for group in groups):
        found = [game_scores(group, row, column, Figure.ADJUSTED) for group in groups]
        scores = [score.mean(axis=1) for score in found]
        # Two games won and two lost more, after Agresti and Coull (1998): a winner of every game so
        # far is not thereby known for certain.
        known = mean(np.concatenate([*scores, (0.0, 0.0, 1.0, 1.0)]))
        unlike = known.units - 4
    else:
        sums = joined([deal_sums(group, row, column, unit, Figure.ADJUSTED) for group in groups])
        known, unlike = sums.rate(0.95), sums.unlike
    # A round averages independent sets, so its deviation shrinks with their root.
    return (known.sd or 0.0) / math.sqrt(len(groups)), unlike


def sequence_half_width(sd: float, units: int, *, level: float = 0.95, first: int = 100) -> float:
    """Half-width of the asymptotic confidence sequence after a number of units.

    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
    asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2: the normal
    mixture of Robbins (1970) with an estimated deviation,
    sd * sqrt(2 (t r^2 + 1) / (t^2 r^2) * log(sqrt(t r^2 + 1) / alpha)).

    Args:
        sd: standard deviation of one unit, estimated.
        units: t, the units so far.
        level: 1 - alpha.
        first: the sequence is narrowest at ten times this number of units, chosen before any
            is seen.
    """
    alpha = 1 - level
    # r^2 of the formula, chosen for the narrowest sequence at 10 * first units (same paper).
    tuned = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / (10 * first)
    grown = units * tuned
    return sd * math.sqrt(
        2 * (grown + 1) / (units * grown) * math.log(math.sqrt(grown + 1) / alpha)
    )
