"""Blocks of work whose results are kept."""

from __future__ import annotations

import os

import pytest

from carteado.arena.errors import ArenaError
from research.blocks import blocks

HEADER = {"of": "squares"}


class Work:
    def __init__(self):
        self.done = []

    def __call__(self, block):
        self.done.append(block)
        return {"square": block * block}


def square(block):
    return {"square": block * block}


SQUARES = [{"square": n * n} for n in range(5)]


def test_blocks_are_computed_without_a_file():
    progress = []
    assert blocks(square, 5, header=HEADER, tell=lambda *now: progress.append(now)) == SQUARES
    assert progress == [(done, 5) for done in range(6)]


def test_several_processes_give_the_same(tmp_path):
    path = tmp_path / "run.jsonl"
    assert blocks(square, 5, header=HEADER, path=path, jobs=2) == SQUARES
    assert blocks(square, 5, header=HEADER, path=path, jobs=2, resume=True) == SQUARES


def lost(block):
    if block == 2:
        os._exit(9)
    return square(block)


def test_an_ended_process_is_reported_in_a_sentence(tmp_path):
    path = tmp_path / "run.jsonl"
    with pytest.raises(ArenaError, match="ended from outside"):
        blocks(lost, 5, header=HEADER, path=path, jobs=2)
    assert blocks(square, 5, header=HEADER, path=path, resume=True) == SQUARES


def test_a_run_goes_on_where_it_ended(tmp_path):
    path, work = tmp_path / "run.jsonl", Work()
    assert blocks(work, 2, header=HEADER, path=path) == SQUARES[:2]
    assert blocks(work, 5, header=HEADER, path=path, resume=True) == SQUARES
    assert work.done == [0, 1, 2, 3, 4]
    assert blocks(work, 3, header=HEADER, path=path, resume=True) == SQUARES[:3]
    assert work.done == [0, 1, 2, 3, 4]


def test_a_file_that_was_cut_anywhere_goes_on(tmp_path):
    path = tmp_path / "run.jsonl"
    blocks(square, 3, header=HEADER, path=path)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        assert blocks(square, 3, header=HEADER, path=path, resume=True) == SQUARES[:3]
        assert path.read_bytes() == whole


def test_a_file_that_is_there_is_not_overwritten(tmp_path):
    path = tmp_path / "run.jsonl"
    blocks(square, 1, header=HEADER, path=path)
    with pytest.raises(ArenaError, match="--resume"):
        blocks(square, 1, header=HEADER, path=path)


def test_two_runs_do_not_write_one_file(tmp_path):
    path = tmp_path / "run.jsonl"

    def work(block):
        with pytest.raises(ArenaError, match="is being written by another run"):
            blocks(square, 5, header=HEADER, path=path, resume=True)
        return square(block)

    assert blocks(work, 2, header=HEADER, path=path) == SQUARES[:2]
    assert blocks(square, 5, header=HEADER, path=path, resume=True) == SQUARES


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (0, '{"of": "cubes"}', "another measurement"),
        (0, "nonsense", "line 1: this is not JSON"),
        (2, '{"block": 0, "found": 1}', "line 3: block 1 should come here"),
        (2, '{"block": 1}', "line 3: block 1 should come here"),
        (2, "[" * 10**5, "line 3: this is not JSON"),
        (2, "[]", "line 3: block 1 should come here"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path, line, text, reason):
    path = tmp_path / "run.jsonl"
    blocks(square, 3, header=HEADER, path=path)
    lines = path.read_text().splitlines()
    lines[line] = text
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(ArenaError, match=reason):
        blocks(square, 3, header=HEADER, path=path, resume=True)


def test_a_file_that_cannot_be_used(tmp_path):
    with pytest.raises(ArenaError, match="cannot be used"):
        blocks(square, 1, header=HEADER, path=tmp_path / "nowhere" / "run.jsonl")


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("milk, bread")
    with pytest.raises(ArenaError, match="not a file of blocks"):
        blocks(square, 3, header=HEADER, path=path, resume=True)
    assert path.read_text() == "milk, bread"
