"""The commands of the owner of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from carteado.protocol.messages.fields import (
    LARGEST,
    Code,
    CommandId,
    Name,
    Seat,
    TableId,
    Text,
    Title,
    Word,
)

__all__ = [
    "AddBot",
    "Admit",
    "Ban",
    "CloseTable",
    "Configure",
    "Correct",
    "HandOver",
    "Lock",
    "Pause",
    "Remove",
    "RemoveBot",
    "Rename",
    "Resume",
    "SetCode",
    "TurnAway",
    "Unban",
    "Unlock",
]


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
    """Removes one of the host's bots; for the table's opener and the player who added the bot.

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
    """Removes a player, or one of the host's bots, from the table; only the table's owner may.

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
    """Changes the table's title; only the owner may.

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
    """Protects the table by a code, which `Join` then needs; without a code the protection ends."""

    id: CommandId
    table: TableId
    code: Code | None = None
    type: Literal["set_code"] = "set_code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Stops the clocks and the dealing. The players of the present deal may still act."""

    id: CommandId
    table: TableId
    type: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Ends a pause; every clock continues with the time that it had left."""

    id: CommandId
    table: TableId
    type: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """Removes a player as `Remove` does, and bans the player from this table."""

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
    # Plain data, checked by the types of the table's own game.
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    type: Literal["configure"] = "configure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Gives chips to a seat or takes chips from it, between two deals.

    Attributes:
        amount: chips given; negative for chips taken away.
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
