"""Events as they come about, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from carteado.engine.errors import Refusal
from carteado.engine.game import Decided, Event, decided

__all__ = ["Unfolding"]

S = TypeVar("S")


class Unfolding(Generic[S]):
    """What follows from a command, one event after the other.

    Args:
        state: the state that the command finds.
        evolve: how an event changes it.

    Attributes:
        state: the state after the events so far.
        events: what happened so far.
    """

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, Event], S]) -> None:
        self._evolve = evolve
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> S:
        """Let an event happen; the state after it."""
        self.events.append(event)
        self.state = state = self._evolve(self.state, event)
        return state

    def decided(self) -> Decided[S]:
        """The answer to the command."""
        return decided(tuple(self.events), self.state)

    def answer(self, found: Event | Refusal) -> Decided[S] | Refusal:
        """The answer to a command from which one event follows, or none."""
        if isinstance(found, Refusal):
            return found
        self.add(found)
        return self.decided()
