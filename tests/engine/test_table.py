"""The table around a game."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.engine.errors import OptionsError, PlainError, ReplayError, UnknownGame
from carteado.engine.table import (
    SeatKeyed,
    TableClosed,
    TableOpened,
    TableOptions,
    evolve,
    observer_of,
    open_table,
    redact_table,
    restore,
    snapshot,
)
from carteado.engine.visibility import AUDITOR, OPEN_RAIL, RAIL, seat_observer


def opened(**fields: Any) -> TableOpened:
    chosen: dict[str, Any] = {
        "table": "t-1",
        "title": "Kitchen",
        "game": "holdem",
        "rules": "holdem/1",
        "options": {"seats": 3},
        "settings": TableOptions(bank_ms=5_000),
    }
    return TableOpened(**{**chosen, **fields})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("decision_ms", 49),
        ("decision_ms", 3_600_001),
        ("bank_ms", -1),
        ("pause_ms", 60_001),
        ("nonce_ms", 10_001),
        ("expiries", 0),
    ],
)
def test_an_option_out_of_range_is_refused_by_name(key: str, value: Any) -> None:
    with pytest.raises(OptionsError, match=f"{key}: {value} is not from"):
        TableOptions(**{key: value})


def test_a_table_opens_empty() -> None:
    table = open_table(opened())
    assert (table.id, table.seats, table.closed) == ("t-1", 3, False)
    assert table.banks == (5_000,) * 3
    assert table.settings.bank_ms == 5_000


def test_a_log_may_begin_again_with_its_opening() -> None:
    table = open_table(opened())
    assert evolve(table, opened()) == table


def test_a_closed_table() -> None:
    assert evolve(open_table(opened()), TableClosed(reason="enough")).closed


def test_options_that_do_not_fit_the_game_are_reported() -> None:
    with pytest.raises(ReplayError, match=r"options of holdem: .*seats"):
        open_table(opened(options={"seats": 99}))


def test_a_missing_game_is_reported() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        open_table(opened(game="chess"))


def test_only_the_auditor_sees_the_key_of_a_seat() -> None:
    table = evolve(open_table(opened()), SeatKeyed(seat=1, key="ab", label="caller"))
    assert table.labels == (None, "caller", None)
    assert redact_table(table, AUDITOR).keys == (None, "ab", None)
    for observer in (RAIL, observer_of(table, 1)):
        assert redact_table(table, observer).keys == (None, "", None)
    assert observer_of(table, None) is RAIL


def test_the_rail_of_a_table_with_open_hands_sees_all_seats_cards() -> None:
    table = open_table(opened(options={"open_hands": "rail"}))
    assert observer_of(table, None) is OPEN_RAIL
    assert observer_of(table, 1) == seat_observer(1)


@pytest.mark.parametrize("change", [{"extra": 1}, {"state": None}, {"keys": [1]}])
def test_an_invalid_snapshot_is_refused(change: dict[str, Any]) -> None:
    data = {**snapshot(open_table(opened())), **change}
    with pytest.raises(PlainError):
        restore(data)


def test_an_incomplete_snapshot_is_refused() -> None:
    data = snapshot(open_table(opened()))
    del data["banks"]
    with pytest.raises(PlainError, match="banks unknown or missing"):
        restore(data)
