"""Messages to a service manager."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S

from carteado.server.ops.service import Service


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    name = str(tmp_path / "notify") if request.param == "path" else f"@carteado-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(name.replace("@", "\0", 1))
        line.settimeout(PATIENCE_S)
        yield name, line


async def test_the_manager_receives_states_and_signs_of_life(
    manager: tuple[str, socket.socket],
) -> None:
    name, line = manager
    service = Service({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000"})
    service.ready("serving")
    assert line.recv(999) == b"READY=1\nSTATUS=serving"
    service.reloading()
    assert line.recv(999).startswith(b"RELOADING=1\nMONOTONIC_USEC=")
    service.stopping()
    assert line.recv(999).startswith(b"STOPPING=1")
    task = asyncio.create_task(service.stay_alive())
    assert await asyncio.to_thread(line.recv, 999) == b"WATCHDOG=1"
    assert await asyncio.to_thread(line.recv, 999) == b"WATCHDOG=1"
    task.cancel()


async def test_a_service_manager_that_does_not_read_delays_nothing(
    manager: tuple[str, socket.socket],
) -> None:
    service = Service({"NOTIFY_SOCKET": manager[0], "WATCHDOG_USEC": "2"})
    task = asyncio.create_task(service.stay_alive())
    for _ in range(2000):
        await asyncio.sleep(0)
    assert not task.done()
    task.cancel()


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "x"},
        {"NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "100", "WATCHDOG_PID": "1"},
    ],
)
async def test_without_a_manager_nothing_is_sent(environment: dict[str, str]) -> None:
    service = Service(environment)
    service.ready("serving")
    service.stopping()
    await asyncio.wait_for(service.stay_alive(), PATIENCE_S)
