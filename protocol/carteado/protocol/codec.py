"""Messages as frames and back, in the two encodings of the wire.

A frame from a client is one message, a frame from the server a list of messages. The server encodes
each message once, as a piece, for all recipients; `Codec.join` makes a frame of pieces without
looking into them.

Frames come from untrusted peers; `decoding` refuses everything that is not allowed in a message.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from carteado.engine.generated import dict_of
from carteado.protocol.decoding import load, messages_of, unpack
from carteado.protocol.messages import Ok
from carteado.protocol.packing import packer
from carteado.protocol.shared import SharedOk

__all__ = [
    "CODECS",
    "MAX_DEPTH",
    "MAX_FRAME",
    "MAX_OUTBOUND",
    "SUBPROTOCOLS",
    "Codec",
    "JsonCodec",
    "MsgpackCodec",
    "message_to_plain",
]

SUBPROTOCOLS = ("carteado.1.msgpack", "carteado.1.json")
"""WebSocket subprotocols, the preferred first. The number is the protocol's major version."""

# Bounds the work that one untrusted frame can cause.
MAX_FRAME = 16 * 1024
"""Bytes of a frame from a client."""

MAX_OUTBOUND = 1024 * 1024
"""Bytes of a frame from the server."""

MAX_DEPTH = 16
"""Maximum nesting depth of maps and lists in a message."""


class Codec(Protocol):
    """One encoding.

    Attributes:
        subprotocol: its name in the WebSocket handshake.
        text: whether its frames are text.
    """

    subprotocol: ClassVar[str]
    text: ClassVar[bool]

    def decode_inbound(self, frame: bytes | str) -> Any:
        """Plain data of a client's frame.

        Raises:
            FrameError: it is too large, of the wrong kind, or not one well-formed message.
        """
        ...

    def decode_outbound(self, frame: bytes | str) -> list[Any]:
        """Plain data of the messages in a server's frame.

        Raises:
            FrameError: it is too large, of the wrong kind, or not one well-formed list.
        """
        ...

    def encode_message(self, message: Any) -> bytes:
        """One message as a piece of a server's frame."""
        ...

    def encode_part(self, value: Any) -> bytes:
        """Plain data as it stands inside a message."""
        ...

    def encode_inbound(self, message: Any) -> bytes | str:
        """A client's frame: one message."""
        ...

    def join(self, pieces: Sequence[bytes]) -> bytes | str:
        """A server's frame of encoded messages, in order."""
        ...


class MsgpackCodec:
    """Binary frames of msgpack."""

    subprotocol: ClassVar[str] = SUBPROTOCOLS[0]
    text: ClassVar[bool] = False

    def __init__(self) -> None:
        self._pack = packer(_plain_part)
        self._last: Any = None
        self._packed = b""

    def decode_inbound(self, frame: bytes | str) -> Any:
        """Plain data of a client's frame; see `Codec`."""
        return unpack(frame, MAX_FRAME, MAX_DEPTH)

    def decode_outbound(self, frame: bytes | str) -> list[Any]:
        """Plain data of the messages in a server's frame; see `Codec`."""
        # One level more: the frame itself is a list of messages.
        return messages_of(unpack(frame, MAX_OUTBOUND, MAX_DEPTH + 1))

    def encode_message(self, message: Any) -> bytes:
        """One message as a piece of a server's frame."""
        # A table sends to its watchers one after another: the same message comes again at once.
        if message is not self._last:
            if type(message) is SharedOk:
                self._packed = self._shared(message)
            else:
                self._packed = self._pack(_WRITERS[type(message)](message))
            self._last = message
        return self._packed

    def encode_part(self, value: Any) -> bytes:
        """Plain data as it stands inside a message."""
        return self._pack(value)

    def _shared(self, message: SharedOk) -> bytes:
        head = self._pack(_WRITERS[Ok](_without_result(message)))
        result = self.join([part.encoded(self) for part in message.parts])
        # A map of fewer than fifteen fields begins with a byte that counts them.
        return bytes([head[0] + 1]) + head[1:] + _RESULT + result

    def encode_inbound(self, message: Any) -> bytes | str:
        """A client's frame: one message."""
        return self.encode_message(message)

    def join(self, pieces: Sequence[bytes]) -> bytes:
        """A server's frame of encoded messages, in order: a list of msgpack."""
        count = len(pieces)
        if count < 16:
            # msgpack's three forms of an array header: up to 15 elements, 16-bit and 32-bit
            # counts.
            return _SHORT_ARRAYS[count] + b"".join(pieces)
        if count < 1 << 16:
            return b"\xdc" + count.to_bytes(2, "big") + b"".join(pieces)
        return b"\xdd" + count.to_bytes(4, "big") + b"".join(pieces)


class JsonCodec:
    """Text frames of JSON."""

    subprotocol: ClassVar[str] = SUBPROTOCOLS[1]
    text: ClassVar[bool] = True

    def __init__(self) -> None:
        self._dump = json.JSONEncoder(
            default=_plain_part,
            separators=(",", ":"),
            # Names in UTF-8 take fewer bytes than escapes.
            ensure_ascii=False,
            allow_nan=False,
            # Messages are trees of frozen values, so the check for cycles only costs time.
            check_circular=False,
        ).encode
        self._last: tuple[Any, bytes] = (None, b"")

    def decode_inbound(self, frame: bytes | str) -> Any:
        """Plain data of a client's frame; see `Codec`."""
        return load(frame, MAX_FRAME, MAX_DEPTH)

    def decode_outbound(self, frame: bytes | str) -> list[Any]:
        """Plain data of the messages in a server's frame; see `Codec`."""
        return messages_of(load(frame, MAX_OUTBOUND, MAX_DEPTH + 1))

    def encode_message(self, message: Any) -> bytes:
        """One message as a piece of a server's frame."""
        last, encoded = self._last
        if message is not last:
            if type(message) is SharedOk:
                encoded = self._shared(message)
            else:
                encoded = self._dump(_WRITERS[type(message)](message)).encode()
            self._last = message, encoded
        return encoded

    def encode_part(self, value: Any) -> bytes:
        """Plain data as it stands inside a message."""
        return self._dump(value).encode()

    def _shared(self, message: SharedOk) -> bytes:
        head = self._dump(_WRITERS[Ok](_without_result(message))).encode()
        result = b",".join([part.encoded(self) for part in message.parts])
        # The head ends with the brace of its map, which has other fields before this one.
        return head[:-1] + b',"result":[' + result + b"]}"

    def encode_inbound(self, message: Any) -> bytes | str:
        """A client's frame: one message."""
        return self._dump(_WRITERS[type(message)](message))

    def join(self, pieces: Sequence[bytes]) -> bytes | str:
        """A server's frame of encoded messages, in order."""
        return (b"[" + b",".join(pieces) + b"]").decode()


_SHORT_ARRAYS = tuple(bytes([0x90 | count]) for count in range(16))

_RESULT = b"\xa6result"
"""The key, as msgpack has a text of six letters."""


def _without_result(message: Ok) -> Ok:
    # Encoded without the result; the shared parts are spliced in by the caller.
    return Ok(id=message.id, table=message.table, seq=message.seq)


def message_to_plain(message: Any) -> dict[str, Any]:
    """Plain data of a message: its ``type`` first, fields that have their default left out.

    Dataclasses inside it (a seat of the lobby, a proof) stay what they are; the encoders ask for
    them one by one.
    """
    return _WRITERS[type(message)](message)


_Writer = Callable[[Any], dict[str, Any]]


class _Writers(dict[type, _Writer]):
    """A writer for each dataclass, made when it is first needed."""

    def __missing__(self, cls: type) -> _Writer:
        writer = self[cls] = _writer(cls)
        return writer


def _writer(cls: Any) -> _Writer:
    names: dict[str, Any] = {}
    always: dict[str, str] = {}
    optional: dict[str, tuple[str, str]] = {}
    for field in dataclasses.fields(cls):
        name, default = field.name, _default(field)
        value = f"value.{name}"
        if name == "type" or default is dataclasses.MISSING:
            always[name] = value
        else:
            names[f"_default_{name}"] = default
            differs = "is not" if default is None else "!="  # the cheaper test first
            optional[name] = (f"{value} {differs} _default_{name}", value)
    tag_first = dict(sorted(always.items(), key=lambda item: item[0] != "type"))
    return dict_of("value", tag_first, names, optional)


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        # A default of a factory is compared by value, so one instance for all messages is enough.
        return field.default_factory()
    return field.default


_WRITERS = _Writers()


def _plain_part(value: Any) -> Any:
    """A part of a message that the encoders do not know: a dataclass, or another mapping."""
    if dataclasses.is_dataclass(value):
        return _WRITERS[type(value)](value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__qualname__} is not plain data")


CODECS: Mapping[str, Codec] = {codec.subprotocol: codec for codec in (MsgpackCodec(), JsonCodec())}
"""The encodings by subprotocol."""
