"""A measurement's records on disk, written during play, so that a run can be resumed.

A journal is a text file of JSON lines. The first line describes the contest. A line for each set
follows, in order, with its matches; lines between them hold decision times. An incomplete last
line, as after a crash, is dropped and its set is played again. A lock keeps two runs from writing
to one journal.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from carteado.arena.errors import ArenaError, in_words
from carteado.arena.matches.contest import Contest
from carteado.arena.matches.records import Clock, Faults, Match, Stretch

__all__ = ["Journal", "JournalError", "lock_file"]

_KIND = "carteado-arena"
_FORMAT = f"{_KIND}/2"
"""The number rises when the same contest would give other records than before."""

_MATCH = tuple(field.name for field in dataclasses.fields(Match) if field.name != "set")
_NAMES = {
    "seed": "--seed",
    "freezeout": "--freezeout",
    "all_orders": "--all-orders",
    "max_deals": "--max-deals",
}
# The statistics use doubles, which hold whole numbers exactly only up to this.
_MOST = 2**53


class JournalError(ArenaError):
    """A journal cannot be read or written, or belongs to another measurement."""


class Journal:
    """The journal of one contest; a context manager that locks the file.

    Args:
        path: of the file, which is created if missing.
        contest: that it is of.
        resume: whether to continue with its content; otherwise the file must not exist.

    Attributes:
        matches: its complete sets in order.
        clocks: the measured times so far, one for each entrant.
        dropped: bytes of an incomplete last line that were dropped.

    Raises:
        JournalError: the file exists without `resume`, belongs to another contest, cannot be read,
            or has an invalid line, which the error names.
        ArenaError: another run writes it.
    """

    def __init__(self, path: Path, contest: Contest, *, resume: bool = False) -> None:
        self.path = path
        self.matches: list[Match] = []
        self.clocks = [Clock() for _ in contest.entrants]
        self.dropped = 0
        self._sets = 0
        self._new = not path.exists()
        self._contest = contest
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} cannot hold a journal: it is not a regular file")
        try:
            # Open until the context ends. "x" fails if another run created the file meanwhile, so
            # none is overwritten.
            self._file: BinaryIO = open(path, "x+b" if self._new else "r+b")  # noqa: SIM115
        except OSError as error:
            raise JournalError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            # Before the first line is read, because another run may be writing one.
            lock_file(self._file, path)
            self._begin(resume)
        except BaseException:
            self._close()
            raise

    @property
    def sets(self) -> int:
        """Complete sets in it."""
        return self._sets

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._new and not self._sets and error is not None:
            with contextlib.suppress(OSError):  # otherwise it would block the correct run
                self.path.unlink()
        self._close()

    def _close(self) -> None:
        with contextlib.suppress(OSError):  # a full disk was reported already
            self._file.close()

    def add(self, sets: Sequence[Sequence[Match]], clocks: Sequence[Clock]) -> None:
        """Write the next sets, in order, and their decision times.

        Raises:
            JournalError: the disk is full, or the sets are not the next ones.
        """
        lines = []
        for matches in sets:
            if not matches or any(match.set != self._sets for match in matches):
                raise JournalError(f"set {self._sets} comes next in {self.path}")
            lines.append({"set": self._sets, "matches": [_row(match) for match in matches]})
            self._sets += 1
        # After the sets, so that a crash in between loses times and no set.
        lines.append({"clocks": [clock.counts for clock in clocks]})
        text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)
        try:
            self._file.write(text.encode())
            # Flushed but not synced: a power failure may cost the last sets, which are played
            # again.
            self._file.flush()
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None
        for matches in sets:
            self.matches.extend(matches)
        for mine, theirs in zip(self.clocks, clocks, strict=True):
            mine.add(theirs)

    # Reading

    def _begin(self, resume: bool) -> None:
        whole = 0
        header = json.dumps(self._header()).encode() + b"\n"
        try:
            for number, line in enumerate(self._file, 1):
                if not line.endswith(b"\n"):
                    # Without a whole line it is a torn journal only if it begins like this one.
                    if not whole and not header.startswith(line):
                        raise self._no_journal() if resume else self._is_there()
                    self.dropped = len(line)
                    break
                # The first line is enough to identify the file.
                if number > 1 and not resume:
                    break
                self._read(number, line)
                whole += len(line)
            if not whole:
                self._file.seek(0)
                self._file.truncate()
                self._file.write(header)
                self._file.flush()
                return
            if not resume:
                raise self._is_there()
            # Removes an incomplete last line, so that the next set begins on its own line.
            self._file.seek(whole)
            self._file.truncate()
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror}") from None

    def _is_there(self) -> JournalError:
        return JournalError(
            f"{self.path} is there already; --resume goes on with it, or name another file"
        )

    def _no_journal(self) -> JournalError:
        return JournalError(f"{self.path} is not a journal of an arena ({_FORMAT})")

    def _header(self) -> dict[str, Any]:
        named = {
            field.name: getattr(self._contest, field.name)
            for field in dataclasses.fields(Contest)
            if field.compare
        }
        columns = {"match": list(_MATCH), "clock": list(Clock().bounds)}
        # Through JSON and back, so that tuples equal the lists read from a file.
        header: dict[str, Any] = json.loads(
            json.dumps({"journal": _FORMAT, "contest": named, "columns": columns})
        )
        return header

    def _read(self, number: int, line: bytes) -> None:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise JournalError(f"{self.path}, line {number}: this is not JSON") from None
        if number == 1:
            self._check_header(data)
            return
        try:
            if "clocks" in data:
                for clock, counts in zip(self.clocks, data["clocks"], strict=True):
                    clock.add(Clock(counts=counts))
                return
            # Sets are contiguous, so a missing one would shift all results after it.
            if data["set"] != self._sets:
                raise ValueError(f"set {self._sets} should come here")
            self.matches.extend(_matches(data, self._contest))
            self._sets += 1
        except (KeyError, TypeError, ValueError) as error:
            raise JournalError(
                f"{self.path}, line {number}: no line of a journal: {error}"
            ) from None

    def _check_header(self, data: Any) -> None:
        wanted = self._header()
        kind = data.get("journal") if isinstance(data, Mapping) else None
        if not isinstance(kind, str) or not kind.startswith(f"{_KIND}/"):
            raise self._no_journal()
        if data == wanted:
            return
        there, here = data.get("contest"), wanted["contest"]
        columns = data.get("columns")
        if kind != _FORMAT or columns != wanted["columns"] or not isinstance(there, Mapping):
            raise JournalError(
                f"{self.path} was written by another release of the arena, which counts otherwise: "
                "begin a new journal"
            )
        differences = [
            f"{_NAMES.get(name, name)} is {mine!r} there and {value!r} here"
            for name, mine, value in _pairs(there, here)
            if mine != value
        ]
        raise JournalError(f"{self.path} is of another measurement: {'; '.join(differences)}")


def _pairs(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The options of both sides, in pairs."""
    for name, value in here.items():
        mine = there.get(name)
        if isinstance(value, Mapping) and isinstance(mine, Mapping):
            yield from _pairs(mine, value)
        else:
            yield name, mine, value


def _row(match: Match) -> list[Any]:
    """A match's fields in the order of the columns, without empty ones at the end."""
    row: list[Any] = [getattr(match, name) for name in _MATCH]
    for at, name in enumerate(_MATCH):
        if name in ("faults", "stretches"):
            row[at] = [dataclasses.astuple(item) for item in row[at]]
    # Most matches have no faults and no stretches, so their lines are short.
    while row and row[-1] == []:
        row.pop()
    return row


def _matches(data: Mapping[str, Any], contest: Contest) -> Iterator[Match]:
    seatings = contest.plan.seatings(data["set"])
    rows = data["matches"]
    if len(rows) != len(seatings):
        raise ValueError(f"{len(rows)} matches, not {len(seatings)}")
    for number, (row, seats) in enumerate(zip(rows, seatings, strict=True)):
        if len(row) > len(_MATCH):
            raise ValueError("too many columns")
        fields = dict(zip(_MATCH, map(_tuples, row), strict=False))
        fields["faults"] = tuple(
            [Faults(**dict(zip(_FAULTS, part, strict=True))) for part in _items(fields, "faults")]
        )
        fields["stretches"] = tuple(
            [
                Stretch(**dict(zip(_STRETCH, part, strict=True)))
                for part in _items(fields, "stretches")
            ]
        )
        match = Match(set=data["set"], **fields)
        # The plan says who sat where; a record that differs belongs to another contest.
        if (match.seating, match.seats) != (number, seats):
            raise ValueError(f"seating {number} is not of this contest")
        by_seat = (match.net, match.adjusted, match.place)
        if any(row is not None and len(row) != len(seats) for row in by_seat):
            raise ValueError(f"seating {number} does not fit its {len(seats)} seats")
        _check_numbers(match)
        yield match


def _check_numbers(match: Match) -> None:
    """Raise `ValueError` for numbers that no match can have."""
    whole = [match.deals, match.decisions, *match.net, *(match.place or ())]
    whole += [count for fault in match.faults for count in dataclasses.astuple(fault)]
    for part in match.stretches:
        whole += [part.depth, part.hands, *part.net]
    if match.chips is not None:
        whole.append(match.chips)
    if not all(type(number) is int and -_MOST < number < _MOST for number in whole):
        raise ValueError(f"seating {match.seating} counts in whole numbers")
    if not all(map(math.isfinite, match.adjusted or ())):
        raise ValueError(f"seating {match.seating} has a number that is not finite")


_FAULTS = tuple(field.name for field in dataclasses.fields(Faults))
_STRETCH = tuple(field.name for field in dataclasses.fields(Stretch))


def _items(fields: Mapping[str, Any], name: str) -> Any:
    return fields.get(name) or ()


def _tuples(value: Any) -> Any:
    """A column of a record: a number, None, or a tuple of these."""
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    if value is not None and type(value) not in (int, float):
        raise ValueError(f"{value!r:.40} is not a number")
    return value


def lock_file(file: BinaryIO, path: Path) -> None:
    """Hold an open file for this process alone until it is closed, or the process has ended.

    On systems without such locks (Windows) it does nothing.

    Args:
        file: the file.
        path: its name for messages.

    Raises:
        ArenaError: another run holds it, or its file system cannot lock it.
    """
    if sys.platform == "win32":
        return
    import fcntl

    with in_words(f"{path} cannot be locked"):
        try:
            # An advisory lock that the system releases by itself when the process dies.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaError(
                f"{path} is being written by another run: wait for its end, or name another file"
            ) from None
