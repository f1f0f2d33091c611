"""The two ends of a connection, without I/O.

`ServerSession` turns a client's frames into messages, and holds the client to the protocol: its
frames' size and form, the handshake, how many of them. It knows no tables.

`ClientSession` is a client's memory across connections: who it is, which tables it follows and how
far it has seen them, which commands still wait for their reply. After a connection broke, it says
what to send so that nothing is missed and nothing is done twice::

    send(session.connected())                          # on every connection
    while frame := receive():
        for happening in session.receive_frame(codec, frame): ...
        send(session.outgoing())

Neither opens a socket, reads a clock or draws a random number.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from carteado.protocol.codec import Codec
from carteado.protocol.cutting import Cutting
from carteado.protocol.errors import Close, FrameError, Invalid, close_of
from carteado.protocol.following import Followed
from carteado.protocol.happenings import (
    ChatHeard,
    Closed,
    Happening,
    PresenceChanged,
    Replied,
    Unreadable,
    Welcomed,
)
from carteado.protocol.messages import (
    INBOUND,
    LARGEST,
    OUTBOUND,
    Act,
    ChatSaid,
    Closing,
    Events,
    Hello,
    Inbound,
    Join,
    Live,
    Ok,
    Pong,
    Presence,
    Prompt,
    ProofsOpened,
    Refused,
    Snapshot,
    Unwatch,
    Watch,
    Welcome,
)
from carteado.protocol.validation import validator

__all__ = ["ClientSession", "Limits", "ServerSession", "Violation"]


# The server's end


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the server holds a connection to.

    Attributes:
        per_second: messages a second that are taken in the long run.
        burst: messages that are taken at once after a pause.
        malformed: frames in a row that are no messages, until the connection is closed.
    """

    per_second: int = 500
    burst: int = 1_000
    malformed: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A frame that is not taken.

    Attributes:
        reply: what to tell the client.
        status: how to close the connection after it; None where it goes on.
    """

    reply: Refused | Closing
    status: Close | None = None


class ServerSession:
    """One connection as the server sees it.

    Args:
        codec: the encoding that the handshake chose.
        limits: what to hold the client to.

    Attributes:
        hello: the client's first message, None before it came.
        closed: the violation that ended the connection, None while it goes on.
    """

    def __init__(self, codec: Codec, *, limits: Limits | None = None) -> None:
        self.codec = codec
        self.limits = limits or Limits()
        self.hello: Hello | None = None
        self.closed: Violation | None = None
        self._interval = 1_000_000 // max(1, self.limits.per_second)
        self._slack = self._interval * self.limits.burst
        self._due = 0
        self._hasty = 0
        self._malformed = 0
        self._validate = _inbound()

    def receive(self, frame: bytes | str, now_ms: int) -> Inbound | Violation:
        """The message in a frame, or what to do about a frame that is none.

        Args:
            frame: as it came.
            now_ms: a clock that never goes back, milliseconds.

        Returns:
            A message that may be carried out, or a `Violation`; nothing is ever raised. After a
            violation with a status every frame gets the same one.
        """
        if self.closed is not None:
            return self.closed
        wait_ms = self._wait(now_ms)
        try:
            data = self.codec.decode_inbound(frame)
        except FrameError as error:
            return self._bad(None, error.code, error.message, {})
        if wait_ms:
            return self._too_fast(_id_of(data), wait_ms)
        try:
            message: Inbound = self._validate(data)
        except Invalid as error:
            return self._bad(_id_of(data), *_explain(data, error))
        self._malformed = 0
        if self.hello is None or type(message) is Hello:
            return self._greet(message)
        return message

    def _greet(self, message: Inbound) -> Inbound | Violation:
        if type(message) is not Hello:
            return self._close("session/hello_first", "the first message is hello")
        if self.hello is not None:
            return self._close("session/hello_twice", "hello comes once in a connection")
        self.hello = message
        return message

    def _wait(self, now_ms: int) -> int:
        """Milliseconds until the next message is taken; 0 when this one is.

        A token bucket kept as one number: the time at which it will be full again.
        """
        now = int(now_ms * 1_000)
        due = max(self._due, now)
        over = due + self._interval - now - self._slack
        if over > 0:
            return over // 1_000 + 1
        self._due = due + self._interval
        self._hasty = max(0, self._hasty - 1)
        return 0

    def _too_fast(self, number: int | None, wait_ms: int) -> Violation:
        self._hasty += 1
        if self._hasty > self.limits.burst:
            return self._close("limit/rate", "too many messages, in spite of refusals")
        details = {"per_second": self.limits.per_second, "retry_ms": wait_ms}
        message = f"at most {self.limits.per_second} messages a second; wait {wait_ms} ms"
        return Violation(
            reply=Refused(id=number, code="limit/rate", message=message, details=details)
        )

    def _bad(
        self, number: int | None, code: str, message: str, details: Mapping[str, Any]
    ) -> Violation:
        self._malformed += 1
        if code in _FATAL:
            return self._close(code, message)
        if self._malformed >= self.limits.malformed:
            return self._close("limit/malformed", f"too many wrong frames, the last: {message}")
        return Violation(reply=Refused(id=number, code=code, message=message, details=details))

    def _close(self, code: str, message: str) -> Violation:
        closing = close_of(code)
        reply = Closing(code=code, message=message, retry_ms=closing.retry_ms)
        self.closed = Violation(reply=reply, status=closing.status)
        return self.closed


_FATAL = frozenset({"frame/too_large", "frame/kind", "frame/text"})


@functools.cache
def _inbound() -> validator:
    return validator(INBOUND)


@functools.cache
def _outbound() -> validator:
    return validator(OUTBOUND, unknown="ignore")


def _tags(types: tuple[type, ...]) -> frozenset[str]:
    return frozenset(cls.__dataclass_fields__["type"].default for cls in types)  # type: ignore[attr-defined]


_INBOUND_TAGS = _tags(INBOUND)
_OUTBOUND_TAGS = _tags(OUTBOUND)


def _id_of(data: Any) -> int | None:
    """The id of a command, however wrong the rest of it is."""
    number = data.get("id") if type(data) is dict else None
    return number if type(number) is int and 1 <= number <= LARGEST else None


def _explain(data: Any, error: Invalid) -> tuple[str, str, Mapping[str, Any]]:
    """Code, sentence and details for data that is no message; what it held is shown escaped."""
    tag = data.get("type") if type(data) is dict else None
    if type(tag) is not str:
        return "frame/not_a_message", "a message is a map with a type", {}
    if tag not in _INBOUND_TAGS:
        shown = repr(tag[:40])
        return "frame/unknown_type", f"no message has the type {shown}", {"type": shown}
    where, problem = (repr(text[:100])[1:-1] for text in (error.where, error.problem))
    return "frame/invalid", f"{where}: {problem}", {"where": where, "problem": problem}


# The client's end


@dataclass(slots=True)
class _Pending:
    """A command that waits for its reply.

    Attributes:
        own: whether the session itself asked, and nobody waits to be told.
        sent: whether a server may have seen it.
    """

    message: Any
    own: bool = False
    sent: bool = False


class ClientSession:
    """A client's memory across its connections to one server.

    Args:
        name: what others are to call the player.
        kind: a person, a bot, or a viewer.
        token: the token of an earlier session, or of a reserved seat.
        text: whether to ask for lines of English.
        entropy: gives 32 fresh hexadecimal digits for a nonce; None takes no part in cuts.
        first_id: id of the first command. A program that takes up a session which an earlier
            process began has to begin above all ids that were used, for a server answers an old
            id with its old answer: the clock in milliseconds since 1970 serves.

    Attributes:
        token: proves who this is; store it to come back in another process.
        welcome: the server's last greeting.
        ready: whether commands may go out: True from `Welcomed` until `disconnected`.
        tables: the tables that are followed, by id.
        ignored: messages that were passed over, because this release does not know their type or
            they are about a table that is not followed.
    """

    def __init__(
        self,
        name: str,
        *,
        kind: Literal["person", "bot", "viewer"] = "person",
        token: str | None = None,
        text: bool = False,
        entropy: Callable[[], str] | None = None,
        first_id: int = 1,
    ) -> None:
        self.name = name
        self.kind = kind
        self.token = token
        self.text = text
        self.welcome: Welcome | None = None
        self.ready = False
        self.tables: dict[str, Followed] = {}
        self.ignored = 0
        self._entropy = entropy
        self._next_id = first_id
        self._pending: dict[int, _Pending] = {}
        self._outbox: list[Inbound] = []

    # What goes out

    def connected(self) -> list[Inbound]:
        """What to send first on a new connection; the rest follows the welcome by `outgoing`."""
        self.disconnected()
        hello = Hello(name=self.name, kind=self.kind, token=self.token, text=self.text)
        return [hello]

    def disconnected(self) -> None:
        """The connection is gone; commands made from now on wait for the next one."""
        self.ready = False
        self._outbox.clear()
        self._pending = {number: p for number, p in self._pending.items() if not p.own}
        for followed in self.tables.values():
            followed.disconnected()
            if followed.cutting is not None:
                followed.cutting.reconnected()

    def command(self, cls: type[Any], /, **fields: Any) -> Any:
        """A command with the next id, remembered until its reply has come.

        Send it when `ready`; made at another time it is sent after the next welcome.

        Args:
            cls: one of the inbound messages that have an ``id``.
            fields: its fields without the id. `Join` gets a commitment to a nonce by itself.
        """
        return self._command(cls, fields, own=False)

    def outgoing(self) -> list[Inbound]:
        """What the session itself wants to send now, in order."""
        if not self.ready:
            return []
        for followed in self.tables.values():
            if followed.wants:
                followed.wants = False
                self._outbox.append(self._watch(followed))
            if followed.cutting is not None:
                nonce = followed.cutting.due(followed.seat)
                if nonce is not None:
                    self._outbox.append(nonce)
        sent, self._outbox = self._outbox, []
        return sent

    @property
    def pending(self) -> tuple[Inbound, ...]:
        """The commands that wait for their reply, in order."""
        return tuple(p.message for p in self._pending.values() if not p.own)

    def _command(self, cls: type[Any], fields: Mapping[str, Any], *, own: bool) -> Any:
        message = cls(id=self._next_id, **fields)
        if type(message) in (Join, Watch):
            followed = self._follow(message.table)
            if type(message) is Watch:
                followed.rail = message.rail
            elif followed.cutting is not None and "commitment" not in fields:
                commitment = followed.cutting.commitment()
                message = dataclasses.replace(message, commitment=commitment)
        self._next_id += 1
        self._pending[message.id] = _Pending(message, own=own, sent=self.ready)
        return message

    def _watch(self, followed: Followed) -> Watch:
        followed.asked = True
        fields = {"table": followed.id, "after": followed.position, "rail": followed.rail}
        watch: Watch = self._command(Watch, fields, own=True)
        return watch

    def _follow(self, table: str) -> Followed:
        followed = self.tables.get(table)
        if followed is None:
            cutting = Cutting(table, self._entropy) if self._entropy is not None else None
            followed = self.tables[table] = Followed(id=table, cutting=cutting)
        return followed

    # What comes in

    def receive_frame(self, codec: Codec, frame: bytes | str) -> list[Happening]:
        """What a server's frame means; `Unreadable` where it is none. Nothing in it raises."""
        try:
            return self.receive(codec.decode_outbound(frame))
        except FrameError as error:
            return [Unreadable(problem=error.message)]

    def receive(self, messages: Sequence[Any]) -> list[Happening]:
        """What a frame's messages mean, in order.

        Args:
            messages: plain data as it was decoded, or messages. Nothing in it raises.
        """
        happenings: list[Happening] = []
        for data in messages:
            happenings += self._receive(data)
        return happenings

    def _receive(self, data: Any) -> list[Happening]:
        message = data
        if type(data) not in _CLIENT:
            tag = data.get("type") if isinstance(data, Mapping) else None
            if type(tag) is not str:
                return [Unreadable(problem="a message is a map with a type")]
            if tag not in _OUTBOUND_TAGS:
                self.ignored += 1
                return []
            try:
                message = _outbound()(data)
            except Invalid as error:
                return [Unreadable(problem=repr(str(error)[:200])[1:-1])]
        return _CLIENT[type(message)](self, message)

    def _welcome(self, message: Welcome) -> list[Happening]:
        lost = self._lose() if self.token is not None and not message.resumed else []
        self.welcome, self.token = message, message.token
        self.ready = True
        for holding in message.seats:
            self._follow(holding.table).seat = holding.seat
        self._outbox = [self._watch(followed) for followed in self.tables.values()]
        for pending in self._pending.values():
            if not pending.own:
                pending.sent = True
                self._outbox.append(pending.message)
        return [Welcomed(welcome=message), *lost]

    def _lose(self) -> list[Happening]:
        """The server does not know the session: whether sent commands were done is not known."""
        for followed in self.tables.values():
            followed.forget()
        lost = [number for number, pending in self._pending.items() if pending.sent]
        text = "the server does not know the session any more"
        return [
            Replied(
                id=number,
                reply=Refused(id=number, code="session/lost", message=text),
                command=self._pending.pop(number).message,
            )
            for number in lost
        ]

    def _reply(self, reply: Ok | Refused | Pong | ProofsOpened) -> list[Happening]:
        if reply.id is None:
            return [Replied(id=None, reply=reply, command=None)]
        pending = self._pending.pop(reply.id, None)
        if pending is None:
            self.ignored += 1
            return []
        command = pending.message
        followed = self.tables.get(getattr(command, "table", None) or "")
        out = self._settle(followed, command, reply) if followed is not None else []
        if pending.own and isinstance(reply, Ok):
            return out
        return [*out, Replied(id=reply.id, reply=reply, command=command)]

    def _settle(self, followed: Followed, command: Any, reply: Any) -> list[Happening]:
        """What a reply changes in what is known of its table."""
        kind, accepted = type(command), isinstance(reply, Ok)
        if kind is Act:
            if accepted or reply.code == "action/stale_decision":
                return followed.answered(command.decision)
        elif kind is Join and accepted and type(reply.result) is int:
            followed.seat = reply.result
        elif kind is Unwatch and accepted:
            self.tables.pop(followed.id)
        elif kind in (Join, Watch) and not accepted:
            followed.asked = False
            if kind is Watch or followed.seq == 0:
                self._let_go(followed)
        return []

    def _let_go(self, followed: Followed) -> None:
        """A table cannot be followed, unless another command still asks for it."""
        asking = (p.message for p in self._pending.values())
        if not any(type(m) in (Join, Watch) and m.table == followed.id for m in asking):
            self.tables.pop(followed.id, None)

    def _about(self, message: Any) -> list[Happening]:
        """A message about a table goes to what is known of it."""
        followed = self.tables.get(message.table)
        if followed is None:
            self.ignored += 1
            return []
        return _TABLE[type(message)](followed, message)

    def _closing(self, message: Closing) -> list[Happening]:
        return [Closed(code=message.code, message=message.message, retry_ms=message.retry_ms)]


def _presence(followed: Followed, message: Presence) -> list[Happening]:
    return [
        PresenceChanged(table=message.table, connected=message.connected, watching=message.watching)
    ]


def _chat(followed: Followed, message: ChatSaid) -> list[Happening]:
    return [ChatHeard(table=message.table, seat=message.seat, name=message.name, text=message.text)]


_TABLE: Mapping[type, Callable[[Followed, Any], list[Happening]]] = {
    Snapshot: Followed.take_snapshot,
    Events: Followed.take_events,
    Live: Followed.take_live,
    Prompt: Followed.take_prompt,
    Presence: _presence,
    ChatSaid: _chat,
}

_CLIENT: Mapping[type, Callable[[ClientSession, Any], list[Happening]]] = {
    Welcome: ClientSession._welcome,
    Ok: ClientSession._reply,
    Refused: ClientSession._reply,
    Pong: ClientSession._reply,
    ProofsOpened: ClientSession._reply,
    Closing: ClientSession._closing,
    **dict.fromkeys(_TABLE, ClientSession._about),
}
