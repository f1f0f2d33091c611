"""The server side of a connection, without I/O: frames become messages, or are answered.

`session` has the states of a connection and their transitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carteado.protocol.codec import Codec
from carteado.protocol.errors import Close, FrameError, Invalid, close_of
from carteado.protocol.messages import INBOUND, LARGEST, Closing, Hello, Inbound, Refused
from carteado.protocol.validation import tags
from carteado.protocol.validators import inbound

__all__ = ["COSTS", "Limits", "ServerSession", "Violation"]

CPU_US = 50
"""The server's CPU time for one message of cost 1, microseconds."""

COSTS: Mapping[str, int] = {
    "adopt": 20,  # writes to the store
    "create_account": 200,  # hashes a password
    "create_token": 20,  # writes to the store
    "evening": 20,  # folds the logs of an evening
    "forget_me": 200,  # checks a password
    "login": 200,  # checks a password
    "revoke": 20,  # writes to the store
    "set_password": 400,  # checks a password and hashes another one
    "add_bot": 100,  # starts a process
    "advice": 20,  # counts odds in a thread, which limits how often
    "configure": 10,  # writes to the log and notifies everybody
    "join": 20,  # sends the table and announces the player
    "knock": 20,  # writes to the log and notifies everybody
    "ledger": 20,  # folds the whole log
    "list": 10,  # lists all tables
    "lock": 10,  # writes to the log and notifies everybody
    "open": 20,  # creates a log
    "pause": 10,  # writes to the log and notifies everybody
    "rename": 10,  # writes to the log and notifies everybody
    "set_code": 20,  # hashes the code
    "sit_out": 10,  # writes to the log and notifies everybody, without a limit of its own
    "statistics": 20,  # adds up all logs
    "top_up": 10,  # writes to the log and notifies everybody
    "mute": 10,  # writes to the log and notifies everybody
    "wait": 20,  # writes to the log, notifies everybody, and may check a code
    "ways": 2,  # searches the places of a wild
    "watch": 20,  # sends the table or its last thousand events and announces it
}
"""The cost of a message by its type, in messages; 1 for all types not listed.

Undoing one of these (`Unwatch`, `Leave`, `SitIn`) is included. If a request takes more of the
server's time than its cost covers, `ServerSession.charge` counts the rest.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one connection.

    Attributes:
        per_second: messages per second that are accepted on average, counted as in `COSTS`.
        burst: messages that are accepted at once after a pause, counted likewise.
        malformed: consecutive malformed frames after which the connection is closed.
    """

    per_second: int = 500
    burst: int = 1_000
    malformed: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A refused frame.

    Attributes:
        reply: the answer to the client.
        status: close status of the connection; None if it stays open.
    """

    reply: Refused | Closing
    status: Close | None = None


class ServerSession:
    """One connection as the server sees it.

    Args:
        codec: the encoding that the handshake chose.
        limits: the client's limits.

    Attributes:
        hello: the client's first message, None before it arrived.
        closed: the violation that ended the connection, None while it is open.
    """

    def __init__(self, codec: Codec, *, limits: Limits | None = None) -> None:
        self.codec = codec
        self.limits = limits or Limits()
        self.hello: Hello | None = None
        self.closed: Violation | None = None
        # Microseconds: the cost of one message, and how far ahead of its rate a client may be.
        # Whole microseconds: floats would accumulate an error over a connection of days.
        self._interval = 1_000_000 // max(1, self.limits.per_second)
        self._slack = self._interval * self.limits.burst
        self._due = 0
        self._hasty = 0
        self._malformed = 0
        self._validate = inbound()

    def receive(self, frame: bytes | str, now_ms: int) -> Inbound | Violation:
        """The message in a frame, or the violation for a frame that holds no message.

        Args:
            frame: as it was received.
            now_ms: a clock that never goes back, milliseconds.

        Returns:
            A message that may be carried out, or a `Violation`; nothing is ever raised. After a
            violation with a status every frame gets the same one.
        """
        if self.closed is not None:
            return self.closed
        try:
            data = self.codec.decode_inbound(frame)
        except FrameError as error:
            # Counted, but never delayed: malformed frames have a limit of their own.
            self._wait(now_ms, 1)
            return self._bad(None, error.code, error.message, {})
        cost = _cost_of(data)
        # Before the fields are looked at: refusing a flood should cost less than validating it.
        wait_ms = self._wait(now_ms, cost)
        if wait_ms:
            return self._too_fast(_id_of(data), cost, wait_ms)
        try:
            message: Inbound = self._validate(data)
        except Invalid as error:
            return self._bad(_id_of(data), *_explain(data, error))
        self._malformed = 0
        # Hello is the only message before the greeting, and never comes twice.
        if self.hello is None or type(message) is Hello:
            return self._greet(message)
        return message

    def control(self, now_ms: int) -> Violation | None:
        """Count a ping or a pong of the client, which cost as much as a message.

        Args:
            now_ms: a clock that never goes back, milliseconds.

        Returns:
            The violation if the client sends too much, else None.
        """
        if self.closed is not None:
            return self.closed
        wait_ms = self._wait(now_ms, 1)
        return self._too_fast(None, 1, wait_ms) if wait_ms else None

    def charge(self, cpu_s: float, kind: str, now_ms: int) -> None:
        """Count the server's time for a request beyond its cost.

        Args:
            cpu_s: CPU time, seconds.
            kind: type of the message.
            now_ms: a clock that never goes back, milliseconds.
        """
        more = int(cpu_s * 1_000_000 / CPU_US) - COSTS.get(kind, 1)
        if more > 0:
            # Without the limit of `_wait`: the time is spent, so all of it counts.
            self._due = max(self._due, now_ms * 1_000) + more * self._interval

    def ahead(self, now_ms: int) -> int:
        """The number of messages by which the client is ahead of its rate limit."""
        ahead = self._due - now_ms * 1_000
        return ahead // self._interval if ahead > 0 else 0

    def _greet(self, message: Inbound) -> Inbound | Violation:
        if type(message) is not Hello:
            return self._close("session/hello_first", "the first message is hello")
        if self.hello is not None:
            return self._close("session/hello_twice", "hello comes once in a connection")
        self.hello = message
        return message

    def _wait(self, now_ms: int, cost: int) -> int:
        """Milliseconds until a message of this cost is accepted; 0 for now.

        A token bucket kept as one number: the time at which it will be full again. A message that
        costs more than the whole bucket is accepted when the bucket is full.
        """
        now = now_ms * 1_000
        full = (self._due if self._due > now else now) + min(cost * self._interval, self._slack)
        over = full - now - self._slack
        if over > 0:
            # Rounded up, so that a client that waits this long is not refused again.
            return over // 1_000 + 1
        self._due = full
        # Every message that is taken makes up for one that was refused.
        if self._hasty:
            self._hasty -= 1
        return 0

    def _too_fast(self, number: int | None, cost: int, wait_ms: int) -> Violation:
        self._hasty += 1
        # A client that keeps sending in spite of refusals costs more than its connection is
        # worth.
        if self._hasty > self.limits.burst:
            return self._close("limit/rate", "too many messages, in spite of refusals")
        per_second = self.limits.per_second
        details = {"per_second": per_second, "cost": cost, "retry_ms": wait_ms}
        counts = f", and this counts for {cost}" if cost > 1 else ""
        message = f"at most {per_second} messages a second{counts}; wait {wait_ms} ms"
        return Violation(
            reply=Refused(id=number, code="limit/rate", message=message, details=details)
        )

    def _bad(
        self, number: int | None, code: str, message: str, details: Mapping[str, Any]
    ) -> Violation:
        # Consecutive: `receive` resets the number with every good message.
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


# RFC 6455 has a close status for each of these: the client does not speak the subprotocol.
_FATAL = frozenset({"frame/too_large", "frame/kind", "frame/text"})

_INBOUND_TAGS = tags(INBOUND)


def _cost_of(data: Any) -> int:
    # The data is not validated yet, so nothing about its shape is taken for granted.
    tag = data.get("type") if type(data) is dict else None
    return COSTS.get(tag, 1) if type(tag) is str else 1


def _id_of(data: Any) -> int | None:
    """The id of a command, however wrong the rest of it is."""
    number = data.get("id") if type(data) is dict else None
    return number if type(number) is int and 1 <= number <= LARGEST else None


def _explain(data: Any, error: Invalid) -> tuple[str, str, Mapping[str, Any]]:
    """Code, sentence and details for data that is not a message; what it held is shown escaped."""
    tag = data.get("type") if type(data) is dict else None
    if type(tag) is not str:
        return "frame/not_a_message", "a message is a map with a type", {}
    if tag not in _INBOUND_TAGS:
        shown = repr(tag[:40])
        return "frame/unknown_type", f"no message has the type {shown}", {"type": shown}
    # Escaped and cut: the text of a client comes back in a message that others may log.
    where, problem = (repr(text[:100])[1:-1] for text in (error.where, error.problem))
    return "frame/invalid", f"{where}: {problem}", {"where": where, "problem": problem}
