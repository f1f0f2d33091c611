"""Views of Buraco for the tests of its odds."""

from __future__ import annotations

from typing import Any

from tests.engine.games.buraco.positions import position

from carteado.engine.games.buraco.state import State
from carteado.engine.visibility import redact, seat_observer

__all__ = ["arranged_position", "seen", "view"]


def seen(state: State, seat: int) -> State:
    """A state as a seat sees it."""
    return redact(state, seat_observer(seat, seat % 2))


def view(seat: int = 0, **given: Any) -> State:
    """The view that a seat has of a position."""
    return seen(position(**given), seat)


def arranged_position() -> State:
    return position(
        phase="play",
        hand="4S 5S 6S 7S KD 9H 2C",
        melds={"A": [["8H", "TH", "JH", "2D"]]},
    )
