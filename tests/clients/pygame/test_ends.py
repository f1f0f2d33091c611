"""What goes wrong is a sentence, with real processes: in the window, or on the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.clients.pygame.hands import RealWindow
from tests.clients.pygame.test_window import opened, until_played
from tests.e2e.processes import Server
from tests.ports import HeldPort
from websockets.asyncio.server import serve

from carteado.client import Client
from carteado.protocol.messages import CloseTable, HandOver, History, Open

pytestmark = pytest.mark.exhaustive


async def test_the_start_says_when_no_server_answers(display: str, tmp_path: Path) -> None:
    port = HeldPort()
    words = (f"127.0.0.1:{port.number}", "--name", "Marta")
    async with RealWindow(display, tmp_path, *words) as window:
        await window.until_title("Nobody answers at 127.0.0.1")
    port.let_go()


async def test_another_version_of_the_protocol_is_named(display: str, tmp_path: Path) -> None:
    async with serve(lambda connection: connection.wait_closed(), "127.0.0.1", 0) as other:
        port = next(iter(other.sockets)).getsockname()[1]
        words = (f"127.0.0.1:{port}", "--name", "Marta")
        async with RealWindow(display, tmp_path, *words) as window:
            await window.until_title("speaks another version of the protocol")


async def test_a_seat_taken_elsewhere_ends_the_first_window(display: str, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        words = (server.url, "--name", "Marta", "--table", table)
        async with RealWindow(display, tmp_path, *words) as first:
            await first.until_title("Your turn", "caller's turn", " wins ")
            (kept,) = (tmp_path / "state" / "carteado" / "sessions").iterdir()
            token = json.loads(kept.read_text(encoding="utf-8"))["token"]
            async with Client(server.url, name="Marta", token=token):
                await first.until_title("You connected from elsewhere")


async def test_a_table_that_is_closed_says_so_and_leads_back(display: str, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server, Client(server.url, name="Host") as host:
        table = (await host.request(Open, game="holdem", options={"seats": 2}, title="Attic")).table
        words = (server.url, "--name", "Marta", "--table", str(table))
        async with RealWindow(display, tmp_path, *words) as window:
            await window.until_title("Attic")
            await host.request(CloseTable, table=table)
            await window.until_title("This table is closed")
            await window.key("space")
            await window.until_title("Tables")


async def test_without_a_sound_device_the_window_plays(display: str, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        words = (server.url, "--name", "Marta", "--table", table)
        window = RealWindow(display, tmp_path, *words)
        window.environment["SDL_AUDIODRIVER"] = "no-such-driver"
        async with window:
            await window.until_title("Your turn")
            await window.key("F1")
            await until_played(window, server, table)


def test_the_classic_pygame_is_reported_with_the_next_step(tmp_path: Path) -> None:
    classic = tmp_path / "pygame"
    classic.mkdir()
    (classic / "__init__.py").write_text("ver = '2.6.1'\n")
    done = subprocess.run(
        [sys.executable, "-m", "carteado.clients.cli.main", "gui"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "the window needs pygame-ce, and the classic pygame is installed" in done.stderr
    assert "Traceback" not in done.stderr


async def test_the_owner_commands_a_real_server_by_keyboard(display: str, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server, Client(server.url, name="Host") as host:
        table = (await host.request(Open, game="holdem", options={"seats": 2}, title="Attic")).table
        words = (server.url, "--name", "Marta", "--table", str(table))
        async with RealWindow(display, tmp_path, *words) as window:

            async def wait_for_event(kind: str) -> None:
                """Wait until the table's log has an event."""

                async def there() -> bool:
                    log = await host.request(History, table=table, limit=100)
                    return any(one["type"] == kind for one in log.result["events"])

                await window.until(there)

            await window.until_title("Attic")
            await host.request(HandOver, table=table, seat=0)
            await wait_for_event("owner_changed")
            await window.key("F5")
            await window.key("l")
            await wait_for_event("table_locked")
            await window.key("p")
            await wait_for_event("table_paused")
            await window.key("F9")
            await window.key("F9")
            await window.until_title("This table is closed")
