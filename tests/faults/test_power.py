"""The replay of traced writes: what is synced survives a cut, and nothing else is promised."""

from __future__ import annotations

import random
from pathlib import Path

from tests.faults.power import Op, _ops, after_cut

A, B = b"a" * 1024, b"b" * 1024


def outcomes(ops: list[Op]) -> set[bytes]:
    return {after_cut(ops, len(ops), random.Random(seed)).get("f", b"") for seed in range(200)}


def test_synced_data_survives_every_cut() -> None:
    ops = [Op("write", "f", 0, A), Op("sync", "f"), Op("ack", "", 0, b"t 1 x")]
    assert outcomes(ops) == {A}


def test_unsynced_data_is_kept_dropped_or_torn_at_a_sector() -> None:
    ops = [Op("write", "f", 0, A), Op("sync", "f"), Op("write", "f", 0, B)]
    assert outcomes(ops) == {A, B, B[:512] + A[512:]}


def test_a_later_write_may_survive_an_earlier_one() -> None:
    ops = [Op("write", "f", 0, A), Op("write", "f", 1024, B)]
    assert bytes(1024) + B in outcomes(ops)


def test_a_sync_counts_from_its_end_and_a_write_from_its_beginning() -> None:
    lines = [
        r'7 pwrite64(3</d/f>, "\x61\x62", 2, 0 <unfinished ...>',
        r'8 write(1<pipe:[1]>, "\x74\x0a", 2) = 2',
        r"7 <... pwrite64 resumed>) = 2",
        r"7 fdatasync(3</d/f> <unfinished ...>",
        r'8 write(1<pipe:[1]>, "\x75\x0a", 2) = 2',
        r"7 <... fdatasync resumed>) = 0",
    ]
    found = list(_ops(iter(lines), Path("/d")))
    assert [op.kind for op in found] == ["write", "ack", "ack", "sync"]
    assert found[0] == Op("write", "f", 0, b"ab")
