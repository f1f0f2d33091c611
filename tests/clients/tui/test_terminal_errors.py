"""What goes wrong in a real terminal is a sentence with a way on, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest
from tests.clients.fake_server import FakeServer
from tests.clients.tui.live import opened
from tests.clients.tui.tmux import CARTEADO, Tmux
from tests.e2e.processes import Server

from carteado.client import Client
from carteado.protocol.messages import CloseTable, Open

pytestmark = pytest.mark.exhaustive


def kept_token(folder: Path) -> str:
    """The token that the terminal keeps."""
    (file,) = (folder / "state" / "carteado" / "sessions").glob("*.json")
    return str(json.loads(file.read_text())["token"])


async def test_without_textual_it_says_so_and_writes_lines(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        without = tmp_path / "without.py"
        without.write_text(
            "import sys\n"
            "sys.modules['textual'] = None\n"
            "from carteado.clients.cli.main import main\n"
            "main()\n"
        )
        await tmux.start(sys.executable, str(without), "play", server.url, "--name", "Ana")
        screen = await tmux.sees("pip install 'carteado[tui]'")
        assert "Traceback" not in screen
        await tmux.sees("Welcome", "welcome", "Ana")


async def test_a_seat_that_is_played_elsewhere_can_be_taken_over(
    tmux: Tmux, tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        await tmux.start(*CARTEADO, "play", server.url, "--name", "Ana", "--table", table)
        await tmux.sees("Your turn")
        async with Client(server.url, name="Ana", token=kept_token(tmp_path)) as other:
            screen = await tmux.sees("You play elsewhere now")
            assert "Take over here" in screen
            assert [held.table for held in other.welcome.seats] == [table]
            await tmux.keys("Enter")
            await tmux.sees("Your turn")


async def test_a_server_of_another_version_is_named(tmux: Tmux) -> None:
    async with FakeServer(("carteado.2.json",)) as server:
        await tmux.start(*CARTEADO, "play", server.url, "--name", "Ana")
        screen = await tmux.sees("another version of the protocol")
        assert "Traceback" not in screen
        assert "same version" in " ".join(screen.split())


async def test_a_server_that_goes_away_during_play_is_waited_for(
    tmux: Tmux, tmp_path: Path
) -> None:
    """The terminal calls a server gone after ten seconds here, instead of thirty."""
    sooner = tmp_path / "sooner.py"
    sooner.write_text(
        "import carteado.scene.control.screens\n"
        "carteado.scene.control.screens.GONE_MS = 10_000\n"
        "from carteado.clients.cli.main import main\n"
        "main()\n"
    )
    async with Server(tmp_path, f"sqlite:{tmp_path / 'tables.db'}") as server:
        table = await opened(server, "holdem", 1)
        words = ("play", server.url, "--name", "Ana", "--table", table)
        await tmux.start(sys.executable, str(sooner), *words)
        await tmux.sees("Your turn")
        await server.kill()
        await tmux.sees("Reconnecting. Your seat is kept.")
        await tmux.sees("The server is gone")
        await server.start()
        await tmux.sees("Your turn")


async def test_a_table_that_is_closed_says_so_and_leads_to_the_others(
    tmux: Tmux, tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server, Client(server.url, name="Host") as host:
        settings = {"decision_ms": 60_000, "pause_ms": 100, "nonce_ms": 100}
        options = {"seats": 3}
        reply = await host.request(Open, game="holdem", options=options, settings=settings)
        await tmux.start(
            *CARTEADO, "play", server.url, "--name", "Ana", "--table", str(reply.table)
        )
        await tmux.sees("1 of 3 seats taken")
        await host.request(CloseTable, table=reply.table)
        await tmux.sees("This table is closed")
        await tmux.keys("Enter")
        await tmux.sees("tables at")


async def test_a_table_that_is_not_there_is_a_sentence(tmux: Tmux, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        await tmux.start(*CARTEADO, "play", server.url, "--name", "Ana", "--table", "nowhere")
        screen = await tmux.sees("! ")
        assert "Traceback" not in screen
        assert "there is no table 'nowhere'" in screen


async def start_by_pid(tmux: Tmux, folder: Path) -> int:
    """Start the menu; the id of its process."""
    pid = folder / "pid"
    await tmux.start("sh", "-c", f"'echo $$ > {pid}; exec {' '.join(CARTEADO)}'")
    await tmux.sees("type an address, or choose a server below")
    return int(pid.read_text())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("key", ["Escape", "?"])
async def test_a_signal_closes_the_screen_and_gives_the_terminal_back(
    tmux: Tmux, tmp_path: Path, number: signal.Signals, key: str
) -> None:
    pid = await start_by_pid(tmux, tmp_path)
    await tmux.keys(key)
    os.kill(pid, number)
    screen = await tmux.sees(f"ended {128 + number}")
    assert "Traceback" not in screen
    # The menu is gone with the screen that a full-screen program has for itself.
    assert "type an address" not in screen
    assert await tmux.is_given_back()


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
async def test_a_stopped_terminal_comes_back_whole_and_is_given_back_at_the_end(
    tmux: Tmux, tmp_path: Path, number: signal.Signals
) -> None:
    pid = await start_by_pid(tmux, tmp_path)
    await tmux.keys("?")
    before = await tmux.sees("Keys that are shown work")
    os.kill(pid, number)
    if number == signal.SIGTSTP:
        await tmux.loses("Keys that are shown work")
        assert await tmux.is_given_back()
    else:
        # Cleared, so that it shows when the program goes on: keys before that may be lost.
        await tmux.keys("-R")
        await tmux.loses("Keys that are shown work")
    os.kill(pid, signal.SIGCONT)
    assert await tmux.sees("Keys that are shown work") == before
    await tmux.keys("Escape")
    await tmux.loses("Keys that are shown work")
    await tmux.keys("C-q")
    await tmux.sees("ended 0")
    assert await tmux.is_given_back()


def breaking(folder: Path, text: str) -> tuple[str, str]:
    """The command with a bug of a test's own, in `Session` or `Link`."""
    broken = folder / "broken.py"
    broken.write_text(
        "from carteado.client.link import Link\n"
        "from carteado.clients.cli.main import main\n"
        "from carteado.clients.tui.session import Session\n"
        f"def bug(self, *arguments):\n"
        "    cards = 'As' + 'Kd'\n"
        "    raise ValueError(f'broken with {cards}')\n"
        f"{text} = bug\n"
        "main()\n"
    )
    return sys.executable, str(broken)


async def ends_with_a_report(tmux: Tmux, folder: Path) -> str:
    """What the terminal shows after the bug, as one line."""
    screen = await tmux.sees("ended 70")
    report = folder / "state" / "carteado" / "bug-report.txt"
    assert "raise ValueError" in report.read_text()
    assert report.stat().st_mode & 0o777 == 0o600
    for text in (screen, report.read_text()):
        assert "AsKd" not in text
    assert "Traceback" not in screen
    assert await tmux.is_given_back()
    return "".join(screen.splitlines())


async def test_a_bug_is_a_sentence_and_a_report_without_values(tmux: Tmux, tmp_path: Path) -> None:
    await tmux.start(*breaking(tmp_path, "Session.key"))
    await tmux.sees("type an address, or choose a server below")
    await tmux.keys("F1")
    said = await ends_with_a_report(tmux, tmp_path)
    assert "The terminal table was closed by a bug. Type the same command again to go on." in said
    assert str(tmp_path / "state" / "carteado" / "bug-report.txt") in said


async def test_after_a_bug_at_a_table_the_same_command_leads_back_to_the_seat(
    tmux: Tmux, tmp_path: Path
) -> None:
    german = ("env", "LC_ALL=de_AT.UTF-8", "PYTHONUTF8=1")
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        words = ("play", server.url, "--name", "Ana", "--table", table)
        broken = (*german, *breaking(tmp_path, "Session.key"), *words)
        await tmux.start(*broken, "; echo ended $?; read line;", *german, *CARTEADO, *words)
        await tmux.sees("Du bist dran")
        await tmux.keys("F1")
        said = await ends_with_a_report(tmux, tmp_path)
        assert "um an deinen Platz zurückzukehren" in said
        await tmux.keys("Enter")
        await tmux.sees("Du bist dran")


async def test_a_bug_beside_the_screen_does_not_leave_it_waiting(
    tmux: Tmux, tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        await tmux.start(*breaking(tmp_path, "Link._heard"), "play", server.url, "--name", "Ana")
        await ends_with_a_report(tmux, tmp_path)


async def test_an_error_output_in_a_file_does_not_take_the_screen(
    tmux: Tmux, tmp_path: Path
) -> None:
    await tmux.start(*CARTEADO, f"2>{tmp_path / 'errors'}")
    await tmux.sees("type an address, or choose a server below")
    await tmux.keys("C-q")
    await tmux.sees("ended 0")
