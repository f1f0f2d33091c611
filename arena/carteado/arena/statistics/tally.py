"""Collects records in arrays: one table for each group of entrants, one row for each set."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Faults, Match

__all__ = ["Depth", "Group", "Tally", "tally"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Depth:
    """The hands of a group's games that began with the effective stack in one band.

    Attributes:
        depth: lower end of the band, in units.
        hands: in each set that had such hands, shape (sets,).
        net: won or lost in them by each entrant, shape (sets, entrants).
        squares: sum of the squares, hand by hand, shape (sets, entrants).
    """

    depth: int
    hands: Floats
    net: Floats
    squares: Floats


@dataclass(frozen=True, kw_only=True)
class Group:
    """All complete sets that the same entrants played, in the order of their numbers.

    Where an entrant holds several seats, its value is the mean over them.

    Attributes:
        entrants: their numbers, rising.
        seats: how many seats each of them holds.
        sets: numbers of the complete sets, rising, shape (sets,).
        seatings: matches in each set.
        net: won or lost in each match, shape (sets, seatings, entrants).
        adjusted: the same with the luck after all-ins taken out, None where no record has it.
        place: place in each match, None for single deals.
        chips: all chips of each freezeout, shape (sets, seatings); None where a record lacks them.
        deals: in each match, shape (sets, seatings).
        incomplete: sets that lack a seating, and so are left out.
        depths: hands by effective stack, where they were recorded; lowest band first.
    """

    entrants: tuple[int, ...]
    seats: tuple[int, ...]
    sets: Whole
    seatings: int
    net: Floats
    adjusted: Floats | None
    place: Floats | None
    deals: Floats
    incomplete: int
    chips: Floats | None = None
    depths: tuple[Depth, ...] = ()

    def side(self, entrant: int) -> int:
        """The place of this entrant among `entrants`."""
        # `entrants` is a short tuple, so a search is faster than keeping a dictionary for each
        # group.
        return self.entrants.index(entrant)

    @property
    def luck(self) -> Floats | None:
        """The luck of each entrant's cards after all-ins, as a share of all chips of the game.

        Shape (sets, seatings, entrants); None for single deals, and where the records lack it.
        """
        if self.adjusted is None or self.chips is None:
            return None
        # A share, so that freezeouts with different stacks can be averaged.
        return (self.net - self.adjusted) / self.chips[:, :, np.newaxis]

    def head(self, sets: int) -> Group:
        """The same with only the first sets, by their numbers; without `depths`."""
        return replace(
            self,
            sets=self.sets[:sets],
            net=self.net[:sets],
            adjusted=None if self.adjusted is None else self.adjusted[:sets],
            place=None if self.place is None else self.place[:sets],
            chips=None if self.chips is None else self.chips[:sets],
            deals=self.deals[:sets],
            # Depths keep only the sets that had hands in the band, so their rows cannot be cut by
            # set.
            depths=(),
        )


@dataclass(frozen=True, kw_only=True)
class Tally:
    """All records of a measurement.

    Attributes:
        groups: those who met, in the order of their numbers.
        matches: records read.
        deals: hands dealt.
        decisions: decisions taken.
        faults: of each entrant, in all records.
    """

    groups: tuple[Group, ...]
    matches: int
    deals: int
    decisions: int
    faults: tuple[Faults, ...]


def tally(matches: Iterable[Match], entrants: int | None = None) -> Tally:
    """Read every record once; their order does not matter.

    Args:
        matches: the records.
        entrants: how many there are; None for as many as the records name.

    Raises:
        ArenaError: an unknown entrant, tuples that do not fit the seats, a set and seating recorded
            twice, or games and single deals mixed in one group.
    """
    columns: dict[tuple[int, ...], _Columns] = {}
    # Lists while they are summed: a frozen `Faults` for every record would be built and thrown
    # away.
    faults = [[0, 0, 0] for _ in range(entrants or 0)]
    deals = decisions = count = 0
    for match in matches:
        count += 1
        deals += match.deals
        decisions += match.decisions
        found = columns.get(match.seats)
        if found is None:
            # Only for a new seating: checking every record would dominate the reading.
            _check_seats(match, entrants)
            faults.extend([0, 0, 0] for _ in range(len(faults), max(match.seats) + 1))
            found = columns[match.seats] = _Columns(seats=match.seats)
        found.add(match)
        # Faults also count in incomplete sets, because they are not estimates.
        for seat, wrong in enumerate(match.faults):
            sums = faults[match.seats[seat]]
            sums[0] += wrong.refused
            sums[1] += wrong.late
            sums[2] += wrong.failed
    kinds: dict[tuple[int, ...], list[_Columns]] = {}
    for seats in sorted(columns):
        # Ways to sit of the same entrants belong to one group.
        kinds.setdefault(tuple(sorted(seats)), []).append(columns[seats])
    return Tally(
        groups=tuple(_group(kind, kinds[kind]) for kind in sorted(kinds)),
        matches=count,
        deals=deals,
        decisions=decisions,
        faults=tuple(Faults(refused=a, late=b, failed=c) for a, b, c in faults),
    )


@dataclass(kw_only=True)
class _Columns:
    """The records of one way to sit."""

    seats: tuple[int, ...]
    # Typed arrays take eight bytes a number; a list takes a pointer and an object for each.
    sets: array[int] = field(default_factory=lambda: array("q"))
    seatings: array[int] = field(default_factory=lambda: array("q"))
    deals: array[int] = field(default_factory=lambda: array("q"))
    net: array[float] = field(default_factory=lambda: array("d"))
    adjusted: array[float] = field(default_factory=lambda: array("d"))
    places: array[int] = field(default_factory=lambda: array("q"))
    chips: array[int] = field(default_factory=lambda: array("q"))
    # One record is enough: where the others have no all-in, their plain winnings are the adjusted
    # ones.
    any_adjusted: bool = False
    # A list, unlike the columns: most records have no stretches, and those that do have several.
    stretches: list[tuple[int, int, int, Sequence[int], Sequence[int]]] = field(
        default_factory=list
    )

    def add(self, match: Match) -> None:
        size = len(self.seats)
        adjusted, place = match.adjusted, match.place
        if len(match.net) != size or match.deals < 1 or len(match.faults) not in (0, size):
            raise _misfit(match)
        self.sets.append(match.set)
        self.seatings.append(match.seating)
        self.deals.append(match.deals)
        self.net.extend(match.net)
        if adjusted is None:
            # Keeps the column as long as the others, so that rows stay aligned.
            self.adjusted.extend(match.net)
        elif len(adjusted) == size:
            self.adjusted.extend(adjusted)
            self.any_adjusted = True
        else:
            raise _misfit(match)
        # Left out rather than filled up: the column's length separates games from deals.
        if place is not None:
            if len(place) != size:
                raise _misfit(match)
            self.places.extend(place)
        if match.chips is not None:
            if match.chips < 1:
                raise _misfit(match)
            self.chips.append(match.chips)
        for part in match.stretches:
            if part.hands < 1 or len(part.net) != size or len(part.squares) != size:
                raise _misfit(match)
            self.stretches.append((part.depth, match.set, part.hands, part.net, part.squares))


def _check_seats(match: Match, entrants: int | None) -> None:
    # Without a number of entrants only negative ones can be wrong.
    known = max(match.seats, default=0) + 1 if entrants is None else entrants
    if not match.seats or not all(0 <= who < known for who in match.seats):
        raise ArenaError(
            f"{_where(match)} seats {list(match.seats)}; the entrants are 0 to {known - 1}"
        )


def _where(match: Match) -> str:
    return f"the record of set {match.set}, seating {match.seating}"


def _misfit(match: Match) -> ArenaError:
    return ArenaError(
        f"{_where(match)} does not fit its {len(match.seats)} seats: every list has one entry "
        "for each seat, and there is at least one deal and one chip"
    )


def _group(kind: tuple[int, ...], ways: list[_Columns]) -> Group:
    """The complete sets of all ways in which the same entrants sat."""
    # An entrant may hold several seats, but has one column.
    entrants = tuple(sorted(set(kind)))
    sets = np.concatenate([np.asarray(way.sets, dtype=np.int64) for way in ways])
    seatings = np.concatenate([np.asarray(way.seatings, dtype=np.int64) for way in ways])
    # Floats at once, since every use of them divides.
    deals = np.concatenate([np.asarray(way.deals, dtype=np.float64) for way in ways])
    # `lexsort` sorts by its last key first: by sets, and within a set by seatings.
    order = np.lexsort((seatings, sets))
    sets, seatings = sets[order], seatings[order]
    # After sorting, duplicates are adjacent.
    again = np.flatnonzero((sets[1:] == sets[:-1]) & (seatings[1:] == seatings[:-1]))
    if again.size:
        at = int(again[0])
        raise ArenaError(f"set {sets[at]}, seating {seatings[at]} of {kind} is recorded twice")
    numbers, sizes = np.unique(sets, return_counts=True)
    # The records do not say how many seatings a set has; the highest number that occurs does.
    wide = int(seatings.max()) + 1
    # Back from one flag a set to one flag a record.
    kept = np.repeat(sizes == wide, sizes)
    shape = (int(np.count_nonzero(sizes == wide)), wide, len(entrants))
    chosen = order[kept]

    def table(name: str) -> Floats:
        rows = [_by_entrant(getattr(way, name), way.seats, entrants) for way in ways]
        # Sorted by set and seating, and every set kept has the same size: reshaping alone forms
        # the table.
        found: Floats = np.concatenate(rows)[chosen].reshape(shape)
        return found

    return Group(
        entrants=entrants,
        seats=tuple(kind.count(who) for who in entrants),
        sets=numbers[sizes == wide],
        seatings=wide,
        net=table("net"),
        adjusted=table("adjusted") if any(way.any_adjusted for way in ways) else None,
        place=table("places") if _played_out(kind, ways) else None,
        chips=_chips(ways, chosen, shape[:2]),
        deals=deals[chosen].reshape(shape[:2]),
        incomplete=int(np.count_nonzero(sizes != wide)),
        depths=_depths(ways, entrants, {int(number) for number in numbers[sizes == wide]}),
    )


def _by_entrant(column: array[float], seats: tuple[int, ...], entrants: tuple[int, ...]) -> Floats:
    """The mean over each entrant's seats, shape (records, entrants)."""
    rows = np.asarray(column, dtype=np.float64).reshape(-1, len(seats))
    held = [[seat for seat, who in enumerate(seats) if who == entrant] for entrant in entrants]
    found: Floats = np.stack([rows[:, own].sum(axis=1) / len(own) for own in held], axis=1)
    return found


def _chips(ways: list[_Columns], chosen: NDArray[np.intp], shape: tuple[int, int]) -> Floats | None:
    """The chips of each match, where every record says them."""
    # A column with gaps could not be aligned with its records, so it counts as absent.
    if any(len(way.chips) != len(way.sets) for way in ways):
        return None
    chips = np.concatenate([np.asarray(way.chips, dtype=np.float64) for way in ways])
    found: Floats = chips[chosen].reshape(shape)
    return found


def _played_out(kind: tuple[int, ...], ways: list[_Columns]) -> bool:
    """Whether the matches were games to their end: all of them, or none."""
    games = sum(len(way.places) // len(way.seats) for way in ways)
    if games not in (0, sum(len(way.sets) for way in ways)):
        raise ArenaError(f"{kind} has games to their end and single deals; measure them apart")
    return games > 0


def _depths(
    ways: list[_Columns], entrants: tuple[int, ...], complete: set[int]
) -> tuple[Depth, ...]:
    """The stretches of complete sets, added up over the games of each set."""
    sums: dict[tuple[int, int], tuple[int, Floats, Floats]] = {}
    for way in ways:
        # `set_` because `set` is a builtin.
        for depth, set_, hands, net, squares in way.stretches:
            if set_ in complete:
                # One record is a table of one row.
                own = _by_entrant(array("d", net), way.seats, entrants)[0]
                spread = _by_entrant(array("d", squares), way.seats, entrants)[0]
                before = sums.get((depth, set_))
                if before is not None:
                    hands, own, spread = hands + before[0], own + before[1], spread + before[2]
                sums[depth, set_] = hands, own, spread
    rows: dict[int, list[tuple[int, Floats, Floats]]] = {}
    # Sorted, so that sums do not depend on the order in which the records were written.
    for depth, set_ in sorted(sums):
        rows.setdefault(depth, []).append(sums[depth, set_])
    return tuple(
        Depth(
            depth=depth,
            hands=np.array([row[0] for row in found], dtype=np.float64),
            net=np.stack([row[1] for row in found]),
            squares=np.stack([row[2] for row in found]),
        )
        for depth, found in rows.items()
    )
