"""Inputs and outputs of a table host, and the making of one step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from carteado.engine import game as commands
from carteado.engine.errors import EngineError, OptionsError, Refusal
from carteado.engine.game import Command, Event, SeatLeft, SeatTaken
from carteado.engine.plain import tag_of, to_plain
from carteado.engine.sentences import Sentence
from carteado.engine.table import NonceCommitted, SeatKeyed, SeatRemoved, Table, evolve, with_state
from carteado.protocol.log import Cause
from carteado.server.table.watcher import Watcher

__all__ = [
    "Denied",
    "Player",
    "Request",
    "Step",
    "deny",
    "deny_options",
    "ends_deal",
    "is_progress",
    "record",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """The sender of a message.

    Attributes:
        key: hash of the session's token: the identity that holds seats.
        name: what the others call the player.
        bot: whether it plays by itself.
    """

    key: str
    name: str
    bot: bool = False


# Made for every action: frozen, it would take three times as long.
@dataclass(slots=True)
class Request:
    """A message to the table, with its sender and the connection for the answer; never changed."""

    player: Player
    watcher: Watcher
    message: Any


class Step:
    """The host's output: it grows while a step is decided, and does not change afterwards.

    Args:
        table: as it stands.
        request: the request that the step answers, None for an automatic step.
        replies: to send once the events are durable, or at once without events.

    Attributes:
        before: the table as it stood.
        table: the table after the events.
        events: to append as one commit, in order; empty where nothing happened.
        unprompted: whether the table itself caused some of the events.
        seats: whether a player came to a seat or left it.
        restarted: whether a new game began; it may do so before one is over (`Game.total`).
        done: the commands that caused them.
        result: of the player's command.
        replies: as given.
        request: as given.
    """

    __slots__ = (
        "_plain",
        "before",
        "done",
        "events",
        "replies",
        "request",
        "restarted",
        "result",
        "seats",
        "table",
        "unprompted",
    )

    def __init__(
        self,
        table: Table,
        request: Request | None = None,
        replies: tuple[tuple[Watcher, Any], ...] = (),
    ) -> None:
        self.before = self.table = table
        self.request = request
        self.replies = replies
        self.events: tuple[Event, ...] = ()
        self.done: tuple[Command, ...] = ()
        self.unprompted = self.seats = self.restarted = False
        self.result: Any = None
        self._plain: tuple[dict[str, Any], ...] | None = None

    def add(self, event: Event) -> None:
        """Add one of the table's own events, and apply it."""
        self.unprompted = True
        self.events += (event,)
        self.table = evolve(self.table, event)
        if type(event) in _OF_SEATS:
            self.seats = True

    def decide(self, command: Command) -> None:
        """Have the game decide one command, and apply the events that follow.

        Raises:
            Denied: the game refuses it, or a committed deck has to be dealt first; nothing has
                happened.
        """
        table = self.table
        if table.cutting:  # joining or leaving now would change the cards that players get
            raise deny(
                "table/dealing",
                "The next deal is about to start. Try again when the cards are dealt.",
            )
        answer = table.game.decide(table.state, command)
        if isinstance(answer, Refusal):
            raise Denied(answer)
        events = answer.events
        self.done += (command,)
        self.events += events
        self.table = with_state(table, answer.state)
        for event in events:
            if event.type in _OF_THE_TABLE:
                self._follow(event)

    def _follow(self, event: Event) -> None:
        """Update the table's own facts after an event of the game: seats and restarts."""
        if event.type == _RESTARTED:
            self.restarted = True
        elif type(event) is SeatTaken:
            self.seats = True
        elif type(event) is SeatLeft and event.at_once:
            self.add(SeatKeyed(seat=event.seat, key=None))
            # Otherwise the seat would count among those that cut the next deck.
            if self.table.commitments[event.seat] is not None:
                self.add(NonceCommitted(seat=event.seat, commitment=None))

    @property
    def plain(self) -> tuple[dict[str, Any], ...]:
        """The events as plain data, made once for the log and for observers who may see all."""
        if self._plain is None:
            self._plain = tuple(map(to_plain, self.events))
        return self._plain

    @property
    def by(self) -> str | None:
        """Key of the player who gave the command, None for an automatic step."""
        return None if self.request is None else self.request.player.key

    @property
    def cause(self) -> Cause:
        """The cause of the events, for the commit."""
        request = self.request
        by, number = (None, None) if request is None else (request.player.key, request.message.id)
        return Cause(by=by, id=number, do=record(self.done), result=self.result)

    @property
    def ends_deal(self) -> bool:
        """As `ends_deal` of its cause."""
        return _ends_deal(self.before, [command.type for command in self.done])

    def is_progress(self, turn: int | None) -> bool:
        """As `is_progress` of its cause."""
        # The same rule as `is_progress` below, without converting every action to plain data.
        for command in self.done:
            if type(command) is commands.Act:
                if command.seat == turn:
                    return True
            elif _is_progress(command.type, turn):
                return True
        return False


_RESTARTED = "game_restarted"
"""Tag of the event with which a game starts again; each game has its own."""

_OF_SEATS = frozenset({SeatKeyed, SeatRemoved})

_OF_THE_TABLE = frozenset({tag_of(SeatTaken), tag_of(SeatLeft), _RESTARTED})


class Denied(Exception):
    """Refuses a command; carries the refusal to the code that answers."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def deny(code: str, message: str, **details: Any) -> Denied:
    """An exception that refuses a command; `details` holds the numbers of the sentence."""
    return Denied(Refusal(code=code, message=message, details=details))


def deny_options(error: EngineError) -> Denied:
    """An exception that refuses options.

    Its details hold the wrong option as `key`, the template of the sentence about it as `problem`,
    and the values in the template by their names.

    Args:
        error: an `OptionsError`, or what it caused.
    """
    wrong = error if isinstance(error, OptionsError) else error.__cause__
    if not isinstance(wrong, OptionsError):
        return deny("options/invalid", str(wrong or error))
    details: dict[str, Any] = {"key": wrong.key}
    if isinstance(wrong.said, Sentence):
        details["problem"] = wrong.said.text
        for name, value in wrong.said.values.items():
            details[name] = value.plain() if isinstance(value, Sentence) else value
    return deny("options/invalid", str(wrong), **details)


def record(done: Iterable[Command]) -> list[Any]:
    """Commands as the log keeps them.

    The deck of a deal is left out: it follows from the commitment's seed and the cut. So is the
    name of a player who sits down: it belongs to the key that holds the seat.
    """
    plain: list[Any] = []
    for command in done:  # mostly one: a comprehension takes twice as long
        if type(command) is commands.Deal:
            plain.append({"type": "deal"})
        elif type(command) is commands.Sit:
            sit = to_plain(command)
            del sit["name"]  # the log holds only the ids of players
            plain.append(sit)
        else:
            plain.append(to_plain(command))
    return plain


def ends_deal(before: Table, cause: Cause | None) -> bool:
    """Whether a commit may remove the cards of the last deal: a game starts again.

    Args:
        before: the table before it; while a decision is open, a rematch is a wish for later.
        cause: of the commit.
    """
    done = cause.do if cause else ()
    return _ends_deal(before, [command["type"] for command in done])


def _ends_deal(before: Table, kinds: Iterable[str]) -> bool:
    return "rematch" in kinds and before.game.turn(before.state) is None


def is_progress(cause: Cause | None, turn: int | None) -> bool:
    """Whether a commit holds a deal or the decision of the seat that was asked.

    After it a new decision is open, also where the same seat is asked again. A rematch counts where
    nobody was asked: while a decision is open it is a wish for later.

    Args:
        cause: of the commit.
        turn: the seat whose decision the table waited for before it.
    """
    done = cause.do if cause else ()
    return any(
        command["seat"] == turn if command["type"] == "act" else _is_progress(command["type"], turn)
        for command in done
    )


def _is_progress(kind: str, turn: int | None) -> bool:
    """The same for one command that is not a seat's action."""
    return kind == "deal" or (kind == "rematch" and turn is None)
