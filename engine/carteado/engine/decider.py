"""Checks of a log from its own contents: do its commands cause its events by the rules?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from carteado.engine import deal as chance
from carteado.engine import game as commands
from carteado.engine.cards import Card
from carteado.engine.checking import shuffled
from carteado.engine.errors import EngineError, PlainError, Refusal, ReplayError
from carteado.engine.game import Act, Command, Deal, Event, SeatTaken
from carteado.engine.plain import from_plain, tag_of
from carteado.engine.table import TABLE_EVENTS, Table, TableOpened, evolve, open_table
from carteado.engine.words import counted

__all__ = ["Decider", "command_from_plain"]

# Taken from the union type, so that no new command can be forgotten here.
_COMMANDS: Mapping[str, Any] = {tag_of(cls): cls for cls in commands.Command.__args__}
_OWN = frozenset(TABLE_EVENTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecordedAct:
    """An `Act` whose action is still plain data: only the game knows its class."""

    seat: int
    action: Mapping[str, Any]
    type: Literal["act"] = "act"


def command_from_plain(
    game: commands.Game[Any], data: Mapping[str, Any], deck: tuple[Card, ...] | None
) -> Command:
    """The command that a log recorded; a deal gets its deck, which the log leaves out.

    Raises:
        PlainError: the data is not a command.
    """
    kind = _COMMANDS.get(str(data.get("type")))
    if kind is None:
        raise PlainError(f"{data.get('type')!r:.40} is not a command")
    if kind is Deal:
        if deck is None:
            raise PlainError("a deal without a deck")
        return Deal(deck=deck)
    if kind is not Act:
        command: Command = from_plain(kind, data)
        return command
    act: _RecordedAct = from_plain(_RecordedAct, data)
    tag = act.action.get("type")
    for cls in game.actions:
        if tag_of(cls) == tag:
            return Act(seat=act.seat, action=from_plain(cls, act.action))
    raise PlainError(f"{tag!r:.40} is not an action of {game.id}")


class Decider:
    """Decides the commands of a log again, and compares the events commit by commit.

    Attributes:
        table: the table after the commits so far, None before the first.
    """

    def __init__(self) -> None:
        self.table: Table | None = None

    def check(self, done: Sequence[Mapping[str, Any]], events: Sequence[Event]) -> str | None:
        """The reason why a commit cannot be right; None if it can.

        Args:
            done: plain data of the commands that the game accepted, in order.
            events: the commit's events, nothing redacted.
        """
        waiting = list(done)
        # Events that the command in progress still has to cause, in order.
        expected: list[Event] = []
        for event in events:
            if self.table is None:
                if not isinstance(event, TableOpened):
                    return f"the log begins with {event.type}"
                self.table = open_table(event)
            elif type(event) in _OWN:
                self.table = evolve(self.table, event)
            else:
                if not expected:
                    if not waiting:
                        return f"no recorded command causes {event.type}"
                    try:
                        # The table's own events may come between, so a command is decided at its
                        # first event.
                        expected = self._decided(_with_name(waiting.pop(0), event))
                    except EngineError as error:
                        return str(error)
                # Equality of dataclasses compares every field, sealed ones included.
                if expected.pop(0) != event:
                    return f"the rules give another {event.type} than the log holds"
                self.table = evolve(self.table, event)
        # A log that stops in the middle of a command's events was cut off or edited.
        if expected:
            given = "that the rules give"
            return counted(
                len(expected), f"event {given} is missing", f"events {given} are missing"
            )
        if waiting:
            return f"the events of {counted(len(waiting), 'recorded command')} are missing"
        return None

    def _decided(self, data: Mapping[str, Any]) -> list[Event]:
        table = self.table
        assert table is not None
        command = command_from_plain(table.game, data, _deck(table))
        answer = table.game.decide(table.state, command)
        if isinstance(answer, Refusal):
            raise ReplayError(f"the rules refuse the recorded {command.type}: {answer.message}")
        return list(answer.events)


def _with_name(command: Mapping[str, Any], event: Event) -> Mapping[str, Any]:
    """A recorded command; `Sit` gets the name in the event, because commands are logged without."""
    if command.get("type") == _SIT and "name" not in command and type(event) is SeatTaken:
        return {**command, "name": event.name}
    return command


_SIT = tag_of(commands.Sit)


def _deck(table: Table) -> tuple[Card, ...] | None:
    """The deck of the table's deal, from its commitment's seed and its cut."""
    committed, nonces = table.committed, table.nonces
    if committed is None or nonces is None:
        return None
    made = shuffled(committed)
    return chance.dealt(made.cards, chance.cut(len(committed.pack), committed.root, nonces))
