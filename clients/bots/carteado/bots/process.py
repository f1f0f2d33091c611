"""A bot in any language: a process that speaks the plain-line dialect.

It reads on its standard input what the server says of its table, a message a line
(``carteado.protocol.lines``), and answers each ``prompt`` with a line on its standard output: an
action such as ``check`` or ``raise 60``. An answer may name the decision it is for, ``!17 check``;
one that comes too late to be sure should. Its standard error is the user's.

With views, each prompt is followed by a line ``view TABLE DECISION JSON``: the whole table as the
seat may see it (``carteado.protocol.views``), so that a bot needs not fold events.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
from collections.abc import Sequence
from typing import Any

from carteado.bots.brain import BrainFailed, BrainGone
from carteado.bots.view import View
from carteado.client.errors import InputError
from carteado.client.formatting import message_lines
from carteado.client.notices import Heard, Lost
from carteado.protocol.errors import LineError
from carteado.protocol.lines import Command, Context, parse_line
from carteado.protocol.messages import Act
from carteado.protocol.session_events import PromptGone, SessionEvent
from carteado.protocol.views import view_of

__all__ = ["ProcessBrain", "start_process"]

# Far more than a process that keeps up has waiting; without a bound a stuck one fills the memory.
MAX_WAITING = 1024 * 1024
"""Bytes that may wait for a process that does not read."""

END_S = 1
"""Time for a process to end when nothing more is asked, before it is killed."""


class ProcessBrain:
    """Asks a process, which takes its time. Made by `start_process`.

    Args:
        process: that was started.
        views: whether it is shown the table with each prompt.
    """

    quick = False

    def __init__(self, process: asyncio.subprocess.Process, *, views: bool = False) -> None:
        self._process = process
        self._views = views
        self._answers: asyncio.Queue[str | None] = asyncio.Queue()
        # Read all the time: a process that writes into a full pipe would stop.
        self._reader = asyncio.create_task(self._read())

    def answer(self, view: View) -> Any:
        """No answer: a process is waited for."""
        raise BrainFailed("a process does not answer at once")

    async def decide(self, view: View) -> Any:
        """The process's answer to its prompt."""
        context = Context(
            table=view.table.id if view.table else "table",
            decision=view.decision,
            actions=view.table.game.actions if view.table else (),
        )
        if self._views and view.table is not None:
            shown = json.dumps(view_of(view.table), separators=(",", ":"))
            self._write((f"view {context.table} {view.decision} {shown}",))
        while True:
            line = await self._answers.get()
            if line is None:
                # Put back, so that every later question finds the end as well.
                self._answers.put_nowait(None)
                raise BrainGone(f"the bot's process ended{await self._status()}")
            try:
                said = parse_line(line, context)
            except LineError as error:
                raise BrainFailed(f"{line!r:.60}: {error}") from None
            if isinstance(said, Command) and said.cls is Act:
                # An answer to an earlier decision is dropped; the loop waits for the next line.
                if said.fields["decision"] == view.decision:
                    return said.fields["action"]
            elif said is not None:
                raise BrainFailed(f"{line!r:.60} is not an action")

    def tell(self, session_event: SessionEvent | Heard | Lost) -> None:
        """Write the lines of a session event to the process."""
        if isinstance(session_event, PromptGone):
            lines: tuple[str, ...] = (f"gone {session_event.table} {session_event.decision}",)
        elif isinstance(session_event, Heard):
            lines = message_lines(session_event.message)
        else:
            return
        if is_prompt(session_event):
            # Before the prompt is written: only later lines can answer it.
            self._forget()
        self._write(lines)

    def _write(self, lines: Sequence[str]) -> None:
        stdin = self._process.stdin
        if stdin is None or stdin.is_closing() or not lines:
            return
        stdin.write("".join(f"{line}\n" for line in lines).encode())
        # Killed rather than skipped: a bot that misses messages would play another table.
        if stdin.transport.get_write_buffer_size() > MAX_WAITING:
            self._kill()

    async def close(self) -> None:
        """Close its input, and kill it and its children if it does not exit."""
        if self._process.stdin is not None:
            # The end of its input is the sign to finish, which every language notices.
            self._process.stdin.close()
        try:
            async with asyncio.timeout(END_S):
                await self._process.wait()
        except TimeoutError:
            self._kill()
            # A process that left the group may still hold the output, and `wait` waits for its end.
            process: Any = self._process
            process._transport.close()
            await process.wait()
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    def _kill(self) -> None:
        """Kill the process and what it started."""
        with contextlib.suppress(ProcessLookupError):
            # Windows has no groups of processes; there only the process itself is killed.
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _forget(self) -> None:
        """Answers to earlier prompts do not count for the next."""
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                if self._answers.get_nowait() is None:
                    self._answers.put_nowait(None)
                    return

    async def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while True:
            try:
                line = await stdout.readline()
            except ValueError:  # longer than any line may be; what has come of it is thrown away
                line = b"(a line that is too long)\n"
            if not line:
                self._answers.put_nowait(None)
                return
            # A byte that is not UTF-8 becomes an answer that is refused, not an error of this task.
            self._answers.put_nowait(line.decode(errors="replace").rstrip())

    async def _status(self) -> str:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                return f" with status {await self._process.wait()}"
        return ""


def is_prompt(session_event: SessionEvent | Heard | Lost) -> bool:
    """Whether this tells of a decision to make."""
    if not isinstance(session_event, Heard) or not isinstance(session_event.message, dict):
        return False
    return session_event.message.get("type") == "prompt"


async def start_process(command: Sequence[str], *, views: bool = False) -> ProcessBrain:
    """Start a bot's process.

    Args:
        command: with its arguments.
        views: whether it is shown the table with each prompt.

    Raises:
        InputError: the command cannot be started.
    """
    # Looked up first, because not every system's error says that the command is missing.
    if shutil.which(command[0]) is None:
        raise InputError(f"there is no command {command[0]!r:.80}")
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # a group of its own, which can be killed as a whole
        )
    except OSError as error:
        raise InputError(f"{command[0]!r:.80} cannot be started: {error.strerror}") from None
    return ProcessBrain(process, views=views)
