"""Events as they come about, and the state that they lead to."""

from __future__ import annotations

from carteado.engine.game import Decided, Event
from carteado.engine.games.holdem.folding import evolve
from carteado.engine.games.holdem.state import State

__all__ = ["Unfolding"]


class Unfolding:
    """What follows from a command, one event after the other.

    Attributes:
        state: the state after the events so far.
        events: what happened so far.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> State:
        """Let an event happen; the state after it."""
        self.events.append(event)
        self.state = evolve(self.state, event)
        return self.state

    def decided(self) -> Decided[State]:
        """The answer to the command."""
        return Decided(tuple(self.events), self.state)
