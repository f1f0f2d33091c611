"""The plots: one for each kind of figure, always the same bytes, and nothing heavy before."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.arena.measurements import BB, STAKES, duel_sets, games, table_sets

from carteado.arena.errors import ArenaError
from carteado.arena.plots import drawings, save
from carteado.arena.records import Clock, Stretch
from carteado.arena.report import Report
from carteado.arena.summary import summarise
from carteado.arena.terminal_plots import terminal_plots

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


def test_no_plotting_library_is_loaded_before_a_plot_is_drawn() -> None:
    program = (
        "import sys, carteado.arena.summary, carteado.arena.plots, carteado.arena.terminal_plots;"
        "print([name for name in ('matplotlib', 'plotext', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
