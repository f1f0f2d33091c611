"""Segments compressed with gzip, read and written in pieces.

An archive file is a segment inside one gzip member: `zcat FILE` gives the segment. The time in the
gzip header is 0, so that the same log gives the same bytes.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from carteado.protocol.log import LogError

__all__ = ["GZIP", "compressed", "decompressed"]

GZIP = b"\x1f\x8b"
"""First bytes of a compressed segment."""

_GZIP_FORMAT = 16 + zlib.MAX_WBITS
_PIECE = 1 << 16
# zlib's default: higher levels cost much more time for a few percent.
_LEVEL = 6


def compressed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Compress bytes that arrive in pieces."""
    # zlib writes no time and no name into the header, as `gzip` would.
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP_FORMAT)
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()


def decompressed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Decompress bytes that begin with gzip's header; pass other bytes on unchanged.

    At most 64 KiB are produced at a time, whatever the compressed data expands to.

    Raises:
        LogError: from the iterator: the compressed data is damaged, cut off, or followed by more.
    """
    source = iter(pieces)
    # A first piece may be shorter than the two bytes of the mark.
    start = b""
    for piece in source:
        start += piece
        if len(start) >= len(GZIP):
            break
    if not start.startswith(GZIP):
        yield start
        yield from source
        return
    yield from _unpacked(start, source)


def _unpacked(start: bytes, source: Iterator[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(_GZIP_FORMAT)
    piece: bytes | None = start
    while piece is not None:
        while piece:
            # A call that fails gives nothing of what it had unpacked: the copy tries again.
            before = unpacker.copy()
            try:
                out = unpacker.decompress(piece, _PIECE)
            except zlib.error:
                yield from _before_the_damage(before, piece)
                raise LogError("the compressed data is damaged") from None
            if out:
                yield out
            # Feed the rest beyond the output limit in again.
            piece = unpacker.unconsumed_tail
            if unpacker.eof:
                break
        if unpacker.unused_data:
            raise LogError("bytes after the end of the compressed data")
        piece = next(source, None)
        # One member only: a second one could hide data from readers that stop at the first.
        if unpacker.eof and piece:
            raise LogError("bytes after the end of the compressed data")
    if not unpacker.eof:
        raise LogError("the compressed data is cut off")


def _before_the_damage(unpacker: Any, piece: bytes) -> Iterator[bytes]:
    """The bytes of a damaged piece before the damage, for salvaging them."""
    with contextlib.suppress(zlib.error):
        # Byte by byte, so that the failing call loses no more than one.
        for byte in piece:
            if out := unpacker.decompress(bytes((byte,))):
                yield out
