"""A poker table to play on: every command goes through the contract's promises on its way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Self

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Command, Decided, Event
from carteado.engine.visibility import AUDITOR, RAIL, Observer, redact, seat_observer


class PlayedGame(ABC):
    """A table with the views of all its observers, folded from redacted events only."""

    game: Any

    def __init__(self, options: Any) -> None:
        self.state = self.game.new(options)
        self.events: list[Event] = []
        seats = [seat_observer(seat) for seat in range(options.seats)]
        self.views: dict[Observer, Any] = dict.fromkeys((RAIL, AUDITOR, *seats), self.state)
        self.lines: dict[Observer, list[str]] = {}

    @staticmethod
    @abstractmethod
    def action_of(deed: Any) -> Any:
        """The action that a deed names."""

    def try_(self, command: Command) -> Decided[Any] | Refusal:
        """Send a command and check what the contract promises about the answer."""
        before, game = self.state, self.game
        answer: Decided[Any] | Refusal = game.decide(before, command)
        if isinstance(answer, Refusal):
            assert self.state is before
            return answer
        self.before = dict(self.views)
        self.lines = {observer: [] for observer in self.views}
        folded = before
        for event in answer.events:
            for observer, view in self.views.items():
                seen = redact(event, observer)
                self.lines[observer].append(game.line(seen, view))
                self.views[observer] = game.evolve(view, seen)
            folded = game.evolve(folded, event)
        assert folded == answer.state
        for observer, view in self.views.items():
            assert redact(folded, observer) == view
            game.show(view)
        self.state = folded
        self.events = list(answer.events)
        return answer

    def send(self, command: Command) -> list[Event]:
        """A command that has to be accepted; what happened."""
        answer = self.try_(command)
        assert isinstance(answer, Decided), answer
        return self.events

    def refused(self, command: Command) -> Refusal:
        """A command that has to be refused; the refusal."""
        answer = self.try_(command)
        assert isinstance(answer, Refusal), answer
        return answer

    def act(self, *deeds: Any) -> Self:
        """Deeds of the seats in turn, as `action_of` reads them."""
        for deed in deeds:
            seat = self.game.turn(self.state)
            assert seat is not None, f"{deed}: nobody is to act"
            self.send(Act(seat=seat, action=self.action_of(deed)))
        return self

    def refuses(self, deed: Any, seat: int | None = None) -> Refusal:
        """A deed of the seat to act (or another) that has to be refused."""
        by = self.game.turn(self.state) if seat is None else seat
        assert by is not None
        return self.refused(Act(seat=by, action=self.action_of(deed)))

    def happened(self, kind: type) -> list[Any]:
        """The events of a kind that followed from the last command."""
        return [event for event in self.events if isinstance(event, kind)]

    def event_lines(self, seat: int | None = None) -> list[str]:
        """Lines of the last command for a seat, or for the rail."""
        observer = RAIL if seat is None else seat_observer(seat)
        return [line for line in self.lines[observer] if line]
