"""The events of one command, and the state that they lead to.

A fold writes the values that an event changes into the fields of a state that nobody
else holds. So the events of a command change one copy of its state, one after the other, and a
single event changes a copy of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from carteado.engine.errors import Refusal
from carteado.engine.game import Decided, Event, decided

__all__ = ["Fields", "Fold", "Transition"]

S = TypeVar("S")

Fields = dict[str, Any]
"""The fields of a state that an event changes, by name."""

Fold = Callable[[Any, Any, Fields], None]
"""Applies an event, from a state, the event, and the fields of that same state."""


class Transition(Generic[S]):
    """The events that follow from a command, and the state after them; each game has its own.

    The state is this command's own copy, which each event changes until the command is decided. A
    reference to it from before an event shows the state after the event.

    Args:
        state: the state that the command finds.

    Attributes:
        folds: what each type of event changes.
        state: the state after the events so far.
        events: what happened so far.
    """

    __slots__ = ("_fields", "events", "state")

    folds: ClassVar[Mapping[type, Fold]]

    def __init__(self, state: S) -> None:
        copy: S = _new(type(state))  # as `state.copied`, which would be one more call
        # The state class is frozen, so the copy is changed through its dictionary.
        fields = copy.__dict__
        fields |= state.__dict__
        self.state = copy
        self._fields = fields
        self.events: list[Event] = []

    def add(self, event: Event) -> S:
        """Apply an event; the state after it."""
        state = self.state
        # The fold may read the fields it has not written yet: they still hold the old values.
        self.events.append(event)
        self.folds[type(event)](state, event, self._fields)
        return state

    def decided(self) -> Decided[S]:
        """The answer to the command."""
        return decided(tuple(self.events), self.state)

    def answer(self, found: Event | Refusal) -> Decided[S] | Refusal:
        """The answer to a command that causes at most one event."""
        if isinstance(found, Refusal):
            return found
        self.add(found)
        return self.decided()


_new = object.__new__
