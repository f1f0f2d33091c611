"""Chat, reactions, and muting and blocking players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.protocol.messages.fields import CommandId, Name, TableId, Text, Word

__all__ = ["Block", "Chat", "Mute", "Phrase", "React", "Unblock", "Unmute"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """Says something at a table: one line, at most 200 characters.

    A seat speaks to everybody there. A spectator speaks to the rail; the seats hear it when no
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
    """Shows one of the reactions in `Welcome.reactions`; the recipients are those of `Chat`."""

    id: CommandId
    table: TableId
    reaction: Word
    type: Literal["react"] = "react"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """Mutes a player at this table: one on a seat, or one who spoke lately; only the owner may."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["mute"] = "mute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmute:
    """Lets a muted player speak again; only the owner may."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["unmute"] = "unmute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Hides the chat and reactions of a player, on a seat or who spoke lately, at all tables.

    Only the client's own session changes, for as long as the server remembers the session.
    """

    id: CommandId
    table: TableId
    name: Name
    type: Literal["block"] = "block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unblock:
    """Shows the chat and reactions of a blocked player again."""

    id: CommandId
    table: TableId
    name: Name
    type: Literal["unblock"] = "unblock"
