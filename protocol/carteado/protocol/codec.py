"""Messages as frames and back, in the two encodings of the wire.

A frame from a client is one message, a frame from the server a list of messages. The server encodes
each message once, as a piece, for all recipients; `Codec.join` makes a frame of pieces without
looking into them.

Frames are written by strangers. Decoding bounds size, depth and numbers, and refuses whatever has
no place in a message: fractions, bytes, extension types, half a surrogate pair, a key that stands
twice, bytes left over. Every such frame raises `FrameError`, and nothing else is ever raised.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, Protocol

import msgpack

from carteado.engine.generated import dict_of
from carteado.protocol.errors import FrameError
from carteado.protocol.messages import LARGEST, Ok
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

# Bounds the work that one frame of a stranger can cause.
MAX_FRAME = 16 * 1024
"""Bytes of a frame from a client."""

MAX_OUTBOUND = 1024 * 1024
"""Bytes of a frame from the server."""

MAX_DEPTH = 16
"""Maps and lists inside one another in a message."""


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
        return _unpack(frame, MAX_FRAME, MAX_DEPTH)

    def decode_outbound(self, frame: bytes | str) -> list[Any]:
        """Plain data of the messages in a server's frame; see `Codec`."""
        # One level more: the messages stand in the list of the frame.
        return _messages(_unpack(frame, MAX_OUTBOUND, MAX_DEPTH + 1))

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
        return _load(frame, MAX_FRAME, MAX_DEPTH)

    def decode_outbound(self, frame: bytes | str) -> list[Any]:
        """Plain data of the messages in a server's frame; see `Codec`."""
        return _messages(_load(frame, MAX_OUTBOUND, MAX_DEPTH + 1))

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


# Writing


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
            differs = "is not" if default is None else "!="  # the quicker question
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


# Reading


def _unpack(frame: bytes | str, largest: int, depth: int) -> Any:
    if isinstance(frame, str):
        raise FrameError("frame/kind", "this subprotocol has binary frames")
    if len(frame) > largest:
        _too_large(largest)
    try:
        # One fast pass over the bytes finds out whether the slow checks can be skipped.
        marks = frame.translate(_MARKS)
        wary = _WARY in marks
        data = _unpack_warily(frame) if wary else msgpack.unpackb(frame)
        # Of numbers of eight bytes only those that begin like a clock's are known to be small.
        numbers = _NUMBER in marks or marks.count(_WIDE) != frame.count(_MOMENT)
        if numbers or (wary and _EMPTY_BYTES.search(frame)):
            _check(data, depth)
        elif _is_deeper(data, depth, marks.count(_NESTS)):
            _too_deep()
        # A plain dict keeps the last of equal keys silently; the length gives the duplicate away.
        if len(_repack(data)) != len(frame):
            # A key that appears twice takes more bytes than its map has, and so does what is not
            # written in the shortest way, which may be.
            data = _unpack_warily(frame, object_pairs_hook=_map)
    except UnicodeDecodeError:
        raise FrameError("frame/text", "a text in the frame is not UTF-8") from None
    except FrameError:
        raise
    except (ValueError, TypeError, RecursionError):
        raise _reason(frame, depth) from None
    return data


def _reason(frame: bytes, depth: int) -> FrameError:
    """The error for a frame that the unpackers refused; it may be well-formed."""
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        try:
            _check(msgpack.unpackb(frame, ext_hook=_refuse_extension, strict_map_key=False), depth)
        except FrameError as error:
            return error
    return FrameError("frame/malformed", "the frame is not well-formed msgpack")


def _load(frame: bytes | str, largest: int, depth: int) -> Any:
    if not isinstance(frame, str):
        raise FrameError("frame/kind", "this subprotocol has text frames")
    # Cheap check first: the number of characters is a lower bound of the number of bytes.
    if len(frame) > largest:
        _too_large(largest)
    # Fewer characters than the limit may still be more bytes than it.
    if not frame.isascii():
        try:
            size = len(frame.encode())
        except UnicodeEncodeError:
            raise FrameError("frame/text", "the frame is not valid UTF-8") from None
        if size > largest:
            _too_large(largest)
    try:
        data = _parse(frame)
    except FrameError:
        raise
    except RecursionError:
        _too_deep()
    except ValueError:
        raise FrameError("frame/malformed", "the frame is not well-formed JSON") from None
    _check(data, depth)
    # Only an escape can hide half a pair: a bare one was found by `encode` above.
    if "\\u" in frame:
        _check_texts(data)
    return data


def _map(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise FrameError("frame/duplicate", "a key appears twice in one map")
    return found


def _refuse_fraction(text: str) -> NoReturn:
    raise FrameError("frame/value", "numbers are whole")


def _refuse_extension(code: int, data: bytes) -> NoReturn:
    raise FrameError("frame/value", "extension types have no place in a message")


_unpack_warily = functools.partial(
    msgpack.unpackb,
    ext_hook=_refuse_extension,
    strict_map_key=True,
    max_bin_len=0,
    max_ext_len=0,
)

_repack = packer()

_NESTS, _WARY, _NUMBER, _WIDE = 1, 2, 3, 4
_MOMENT = b"\xcf\0\0"
"""The first bytes of an eight-byte number below 2^48, such as a clock's."""

_BEGINS = {
    **dict.fromkeys([*range(0x80, 0xA0), *range(0xDC, 0xE0)], _NESTS),  # maps and lists
    **dict.fromkeys([*range(0xC4, 0xCA), *range(0xD4, 0xD9)], _WARY),  # bytes and extensions
    **dict.fromkeys([0xCA, 0xCB, 0xD3], _NUMBER),  # fractions, and numbers below -2^31
    _MOMENT[0]: _WIDE,
}
_MARKS = bytes(_BEGINS.get(byte, 0) for byte in range(256))
"""What each byte may begin; bytes of a text or a number may look like it. A frame in which nothing
is suspect and little nests need not be looked at again."""

_EMPTY_BYTES = re.compile(rb"\xc4\0|\xc5\0\0|\xc6\0\0\0\0")
"""Possible byte strings of length 0, which the strict unpacker accepts."""

_parse = json.JSONDecoder(
    object_pairs_hook=_map, parse_float=_refuse_fraction, parse_constant=_refuse_fraction
).decode


def _too_large(largest: int) -> NoReturn:
    raise FrameError("frame/too_large", f"a frame has at most {largest} bytes")


def _too_deep() -> NoReturn:
    raise FrameError("frame/deep", "the message is nested too deeply") from None


def _messages(data: Any) -> list[Any]:
    if type(data) is not list:
        raise FrameError("frame/malformed", "a frame of the server is a list of messages")
    return data


def _check(value: Any, depth: int) -> None:
    """Refuse what has no place in a message; `value` is the result of a decoder.

    It goes down level by level, without a call for each map and list.
    """
    values: Collection[Any] = (value,)
    for level in range(depth + 1):
        below: list[Any] = []
        for item in values:
            kind = type(item)
            if kind is str or kind is bool or item is None:
                continue
            if kind is int:
                if not -LARGEST <= item <= LARGEST:
                    raise FrameError("frame/value", "a number is beyond 2^53 - 1")
                continue
            if kind is not dict and kind is not list:
                raise FrameError("frame/value", f"no message has a value of type {kind.__name__}")
            if level == depth:
                _too_deep()
            if kind is list:
                below += item
                continue
            if not _TEXT.issuperset(map(type, item)):
                raise FrameError("frame/value", "the keys of a map are texts")
            below += item.values()
        if not below:
            return
        values = below


_TEXT = frozenset({str})


def _is_deeper(value: Any, depth: int, nests: int) -> bool:
    """Whether more maps and lists stand inside one another than may.

    Args:
        value: out of a decoder, without anything that has no place in a message.
        depth: how many may.
        nests: how many there are at most. Once too few of them are left, no one looks further.
    """
    level: list[Any] = [(value,)]
    while nests > depth:
        below = []
        for holder in level:
            for item in holder.values() if type(holder) is dict else holder:
                kind = type(item)
                if kind is dict or kind is list:
                    below.append(item)
        if not below:
            return False
        if not depth:
            return True
        depth -= 1
        nests -= len(below)
        level = below
    return False


def _check_texts(value: Any) -> None:
    """Refuse half a surrogate pair, which JSON can escape and UTF-8 cannot hold."""
    if type(value) is str:
        try:
            value.encode()
        except UnicodeEncodeError:
            raise FrameError("frame/text", "half a surrogate pair") from None
    elif type(value) is dict:
        for key, item in value.items():
            _check_texts(key)
            _check_texts(item)
    elif type(value) is list:
        for item in value:
            _check_texts(item)


CODECS: Mapping[str, Codec] = {codec.subprotocol: codec for codec in (MsgpackCodec(), JsonCodec())}
"""The encodings by subprotocol."""
