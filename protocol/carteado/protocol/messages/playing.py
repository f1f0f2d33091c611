"""Watching and playing at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from carteado.protocol.messages.fields import CommandId, Hex16, Hex32, Position, Seq, TableId

__all__ = ["Act", "BindNonce", "Nonce", "Unwatch", "Watch", "Ways"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Follows a table: from the player's own seat, or from the rail for a player without a seat.

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
    # Plain data: the table checks it with the types of its own game, which a codec does not know.
    action: dict[str, Any]
    type: Literal["act"] = "act"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """Asks what an action of the player's own seat may mean; the action is not carried out.

    `Ok.result` is ``{"ways": [{"action": {...}, "made": {...}}]}``: the first is the action as it
    is read now, and ``made`` is the result of each, such as a run with its wild in another place.
    The list is empty for games without such actions. For servers with the capability ``ways``.

    Attributes:
        action: one of the game's actions, as in `Act`.
    """

    id: CommandId
    table: TableId
    action: dict[str, Any]
    type: Literal["ways"] = "ways"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nonce:
    """Opens the nonce that the seat had committed to, and commits to the next. Has no reply.

    Attributes:
        deal: number of the deal that it is for.
        nonce: 16 bytes, hexadecimal.
        next: commitment to the nonce of the next deal; without it the seat takes no part in later
            cuts.
    """

    # No id, because nothing is answered: a late nonce is simply left out of the cut.
    table: TableId
    deal: Seq
    nonce: Hex16
    next: Hex32 | None = None
    type: Literal["nonce"] = "nonce"


@dataclass(frozen=True, slots=True, kw_only=True)
class BindNonce:
    """Binds the seat to a nonce for the next deal: the last one was lost. Has no reply.

    The server accepts it once in each deal, and only while no deck waits for its cut.
    """

    table: TableId
    commitment: Hex32
    type: Literal["bind_nonce"] = "bind_nonce"
