"""Bots of the host: subprocesses with a seat token, ordinary clients in every other way.

The server never imports a bot. It starts ``carteado bot NAME`` with the token of a reserved seat in
its environment. A bot's standard input is a pipe from here: when this process ends, however it
ends, the pipe closes and the bot stops, so a killed server leaves no process behind. The next one
starts the bots of its tables again; their seats know them by the same token.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import os
import sys
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

from carteado.engine.game import Game
from carteado.server.ops.logs import log
from carteado.server.ops.metrics import Metrics

__all__ = ["BOTS", "Launcher", "bots_for", "key_of"]

_OF_ALL_GAMES = ("random", "caller", "parity", "always", "high-card")

BOTS = (
    *_OF_ALL_GAMES,
    *("tight", "aggressive", "mixed", "mfs", "jammer", "equity", "bully"),
    *("buraco-random", "buraco-greedy", "buraco-study", "buraco-search"),
)
"""Names of the bots that a host can seat."""


def bots_for(game: Game[Any]) -> tuple[str, ...]:
    """The names of the bots that can play a game, those that suit it first."""
    # A game of another package may be older than this attribute.
    suited = tuple(bot for bot in getattr(game, "bots", ()) if bot in BOTS)
    return suited + tuple(bot for bot in _OF_ALL_GAMES if bot not in suited)


_BACKOFF = (0.2, 1.0, 3.0, 10.0, 30.0)
"""Seconds before a bot that ended is started again."""


def key_of(token: str) -> str:
    """The hash of a token: logs hold it, and it does not give the right to a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


class Launcher:
    """Starts and stops the bots of one server.

    Args:
        secret: the server's own secret, from which seat tokens are made.
        metrics: counts the running processes.
        limit: maximum number of processes.
    """

    def __init__(self, secret: bytes, metrics: Metrics, limit: int) -> None:
        self.secret = secret
        self._metrics = metrics
        self._limit = limit
        self._url = ""
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(limit)

    def listen(self, url: str) -> None:
        """Set the URL of the server for the bots; no bot can start before this call."""
        self._url = url

    def token(self, table: str, seat: int) -> str:
        """The token of a seat that is kept for one of the host's bots."""
        # Derived, not stored: a restarted server can compute every seat's token again, while a
        # stolen store holds none.
        digest = hmac.digest(self.secret, f"seat/{table}/{seat}".encode(), "sha256")
        return urlsafe_b64encode(digest).rstrip(b"=").decode()

    def full(self) -> bool:
        """Whether no further bot can be started."""
        return len(self._tasks) >= self._limit

    def start(self, table: str, seat: int, bot: str) -> None:
        """Keep a bot running on a seat; does nothing if one runs already.

        Above the limit it waits until another has ended for good.
        """
        place = (table, seat)
        # Only known names reach a command line.
        if place in self._tasks or bot not in BOTS:
            return
        task = asyncio.get_running_loop().create_task(self._keep(table, seat, bot))
        self._tasks[place] = task
        self._metrics.bots = len(self._tasks)

    def stop(self, table: str, seat: int) -> None:
        """End the bot on a seat, if one runs."""
        task = self._tasks.pop((table, seat), None)
        if task is not None:
            task.cancel()
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)
        self._metrics.bots = len(self._tasks)

    async def close(self) -> None:
        """End all bots and wait until their processes have ended, also those stopped before."""
        for place in list(self._tasks):
            self.stop(*place)
        await asyncio.gather(*self._stopping, return_exceptions=True)

    async def _keep(self, table: str, seat: int, bot: str) -> None:
        async with self._room:
            await self._keep_running(table, seat, bot)

    async def _keep_running(self, table: str, seat: int, bot: str) -> None:
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            started = loop.time()
            try:
                status: int | None = await self._run(table, seat, bot)
            except OSError as error:  # out of processes or files for now
                status = None
                log.error("bot not started", table=table, seat=seat, bot=bot, error=str(error))
            log.warning("bot ended", table=table, seat=seat, bot=bot, status=status)
            # A long run shows that the bot works, so the next end is treated as the first.
            failures = 0 if loop.time() - started > _BACKOFF[-1] else failures + 1
            await asyncio.sleep(_BACKOFF[min(failures, len(_BACKOFF) - 1)])

    async def _run(self, table: str, seat: int, bot: str) -> int:
        process = await asyncio.create_subprocess_exec(
            *self._command(table, bot),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=self._environment(table, seat),
        )
        try:
            return await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            if process.stdin is not None:  # a process is released only when its pipes are closed
                process.stdin.close()
                with contextlib.suppress(ConnectionError):
                    await process.stdin.wait_closed()

    def _command(self, table: str, bot: str) -> list[str]:
        where = ["--url", self._url, "--table", table, "--follow-parent"]
        return [sys.executable, "-m", "carteado.bots", bot, *where]

    def _environment(self, table: str, seat: int) -> Mapping[str, str]:
        # In the environment, because every user of the machine can read command lines.
        return {**os.environ, "CARTEADO_SEAT_TOKEN": self.token(table, seat)}
