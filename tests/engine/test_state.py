"""Copies of states."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from carteado.engine.state import changed, copied, made


@dataclass(frozen=True, kw_only=True)
class Score:
    points: tuple[int, ...] = (0, 0)
    turn: int = 0


def test_a_change_gives_a_copy_and_leaves_the_original() -> None:
    before = Score()
    after = changed(before, turn=1)
    assert after == Score(turn=1)
    assert before == Score(turn=0)
    assert after.points is before.points
    assert type(after) is Score


def test_no_change_gives_an_equal_copy() -> None:
    before = Score(points=(3, 4), turn=1)
    assert changed(before) == before
    assert changed(before) is not before


def test_a_copy_is_frozen_hashable_and_compares_like_a_built_one() -> None:
    copy = changed(Score(), points=(1, 2))
    assert hash(copy) == hash(Score(points=(1, 2)))
    with pytest.raises(FrozenInstanceError):
        copy.turn = 2


def test_writing_into_a_copy_leaves_the_original() -> None:
    before = Score(points=(3, 4))
    copy, fields = copied(before)
    fields["turn"] = 1
    assert copy == Score(points=(3, 4), turn=1)
    assert before == Score(points=(3, 4))


def test_fields_that_are_not_given_have_their_defaults() -> None:
    score = made(Score, {"turn": 2})
    assert score == Score(turn=2)
    assert changed(score, points=(5, 6)) == Score(points=(5, 6), turn=2)
    assert hash(score) == hash(Score(turn=2))
    with pytest.raises(FrozenInstanceError):
        score.turn = 3
