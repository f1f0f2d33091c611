from __future__ import annotations

import contextlib
import gzip
import io
import zlib
from collections.abc import Callable

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.protocol.compressed import GZIP, compressed, decompressed
from carteado.protocol.log import Commit, LogError, chain_hash, decode_commit, encode_commit
from carteado.protocol.segment import (
    MAGIC,
    SegmentHeader,
    read_records,
    read_segment,
    write_segment,
)


def log(count: int = 4) -> list[bytes]:
    bodies: list[bytes] = []
    for number in range(count):
        commit = Commit(
            table="t1",
            first=number * 2 + 1,
            epoch=3,
            owner="0a" * 8,
            batch=f"{number:032x}",
            at=5,
            previous=chain_hash(bodies[-1]) if bodies else "",
            salt="0c" * 16,
            events=((1, {"type": "checked", "seat": number}), (1, {"type": "turned"})),
        )
        bodies.append(encode_commit(commit))
    return bodies


BODIES = log()
HEADER = SegmentHeader(table="t1", game="holdem", rules="holdem 1", last=8)
PIECES = list(write_segment(HEADER, BODIES))
WHOLE = b"".join(PIECES)


def frame(kind: bytes, body: bytes) -> bytes:
    length = len(body).to_bytes(4, "big")
    return kind + length + zlib.crc32(kind + length + body).to_bytes(4, "big") + body


def read_all(data: bytes) -> list[Commit]:
    return list(read_segment(data)[1])


def damage(data: bytes) -> LogError:
    with pytest.raises(LogError) as caught:
        read_all(data)
    return caught.value


def test_a_segment_comes_back_as_it_was() -> None:
    header, records = read_records(WHOLE)
    assert header == HEADER
    assert [body for _, body in records] == BODIES


@pytest.mark.parametrize(
    "source",
    [
        WHOLE,
        io.BytesIO(WHOLE),
        PIECES,
        [WHOLE[at : at + 7] for at in range(0, len(WHOLE), 7)],
    ],
    ids=["bytes", "file", "pieces", "small pieces"],
)
def test_a_segment_is_read_from_bytes_a_file_or_pieces(source: bytes) -> None:
    header, commits = read_segment(source)
    assert header == HEADER
    assert list(commits) == [decode_commit(body) for body in BODIES]


def test_a_range_of_a_log_is_a_segment_too() -> None:
    part = SegmentHeader(table="t1", after=4, last=8, head=chain_hash(BODIES[1]))
    header, commits = read_segment(write_segment(part, BODIES[2:]))
    assert header.after == 4
    assert [commit.first for commit in commits] == [5, 7]


@given(at=st.integers(0, len(WHOLE) - 1), flip=st.integers(1, 255))
def test_a_flipped_byte_anywhere_is_found(at: int, flip: int) -> None:
    data = bytearray(WHOLE)
    data[at] ^= flip
    error = damage(bytes(data))
    assert error.offset is not None
    assert error.offset <= at + 1


@given(st.integers(0, len(WHOLE) - 1))
def test_a_cut_anywhere_is_found(at: int) -> None:
    error = damage(WHOLE[:at])
    assert error.offset is not None
    assert error.offset <= at


def test_a_flipped_byte_is_located() -> None:
    before = sum(map(len, PIECES[:3]))
    data = bytearray(WHOLE)
    data[before + 30] ^= 1
    error = damage(bytes(data))
    assert (error.table, error.commit, error.offset) == ("t1", 3, before)
    assert str(error) == f"table t1, commit 3, byte {before}: the checksum does not match"


@pytest.mark.parametrize(
    ("change", "commit", "said"),
    [
        (lambda p: [p[0], p[2], p[1], *p[3:]], 1, "gap"),
        (lambda p: [*p[:2], *p[3:]], 2, "gap"),
        (lambda p: [*p[:3], p[2], *p[3:]], 3, "out of order"),
        (lambda p: [*p[:4], p[5]], None, "does not fit"),
        (lambda p: [*p[:5], p[1], p[5]], 5, "is the last"),
        (lambda p: [*p[:3], p[0][len(MAGIC) :], *p[3:]], 3, "not a commit"),
        (lambda p: [*p, b"x"], None, "after the end"),
        (lambda p: [MAGIC, *p[1:]], None, "no header"),
        (lambda p: [*p[:5], frame(b"E", b"\x80")], None, "does not fit"),
        (lambda p: [*p[:5], frame(b"E", b"\xc1")], None, "does not fit"),
        (lambda p: [*p[:1], b"C\xff\xff\xff\xff\0\0\0\0", *p[1:]], 1, "length"),
        (lambda p: [p[0].replace(b" 1\n", b" 2\n"), *p[1:]], None, "format"),
    ],
)
def test_commits_moved_lost_doubled_or_put_in_are_found(
    change: Callable[[list[bytes]], list[bytes]], commit: int | None, said: str
) -> None:
    error = damage(b"".join(change(PIECES)))
    assert error.commit == commit
    assert said in str(error)
    assert error.offset is not None


def test_a_commit_written_again_with_a_right_checksum_breaks_the_chain() -> None:
    data = {**msgpack.unpackb(BODIES[1]), "at": 9}
    pieces = [*PIECES[:2], frame(b"C", msgpack.packb(data)), *PIECES[3:]]
    error = damage(b"".join(pieces))
    assert error.commit == 3
    assert "does not follow" in str(error)


@pytest.mark.parametrize(
    "header",
    [
        {},
        {"table": "t1", "last": 8, "zz": 1},
        {"table": "a b", "last": 8},
        {"table": "t1", "last": "8"},
        {"table": "t1", "last": 0},
        {"table": "t1", "last": 8, "after": 8},
        {"table": "t1", "last": 8, "after": 4, "head": ""},
        {"table": "t1", "last": 8, "head": 5},
        {"table": "t1", "last": 8, "game": 5},
    ],
)
def test_a_header_that_cannot_be_is_refused(header: dict[str, object]) -> None:
    error = damage(MAGIC + frame(b"H", msgpack.packb(header)) + b"".join(PIECES[1:]))
    assert "header" in str(error)
    assert error.offset == len(MAGIC)


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0", b"carteado", b"\0" * 100])
def test_a_file_of_another_kind_is_recognised(data: bytes) -> None:
    assert "not a log" in str(damage(data))


def test_a_writer_refuses_commits_that_its_header_does_not_announce() -> None:
    with pytest.raises(LogError, match="ends with version 6, not 8"):
        list(write_segment(HEADER, BODIES[:3]))
    with pytest.raises(LogError, match="gap"):
        list(write_segment(HEADER, BODIES[1:]))


def test_a_compressed_segment_is_read_as_it_is() -> None:
    packed = b"".join(compressed(PIECES))
    assert packed == b"".join(compressed(PIECES))
    assert packed.startswith(GZIP)
    assert gzip.decompress(packed) == WHOLE
    assert read_all(packed) == read_all(WHOLE)
    assert list(read_segment(bytes([byte]) for byte in packed)[1]) == read_all(WHOLE)


def test_a_compressed_segment_that_is_not_whole_is_refused_wherever_it_was_damaged() -> None:
    packed = b"".join(compressed(PIECES))
    for at in range(2, len(packed)):
        damage(packed[:at])
    for at in range(10, len(packed)):  # the header of gzip before it holds nothing of ours
        with contextlib.suppress(LogError):
            assert read_all(packed[:at] + bytes([packed[at] ^ 0x10]) + packed[at + 1 :]) == (
                read_all(WHOLE)
            )
    assert "bytes after" in str(damage(packed + b"x"))
    assert "bytes after" in str(damage(packed + packed))


def test_a_compressed_segment_is_never_held_in_memory_as_a_whole() -> None:
    bomb = b"".join(compressed([MAGIC, *[bytes(1 << 20)] * 64]))
    sizes = [len(piece) for piece in decompressed([bomb])]
    assert max(sizes) <= 1 << 16
    assert "checksum" in str(damage(bomb))
