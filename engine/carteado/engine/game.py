"""The contract of a game: a decider.

A game is a set of pure functions over frozen dataclasses. `Game.decide` holds all the rules: it
answers a command with the events that follow from it, or with a refusal. `Game.evolve` holds none:
it folds an event into the state and cannot fail, so a log folds to the same state after the rules
have changed. `Game.legal` is derived from the predicates that `decide` uses, so what is offered and
what is accepted cannot differ.

The caller that drives a game (the table host, a test, a replay) does::

    answer = game.decide(state, command)
    if isinstance(answer, Refusal): ...          # nothing has changed
    else: append(answer.events); state = answer.state

Commands of the table (`Sit`, `Leave`, `Deal` ...) are the same for every game. What a seat does
when it is its turn is an action, one of `Game.actions`, wrapped in `Act`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, runtime_checkable

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.generated import maker
from carteado.engine.visibility import Public

__all__ = [
    "SEAT_EVENTS",
    "Act",
    "Action",
    "Command",
    "Deal",
    "Decided",
    "Elapse",
    "Event",
    "Game",
    "GameState",
    "Leave",
    "Making",
    "Rematch",
    "RematchAgreed",
    "Return",
    "Returned",
    "SatOut",
    "Scored",
    "SeatLeft",
    "SeatTaken",
    "Sheeted",
    "Sit",
    "SitOut",
    "TopUp",
    "ToppedUp",
    "Upcaster",
    "act",
    "decided",
]

S = TypeVar("S")


# Structural: third-party actions and events need no base class, only a tag.
class _Tagged(Protocol):
    """A frozen dataclass with a tag.

    Attributes:
        type: tag, unique among the actions or events of a game.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def type(self) -> str:
        """Tag, unique among the actions or events of a game."""
        ...


class Action(_Tagged, Protocol):
    """An instance of one of a game's `actions`."""


class Event(_Tagged, Protocol):
    """An instance of one of a game's `events`, or of the table's own (`table.py`)."""


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""From an event's plain data of one version, its tag included, to that of the next version."""


# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A seat's decision: one of the game's actions."""

    seat: int
    action: Action
    type: Literal["act"] = "act"


# The hot constructors skip argument handling; see `generated`.
act = maker(Act)
"""A seat's decision, made without the constructor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """A player takes a free seat.

    Attributes:
        seat: index of the seat, from 0.
        name: the player's name, shown to others.
        bot: True for a process that plays by itself; it agrees to every rematch.
        credit: chips to bring, None for the table's usual amount.
        returning: chips with which the player left this table lately, None for a new player. At a
            cash table the player brings at least these again.
    """

    seat: int
    name: str
    bot: bool = False
    credit: int | None = None
    returning: int | None = None
    type: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A seat gets up, now or, where it is in play, at the end of the deal."""

    seat: int
    type: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitOut:
    """A seat sits out: at its player's request, or `away` when its clock ran out too often."""

    seat: int
    away: bool = False
    type: Literal["sit_out"] = "sit_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """A seat that sat out plays again."""

    seat: int
    type: Literal["return"] = "return"


@dataclass(frozen=True, slots=True, kw_only=True)
class TopUp:
    """A seat adds chips between deals."""

    seat: int
    amount: int
    type: Literal["top_up"] = "top_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """A seat agrees to start again; the table itself asks with ``seat=None`` (`auto_restart`)."""

    seat: int | None
    type: Literal["rematch"] = "rematch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The table deals: the pack that `Game.pack` named, in the order chance gave it."""

    deck: tuple[Card, ...]
    type: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Elapse:
    """The table's clock has counted a number of minutes of the present game, without pauses.

    Only given to games whose options have ``schedule_by="minutes"``, right before a deal.
    """

    minutes: int
    type: Literal["elapse"] = "elapse"


# A closed union: `decide` answers every member, and anything else is an unknown command.
Command = Act | Sit | Leave | SitOut | Return | TopUp | Rematch | Deal | Elapse
"""What `Game.decide` answers."""


# Events of the seats, shared by every game


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player sat down with `stack` chips (0 where the game has none)."""

    seat: Public[int]
    name: Public[str]
    bot: Public[bool]
    stack: Public[int]
    type: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A seat is free again, or will be at the end of the deal (`at_once` False)."""

    seat: Public[int]
    at_once: Public[bool]
    stack: Public[int]
    type: Literal["seat_left"] = "seat_left"


@dataclass(frozen=True, slots=True, kw_only=True)
class SatOut:
    """A seat sits out."""

    seat: Public[int]
    away: Public[bool]
    type: Literal["sat_out"] = "sat_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A seat that sat out is back."""

    seat: Public[int]
    type: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToppedUp:
    """A seat added chips; `stack` is what it has now."""

    seat: Public[int]
    amount: Public[int]
    stack: Public[int]
    type: Literal["topped_up"] = "topped_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAgreed:
    """A seat wants to start again."""

    seat: Public[int]
    type: Literal["rematch_agreed"] = "rematch_agreed"


# Shared classes, so statistics, ledger and clients follow seats without knowing the game.
SEAT_EVENTS: tuple[type, ...] = (SeatTaken, SeatLeft, SatOut, Returned, ToppedUp, RematchAgreed)
"""The types of the events of seats, which every game has among its own."""


# The decider


@dataclass(frozen=True, slots=True)
class Decided(Generic[S]):
    """An accepted command.

    Attributes:
        events: what happened, in order; never empty.
        state: the events folded into the state they were decided on. It is computed on the way
            anyway; that it equals the fold is a contract test.
    """

    # Never empty: a command that changes nothing is refused instead.
    events: tuple[Event, ...]
    state: S


decided = maker(Decided)
"""An accepted command, made without the constructor."""


class GameState(Protocol):
    """The fields that the state of every game has.

    Attributes:
        names: name of the player on each seat, None where it is free.
        bots: whether a bot sits there.
        away: seats that sit out.
    """

    @property
    def names(self) -> tuple[str | None, ...]:
        """Player on each seat."""
        ...

    @property
    def bots(self) -> tuple[bool, ...]:
        """Seats on which a bot sits."""
        ...

    @property
    def away(self) -> tuple[bool, ...]:
        """Seats that sit out."""
        ...


class Game(Protocol[S]):
    """One game. Registered by its folder's ``GAME``; third parties register an entry point.

    Attributes:
        id: name on the wire and the command line, such as ``holdem``.
        title: name for people.
        rules: name and version of the rules, written into every log, such as ``holdem/1``.
        options_type: frozen dataclass of house rules; its constructor raises `OptionsError`.
        state_type: frozen dataclass, the fold of the events.
        legal_type: frozen dataclass of what a seat may do now.
        actions: dataclasses of the actions, each with a ``type`` tag.
        events: dataclasses of all events, the shared ones of this module included.
        event_versions: current version of each of the game's own event types, by tag, where it is
            not 1. Shared events have theirs in `table.TABLE_EVENT_VERSIONS`.
        upcasters: by tag and version, the function that turns plain data of that version into that
            of the next one. There is one for every version older than the current one.
        presets: options by name, the default first.
        companions: by preset, the names of the bots that the host seats when a table is opened with
            it, from seat 1 on; seat 0 is left to the opener.
        exhibitions: by preset, the names of bots that take every seat, so that the opener watches.
        bots: names of the host's bots that suit the game, in the order in which they are offered.
        extras: modules of parts that playing does not need, by name (`registry.extra_of`).
        codes: sentence of each code with which `decide` refuses, the figures in braces.
        adjudicator: True for a game that only judges what people do; bots, random play and perft
            make no sense for it.

    A game that is also `Scored` can be measured. `tables.base_game.BaseGame` has defaults for most
    attributes and methods.

    Options with ``open_hands="rail"`` let the rail see all seats' cards (`table.observer_of`).
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[str]
    options_type: ClassVar[type]
    state_type: ClassVar[type]
    legal_type: ClassVar[type]
    actions: ClassVar[tuple[type, ...]]
    events: ClassVar[tuple[type, ...]]
    event_versions: ClassVar[Mapping[str, int]]
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]]
    presets: ClassVar[Mapping[str, Any]]
    companions: ClassVar[Mapping[str, tuple[str, ...]]]
    exhibitions: ClassVar[Mapping[str, tuple[str, ...]]]
    bots: ClassVar[tuple[str, ...]]
    extras: ClassVar[Mapping[str, str]]
    codes: ClassVar[Mapping[str, str]]
    adjudicator: ClassVar[bool]

    # Declared in the protocol, because caches use games as keys.
    def __hash__(self) -> int: ...

    def new(self, options: Any) -> S:
        """The empty table: nobody sits, nothing is dealt."""
        ...

    def decide(self, state: S, command: Command) -> Decided[S] | Refusal:
        """Apply all rules: the events that follow from a command, or the refusal."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """Fold one event, whole or redacted, into the state. Holds no rules and cannot fail."""
        ...

    def turn(self, state: S) -> int | None:
        """The seat whose decision the game waits for, None between decisions."""
        ...

    def legal(self, state: S, seat: int) -> Any:
        """The legal actions of `seat`, an instance of `legal_type`; derived from `decide`."""
        ...

    def default(self, state: S, seat: int) -> Action:
        """The action that the table takes for a seat whose time is up; always legal."""
        ...

    def pack(self, state: S) -> tuple[Card, ...] | None:
        """The pack to shuffle for the next `Deal`, None while no deal may begin."""
        ...

    def over(self, state: S) -> bool:
        """Whether the game has a winner, so that only a rematch can follow."""
        ...

    def exposed(self, view: S) -> Mapping[int, Card]:
        """Cards of the current deal that this view knows, by position in the dealt deck."""
        ...

    def team(self, options: Any, seat: int) -> int | None:
        """The team of a seat, None where everybody plays alone."""
        ...

    def seats(self, options: Any) -> int:
        """Number of seats of a table with these options."""
        ...

    def minutes(self, state: S) -> int | None:
        """Minutes of the current game as of the last `Elapse`; None if it needs none now."""
        ...

    def total(self, state: S) -> int:
        """Chips or points in play.

        Changed only by sitting, leaving, topping up, and a new game, whose event is tagged
        ``game_restarted``.
        """
        ...

    def corners(self, legal: Any) -> tuple[Action, ...]:
        """The legal actions, of a range its two ends; for perft and tests."""
        ...

    def pick(self, legal: Any, number: int) -> Action:
        """A legal action chosen by a non-negative number: evenly by kind, then by amount."""
        ...

    def line(self, event: Event, view: S) -> str:
        """One line of English about an event, for `view` as it stood before it; '' for nothing."""
        ...

    def show(self, view: S) -> tuple[str, ...]:
        """The table as a view sees it, in plain lines."""
        ...


# Optional protocols: callers test with isinstance, so a game without one simply lacks the
# feature.
@runtime_checkable
class Scored(Protocol):
    """Optional part of a game whose results can be compared: chips or points by seat.

    A measurement takes the difference of two scores, before and after a deal or a whole game.
    """

    def unit(self, options: Any) -> tuple[str, int, str]:
        """The unit of a score, how many make the unit that people compare in, and its word.

        Such as chips, the big blind and ``bb``; points, 1 and ``points``.
        """
        ...

    def deals(self, state: Any) -> int:
        """Deals begun since the game's start that count: 0 before the first hand."""
        ...

    def score(self, state: Any) -> tuple[int, ...]:
        """Of each seat, between two deals; the sum of all seats never changes."""
        ...


@runtime_checkable
class Ambiguous(Protocol):
    """Optional part of a game in which an action can have several meanings to choose from.

    For clients that know no rules.
    """

    def ways(self, view: Any, seat: int, action: Any) -> Sequence[tuple[Action, Mapping[str, Any]]]:
        """The ways in which an action can be meant, with what each makes, as plain data.

        The first is the default meaning; none if the action cannot be carried out.
        """
        ...


@runtime_checkable
class Sheeted(Protocol):
    """Optional part of a game with a score sheet.

    For clients that show a view and know no rules.
    """

    def sheet(self, view: Any) -> tuple[str, ...]:
        """The score, and the sheets of the last deal, in plain lines."""
        ...


@runtime_checkable
class Making(Protocol):
    """Optional part of a game in which cards form something, such as a hand or a run.

    For clients that show a view and know no rules.
    """

    def made(self, view: Any) -> Mapping[str, Any]:
        """The hands or runs that the visible cards form, as plain data in the game's own form."""
        ...
