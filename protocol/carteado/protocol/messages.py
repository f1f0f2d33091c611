"""Every message of the wire: inbound first, outbound below. Nothing else travels.

A frame from a client holds one message. A frame from the server holds a list of messages, in order:
whatever was ready when the connection's writer came round. Both are msgpack maps in binary frames
(subprotocol ``carteado.1.msgpack``) or JSON objects in text frames (``carteado.1.json``).

Messages that carry an ``id`` are commands. Each gets exactly one final reply with that id, a result
or `Refused`; a command repeated with its id, also after a reconnect, gets the first answer again.
Actions and events are the game's own dataclasses, tagged by ``type``. A session holds at most one
seat at a table: two people at one terminal are two sessions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from carteado.engine.slots import direct
from carteado.protocol.validation import written

__all__ = [
    "INBOUND",
    "OUTBOUND",
    "Account",
    "Act",
    "AddBot",
    "Admin",
    "Admit",
    "Adopt",
    "Announced",
    "Ban",
    "BindNonce",
    "Block",
    "Chat",
    "ChatSaid",
    "CloseTable",
    "Closing",
    "Configure",
    "Correct",
    "CreateAccount",
    "CreateToken",
    "Evening",
    "Events",
    "ForgetMe",
    "HandOver",
    "Hello",
    "History",
    "Holding",
    "Inbound",
    "Join",
    "Knock",
    "Leave",
    "Ledger",
    "ListTables",
    "Live",
    "Lock",
    "Login",
    "Mute",
    "Nonce",
    "Odds",
    "Ok",
    "Open",
    "OpeningProof",
    "Outbound",
    "Pause",
    "Phrase",
    "Ping",
    "Pong",
    "Position",
    "PotOdds",
    "Presence",
    "Prompt",
    "Proofs",
    "ProofsOpened",
    "React",
    "Reacted",
    "Refused",
    "Rematch",
    "Remove",
    "RemoveBot",
    "Rename",
    "Resume",
    "Revoke",
    "SeatInfo",
    "SeatOdds",
    "SetCode",
    "SetPassword",
    "SitIn",
    "SitOut",
    "Snapshot",
    "Statistics",
    "StopWaiting",
    "TableInfo",
    "TableWaiting",
    "TopUp",
    "TurnAway",
    "Unban",
    "Unblock",
    "Unlock",
    "Unmute",
    "Unwatch",
    "View",
    "Wait",
    "WaitingPlace",
    "Watch",
    "Welcome",
]

LARGEST = 2**53 - 1
"""Largest whole number that JSON readers everywhere keep exact."""

CommandId = Annotated[int, Field(ge=1, le=LARGEST)]
TableId = Annotated[
    str,
    written(r"^[a-z0-9][a-z0-9-]{0,39}$", "1 to 40 of a-z, 0-9 and -, a letter or digit first"),
]
Seat = Annotated[int, Field(ge=0, le=9)]
Seq = Annotated[int, Field(ge=0, le=LARGEST)]
Chips = Annotated[int, Field(ge=1, le=LARGEST)]
Name = Annotated[
    str,
    written(
        r"^[^\p{C}\p{Z}\p{M}\p{DI}\u2800]"
        r"([^\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]{0,22}[^\p{C}\p{Z}\p{DI}\u2800])?$",
        "1 to 24 visible characters, the first with a shape of its own, no blank at either end",
    ),
]
Title = Annotated[str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{0,60}$", "at most 60 printable characters")]
Text = Annotated[str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{1,200}$", "1 to 200 printable characters")]
Password = Annotated[
    str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{8,128}$", "8 to 128 printable characters")
]
Label = Annotated[str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{1,40}$", "1 to 40 printable characters")]
Code = Annotated[str, written(r"^[^\p{C}\p{Z}]{4,32}$", "4 to 32 visible characters, no blanks")]
Word = Annotated[
    str,
    written(r"^[a-z0-9][a-z0-9_-]{0,39}$", "1 to 40 of a-z, 0-9, _ and -, a letter or digit first"),
]
Token = Annotated[str, written(r"^[A-Za-z0-9_-]{22,64}$", "22 to 64 of A-Z, a-z, 0-9, _ and -")]
OperatorToken = Annotated[
    str, written(r"^[\x21-\x7e]{1,256}$", "1 to 256 visible characters of ASCII")
]
Hex16 = Annotated[str, written(r"^[0-9a-f]{32}$", "32 of 0-9 and a-f")]
Hex32 = Annotated[str, written(r"^[0-9a-f]{64}$", "64 of 0-9 and a-f")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place in a table's log: the last event that a client has.

    Attributes:
        epoch: under which epoch that event was written; a log that was rewound has another.
        seq: number of that event, from 1.
        rail: whether it was seen from the rail, else from a seat; absent does not say. For servers
            that name ``position_rail`` among their capabilities.
    """

    epoch: Seq
    seq: Seq
    rail: bool | None = None


# Inbound: what a client may send


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """First message of every connection.

    Attributes:
        name: what others call the player: 1 to 24 visible characters. A name that looks like
            another player's ends the connection with ``session/name``; details offer one.
        kind: a person, a bot, or a viewer who only watches.
        token: the session token of an earlier `Welcome`, or the seat token of a reserved seat.
        text: True asks for each event's line of English too; for clients without the game's code.
        views: True asks for a `View` after each batch of events. For servers with the capability
            ``views``; others refuse the field.
    """

    name: Name
    kind: Literal["person", "bot", "viewer"] = "person"
    token: Token | None = None
    text: bool = False
    views: bool = False
    type: Literal["hello"] = "hello"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTables:
    """Asks for the lobby; `Ok.result` holds a list of `TableInfo`."""

    id: CommandId
    type: Literal["list"] = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Opens a table; `Ok.table` is its id.

    Attributes:
        game: id of the game.
        preset: named options to start from, the game's first when absent.
        options: the game's options that differ from the preset.
        settings: the table's own options that differ from the default.
        title: what the lobby shows.
    """

    id: CommandId
    game: Word
    preset: Word | None = None
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    title: Title = ""
    type: Literal["open"] = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Takes a seat and watches the table from it; `Ok.result` is the seat.

    Attributes:
        seat: which one, the first free or reserved one when absent.
        credit: chips to bring, what the table gives when absent.
        commitment: hash of the nonce for the next deal; absent takes no part in the cut.
        code: what a table that is protected by a code asks for; for servers with the capability
            ``owner``.
    """

    id: CommandId
    table: TableId
    seat: Seat | None = None
    credit: Chips | None = None
    commitment: Hex32 | None = None
    code: Code | None = None
    type: Literal["join"] = "join"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Gets up from the table."""

    id: CommandId
    table: TableId
    type: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitOut:
    """Pauses at the table."""

    id: CommandId
    table: TableId
    type: Literal["sit_out"] = "sit_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitIn:
    """Plays again after a pause."""

    id: CommandId
    table: TableId
    type: Literal["sit_in"] = "sit_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class TopUp:
    """Adds chips between deals."""

    id: CommandId
    table: TableId
    amount: Chips
    type: Literal["top_up"] = "top_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """Agrees to start a finished game again."""

    id: CommandId
    table: TableId
    type: Literal["rematch"] = "rematch"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBot:
    """Asks the host to seat one of its bots; `Ok.result` is the seat."""

    id: CommandId
    table: TableId
    bot: Word
    seat: Seat | None = None
    type: Literal["add_bot"] = "add_bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBot:
    """Sends one of the host's bots away; whoever opened the table or asked for the bot may.

    A bot in play leaves as a player does: at a cash table at the end of the hand, from a freezeout
    when it is out or the game is over; its hands are folded until then. Servers that know it have
    the capability ``remove_bot``.
    """

    id: CommandId
    table: TableId
    seat: Seat
    type: Literal["remove_bot"] = "remove_bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Removes a player, or one of the host's bots, from the table; its opener may.

    A present player who takes part in a deal, or in a running game without buy-ins, gets up when it
    is over; everybody else gets up at once. A removed player may sit down again after an hour.
    Servers that know it have the capability ``remove``.
    """

    id: CommandId
    table: TableId
    seat: Seat
    type: Literal["remove"] = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """Gives the table another title; its owner may.

    This and the other messages for owners go to servers with the capability ``owner``. The owner is
    the player who opened the table, until the ownership is handed over or passes to the person who
    sat there longest because the owner is gone.
    """

    id: CommandId
    table: TableId
    title: Title
    type: Literal["rename"] = "rename"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Locks the table: guests knock, and the owner admits them or turns them away."""

    id: CommandId
    table: TableId
    type: Literal["lock"] = "lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlock:
    """Unlocks the table."""

    id: CommandId
    table: TableId
    type: Literal["unlock"] = "unlock"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCode:
    """Protects the table by a code that `Join` has to bring; absent takes the code away."""

    id: CommandId
    table: TableId
    code: Code | None = None
    type: Literal["set_code"] = "set_code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Stops the clocks and the dealing. The players of a hand may still act."""

    id: CommandId
    table: TableId
    type: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Ends a pause; every clock has the time that it had."""

    id: CommandId
    table: TableId
    type: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """Removes a player as `Remove` does, and bars the player from this table."""

    id: CommandId
    table: TableId
    seat: Seat
    type: Literal["ban"] = "ban"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unban:
    """Lifts the ban of the player with this name."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["unban"] = "unban"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable:
    """Closes the table for good, between two deals; its log can still be read."""

    id: CommandId
    table: TableId
    type: Literal["close_table"] = "close_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure:
    """Changes options from the next deal on.

    Attributes:
        options: the game's options that change, such as ``{"big_blind": 40}``.
        settings: the table's own options that change, such as ``{"decision_ms": 60000}``.
    """

    id: CommandId
    table: TableId
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    type: Literal["configure"] = "configure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Gives chips to a seat, or takes some away, between two deals.

    Attributes:
        amount: chips given; below zero for chips taken away.
        reason: one sentence that everybody sees.
    """

    id: CommandId
    table: TableId
    seat: Seat
    amount: Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
    reason: Text
    type: Literal["correct"] = "correct"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """Makes the person on a seat the table's owner."""

    id: CommandId
    table: TableId
    seat: Seat
    type: Literal["hand_over"] = "hand_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """Asks the owner of a locked table for a seat; `Ok.result` is the number of the knock."""

    id: CommandId
    table: TableId
    type: Literal["knock"] = "knock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Admit:
    """Lets a guest who knocked sit down."""

    id: CommandId
    table: TableId
    knock: Annotated[int, Field(ge=1, le=LARGEST)]
    type: Literal["admit"] = "admit"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAway:
    """Turns a guest who knocked away."""

    id: CommandId
    table: TableId
    knock: Annotated[int, Field(ge=1, le=LARGEST)]
    type: Literal["turn_away"] = "turn_away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Joins the waiting list of a full table; `Ok.result` is the place on it, from 1.

    `WaitingPlace` tells of every change. When a seat is offered, `Join` takes it. This and
    `StopWaiting` go to servers with the capability ``waiting``.

    Attributes:
        code: what a table that is protected by a code asks for.
    """

    id: CommandId
    table: TableId
    code: Code | None = None
    type: Literal["wait"] = "wait"


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWaiting:
    """Leaves the waiting list of a table, or declines the seat that is offered."""

    id: CommandId
    table: TableId
    type: Literal["stop_waiting"] = "stop_waiting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Follows a table: from the own seat where the player holds one, else from the rail.

    Attributes:
        after: the last event that the client has; absent asks for a snapshot.
        rail: True watches from the rail although the player holds a seat.
    """

    id: CommandId
    table: TableId
    after: Position | None = None
    rail: bool = False
    type: Literal["watch"] = "watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwatch:
    """Stops following a table; a seat there stays."""

    id: CommandId
    table: TableId
    type: Literal["unwatch"] = "unwatch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A seat's action.

    Attributes:
        decision: the number in the prompt that this answers; an answer to another one is stale.
            0 for an action that answers no prompt, such as showing a hand that was mucked.
        action: one of the game's actions, such as ``{"type": "raise", "to": 60}``.
    """

    id: CommandId
    table: TableId
    decision: Seq
    action: dict[str, Any]
    type: Literal["act"] = "act"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nonce:
    """Opens the nonce that the seat had committed to, and commits to the next. Has no reply.

    Attributes:
        deal: number of the deal that it is for.
        nonce: 16 bytes, hexadecimal.
        next: commitment to the nonce of the next deal; absent ends taking part.
    """

    table: TableId
    deal: Seq
    nonce: Hex16
    next: Hex32 | None = None
    type: Literal["nonce"] = "nonce"


@dataclass(frozen=True, slots=True, kw_only=True)
class BindNonce:
    """Binds the seat to a nonce for the next deal: it lost the one before. Has no reply.

    Taken once a deal, and only while no deck waits for its cut.
    """

    table: TableId
    commitment: Hex32
    type: Literal["bind_nonce"] = "bind_nonce"


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Reads a table's log from any place, as the client's seat or the rail may see it.

    `Ok.result` is ``{"first": n, "events": [...], "more": bool}``.

    Attributes:
        after: the events after this one.
        limit: how many at most; a server may give fewer at once, and says so with ``more``.
    """

    id: CommandId
    table: TableId
    after: Seq = 0
    limit: Annotated[int, Field(ge=1, le=1000)] = 500
    type: Literal["history"] = "history"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proofs:
    """Asks for the openings of the cards that the client has seen in a deal."""

    id: CommandId
    table: TableId
    deal: Annotated[int, Field(ge=1, le=LARGEST)]
    type: Literal["proofs"] = "proofs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Asks who brought and won how many chips at a table, also at a closed one.

    `Ok.result` is ``{"table": id, "title": text, "players": [...], "payments": [...], "points":
    [...]}``. Each player has ``name``, ``buy_ins``, ``top_ups``, ``corrections``, ``cash_outs``,
    ``in_play`` and ``result``. Each payment has ``payer``, ``payee`` and ``amount``, with names.
    For servers with the capability ``ledger``.

    Attributes:
        points: whether to tell the results and the chips in play after each deal, at most 500 of
            them: ``{"deal": n, "results": [...], "stacks": [...]}``, in the order of the players.
    """

    id: CommandId
    table: TableId
    points: bool = False
    type: Literal["ledger"] = "ledger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Asks who brought and won how many chips at all tables of an evening, closed ones too.

    `Ok.result` is ``{"since_ms": n, "tables": [...], "players": [...], "payments": [...], "more":
    bool, "unread": n}``, the players and payments as in `Ledger`, added up over the tables. Chips
    in play when the evening began count as brought. With ``more`` there were more players than an
    answer holds, and no payments are told; ``unread`` counts tables that this server cannot read.
    For servers with the capability ``evening``.

    Attributes:
        since_ms: when the evening began, milliseconds since 1970; the last 12 hours when absent.
    """

    id: CommandId
    since_ms: Seq | None = None
    type: Literal["evening"] = "evening"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Asks for the statistics of players, counted from the logs of all tables, closed ones too.

    `Ok.result` is ``{"players": [...], "first": n, "total": n, "more": bool, "unread": n}``. Each
    player at each game has ``game``, ``name``, ``bot``, ``own`` and ``sections``; a section has
    ``name``, ``title`` and ``figures``; a figure is a `tables.statistics.Figure`. Figures of others
    (``own`` false) follow from what everybody at their tables saw. ``unread`` counts tables whose
    logs this server cannot read. For servers with the capability ``statistics``.

    Attributes:
        player: only the player of that name, in capitals or not.
        own: only the player who asks.
        game: only that game.
        table: only that table.
        after: leave out so many players.
        limit: how many at most; a server may give fewer at once, and says so with ``more``.
    """

    id: CommandId
    player: Title | None = None
    own: bool = False
    game: Word | None = None
    table: TableId | None = None
    after: Seq = 0
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    type: Literal["statistics"] = "statistics"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAccount:
    """Makes the player who asks an account: the name is reserved, and a password proves it.

    The seats and the history of the player are the account's, and the session's token is its first
    device. `Ok.result` is that of `Account`. This and the other messages about accounts go to
    servers with the capability ``accounts``.
    """

    id: CommandId
    password: Password
    type: Literal["create_account"] = "create_account"


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Proves who has an account. The connection may then ask about it and change it.

    `Ok.result` is that of `Account`, with ``token`` where `device` was given: whoever connects with
    this token in `Hello` is the player of the account, with its seats.

    Attributes:
        device: what to call this device; absent for a connection that needs no token.
    """

    id: CommandId
    name: Name
    password: Password
    device: Label | None = None
    type: Literal["login"] = "login"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Asks what the server keeps of the own account.

    `Ok.result` is ``{"name": text, "created_ms": n, "credentials": [...], "adopted": n}``; a
    credential has ``id``, ``kind`` (``device`` or ``api``), ``label`` and ``at_ms``.
    """

    id: CommandId
    type: Literal["account"] = "account"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPassword:
    """Gives the own account another password; the one before proves it."""

    id: CommandId
    password: Password
    new: Password
    type: Literal["set_password"] = "set_password"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken:
    """Makes a token for a program, which plays as the account; `Ok.result` is ``{"token": text}``.

    It is told once: the server keeps a hash of it.
    """

    id: CommandId
    label: Label
    type: Literal["create_token"] = "create_token"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoke:
    """Lets a device or a token of the own account lead nowhere any more, at once.

    Attributes:
        credential: its id.
    """

    id: CommandId
    credential: Word
    type: Literal["revoke"] = "revoke"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopt:
    """Makes the seats and the history of a guest the own account's.

    Attributes:
        token: session token of the guest, which proves that it is one's own.
    """

    id: CommandId
    token: Token
    type: Literal["adopt"] = "adopt"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetMe:
    """Deletes the own account and its devices; statistics and ledgers tell no name of it any more.

    The logs of the tables keep the names that were told there.
    """

    id: CommandId
    password: Password
    type: Literal["forget_me"] = "forget_me"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """Says something at a table: one line, at most 200 characters.

    A seat speaks to everybody there. Who only watches speaks to the rail; the seats hear it when no
    deal is played.
    """

    id: CommandId
    table: TableId
    text: Text
    type: Literal["chat"] = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """Says one of the phrases in `Welcome.phrases`; heard as `Chat` is.

    This and the other messages about chat go to servers with the capability ``reactions``.
    """

    id: CommandId
    table: TableId
    phrase: Word
    type: Literal["phrase"] = "phrase"


@dataclass(frozen=True, slots=True, kw_only=True)
class React:
    """Shows one of the reactions in `Welcome.reactions`; seen by those who would hear `Chat`."""

    id: CommandId
    table: TableId
    reaction: Word
    type: Literal["react"] = "react"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """Lets a player on a seat, or who spoke lately, say nothing more here; the owner may."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["mute"] = "mute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmute:
    """Lets a muted player speak again; the owner of the table may."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["unmute"] = "unmute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Hears and sees nothing more of a player on a seat, or who spoke lately, at any table.

    Only the client's own session changes, as long as the server remembers it.
    """

    id: CommandId
    table: TableId
    name: Name
    type: Literal["block"] = "block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unblock:
    """Hears a blocked player again."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["unblock"] = "unblock"


AdminAction = Literal[
    "accounts",
    "announce",
    "at",
    "ban",
    "bans",
    "drain",
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
    """Runs the server, for its operator; `Ok.result` holds what the action gives.

    For servers with the capability ``admin``, over a connection with the operator's token, or over
    the local socket without one.

    Attributes:
        action: ``tables``, ``seats``, ``sessions``, ``accounts`` and ``bans`` list; ``password``
            gives the account of a name a new password, for who forgot it, and tells it; ``kick``
            removes the players of a name from their seats and ends their connections; ``ban`` also
            lets them back no more, ``unban`` lifts that; ``announce`` tells everybody a text;
            ``drain`` stops the server when the deals that are played are over; ``reload`` reads the
            file of tables and the TLS certificate again; ``at`` does at a table what its owner may,
            by a line of the plain dialect in `text`.
        token: of the operator.
        table: only at this table, for ``seats``, ``kick`` and ``at``.
        name: of the player, for ``kick``, ``ban``, ``unban`` and ``password``.
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
    """Asks for a `Pong`, to measure the way there and back."""

    id: CommandId
    type: Literal["ping"] = "ping"


Inbound = (
    Hello
    | ListTables
    | Open
    | Join
    | Leave
    | SitOut
    | SitIn
    | TopUp
    | Rematch
    | AddBot
    | Remove
    | RemoveBot
    | Rename
    | Lock
    | Unlock
    | SetCode
    | Pause
    | Resume
    | Ban
    | Unban
    | CloseTable
    | Configure
    | Correct
    | HandOver
    | Knock
    | Admit
    | TurnAway
    | Wait
    | StopWaiting
    | Watch
    | Unwatch
    | Act
    | Nonce
    | BindNonce
    | History
    | Ledger
    | Evening
    | Statistics
    | CreateAccount
    | Login
    | Account
    | SetPassword
    | CreateToken
    | Revoke
    | Adopt
    | ForgetMe
    | Proofs
    | Chat
    | Phrase
    | React
    | Mute
    | Unmute
    | Block
    | Unblock
    | Admin
    | Ping
)
"""All that a client may send."""


# Outbound: what the server sends


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo:
    """One seat in the lobby.

    Attributes:
        name: the player's name; of a reserved seat, whom it waits for; None for a free seat.
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
    """One table in the lobby; `watching` counts spectators.

    `deals` counts the deals of the running game as its players do.
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
        resumed: whether the token that came with `Hello` was known.
        seats: the seats that the player holds.
        server: name and version of the server.
        time_ms: the server's clock, milliseconds since 1970.
        games: ids of the games that can be opened.
        bots: names of the bots that the host can seat.
        limits: sizes and rates that the server holds a client to.
        capabilities: minor features of this server, by name.
        phrases: what `Phrase` may say, each word with its English.
        reactions: what `React` may show, each word with its sign.
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
    type: Literal["welcome"] = "welcome"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Ok:
    """A command was accepted.

    Attributes:
        id: the command's id.
        table: the table it was about.
        seq: the last event that it caused, where it caused one.
        result: what the command asks for; see each command.
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
class Snapshot:
    """A table as the client's seat or the rail sees it, at a place of its log.

    Attributes:
        seat: from whose eyes, None for the rail.
        reason: why not the missed events: ``asked``, ``too_far``, ``rewound`` or ``reseated``.
        view: what `engine.table.restore` reads.
        lines: the table in English lines, for a client that asked for text.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    reason: str
    view: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    type: Literal["snapshot"] = "snapshot"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """Events of a table in order, what the observer may not see blanked.

    Attributes:
        epoch: the epoch of the last of them.
        first: number of the first; the others follow without a gap.
        events: tagged by ``type``.
        lines: a line of English for each, for a client that asked for text.
    """

    table: str
    epoch: int
    first: int
    events: tuple[Mapping[str, Any], ...]
    lines: tuple[str, ...] = ()
    type: Literal["events"] = "events"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A table as the client's seat or the rail sees it, for a client that asked for views.

    It follows each batch of events and each snapshot. What it holds comes from the same redaction.

    Attributes:
        epoch: the epoch of the last event.
        seq: number of the last event that it takes into account.
        seat: from whose eyes, None for the rail.
        complete: whether `view` is all of it; else it is an RFC 7396 merge patch against the view
            that came before.
        view: the fields of a snapshot's view, with ``turn`` (the seat that decides), ``show`` (the
            table in English lines), ``may`` (what the seat may do although it is not asked) and in
            some games ``made`` (what the cards that are seen make, such as a hand or the points of
            a run); members without a value are left out.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    complete: bool
    view: Mapping[str, Any]
    type: Literal["view"] = "view"


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """All that was missed has been sent; what follows happens now.

    Attributes:
        seat: from whose eyes, None for the rail.
        owner: whether the client's player owns the table, and may run it; an `owner_changed` event
            tells who does from then on.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    owner: bool = False
    type: Literal["live"] = "live"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The table waits for a decision of the client's seat.

    Attributes:
        decision: number of this decision; `Act` names it.
        seat: whose decision.
        legal: what the seat may do, the game's `legal_type`.
        default: the action that the clock takes when time is up.
        time_ms: time left for this decision, milliseconds; the bank comes after it.
        bank_ms: time bank left, milliseconds; with the table's setting ``clock=total`` all the time
            that is left, and `time_ms` is 0.
        now_ms: the server's clock, milliseconds since 1970.
        timed: False where the clock never decides (``clock=none``); `time_ms` is a day then.
    """

    table: str
    decision: int
    seat: int
    legal: Mapping[str, Any]
    default: Mapping[str, Any]
    time_ms: int
    bank_ms: int
    now_ms: int
    timed: bool = True
    type: Literal["prompt"] = "prompt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Connected seats of a table, and the number of spectators."""

    table: str
    connected: tuple[bool, ...]
    watching: int
    type: Literal["presence"] = "presence"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWaiting:
    """The table waits for the server's store, or goes on after it did; nothing is lost meanwhile.

    Sent to everybody who follows the table, and again to whoever sends it a command meanwhile. From
    servers with the capability ``table_waiting``.

    Attributes:
        reason: ``store_slow``, ``store_full``, ``store_unreachable`` or ``store_unreplicated``;
            None when the table goes on.
        since_ms: when the wait began, on the server's clock in milliseconds since 1970.
        now_ms: the server's clock.
    """

    table: str
    reason: str | None
    since_ms: int
    now_ms: int
    type: Literal["table_waiting"] = "table_waiting"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOdds:
    """What a hand has of a pot, counted over every way in which the board can be completed.

    Attributes:
        seat: whose hand.
        win: ways in which it wins the pot alone.
        tie: ways in which it shares the pot.
        share: with `whole` the part of the pot that it wins on average, a fraction in lowest terms.
        whole: see `share`.
    """

    seat: int
    win: int
    tie: int
    share: int
    whole: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PotOdds:
    """One pot, and what each hand that plays for it has of it; the shares are 1 together.

    Attributes:
        amount: chips in it.
        total: ways in which the board can be completed.
        seats: from the left of the button.
    """

    amount: int
    total: int
    seats: tuple[SeatOdds, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Exact odds at an all-in: all hands lie open, cards are still to come, nobody can act.

    They come behind the events of the all-in, one message for each street that was still to be
    dealt, from servers with the capability ``odds``. They are counted from what everybody sees, and
    are no part of the log. After a reconnect the same message may come again.

    Attributes:
        epoch: epoch of that event.
        seq: number of the event behind which the cards lay so.
        board: the common cards then.
        pots: main pot first.
        run: 1 or 2 where the rest of the board is dealt twice: each board decides half of every
            pot, and `pots` are the halves of this one. 0 where it is dealt once.
    """

    table: str
    epoch: int
    seq: int
    board: tuple[str, ...]
    pots: tuple[PotOdds, ...]
    run: int = 0
    type: Literal["odds"] = "odds"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningProof:
    """Proof that a card lay at a place of the committed deck (``docs/fairness.md``)."""

    position: int
    dealt: int
    card: str
    nonce: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofsOpened:
    """Answer to `Proofs`: an opening for each card of the deal that the client's view knows."""

    id: int
    table: str
    deal: int
    root: str
    size: int
    nonces: tuple[str | None, ...]
    proofs: tuple[OpeningProof, ...]
    type: Literal["proofs"] = "proofs"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSaid:
    """Somebody said something at a table.

    Attributes:
        seat: the seat that the speaker holds, as the server knows it, also while watching from the
            rail; None for a speaker who only watches.
        name: the name on that seat, or of the watcher.
        channel: ``seats``, or ``rail`` for what a speaker without a seat says.
        phrase: the word of the phrase that it is, None for a text of the speaker's own.
    """

    table: str
    seat: int | None
    name: str
    text: str
    channel: str = "seats"
    phrase: str | None = None
    type: Literal["chat"] = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reacted:
    """Somebody showed a reaction at a table; the fields are those of `ChatSaid`.

    Attributes:
        reaction: its word.
    """

    table: str
    seat: int | None
    name: str
    reaction: str
    channel: str = "seats"
    type: Literal["reacted"] = "reacted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """The operator of the server tells everybody something.

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

    Comes to the player's connection whichever table it follows, and again after a reconnect.

    Attributes:
        title: of the table.
        place: on the list, from 1; None for a player who is on it no more.
        waiting: how many wait.
        seat: the seat that is offered and kept for the player, None for none.
        time_ms: how long it is kept, milliseconds.
        reason: why the player is on the list no more: ``seated``, ``left``, ``expired`` or
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


Outbound = (
    Welcome
    | Ok
    | Refused
    | Snapshot
    | Events
    | View
    | Live
    | Prompt
    | Presence
    | TableWaiting
    | Odds
    | ProofsOpened
    | ChatSaid
    | Reacted
    | WaitingPlace
    | Announced
    | Pong
    | Closing
)
"""All that the server may send."""

INBOUND: tuple[type, ...] = Inbound.__args__
OUTBOUND: tuple[type, ...] = Outbound.__args__
