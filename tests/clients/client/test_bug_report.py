"""Reports of bugs: where they are, who may read them, and what is not in them."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from carteado.client.bug_report import MAX_REPORT, keep_report, report_of


def caught(work: Callable[..., object], *arguments: object) -> Exception:
    try:
        work(*arguments)
    except Exception as error:
        return error
    raise AssertionError("no bug")


def look_up(token: str) -> None:
    cards = {"As": token}
    try:
        cards[token]
    except KeyError as error:
        raise ValueError(f"no {token}") from error


def test_a_report_names_the_place_of_a_bug_and_no_values() -> None:
    report = report_of(caught(look_up, "secret-1"), {"page": "table"})
    assert "page: table" in report
    assert "ValueError\n" in report
    assert "KeyError\n" in report
    assert ", in look_up\n    cards[token]" in report
    assert "secret-1" not in report
    assert str(Path(__file__).parent) not in report


def test_a_report_names_each_bug_of_a_group() -> None:
    error = ExceptionGroup("several", [caught(look_up, "a"), caught(int, "b")])
    assert report_of(error).count("ValueError\n") == 2


def again(text: str) -> str:
    return again(text)


def test_an_endless_recursion_has_a_short_report() -> None:
    report = report_of(caught(again, "x" * MAX_REPORT))
    assert "frames\n" in report
    assert report.count("in again") < 60


def test_a_report_has_a_greatest_size() -> None:
    assert len(report_of(caught(int, "b"), {f"é{n}": "é" * 200 for n in range(900)}).encode()) <= (
        MAX_REPORT
    )


@pytest.mark.skipif(sys.platform == "win32", reason="has no rights of this kind")
def test_only_its_owner_can_read_a_report_and_the_next_one_replaces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first = keep_report(caught(int, "b"))
    second = keep_report(caught(look_up, "a"))
    assert first == second is not None
    assert "look_up" in second.read_text()
    assert stat.S_IMODE(second.stat().st_mode) == 0o600
    assert [one.name for one in second.parent.iterdir()] == [second.name]


def test_a_folder_that_cannot_be_written_leaves_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "carteado").write_text("a file instead of the folder")
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    assert keep_report(caught(int, "b")) is None
