"""The processes of user bots, which `guard` starts and asks.

Their fork server has loaded the common modules and no bot's code, so
a new process is ready at once. Each has its own connection. It reads the bot's name, then questions
as `bot_view` packs them, and writes a line of JSON for each. Only these processes import the module
of a user's bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import inspect
import json
import os
import resource
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.arena.sandbox.bot_view import ORDER, Receiver, unframed
from carteado.bots.answers import BadAnswer, action_from
from carteado.bots.bot import Bot
from carteado.bots.settings import with_settings
from carteado.bots.thinker import in_a_line
from carteado.bots.view import View
from carteado.client.errors import InputError
from carteado.engine.registry import game_of

__all__ = ["user_bot"]

GRACE_S = 1.0
"""Seconds over the limit of a decision after which the process ends itself."""

_MAX_TEXT = 1000


def main() -> None:
    """Start processes and report their ends, until the asking process is gone."""
    # Moved away from the standard input, so that a bot cannot read orders.
    fork_server = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = sys.stderr
    # Imported before the first fork, so that every child has the rules already.
    for game in sys.argv[1:]:
        game_of(game)
    children: list[int] = []
    link = None
    with contextlib.suppress(ConnectionError):
        link = _serve_forks(fork_server, children)
    fork_server.close()
    if link is None:
        _end(children)
    else:
        with contextlib.suppress(EOFError, ConnectionError):
            _serve(link)


def _serve_forks(fork_server: socket.socket, children: list[int]) -> socket.socket | None:
    """Follow orders. In a started process: the connection to the asking process."""
    while True:
        words, links, _, _ = socket.recv_fds(fork_server, ORDER.size, 1)
        if not words:
            return None
        (pid,) = ORDER.unpack(words)
        if pid:
            said = 0
            with contextlib.suppress(ChildProcessError):  # of an earlier fork server
                said = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                children.remove(pid)
        else:
            said = os.fork()
            if not said:
                # A program that the bot starts must not keep the connection open.
                os.set_inheritable(links[0], False)
                return socket.socket(fileno=links[0])
            children.append(said)
            os.close(links[0])
            os.setpgid(said, said)  # a process group, so that its children end with it
        fork_server.sendall(ORDER.pack(said))


def _end(children: list[int]) -> None:
    """End the remaining processes and their children; each gets time to end by itself."""
    until = time.monotonic() + GRACE_S
    for pid in children:
        while os.waitpid(pid, os.WNOHANG) == (0, 0) and time.monotonic() < until:
            time.sleep(0.01)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _serve(link: socket.socket) -> None:
    """Load a bot, and answer until nothing more is asked.

    Raises:
        EOFError: nothing more is asked.
        ConnectionError: the asking process has ended.
    """
    _limit()
    with link.makefile("rb") as source:
        # The asking process's path, so that a module is found where the user sees it.
        spec, game, sys.path[:] = unframed(source)
        said, one = _loaded(spec, game)
        _say(link, said)
        if one is None:
            return
        function = _plain(one.function)
        receiver = Receiver(source)
        own = os.getpid()
        while True:
            view, limit_s = receiver.received()
            # For the case that the asking process is gone. Without a handler, so that the signal
            # also ends a call into C that never returns.
            signal.setitimer(signal.ITIMER_REAL, limit_s + GRACE_S)
            said = _answer(function, view)
            if os.getpid() != own:
                os._exit(0)  # the bot has forked, and only one process may answer
            signal.setitimer(signal.ITIMER_REAL, 0)
            _say(link, said)


def _limit() -> None:
    """Limit the resources of a bot, to protect the rest of the machine."""
    # Half of the machine's memory, so that one greedy bot does not end the run.
    half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    for what, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_DATA, half)):
        hard = resource.getrlimit(what)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, hard))
    with contextlib.suppress(OSError):  # the first to be killed when memory is short
        Path("/proc/self/oom_score_adj").write_text("1000")


def _loaded(spec: str, game: str) -> tuple[dict[str, Any], Bot | None]:
    """The answer about a bot, and the loaded bot, if any."""
    try:
        game_of(game)  # load its rules, so that the first decision is not delayed
        one = user_bot(spec)
        one.prepare()
    except (ArenaError, InputError) as error:
        return {"error": str(error)}, None
    except BaseException as error:
        return {"error": f"{spec} cannot be loaded: {_one_line(error)}"}, None
    return {"games": one.games}, one


def _plain(function: Callable[[View], Any]) -> Callable[[View], Any]:
    if inspect.iscoroutinefunction(function):
        return lambda view: asyncio.run(function(view))
    return function


def _answer(function: Callable[[View], Any], view: View) -> dict[str, Any]:
    try:
        answer = function(view)
        if type(answer) is str:
            return {"answer": answer[:_MAX_TEXT]}
        assert view.table is not None
        return {"answer": action_from(answer, view.table.game)}
    except MemoryError:
        os._exit(1)  # frees the memory that it has filled
    except BadAnswer as error:
        return {"failed": str(error)}
    except BaseException as error:  # SystemExit and KeyboardInterrupt too
        return {"failed": _one_line(error)}


def _one_line(error: BaseException) -> str:
    text = in_a_line(error)[:_MAX_TEXT]
    trace = traceback.extract_tb(error.__traceback__)
    return f"{text} at {trace[-1].filename}:{trace[-1].lineno}" if trace else text


def _say(link: socket.socket, what: dict[str, Any]) -> None:
    link.sendall(json.dumps(what).encode() + b"\n")


def user_bot(spec: str) -> Bot:
    """The bot that a text names.

    Args:
        spec: ``module:function``, with options after another colon.

    Raises:
        ArenaError: the module cannot be imported, or has no such bot or function.
        InputError: the bot has no such option.
    """
    module, _, rest = spec.partition(":")
    function, _, settings = rest.partition(":")
    return with_settings(_imported(module, function), settings.split(",") if settings else ())


def _imported(module: str, function: str) -> Bot:
    try:
        found = getattr(importlib.import_module(module), function, None)
    except BaseException as error:  # SystemExit too, which a script without a guard may raise
        problem = f"module {module!r:.60} cannot be imported: {in_a_line(error)}"
        raise ArenaError(problem) from error
    if isinstance(found, Bot):
        return found
    if found is None:
        raise ArenaError(f"module {module!r:.60} has no {function!r:.40}")
    if not inspect.isroutine(found):
        raise ArenaError(f"{function!r:.40} of module {module!r:.60} is not a function")
    return Bot(found)


if __name__ == "__main__":
    main()
