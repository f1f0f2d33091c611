"""The link to a Redis server: the only module that knows the client library.

The library's defaults do not suit a log: it repeats commands silently and waits for minutes. Here
only `Link.run` repeats commands, which are all safe to repeat, and a server without an answer for a
second counts as unreachable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    ConnectionError,
    MasterDownError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)
from redis.exceptions import TimeoutError as LibraryTimeoutError

from carteado.server.store.errors import NoSuchStore, StoreError, StoreUnreachable
from carteado.server.store.redis_scripts import Script

__all__ = ["Command", "Link", "Refused", "Word", "bulk", "pack"]

Word = str | bytes | int
Command = tuple[Word, ...] | bytes
"""A command's words, or the result of `pack`."""

# A healthy server answers in milliseconds; after a second the players are told that the table
# waits.
_SILENCE_S = 1.0
# The library checks a connection that was idle for so long before it uses it.
_HEALTH_S = 15
# Quick at first, since most interruptions are short.
_BACKOFF_S = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
# redis-py removes the first word of errors that have a class of their own; it is put back.
_CODES = (
    (MasterDownError, "MASTERDOWN"),
    (OutOfMemoryError, "OOM"),
    (NoScriptError, "NOSCRIPT"),
    (ReadOnlyError, "READONLY"),
    (NoPermissionError, "NOPERM"),
)


def bulk(words: Iterable[Word]) -> bytes:
    """Arguments of a command in wire format."""
    return b"".join(
        [
            b"$%d\r\n%b\r\n" % (len(data), data)
            for data in [word if type(word) is bytes else str(word).encode() for word in words]
        ]
    )


def pack(command: Command) -> bytes:
    """A command in wire format."""
    return command if isinstance(command, bytes) else b"*%d\r\n" % len(command) + bulk(command)


@dataclass(frozen=True, slots=True)
class Refused:
    """An error that the server answered to one command.

    Attributes:
        code: its first word, such as OOM.
        text: all of it.
    """

    code: str
    text: str


class Link:
    """Connections to one server.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``, without options.
        options: files for TLS: ``ssl_ca_certs``, ``ssl_certfile``, ``ssl_keyfile``; ``db`` for a
            socket.
        patience_s: time for which `run` retries without an answer, seconds.

    Attributes:
        name: the server without password.
        patience_s: as given; may be changed, also while commands are under way.

    Raises:
        StoreError: the URL is malformed.
    """

    def __init__(self, url: str, options: Mapping[str, str], *, patience_s: float) -> None:
        self.name = _name(url)
        self.patience_s = patience_s
        self._url = url
        self._options: dict[str, Any] = dict(options)
        if "db" in options:
            # A socket's URL has no place for the database's number.
            self._options["db"] = _database(options["db"])
        self._line = _Line(self._connections(_HEALTH_S), _SILENCE_S)
        self._closed = False

    def _connections(self, health_s: int) -> ConnectionPool:
        return ConnectionPool.from_url(
            self._url,
            protocol=2,
            socket_timeout=None,  # `_Line` has a time limit of its own
            socket_connect_timeout=_SILENCE_S,
            health_check_interval=health_s,
            # Only `run` repeats commands, and only safe ones; the library would repeat any by
            # default.
            retry=Retry(NoBackoff(), 0),
            **self._options,
        )

    async def ask(self, *commands: Command, patience_s: float | None = None) -> list[Any]:
        """The same as `run`, for commands that the server must not refuse.

        Raises:
            StoreError: it refused one.
        """
        return [self._fine(reply) for reply in await self.run(commands, patience_s=patience_s)]

    async def call(
        self, script: Script, keys: Sequence[str], *words: Word, again: bool = True
    ) -> Any:
        """Run a script; `again` says that repeating it does no harm.

        Raises:
            StoreError: the server refused it.
        """
        rest = (len(keys), *keys, *words)
        patience_s = None if again else 0.0
        [reply] = await self.run([("EVALSHA", script.sha, *rest)], patience_s=patience_s)
        # A script that the server did not know has done nothing, so this is not a repetition.
        if isinstance(reply, Refused) and reply.code == "NOSCRIPT":
            [reply] = await self.run([("EVAL", script.text, *rest)], patience_s=patience_s)
        return self._fine(reply)

    def _fine(self, reply: Any) -> Any:
        if isinstance(reply, Refused):
            raise StoreError(f"{self.name} refused: {reply.text}")
        return reply

    async def run(
        self, commands: Sequence[Command], *, patience_s: float | None = None
    ) -> list[Any]:
        """Send commands in one round trip and return their replies.

        While there is no answer, or the server accepts no writes, all of them are sent again, so
        repeating them must do no harm.

        Args:
            commands: what to send.
            patience_s: time for retries, seconds; None for the link's `patience_s`.

        Returns:
            For each command its reply as the server gave it, with `Refused` for errors.

        Raises:
            StoreUnreachable: there was no answer; the commands may have been carried out.
            StoreError: the server refuses the login, or the link is closed.
        """
        if self._closed:
            raise StoreError("the store is closed")
        clock = asyncio.get_running_loop().time
        start = clock()
        tries = 0
        while True:
            try:
                replies = await self._line.ask(commands)
                refused = _of_no_use(replies)
                if refused is None:
                    return replies
                trouble = refused.text
            except AuthenticationError as error:
                raise StoreError(f"{self.name} does not let us in: {error}") from None
            except (ConnectionError, LibraryTimeoutError, OSError) as error:
                trouble = _why(error)
            # The idle connections are probably dead too; trying them one by one would take a
            # failure each.
            await self._line.pool.disconnect(inuse_connections=False)
            pause = _BACKOFF_S[min(tries, len(_BACKOFF_S) - 1)]
            patience = self.patience_s if patience_s is None else patience_s
            # Checked before the pause, not after it.
            if clock() + pause > start + patience:
                raise StoreUnreachable(f"{self.name} does not answer: {trouble}")
            await asyncio.sleep(pause)
            tries += 1

    def blocking(self, block_s: float) -> Blocking:
        """A separate connection for commands that block inside the server for a time."""
        return Blocking(self.name, _Line(self._connections(0), block_s + _SILENCE_S))

    async def close(self) -> None:
        """Close all connections and make no new ones."""
        self._closed = True
        await self._line.pool.disconnect()


class Blocking:
    """A connection for commands that block inside the server."""

    def __init__(self, name: str, line: _Line) -> None:
        self._name = name
        self._line = line

    async def run(self, command: Command) -> Any:
        """Send a command and return its reply.

        Raises:
            StoreUnreachable: there was no answer.
            StoreError: the server refused it.
        """
        try:
            [reply] = await self._line.ask([command])
        except (RedisError, OSError) as error:
            raise StoreUnreachable(f"{self._name} does not answer: {_why(error)}") from None
        if isinstance(reply, Refused):
            raise StoreError(f"{self._name} refused: {reply.text}")
        return reply

    async def close(self) -> None:
        """Close the connection."""
        await self._line.pool.disconnect()


class _Line:
    """The connections of a pool, of which one is kept between round trips.

    Getting one from the pool and returning it takes longer than a round trip. If the server has
    closed the kept connection, the next command notices. The library's time limits take as long,
    because each command needs a task; here one limit holds until each reply.

    Args:
        pool: where they come from.
        silence_s: time that the server may take for a reply, seconds; twice as long for a new
            connection.
    """

    def __init__(self, pool: ConnectionPool, silence_s: float) -> None:
        self.pool = pool
        self._silence_s = silence_s
        self._kept: Any = None

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one round trip and return their replies."""
        # Removed while in use, so that a concurrent call gets another one.
        connection, self._kept = self._kept, None
        limit = self._silence_s if connection is not None else 2 * self._silence_s
        try:
            async with asyncio.timeout(limit) as patience:
                return await self._ask(connection, commands, patience)
        except TimeoutError:
            raise LibraryTimeoutError("it says nothing") from None

    async def _ask(
        self, connection: Any, commands: Sequence[Command], patience: asyncio.Timeout
    ) -> list[Any]:
        if connection is None:
            # redis-py wraps this method in a decorator without types
            connection = await self.pool.get_connection()  # type: ignore[no-untyped-call]
        try:
            await connection.send_packed_command(b"".join(map(pack, commands)))
            replies: list[Any] = []
            for _ in commands:
                if replies:
                    patience.reschedule(asyncio.get_running_loop().time() + self._silence_s)
                try:
                    reply = await connection.read_response(disable_decoding=True)
                except ResponseError as error:
                    reply = error
                replies.append(_decoded(reply))
        except BaseException:
            # unread replies would confuse the next command, so the connection must not be used
            # again
            await connection.disconnect(nowait=True)
            await self.pool.release(connection)
            raise
        if self._kept is None:
            self._kept = connection
        else:
            await self.pool.release(connection)
        return replies


def _decoded(reply: Any) -> Any:
    """A reply, or the replies in a list, with `Refused` for errors."""
    if type(reply) is list:
        return [_refused(one) if isinstance(one, ResponseError) else one for one in reply]
    return _refused(reply) if isinstance(reply, ResponseError) else reply


def _refused(error: ResponseError) -> Refused:
    text = str(error)
    for kind, code in _CODES:
        if isinstance(error, kind):
            return Refused(code, text)
    return Refused(text.partition(" ")[0], text)


def _of_no_use(replies: Sequence[Any]) -> Refused | None:
    """A reply that says that this server cannot be used now."""
    for reply in replies:
        # `APPEND` answers with a list, in which each append may have an error of its own.
        for one in reply if type(reply) is list else (reply,):
            if isinstance(one, Refused) and one.code in ("READONLY", "MASTERDOWN", "BUSY"):
                return one
    return None


def _why(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _name(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port or 6379
    except ValueError as error:
        raise NoSuchStore(f"the store's URL is malformed: {error}") from None
    if parts.scheme == "unix":
        if not parts.path.startswith("/"):
            raise NoSuchStore("unix:// needs the path of a socket, such as unix:///run/redis.sock")
        return f"unix://{parts.path}"
    _check_place(parts)
    return f"{parts.scheme}://{parts.hostname}:{port}{parts.path.rstrip('/')}"


def _check_place(parts: SplitResult) -> None:
    if not parts.hostname:
        raise NoSuchStore(f"{parts.scheme}:// needs a host, such as redis://localhost:6379/0")
    _database(parts.path.strip("/") or "0")


def _database(number: str) -> int:
    if not number.isdecimal() or len(number) > 5:
        raise NoSuchStore(f"{number!r:.40} is not the number of a Redis database")
    return int(number)
