"""Tables to play on: every command goes through the contract's promises on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.cards import parse_cards
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Command, Deal, Decided, Event, Sit
from carteado.engine.games.quick_holdem import GAME
from carteado.engine.games.quick_holdem.actions import Fold, Play, Stake
from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.games.quick_holdem.state import State, board_positions, next_leader
from carteado.engine.poker.dealing import arranged, places
from carteado.engine.visibility import AUDITOR, RAIL, Observer, redact, seat_observer


class Played:
    """A table with the views of all its observers, folded from redacted events only."""

    def __init__(self, options: Options) -> None:
        self.state: State = GAME.new(options)
        self.events: list[Event] = []
        seats = [seat_observer(seat) for seat in range(options.seats)]
        self.views: dict[Observer, State] = dict.fromkeys((RAIL, AUDITOR, *seats), self.state)
        self.lines: dict[Observer, list[str]] = {}

    def try_(self, command: Command) -> Decided[State] | Refusal:
        """Send a command and check what the contract promises about the answer."""
        answer = GAME.decide(self.state, command)
        if isinstance(answer, Refusal):
            return answer
        self.lines = {observer: [] for observer in self.views}
        for event in answer.events:
            for observer, view in self.views.items():
                seen = redact(event, observer)
                self.lines[observer].append(GAME.line(seen, view))
                self.views[observer] = GAME.evolve(view, seen)
        assert self.views[AUDITOR] == answer.state
        self.state = answer.state
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

    def act(self, *deeds: str | int) -> Played:
        """Deeds of the seats in turn: ``play``, ``fold``, or the number of chips of a stake."""
        for deed in deeds:
            seat = GAME.turn(self.state)
            assert seat is not None, f"{deed}: nobody is to act"
            self.send(Act(seat=seat, action=action_of(deed)))
        return self

    def refuses(self, deed: str | int, seat: int | None = None) -> Refusal:
        """A deed of the seat to act (or another) that has to be refused."""
        by = GAME.turn(self.state) if seat is None else seat
        assert by is not None
        return self.refused(Act(seat=by, action=action_of(deed)))

    def deal(self, hands: Mapping[int, str] | None = None, board: str = "") -> Played:
        """Deal the next hand with these cards in it."""
        leader, seats = next_leader(self.state), len(self.state.names)
        around = [(leader + step) % seats for step in range(1, seats + 1)]
        order = [seat for seat in around if self.state.stacks[seat]]
        known = {seat: parse_cards(text) for seat, text in (hands or {}).items()}
        board_at = board_positions(len(order))
        self.send(Deal(deck=arranged(places(order, known, board_at, parse_cards(board)))))
        return self

    def happened(self, kind: type) -> list[Any]:
        """The events of a kind that followed from the last command."""
        return [event for event in self.events if isinstance(event, kind)]

    def told(self, seat: int | None = None) -> list[str]:
        """Lines of the last command for a seat, or for the rail."""
        observer = RAIL if seat is None else seat_observer(seat)
        return [line for line in self.lines[observer] if line]


def action_of(deed: str | int) -> Any:
    """The action that a deed names."""
    if isinstance(deed, int):
        return Stake(amount=deed)
    return Play() if deed == "play" else Fold()


def table(credits: Sequence[int] = (1000,) * 4, bots: int = 0, **options: Any) -> Played:
    """A table with somebody on every seat, bots on the last ones."""
    played = Played(Options(seats=len(credits), credits=tuple(credits), **options))
    for seat in range(len(credits)):
        bot = seat >= len(credits) - bots
        played.send(Sit(seat=seat, name=f"p{seat}", bot=bot))
    return played


def hand(
    credits: Sequence[int] = (1000,) * 4,
    hands: Mapping[int, str] | None = None,
    board: str = "",
    **options: Any,
) -> Played:
    """A table in its first hand, which seat 0 leads."""
    return table(credits, **options).deal(hands, board)
