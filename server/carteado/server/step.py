"""What a table host is asked and what it answers, and the making of one step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.engine.game import Command, Event, SeatLeft
from carteado.engine.plain import to_plain
from carteado.engine.state import changed
from carteado.engine.table import NonceCommitted, SeatKeyed, Table, evolve
from carteado.server.audience import Watcher

__all__ = [
    "Denied",
    "Player",
    "Request",
    "Step",
    "add",
    "decide",
    "deny",
    "ends_deal",
    "is_progress",
    "record",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who sends a message.

    Attributes:
        key: hash of the session's token: the identity that holds seats.
        name: what the others call the player.
        bot: whether it plays by itself.
    """

    key: str
    name: str
    bot: bool = False


@dataclass(slots=True, kw_only=True)
class Request:
    """A message for the table, with who sent it and where the answer goes."""

    player: Player
    watcher: Watcher
    message: Any


# Steps and requests are made for every action: frozen, each would take three times as long.
@dataclass(slots=True, kw_only=True)
class Step:
    """What the host wants done; nobody changes it.

    Attributes:
        events: to append as one commit, in order; empty where nothing happened.
        table: the table after them.
        done: the commands that caused them.
        by: key of the player who gave the command, None for the table's own doing.
        id: of that command.
        result: of that command.
        replies: to send once the events are durable, or at once where there are none.
        request: what the step answers, None for the table's own doing.
    """

    events: tuple[Event, ...] = ()
    table: Table | None = None
    done: tuple[Command, ...] = ()
    by: str | None = None
    id: int | None = None
    result: Any = None
    replies: tuple[tuple[Watcher, Any], ...] = ()
    request: Request | None = None
    _plain: tuple[dict[str, Any], ...] | None = field(default=None, init=False, repr=False)

    @property
    def plain(self) -> tuple[dict[str, Any], ...]:
        """The events as plain data, made once for the log and for whoever may see all."""
        if self._plain is None:
            self._plain = tuple(map(to_plain, self.events))
        return self._plain

    @property
    def cause(self) -> Mapping[str, Any]:
        """Plain data of who and what caused the events, for the commit."""
        return {"by": self.by, "id": self.id, "do": record(self.done), "result": self.result}

    @property
    def ends_deal(self) -> bool:
        """As `ends_deal` of its cause."""
        return commands.Rematch in map(type, self.done)

    def is_progress(self, turn: int | None) -> bool:
        """As `is_progress` of its cause."""
        for command in self.done:
            if type(command) is commands.Act:
                if command.seat == turn:
                    return True
            elif _is_progress(command.type, turn):
                return True
        return False


class Denied(Exception):
    """A command is refused: carries the refusal to the one place that answers."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def deny(code: str, message: str, **details: Any) -> Denied:
    """What to raise to refuse a command; `details` holds the figures of the sentence."""
    return Denied(Refusal(code=code, message=message, details=details))


def add(table: Table, event: Event, events: list[Event]) -> Table:
    """The table after one of its own events, which is added to `events`."""
    events.append(event)
    return evolve(table, event)


def decide(table: Table, command: Command, events: list[Event], done: list[Command]) -> Table:
    """Decide one command on `table` and add what follows to `events`.

    Raises:
        Denied: the game refuses it.
    """
    answer = table.game.decide(table.state, command)
    if isinstance(answer, Refusal):
        raise Denied(answer)
    done.append(command)
    events.extend(answer.events)
    table = changed(table, state=answer.state)
    for event in answer.events:
        if type(event) is SeatLeft and event.at_once:
            table = add(table, SeatKeyed(seat=event.seat, key=None), events)
            if table.commitments[event.seat] is not None:
                table = add(table, NonceCommitted(seat=event.seat, commitment=None), events)
    return table


def record(done: Iterable[Command]) -> list[Any]:
    """Commands as the log keeps them.

    The deck of a deal is left out: it follows from the commitment's seed and the cut.
    """
    return [
        {"type": "deal"} if type(command) is commands.Deal else to_plain(command)
        for command in done
    ]


def ends_deal(cause: Mapping[str, Any] | None) -> bool:
    """Whether a commit may put the cards of the last deal away: a game begins anew."""
    done: Iterable[Mapping[str, Any]] = cause["do"] if cause else ()
    return any(command["type"] == "rematch" for command in done)


def is_progress(cause: Mapping[str, Any] | None, turn: int | None) -> bool:
    """Whether a commit holds a deal or the decision of the seat that was asked.

    After it a new decision is open, also where the same seat is asked again. A rematch counts where
    nobody was asked: while a decision is open it is a wish for later.

    Args:
        cause: of the commit.
        turn: the seat whose decision the table waited for before it.
    """
    done: Iterable[Mapping[str, Any]] = cause["do"] if cause else ()
    return any(
        command["seat"] == turn if command["type"] == "act" else _is_progress(command["type"], turn)
        for command in done
    )


def _is_progress(kind: str, turn: int | None) -> bool:
    """The same for one command that is no seat's action."""
    return kind == "deal" or (kind == "rematch" and turn is None)
