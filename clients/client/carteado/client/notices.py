"""Notices of a client besides the session events of its session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Heard", "Lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """The connection is lost; the client reconnects automatically.

    Attributes:
        reason: why, a few words.
        retry_ms: until the next attempt, milliseconds.
        attempt: number of that attempt since the connection was lost, from 1.
    """

    reason: str
    retry_ms: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A raw message, before the events it causes; only if the program asked for it.

    Attributes:
        message: plain data, of whatever the server sent.
    """

    message: Any
