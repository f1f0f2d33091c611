"""``carteado play`` in a real terminal: tmux is the screen and the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.logs import between_deals, segment
from tests.clients.tui.live import opened
from tests.clients.tui.tmux import CARTEADO, Tmux
from tests.e2e.processes import Server

pytestmark = pytest.mark.exhaustive


async def test_a_hand_is_played_in_a_real_terminal(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        await tmux.start(*CARTEADO, "play", server.url, "--name", "Ana", "--table", table)
        await tmux.sees("Your turn")
        await tmux.keys("r", "a", "i", "s", "e", "Space", "6", "0", "Enter")
        await tmux.sees("Ana raises to 60", "Flop")
        await tmux.sees("Your turn")
        await tmux.run("resize-window", "-t", "play", "-x", "160", "-y", "50")
        await tmux.sees("F8 log")
        await tmux.keys("F1")
        await tmux.sees("caller wins")
        await tmux.keys("Escape")
        await tmux.sees("Table and owner")
        await tmux.keys("q")
        await tmux.sees("ended 0")


async def test_a_server_that_is_gone_is_a_sentence(tmux: Tmux) -> None:
    await tmux.start(*CARTEADO, "play", "127.0.0.1:9", "--name", "Ana")
    screen = await tmux.sees("Nobody answers at 127.0.0.1:9")
    assert "Traceback" not in screen


async def test_the_first_start_speaks_the_language_of_the_system(tmux: Tmux) -> None:
    german = ("env", "LC_ALL=de_AT.UTF-8", "PYTHONUTF8=1")
    await tmux.start(*german, *CARTEADO, "play", "127.0.0.1:9", "--name", "Ana")
    await tmux.sees("Beenden")


async def test_a_dumb_terminal_gets_lines(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        await tmux.start("env", "TERM=dumb", *CARTEADO, "play", server.url, "--name", "Ana")
        screen = await tmux.sees("welcome Ana")
        assert "--lines prints lines for people" in screen


async def test_a_person_at_a_dumb_terminal_gets_lines_for_people(
    tmux: Tmux, tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        arguments = ("play", server.url, "--name", "Ana", "--lines")
        await tmux.start("env", "TERM=dumb", *CARTEADO, *arguments)
        await tmux.sees("you are Ana; ? for help")


async def test_a_log_is_replayed_in_the_full_screen_and_as_lines(
    tmux: Tmux, tmp_path: Path
) -> None:
    log = tmp_path / "friday.log"
    log.write_bytes(segment(between_deals("holdem:four-player", 1, 40)))
    await tmux.start(*CARTEADO, "replay", str(log), "--as", "all")
    await tmux.sees("Time line")
    await tmux.keys(">", "]", "x")
    await tmux.sees("PHH of this hand")
    await tmux.keys("Escape")
    await tmux.sees("Pot ")  # an Escape and a letter at once would be Alt and the letter
    await tmux.keys("v")
    await tmux.sees("view: Rail")
    await tmux.keys("Escape")
    await tmux.sees("ended 0")


async def test_a_replay_has_lines_where_they_are_asked_for(tmux: Tmux, tmp_path: Path) -> None:
    log = tmp_path / "friday.log"
    log.write_bytes(segment(between_deals("holdem:four-player", 1, 4)))
    await tmux.start(*CARTEADO, "replay", str(log), "--plain")
    screen = await tmux.sees("ended 0")
    assert "is out, place" in screen
    assert "Time line" not in screen


async def test_an_invalid_log_is_a_sentence(tmux: Tmux, tmp_path: Path) -> None:
    log = tmp_path / "bad.log"
    log.write_bytes(b"not a log")
    await tmux.start(*CARTEADO, "replay", str(log))
    screen = await tmux.sees("ended 6")
    # A long folder is continued in the next row.
    assert "bad.log: byte 0: not a log of this program" in "".join(screen.splitlines())
    assert "Traceback" not in screen


async def test_the_mouse_works_in_a_real_terminal(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        await tmux.start(*CARTEADO, "play", server.url, "--name", "Ana", "--table", table)
        await tmux.sees("Your turn")
        rows = (await tmux.sees("F2 C")).split("\n")
        row = next(number for number, text in enumerate(rows) if "F2 C" in text)
        await tmux.click(rows[row].index("F2 C") + 4, row)
        await tmux.sees("Flop")


async def test_a_line_of_the_last_run_comes_back(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        play = (*CARTEADO, "play", server.url, "--name", "Ana")
        await tmux.start(*play)
        await tmux.sees("There is no table yet")
        await tmux.keys("/", "t", "a", "b", "l", "e", "s")
        await tmux.sees("> /tables")
        await tmux.keys("Enter")
        # The empty line shows its hint again once the command has been carried out.
        await tmux.sees("> / begins a line: a table")
        await tmux.keys("/", "Up")
        await tmux.sees("> /tables")
        # While the first run still ends, its name would be taken.
        await tmux.keys("C-q")
        await tmux.sees("ended 0")
        await tmux.start_again(*play)
        await tmux.sees("There is no table yet")
        await tmux.keys("/", "Up")
        await tmux.sees("> /tables")
