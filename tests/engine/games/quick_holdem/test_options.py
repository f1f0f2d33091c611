"""House rules of Quick Hold'em, as typed and as refused."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.engine.errors import OptionsError
from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.tables.options import options_from_text


def test_as_typed() -> None:
    texts = {"seats": "3", "credits": "1k/500/2,000", "max-stake": "none", "fixed-leader": "yes"}
    options = options_from_text(Options, Options(), texts)
    assert options == Options(seats=3, credits=(1000, 500, 2000), fixed_leader=True)
    assert [options.credit_of(seat) for seat in range(3)] == [1000, 500, 2000]
    assert Options(credit=7).credit_of(2) == 7


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"seats": 1}, "seats"),
        ({"seats": 11}, "seats"),
        ({"seats": True}, "seats"),
        ({"credit": 0}, "credit"),
        ({"credit": 2**53 - 1}, "credit"),
        ({"credits": (1, 2)}, "credits"),
        ({"credits": (5, 0, 0, 0)}, "credits"),
        ({"credits": (5, -1, 5, 5)}, "credits"),
        ({"credits": [5, 5, 5, 5]}, "credits"),
        ({"credits": (2**53 - 1, 1, 1, 1)}, "credit"),
        ({"default_stake": 0}, "default_stake"),
        ({"default_stake": 2**53}, "default_stake"),
        ({"default_stake": 1.5}, "default_stake"),
        ({"max_stake": 0}, "max_stake"),
        ({"max_stake": 99}, "default_stake"),
        ({"fixed_leader": 1}, "fixed_leader"),
        ({"reveal": "always"}, "reveal"),
    ],
)
def test_impossible_input_is_refused_by_name(given: dict[str, Any], key: str) -> None:
    with pytest.raises(OptionsError) as caught:
        Options(**given)
    assert caught.value.key == key
