"""The client side of connections, without I/O: the state that a client keeps across them.

`session` has the states of a connection and their transitions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from carteado.protocol.codec import Codec
from carteado.protocol.cutting import Cutting
from carteado.protocol.errors import FrameError
from carteado.protocol.following import Followed
from carteado.protocol.messages import (
    Act,
    Announced,
    ChatSaid,
    Closing,
    DealClock,
    Events,
    Hello,
    Inbound,
    Join,
    Live,
    Odds,
    Ok,
    Pong,
    Presence,
    Prompt,
    ProofsOpened,
    Reacted,
    Refused,
    Snapshot,
    TableWaiting,
    TurnClock,
    Unwatch,
    View,
    WaitingPlace,
    Watch,
    Welcome,
)
from carteado.protocol.session_events import (
    Announcement,
    ChatHeard,
    Closed,
    DealTimed,
    PlaceChanged,
    PresenceChanged,
    ReactionSeen,
    Replied,
    SessionEvent,
    TableStalled,
    TableStarting,
    TableWaits,
    Unreadable,
    Welcomed,
)
from carteado.protocol.session_frames import frame_messages, received

__all__ = ["ClientSession"]


RETRIES_MS = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000, 60_000, 60_000)
"""Waits before asking for a stalled table again, milliseconds: ten attempts in about four
minutes."""

_STALLED = frozenset({"table/failed", "table/busy", "server/failed", "limit/rate"})
"""Refusals of a table that may be followed later."""

MOST_TABLES = 4096
"""Most tables that are followed because the server says that the player has a seat there."""

STARTING_MS = (50, 250, 5_000)
"""Least, default and longest wait before a command to a starting table is repeated,
milliseconds."""


@dataclass(slots=True)
class _Pending:
    """A command that waits for its reply.

    Attributes:
        internal: whether the session itself asked, so that nobody waits for the answer.
        sent: whether a server may have seen it.
        refused: how often it found its table starting.
        waiting: whether it will be sent again for that reason.
    """

    message: Any
    internal: bool = False
    sent: bool = False
    refused: int = 0
    waiting: bool = False


class ClientSession:
    """A client's memory across its connections to one server.

    Args:
        name: the name of the player, shown to others.
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
        ignored: messages that were skipped, because this release does not know their type or
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
        self.kind: Literal["person", "bot", "viewer"] = kind
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

    # Outgoing messages

    def connected(self) -> list[Inbound]:
        """The messages that open a new connection; `outgoing` has the rest after the welcome."""
        # A program may connect again without having noticed the loss of the last connection.
        self.disconnected()
        claim = self.welcome.claim if self.welcome else None
        hello = Hello(name=self.name, kind=self.kind, token=self.token, text=self.text, claim=claim)
        return [hello]

    def disconnected(self) -> None:
        """The connection is lost; later commands wait for the next one."""
        self.ready = False
        # Commands are sent again from `_pending`; nonces are due again by `Cutting.reconnected`.
        self._outbox.clear()
        # The session's own questions are put again from what it knows after the next welcome.
        self._pending = {number: p for number, p in self._pending.items() if not p.internal}
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
        return self._command(cls, fields, internal=False)

    def outgoing(self) -> list[Inbound]:
        """The messages that the session itself has to send now, in order."""
        if not self.ready:
            return []
        # Positions are read here and not when the request arose, so that nothing is requested
        # twice.
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
        return tuple(p.message for p in self._pending.values() if not p.internal)

    def _command(self, cls: type[Any], fields: Mapping[str, Any], *, internal: bool) -> Any:
        message = cls(id=self._next_id, **fields)
        if type(message) in (Join, Watch):
            # Followed from now on: events may arrive before the reply does.
            followed = self._follow(message.table)
            if type(message) is Watch:
                followed.rail = message.rail
            elif followed.cutting is not None and "commitment" not in fields:
                commitment = followed.cutting.commitment()
                message = dataclasses.replace(message, commitment=commitment)
        self._next_id += 1
        # Remembered before it is sent: a command must survive a connection that breaks meanwhile.
        self._pending[message.id] = _Pending(message, internal=internal, sent=self.ready)
        return message

    def _watch(self, followed: Followed) -> Watch:
        followed.asked = True
        after = followed.position
        # Older servers refuse unknown fields, so the field is sent only if they announced it.
        if after is not None and self.welcome and "position_rail" in self.welcome.capabilities:
            after = dataclasses.replace(after, rail=followed.seat is None)
        fields = {"table": followed.id, "after": after, "rail": followed.rail}
        watch: Watch = self._command(Watch, fields, internal=True)
        return watch

    def _follow(self, table: str) -> Followed:
        followed = self.tables.get(table)
        if followed is None:
            cutting = Cutting(table, self._entropy) if self._entropy is not None else None
            followed = self.tables[table] = Followed(id=table, cutting=cutting)
        return followed

    # Incoming messages

    def receive_frame(self, codec: Codec, frame: bytes | str) -> list[SessionEvent]:
        """The session events of a server's frame. It never raises: a bad frame is `Unreadable`."""
        try:
            key: Any = codec
            return self._receive_all(frame_messages(key, frame))
        except FrameError as error:
            return [Unreadable(problem=error.message)]

    def receive(self, messages: Sequence[Any]) -> list[SessionEvent]:
        """The session events of a frame's messages, in order.

        Args:
            messages: plain data as it was decoded, or messages. Nothing in it raises.
        """
        return self._receive_all(map(received, messages))

    def _receive_all(self, messages: Iterable[Any]) -> list[SessionEvent]:
        session_events: list[SessionEvent] = []
        for message in messages:
            if message is None:
                self.ignored += 1
            elif type(message) is Unreadable:
                session_events.append(message)
            else:
                session_events += _CLIENT[type(message)](self, message)
        return session_events

    def _welcome(self, message: Welcome) -> list[SessionEvent]:
        # First: the loop below sends every command, and those that may be done are not repeated.
        lost = self._lose() if self.token is not None and not message.resumed else []
        self.welcome, self.token = message, message.token
        self.ready = True
        for holding in message.seats:
            if len(self.tables) >= MOST_TABLES and holding.table not in self.tables:
                continue
            followed = self._follow(holding.table)
            if followed.seq == 0:  # otherwise it says from which seat the table was seen
                followed.seat = holding.seat
        # Watches first, so that a table is known again before replies about it arrive.
        self._outbox = [self._watch(followed) for followed in self.tables.values()]
        # Sent again with the same ids: the server recognises a repeated id and does the command
        # once.
        for pending in self._pending.values():
            if not pending.internal:
                pending.sent, pending.waiting = True, False
                self._outbox.append(pending.message)
        return [Welcomed(welcome=message), *lost]

    def _lose(self) -> list[SessionEvent]:
        """The server does not know the session: whether sent commands were done is not known."""
        for followed in self.tables.values():
            followed.forget()
        # Commands that never went out are certain not to be done and are still sent.
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

    def _reply(self, reply: Ok | Refused | Pong | ProofsOpened) -> list[SessionEvent]:
        if reply.id is None:
            return [Replied(id=None, reply=reply, command=None)]
        # A reply to an unknown id may be late or hostile; both are ignored.
        pending = self._pending.get(reply.id)
        if pending is None:
            self.ignored += 1
            return []
        # The command was not done, so it stays pending and keeps its id.
        if isinstance(reply, Refused) and reply.code == "table/starting":
            # One that waits already was not sent again: only a hostile server answers twice.
            return [] if pending.waiting else self._put_off(pending, reply)
        del self._pending[reply.id]
        command = pending.message
        followed = self.tables.get(getattr(command, "table", None) or "")
        out = self._settle(followed, command, reply) if followed is not None else []
        # An accepted question of the session itself is not news; a refusal without effect is.
        if pending.internal and (isinstance(reply, Ok) or out):
            return out
        return [*out, Replied(id=reply.id, reply=reply, command=command)]

    def _put_off(self, pending: _Pending, reply: Refused) -> list[SessionEvent]:
        """The server has just started and did nothing: the command keeps its place in the order."""
        command = pending.message
        pending.refused += 1
        pending.waiting = True
        least, usual, longest = STARTING_MS
        asked = reply.details.get("retry_ms")
        # Within bounds, whatever the server says.
        retry_ms = min(max(asked, least), longest) if type(asked) is int else usual
        starting = TableStarting(
            id=command.id,
            table=getattr(command, "table", None),
            message=reply.message,
            attempt=pending.refused,
            retry_ms=retry_ms,
        )
        return [starting]

    def send_again(self, number: int) -> None:
        """Send a command again whose table was starting; `outgoing` has it.

        Nothing happens where the command has its reply, or went out on a new connection.
        """
        pending = self._pending.get(number)
        if pending is not None and pending.waiting and self.ready:
            pending.waiting = False
            self._outbox.append(pending.message)

    def _settle(self, followed: Followed, command: Any, reply: Any) -> list[SessionEvent]:
        """Apply a reply to what is known of its table."""
        kind, accepted = type(command), isinstance(reply, Ok)
        code = getattr(reply, "code", None)
        if kind is Act:
            # Either way the prompt is over: it was answered, or the clock was faster.
            if accepted or code == "action/stale_decision":
                return followed.answered(command.decision)
        elif kind is Join and accepted and type(reply.result) is int:
            # The reply may come before the snapshot, which then confirms the seat.
            followed.seat = reply.result
        elif kind is Unwatch and accepted:
            self.tables.pop(followed.id)
        elif kind in (Join, Watch) and not accepted:
            followed.asked = False
            # The client's table stays true: one that comes back is folded from its log.
            if kind is Watch and followed.seq and code in _STALLED:
                return [] if followed.live else self._stall(followed, reply)
            # A refused Join leaves a table alone that is already followed from the rail.
            if kind is Watch or followed.seq == 0:
                self._let_go(followed)
        return []

    def _stall(self, followed: Followed, reply: Refused) -> list[SessionEvent]:
        """A followed table has stalled: keep its state for a while."""
        again = followed.stalled < len(RETRIES_MS)
        retry_ms = RETRIES_MS[followed.stalled] if again else None
        followed.stalled += 1
        stalled = TableStalled(
            table=followed.id,
            code=reply.code,
            message=reply.message,
            attempt=followed.stalled,
            retry_ms=retry_ms,
        )
        if retry_ms is None:
            self._let_go(followed)
        return [stalled]

    def ask_again(self, table: str) -> None:
        """Ask for a table that stood still; nothing happens where that is under way or needless.

        `outgoing` has the question. After a lost connection it is asked with the next welcome.
        """
        followed = self.tables.get(table)
        if followed is not None and self.ready and not followed.asked and not followed.live:
            followed.wants = True

    def _let_go(self, followed: Followed) -> None:
        """A table cannot be followed, unless another command still asks for it."""
        asking = (p.message for p in self._pending.values())
        if not any(type(m) in (Join, Watch) and m.table == followed.id for m in asking):
            self.tables.pop(followed.id, None)

    def _about(self, message: Any) -> list[SessionEvent]:
        """Apply a message about a table to the table's state."""
        followed = self.tables.get(message.table)
        if followed is None:
            self.ignored += 1
            return []
        out = _TABLE[type(message)](followed, message)
        # Requested several times without success: further messages would only repeat the error.
        if any(type(one) is Unreadable and one.final for one in out):
            self._let_go(followed)
        return out

    def _closing(self, message: Closing) -> list[SessionEvent]:
        return [Closed(code=message.code, message=message.message, retry_ms=message.retry_ms)]


def _copied(cls: type[Any]) -> Callable[[Followed, Any], list[SessionEvent]]:
    """Makes a session event of a message whose fields have the same names."""
    names = [field.name for field in dataclasses.fields(cls)]
    return lambda followed, message: [cls(**{name: getattr(message, name) for name in names})]


_TABLE: Mapping[type, Callable[[Followed, Any], list[SessionEvent]]] = {
    Snapshot: Followed.take_snapshot,
    Events: Followed.take_events,
    Live: Followed.take_live,
    Prompt: Followed.take_prompt,
    Odds: Followed.take_odds,
    View: lambda followed, message: [],  # a client that folds events needs none
    TurnClock: Followed.take_clock,
    DealClock: lambda followed, message: [DealTimed(table=message.table, message=message)],
    Presence: _copied(PresenceChanged),
    TableWaiting: _copied(TableWaits),
    ChatSaid: _copied(ChatHeard),
    Reacted: _copied(ReactionSeen),
}

_CLIENT: Mapping[type, Callable[[ClientSession, Any], list[SessionEvent]]] = {
    Welcome: ClientSession._welcome,
    Ok: ClientSession._reply,
    Refused: ClientSession._reply,
    Pong: ClientSession._reply,
    ProofsOpened: ClientSession._reply,
    Closing: ClientSession._closing,
    Announced: lambda session, message: [Announcement(text=message.text, now_ms=message.now_ms)],
    WaitingPlace: lambda session, message: [PlaceChanged(message=message)],
    **dict.fromkeys(_TABLE, ClientSession._about),
}
