r"""A log, or a range of one, as one self-contained file: what export, import and archive use.

The file is a line of text and then frames. A frame is a kind (one byte), the length of its body and
a CRC-32 (four bytes each, big-endian), and the body; the CRC covers kind, length and body::

    carteado-log 1\n
    H  msgpack map: table, game, rules, after, last, head
    C  body of a commit, as stored
    ...
    E  msgpack map: commits, events, head

The CRC finds an accident, the chain of hashes finds the rest: a commit that was removed, moved,
inserted or rewritten. Every such finding is a `LogError` that says which commit and which byte.

A reader takes a segment compressed with gzip as well; bytes are then counted in what it expands to.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

import msgpack

from carteado.protocol.compressed import decompressed
from carteado.protocol.log import MAX_BODY, Chain, Commit, LogError, is_table_id

__all__ = [
    "MAGIC",
    "SegmentHeader",
    "SegmentWriter",
    "read_records",
    "read_segment",
    "write_segment",
]

MAGIC = b"carteado-log 1\n"
"""First line of the file; the number is the format's version."""

_FRAME = struct.Struct(">cII")
_MAX_INT = (1 << 53) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentHeader:
    """The header of a segment, before its first commit.

    Attributes:
        table: whose log it is.
        game: id of the game, for people; the events hold it too.
        rules: name and version of the rules at its beginning, for people.
        after: version of the last event before the segment, 0 for a log from its beginning.
        last: version of its last event.
        head: hash of the last commit before the segment, empty where `after` is 0.
    """

    table: str
    game: str | None = None
    rules: str | None = None
    after: int = 0
    last: int
    head: str = ""


class SegmentWriter:
    """Writes a segment piece by piece; checks the chain as it goes.

    Args:
        header: what the segment will hold.
    """

    def __init__(self, header: SegmentHeader) -> None:
        self.header = header
        # The writer checks too: a damaged log must not become a file that looks whole.
        self._chain = Chain(header.table, header.after, header.head)

    def begin(self) -> bytes:
        """The first bytes of the file."""
        return MAGIC + _frame(b"H", _packed(asdict(self.header)))

    def add(self, body: bytes) -> bytes:
        """The bytes of the next commit.

        Raises:
            LogError: it does not follow from the one before.
        """
        self._chain.add(body)
        return _frame(b"C", body)

    def end(self) -> bytes:
        """The last bytes of the file.

        Raises:
            LogError: the log does not end where the header says.
        """
        chain = self._chain
        if chain.version != self.header.last:
            raise LogError(
                f"the log ends with version {chain.version}, not {self.header.last}",
                table=self.header.table,
            )
        trailer = {"commits": chain.commits, "events": chain.events, "head": chain.head}
        return _frame(b"E", _packed(trailer))


def write_segment(header: SegmentHeader, bodies: Iterable[bytes]) -> Iterator[bytes]:
    """A segment in pieces, one to a commit.

    Raises:
        LogError: the commits are not those that the header announces.
    """
    writer = SegmentWriter(header)
    yield writer.begin()
    for body in bodies:
        yield writer.add(body)
    yield writer.end()


def read_segment(
    source: bytes | BinaryIO | Iterable[bytes],
) -> tuple[SegmentHeader, Iterator[Commit]]:
    """The header and the commits of a segment; nothing is held in memory but one commit.

    Args:
        source: the file's bytes, a file open for reading in binary, or its bytes in pieces.

    Raises:
        LogError: from here or from the iterator: the segment is not whole. Only when the iterator
            has ended by itself is the segment known to be complete.
    """
    header, records = read_records(source)
    return header, (commit for commit, _ in records)


def read_records(
    source: bytes | BinaryIO | Iterable[bytes],
) -> tuple[SegmentHeader, Iterator[tuple[Commit, bytes]]]:
    """As `read_segment`, with the body of each commit beside it."""
    reader = _Reader(source)
    header = _read_header(reader)
    return header, _records(reader, header)


def _records(reader: _Reader, header: SegmentHeader) -> Iterator[tuple[Commit, bytes]]:
    chain = Chain(header.table, header.after, header.head)
    while True:
        # Before the frame is read, so that an error points at its beginning.
        offset, number = reader.offset, chain.commits + 1
        kind, body = _read_frame(reader, header.table, number)
        if kind == b"E":
            break
        if kind != b"C":
            raise LogError("not a commit", table=header.table, commit=number, offset=offset)
        # Before the commit is read, so that extra commits are never handed on.
        if chain.version >= header.last:
            raise LogError(
                f"the header says that version {header.last} is the last",
                table=header.table,
                commit=number,
                offset=offset,
            )
        yield chain.add(body, offset), body
    trailer = {"commits": chain.commits, "events": chain.events, "head": chain.head}
    # The trailer proves that nothing is missing at the end, which a chain alone cannot show.
    if chain.version != header.last or _plain_map(body) != trailer:
        raise LogError(
            f"the end of the segment does not fit its {chain.commits} commits",
            table=header.table,
            version=chain.version,
            offset=offset,
        )
    # Appended bytes would survive a copy of the file unnoticed.
    if reader.take(1):
        raise LogError("bytes after the end of the segment", offset=reader.offset - 1)


def _read_header(reader: _Reader) -> SegmentHeader:
    magic = reader.take(len(MAGIC))
    if magic != MAGIC:
        # Thirteen bytes: the line up to the number of the format.
        if magic.startswith(MAGIC[:13]):
            raise LogError("a segment of a format that this release does not know", offset=13)
        if not magic:
            raise LogError("not a log: the file is empty", offset=0)
        raise LogError("not a log of this program; carteado log export writes one", offset=0)
    offset = reader.offset
    kind, body = _read_frame(reader, None, None)
    if kind != b"H":
        raise LogError("the segment has no header", offset=offset)
    data = _plain_map(body)
    try:
        # An unknown field raises TypeError, and so does a missing table or end.
        header = SegmentHeader(**data)
    except TypeError:
        raise LogError("the header has other fields", offset=offset) from None
    if not _is_header(header):
        raise LogError("the header holds values that cannot be", offset=offset)
    return header


def _is_header(header: SegmentHeader) -> bool:
    numbers = (header.after, header.last)
    return (
        is_table_id(header.table)
        and all(text is None or type(text) is str for text in (header.game, header.rules))
        and all(type(number) is int and 0 <= number <= _MAX_INT for number in numbers)
        # An empty segment is not a file: every log has at least one commit.
        and header.after < header.last
        and type(header.head) is str
        and len(header.head) == (64 if header.after else 0)
    )


def _frame(kind: bytes, body: bytes) -> bytes:
    return _FRAME.pack(kind, len(body), _crc(kind, body)) + body


def _crc(kind: bytes, body: bytes) -> int:
    # Kind and length are covered too, so a flipped bit in the frame head is found.
    return zlib.crc32(body, zlib.crc32(kind + len(body).to_bytes(4, "big")))


def _read_frame(reader: _Reader, table: str | None, number: int | None) -> tuple[bytes, bytes]:
    offset = reader.offset
    head = reader.take(_FRAME.size)
    if len(head) < _FRAME.size:
        raise LogError("the segment is cut off", table=table, commit=number, offset=offset)
    kind, length, crc = _FRAME.unpack(head)
    # Before anything is read: a damaged length must not fill the memory.
    if length > MAX_BODY:
        raise LogError("a length that cannot be", table=table, commit=number, offset=offset)
    body = reader.take(length)
    if len(body) < length:
        raise LogError("the segment is cut off", table=table, commit=number, offset=offset)
    if _crc(kind, body) != crc:
        raise LogError("the checksum does not match", table=table, commit=number, offset=offset)
    return kind, body


def _packed(data: dict[str, Any]) -> bytes:
    packed: Any = msgpack.packb(data)
    return bytes(packed)


def _plain_map(body: bytes) -> dict[str, Any]:
    try:
        # Header and trailer are small maps without lists; anything else is damage.
        data = msgpack.unpackb(body, max_array_len=0, max_map_len=16, max_ext_len=0)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException):
        # An empty map fits neither a header nor a trailer, so the caller reports the damage.
        return {}
    return data if type(data) is dict and all(type(key) is str for key in data) else {}


class _Reader:
    """Takes exact numbers of bytes from a file or from pieces of any size."""

    def __init__(self, source: bytes | BinaryIO | Iterable[bytes]) -> None:
        self._pieces = decompressed(_pieces(source))
        self._buffer = bytearray()
        self._at = 0
        self.offset = 0

    def take(self, size: int) -> bytes:
        """The next bytes; fewer at the end of the source."""
        while len(self._buffer) - self._at < size:
            piece = next(self._pieces, None)
            if piece is None:
                break
            # Only when a new piece is needed: each time it would move the whole rest.
            del self._buffer[: self._at]
            self._at = 0
            self._buffer += piece
        taken = bytes(self._buffer[self._at : self._at + size])
        self._at += len(taken)
        self.offset += len(taken)
        return taken


def _pieces(source: bytes | BinaryIO | Iterable[bytes]) -> Iterator[bytes]:
    read = getattr(source, "read", None)
    if isinstance(source, bytes):
        yield source
    elif read is None:
        yield from source
    else:
        # 64 KiB: large enough for few calls, small enough for constant memory.
        while piece := read(1 << 16):
            yield piece
