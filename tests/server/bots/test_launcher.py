"""The host's bots as processes: they start, come back, and end with the server."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.clocks import until
from tests.e2e.processes import Server

from carteado.server.bots import launcher as launcher_module
from carteado.server.bots.launcher import Launcher, key_of
from carteado.server.ops.metrics import Metrics


class ToyLauncher(Launcher):
    """Starts a program that writes down its pid, arguments and token, and waits for the end."""

    def __init__(self, folder: Path, program: str, limit: int = 8) -> None:
        self.metrics = Metrics()
        super().__init__(b"s" * 32, self.metrics, limit)
        self.folder = folder
        self.program = program
        self.listen("ws://127.0.0.1:9")

    def _command(self, table: str, bot: str) -> list[str]:
        path = self.folder / f"{table}-{bot}"
        return [sys.executable, "-c", _PROGRAM + self.program, str(path)]

    def starts(self, name: str) -> list[int]:
        """Pids of the processes that were started."""
        path = self.folder / name
        return [int(line) for line in path.read_text().split()] if path.exists() else []


_PROGRAM = """
import os, sys
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()}\\n")
with open(sys.argv[1] + ".token", "w") as file:
    file.write(os.environ["CARTEADO_SEAT_TOKEN"])
"""
WAITS = "sys.stdin.read()"
ENDS = "sys.exit(3)"


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def words_of(pid: int) -> str:
    """The command line of a process, as everybody on the machine can read it."""
    return Path(f"/proc/{pid}/cmdline").read_text()


async def test_a_bot_gets_its_token_by_the_environment_only(tmp_path):
    launcher = ToyLauncher(tmp_path, WAITS)
    launcher.start("t1", 1, "caller")
    (pid,) = await until(lambda: launcher.starts("t1-caller"))
    token = await until(lambda: (tmp_path / "t1-caller.token").exists()) and launcher.token("t1", 1)
    await until(lambda: (tmp_path / "t1-caller.token").read_text() == token)
    assert token not in words_of(pid)
    assert not any(token in word for word in Launcher._command(launcher, "t1", "caller"))
    assert launcher.metrics.bots == 1
    await launcher.close()
    assert not alive(pid)
    assert launcher.metrics.bots == 0


async def test_a_bot_that_ends_is_started_again(tmp_path, monkeypatch):
    monkeypatch.setattr(launcher_module, "_BACKOFF", (0.001,))
    launcher = ToyLauncher(tmp_path, ENDS)
    launcher.start("t1", 0, "caller")
    await until(lambda: len(launcher.starts("t1-caller")) >= 3)
    await launcher.close()


async def test_the_wait_before_a_restart_grows_and_is_short_after_a_long_run(tmp_path, monkeypatch):
    launcher, now = ToyLauncher(tmp_path, ENDS), 0.0
    waits: list[float] = []

    async def run(*_: object) -> int:
        nonlocal now
        now += 31 if len(waits) == 6 else 1
        return 3

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 8:
            raise asyncio.CancelledError

    clock = SimpleNamespace(time=lambda: now)
    monkeypatch.setattr(launcher, "_run", run)
    monkeypatch.setattr(
        launcher_module, "asyncio", SimpleNamespace(get_running_loop=lambda: clock, sleep=sleep)
    )
    with pytest.raises(asyncio.CancelledError):
        await launcher._keep_running("t1", 0, "caller")
    assert waits == [1, 3, 10, 30, 30, 30, 0.2, 1]


async def test_a_bot_that_cannot_be_started_is_tried_again(tmp_path, monkeypatch):
    monkeypatch.setattr(launcher_module, "_BACKOFF", (0.001,))
    launcher = ToyLauncher(tmp_path, WAITS)
    good = sys.executable
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    launcher.start("t1", 0, "caller")
    await until(lambda: launcher.metrics.bots == 1)
    monkeypatch.setattr(sys, "executable", good)
    await until(lambda: launcher.starts("t1-caller"))
    await launcher.close()


async def test_one_bot_runs_on_a_seat_and_stops_with_it(tmp_path):
    launcher = ToyLauncher(tmp_path, WAITS)
    launcher.start("t1", 0, "caller")
    launcher.start("t1", 0, "caller")
    launcher.start("t1", 1, "stockfish")
    (pid,) = await until(lambda: launcher.starts("t1-caller"))
    launcher.stop("t1", 0)
    launcher.stop("t1", 5)
    await until(lambda: not alive(pid))
    assert launcher.starts("t1-caller") == [pid]
    assert not launcher.starts("t1-stockfish")
    await launcher.close()


async def test_closing_waits_for_bots_that_were_just_stopped(tmp_path):
    launcher = ToyLauncher(tmp_path, WAITS)
    launcher.start("t1", 0, "caller")
    (pid,) = await until(lambda: launcher.starts("t1-caller"))
    launcher.stop("t1", 0)
    await launcher.close()
    assert not alive(pid)


async def test_at_most_the_allowed_number_of_bots_runs(tmp_path):
    launcher = ToyLauncher(tmp_path, WAITS, limit=1)
    launcher.start("t1", 0, "caller")
    assert launcher.full()
    await until(lambda: launcher.starts("t1-caller"))
    launcher.start("t2", 0, "caller")
    assert not launcher.starts("t2-caller")
    launcher.stop("t1", 0)
    await until(lambda: launcher.starts("t2-caller"))
    await launcher.close()


def test_tokens_are_one_for_each_seat_and_the_same_after_a_restart():
    launchers = [Launcher(b"s" * 32, Metrics(), 1), Launcher(b"s" * 32, Metrics(), 1)]
    other = Launcher(b"t" * 32, Metrics(), 1)
    tokens = [launchers[0].token(table, seat) for table in ("a", "b") for seat in range(3)]
    assert len(set(tokens)) == 6
    assert [launchers[1].token(table, seat) for table in ("a", "b") for seat in range(3)] == tokens
    assert other.token("a", 0) not in tokens
    assert all(len(token) == 43 for token in tokens)


def test_a_key_proves_nothing():
    assert key_of("token") != "token"
    assert len(key_of("token")) == 64


def bots_of(pid: int) -> list[int]:
    """The bots that a process has started, by what they run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        child = int(folder.name)
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and fields[0] != "Z" and "carteado.bots" in words_of(child):
                found.append(child)
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="reads the processes from /proc")
@pytest.mark.exhaustive  # ten bots
async def test_the_bots_of_a_server_that_is_killed_end_by_themselves(tmp_path):
    server = Server(tmp_path, "memory:", "--tables", "--max-bots", "20")
    async with server:
        bots = await until(lambda: len(found := bots_of(server.pid)) == 10 and found)
        await server.kill()
        await until(lambda: not any(alive(pid) for pid in bots))
