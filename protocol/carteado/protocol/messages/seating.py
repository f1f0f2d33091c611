"""The lobby and the seats: list, open and join tables, leave and wait."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from carteado.protocol.messages.fields import (
    Chips,
    Code,
    CommandId,
    Hex32,
    Seat,
    TableId,
    Title,
    Word,
)

__all__ = [
    "Join",
    "Knock",
    "Leave",
    "ListTables",
    "Open",
    "Rematch",
    "SitIn",
    "SitOut",
    "StopWaiting",
    "TopUp",
    "Wait",
]


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
        seat: number of the seat; by default the player's reserved seat or the first free one.
        credit: chips to bring; by default what the table gives.
        commitment: hash of the nonce for the next deal; without it the seat takes no part in the
            cut.
        code: the code of a protected table; for servers with the capability ``owner``.
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
class Knock:
    """Asks the owner of a locked table for a seat; `Ok.result` is the number of the knock."""

    id: CommandId
    table: TableId
    type: Literal["knock"] = "knock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Joins the waiting list of a full table; `Ok.result` is the place on it, from 1.

    `WaitingPlace` reports every change. When a seat is offered, `Join` takes it. This and
    `StopWaiting` go to servers with the capability ``waiting``.

    Attributes:
        code: the code of a protected table.
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
