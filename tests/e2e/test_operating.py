"""A server as its host runs it: the operator's socket, a file of tables, and a service manager."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S, until

from carteado.client import Client, SessionEnded
from carteado.client.lobby import list_tables
from carteado.protocol import messages as wire
from carteado.protocol.session_events import Announcement

from .players import Guest
from .processes import Server

pytestmark = pytest.mark.exhaustive

TABLES = '[[table]]\ntitle = "First"\nbots = ["caller"]\n'


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    (tmp_path / "tables.toml").write_text(TABLES)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "400000")
    (tmp_path / "data").mkdir()
    store = f"sqlite:{tmp_path / 'data' / 'cards.db'}"
    async with Server(tmp_path, store, "--tables-file", str(tmp_path / "tables.toml")) as server:
        yield server


class Manager:
    """The notifications to systemd, in order; it reads all the time, as systemd does."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.lines_received: list[str] = []
        self._read = 0

    async def listen(self) -> None:
        while True:
            message = await asyncio.get_running_loop().sock_recv(self._line, 4096)
            self.lines_received.append(message.decode())

    async def says(self, word: str) -> str:
        """The next message that holds a word."""

        def found() -> str | None:
            for at in range(self._read, len(self.lines_received)):
                if word in self.lines_received[at]:
                    self._read = at + 1
                    return self.lines_received[at]
            return None

        return str(await until(found))


@pytest.fixture
async def manager(tmp_path: Path) -> AsyncIterator[Manager]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        manager = Manager(line)
        listening = asyncio.create_task(manager.listen())
        yield manager
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def admin(tmp_path: Path, *words: str) -> tuple[int, str]:
    """``carteado admin`` at the server's local socket."""
    path = str(tmp_path / "data" / "admin.sock")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "carteado.clients.cli.main", "admin", *words, "--socket", path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "NO_COLOR": "1"},
    )
    said, _ = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode is not None
    return process.returncode, said.decode().strip()


async def test_the_host_runs_the_server_from_a_shell(
    manager: Manager, server: Server, tmp_path: Path
) -> None:
    path = tmp_path / "data" / "admin.sock"
    await until(path.exists)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    async with Client(server.url, name="Ana") as ana:
        [first] = await list_tables(ana)
        assert (first.table, first.title) == ("first", "First")
        status, said = await admin(tmp_path, "tables", "--json")
        assert status == 0, (said, server.log)
        assert [one["title"] for one in json.loads(said)] == ["First"]
        status, said = await admin(tmp_path, "at", "first", "rename", "Prime")
        assert status == 0, said
        assert [one.title for one in await list_tables(ana)] == ["Prime"]
        status, said = await admin(tmp_path, "kick", "Nobody")
        assert status == 4
        assert "nobody here is called 'Nobody'" in said
        status, said = await admin(tmp_path, "kick")
        assert (status, "carteado admin kick NAME" in said) == (2, True)

    status, said = await admin(tmp_path, "drain", "30")
    assert (status, "playing" in said) == (0, True)
    await manager.says("STOPPING=1")
    assert await server.ended() == 0
    assert not path.exists()
    status, said = await admin(tmp_path, "tables")
    assert (status, "no server answers" in said) == (3, True)


async def test_the_host_manages_players_from_a_shell(server: Server, tmp_path: Path) -> None:
    await until((tmp_path / "data" / "admin.sock").exists)
    ana, bob = Guest(server.url, "Ana", table="first"), Guest(server.url, "Bob", table="first")
    for guest in (ana, bob):  # both are shown out in the end
        await guest.__aenter__()
    await ana.ask(wire.Join)
    listed = {
        action: json.loads((await admin(tmp_path, action, "--json"))[1])
        for action in ("seats", "sessions", "bans")
    }
    assert {one["name"] for one in listed["seats"] if one["name"]} == {"Ana", "caller"}
    assert {"Ana", "Bob"} <= {one["name"] for one in listed["sessions"]}
    assert listed["bans"] == []
    status, said = await admin(tmp_path, "announce", "Pizza", "is", "here.")
    assert status == 0, said
    for guest in (ana, bob):
        await until(lambda guest=guest: guest.heard(Announcement))
        assert guest.heard(Announcement)[0].text == "Pizza is here."
    status, said = await admin(tmp_path, "ban", "Bob")
    assert status == 0, said
    assert (await bob.shown_out()).code == "session/banned"
    assert "Bob" in (await admin(tmp_path, "bans"))[1]
    token = bob.client.welcome.token
    with pytest.raises(SessionEnded):
        await Client(server.url, name="Bob", token=token).start()
    assert (await admin(tmp_path, "unban", "Bob"))[0] == 0
    async with Client(server.url, name="Bob", token=token) as again:
        assert again.welcome.resumed
    assert (await admin(tmp_path, "kick", "Ana"))[0] == 0
    assert (await ana.shown_out()).code == "session/kicked"
    for guest in (ana, bob):
        await guest.client.close()


async def test_sighup_opens_new_tables_and_a_wrong_file_changes_nothing(
    manager: Manager, server: Server, tmp_path: Path
) -> None:
    assert re.search(r"^READY=1$", await manager.says("READY"), re.MULTILINE)
    assert await manager.says("WATCHDOG") == "WATCHDOG=1"
    file = tmp_path / "tables.toml"
    async with Client(server.url, name="Ana") as ana:
        assert len(await list_tables(ana)) == 1
        file.write_text(TABLES + '[[table]]\ntitle = "Second"\ngame = "buracoo"\n')
        os.kill(server.pid, signal.SIGHUP)
        assert "MONOTONIC_USEC=" in await manager.says("RELOADING=1")
        await manager.says("READY=1")
        assert len(await list_tables(ana)) == 1
        assert f"{file} line 6: " in server.log
        status, said = await admin(tmp_path, "reload")
        assert (status, f"{file} line 6: " in said) == (4, True), said
        file.write_text(TABLES + '[[table]]\ntitle = "Second"\ngame = "buraco"\n')
        os.kill(server.pid, signal.SIGHUP)
        await manager.says("RELOADING=1")
        await manager.says("READY=1")
        assert [one.title for one in await list_tables(ana)] == ["First", "Second"]
