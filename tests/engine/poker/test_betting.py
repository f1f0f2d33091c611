"""The pure functions of betting, at their edges."""

from __future__ import annotations

import pytest

from carteado.engine.poker.betting import (
    call_amount,
    full_raise,
    next_to_act,
    raise_range,
    uncalled,
)

NOBODY = (False, False, False)
ALL = (True, True, True)


@pytest.mark.parametrize(
    ("stack", "bet", "current", "expected"),
    [(100, 0, 20, 20), (100, 20, 20, 0), (15, 0, 20, 15), (10, 10, 20, 10), (9, 10, 20, 9)],
)
def test_a_call_matches_the_bet_or_is_all_in(
    stack: int, bet: int, current: int, expected: int
) -> None:
    assert call_amount(stack, bet, current) == expected


@pytest.mark.parametrize(
    ("stacks", "bets", "acted", "current", "last_full", "expected"),
    [
        pytest.param((500, 500, 500), (0, 10, 20), NOBODY, 20, 20, (40, 500), id="first"),
        pytest.param((500, 500, 500), (50, 60, 70), ALL, 70, 20, (90, 550), id="full-raise"),
        pytest.param((500, 500, 500), (51, 60, 70), ALL, 70, 20, None, id="one-chip-short"),
        pytest.param((500, 500, 500), (51, 60, 70), NOBODY, 70, 20, (90, 551), id="not-acted"),
        pytest.param((20, 500, 500), (0, 10, 20), NOBODY, 20, 20, None, id="call-takes-all"),
        pytest.param((21, 500, 500), (0, 10, 20), NOBODY, 20, 20, (21, 21), id="one-more"),
        pytest.param((500, 0, 0), (0, 50, 50), NOBODY, 50, 20, None, id="others-all-in"),
        pytest.param((500, 10, 0), (0, 10, 20), NOBODY, 20, 20, None, id="cannot-respond"),
        pytest.param((500, 11, 0), (0, 10, 20), NOBODY, 20, 20, (40, 500), id="can-respond"),
    ],
)
def test_the_range_of_a_raise(
    stacks: tuple[int, ...],
    bets: tuple[int, ...],
    acted: tuple[bool, ...],
    current: int,
    last_full: int,
    expected: tuple[int, int] | None,
) -> None:
    assert raise_range(0, (0, 1, 2), stacks, bets, acted, current, last_full) == expected


def test_folded_seats_cannot_respond() -> None:
    assert raise_range(0, (0, 2), (500, 500, 0), (0, 0, 20), NOBODY, 20, 20) is None


@pytest.mark.parametrize(
    ("largest", "expected"), [(20, (40, 40)), (99, (40, 119)), (999, (40, 500))]
)
def test_a_largest_raise_caps_the_range(largest: int, expected: tuple[int, int]) -> None:
    stacks, bets = (500, 500, 500), (0, 10, 20)
    assert raise_range(0, (0, 1, 2), stacks, bets, NOBODY, 20, 20, largest) == expected


@pytest.mark.parametrize(
    ("to", "current", "last_full", "expected"),
    [(60, 20, 20, 40), (40, 20, 20, 20), (39, 20, 20, 20), (5, 0, 20, 20)],
)
def test_only_a_full_raise_replaces_the_last_one(
    to: int, current: int, last_full: int, expected: int
) -> None:
    assert full_raise(to, current, last_full) == expected


@pytest.mark.parametrize(
    ("queue", "stacks", "bets", "acted", "current", "expected"),
    [
        pytest.param((1, 2, 0), (9, 9, 9), (0, 0, 0), NOBODY, 0, 1, id="next"),
        pytest.param((1, 2, 0), (9, 0, 9), (0, 0, 0), NOBODY, 0, 2, id="all-in-is-passed"),
        pytest.param((1, 2, 0), (9, 9, 9), (5, 5, 5), ALL, 5, None, id="closed"),
        pytest.param((1, 2, 0), (9, 9, 9), (5, 5, 3), ALL, 5, 2, id="owes"),
        pytest.param((1, 0), (9, 0, 9), (5, 5, 9), NOBODY, 5, None, id="covers-everybody"),
        pytest.param((1, 0), (0, 9, 9), (6, 5, 9), NOBODY, 6, 1, id="does-not-cover"),
        pytest.param((1,), (0, 9, 9), (6, 5, 9), NOBODY, 6, None, id="everybody-folded"),
        pytest.param((), (9, 9, 9), (0, 0, 0), NOBODY, 0, None, id="nobody"),
    ],
)
def test_the_turn_belongs_to_the_next_seat_that_can_respond(
    queue: tuple[int, ...],
    stacks: tuple[int, ...],
    bets: tuple[int, ...],
    acted: tuple[bool, ...],
    current: int,
    expected: int | None,
) -> None:
    assert next_to_act(queue, stacks, bets, acted, current) == expected


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ((0, 0, 0), None),
        ((50, 50, 20), None),
        ((50, 20, 30), (0, 20)),
        ((0, 0, 7), (2, 7)),
        ((0, 5), (1, 5)),
    ],
)
def test_the_uncalled_part(bets: tuple[int, ...], expected: tuple[int, int] | None) -> None:
    assert uncalled(bets) == expected
