"""Errors of the protocol, and the catalogue of all codes that a client may meet.

The tree::

    ProtocolError
    ├── FrameError      a frame that is not a message: too large, of the wrong kind, malformed
    ├── Invalid         data that is none of the allowed messages (`validation`)
    ├── LineError       a line that is not of the plain-line dialect (`lines`)
    └── LogError        a log that cannot be what it claims to be (`log`)

A command that is not accepted is not an error: it is answered by `messages.Refused`, a connection
that the server ends is told so by `messages.Closing`. Both carry a code of the catalogue. Codes are
stable: a code keeps its meaning for ever, and new ones may come with any release.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from carteado.engine.registry import games

__all__ = [
    "CLOSINGS",
    "CODES",
    "Close",
    "FrameError",
    "Invalid",
    "LineError",
    "ProtocolError",
    "catalogue",
    "close_of",
    "may_return",
]


class ProtocolError(ValueError):
    """Base of all errors of this package."""


class FrameError(ProtocolError):
    """A frame that is not a message.

    Attributes:
        code: why, one of the catalogue's ``frame/...``.
        message: one English sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Invalid(ProtocolError):
    """Data that is not one of the allowed messages.

    Attributes:
        where: path of the wrong field, such as ``act.decision``; empty for the whole.
        problem: what is wrong with it.
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}" if where else problem)
        self.where = where
        self.problem = problem


class LineError(ProtocolError):
    """A line that is not of the plain-line dialect.

    Attributes:
        message: one English sentence.
        position: where in the line, in characters from 0.
        suggestion: what was probably meant, None where nothing is near.
    """

    def __init__(self, message: str, position: int, suggestion: str | None = None) -> None:
        hint = f", did you mean {suggestion}?" if suggestion else ""
        super().__init__(f"{message}{hint} (at {position + 1})")
        self.message = message
        self.position = position
        self.suggestion = suggestion


CODES: Mapping[str, str] = {
    "frame/too_large": "The frame is larger than the limit.",
    "frame/kind": "A text frame where the subprotocol is binary, or the other way round.",
    "frame/text": "The frame's text is not valid UTF-8, or holds half a surrogate pair.",
    "frame/malformed": "The frame is not well-formed msgpack or JSON, or has bytes left over.",
    "frame/deep": "The message is nested too deeply.",
    "frame/value": "A value that no message has: a fraction, bytes, or a number beyond 2^53 - 1.",
    "frame/duplicate": "A key stands twice in one map.",
    "frame/not_a_message": "The frame is not a map with a `type`.",
    "frame/unknown_type": "The `type` is that of no message.",
    "frame/invalid": "A field is missing, unknown, or of another type; details say which.",
    "session/hello_first": "The first message of a connection is `hello`.",
    "session/hello_twice": "`hello` comes once in a connection.",
    "session/hello_late": "No `hello` came in time.",
    "session/lost": "The server does not know the session any more; "
    "whether the command was carried out is not known.",
    "session/replaced": "The same player connected again elsewhere; this connection is over.",
    "session/viewer": "A viewer only watches.",
    "session/token": "The token is not valid here.",
    "session/ended": "The client ended the session.",
    "table/unknown": "There is no such table.",
    "table/closed": "The table is closed; its log can still be read.",
    "table/full": "No seat is free at the table.",
    "table/busy": "The table has more to do than it can; ask again soon.",
    "table/failed": "The table met a fault of the server and stands still until it is opened anew.",
    "table/not_watching": "The client does not follow the table.",
    "table/open_hands": "The rail sees every hand here; who sits at the table has not its eyes.",
    "table/not_over": "The game at the table is not over.",
    "seat/none": "The player holds no seat at the table.",
    "seat/unknown": "The table has no such seat.",
    "seat/taken": "Somebody sits there.",
    "seat/reserved": "The seat waits for somebody else.",
    "seat/already": "The player holds a seat at the table already.",
    "seat/no_bots": "The game only judges what people do: no bot plays it.",
    "seat/bot": "The host has no such bot, or seats none.",
    "seat/not_a_bot": "None of the host's bots has that seat.",
    "seat/bot_not_yours": "Only who opened the table or asked for the bot may send it away.",
    "action/invalid": "The action is none of the game's, or a field of it is wrong.",
    "action/stale_decision": "The decision that the action answers has passed.",
    "action/not_your_turn": "The table does not wait for this seat.",
    "proofs/unknown": "The table has no such deal, or its deck is not open to proof yet.",
    "limit/rate": "More commands than the server takes; details say when to try again.",
    "limit/malformed": "Too many frames that are no messages.",
    "limit/slow": "The client reads too slowly; what waited for it was dropped.",
    "limit/connections": "The server has as many connections as it takes, in all or from there.",
    "limit/tables": "The server, or the player, has as many tables as it takes.",
    "limit/seats": "The player holds as many seats as the server gives one.",
    "limit/bots": "The player has asked for as many bots as the server gives one.",
    "server/stopping": "The server stops; it may come back.",
    "server/failed": "The server met a fault of its own; nothing that was acknowledged is lost.",
    "chat/too_fast": "More lines than the table takes.",
    "chat/phrases_only": "Partners do not talk while a deal is played; details say what is said.",
    "options/unknown_game": "There is no such game here.",
    "options/unknown_preset": "The game has no such preset.",
    "options/unknown": "The game or the table has no such option.",
    "options/invalid": "An option is out of range, or excludes another; details say which.",
}
"""Every code of the protocol and the server, and its meaning in a line."""


def catalogue() -> dict[str, str]:
    """All codes with their meanings: those above, and those of each installed game.

    A game names its own in an attribute ``codes``, a mapping from code to sentence; the names in
    braces are the refusal's details.
    """
    found = dict(CODES)
    for game in games().values():
        for code, sentence in getattr(game, "codes", {}).items():
            found.setdefault(code, sentence)
    return dict(sorted(found.items()))


class Close(IntEnum):
    """Status with which the server closes a WebSocket.

    1000 to 1013 mean what RFC 6455 and its registry say; 4000 and above are the protocol's own.
    """

    DONE = 1000
    PROTOCOL = 1002
    KIND = 1003
    TEXT = 1007
    POLICY = 1008
    TOO_LARGE = 1009
    FAULT = 1011
    RESTART = 1012
    LATER = 1013
    REPLACED = 4000
    TOKEN = 4003
    SLOW = 4008


@dataclass(frozen=True, slots=True)
class Closing:
    """How a connection is closed for a reason.

    Attributes:
        status: WebSocket close status.
        retry_ms: when to come back, milliseconds; None where that makes no sense.
    """

    status: Close
    retry_ms: int | None = None


CLOSINGS: Mapping[str, Closing] = {
    "frame/too_large": Closing(Close.TOO_LARGE),
    "frame/kind": Closing(Close.KIND),
    "frame/text": Closing(Close.TEXT),
    "session/hello_first": Closing(Close.PROTOCOL),
    "session/hello_twice": Closing(Close.PROTOCOL),
    "session/hello_late": Closing(Close.PROTOCOL),
    "session/ended": Closing(Close.DONE),
    "session/replaced": Closing(Close.REPLACED),
    "session/token": Closing(Close.TOKEN),
    "limit/rate": Closing(Close.POLICY),
    "limit/malformed": Closing(Close.POLICY),
    "limit/slow": Closing(Close.SLOW, 1_000),
    "limit/connections": Closing(Close.LATER, 5_000),
    "server/stopping": Closing(Close.RESTART, 1_000),
    "server/failed": Closing(Close.FAULT, 1_000),
}
"""For each code that ends a connection, how."""

_NO_RETURN = frozenset(closing.status for closing in CLOSINGS.values() if closing.retry_ms is None)


def close_of(code: str) -> Closing:
    """How a connection is closed for this code; as a breach of policy where it is not listed."""
    return CLOSINGS.get(code, Closing(Close.POLICY))


def may_return(status: int) -> bool:
    """Whether to reconnect after a close status, for a client that saw no `messages.Closing`.

    A connection that broke without a status (1005, 1006) is worth another try.
    """
    return status not in _NO_RETURN
