"""The plots: one for each kind of figure, always the same bytes, and nothing heavy before."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.arena.measurements import BB, STAKES, duel_sets, games, table_sets

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Clock, Stretch
from carteado.arena.reports.plots import drawings, figure, save
from carteado.arena.reports.report import Report
from carteado.arena.reports.summary import summarise
from carteado.arena.reports.terminal_plots import terminal_plots

ALL = ("cross-table", "winnings", "effective-stack", "freezeouts", "decision-times", "ratings")


@pytest.fixture(scope="module")
def freezeouts() -> Report:
    stretch = Stretch(depth=40, hands=20, net=(120, -120), squares=(72_000, 72_000))
    matches = [replace(match, stretches=(stretch,)) for match in games([(0, 1, 30), (1, 0, 20)])]
    clock = Clock()
    for took in (15, 90, 90, 700, 10_000_000):
        clock.count(took)
    return summarise(["tight", "mixed"], BB, matches, [clock, Clock()], stack=1500)


def test_every_plot_is_drawn(freezeouts: Report, tmp_path: Path) -> None:
    assert drawings(freezeouts) == ALL
    found = save(freezeouts, tmp_path / "new" / "folder")
    assert [path.name for path in found] == [f"{name}.svg" for name in ALL]
    for path in found:
        data = path.read_bytes()
        assert b"<dc:date>" not in data
        assert b"<image" not in data
        ElementTree.fromstring(data)


def test_a_plot_is_the_same_every_time(tmp_path: Path) -> None:
    report = summarise(["a", "b"], BB, duel_sets(30, late=20))
    first, again = save(report, tmp_path / "a"), save(report, tmp_path / "b")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]


def test_a_png_is_one(tmp_path: Path) -> None:
    (path, *_) = save(summarise(["a", "b"], BB, duel_sets(40, late=20)), tmp_path, form="png")
    assert path.name == "cross-table.png"
    assert path.read_bytes().startswith(b"\x89PNG")


def test_other_forms_are_refused(freezeouts: Report, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="svg or png, not 'gif'"):
        save(freezeouts, tmp_path, form="gif")


def test_a_report_has_only_the_plots_that_it_has_figures_for(tmp_path: Path) -> None:
    table = summarise(list("abcd"), STAKES, table_sets(5, [9, 3, -3, -9]))
    assert drawings(table) == ("cross-table", "winnings", "ratings")
    nothing = summarise(["a", "b"], BB, [])
    assert drawings(nothing) == ()
    assert save(nothing, tmp_path) == []
    assert terminal_plots(nothing) == []


def test_the_terminal_shows_them_too(freezeouts: Report) -> None:
    lines = terminal_plots(freezeouts, width=70)
    text = "\n".join(lines)
    assert "tight - mixed: won, bb" in text
    assert "by effective stack" in text
    assert "tight: decisions, %, by time" in text
    assert "\x1b" not in text
    assert max(map(len, lines)) <= 70
    assert terminal_plots(freezeouts, width=70) == lines
    assert "\x1b" in "\n".join(terminal_plots(freezeouts, colours=True))


@pytest.mark.parametrize(
    ("sets", "edge", "marks"),
    [
        (800, 200.0, ["500", "1,000", "1,500", "5,000", "10,000", "15,000"]),
        (20, 200.0, ["10", "20", "30", "40"]),
        (2, 0.001, ["2", "3", "4"]),
    ],
)
def test_axes_in_the_terminal_are_marked_at_round_numbers(
    sets: int, edge: float, marks: list[str]
) -> None:
    report = summarise(["a", "b"], BB, duel_sets(sets, edge=edge))
    lines = terminal_plots(report, width=80)
    first = lines[: lines.index(next(line for line in lines if line.strip() == "deals"))]
    found = re.findall(r"[-\d.,e]+(?=┤|\s|$)", "\n".join(first[1:]))
    assert set(marks) <= set(found)
    assert not [mark for mark in re.findall(r"\S+", first[-1]) if "." in mark or "e" in mark]


def test_the_terminal_shows_games_won_against_the_quotient(freezeouts: Report) -> None:
    lines = terminal_plots(freezeouts, width=70)
    text = "\n".join(lines)
    assert "Games won, %, by m / s² of a hand" in text
    assert ". predicted, 75 bb" in text
    # Ten stacks of 75 bb in 50 games of 40 hands are 0.375 bb a hand; the squares of 20 hands make
    # 180 bb², less those of the means 8.996 a hand.
    key = lines.index("a  tight - mixed: 60.0% [46.2, 72.4] at 0.0417")
    rows = [line for line in lines[:key] if line.count("│") == 2 or "┤" in line]
    assert any("a" in line.split("┤")[-1] for line in rows[-18:])


def test_the_terminal_shows_no_freezeouts_where_none_were_played() -> None:
    report = summarise(["a", "b"], BB, duel_sets(30, late=20))
    assert "Games won" not in "\n".join(terminal_plots(report))


def test_a_line_that_is_too_long_for_the_terminal_is_broken(freezeouts: Report) -> None:
    long = replace(freezeouts, entrants=("one with a name that is long", "another that is, too"))
    assert max(map(len, terminal_plots(long, width=40))) <= 40


def test_the_terminal_shows_the_band_of_the_winnings() -> None:
    report = summarise(["a", "b"], BB, duel_sets(300, late=200))
    (curve,) = report.curves
    assert curve.adjusted is not None
    high = max(value + reach for value, reach in zip(curve.adjusted, curve.band, strict=True))
    low = min(value - reach for value, reach in zip(curve.adjusted, curve.band, strict=True))
    with_band = "\n".join(terminal_plots(report))
    bare = replace(report, curves=(replace(curve, band=()),))
    without = "\n".join(terminal_plots(bare))
    assert ". 95%" in with_band
    (winnings, _) = with_band.split("deals", 1)
    ticks = [float(found) for found in re.findall(r"^ *(-?[\d.]+)┤", winnings, re.M)]
    assert (max(ticks), min(ticks)) == (pytest.approx(high, abs=0.1), pytest.approx(low, abs=0.1))
    assert with_band.count(".") > without.count(".") + 50
    assert "95%" not in without


def test_names_of_pairs_stand_beside_the_freezeouts_without_touching() -> None:
    # Here, because no other test waits for it.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.container import ErrorbarContainer

    names = ["tight", "aggressive", "mixed", "mfs", "five", "six"]
    stretch = Stretch(depth=40, hands=20, net=(120, -120), squares=(72_000, 72_000))
    pairs = list(itertools.combinations(range(6), 2))
    matches = [
        replace(match, stretches=(stretch,))
        for match in games([(one, other, 20) for one, other in pairs])
    ]
    report = summarise(names, BB, matches, [], stack=1500)
    listed = [line for line in terminal_plots(report, width=90) if " at 0." in line]
    assert [line[:3] for line in listed] == [f"{mark}  " for mark in "abcdefghijklmno"]
    drawn = figure(report, "freezeouts")
    FigureCanvasAgg(drawn).draw()
    (legend,) = drawn.legends
    boxes = [text.get_window_extent() for text in legend.get_texts()]
    words = [text.get_text() for text in legend.get_texts()]
    assert words[1:] == [f"{names[one]} − {names[other]}" for one, other in pairs]
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))
    (axes,) = drawn.axes
    assert not axes.texts
    assert not legend.get_window_extent().overlaps(axes.get_window_extent())
    assert drawn.bbox.contains(*legend.get_window_extent().p0)
    bars = [one.lines[0] for one in axes.containers if isinstance(one, ErrorbarContainer)]
    looks = {(line.get_marker(), str(line.get_color())) for line in bars if line is not None}
    assert len(looks) == len(pairs)


def test_no_plotting_library_is_loaded_before_a_plot_is_drawn() -> None:
    program = (
        "import sys, carteado.arena.reports.plots, carteado.arena.reports.terminal_plots;"
        "import carteado.arena.reports.summary;"
        "print([name for name in ('matplotlib', 'plotext', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
