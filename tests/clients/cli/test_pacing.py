"""A pipe is read no faster than its lines are handled and the server answers."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from carteado.clients.cli import typed
from carteado.clients.cli.pacing import MOST_OPEN, Pace
from carteado.clients.cli.typed import MAX_WAITING, TypedLines

RATE = {"code": "limit/rate", "details": {"per_second": 10_000, "retry_ms": 1}}


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end to write into, of a pipe that is the standard input."""
    reader, writer = os.pipe()
    monkeypatch.setattr(typed, "_STDIN", reader)
    yield writer
    with suppress(OSError):
        os.close(writer)
    os.close(reader)


async def test_lines_are_read_ahead_up_to_a_limit_and_all_arrive(pipe: int) -> None:
    count = 20 * MAX_WAITING

    def write() -> None:
        with os.fdopen(pipe, "w") as file:
            file.writelines(f"line {number}\n" for number in range(count))

    writing = threading.Thread(target=write)
    writing.start()
    lines = TypedLines()
    for number in range(count):
        assert await lines.next() == f"line {number}"
        assert lines.waiting <= MAX_WAITING
    assert await lines.next() is None
    assert await lines.next() is None
    writing.join()


async def test_a_command_waits_while_too_many_are_unanswered() -> None:
    pace = Pace()
    for _ in range(MOST_OPEN):
        await pace.room()
        pace.given()
    waiting = asyncio.create_task(pace.room())
    await asyncio.sleep(0)
    assert not waiting.done()
    pace.answered({"type": "ok"})
    await waiting


async def test_a_refusal_for_haste_makes_the_next_command_wait() -> None:
    pace = Pace()
    pace.given()
    pace.answered(RATE)
    began = asyncio.get_running_loop().time()
    await pace.room()
    assert asyncio.get_running_loop().time() - began >= MOST_OPEN / 10_000
    # What a broken server says is no reason to fail.
    for details in ({}, {"per_second": 0}, {"per_second": "many"}, None):
        pace.given()
        pace.answered({"code": "limit/rate", "details": details})
    await pace.idle()
