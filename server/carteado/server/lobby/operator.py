"""Commands of the server's operator, over the local socket or with the operator's token."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.protocol.errors import LineError
from carteado.protocol.lines import Command, Context, parse_line
from carteado.server.lobby.runner import TableRunner
from carteado.server.ops.timing import now_ms, wall_ms
from carteado.server.store.errors import StoreError
from carteado.server.table.owners import OPERATOR
from carteado.server.table.ownership import OF_THE_OWNER
from carteado.server.table.step import Denied, Player, Request, deny
from carteado.server.table.watcher import Watcher

if TYPE_CHECKING:
    from carteado.server.lobby.lobby import Lobby
    from carteado.server.lobby.session import Session

__all__ = ["Operator"]

TRIES = 10
"""Wrong tokens in `TRIES_MS` from all addresses; further tokens are refused unchecked."""

# Ten guesses in ten minutes make guessing a token hopeless.
TRIES_MS = 600_000

ANSWER_S = 10.0
"""Timeout for a table's answer to the operator, seconds."""

LOOK_S = 0.05
"""Seconds between two checks whether deals are still being played."""

_AT_A_TABLE = frozenset(
    {
        *OF_THE_OWNER,
        wire.AddBot,
        wire.Ban,
        wire.HandOver,
        wire.Mute,
        wire.Remove,
        wire.RemoveBot,
        wire.SetCode,
    }
)
"""Commands of an owner that the operator may give at any table."""


def _context(runner: TableRunner) -> Context:
    """The context of an operator's line at a table."""
    table = runner.host.table
    controls = table.controls
    return Context(
        table=table.id,
        names=tuple(table.state.names),
        knocks=dict(zip(controls.knocks, controls.knock_names, strict=True)),
        options=table.options,
        settings=table.settings,
    )


class Operator:
    """Carries out the operator's commands.

    Args:
        lobby: of the server.
        token: of the operator; empty for none, so that only the local socket is left.

    Attributes:
        reload: reads files again and returns a sentence about it; raises `ValueError` with a
            sentence.
        stop: ends the server.
    """

    def __init__(self, lobby: Lobby, token: str = "") -> None:
        self._lobby = lobby
        self._token = token
        self._wrong: deque[int] = deque(maxlen=TRIES)
        self._draining: asyncio.Task[None] | None = None
        self._player = Player(key=OPERATOR, name="host")
        self._last_id = 0
        self.reload: Callable[[], Awaitable[list[str]]] = _nothing
        self.stop: Callable[[], None] = lambda: None

    @property
    def has_token(self) -> bool:
        """Whether the operator may connect over the network."""
        return bool(self._token)

    def check(self, token: str | None) -> None:
        """Refuse a connection without the operator's token.

        Raises:
            Denied: the token is missing or wrong, or too many wrong ones came.
        """
        now = now_ms()
        while self._wrong and now - self._wrong[0] >= TRIES_MS:
            self._wrong.popleft()
        # Before the comparison: meanwhile even the right token is refused, or guessing would go on.
        if len(self._wrong) >= TRIES:
            wait = TRIES_MS - (now - self._wrong[0])
            text = f"Too many wrong tokens. Try again in {-(-wait // 60_000)} min."
            raise deny("admin/denied", text, retry_ms=wait)
        # As bytes, because `compare_digest` takes only ASCII text.
        given = (token or "").encode()
        if self._token and hmac.compare_digest(given, self._token.encode()):
            return
        # A client without a token has not guessed.
        if token is not None:
            self._wrong.append(now)
        text = "Only the operator may do this: over the local socket, or with the operator's token."
        raise deny("admin/denied", text)

    async def carry_out(self, message: wire.Admin) -> Any:
        """Carry out a command and return its result.

        Raises:
            Denied: it cannot be done; nothing has changed.
        """
        try:
            return await _ACTIONS[message.action](self, message)
        except StoreError as error:
            raise deny("server/failed", f"the store: {error}") from None

    def close(self) -> None:
        """Stop all waiting for deals."""
        if self._draining is not None:
            self._draining.cancel()

    # Lists

    async def _tables(self, message: wire.Admin) -> list[dict[str, Any]]:
        found = []
        for runner in self._lobby.tables.values():
            host = runner.host
            table = host.table
            names = [name for name in table.state.names if name is not None]
            people = sum(
                name is not None and not bot
                for name, bot in zip(table.state.names, table.state.bots, strict=True)
            )
            found.append(
                {
                    "table": table.id,
                    "title": table.opened.title,
                    "game": table.opened.game,
                    "seats": table.seats,
                    "taken": len(names),
                    "people": people,
                    "watching": sum(one.seat is None for one in host.audience.watchers),
                    "waiting": len(table.controls.waiting),
                    "playing": host.is_playing,
                    "paused": table.controls.paused,
                    "locked": table.controls.locked,
                    "protected": table.controls.protected,
                    "events": host.audience.seq,
                }
            )
        return found

    async def _seats(self, message: wire.Admin) -> list[dict[str, Any]]:
        found = []
        for runner in self._runners(message.table):
            table = runner.host.table
            stacks = getattr(table.state, "stacks", (0,) * table.seats)
            for seat, name in enumerate(table.state.names):
                if name is None and table.keys[seat] is None:
                    continue
                found.append(
                    {
                        "table": table.id,
                        "seat": seat,
                        "name": name or table.labels[seat],
                        "bot": table.state.bots[seat] or table.labels[seat] is not None,
                        "stack": stacks[seat],
                        "connected": runner.host.audience.connected(seat),
                        "away": table.state.away[seat],
                        "owner": table.keys[seat] == runner.host.owners.opener,
                    }
                )
        return found

    async def _sessions(self, message: wire.Admin) -> list[dict[str, Any]]:
        return [
            {
                "name": session.player.name,
                "kind": "viewer" if session.viewer else "bot" if session.player.bot else "person",
                "connected": session.connection is not None,
                "address": session.source,
                "watching": list(session.watching),
                "seats": [
                    [held.table, held.seat]
                    for held in self._lobby.tables.seats_held_by(session.player.key)
                ],
            }
            for session in self._lobby.sessions
        ]

    async def _bans(self, message: wire.Admin) -> list[dict[str, Any]]:
        return self._lobby.bans.listed()

    # Accounts

    async def _accounts(self, message: wire.Admin) -> list[dict[str, Any]]:
        await self._lobby.accounts.load()
        return self._lobby.accounts.listed()

    async def _password(self, message: wire.Admin) -> dict[str, Any]:
        name, accounts = _needed(message.name, "name"), self._lobby.accounts
        await accounts.load()
        key = accounts.owner_of(name)
        if key is None:
            known = tuple(str(one["name"]) for one in accounts.listed())
            text = f"no account is called {name!r}; {did_you_mean(name, known)}"
            raise deny("admin/invalid", text)
        # Generated, so that no password of the operator's is ever typed on a command line.
        password = secrets.token_urlsafe(12)
        await accounts.set_password(key, password)
        return {"name": name, "password": password}

    async def _forget(self, message: wire.Admin) -> dict[str, Any]:
        name, lobby = _needed(message.name, "name"), self._lobby
        await lobby.settle()
        found = lobby.players.called(name)
        if not found:
            raise deny("admin/invalid", f"the server knows no player {name!r}")
        if len(found) > 1:
            ids = ", ".join(player[:12] for player in sorted(found))
            text = f"{len(found)} players were called {name!r}; name one by the id: {ids}"
            raise deny("admin/invalid", text)
        await lobby.forget(found[0])
        return {"forgotten": found[0][:12]}

    # Players

    async def _kick(self, message: wire.Admin) -> dict[str, Any]:
        name = _needed(message.name, "name")
        removed = await self._remove(name, message.table)
        ended = 0
        if message.table is None:
            ended = self._end(self._named(name), "session/kicked", "the operator removed you")
        if not removed and not ended:
            raise self._nobody(name)
        return {"removed": removed, "ended": ended}

    async def _ban(self, message: wire.Admin) -> dict[str, Any]:
        name = _needed(message.name, "name")
        sessions = self._named(name)
        keys = {session.player.key: session.source for session in sessions}
        for runner in self._lobby.tables.values():
            table = runner.host.table
            for seat, known in enumerate(table.state.names):
                key, guest = table.keys[seat], table.labels[seat] is None
                if guest and key is not None and (known or "").casefold() == name.casefold():
                    # Players without a session are banned by their key; their address is not known.
                    keys.setdefault(key, None)
        if not keys:
            raise self._nobody(name)
        for key, source in keys.items():
            await self._lobby.bans.add(key, name, source if message.address else None)
        removed = await self._remove(name, None)
        ended = self._end(sessions, "session/banned", "the operator banned you")
        return {"banned": len(keys), "removed": removed, "ended": ended}

    async def _unban(self, message: wire.Admin) -> dict[str, Any]:
        name = _needed(message.name, "name")
        lifted = await self._lobby.bans.lift(name)
        if not lifted:
            known = tuple(str(ban["name"]) for ban in self._lobby.bans.listed())
            text = f"nobody called {name!r} is banned; {did_you_mean(name, known)}"
            raise deny("admin/invalid", text)
        return {"lifted": lifted}

    async def _remove(self, name: str, table_id: str | None) -> list[list[Any]]:
        """Remove all players with a name from their seats; returns the table and seat of each."""
        removed = []
        for runner in self._runners(table_id):
            table = runner.host.table
            for seat, known in enumerate(table.state.names):
                if known is None or known.casefold() != name.casefold():
                    continue
                reply = await self._ask(runner, wire.Remove, {"seat": seat})
                # A player who is leaving already counts as removed.
                if isinstance(reply, wire.Ok) or reply.code == "seat/leaving":
                    removed.append([runner.id, seat])
        return removed

    def _named(self, name: str) -> list[Session]:
        return [
            session
            for session in self._lobby.sessions
            if session.player.name.casefold() == name.casefold()
        ]

    @staticmethod
    def _end(sessions: list[Session], code: str, text: str) -> int:
        ended = 0
        for session in sessions:
            if session.connection is not None:
                session.connection.close(code, text)
                ended += 1
        return ended

    def _nobody(self, name: str) -> Denied:
        known = {session.player.name for session in self._lobby.sessions}
        for runner in self._lobby.tables.values():
            known.update(one for one in runner.host.table.state.names if one is not None)
        hint = did_you_mean(name, tuple(sorted(known)[:100]))
        return deny("admin/invalid", f"nobody here is called {name!r}; {hint}")

    # The server

    async def _announce(self, message: wire.Admin) -> dict[str, Any]:
        return {"told": self._tell_all(_needed(message.text, "text"))}

    def _tell_all(self, text: str) -> int:
        reached = 0
        for session in self._lobby.sessions:
            if session.connection is not None:
                session.connection.send(wire.Announced(text=text, now_ms=now_ms()))
                reached += 1
        return reached

    async def _drain(self, message: wire.Admin) -> dict[str, Any]:
        tables = self._lobby.tables
        if self._draining is not None:
            raise deny("admin/invalid", "the server is draining already")
        tables.drain()
        # Before the wait, so that nobody starts a deal that cannot be finished.
        self._tell_all("The server stops after this deal. Your seats are kept.")
        self._draining = asyncio.create_task(self._wait_and_stop(message.seconds))
        return {"playing": tables.playing, "seconds": message.seconds}

    async def _wait_and_stop(self, seconds: int) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._lobby.tables.playing:  # noqa: ASYNC110, the end of a deal has no event
                    await asyncio.sleep(LOOK_S)
        self.stop()

    async def _reload(self, message: wire.Admin) -> dict[str, Any]:
        try:
            return {"done": await self.reload()}
        except ValueError as error:
            raise deny("admin/invalid", str(error)) from None

    # Tables

    async def _at(self, message: wire.Admin) -> Any:
        table_id, text = _needed(message.table, "table"), _needed(message.text, "text")
        runner = self._lobby.tables.named(table_id)
        try:
            said = parse_line(text, _context(runner))
        except LineError as error:
            raise deny("admin/invalid", str(error)) from None
        # The operator acts as an owner, never as a player at the table.
        if not isinstance(said, Command) or said.cls not in _AT_A_TABLE:
            raise deny("admin/invalid", f"{text!r:.60} is nothing that the owner of a table may do")
        reply = await self._ask(runner, said.cls, said.fields)
        if isinstance(reply, wire.Refused):
            raise deny(reply.code, reply.message, **dict(reply.details))
        return reply.result

    def _runners(self, table_id: str | None) -> list[TableRunner]:
        if table_id is None:
            return list(self._lobby.tables.values())
        return [self._lobby.tables.named(table_id)]

    async def _ask(self, runner: TableRunner, cls: Any, fields: Any) -> Any:
        """The answer of a table to a command of the operator."""
        # Above every id before a restart: tables remember their answers from the log.
        self._last_id = max(self._last_id + 1, wall_ms() * 1000)
        answer = _Answer(self._last_id)
        data = {name: value for name, value in fields.items() if name != "table"}
        message = cls(id=self._last_id, table=runner.id, **data)
        if not runner.submit(Request(self._player, Watcher(answer), message)):
            raise deny("table/busy", f"table {runner.id} is overloaded; try again")
        try:
            async with asyncio.timeout(ANSWER_S):
                return await answer.reply
        except TimeoutError:
            raise deny("table/busy", f"table {runner.id} does not answer") from None


class _Answer:
    """Receives the answer to one command."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def send(self, message: Any) -> None:
        if getattr(message, "id", None) == self._number and not self.reply.done():
            self.reply.set_result(message)

    def close(self, code: str, message: str) -> None:
        """There is no connection."""
        if not self.reply.done():
            self.reply.set_result(wire.Refused(id=self._number, code=code, message=message))

    def charge(self, cpu_s: float, kind: str) -> None:
        """Do nothing: the operator has no rate limit."""


def _needed(value: str | None, name: str) -> str:
    if value is None:
        raise deny("admin/invalid", f"{name} is missing")
    return value


async def _nothing() -> list[str]:
    return []


_ACTIONS: dict[str, Callable[[Operator, wire.Admin], Awaitable[Any]]] = {
    "accounts": Operator._accounts,
    "announce": Operator._announce,
    "at": Operator._at,
    "ban": Operator._ban,
    "bans": Operator._bans,
    "drain": Operator._drain,
    "forget": Operator._forget,
    "kick": Operator._kick,
    "password": Operator._password,
    "reload": Operator._reload,
    "seats": Operator._seats,
    "sessions": Operator._sessions,
    "tables": Operator._tables,
    "unban": Operator._unban,
}
