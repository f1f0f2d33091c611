"""The cross table: every entrant against every other, with estimates and intervals.

Winnings and shares of games appear three times: naively, by duplicate sets, and with
the luck after all-ins removed. All three estimate the same value; their deviations show how much
each method helps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from carteado.arena.matches.records import Faults, Unit
from carteado.arena.statistics.intervals import (
    Interval,
    Mean,
    bootstrap,
    mean,
    units_needed,
    wilson,
)
from carteado.arena.statistics.rates import Figure, deal_sums, game_scores, is_duel, joined, rate
from carteado.arena.statistics.tally import Group, Tally

__all__ = ["Cell", "Entry", "Games", "Needed", "cross_table", "entries"]

# Default half-widths to plan for, in the unit's word a deal; shares are fractions of 1.
_WANTED_SHARES = (0.02, 0.01)
_WANTED = {"bb": (0.05, 0.1), "stakes": (0.003, 0.01), "points": (10.0, 50.0)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Games:
    """Finished games: how often one entrant placed above another.

    Attributes:
        wins: of the row.
        draws: shared places.
        losses: of the row.
        share: wins and half the draws, of all games; by game, Wilson's interval.
        by_sets: the same share with the set as the unit, because games of a set share cards;
            without an interval where all sets ended alike.
        adjusted: the same after all-in adjustment, None where the records have none; may lie
            outside of 0 and 1, its interval never does.
    """

    wins: int
    draws: int
    losses: int
    share: float
    wilson: Interval
    by_sets: Mean
    adjusted: Mean | None

    @property
    def best(self) -> Mean:
        """The most precise estimate by sets: the adjusted one where it exists."""
        return self.by_sets if self.adjusted is None else self.adjusted

    @property
    def headline(self) -> tuple[float, Interval]:
        """The share to report first: adjusted if that has an interval, else by game."""
        if self.adjusted is None or self.adjusted.interval is None:
            return self.share, self.wilson
        # If all sets ended alike, sets give no interval, but Wilson's method gives one from games.
        return self.adjusted.value, self.adjusted.interval

    @property
    def gain(self) -> float | None:
        """The factor of games that the naive count needs for the same interval."""
        # Variance of a share if all games were independent: what one would claim without
        # duplicate sets.
        naive = self.share * (1 - self.share) / (self.wins + self.draws + self.losses)
        # A ratio of variances: errors shrink with the root of the number of games.
        return naive / self.best.error**2 if naive and self.best.error else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Needed:
    """The total sample that a desired half-width requires.

    Attributes:
        half_width: wanted, in units a deal; share of games, where the matches are games.
        sets: complete sets.
        matches: in these sets.
        deals: in these sets, as long as they were so far.
        more: matches still missing.
    """

    half_width: float
    sets: int
    matches: int
    deals: int
    more: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One entrant against another, in units a deal.

    Attributes:
        row: number of the one.
        column: number of the other.
        duel: whether only these two met: the figures are then the row's winnings, otherwise the
            difference of their winnings.
        sets: complete sets in which they met.
        matches: in these sets.
        deals: in these sets.
        unlike: sets whose result differs from the most frequent one.
        naive: winnings, every match by itself.
        duplicate: winnings, every set by itself.
        adjusted: the same after all-in adjustment, None where the records have none.
        bootstrap: interval of `best` without any assumption on the distribution; None from one set.
        needed: samples for narrower intervals.
        games: the winners, if the matches are played to the end.
    """

    row: int
    column: int
    duel: bool
    sets: int
    matches: int
    deals: int
    unlike: int
    naive: Mean
    duplicate: Mean
    adjusted: Mean | None
    bootstrap: Interval | None
    needed: tuple[Needed, ...]
    games: Games | None

    @property
    def best(self) -> Mean:
        """The most precise of the three: the adjusted one where it exists."""
        return self.duplicate if self.adjusted is None else self.adjusted

    @property
    def gain(self) -> float | None:
        """The factor of sets that the naive count needs for the same interval."""
        # One set gives no error, and a zero error has no ratio.
        if not self.naive.error or not self.best.error:
            return None
        # Relative efficiency: variances of means shrink with the number of sets, so their ratio is
        # the factor in sets.
        return (self.naive.error / self.best.error) ** 2

    def turned(self) -> Cell:
        """The same seen from the other side."""
        return replace(
            self,
            row=self.column,
            column=self.row,
            naive=_negated(self.naive),
            duplicate=_negated(self.duplicate),
            adjusted=None if self.adjusted is None else _negated(self.adjusted),
            # `needed`, `unlike` and the sizes are the same from both sides.
            bootstrap=_mirrored(self.bootstrap, 0.0),
            games=None if self.games is None else _turned(self.games),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """The winnings of one entrant against everybody, in units a deal and seat.

    Attributes:
        entrant: its number.
        sets: complete sets that it played.
        deals: in these sets.
        naive: every match by itself; None without a complete set, as the next two.
        duplicate: every set by itself.
        adjusted: after all-in adjustment, where the records have it.
        faults: its faults, in all records.
    """

    entrant: int
    sets: int
    deals: int
    naive: Mean | None
    duplicate: Mean | None
    adjusted: Mean | None
    faults: Faults


def entries(records: Tally, unit: Unit, *, level: float = 0.95) -> tuple[Entry, ...]:
    """One entry for each entrant, in the order of their numbers."""
    found = []
    for who, faults in enumerate(records.faults):
        groups = [group for group in records.groups if who in group.entrants]
        adjusted = _adjusted(groups)
        found.append(
            Entry(
                entrant=who,
                sets=sum(group.sets.size for group in groups),
                deals=int(sum(group.deals.sum() for group in groups)),
                naive=rate(groups, who, None, unit, Figure.NAIVE, level=level),
                duplicate=rate(groups, who, None, unit, Figure.DUPLICATE, level=level),
                # Without this test the rate would only repeat `duplicate` under another name.
                adjusted=rate(groups, who, None, unit, Figure.ADJUSTED, level=level)
                if adjusted
                else None,
                faults=faults,
            )
        )
    return tuple(found)


def cross_table(
    records: Tally,
    unit: Unit,
    *,
    seed: int,
    level: float = 0.95,
    resamples: int = 2000,
    wanted: Sequence[float] = (),
) -> tuple[Cell, ...]:
    """One cell for each pair that met, rows before columns.

    Args:
        records: all of them.
        unit: what they count.
        seed: of the bootstrap; every cell draws the same resamples.
        level: of all intervals.
        resamples: of the bootstrap, 0 for none.
        wanted: half-widths to plan for, in units a deal, or share of games where the matches are
            games; usual ones if none are given.
    """
    everybody = range(len(records.faults))
    cells = []
    # One of each pair is enough: `Cell.turned` gives the other.
    for row, column in combinations(everybody, 2):
        groups = [
            group
            for group in records.groups
            # Tables of more than two count as well: their cell is a difference of winnings.
            if {row, column} <= set(group.entrants) and group.sets.size
        ]
        if groups:
            cells.append(_cell(groups, row, column, unit, seed, level, resamples, wanted))
    return tuple(cells)


def _cell(
    groups: Sequence[Group],
    row: int,
    column: int,
    unit: Unit,
    seed: int,
    level: float,
    resamples: int,
    wanted: Sequence[float],
) -> Cell:
    best = Figure.ADJUSTED if _adjusted(groups) else Figure.DUPLICATE
    parts = {
        figure: joined([deal_sums(group, row, column, unit, figure) for group in groups])
        # A set, because `best` may be `DUPLICATE` again.
        for figure in {Figure.NAIVE, Figure.DUPLICATE, best}
    }
    duplicate = parts[Figure.DUPLICATE]
    rates = {figure: sums.rate(level) for figure, sums in parts.items()}
    sizes = _Sizes(
        sets=duplicate.won.size,
        matches=parts[Figure.NAIVE].won.size,
        deals=int(duplicate.deals.sum()),
    )
    games = _games(groups, row, column, level)
    # In games played to the end the share won counts; chips are only the means.
    if games is not None:
        needed = _needed(_share_sd(games), sizes, tuple(wanted) or _WANTED_SHARES, level)
    else:
        targets = tuple(wanted) or _WANTED.get(unit.word, ())
        needed = _needed(rates[best].sd, sizes, targets, level)
    return Cell(
        row=row,
        column=column,
        # One table with third parties turns the whole cell into a difference.
        duel=all(is_duel(group) for group in groups),
        sets=sizes.sets,
        matches=sizes.matches,
        deals=sizes.deals,
        unlike=parts[best].unlike,
        naive=rates[Figure.NAIVE],
        duplicate=rates[Figure.DUPLICATE],
        adjusted=rates.get(Figure.ADJUSTED),
        bootstrap=bootstrap(
            parts[best].won,
            parts[best].deals,
            seed=seed,
            level=level,
            resamples=resamples,
        ),
        needed=needed,
        games=games,
    )


def _adjusted(groups: Sequence[Group]) -> bool:
    return any(group.adjusted is not None for group in groups)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sizes:
    sets: int
    matches: int
    deals: int


def _needed(
    sd: float | None, sizes: _Sizes, wanted: Sequence[float], level: float
) -> tuple[Needed, ...]:
    # No deviation, no plan: a constant result would seem to need no further sets.
    if not sd:
        return ()
    found = []
    for half_width in wanted:
        sets = units_needed(sd, half_width, level=level)
        # The sets of a plan are divided as so far: the same matches and deals for each set.
        matches = round(sets * sizes.matches / sizes.sets)
        needed = Needed(
            half_width=half_width,
            sets=sets,
            matches=matches,
            deals=round(sets * sizes.deals / sizes.sets),
            more=max(0, matches - sizes.matches),
        )
        found.append(needed)
    return tuple(found)


def _share_sd(games: Games) -> float | None:
    """Deviation of one set's share of games; that of a fair coin while all sets end alike."""
    return games.best.sd or (None if games.by_sets.units < 2 else 0.5)


def _games(groups: Sequence[Group], row: int, column: int, level: float) -> Games | None:
    played = [group for group in groups if group.place is not None]
    if not played:
        return None
    scores = [game_scores(group, row, column) for group in played]
    fair = [game_scores(group, row, column, Figure.ADJUSTED) for group in played]
    games = np.concatenate([score.ravel() for score in scores])
    # Scores of games are exactly 0, 0.5 or 1, so floats may be compared.
    wins = int(np.count_nonzero(games == 1))
    losses = int(np.count_nonzero(games == 0))
    draws = games.size - wins - losses
    # A draw is half a win for each side, as in chess.
    interval = wilson(wins + draws / 2, games.size, level=level)
    # Wilson's interval is None only without games, and `played` has some.
    assert interval is not None
    return Games(
        wins=wins,
        draws=draws,
        losses=losses,
        share=(wins + draws / 2) / games.size,
        wilson=interval,
        by_sets=_by_sets(scores, level),
        adjusted=_by_sets(fair, level) if any(group.luck is not None for group in played) else None,
    )


def _by_sets(scores: Sequence[NDArray[np.float64]], level: float) -> Mean:
    """A share with the set as the unit."""
    return _within(mean(np.concatenate([score.mean(axis=1) for score in scores]), level=level))


def _within(share: Mean) -> Mean:
    """Student's interval of a share, cut at 0 and 1; none where all sets ended alike."""
    if share.interval is None or not share.sd:
        # A deviation of 0 means that too little was played, not that the share is certain.
        return replace(share, error=None, interval=None)
    # Student's interval knows no bounds, a share does.
    low, high = np.clip((share.interval.low, share.interval.high), 0.0, 1.0).tolist()
    return replace(share, interval=replace(share.interval, low=low, high=high))


def _negated(known: Mean) -> Mean:
    # Not `-known.value`, which turns 0.0 into -0.0.
    return replace(known, value=0.0 - known.value, interval=_mirrored(known.interval, 0.0))


def _mirrored(interval: Interval | None, whole: float) -> Interval | None:
    if interval is None:
        return None
    return replace(interval, low=whole - interval.high, high=whole - interval.low)


def _turned(games: Games) -> Games:
    mirrored = _mirrored(games.wilson, 1.0)
    # For the type checker: `_mirrored` gives None only for None.
    assert mirrored is not None
    return Games(
        wins=games.losses,
        draws=games.draws,
        losses=games.wins,
        share=1.0 - games.share,
        wilson=mirrored,
        by_sets=_opposite(games.by_sets),
        adjusted=None if games.adjusted is None else _opposite(games.adjusted),
    )


def _opposite(share: Mean) -> Mean:
    return replace(share, value=1.0 - share.value, interval=_mirrored(share.interval, 1.0))
