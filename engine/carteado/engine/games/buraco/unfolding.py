"""Events as they come about, and the state that they lead to."""

from __future__ import annotations

from carteado.engine import unfolding
from carteado.engine.game import Event
from carteado.engine.games.buraco.folding import FOLDS
from carteado.engine.games.buraco.state import State

__all__ = ["Unfolding"]


class Unfolding(unfolding.Unfolding[State]):
    """What follows from a command at a Buraco table, one event after the other.

    The state is this command's own copy, which each event changes, until the command is decided:
    whoever keeps it from before an event finds it as it is behind it.
    """

    __slots__ = ("_fields",)

    def __init__(self, state: State) -> None:
        self.state = copy = _new(State)
        # Filling the copy's own mapping takes less than setting another one.
        self._fields = fields = copy.__dict__
        fields |= state.__dict__
        self.events = []

    def add(self, event: Event) -> State:
        """Let an event happen; the state after it."""
        state = self.state
        self.events.append(event)
        FOLDS[type(event)](state, event, self._fields)
        return state


_new = object.__new__
