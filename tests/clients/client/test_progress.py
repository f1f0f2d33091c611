"""The bar of a long job: drawn on a terminal, and nowhere else."""

from __future__ import annotations

import os
import pty
import re
import sys
import termios

import pytest

from carteado.client import progress
from carteado.client.progress import Progress


class Terminal:
    """A terminal as the standard error, and its output."""

    def __init__(self, columns: int) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, columns))
        self.error = open(theirs, "w", encoding="utf-8")  # noqa: SIM115

    def sent(self) -> str:
        """All that it was sent, to the end."""
        self.error.close()
        shown = b""
        try:
            while piece := os.read(self._ours, 4096):
                shown += piece
        except OSError:  # the end of it, as Linux has it
            pass
        os.close(self._ours)
        return shown.decode().replace("\r\n", "\n")


def drawn(monkeypatch: pytest.MonkeyPatch, *, columns: int = 80, **how: bool) -> str:
    """The output to a terminal while a job runs."""
    terminal = Terminal(columns)
    monkeypatch.setenv("TERM", "xterm")
    with monkeypatch.context() as patched:
        patched.setattr(progress, "EVERY_S", 0)
        patched.setattr(sys, "stderr", terminal.error)
        with Progress(**how) as bar:
            bar.tell("sets of holdem", 500, 2_000)
            bar.tell("sets of holdem", 1_000, 2_000)
            print("tight: no answer in time", file=sys.stderr)
            bar.tell("parts of hands", 1, 4)
        print("done", file=sys.stderr)
    return terminal.sent()


def shown(sent: str) -> list[str]:
    """What is sent, without the control sequences, by line."""
    return [
        line.strip() for line in re.split("[\r\n]+", re.sub("\x1b\\[[?\\d;]*[A-Za-z]", "", sent))
    ]


def test_a_bar_shows_the_progress_of_each_job(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(drawn(monkeypatch))
    bars = [line for line in lines if " of " in line]
    for words in ("500 of 2,000 sets of holdem", "1,000 of 2,000 sets of holdem"):
        assert any(words in bar for bar in bars)
    assert "1 of 4 parts of hands" in bars[-1]
    assert "sets of holdem" not in bars[-1]
    assert "tight: no answer in time" in lines


def test_a_finished_bar_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, after = drawn(monkeypatch).rpartition("parts")
    assert "\x1b[2K" in after  # the line is erased
    assert shown(after)[-2:] == ["done", ""]


@pytest.mark.parametrize("columns", [24, 40])
def test_a_bar_leaves_room_for_the_echo_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    bars = [line for line in shown(drawn(monkeypatch, columns=columns)) if " of " in line]
    assert bars
    assert max(map(len, bars)) <= columns - len("^C")


def test_a_quiet_job_draws_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, quiet=True) == "tight: no answer in time\ndone\n"


def test_a_job_without_a_terminal_draws_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress() as bar:
        bar.tell("sets", 1, 2)
    assert capsys.readouterr().err == ""
