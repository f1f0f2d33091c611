"""Folding a log into a table."""

from __future__ import annotations

import pytest
from tests.contract.play import play

from carteado.engine.errors import ReplayError
from carteado.engine.replay import replay, state_hash, steps


def test_steps_number_the_events_from_one() -> None:
    table = play("holdem:heads-up", 1, 30)
    seen = list(steps(table.events))
    assert [seq for seq, _, _ in seen] == list(range(1, len(table.events) + 1))
    assert [event for _, event, _ in seen] == table.events
    assert seen[-1][2] == replay(table.events) == table.table


def test_a_log_begins_with_the_opening_of_its_table() -> None:
    table = play("holdem:heads-up", 1, 5)
    with pytest.raises(ReplayError, match="begins with table_opened, not with seat_keyed"):
        replay(table.events[1:])


def test_an_empty_log_is_refused() -> None:
    with pytest.raises(ReplayError, match="empty"):
        replay([])


def test_the_hash_names_a_state() -> None:
    table = play("holdem:heads-up", 1, 30)
    *_, before, after = [state_hash(state) for _, _, state in steps(table.events)]
    assert before != after
    assert state_hash(replay(table.events)) == after
    assert len(after) == 64
