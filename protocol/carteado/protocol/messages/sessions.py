"""The messages about sessions: the greeting, and the operator's commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from carteado.protocol.messages.fields import CommandId, Name, OperatorToken, TableId, Text, Token

__all__ = ["Admin", "AdminAction", "Hello", "Ping"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """First message of every connection.

    Attributes:
        name: name of the player, 1 to 24 visible characters. A name that looks like another
            player's ends the connection with ``session/name``; details offer one.
        kind: a person, a bot, or a viewer who only watches.
        token: the session token of an earlier `Welcome`, or the seat token of a reserved seat.
        text: True asks for each event's line of English too; for clients without the game's code.
        views: True asks for a `View` after each batch of events. For servers with the capability
            ``views``; others refuse the field.
        claim: the `Welcome.claim` that this client had last. If another client has connected as
            the player since, the connection ends with ``session/replaced``, so a device that
            slept cannot take the seat back unasked. For servers with the capability ``claims``.
    """

    # No id: the answer is a `Welcome`, or the end of the connection.
    name: Name
    kind: Literal["person", "bot", "viewer"] = "person"
    token: Token | None = None
    text: bool = False
    views: bool = False
    claim: Token | None = None
    type: Literal["hello"] = "hello"


AdminAction = Literal[
    "accounts",
    "announce",
    "at",
    "ban",
    "bans",
    "drain",
    "forget",
    "kick",
    "password",
    "reload",
    "seats",
    "sessions",
    "tables",
    "unban",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Admin:
    """A command of the server's operator; `Ok.result` is the result of the action.

    For servers with the capability ``admin``, over a connection with the operator's token, or over
    the local socket without one.

    Attributes:
        action: ``tables``, ``seats``, ``sessions``, ``accounts`` and ``bans`` list; ``password``
            gives the account of a name a new password and returns it; ``kick``
            removes the players of a name from their seats and ends their connections; ``ban`` also
            keeps them out, ``unban`` lifts that; ``announce`` tells everybody a text;
            ``drain`` stops the server after the present deals; ``reload`` reads the file of tables
            and the TLS certificate again; ``at`` carries out a command of a table's owner, as a
            line of the plain dialect in `text`; ``forget`` removes the name of a player from
            everything that the server keeps.
        token: of the operator.
        table: only at this table, for ``seats``, ``kick`` and ``at``.
        name: of the player, for ``kick``, ``ban``, ``unban``, ``forget`` and ``password``.
        text: the announcement, or the line.
        seconds: how long ``drain`` waits for the deals.
        address: whether ``ban`` also bans the address that the player comes from.
    """

    id: CommandId
    action: AdminAction
    token: OperatorToken | None = None
    table: TableId | None = None
    name: Name | None = None
    text: Text | None = None
    seconds: Annotated[int, Field(ge=0, le=86_400)] = 120
    address: bool = False
    type: Literal["admin"] = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Asks for a `Pong`, to measure the round-trip time."""

    id: CommandId
    type: Literal["ping"] = "ping"
