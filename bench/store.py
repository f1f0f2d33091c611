"""Durable appends a second, their latency and their CPU, for 1, 10, 32 and 100 tables.

Every table has one append in flight: a commit of two events, about 210 bytes. CPU is that of this
process, the tables' own work included: making the commit, encoding, hashing, waiting. Redis is a
server of its own with appendfsync always. The time of one small synced write shows what the disk
allows.

    python bench/store.py [--seconds 2] [--tables 1 10 32 100] [--url URL ...]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carteado.protocol.log import Cause, chain_hash, decode_commit, encode_commit
from carteado.server.store import open_store
from carteado.server.store.base import Appended, Lease, Store
from carteado.server.store.memory import MemoryStore

# Two events of the size that a usual action causes.
EVENTS: list[tuple[int, dict[str, Any]]] = [
    (1, {"type": "raised", "seat": 1, "to": 240, "stack": 1260, "pot": 300}),
    (1, {"type": "turn_given", "seat": 0, "decision": 14, "deadline": 1_234_567}),
]
CAUSE = Cause(by="seat-1", id=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The figures of one run."""

    rate: float
    cpu_us: float
    p50_ms: float
    p99_ms: float


async def play(store: Store, table: str, end: float, waits: list[float]) -> None:
    lease = await store.acquire(table, "bench", 10_000)
    assert isinstance(lease, Lease)
    clock = time.perf_counter
    while True:
        start = clock()
        if start > end:
            return
        # One append in flight a table: the server too waits before the next command.
        commit = lease.commit(EVENTS, at=1_763_690_000_123, cause=CAUSE, deal=3)
        outcome = await store.append(lease, commit)
        assert isinstance(outcome, Appended), outcome
        waits.append(clock() - start)


async def measure(url: str, tables: int, seconds: float) -> Metrics:
    async with await open_store(url) as store:
        waits: list[float] = []
        # New names: a store given by its URL may hold tables of earlier runs.
        run = secrets.token_hex(4)
        cpu, start = time.process_time(), time.perf_counter()
        names = (f"{run}-{number}" for number in range(tables))
        await asyncio.gather(*(play(store, name, start + seconds, waits) for name in names))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - start
    waits.sort()
    count = len(waits)
    return Metrics(
        rate=count / wall,
        cpu_us=cpu / count * 1e6,
        p50_ms=waits[count // 2] * 1e3,
        p99_ms=waits[count * 99 // 100] * 1e3,
    )


def sync_ms(folder: Path) -> float:
    """The time of one small synced write."""
    file = os.open(folder / "sync", os.O_WRONLY | os.O_CREAT)
    try:
        start = time.perf_counter()
        for _ in range(100):
            os.write(file, b"x" * 300)
            # A durable append of SQLite or Redis waits for the same.
            os.fdatasync(file)
        return (time.perf_counter() - start) * 10
    finally:
        os.close(file)


async def record_us() -> tuple[float, float, int]:
    """CPU of encoding with hashing, and of decoding, a commit; and its bytes."""
    lease = await MemoryStore().acquire("bench", "bench", 1000)
    assert isinstance(lease, Lease)
    commit = lease.commit(EVENTS, at=1, cause=CAUSE)
    body = encode_commit(commit)
    times = []
    for work in (lambda: chain_hash(encode_commit(commit)), lambda: decode_commit(body)):
        rounds = []
        for _ in range(5):
            start = time.process_time()
            for _ in range(10_000):
                work()
            rounds.append((time.process_time() - start) / 10_000 * 1e6)
        # The least of five: anything else on the machine only adds time.
        times.append(min(rounds))
    return times[0], times[1], len(body)


@contextlib.contextmanager
def stores(folder: Path, given: Sequence[str]) -> Iterator[list[str]]:
    """URLs of the stores to measure."""
    if given:
        yield list(given)
        return
    urls = [f"sqlite:{folder / 'full.db'}", f"sqlite:{folder / 'normal.db'}?durability=process"]
    if not shutil.which("redis-server"):
        print("Redis is not measured: redis-server is missing")
        yield urls
        return
    from processes import redis_server

    (folder / "redis").mkdir()
    with redis_server(folder / "redis") as url:
        yield [*urls, url]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="time of each run")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 32, 100])
    parser.add_argument("--url", nargs="+", default=[], help="stores to measure instead")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, stores(Path(name), asked.url) as urls:
        encode, decode, size = asyncio.run(record_us())
        print(f"a commit of two events: {size} bytes,", end=" ")
        print(f"encode and hash {encode:.1f} us, decode {decode:.1f} us")
        print(f"one small synced write: {sync_ms(Path(name)):.2f} ms")
        print(f"{'store':<34}{'tables':>7}{'appends/s':>11}{'CPU us':>8}{'p50 ms':>8}{'p99 ms':>8}")
        for url in urls:
            shown = url.replace(f"{name}/", "")
            for tables in asked.tables:
                found = asyncio.run(measure(url, tables, asked.seconds))
                print(
                    f"{shown:<34}{tables:>7}{found.rate:>11,.0f}{found.cpu_us:>8.1f}"
                    f"{found.p50_ms:>8.2f}{found.p99_ms:>8.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
