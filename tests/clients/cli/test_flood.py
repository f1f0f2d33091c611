"""Lines that a server sends without end are left out, and long ones are cut."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from carteado.clients.cli.desk import Desk
from carteado.clients.cli.dialect import Dialect, _talk
from carteado.clients.cli.flood import BURST, CALM, EACH_S, Flood
from carteado.clients.cli.lobby import MOST, table_lines
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.protocol.messages import TableInfo
from carteado.protocol.notation import LONGEST
from carteado.protocol.session_events import Announcement, ChatHeard


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_lines_that_come_too_fast_are_left_out_and_counted() -> None:
    clock = Clock()
    flood = Flood(clock)
    read = [one for number in range(BURST + 100) for one in flood.lines(f"{number}")]
    assert read[:BURST] == [str(number) for number in range(BURST)]
    assert [line.partition(";")[2] for line in read[BURST:]] == [" some are left out."]
    clock.now += EACH_S
    assert list(flood.lines("one more")) == []
    clock.now += CALM * EACH_S
    assert list(flood.lines("calm")) == ["* 101 lines were left out.", "calm"]
    clock.now += 1000 * EACH_S
    assert all(list(flood.lines("x")) == ["x"] for _ in range(BURST))


def desk() -> Desk:
    client: Any = SimpleNamespace(tables={})
    screen = Screen(terminal=False, colour=False)
    return Desk(people=[Person(name="Ana", client=client)], screen=screen, table="t-1")


def test_a_server_cannot_announce_for_ever(capsys: pytest.CaptureFixture[str]) -> None:
    at = desk()
    for number in range(5000):
        at._public(Announcement(text=f"news {number}", now_ms=0))
        chat = {"seat": None, "name": "Bia", "channel": "rail", "phrase": None}
        at._public(ChatHeard(table="t-1", text=f"hello {number}", **chat))
    lines = capsys.readouterr().out.splitlines()
    # Some more, where the machine is slow.
    assert BURST < len(lines) < 5000
    assert any("some are left out" in line for line in lines)


def test_a_server_cannot_fill_the_standard_error_of_a_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client: Any = SimpleNamespace(tables={})
    dialect = Dialect(client, as_json=False)
    for number in range(5000):
        dialect._aside(f"connection lost (break {number}); trying again")
    assert BURST < len(capsys.readouterr().err.splitlines()) < 5000


def test_a_long_line_is_cut_with_a_mark(capsys: pytest.CaptureFixture[str]) -> None:
    desk()._public(Announcement(text="x" * 1_000_000, now_ms=0))
    _talk("y" * 1_000_000)
    out, err = capsys.readouterr()
    assert out.endswith("x ... (996,026 more characters)\n")
    assert err.endswith("y ... (996,000 more characters)\n")
    assert len(out) < LONGEST + 100


def test_no_received_text_controls_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _talk("connection lost (\x1b[2J\x9b31m); trying again")
    assert capsys.readouterr().err == "connection lost (\\u001b[2J\\u009b31m); trying again\n"


def test_a_lobby_without_end_is_shown_in_part() -> None:
    info: Any = {"title": "", "game": "holdem", "options": {}, "settings": {}, "seats": ()}
    tables = [
        TableInfo(table=f"t-{number}", deals=0, over=False, watching=0, **info)
        for number in range(MOST + 5000)
    ]
    lines = list(table_lines(tables))
    assert len(lines) == MOST + 1
    assert lines[-1] == "... and 5,000 more tables"
