"""Deals scored by hand."""

from __future__ import annotations

import pytest
from tests.engine.games.buraco.positions import (
    CLEAN,
    DIRTY,
    OUT,
    discard,
    lines_of,
    play,
    position,
    total_of,
)

from carteado.engine.games.buraco.scoring import winner_of


def test_a_batida_is_scored_line_by_line() -> None:
    state = position(
        phase="play",
        hand="KC",
        hand_1="AH KH",
        hand_2="2D 3C",
        hand_3="QS",
        melds={"A": [CLEAN], "B": [DIRTY, ["TD", "JD", "QD"]]},
        **OUT,
    )
    after = play(state, discard("KC"))
    # A: 5 x 5 + 10 + 10 = 45 and a clean canastra; out; 10 + 5 in the partner's hand.
    assert lines_of(after, 0) == {"cards": 45, "clean": 200, "out": 100, "hands": -15}
    assert total_of(after, 0) == 330
    # B: 25 + 10 + 10 + 30 on the table, one dirty; 15 + 10 and 10 in hand.
    assert lines_of(after, 1) == {"cards": 75, "dirty": 100, "hands": -35}
    assert total_of(after, 1) == 140
    assert after.totals == (330, 140)


def test_a_profile_with_other_values_scores_by_them() -> None:
    state = position(
        "italiano",
        phase="play",
        hand="KC",
        hand_1="JKR 2H",
        hand_2="AC",
        hand_3="QS",
        melds={"A": [["3S", "4S", "5S", "6S", "7S", "8S", "9S", "2H=2S"]], "B": []},
        mortos=1,
        took=[True, False],
    )
    after = play(state, discard("KC"))
    assert lines_of(after, 0) == {"cards": 65, "semi_clean": 150, "out": 100, "hands": -15}
    assert lines_of(after, 1) == {"cards": 0, "no_morto": -100, "hands": -60}


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((2999, 100), None), ((3000, 100), 0), ((3100, 3105), 1), ((3100, 3100), None)],
)
def test_29_the_higher_one_wins_and_a_tie_plays_on(
    totals: tuple[int, int], winner: int | None
) -> None:
    assert winner_of(totals, 3000) == winner
