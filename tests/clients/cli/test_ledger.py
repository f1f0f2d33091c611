"""How a ledger looks in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from carteado.client import InputError
from carteado.clients.cli.ledger import draw, evening, ledger_lines, write_csv

FIGURES = {"top_ups": 0, "corrections": 0, "cash_outs": 0}


def book(table: str, **results: int) -> dict:
    """A table at which everybody brought a thousand chips."""
    players = [
        {"name": name, "buy_ins": 1000, "in_play": 1000 + won, "result": won, **FIGURES}
        for name, won in results.items()
    ]
    return {
        "table": table,
        "title": table.upper(),
        "players": players,
        "payments": [],
        "points": [
            {"deal": 0, "results": [0] * len(results)},
            {"deal": 1, "results": [*results.values()]},
        ],
    }


def test_an_evening_adds_up_the_tables_and_lists_the_payments() -> None:
    total = evening([book("one", Ana=300, Bob=-300), book("two", Bob=500, Ana=-100, Cid=-400)])
    lines = ledger_lines(total)
    assert lines[0] == "All tables"
    assert lines[2].split() == ["Ana", "2,000", "0", "0", "0", "2,200", "+200"]
    assert set(lines[-2:]) == {"  Cid pays Ana 200", "  Cid pays Bob 200"}


def test_csv_names_every_figure_and_runs_no_formula(capsys: pytest.CaptureFixture[str]) -> None:
    write_csv([book("one", **{"=cmd()": 5, "Bob": -5})])
    assert capsys.readouterr().out.splitlines() == [
        "table,title,player,buy_ins,top_ups,corrections,cash_outs,in_play,result",
        "one,ONE,'=cmd(),1000,0,0,0,1005,5",
        "one,ONE,Bob,1000,0,0,0,995,-5",
    ]


def test_the_title_of_a_table_is_not_a_formula_either(capsys: pytest.CaptureFixture[str]) -> None:
    write_csv([{**book("one", Bob=5), "title": '=HYPERLINK("x")'}])
    assert capsys.readouterr().out.splitlines()[1].startswith('one,"\'=HYPERLINK(""x"")",Bob,')


def test_a_plot_is_written_or_refused_in_a_sentence(tmp_path: Path) -> None:
    draw([book("one", Ana=5, Bob=-5)], tmp_path / "plot.svg")
    assert "<svg" in (tmp_path / "plot.svg").read_text()
    with pytest.raises(InputError, match="nothing to plot yet"):
        draw([book("empty")], tmp_path / "none.svg")
    with pytest.raises(InputError, match=r"plot\.xyz"):
        draw([book("one", Ana=5, Bob=-5)], tmp_path / "plot.xyz")
