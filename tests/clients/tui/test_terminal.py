"""``carteado play`` in a real terminal: tmux is the screen and the keyboard."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clients.logs import between_deals, segment
from tests.clients.tui.live import opened
from tests.clocks import PATIENCE_S
from tests.e2e.processes import Server

pytestmark = pytest.mark.exhaustive

SIZES = ("COLUMNS", "LINES")
HINT = "the terminal's test needs tmux: apt-get install tmux"


class Tmux:
    """One pane of 80 x 24 on a tmux server of its own."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        # A size in the environment would count for more than that of the terminal.
        kept = {name: value for name, value in os.environ.items() if name not in SIZES}
        self.environment = {
            **kept,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "XDG_STATE_HOME": str(folder / "state"),
        }

    async def run(self, *words: str) -> str:
        process = await asyncio.create_subprocess_exec(
            "tmux",
            "-S",
            self.socket,
            *words,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
        return out.decode()

    async def start(self, *command: str) -> None:
        size = ("-x", "80", "-y", "24")
        shell = " ".join((*command, "; echo ended $?; read line"))
        await self.run("-f", "/dev/null", "new-session", "-d", *size, "-s", "play", shell)

    async def keys(self, *names: str) -> None:
        await self.run("send-keys", "-t", "play", *names)

    async def screen(self) -> str:
        return await self.run("capture-pane", "-p", "-t", "play")

    async def sees(self, *parts: str) -> str:
        """Wait until the screen shows one of some words."""
        screen = ""
        try:
            async with asyncio.timeout(2 * PATIENCE_S):
                while not any(part in screen for part in parts):
                    await asyncio.sleep(0.1)
                    screen = await self.screen()
        except TimeoutError:
            raise AssertionError(f"none of {parts}:\n{screen}") from None
        return screen


@pytest.fixture
async def tmux(tmp_path: Path) -> AsyncIterator[Tmux]:
    if shutil.which("tmux") is None:
        pytest.fail(HINT)
    found = Tmux(tmp_path)
    yield found
    await found.run("kill-server")


async def test_a_hand_is_played_in_a_real_terminal(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        carteado = (sys.executable, "-m", "carteado.clients.cli.main")
        await tmux.start(*carteado, "play", server.url, "--name", "Ana", "--table", table)
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
    carteado = (sys.executable, "-m", "carteado.clients.cli.main")
    await tmux.start(*carteado, "play", "127.0.0.1:9", "--name", "Ana")
    screen = await tmux.sees("Nobody answers at 127.0.0.1:9")
    assert "Traceback" not in screen


async def test_a_dumb_terminal_gets_lines(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        carteado = (sys.executable, "-m", "carteado.clients.cli.main")
        await tmux.start("env", "TERM=dumb", *carteado, "play", server.url, "--name", "Ana")
        await tmux.sees("welcome Ana")


async def test_a_log_is_replayed_in_the_full_screen_and_as_lines(
    tmux: Tmux, tmp_path: Path
) -> None:
    log = tmp_path / "friday.log"
    log.write_bytes(segment(between_deals("holdem:four-player", 1, 40)))
    carteado = (sys.executable, "-m", "carteado.clients.cli.main")
    await tmux.start(*carteado, "replay", str(log), "--as", "all")
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
    carteado = (sys.executable, "-m", "carteado.clients.cli.main")
    await tmux.start(*carteado, "replay", str(log), "--plain")
    screen = await tmux.sees("ended 0")
    assert "opens" in screen
    assert "Time line" not in screen


async def test_what_is_no_log_is_a_sentence(tmux: Tmux, tmp_path: Path) -> None:
    log = tmp_path / "bad.log"
    log.write_bytes(b"not a log")
    carteado = (sys.executable, "-m", "carteado.clients.cli.main")
    await tmux.start(*carteado, "replay", str(log))
    screen = await tmux.sees("ended 6")
    assert "bad.log" in screen
    assert "Traceback" not in screen
