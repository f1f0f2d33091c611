"""What a client makes of the plain data in a server's messages.

Nothing in it is trusted: each value is checked here, once, and whoever draws it may rely on that.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from carteado.engine.card_texts import cards_in
from carteado.engine.errors import EngineError, PlainError, UnknownGame
from carteado.engine.events import event_from_plain
from carteado.engine.game import Action, Event, Game
from carteado.engine.plain import from_plain
from carteado.engine.table import Table, TableOpened, check_seats, evolve, open_table
from carteado.protocol.validation import tags

__all__ = [
    "NoCard",
    "action_from_plain",
    "check_cards",
    "check_size",
    "check_state",
    "event_of",
    "folded",
    "no_card_in",
    "opened_by",
    "why",
]


def action_from_plain(game: Game[Any], data: Mapping[str, Any]) -> Action:
    """The action of a game that plain data describes.

    Raises:
        PlainError: no action of the game has the tag, or a field is wrong.
    """
    tag = data.get("type")
    cls = _actions(game.actions).get(tag) if isinstance(tag, str) else None
    if cls is None:
        raise PlainError(f"{tag!r:.40} is not an action of {game.id}")
    return from_plain(cls, data)


_actions = functools.cache(tags)


# Enough for clients of a process that lag a little behind one another.
_READ_KEPT = 64

_read: list[tuple[Mapping[str, Any], Any, Event | None]] = [({}, None, None)] * _READ_KEPT
"""The last events that were folded, by number: their plain data, their game, and what they are."""


class NoCard(PlainError):
    """A text that should name a card and does not.

    Attributes:
        card: the text, printable and not longer than 20 characters.
    """

    def __init__(self, text: str) -> None:
        self.card = _printable(text[:20])
        super().__init__(f"{self.card!r} is not a card")


def check_cards(game: Game[Any], kind: type, value: Any) -> None:
    """Check that all cards of a value are cards of the game: what is drawn relies on it.

    Raises:
        NoCard: one of them is not.
    """
    known = getattr(game, "cards", None)
    if known:
        for card in cards_in(kind, value):
            if card not in known:
                raise NoCard(card)


def check_state(table: Table, before: Table | None = None) -> None:
    """Check that a table's game can have its state: what is drawn relies on it.

    Args:
        table: after a message.
        before: the table before it, which was checked; None after a snapshot.

    Raises:
        PlainError: it cannot.
    """
    if before is not None:
        if table.game is not before.game or table.seats != before.seats:
            raise PlainError("the table cannot become another one")
        if table.opened is not before.opened or table.state is before.state:
            check_seats(table)  # after an event of the table's own; `restore` has checked it
        if table.state is before.state:
            return
    # A game of another package may be older than this attribute.
    shape = getattr(table.game, "shape", None)
    if shape is not None:
        if before is None and table.state.options != table.options:
            raise PlainError("state.options are not the table's")
        shape.check(table.state, table.seats, lambda: table.game.new(table.options))


MOST = 1 << 22
"""Most elements and characters of a table, many times those of any honest one. States grow by an
event at a time, so no limit of a message bounds them."""


def check_size(table: Table) -> None:
    """Check that a table has not grown without end; slow, so not after every event.

    Raises:
        PlainError: it has.
    """
    if _size(table.state) + _size(table.controls) > MOST:
        raise PlainError(f"the table has more than {MOST:,} elements and characters")


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, tuple):
        return len(value) + sum(map(_size, value))
    if isinstance(value, Mapping):
        return sum(map(_size, value)) + sum(map(_size, value.values()))
    return sum(_size(getattr(value, name)) for name in _fields(value.__class__))


@functools.cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple([one.name for one in dataclasses.fields(kind)]) if is_dataclass(kind) else ()


def folded(table: Table, event: Event) -> Table:
    """The table after an event of a log that nobody has checked.

    Raises:
        EngineError: the event cannot be folded, or the table cannot be as it says.
    """
    check_cards(table.game, type(event), event)
    seat = getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < table.seats:
        raise PlainError(f"the table has no seat {seat}")
    try:
        after = evolve(table, event)
    except EngineError:
        raise
    # Any exception: a fold relies on an honest host, and may fail in any way without one.
    except Exception as error:
        raise PlainError(why(error)) from error
    check_state(after, table)
    return after


def no_card_in(error: Exception) -> str:
    """The text that is not a card, '' where the error is about something else."""
    return error.card if isinstance(error, NoCard) else ""


def event_of(game: Game[Any], data: Mapping[str, Any], seq: int) -> Event:
    """An event as it was received; it is decoded once for all clients of this process.

    Raises:
        PlainError: it is not one of the game.
    """
    known, of, event = _read[seq % _READ_KEPT]
    # Identity first: a shared frame gives the very same mapping, and comparing it is free.
    if event is None or of is not game or (known is not data and known != data):
        event = event_from_plain(game, data)
        check_cards(game, type(event), event)
        _read[seq % _READ_KEPT] = data, game, event
    return event


def opened_by(data: Mapping[str, Any]) -> tuple[Event | Mapping[str, Any], Table | None]:
    """An event where no table is known: only the first of a log makes one."""
    if data.get("type") != "table_opened":
        return data, None
    event = from_plain(TableOpened, data)
    try:
        return event, open_table(event)
    except UnknownGame:
        return data, None


def why(error: Exception) -> str:
    """The problem in one line, without characters that a terminal would obey."""
    # Names of other exception types stay visible, since they point to a fault of this program.
    text = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return _printable(text[:200])


def _printable(text: str) -> str:
    # Control characters of a hostile server must not reach a terminal.
    return "".join(letter if letter.isprintable() else "?" for letter in text)
