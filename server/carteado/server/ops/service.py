"""Messages from the server to systemd: ready, reloading, stopping, alive (`sd_notify(3)`)."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Mapping

__all__ = ["Service"]


WAIT_S = 0.5
"""Seconds to wait for a service manager whose queue is full."""


class Service:
    """The service manager that started the server, if one did.

    Args:
        environment: holds ``NOTIFY_SOCKET`` and ``WATCHDOG_USEC``; this process's when absent.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        found = os.environ if environment is None else environment
        self._path = found.get("NOTIFY_SOCKET", "")
        pid = found.get("WATCHDOG_PID", "")
        micros = found.get("WATCHDOG_USEC", "")
        # The variables are inherited, but a child of the service must not send notifications.
        asked = micros.isdecimal() and (not pid or pid == str(os.getpid()))
        # Microseconds; half the interval, as sd_watchdog_enabled(3) advises.
        self._watchdog_s = int(micros) / 2_000_000 if asked and int(micros) else None

    def ready(self, status: str) -> None:
        """Tell the manager that the server accepts connections; `status` is a line for people."""
        self._tell(f"READY=1\nSTATUS={status}")

    def reloading(self) -> None:
        """Tell the manager that the server reads its files again; `ready` follows."""
        # Units of Type=notify-reload need the time, see sd_notify(3).
        self._tell(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """Tell the manager that the server stops."""
        self._tell("STOPPING=1\nSTATUS=stopping")

    async def stay_alive(self) -> None:
        """Send watchdog messages as often as systemd requests; returns if it requests none."""
        while self._watchdog_s is not None:
            # Without waiting, because a slow manager must not block the event loop.
            self._tell("WATCHDOG=1", wait_s=0)
            await asyncio.sleep(self._watchdog_s)

    def _tell(self, text: str, wait_s: float = WAIT_S) -> None:
        if not self._path or not hasattr(socket, "AF_UNIX"):
            return
        # A leading @ stands for the null byte of an abstract address.
        address = "\0" + self._path[1:] if self._path.startswith("@") else self._path
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.settimeout(wait_s)  # a manager that does not read must not block the server
                line.connect(address)
                line.sendall(text.encode())
        except OSError:
            pass  # the manager is gone; the server continues
