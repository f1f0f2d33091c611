"""What was typed comes back in the next run, without what nobody else may know."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from tests.clients.tui.tables import my_turn

from carteado.clients.tui.app import Terminal
from carteado.clients.tui.history import KEPT, History


def test_commands_are_kept_in_a_file_of_the_player_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "terminal.history"
    history = History(path)
    history.add("tables")
    history.add("raise 120", ["fold", "call", "raise"])
    assert History(path).lines == ["tables", "raise 120"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nobody_else_can_read_the_file_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "terminal.history"
    path.write_text("help\n")
    path.chmod(0o644)
    modes: list[int] = []
    replace = os.replace

    def seen(source: str, target: str) -> None:
        modes.append(stat.S_IMODE(os.stat(source).st_mode))
        replace(source, target)

    monkeypatch.setattr(os, "replace", seen)
    History(path).add("tables")
    assert modes == [0o600]
    path.unlink()
    History(path).add("tables")
    assert modes == [0o600, 0o600]


def test_chat_codes_and_invalid_commands_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    history = History(path)
    for line in (
        "say I have aces",
        "/say I have aces",
        "code swordfish",
        "join friday code=swordfish",
        "I have aces",
        "knock\x1b[2J",
    ):
        history.add(line)
    assert history.lines[0] == "say I have aces"
    assert not path.exists()


def test_history_is_bounded_and_drops_repeated_lines(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    history = History(path)
    for number in range(KEPT + 5):
        history.add(f"join {number}")
        history.add(f"join {number}")
    assert History(path).lines == [f"join {number}" for number in range(5, KEPT + 5)]


def test_a_damaged_file_counts_as_empty(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    path.write_bytes(b"\xff\xfe\x00")
    assert History(path).lines == []
    folder = tmp_path / "folder"
    folder.mkdir()
    History(folder).add("tables")


def test_damaged_lines_are_dropped_and_the_others_come_back(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    long = b"x" * 100_000
    path.write_bytes(b"tables\n\xff\xfe\x00\n\x1b[2J\n" + long + b"\n\n\nhelp\r\njoin 3\nlea\xc3")
    assert History(path).lines == ["tables", "join 3"]


def test_only_the_end_of_a_large_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    with path.open("wb") as file:
        file.write(b"first\n")
        file.truncate(1 << 40)  # a hole: reading it whole would fill the memory
        file.seek(0, os.SEEK_END)
        file.write(b"\ntables\n")
    assert History(path).lines == ["tables"]
    History(path).add("help")
    assert path.stat().st_size == len("tables\nhelp\n")


def test_a_pipe_in_place_of_the_file_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    os.mkfifo(path)
    assert History(path).lines == []


async def test_the_arrows_bring_back_a_line_of_the_last_run(tmp_path: Path) -> None:
    path = tmp_path / "terminal.history"
    History(path).add("history")
    driver = my_turn((80, 24))
    terminal = Terminal(driver.session, history=History(path), clock=lambda: driver.now_ms)
    async with terminal.run_test(size=(80, 24)) as pilot:
        terminal.show()
        await pilot.press("slash", "up")
        await pilot.pause()
        assert terminal.input_line.value == "history"


async def test_escape_closes_a_dialog_before_it_empties_the_line(tmp_path: Path) -> None:
    driver = my_turn((80, 24))
    terminal = Terminal(
        driver.session, history=History(tmp_path / "history"), clock=lambda: driver.now_ms
    )
    async with terminal.run_test(size=(80, 24)) as pilot:
        terminal.show()
        await pilot.press("question_mark")
        assert driver.session.ui.sheet
        await pilot.press("slash", "x", "escape")
        assert (driver.session.ui.sheet, terminal.input_line.value) == ("", "/x")
        await pilot.press("escape")
        assert terminal.input_line.value == ""
