"""The processes of bots, and the fork server from which they are forked (`guarded`).

A new interpreter spends a second on imports, and a bot that ends its process in every decision
needs a new process each time. So the common modules are imported once, and bots are forked.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from typing import Any

from carteado.arena.sandbox.bot_view import ORDER

__all__ = ["END_S", "ForkServer", "Process"]

ANSWER_S = 60.0
"""Timeout for the start of a fork server and for its answers, seconds."""

END_S = 1.0
"""Time for an idle process to end by itself, seconds."""

_MAX_LINE = 64 * 1024
_LEAST_S = 0.001


class Process:
    """The process of a bot, and the connection to it.

    Args:
        fork_server: where it is started.
        game: id of the game that it is to play.

    Raises:
        OSError: the system has no process for it.
    """

    def __init__(self, fork_server: ForkServer, game: str) -> None:
        self._fork_server = fork_server
        self._link, there = socket.socketpair()
        try:
            with there:
                self._pid = fork_server.start(there, game)
        except BaseException:
            self._link.close()
            raise

    def answer(self, question: bytes, limit_s: float) -> dict[str, Any]:
        """The answer of the process to a question.

        Raises:
            TimeoutError: nothing in time.
            OSError: the process is gone, or has closed its end.
            ValueError: its output is not an answer.
        """
        link = self._link
        until = time.monotonic() + limit_s
        # A timeout of 0 would make the socket non-blocking instead of timing out.
        link.settimeout(max(limit_s, _LEAST_S))
        link.sendall(question)
        line = b""
        while not line.endswith(b"\n"):
            # The limit is for the whole answer; a socket's timeout starts again with each `recv`.
            link.settimeout(max(until - time.monotonic(), _LEAST_S))
            part = link.recv(_MAX_LINE)
            if not part:
                raise ConnectionError
            line += part
            # A process that writes endlessly must not fill this one's memory.
            if len(line) > _MAX_LINE:
                raise ValueError
        said = json.loads(line)
        if not isinstance(said, dict):
            raise ValueError
        return said

    def hang_up(self) -> None:
        """Close the connection, so that the process and the thread that waits for it end."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)

    def end(self, grace_s: float) -> str:
        """End the process and what it has forked, and say how it ended.

        Args:
            grace_s: seconds in which it may end by itself.
        """
        with self._link as link, contextlib.suppress(OSError):
            # The end of its input lets the process end by itself.
            link.shutdown(socket.SHUT_WR)
            link.settimeout(grace_s)
            if grace_s:
                link.recv(_MAX_LINE)  # empty: the process has closed its end
        self.kill()
        return self._fork_server.wait(self._pid)

    def kill(self) -> None:
        """End the process and what it has forked."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            # The group, not the process alone: programs that the bot started end with it.
            os.killpg(self._pid, signal.SIGKILL)


class ForkServer:
    """The process from which the bots' processes are forked."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._popen: subprocess.Popen[bytes] | None = None
        self._link: socket.socket | None = None

    def start(self, link: socket.socket, game: str) -> int:
        """Start a process with a connection; its id.

        Args:
            link: the connection.
            game: id of the game that is played, for a fork server that has to be started first.

        Raises:
            OSError: the system has no process for it.
        """
        # One order at a time: answers do not say which order they belong to.
        with self._turn:
            try:
                return self._ask(0, link.fileno())
            except OSError:  # the fork server has not started, or has ended
                self._end()
                self._link, there = socket.socketpair()
                with there:
                    self._popen = subprocess.Popen(
                        # -P: a file in the working directory must not hide a module.
                        [sys.executable, "-P", "-m", "carteado.arena.sandbox.guarded", game],
                        stdin=there.fileno(),
                        stdout=2,  # a bot's output must not mix with the results
                        start_new_session=True,  # the main process handles Ctrl-C
                    )
                return self._ask(0, link.fileno())

    def wait(self, pid: int) -> str:
        """Wait for the end of a process, and say how it ended."""
        with self._turn:
            try:
                status = self._ask(pid)
            except OSError:
                return "is gone"
        # `waitstatus_to_exitcode`: a negative status is the number of a signal.
        if status >= 0:
            return f"ended with status {status}"
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
        return f"was ended by signal {-status}"

    def end(self) -> None:
        """End the fork server."""
        with self._turn:
            self._end()

    def _ask(self, pid: int, *links: int) -> int:
        link = self._link
        if link is None:
            raise ConnectionError
        try:
            link.settimeout(ANSWER_S)
            # The open connection travels as a file descriptor, so no address has to be agreed on.
            socket.send_fds(link, [ORDER.pack(pid)], links)
            number: int = ORDER.unpack(link.recv(ORDER.size, socket.MSG_WAITALL))[0]
        except struct.error:
            raise ConnectionError from None
        except BaseException:
            self._end()  # otherwise the next order would get this answer
            raise
        return number

    def _end(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
        if self._popen is not None:
            try:
                # Closing the link is its order to end; only then is it killed.
                self._popen.wait(END_S)
            except subprocess.TimeoutExpired:
                self._popen.kill()
                self._popen.wait()
            self._popen = None
