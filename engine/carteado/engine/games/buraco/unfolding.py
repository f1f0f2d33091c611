"""Events as they come about, and the state that they lead to."""

from __future__ import annotations

from carteado.engine import unfolding
from carteado.engine.games.buraco.folding import evolve
from carteado.engine.games.buraco.state import State

__all__ = ["Unfolding"]


class Unfolding(unfolding.Unfolding[State]):
    """What follows from a command at a Buraco table, one event after the other."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        self._evolve, self.state, self.events = evolve, state, []
