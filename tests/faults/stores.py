"""Faults of the store below a writer: Redis killed, frozen or emptied, a full disk, a lock."""

from __future__ import annotations

import asyncio
import random
import resource
import sqlite3
from pathlib import Path

from tests.clocks import PATIENCE_S, until
from tests.faults.observing import Report, Writer, lost_commits
from tests.redis_server import RedisServer

ENDLESS = 1_000_000


async def _grows(writer: Writer, by: int = 60) -> None:
    """Wait until so many more commits were acknowledged."""
    count = len(writer.lines)
    await until(lambda: len(writer.lines) >= count + by)


async def _judge(report: Report, writer: Writer, url: str) -> Report:
    report.acknowledged += len(writer.acknowledged)
    missing = await lost_commits(url, writer.acknowledged)
    report.lost += len(missing)
    report.problems += [f"lost: {text}" for text in missing[:3]]
    report.problems += [f"a table had to stop: {text.strip()}" for text in writer.stopped]
    return report


async def redis_killed(folder: Path, trials: int, luck: random.Random) -> Report:
    """Redis is killed while commits are in flight, and started again on its files."""
    report = Report("Redis (always) killed", trials)
    with RedisServer(folder) as redis:
        async with Writer(redis.url, ENDLESS) as writer:
            for _ in range(trials):
                await _grows(writer, luck.randrange(20, 120))
                await asyncio.to_thread(redis.kill)
                await asyncio.to_thread(redis.start)
            await _grows(writer)
            await writer.kill()
            return await _judge(report, writer, redis.url)


async def writer_killed(folder: Path, trials: int, luck: random.Random) -> Report:
    """The process that writes to SQLite is killed during its appends."""
    report = Report("writer of SQLite killed", trials)
    for trial in range(trials):
        url = f"sqlite:{folder / f'{trial}.db'}"
        async with Writer(url, ENDLESS) as writer:
            await _grows(writer, luck.randrange(1, 150))
        await _judge(report, writer, url)
    return report


async def redis_frozen(folder: Path, trials: int) -> Report:
    """Redis is stopped (SIGSTOP) for longer than a client waits, and then continued."""
    report = Report("Redis frozen", trials)
    with RedisServer(folder) as redis:
        async with Writer(redis.url, ENDLESS) as writer:
            for _ in range(trials):
                await _grows(writer)
                redis.pause()
                # The fault itself: longer than a client waits for Redis.
                await asyncio.sleep(2.5)
                redis.go_on()
            await _grows(writer)
            await writer.kill()
            return await _judge(report, writer, redis.url)


async def redis_emptied(folder: Path) -> Report:
    """All keys of Redis are deleted: what was there is lost, and every writer must notice."""
    report = Report("Redis emptied (FLUSHALL)", 1)
    with RedisServer(folder) as redis:
        async with Writer(redis.url, ENDLESS) as writer:
            await _grows(writer)
            redis.ask("FLUSHALL")
            try:
                await asyncio.wait_for(writer.ended(), PATIENCE_S)
            except TimeoutError:
                report.problems.append("the writer went on as if nothing had happened")
                return report
    # What was acknowledged after that is settled: the next append of each table must fail.
    report.acknowledged = len(writer.acknowledged)
    if len(writer.stopped) != 3:
        report.problems.append(f"only {len(writer.stopped)} of 3 tables noticed")
    report.notes.append(", ".join(sorted(line.split()[2] for line in writer.stopped)))
    return report


async def disk_full(folder: Path, trials: int) -> Report:
    """The files of a SQLite store cannot grow for a while: the process has a limit of file size."""
    report = Report("disk full, SQLite", trials)
    url = f"sqlite:{folder / 'games.db'}"
    async with Writer(url, ENDLESS) as writer:
        limits = resource.prlimit(writer.process.pid, resource.RLIMIT_FSIZE)
        for _ in range(trials):
            await _grows(writer)
            size = _largest(folder)
            resource.prlimit(writer.process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
            count = -1
            while count != len(writer.lines):  # until nothing is acknowledged any more
                count = len(writer.lines)
                await asyncio.sleep(0.3)
            resource.prlimit(writer.process.pid, resource.RLIMIT_FSIZE, limits)
        await _grows(writer)
        await writer.kill()
        return await _judge(report, writer, url)


def _largest(folder: Path) -> int:
    """Size of the largest file below a folder."""
    return max(file.stat().st_size for file in folder.rglob("*") if file.is_file())


async def redis_disk_full(folder: Path) -> Report:
    """The append-only file cannot grow: Redis ends itself, and is started where there is room."""
    report = Report("disk full, Redis (always)", 1)
    with RedisServer(folder) as redis:
        async with Writer(redis.url, ENDLESS) as writer:
            await _grows(writer)
            process = redis._process
            assert process is not None
            size = _largest(folder)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size + 5000, size + 5000))
            await until(lambda: process.poll() is not None)
            await asyncio.to_thread(redis.start)
            await _grows(writer)
            await writer.kill()
            return await _judge(report, writer, redis.url)


async def second_process(folder: Path) -> Report:
    """A second process on the data file is refused by name, and takes nothing from the first."""
    report = Report("second process on a data file", 1)
    url = f"sqlite:{folder / 'games.db'}"
    second = Writer(url, 10, quiet=True)
    async with Writer(url, ENDLESS) as first:
        await _grows(first)
        await second.start()
        if await second.ended() == 0 or second.lines:
            report.problems.append("the second process wrote to the file of the first")
        await _grows(first)
        connection = sqlite3.connect(folder / "games.db", timeout=10)
        connection.execute("BEGIN IMMEDIATE")  # another program's lock, for less than its patience
        # What was acknowledged before the lock may be read late, but it stands in the file.
        (count,) = connection.execute("SELECT count(*) FROM commits").fetchone()
        await asyncio.sleep(0.5)
        if len(first.acknowledged) > count:
            report.problems.append("commits were acknowledged under another program's lock")
        connection.close()
        await _grows(first)
        await first.kill()
        return await _judge(report, first, url)
