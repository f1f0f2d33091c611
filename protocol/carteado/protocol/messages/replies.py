"""The server's messages to one session: its welcome, answers and notices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = [
    "Announced",
    "Closing",
    "Holding",
    "Ok",
    "Pong",
    "Refused",
    "SeatInfo",
    "TableInfo",
    "WaitingPlace",
    "Welcome",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo:
    """One seat in the lobby.

    Attributes:
        name: the player's name; for a reserved seat the name of the expected player; None for a
            free seat.
        stack: chips, 0 where the game has none or nobody sits.
        connected: whether the player is connected now.
    """

    name: str | None
    bot: bool
    stack: int
    connected: bool
    reserved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """One table in the lobby.

    Attributes:
        deals: deals of the running game, as its players count them.
        watching: spectators.
        waiting: players on the waiting list.
        locked: whether guests have to knock before they sit down.
        protected: whether a code is needed to sit down.
        score: points of each team so far, as the rail may know them; empty where the game has
            none.
    """

    table: str
    title: str
    game: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    seats: tuple[SeatInfo, ...]
    deals: int
    over: bool
    watching: int
    waiting: int = 0
    locked: bool = False
    protected: bool = False
    score: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A seat that a session holds."""

    table: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """Answer to `Hello`.

    Attributes:
        token: proves who this is after a reconnect; keep it secret.
        name: the name under which the player is known here.
        resumed: whether the token of `Hello` was known.
        seats: the seats that the player holds.
        server: name and version of the server.
        time_ms: the server's clock, milliseconds since 1970.
        games: ids of the games that can be opened.
        bots: names of the bots that the host can seat.
        game_bots: by game, the bots that suit it, in the order in which to offer them.
        limits: maximum sizes and rates for a client.
        capabilities: minor features of this server, by name.
        phrases: what `Phrase` may say, each word with its English.
        reactions: what `React` may show, each word with its sign.
        claim: names this client until another one connects as the player; see `Hello.claim`.
    """

    token: str
    name: str
    resumed: bool
    seats: tuple[Holding, ...]
    server: str
    time_ms: int
    games: tuple[str, ...]
    bots: tuple[str, ...]
    limits: Mapping[str, int]
    capabilities: tuple[str, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] = field(default_factory=dict)
    game_bots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    claim: str | None = None
    type: Literal["welcome"] = "welcome"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ok:
    """A command was accepted.

    Attributes:
        id: the command's id.
        table: the table it was about.
        seq: the last event that it caused, where it caused one.
        result: the answer to the command; see each command.
    """

    id: int
    table: str | None = None
    seq: int | None = None
    result: Any = None
    type: Literal["ok"] = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A command or a frame was not accepted, and changed nothing.

    Attributes:
        id: the command's id; None where the frame could not be read that far.
        code: stable, namespaced; every code is listed in ``docs/protocol.md``.
        message: one English sentence, a fallback for clients that do not word the code themselves.
        details: the figures of the sentence, such as the legal range.
    """

    id: int | None
    code: str
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)
    type: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """An announcement of the server's operator to everybody.

    Attributes:
        text: one sentence.
        now_ms: the server's clock.
    """

    text: str
    now_ms: int
    type: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPlace:
    """The player's place on a table's waiting list changed, or a seat is offered.

    It comes to the player's connection whichever table that follows, and again after a reconnect.

    Attributes:
        title: of the table.
        place: on the list, from 1; None for a player who has left it.
        waiting: how many wait.
        seat: the seat that is offered and kept for the player, None for none.
        time_ms: how long it is kept, milliseconds.
        reason: why the player has left the list: ``seated``, ``left``, ``expired`` or
            ``closed``.
        now_ms: the server's clock.
    """

    table: str
    title: str
    place: int | None
    waiting: int
    seat: int | None = None
    time_ms: int = 0
    reason: str | None = None
    now_ms: int
    type: Literal["waiting_place"] = "waiting_place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pong:
    """Answer to `Ping`; the server's clock in milliseconds since 1970."""

    id: int
    now_ms: int
    type: Literal["pong"] = "pong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """Last message of a connection that the server ends.

    Attributes:
        code: why, namespaced as in `Refused`.
        message: one English sentence.
        retry_ms: when to come back, None where that makes no sense.
    """

    code: str
    message: str
    retry_ms: int | None = None
    type: Literal["closing"] = "closing"
