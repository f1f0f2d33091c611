"""Replies that many clients request: their parts are encoded once per encoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from carteado.protocol.messages import Ok

__all__ = ["Encoder", "Part", "SharedOk", "shared_ok"]


class Encoder(Protocol):
    """The part of a codec that others need."""

    def encode_part(self, value: Any) -> bytes:
        """Plain data as it stands inside a message."""
        ...


class Part:
    """Plain data that stands in many replies.

    Args:
        value: the data; nobody changes it.
    """

    __slots__ = ("_encoded", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        # Few encodings exist, so a part keeps at most a handful of byte strings.
        self._encoded: dict[Encoder, bytes] = {}

    def encoded(self, encoder: Encoder) -> bytes:
        """The part in an encoding, made when it is first asked for."""
        found = self._encoded.get(encoder)
        if found is None:
            found = self._encoded[encoder] = encoder.encode_part(self.value)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedOk(Ok):
    """An `Ok` on the wire like any other; its result is the list of the parts' values."""

    parts: tuple[Part, ...] = ()


def shared_ok(number: int, parts: Sequence[Part]) -> SharedOk:
    """The reply to a command whose result is a list of parts.

    Args:
        number: the command's id.
        parts: what the list holds, in order.
    """
    return SharedOk(id=number, result=tuple(part.value for part in parts), parts=tuple(parts))
