"""A report as lines for a terminal: measurements first, conclusions after them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from carteado.arena.statistics.intervals import Interval, Mean
from carteado.arena.statistics.rates import Scale, scales
from carteado.engine.words import counted

# `report` imports this module, so its classes are only imported for the checker.
if TYPE_CHECKING:
    from carteado.arena.reports.report import Report
    from carteado.arena.statistics.cross import Cell
    from carteado.arena.statistics.ratings import Ratings

__all__ = ["report_lines", "table", "written"]

_WIDTH = 100
"""Maximum characters of a line, if its longest name and one column fit."""

_GAP = "  "

_SHARE = Scale(name="% of the games", factor=100.0, digits=1)


def report_lines(report: Report) -> list[str]:
    """The report for people: cross table, details, freezeouts, ratings, faults, times, notes."""
    parts = (_head, _cross, _details, _needed, _entries, _games, _bands, _predictions)
    last = (_ratings, _faults, _times, _ending, _notes)
    found: list[str] = []
    for part in (*parts, *last):
        # An empty part yields nothing and gets no blank line.
        lines = list(part(report))
        if lines:
            found += ["", *lines] if found else lines
    return found


def written(mean: Mean | None, scale: Scale) -> str:
    """A mean with its half-width, ``+5.3 ±4.5``; without an interval only the mean."""
    if mean is None:
        return "-"
    # The z prints what is rounded to zero without a minus sign.
    value = f"{mean.value * scale.factor:+z.{scale.digits}f}"
    if mean.half_width is None:
        return f"{value} ±?"
    return f"{value} ±{mean.half_width * scale.factor:.{scale.digits}f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under a head, the first column to the left and the others to the right.

    Columns that do not fit into a line follow below, with the first column repeated.
    """
    cells = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]

    def line(row: Sequence[str], columns: Sequence[int]) -> str:
        rest = [row[at].rjust(widths[at]) for at in columns]
        return _GAP.join([row[0].ljust(widths[0]), *rest]).rstrip()

    return [line(row, columns) for columns in _abreast(widths) for row in cells]


def _abreast(widths: Sequence[int]) -> list[list[int]]:
    """The columns after the first one, in groups that each fit beside it."""
    groups: list[list[int]] = []
    room = 0
    # Wide tables are folded by columns: a broken line would misalign them.
    for at, width in enumerate(widths[1:], 1):
        needed = len(_GAP) + width
        if not groups or needed > room:
            groups.append([])
            room = _WIDTH - widths[0]
        groups[-1].append(at)
        room -= needed
    return groups


def _listed(title: str, parts: Sequence[str]) -> Iterator[str]:
    """Parts after a title, in as many lines as necessary; no part is broken."""
    line = f"{title}: {parts[0]}"
    for part in parts[1:]:
        # Room for the separator before the part and for the one after it.
        if len(line) + len(part) + len("; ;") > _WIDTH:
            yield f"{line};"
            line = f"{_GAP}{part}"
        else:
            line = f"{line}; {part}"
    yield line


def _sentence(text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, subsequent_indent=_GAP, break_long_words=False, break_on_hyphens=False
    )


def _head(report: Report) -> Iterator[str]:
    yield (
        f"{counted(report.deals, 'deal')} in {counted(report.matches, 'match', 'matches')} of "
        f"{counted(report.sets, 'complete set')}; {counted(report.decisions, 'decision')}"
    )


def _scale(report: Report) -> Scale:
    return scales(report.unit)[0]


def _cross(report: Report) -> Iterator[str]:
    scale = _scale(report)
    measure = "won by the row" if all(cell.duel for cell in report.cells) else "row less column"
    # A contest plays either games or single deals, so one cell shows which.
    if any(cell.games for cell in report.cells):
        yield f"Cross table: games won by the row, percent (level {report.level:.0%})"
    else:
        yield f"Cross table: {measure}, {scale.name}, ± half-width (level {report.level:.0%})"
    rows = [
        [
            name,
            *(_crossing(report.cell(row, column), scale) for column in range(len(report.entrants))),
        ]
        for row, name in enumerate(report.entrants)
    ]
    yield from table(["", *report.entrants], rows)


def _crossing(cell: Cell | None, scale: Scale) -> str:
    if cell is None:
        return "-"
    if cell.games is not None:
        share, interval = cell.games.headline
        return f"{share:.1%} {_span(interval, 100, 1)}"
    return written(cell.best, scale)


def _span(interval: Interval | None, factor: float, digits: int) -> str:
    if interval is None:
        return "no interval"
    low, high = interval.low * factor, interval.high * factor
    return f"[{low:z.{digits}f}, {high:z.{digits}f}]"


def _details(report: Report) -> Iterator[str]:
    scale = _scale(report)
    if not report.cells:
        return
    yield f"As measured, {scale.name}; sd of one match or set, in {report.unit.word}"
    rows = []
    for cell in report.cells:
        rows.append(
            [
                _pair(report, cell.row, cell.column),
                f"{cell.sets:,}",
                written(cell.naive, scale),
                _deviation(cell.naive),
                written(cell.duplicate, scale),
                _deviation(cell.duplicate),
                written(cell.adjusted, scale),
                _deviation(cell.adjusted),
                _gain(cell.gain),
                "-"
                if cell.bootstrap is None
                else _span(cell.bootstrap, scale.factor, scale.digits),
            ]
        )
    head = ["", "sets", "naive", "sd", "duplicate", "sd", "adjusted", "sd", "saves", "bootstrap"]
    yield from table(head, rows)
    # Readers of poker papers expect mbb/h, players bb/100.
    for other in scales(report.unit)[1:]:
        shown = [
            f"{_pair(report, cell.row, cell.column)} {written(cell.best, other)}"
            for cell in report.cells
        ]
        yield from _listed(f"In {other.name}", shown)


def _needed(report: Report) -> Iterator[str]:
    games = any(cell.games for cell in report.cells)
    scale = _SHARE if games else _scale(report)
    planned = [cell for cell in report.cells if cell.needed]
    if not planned:
        return
    yield f"{'Games' if games else 'Matches'} still needed for a half-width (sets in all)"
    # All cells plan for the same half-widths, so the first one gives the heads.
    widths = [f"±{needed.half_width * scale.factor:g} {scale.name}" for needed in planned[0].needed]
    rows = [
        [
            _pair(report, cell.row, cell.column),
            *(f"{needed.more:,} ({needed.sets:,})" for needed in cell.needed),
        ]
        for cell in planned
    ]
    yield from table(["", *widths], rows)


def _deviation(mean: Mean | None) -> str:
    return "-" if mean is None or mean.sd is None else f"{mean.sd:.4g}"


def _gain(gain: float | None) -> str:
    return "-" if gain is None else f"{gain:.1f}x"


def _share(mean: Mean | None) -> str:
    """A share with its half-width."""
    if mean is None:
        return "-"
    return f"{mean.value:.1%} ±{'?' if mean.half_width is None else f'{mean.half_width:.1%}'}"


def _pair(report: Report, row: int, column: int) -> str:
    return f"{report.entrants[row]} - {report.entrants[column]}"


def _entries(report: Report) -> Iterator[str]:
    # With two entrants this would repeat the cross table.
    if len(report.entrants) < 3:
        return
    scale = _scale(report)
    yield f"Each against all it met, {scale.name}"
    rows = [
        [
            report.entrants[entry.entrant],
            f"{entry.deals:,}",
            written(entry.naive, scale),
            written(entry.duplicate, scale),
            written(entry.adjusted, scale),
        ]
        for entry in report.entries
    ]
    yield from table(["", "deals", "naive", "duplicate", "adjusted"], rows)


def _games(report: Report) -> Iterator[str]:
    rows = [
        [
            _pair(report, cell.row, cell.column),
            f"{games.wins:,}",
            f"{games.draws:,}",
            f"{games.losses:,}",
            f"{games.share:.1%}",
            _span(games.wilson, 100, 1),
            _span(games.by_sets.interval, 100, 1),
            _share(games.adjusted),
            _gain(games.gain),
        ]
        for cell in report.cells
        if (games := cell.games) is not None
    ]
    if rows:
        yield "Finished games, by winner"
        counts = ("won", "drawn", "lost")
        shares = ("share", "Wilson", "by sets", "adjusted", "saves")
        yield from table(["", *counts, *shares], rows)


def _bands(report: Report) -> Iterator[str]:
    if not report.bands:
        return
    scale = _scale(report)
    yield f"By effective stack, {scale.name}"
    rows = [
        [
            _pair(report, band.row, band.column),
            f"from {band.depth} {report.unit.word}",
            f"{band.hands:,}",
            written(band.rate, scale),
            f"{band.sd:.4g}",
        ]
        for band in report.bands
    ]
    yield from table(["", "stack", "hands", "won", "sd of a hand"], rows)


def _predictions(report: Report) -> Iterator[str]:
    if not report.predictions:
        return
    yield "Freezeouts as mean m and deviation s of a hand predict them: 1/(1+exp(-2 stack m/s^2))"
    rows = [
        [
            _pair(report, shown.row, shown.column),
            f"{shown.stack:g} {report.unit.word}",
            f"{shown.mean:+.4g}",
            f"{shown.sd:.4g}",
            f"{shown.chance:.1%} {_span(shown.interval, 100, 1)}",
            "not played" if shown.measured is None else f"{shown.measured:.1%}",
            "" if shown.wilson is None else _span(shown.wilson, 100, 1),
            "own hands" if shown.own else "single deals",
        ]
        for shown in report.predictions
    ]
    yield from table(["", "stack", "m", "s", "predicted", "measured", "", "m, s from"], rows)


def _ratings(report: Report) -> Iterator[str]:
    for ratings in (report.bradley_terry, report.skill):
        if ratings is not None:
            rated = counted(ratings.count, ratings.rated.removesuffix("s"))
            yield f"Ratings, for information only: {ratings.method}, from {rated}"
            yield from _rating_rows(report, ratings)


def _rating_rows(report: Report, ratings: Ratings) -> Iterator[str]:
    leagues = {rating.league for rating in ratings.ratings if rating.league is not None}
    rows = []
    for rating in ratings.ratings:
        name = report.entrants[rating.entrant]
        if rating.points is None:
            rows.append([name, "none", rating.why])
            continue
        # The number of the only league would be useless.
        league = f"  league {(rating.league or 0) + 1}" if len(leagues) > 1 else ""
        rows.append([name, f"{rating.points:+z.0f}", _span(rating.interval, 1, 0) + league])
    yield from (f"  {line}" for line in table(["", "points", "interval"], rows))


def _faults(report: Report) -> Iterator[str]:
    yield "Faults; each time the default was played"
    rows = [
        [
            report.entrants[entry.entrant],
            f"{entry.faults.refused:,}",
            f"{entry.faults.late:,}",
            f"{entry.faults.failed:,}",
        ]
        for entry in report.entries
    ]
    yield from table(["", "refused", "late", "failed"], rows)


def _times(report: Report) -> Iterator[str]:
    if not report.times:
        return
    yield "Decision times, at most (microseconds); no seed repeats them"
    rows = [
        [
            report.entrants[known.entrant],
            f"{known.decisions:,}",
            *(_time(value, known.decisions, known.bounds[-1]) for value in (known.p50, known.p95)),
            *(
                _time(value, known.decisions, known.bounds[-1])
                for value in (known.p99, known.longest)
            ),
        ]
        for known in report.times
    ]
    yield from table(["", "decisions", "half", "95%", "99%", "all"], rows)


def _time(value: int | None, decisions: int, last: int) -> str:
    if value is not None:
        return f"{value:,}"
    return f"over {last:,}" if decisions else "-"


def _ending(report: Report) -> Iterator[str]:
    ending = report.ending
    if ending is None:
        return
    games = any(cell.games for cell in report.cells)
    scale = _SHARE if games else _scale(report)
    wanted = f"±{ending.wanted * scale.factor:g} {scale.name}"
    if ending.half_width is None or ending.remaining is None:
        yield f"Stop at {wanted} ({ending.rule}): no look yet, too few sets"
        return
    now = f"±{ending.half_width * scale.factor:.{scale.digits + 1}f}"
    state = "reached" if ending.reached else f"not reached, {counted(ending.remaining, 'more set')}"
    if not ending.reached and ending.half_width <= ending.wanted:
        state += ", since too few ended otherwise than most do"
    look = f"at the look after {counted(ending.sets, 'set')}"
    yield from _sentence(f"Stop at {wanted} ({ending.rule}): {state}; {now} {look}")


def _notes(report: Report) -> Iterator[str]:
    for note in report.notes:
        yield from _sentence(f"Note: {note}")
