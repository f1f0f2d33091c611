"""Hands of 11 to 40 cards: the design's figures, and what holds for every hand and window."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.scene.faces import card_height
from carteado.scene.layout.fan import fan_of, fan_rects
from carteado.scene.shapes import Rect


@pytest.mark.parametrize(
    ("width", "height", "largest", "touch", "count", "groups", "expected"),
    [
        (1024 - 32, 150, 64, False, 20, 5, (1, 64)),
        (1024 - 32, 150, 64, False, 30, 5, (2, 64)),
        (1440 - 32, 240, 104, False, 20, 5, (1, 104)),
        (1440 - 32, 240, 104, False, 40, 5, (2, 104)),
        (1920 - 32, 240, 104, False, 30, 5, (1, 104)),
        (360 - 16, 420, 64, True, 14, 5, (2, 64)),
        (360 - 16, 420, 64, True, 40, 5, (6, 64)),
    ],
)
def test_the_fan_has_the_figures_of_the_design(
    width: float,
    height: float,
    largest: float,
    touch: bool,
    count: int,
    groups: int,
    expected: tuple[int, int],
) -> None:
    fan = fan_of(count, groups, width, height, largest, touch=touch)
    assert (fan.rows, fan.width) == expected


@given(
    count=st.integers(1, 40),
    groups=st.integers(1, 5),
    width=st.sampled_from([976.0, 1232.0, 1392.0, 1552.0, 1872.0]),
    largest=st.sampled_from([64.0, 80.0, 104.0]),
)
def test_every_card_of_every_hand_can_be_read_and_hit(
    count: int, groups: int, width: float, largest: float
) -> None:
    groups = min(groups, count)
    height = 240.0 if largest > 64 else 150.0
    fan = fan_of(count, groups, width, height, largest)
    each = [number * groups // count for number in range(count)]
    rects = fan_rects(fan, each, Rect(0, 0, width, height))
    assert fan.step >= 0.46 * fan.width - 0.01
    assert fan.step >= 34
    assert max(rect.right for rect in rects) <= width + 0.5
    assert max(rect.bottom for rect in rects) <= height + 0.5
    assert fan.height == card_height(fan.width) + (fan.rows - 1) * fan.row_step
    for one, other in itertools.pairwise(rects):
        assert other.x > one.x or other.y > one.y
