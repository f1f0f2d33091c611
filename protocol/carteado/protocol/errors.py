"""Errors of the protocol, and the catalogue of all codes that a client may meet.

The tree::

    ProtocolError
    ├── FrameError      a frame that is not a message: too large, of the wrong kind, malformed
    ├── Invalid         data that is not an allowed message (`validation`)
    ├── LineError       a line that is not in the plain-line dialect (`lines`)
    └── LogError        a log that contradicts itself (`log`)

A refused command is not an error: the server answers it with `messages.Refused`. Before the server
ends a connection it sends `messages.Closing`. Both carry a code of the catalogue. Codes are stable:
a code never changes its meaning, and any release may add new ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from carteado.engine.registry import games
from carteado.engine.sentences import Sentence

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
        # The code stays out of the text, which is meant for people.
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
    """A line that is not in the plain-line dialect.

    Attributes:
        message: one English sentence.
        said: the same, for clients that translate it.
        position: where in the line, in characters from 0.
        suggestion: the word that was probably meant, None without a similar word.
    """

    def __init__(
        self, message: Sentence | str, position: int, suggestion: str | None = None
    ) -> None:
        # The question mark ends the hint, so that the sentence reads on with the place.
        hint = f", did you mean {suggestion}?" if suggestion else ""
        # Positions are counted from 0 in programs and from 1 for people.
        super().__init__(f"{message}{hint} (at {position + 1})")
        self.message = str(message)
        self.said = message
        self.position = position
        self.suggestion = suggestion


CODES: Mapping[str, str] = {
    "frame/too_large": "The frame is larger than the limit.",
    "frame/kind": "A text frame in a binary subprotocol, or a binary frame in a text one.",
    "frame/text": "The text is not valid UTF-8, or has half a surrogate pair.",
    "frame/malformed": "The frame is not well-formed msgpack or JSON, or has extra bytes.",
    "frame/deep": "The message is nested too deeply.",
    "frame/value": "Not allowed in messages: a fraction, bytes, or a number above 2^53 - 1.",
    "frame/duplicate": "A map has the same key twice.",
    "frame/not_a_message": "The frame is not a map with a `type`.",
    "frame/unknown_type": "No message has this `type`.",
    "frame/invalid": "A field is missing, unknown, or of the wrong type; details say which.",
    "session/hello_first": "The first message of a connection is `hello`.",
    "session/hello_twice": "A connection sends `hello` only once.",
    "session/hello_late": "No `hello` arrived in time.",
    "session/lost": "The server no longer knows the session; "
    "the command may or may not have been carried out.",
    "session/replaced": "The same player connected from elsewhere; this connection ends.",
    "session/viewer": "A viewer can only watch.",
    "session/token": "The token is not valid here.",
    "session/silent": "The client did not answer pings; it may reconnect and resume.",
    "session/name": "The name looks like another player's name; details offer a free one.",
    "session/ended": "The client ended the session.",
    "table/unknown": "There is no such table.",
    "table/closed": "The table is closed; its log can still be read.",
    "table/full": "No seat is free at the table.",
    "statistics/unknown": "Nobody of that name has statistics; the sentence names those who have.",
    "table/busy": "The table is overloaded; try again soon.",
    "table/dealing": "The next deal is about to start; try again soon.",
    "table/failed": "The table stopped after a server error; a restart continues it.",
    "table/starting": "The server is starting and the table is not ready; try again soon.",
    "table/not_watching": "The client does not watch the table.",
    "table/open_hands": "The rail sees every hand here, so seated players cannot watch it.",
    "table/not_over": "The game at the table is not over.",
    "table/not_owner": "Only the owner of the table may do this.",
    "table/unchanged": "Nothing would change: the table is like that already.",
    "table/locked": "The table is locked; knock, and wait for the owner's answer.",
    "table/not_locked": "The table is not locked; join it without knocking.",
    "table/knocked": "The player has already knocked.",
    "table/no_knock": "No guest with that number is waiting; details list the waiting ones.",
    "table/code": "The table needs a code, or the code is wrong.",
    "table/code_tries": "Too many wrong codes; details say when to try again.",
    "table/hand_running": "A hand is being played; try again when it is over.",
    "table/no_chips": "The game has no chips.",
    "table/not_banned": "No player of that name is banned; details list the banned players.",
    "seat/banned": "The owner banned the player from the table.",
    "seat/own": "Players cannot do this to their own seat.",
    "seat/out": "The seat has no chips left in this game.",
    "seat/free": "The seat is empty.",
    "limit/bans": "The table has its maximum number of banned players.",
    "seat/none": "The player has no seat at the table.",
    "seat/unknown": "The table has no such seat; details say which is the last one.",
    "seat/taken": "The seat is taken; details name the player and the free seats.",
    "seat/reserved": "The seat is reserved; details list the free seats.",
    "seat/already": "The player already has a seat at the table.",
    "seat/no_bots": "Bots cannot play this game.",
    "seat/bot": "The server has no such bot, or runs its maximum.",
    "seat/not_a_bot": "That seat has none of the server's bots.",
    "seat/not_opener": "Only the owner of the table may remove players.",
    "seat/removed": "The owner removed the player; details say when to come back.",
    "seat/bot_not_yours": "Only the owner or the player who added the bot may remove it.",
    "account/adopted": "The guest belongs to an account already.",
    "account/busy": "The account is being changed elsewhere; try again.",
    "account/exists": "The player has an account already.",
    "account/full": "The account has as many devices, tokens or guests as it may.",
    "account/name": "The name is, or looks like, that of an account.",
    "account/none": "The connection has no account; create one, or log in.",
    "account/password": "The name or the password is wrong.",
    "account/seated": "The guest and the account sit at the same table.",
    "account/unknown_token": "The account has no such device or token.",
    "account/wait": "Too many wrong passwords; details say when to try again.",
    "action/invalid": "The game has no such action, or a field of it is wrong.",
    "action/stale_decision": "The decision is over.",
    "action/not_your_turn": "It is another player's turn.",
    "advice/none": "The table allows no advice, or there is nothing to advise the player on now.",
    "proofs/unknown": "The table has no such deal, or its proofs are not public yet.",
    "limit/rate": "Too many commands; details say when to try again.",
    "limit/malformed": "Too many frames that are not messages.",
    "limit/slow": "The client reads too slowly; its waiting messages were dropped.",
    "limit/connections": "Too many connections, in all or from this address.",
    "limit/tables": "The server or the player has its maximum number of tables.",
    "limit/seats": "The player or the address has its maximum number of seats.",
    "limit/log": "The player reached today's log quota; details say when to come back.",
    "limit/bots": "The player has added the maximum number of bots.",
    "server/stopping": "The server is stopping; try again later.",
    "server/failed": "Internal server error; acknowledged commands are safe.",
    "chat/too_fast": "Too many lines of chat; details say when to try again.",
    "admin/denied": "Only the operator of the server may do this.",
    "admin/invalid": "The request to the operator's interface lacks something, or cannot be done.",
    "session/banned": "The operator of the server banned the player.",
    "session/kicked": "The operator of the server ended the connection.",
    "server/draining": "The server is about to stop: nobody sits down any more.",
    "table/title": "Another open table has this title; details offer a free one.",
    "chat/muted": "The owner of the table muted the player.",
    "chat/unknown": "No such phrase or reaction, or nobody of that name spoke here.",
    "table/waiting": "The player is on the waiting list already; details give the place.",
    "table/not_waiting": "The player is not on the waiting list.",
    "table/not_full": "A seat is free: there is nothing to wait for.",
    "chat/phrases_only": "Partners may say only fixed phrases during a deal; details list them.",
    "options/unknown_game": "The server has no such game.",
    "options/unknown_preset": "The game has no such preset.",
    "options/unknown": "The game or the table has no such option.",
    "options/invalid": "An option is out of range or conflicts with another; details say which.",
}
"""Every code of the protocol and the server, and its meaning in a line."""


def catalogue() -> dict[str, str]:
    """All codes with their meanings: those above, and those of each installed game.

    A game names its own in an attribute ``codes``, a mapping from code to sentence; the names in
    braces are the refusal's details.
    """
    found = dict(CODES)
    # Games are plug-ins, so their codes cannot stand in the table above.
    for game in games().values():
        for code, sentence in getattr(game, "codes", {}).items():
            # The protocol's own sentence wins over a game's for a shared code.
            found.setdefault(code, sentence)
    # Sorted by code, so that the generated page changes only where a code does.
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
    # Private statuses: last two digits like HTTP's 403 and 408 where one fits.
    REPLACED = 4000
    TOKEN = 4003
    SLOW = 4008


@dataclass(frozen=True, slots=True)
class Closing:
    """The close status of a connection, and when to come back.

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
    "session/name": Closing(Close.POLICY),
    "session/ended": Closing(Close.DONE),
    "session/replaced": Closing(Close.REPLACED),
    "session/silent": Closing(Close.SLOW, 1_000),
    "session/token": Closing(Close.TOKEN),
    "limit/rate": Closing(Close.POLICY),
    "limit/malformed": Closing(Close.POLICY),
    "limit/slow": Closing(Close.SLOW, 1_000),
    "limit/connections": Closing(Close.LATER, 5_000),
    "server/stopping": Closing(Close.RESTART, 1_000),
    "server/failed": Closing(Close.FAULT, 1_000),
}
"""For each code that ends a connection, how."""

# A status shared with a code that allows a return is in this set too: silence means stay away.
_NO_RETURN = frozenset(closing.status for closing in CLOSINGS.values() if closing.retry_ms is None)


def close_of(code: str) -> Closing:
    """The close status and delay for a code; 1008 (policy violation) for an unlisted code."""
    # Without a time to come back: a code that is not listed is treated as final.
    return CLOSINGS.get(code, Closing(Close.POLICY))


def may_return(status: int) -> bool:
    """Whether to reconnect after a close status, for a client that saw no `messages.Closing`.

    A connection that broke without a status (1005, 1006) is worth another try.
    """
    return status not in _NO_RETURN
