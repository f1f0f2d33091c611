"""The bar of a long job: drawn on a terminal as wide as it is, and nowhere else."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import sys
import termios

import pytest

from carteado.client import progress
from carteado.client.progress import Progress


class Terminal:
    """A terminal as the standard error, and what it is sent."""

    def __init__(self, columns: int) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.error = open(theirs, "w", encoding="utf-8")  # noqa: SIM115

    def sent(self) -> str:
        """All that it was sent, to the end."""
        self.error.close()
        told = b""
        try:
            while piece := os.read(self._ours, 4096):
                told += piece
        except OSError:  # the end of it, as Linux has it
            pass
        os.close(self._ours)
        return told.decode().replace("\r\n", "\n")


@pytest.fixture
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds pass between any two looks at the clock."""
    now = iter(range(0, 10**6, 10))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(now)))


def drawn(monkeypatch: pytest.MonkeyPatch, columns: int, **how: bool) -> str:
    """What a terminal of so many columns is sent while a job goes on."""
    terminal = Terminal(columns)
    monkeypatch.setenv("TERM", "xterm")
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", terminal.error)
        with Progress(**how) as bar:
            bar.tell("sets of holdem", 500, 2_000)
            bar.tell("sets of holdem", 1_000, 2_000)
            print("tight: no answer in time", file=sys.stderr)
            bar.tell("sets of holdem", 1_500, 2_000)
            bar.tell("parts of hands", 1, 4)
        print("done", file=sys.stderr)
    return terminal.sent()


def on_screen(sent: str) -> list[str]:
    """The lines that are left on a screen."""
    return [line.rpartition("\r\x1b[K")[2] for line in sent.split("\n")[:-1]]


@pytest.mark.usefixtures("_clock")
@pytest.mark.parametrize("columns", [1, 10, 40, 52, 80, 200])
def test_a_bar_fits_its_terminal_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    sent = drawn(monkeypatch, columns)
    bars = [part for part in re.split("\r\x1b\\[K|\n", sent) if " of " in part]
    assert all(len(bar) < columns for bar in bars)
    assert on_screen(sent) == ["tight: no answer in time", "done"]


@pytest.mark.usefixtures("_clock")
@pytest.mark.parametrize(
    ("columns", "bar"),
    [
        (60, "1,000 of 2,000 sets of holdem, 50/s, 0:00:20 left"),
        (45, "1,000 of 2,000 sets of holdem, 0:00:20 left"),
        (40, "[###....] 1,000 of 2,000 sets of holdem"),
    ],
)
def test_what_has_no_place_is_left_out_whole(
    monkeypatch: pytest.MonkeyPatch, columns: int, bar: str
) -> None:
    assert f"{bar}\n" in drawn(monkeypatch, columns).replace("\r\x1b[K", "\n")


@pytest.mark.usefixtures("_clock")
def test_what_was_done_before_is_no_measure_of_the_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = drawn(monkeypatch, 80)
    assert "] 500 of 2,000 sets of holdem\r" in sent
    assert "[############............] 1,000 of 2,000 sets of holdem, 50/s, 0:00:20 left" in sent
    assert "1,500 of 2,000 sets of holdem, 50/s, 0:00:10 left" in sent
    assert "] 1 of 4 parts of hands\r" in sent


def test_no_bar_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, 80, quiet=True) == "tight: no answer in time\ndone\n"


def test_no_bar_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress() as bar:
        bar.tell("sets", 1, 2)
    assert capsys.readouterr().err == ""
