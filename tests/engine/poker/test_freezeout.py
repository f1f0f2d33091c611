"""How a game between seats with chips ends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from carteado.engine.poker.freezeout import crown


@pytest.mark.parametrize(
    ("stacks", "after", "winner"),
    [
        ((100, 100, 100), 1, 2),
        ((100, 100, 100), 2, 0),
        ((100, 0, 100), 2, 0),
        ((100, 0, 100), 0, 2),
        ((100, 200, 200), 1, 2),
        ((300, 0, 100), 0, 0),
    ],
)
def test_the_most_chips_win_a_game_that_everybody_left_then_the_first_after_the_button(
    stacks: tuple[int, ...], after: int, winner: int
) -> None:
    found: list[Any] = []
    state = SimpleNamespace(stacks=stacks, leaving=(True,) * 3)
    play: Any = SimpleNamespace(state=state, add=found.append)
    crown(play, after)
    assert [(won.seat, won.stack) for won in found] == [(winner, sum(stacks))]


def test_a_seat_that_stays_takes_all_chips() -> None:
    found: list[Any] = []
    state = SimpleNamespace(stacks=(100, 300, 0), leaving=(False, True, False))
    play: Any = SimpleNamespace(state=state, add=found.append)
    crown(play, 0)
    assert [(won.seat, won.stack) for won in found] == [(0, 400)]
