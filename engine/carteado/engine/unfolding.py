"""Events as they come about, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from carteado.engine.errors import Refusal
from carteado.engine.game import Decided, Event, decided

__all__ = ["Unfolding"]

S = TypeVar("S")


class Unfolding(Generic[S]):
    """What follows from a command, one event after the other; each game has its own.

    Args:
        state: the state that the command finds.

    Attributes:
        evolve: how an event changes it.
        state: the state after the events so far.
        events: what happened so far.
    """

    __slots__ = ("events", "state")

    evolve: ClassVar[Callable[..., Any]]

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> S:
        """Let an event happen; the state after it."""
        self.events.append(event)
        state: S = self.evolve(self.state, event)
        self.state = state
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
