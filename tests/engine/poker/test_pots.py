"""Side pots, winners and shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.engine.poker.pots import Pot, share, side_pots, winners


def pots(*made: tuple[int, tuple[int, ...]]) -> tuple[Pot, ...]:
    return tuple(Pot(amount=amount, seats=seats) for amount, seats in made)


@pytest.mark.parametrize(
    ("paid", "live", "dead", "expected"),
    [
        pytest.param((20, 20), (0, 1), 0, pots((40, (0, 1))), id="one-pot"),
        pytest.param((20, 20, 7), (1, 0), 0, pots((47, (1, 0))), id="a-folded-hand"),
        pytest.param((0, 0), (1,), 0, (), id="nothing"),
        pytest.param((0, 0, 0), (1, 2), 5, pots((5, (1, 2))), id="dead-money-only"),
        pytest.param(
            (50, 100, 100), (1, 2, 0), 0, pots((150, (1, 2, 0)), (100, (1, 2))), id="side-pot"
        ),
        pytest.param(
            (50, 100, 100), (1, 0), 9, pots((159, (1, 0)), (100, (1,))), id="one-live-hand"
        ),
        pytest.param(
            (10, 30, 60, 60, 45),
            (0, 1, 2, 3),
            0,
            pots((50, (0, 1, 2, 3)), (80, (1, 2, 3)), (75, (2, 3))),
            id="three-pots-and-a-folded-hand-between",
        ),
        pytest.param((0, 10, 20), (0, 1, 2), 0, pots((20, (1, 2)), (10, (2,))), id="no-empty-pot"),
    ],
)
def test_side_pots_split_payments_by_the_seats_that_can_win_them(
    paid: tuple[int, ...], live: tuple[int, ...], dead: int, expected: tuple[Pot, ...]
) -> None:
    assert side_pots(paid, live, dead) == expected


@given(
    st.lists(st.integers(0, 50), min_size=2, max_size=10),
    st.integers(0, 9),
    st.data(),
)
def test_pots_hold_all_chips_and_each_live_hand_plays_for_its_own(
    paid: list[int], dead: int, data: st.DataObject
) -> None:
    highest = paid.index(max(paid))
    others = data.draw(st.sets(st.integers(0, len(paid) - 1)))
    live = tuple(sorted(others | {highest}))
    made = side_pots(paid, live, dead)
    assert sum(pot.amount for pot in made) == sum(paid) + dead
    for seat in live:
        reached = sum(pot.amount for pot in made if seat in pot.seats)
        assert reached == sum(min(chips, paid[seat]) for chips in paid) + dead * bool(reached)


def test_the_best_rank_wins_and_equal_ones_divide() -> None:
    pot = Pot(amount=10, seats=(2, 0, 1))
    assert winners(pot, {0: 5, 1: 9, 2: 3}) == (1,)
    assert winners(pot, {0: 9, 1: 5, 2: 9}) == (2, 0)
    assert winners(Pot(amount=1, seats=(3,)), {}) == (3,)


@pytest.mark.parametrize(
    ("amount", "seats", "expected"),
    [(10, 3, (4, 3, 3)), (11, 3, (4, 4, 3)), (9, 3, (3, 3, 3)), (1, 2, (1, 0)), (7, 1, (7,))],
)
def test_odd_chips_go_one_each_to_the_first(
    amount: int, seats: int, expected: tuple[int, ...]
) -> None:
    assert share(amount, range(seats)) == expected
