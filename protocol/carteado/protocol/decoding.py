"""Decodes untrusted frames into plain data, in the two encodings of the wire.

Decoding bounds size, depth and numbers, and refuses everything that is not allowed in a message:
fractions, bytes, extension types, half a surrogate pair, a repeated key, trailing bytes. Every such
frame raises `FrameError`; no other exception is raised.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Collection
from typing import Any, NoReturn

import msgpack

from carteado.protocol.errors import FrameError
from carteado.protocol.messages import LARGEST
from carteado.protocol.packing import packer

__all__ = ["load", "messages_of", "unpack"]


def unpack(frame: bytes | str, largest: int, depth: int) -> Any:
    """Plain data of a frame of msgpack.

    Args:
        frame: as it came.
        largest: most bytes.
        depth: maximum nesting depth of maps and lists.

    Raises:
        FrameError: the frame is not a well-formed message.
    """
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
        numbers = _NUMBER in marks or marks.count(_WIDE) != frame.count(_TIME)
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


def load(frame: bytes | str, largest: int, depth: int) -> Any:
    """Plain data of a frame of JSON; arguments and errors as of `unpack`."""
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
_TIME = b"\xcf\0\0"
"""The first bytes of an eight-byte number below 2^48, such as a clock's."""

_BEGINS = {
    **dict.fromkeys([*range(0x80, 0xA0), *range(0xDC, 0xE0)], _NESTS),  # maps and lists
    **dict.fromkeys([*range(0xC4, 0xCA), *range(0xD4, 0xD9)], _WARY),  # bytes and extensions
    **dict.fromkeys([0xCA, 0xCB, 0xD3], _NUMBER),  # fractions, and numbers below -2^31
    _TIME[0]: _WIDE,
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


def messages_of(data: Any) -> list[Any]:
    """The list of messages that a server's frame has to be."""
    if type(data) is not list:
        raise FrameError("frame/malformed", "a frame of the server is a list of messages")
    return data


def _check(value: Any, depth: int) -> None:
    """Refuse values that are not allowed in a message; `value` is the result of a decoder.

    The check goes level by level, without a call for each map and list.
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
    """Whether maps and lists are nested more deeply than allowed.

    Args:
        value: the result of a decoder, which `_check` has accepted.
        depth: the allowed depth.
        nests: an upper bound for the number of maps and lists. The search ends when too few are
            left to exceed the depth.
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
