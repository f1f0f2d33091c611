"""Actions whose values make no sense: refused, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import position, refused

from carteado.engine.games.buraco.actions import Discard, Extend, Meld, PlayTurn, TakePile

HAND = "5H 6H 7H 9D KC"

WRONG: list[Any] = [0, -1, True, 1.5, "5", None, 2**80, [], {}, "?", "??", (), ("??",), ([],)]


@pytest.mark.parametrize("value", [*WRONG, ("5H",) * 200, ("5H=", "6H"), ("2S=2S=2S",)], ids=repr)
def test_nonsense_is_refused(value: Any) -> None:
    state = position(phase="play", hand=HAND, melds={"A": [["4H", "5H", "6H"]]})
    refused(state, Meld(cards=value))
    refused(state, Discard(card=value))
    refused(state, Extend(meld=0, cards=value))
    refused(state, PlayTurn(plays=value))
    if value is not None and not (type(value) is int and value == 0):
        refused(state, Extend(meld=value, cards=("7H",)))
        refused(state, Extend(meld=0, cards=("7H",), team=value))
    closed = position("stbl", hand=HAND, lixo="3C 8H")
    refused(closed, TakePile(cards=value))
    refused(closed, TakePile(meld=value))
