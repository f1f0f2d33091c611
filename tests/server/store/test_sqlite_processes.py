"""One process has a SQLite file at a time, and loses nothing when it is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tests.server.store.tools import take, write

from carteado.server.store.errors import StoreInUse
from carteado.server.store.sqlite import SqliteStore

HOLD = """
    import asyncio, sys
    from pathlib import Path
    from carteado.server.store.sqlite import SqliteStore

    async def main():
        store = await SqliteStore.open(Path(sys.argv[1]))
        leases = [await store.acquire(f"t{n}", "bia", 60_000) for n in range(8)]
        print("open", flush=True)
        event = (1, {"type": "checked", "text": "x" * 100})

        async def play(lease):
            while True:
                commit = lease.commit([event, event], at=1)
                outcome = await store.append(lease, commit)
                print(lease.table, outcome.version, flush=True)

        if len(sys.argv) > 2:
            await asyncio.gather(*map(play, leases))
        await asyncio.sleep(60)

    asyncio.run(main())
"""


def start(path: Path, *words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", textwrap.dedent(HOLD), str(path), *words]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def kill(process: subprocess.Popen[str]) -> str:
    """Kill a process as a crash would; its remaining output."""
    process.send_signal(signal.SIGKILL)
    return process.communicate()[0]


async def test_a_second_process_learns_which_process_has_the_file(path: Path) -> None:
    process = start(path)
    alias = path.parent / "alias.db"
    alias.symlink_to(path)
    for name in (path, alias):
        with pytest.raises(StoreInUse) as caught:
            await SqliteStore.open(name)
        assert caught.value.pid == process.pid
        assert str(path) in str(caught.value)
        assert f"in use by process {process.pid} on " in str(caught.value)
    kill(process)
    async with await SqliteStore.open(path) as store:
        assert not store.damaged


async def test_one_process_cannot_open_it_twice(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        with pytest.raises(StoreInUse):
            await SqliteStore.open(path)
        await write(store, await take(store))
    async with await SqliteStore.open(path):
        pass


@pytest.mark.parametrize("after", [1, 40, 500])
async def test_kill_9_loses_nothing_that_was_acknowledged(path: Path, after: int) -> None:
    process = start(path, "play")
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(after)]
    lines += kill(process).splitlines(keepends=True)
    acknowledged: dict[str, int] = {}
    for line in lines:
        if line.endswith("\n"):  # the last line may be cut
            words = line.split()
            acknowledged[words[0]] = int(words[1])
    async with await SqliteStore.open(path) as store:
        assert not store.damaged
        for table, version in acknowledged.items():
            found = await store.verify(table)
            # at most one append in flight may be stored without an acknowledgement
            assert version <= found.version <= version + 2
            await write(store, await take(store, table))
