"""The table around a game: the part of a log besides the game's own events.

A log begins with `TableOpened`. The table's own events record the holder of a seat's key, the
commitment and the cut of each deck, and what the clock did; the game's events record the rest.
`evolve` folds both kinds, whole or redacted, into a `Table`: server, clients, bots and replays hold
nothing else.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar, get_type_hints

from carteado.engine.controls import (
    CONTROL_EVENTS,
    USUAL,
    ChipsCorrected,
    Controls,
    OptionsChanged,
    TableRenamed,
    control,
)
from carteado.engine.errors import PlainError, ReplayError
from carteado.engine.game import Event, Game
from carteado.engine.generated import copier
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of
from carteado.engine.state import changed
from carteado.engine.table_events import (
    FIXED_SETTINGS,
    TABLE_EVENT_VERSIONS,
    TABLE_EVENTS,
    TABLE_UPCASTERS,
    ClockSet,
    DeckCommitted,
    DeckCut,
    NonceCommitted,
    SeatKeyed,
    SeatRemoved,
    TableClosed,
    TableOpened,
    TableOptions,
    TimeBanksRefilled,
    TimedOut,
)
from carteado.engine.visibility import OPEN_RAIL, RAIL, Observer, redact, seat_observer

__all__ = [
    "FIXED_SETTINGS",
    "TABLE_EVENTS",
    "TABLE_EVENT_VERSIONS",
    "TABLE_UPCASTERS",
    "ClockSet",
    "DeckCommitted",
    "DeckCut",
    "NonceCommitted",
    "SeatKeyed",
    "SeatRemoved",
    "Table",
    "TableClosed",
    "TableOpened",
    "TableOptions",
    "TimeBanksRefilled",
    "TimedOut",
    "check_seats",
    "evolve",
    "evolve_all",
    "observer_of",
    "open_table",
    "redact_table",
    "restore",
    "snapshot",
    "with_state",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: the fold of its log.

    Attributes:
        opened: the log's first event, with the owner's changes: id, title, game, options, settings.
        game: the game that is played.
        options: the game's options.
        state: the game's state.
        keys: hash of the token that owns each seat, None for none; sealed.
        labels: label of a reserved seat, such as a bot's name.
        commitments: the nonce commitment of each seat for the next deal.
        committed: the table's commitment for the current deal, None before the first.
        nonces: nonces of the current deal, by seat; None while the deck is not cut.
        expiries: decisions in a row that the clock took, by seat.
        banks: time bank left by seat, milliseconds.
        closed: whether the log has ended.
        controls: the owner's controls of the table.
    """

    opened: TableOpened
    game: Game[Any]
    options: Any
    state: Any
    keys: tuple[str | None, ...]
    labels: tuple[str | None, ...]
    commitments: tuple[str | None, ...]
    committed: DeckCommitted | None = None
    nonces: tuple[str | None, ...] | None = None
    expiries: tuple[int, ...]
    banks: tuple[int, ...]
    closed: bool = False
    controls: Controls = USUAL

    @property
    def id(self) -> str:
        """The table's id."""
        return self.opened.table

    @property
    def settings(self) -> TableOptions:
        """The table's own options."""
        return self.opened.settings

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.keys)

    @property
    def cutting(self) -> bool:
        """Whether a deck is committed and not cut yet; nothing else may happen in the game."""
        # `committed` alone is not enough: it stays after the cut, until the next deck.
        return self.nonces is None and self.committed is not None and not self.closed

    @property
    def bound(self) -> tuple[int, ...]:
        """The seats that are bound to a nonce."""
        return tuple([seat for seat, bound in enumerate(self.commitments) if bound is not None])


def open_table(event: TableOpened) -> Table:
    """The table that a log's first event opens.

    Raises:
        UnknownGame: the game is not installed.
        ReplayError: the options do not fit the game.
    """
    game = game_of(event.game)
    try:
        options: Any = from_plain(game.options_type, event.options)
    except ValueError as error:
        raise ReplayError(f"options of {event.game}: {error}") from None
    # All tuples by seat get their length here and keep it for the life of the table.
    seats = game.seats(options)
    return Table(
        opened=event,
        game=game,
        options=options,
        state=game.new(options),
        keys=(None,) * seats,
        labels=(None,) * seats,
        commitments=(None,) * seats,
        expiries=(0,) * seats,
        banks=(event.settings.bank_ms,) * seats,
    )


def observer_of(table: Table, seat: int | None) -> Observer:
    """The observer on a seat of this table; the rail for None.

    The rail of a game whose options say ``open_hands="rail"`` sees what every seat sees.
    """
    if seat is None:
        return OPEN_RAIL if getattr(table.options, "open_hands", None) == "rail" else RAIL
    return seat_observer(seat, table.game.team(table.options, seat))


def evolve(table: Table, event: Event) -> Table:
    """Fold one event, of the table or of its game, whole or redacted, into the table."""
    fold = _FOLDS.get(type(event))
    if fold is None:
        # The common case, a game event, copies the table with a generated function.
        return with_state(table, table.game.evolve(table.state, event))
    return fold(table, event)


with_state: Callable[[Table, Any], Table] = copier(Table, "state")
"""The table with another state of its game."""


def evolve_all(table: Table, events: Iterable[Event]) -> Table:
    """Fold several events; the tables between them are not made, which is what a replay saves."""
    state, evolve_state = table.state, table.game.evolve
    # Local variables instead of a table per event: replay speed depends on this loop.
    for event in events:
        fold = _FOLDS.get(type(event))
        if fold is None:
            state = evolve_state(state, event)
            continue
        # Of the table's own events only these read the state, so only they need it in the table.
        if type(event) in _OF_THE_STATE:
            table = with_state(table, state)
        after = fold(table, event)
        if after.state is not table.state:  # a second `TableOpened` starts another table
            state = after.state
        table = after
    return with_state(table, state)


def redact_table(table: Table, observer: Observer) -> Table:
    """The table as `observer` sees it: equal to the fold of the events redacted for them."""
    # The auditor sees everything; no copy is needed.
    if observer.auditor:
        return table
    return _redacted(
        table,
        redact(table.state, observer),
        # "" for a hidden key: everybody may know that a seat is held, but not by whom.
        tuple([None if key is None else "" for key in table.keys]),
        table.committed and redact(table.committed, observer),
        # An untouched table has nothing to hide there, and this is asked for every decision.
        table.controls if table.controls is USUAL else redact(table.controls, observer),
    )


def snapshot(table: Table) -> dict[str, Any]:
    """Plain data of a table, from which `restore` makes it again."""
    # Fields are listed by name, so a snapshot has a fixed, documented shape.
    plain = {name: to_plain(getattr(table, name)) for name in _SNAPSHOT_FIELDS}
    if table.controls != USUAL:  # older clients, which do not know them, can still read most tables
        plain["controls"] = to_plain(table.controls)
    return plain


def restore(data: Mapping[str, Any]) -> Table:
    """The table that `snapshot` described.

    Raises:
        PlainError: the data does not describe a table.
        UnknownGame: its game is not installed.
    """
    # The symmetric difference finds unknown fields and missing ones at once.
    if unknown := (set(data) - {"controls"}) ^ set(_SNAPSHOT_FIELDS):
        raise PlainError(f"snapshot: fields {', '.join(sorted(unknown))} unknown or missing")
    table = open_table(from_plain(TableOpened, data["opened"]))
    hints = _hints()
    fields = {
        name: from_plain(table.game.state_type if name == "state" else hints[name], data[name])
        for name in _SNAPSHOT_FIELDS
        if name != "opened"
    }
    if "controls" in data:
        fields["controls"] = from_plain(Controls, data["controls"])
    # `game` and `options` come from `opened`, which keeps them consistent.
    found = replace(table, **fields)
    check_seats(found)
    return found


def check_seats(table: Table) -> None:
    """Check that everything by seat has one element for each seat.

    Raises:
        PlainError: something has more, or fewer.
    """
    seats = table.game.seats(table.options)
    for name in _BY_SEAT:
        each = getattr(table, name)
        if each is not None and len(each) != seats:
            raise PlainError(f"{name} has {len(each)} elements for {seats} seats")


@functools.cache
def _hints() -> dict[str, Any]:
    """The types of a table's fields; cached, because finding them is slow."""
    return get_type_hints(Table, include_extras=True)


_SNAPSHOT_FIELDS = (
    "opened",
    "state",
    "keys",
    "labels",
    "commitments",
    "committed",
    "nonces",
    "expiries",
    "banks",
    "closed",
)

_BY_SEAT = ("keys", "labels", "commitments", "nonces", "expiries", "banks")


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    # State is immutable: folding builds new tuples and shares everything else.
    return (*items[:at], item, *items[at + 1 :])


_redacted = copier(Table, "state", "keys", "committed", "controls")
_with_keys = copier(Table, "keys", "labels")
_with_commitments = copier(Table, "commitments")
_with_clocks = copier(Table, "expiries", "banks")
_with_deck = copier(Table, "committed", "nonces")
_with_nonces = copier(Table, "nonces", "commitments")


def _keyed(table: Table, event: SeatKeyed) -> Table:
    return _with_keys(
        table,
        _put(table.keys, event.seat, event.key),
        _put(table.labels, event.seat, event.label),
    )


def _bound(table: Table, event: NonceCommitted) -> Table:
    return _with_commitments(table, _put(table.commitments, event.seat, event.commitment))


def _clocked(table: Table, event: TimedOut | ClockSet) -> Table:
    # A decision of the seat's own ends the series of time-outs.
    in_a_row = event.in_a_row if isinstance(event, TimedOut) else 0
    return _with_clocks(
        table,
        _put(table.expiries, event.seat, in_a_row),
        _put(table.banks, event.seat, event.bank_ms),
    )


def _controlled(table: Table, event: Event) -> Table:
    return replace(table, controls=control(table.controls, event))


def _renamed(table: Table, event: TableRenamed) -> Table:
    return replace(table, opened=replace(table.opened, title=event.title))


def _options_changed(table: Table, event: OptionsChanged) -> Table:
    """The options, also in the state of the game, and time banks of another size."""
    opened, state = table.opened, table.state
    options = {**opened.options, **event.options}
    # Through plain data: the change holds only some fields, and the constructor checks the
    # result.
    settings = from_plain(TableOptions, {**to_plain(opened.settings), **event.settings})
    read: Any = from_plain(table.game.options_type, options)
    if event.options:
        # A built-in game's state is unslotted for speed; one of another package may have slots.
        alike = changed if hasattr(state, "__dict__") else replace
        state = alike(state, options=read)
    banks = table.banks
    # A new size fills the banks again; an unchanged size keeps what each seat has left.
    if settings.bank_ms != opened.settings.bank_ms:
        banks = (settings.bank_ms,) * len(banks)
    return replace(
        table,
        opened=replace(opened, options=options, settings=settings),
        options=read,
        state=state,
        banks=banks,
        controls=control(table.controls, event),
    )


def _chips_corrected(table: Table, event: ChipsCorrected) -> Table:
    state = table.state
    alike = changed if hasattr(state, "__dict__") else replace
    return with_state(table, alike(state, stacks=_put(state.stacks, event.seat, event.stack)))


_OF_THE_STATE = frozenset({OptionsChanged, ChipsCorrected})
"""The table's own events that change the state of the game."""

_FOLDS: Mapping[type, Callable[[Table, Any], Table]] = {
    **dict.fromkeys(CONTROL_EVENTS, _controlled),
    TableRenamed: _renamed,
    OptionsChanged: _options_changed,
    ChipsCorrected: _chips_corrected,
    TableOpened: lambda table, event: open_table(event),
    TableClosed: lambda table, event: replace(table, closed=True),
    SeatKeyed: _keyed,
    SeatRemoved: lambda table, event: table,  # the game's own event says when the seat is free
    NonceCommitted: _bound,
    DeckCommitted: lambda table, event: _with_deck(table, event, None),
    DeckCut: lambda table, event: _with_nonces(table, event.nonces, event.commitments),
    TimedOut: _clocked,
    ClockSet: _clocked,
    TimeBanksRefilled: lambda table, event: replace(table, banks=event.banks),
}
