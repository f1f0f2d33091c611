"""Whole messages as WebSocket frames and back: the one case that nearly every frame is.

Only what is a whole message in one frame, as RFC 6455 5.2 writes it in the shortest way, is known
here. Everything else, and every error, is the library's affair, which makes an object and two dozen
calls of each frame.
"""

from __future__ import annotations

import struct
import sys

__all__ = ["framed", "masked_size", "message_in"]

_TEXT, _BINARY = 0x81, 0x82
_MASKED = 0x80
_SHORT, _LONG = 126, 1 << 16


def framed(message: bytes | str) -> bytes:
    """A message as one frame of a server's, not masked."""
    if isinstance(message, str):
        first, content = _TEXT, message.encode()
    else:
        first, content = _BINARY, message
    size = len(content)
    if size < _SHORT:
        return struct.pack("!BB", first, size) + content
    if size < _LONG:
        return struct.pack("!BBH", first, 126, size) + content
    return struct.pack("!BBQ", first, 127, size) + content


def masked_size(size: int) -> int:
    """Bytes of a client's frame whose content has so many, written in the shortest way."""
    return size + (6 if size < _SHORT else 8 if size < _LONG else 14)


def message_in(data: bytes, largest: int) -> bytes | str | None:
    """The message in a client's frame; None where `data` is not exactly one whole message.

    Args:
        data: bytes that begin where a frame begins.
        largest: bytes of a message that are taken.
    """
    start = 6
    size = len(data) - start
    if size >= _SHORT:
        start = 8
        size -= 2
    if size < 0 or size > min(largest, _LONG - 1) or data[0] not in (_TEXT, _BINARY):
        return None
    if start == 6:
        if data[1] != _MASKED | size:
            return None
    elif data[1] != _MASKED | 126 or size < _SHORT or int.from_bytes(data[2:4], "big") != size:
        return None
    mask = data[start - 4 : start] * (size // 4 + 1)
    number = int.from_bytes(data[start:], sys.byteorder)
    number ^= int.from_bytes(mask[:size], sys.byteorder)
    content = number.to_bytes(size, sys.byteorder)
    if data[0] == _BINARY:
        return content
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
