"""Views of Buraco for the tests of its odds."""

from __future__ import annotations

from typing import Any

from tests.engine.games.buraco.positions import position

from carteado.engine.games.buraco.state import State
from carteado.engine.visibility import redact, seat_observer

__all__ = ["seen", "view"]


def seen(state: State, seat: int) -> State:
    """A state as a seat sees it."""
    return redact(state, seat_observer(seat, seat % 2))


def view(seat: int = 0, **given: Any) -> State:
    """The view that a seat has of a position."""
    return seen(position(**given), seat)
