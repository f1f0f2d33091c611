"""User bots, each in a process of its own, which limits the damage of a faulty bot.

Such a bot may stay in a call into C for ever, end its process or crash it, eat memory, close files
or fork. It then gives no answer, which affects only its own result, and its process is started
again for the next decision. It receives only its seat's view, so it cannot reach the cards of
others. `guarded` is the other side.

This protects a run from mistakes. A malicious program has the rights of the user who started it.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from carteado.arena.errors import ArenaError
from carteado.arena.sandbox.bot_view import Sender, framed
from carteado.arena.sandbox.fork_server import END_S, ForkServer, Process
from carteado.bots.brain import FunctionBrain
from carteado.bots.view import View

__all__ = [
    "Guard",
    "GuardedBrain",
    "NoAnswer",
    "UserBot",
    "end_all",
    "kill_all",
    "lend",
    "tell_once",
]

START_S = 60.0
"""Timeout for importing a bot, seconds."""

LATER_S = 0.1
"""Seconds after a client's deadline until its process is killed."""


class NoAnswer(Exception):
    """The bot gave no answer; the message says why in one line."""


class UserBot(NamedTuple):
    """A bot of the user's own, for one game.

    Attributes:
        spec: ``module:function``, with options after another colon.
        game: id of the game that it is to play.
    """

    spec: str
    game: str


class Guard:
    """The process of one bot, seen from the asking side.

    Args:
        own: the bot.

    Attributes:
        own: as given.
        games: ids of the games that it plays, known once it was started; empty for every game.
    """

    def __init__(self, own: UserBot) -> None:
        self.own = own
        self.games: tuple[str, ...] = ()
        self._process: Process | None = None
        self._sender = Sender()
        self._hopeless = ""
        self._left = False
        # One thread asks while the main thread may end the process, so each step has its own
        # lock.
        self._asking = threading.Lock()
        self._ending = threading.Lock()

    @property
    def thinks(self) -> bool:
        """Whether the bot has a pending decision."""
        return self._asking.locked()

    def start(self) -> None:
        """Start the process, where there is none, and let it load the bot.

        Raises:
            ArenaError: there is no such bot, or its module ends the process or hangs.
        """
        if self._process is not None:
            return
        # A new process has received nothing yet, so the constant parts have to be sent again.
        self._sender = Sender()
        try:
            self._process = process = Process(_fork_server, self.own.game)
        except OSError as error:
            why = error.strerror or "it cannot be started"
            raise ArenaError(f"no process for {self.own.spec}: {why}") from None
        # Before the bot is loaded, so that the end of the run also ends a hanging load.
        _running.add(self)
        try:
            said = process.answer(framed((*self.own, sys.path)), START_S)
        except TimeoutError:
            self.end()
            raise ArenaError(f"{self.own.spec} is not loaded after {START_S:.0f} s") from None
        except (OSError, ValueError):
            why = self.end()
            raise ArenaError(f"{self.own.spec}: its process {why} while it was loaded") from None
        except BaseException:
            self.end()
            raise
        if "error" in said:
            self.end(END_S)
            raise ArenaError(said["error"])
        self.games = tuple(said["games"])

    def ready(self) -> None:
        """Start the process if there is none; a failed start is not repeated."""
        # A bot that cannot start then fails every decision at once, without a delay of seconds.
        if not self._hopeless:
            try:
                self.start()
            except ArenaError as error:
                self._hopeless = str(error)

    def ask(self, view: View, limit_s: float) -> Any:
        """The bot's answer: a text, or plain data.

        Args:
            view: the moment of the decision.
            limit_s: seconds that it may take; then its process is ended.

        Raises:
            NoAnswer: the bot failed, took too long, or its process is gone (see `ready`).
        """
        with self._asking:
            try:
                said = self._said(view, limit_s)
                if "failed" in said:
                    raise NoAnswer(said["failed"])
                return said["answer"]
            except NoAnswer as none:
                tell_once(self.own.spec, f"{none}; the default is played")
                raise

    def _said(self, view: View, limit_s: float) -> dict[str, Any]:
        process = self._process
        if process is None:
            raise NoAnswer(self._hopeless or "its process is gone")
        try:
            return process.answer(self._sender.packed(view, limit_s), limit_s)
        except TimeoutError:
            self.end()
            raise NoAnswer(f"no answer within {limit_s:.3g} s") from None
        except ValueError:
            self.end()
            raise NoAnswer("it wrote where only its process writes") from None
        except OSError:
            why = f"its process {self.end()}"
            raise NoAnswer("no answer in time" if self._left else why) from None
        except BaseException:
            self.end()  # otherwise it would give this answer to the next question
            raise

    def let_go(self) -> None:
        """Return the process for further use, or end it if it is still thinking."""
        # Never waits: a held lock means that the bot is still thinking.
        if self._asking.acquire(blocking=False):
            self._asking.release()
            _idle.setdefault(self.own, []).append(self)
        elif (process := self._process) is not None:
            self._left = True
            process.hang_up()  # the thread that waits for the answer does the rest

    def end(self, grace_s: float = 0) -> str:
        """End the process and what it has forked.

        Args:
            grace_s: seconds in which it may end by itself.

        Returns:
            How it ended, such as ``ended with status 3``.
        """
        with self._ending:
            # The asking thread and the main thread may both end it; only one gets the process.
            process, self._process = self._process, None
        if process is None:
            return "is gone"
        _running.discard(self)
        return process.end(grace_s)

    def kill(self) -> None:
        """Kill the process at once, from any thread, without cleaning up."""
        if (process := self._process) is not None:
            process.kill()


class GuardedBrain(FunctionBrain):
    """The brain of a network seat whose bot runs in its own process.

    Args:
        guard: that was lent for the seat; released with the seat.
        function: asks the guard, if the seat's view alone is not enough.
    """

    def __init__(self, guard: Guard, function: Callable[[View], Any] | None = None) -> None:
        super().__init__(function or self._ask, guard.own.spec)
        self._guard = guard

    def _ask(self, view: View) -> Any:
        self._guard.ready()
        return self._guard.ask(view, view.time_left / 1000 + LATER_S)

    async def close(self) -> None:
        """Release the brain's resources; no decision follows."""
        self._guard.let_go()
        await super().close()


_fork_server = ForkServer()
_running: set[Guard] = set()
_idle: dict[UserBot, list[Guard]] = {}
_reported: set[str] = set()


def lend(own: UserBot) -> Guard:
    """A guard for a bot that is not in use; it may not be ready yet."""
    idle = _idle.get(own)
    return idle.pop() if idle else Guard(own)


def end_all() -> None:
    """End the processes of all bots; idle ones may clean up."""
    _idle.clear()
    for guard in tuple(_running):
        guard.end(END_S)
    _fork_server.end()


def kill_all() -> None:
    """Kill the processes of all bots, because this process is about to end too."""
    for guard in tuple(_running):
        guard.kill()


atexit.register(end_all)


def tell_once(bot: str, problem: str) -> None:
    """Report the first fault of a bot; further faults are only counted."""
    if bot not in _reported:
        _reported.add(bot)
        print(f"{bot}: {problem}, here and where it comes again", file=sys.stderr)
