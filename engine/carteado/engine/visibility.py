"""Visibility: declared once, in the types of events and states.

Every field of an event or state declares its audience in its annotation::

    class HoleCardsDealt:
        hands: PerSeat[tuple[tuple[Card, ...], ...]]    # the element of a seat, to that seat
        button: Public[int]                              # to everybody
        deck: Sealed[tuple[Card, ...]]                   # to nobody but the auditor

A field without a declaration is hidden from everybody. Audiences are declared at the top level
only: the whole value of a field has one audience. One generic `redact` serves every game: it keeps
the values that the observer may see and blanks the rest. A blank keeps the shape (the number of
cards is public) and loses the content: a card becomes `UNKNOWN`, a text empty, a number None.

`PerSeat` and `PerTeam` come in two forms. In a class that has a field ``seat`` (``team``), the
value belongs to that seat (team) as a whole. In any other class the value is a tuple with one
element for each seat (team), and each sees its own element.

A table may be opened with hands that lie open to those who watch it (`OPEN_RAIL`): the rail then
sees what any seat or team sees, and still nothing that is sealed. What a seat sees is the same at
such a table as at any other.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.generated import copier, dict_of
from carteado.engine.plain import is_plain
from carteado.engine.state import changed

__all__ = [
    "AUDITOR",
    "OPEN_RAIL",
    "RAIL",
    "Audience",
    "Observer",
    "PerSeat",
    "PerTeam",
    "Public",
    "Sealed",
    "hidden_fields",
    "redact",
    "redacted",
    "seat_observer",
]

T = TypeVar("T")
V = TypeVar("V")


class Audience(Enum):
    """The observers that see a field."""

    PUBLIC = "public"
    SEAT = "seat"
    TEAM = "team"
    SEALED = "sealed"


Public = Annotated[T, Audience.PUBLIC]
"""The type of a field that everybody may see."""
PerSeat = Annotated[T, Audience.SEAT]
"""The type of a field that belongs to one seat, or has one element per seat, each for that seat."""
PerTeam = Annotated[T, Audience.TEAM]
"""The type of a field that belongs to one team, or has one element per team."""
Sealed = Annotated[T, Audience.SEALED]
"""The type of a field that nobody may see but the auditor."""


@dataclass(frozen=True, slots=True)
class Observer:
    """The recipient of a view: a seat (and its team), the rail, or the auditor who sees all.

    Attributes:
        seat: index of the seat, None for the rail and the auditor.
        team: index of the seat's team, None where the game has none.
        auditor: True for the one observer from whom nothing is hidden.
        every_seat: whether it sees the values of every seat and team.
    """

    seat: int | None = None
    team: int | None = None
    auditor: bool = False
    every_seat: bool = False


RAIL = Observer()
"""A spectator, who holds no seat."""

OPEN_RAIL = Observer(every_seat=True)
"""A spectator of a table whose hands lie open to the rail."""

AUDITOR = Observer(auditor=True)
"""An auditor, who has the log itself."""


@functools.cache
def seat_observer(seat: int, team: int | None = None) -> Observer:
    """The observer on `seat`, in `team`."""
    return Observer(seat=seat, team=team)


def hidden_fields(cls: Any) -> tuple[str, ...]:
    """Names of the fields of a dataclass that some observer may not see.

    Raises:
        TypeError: a field declares two audiences, a part of its value has an audience of its own
            that is not public, or a hidden field is of a type that cannot be blanked.
    """
    return _plan(cls)[0]


def redact(value: V, observer: Observer) -> V:
    """The part of an event or a state that `observer` may see: the same type, the rest blanked.

    Args:
        value: an instance of a dataclass whose fields declare their audience.
        observer: whose eyes.

    Returns:
        `value` itself where nothing of it is hidden from the observer.
    """
    changes = redacted(value, observer)
    if not changes:
        # The same object, so that public events are not copied for each observer.
        return value
    kind: Any = type(value)
    copy: Callable[..., V] = _plan(kind)[2]
    return copy(value, **changes)


def redacted(value: Any, observer: Observer) -> dict[str, Any]:
    """The fields of an event or a state that may be hidden, as `observer` may see them, by name.

    The values that `redact` uses, for callers that need the other fields in another form.
    """
    # Before the plan: the auditor's view needs none.
    if observer.auditor:
        return {}
    kind: Any = type(value)
    return _plan(kind)[1](value, observer)


_Seen = Callable[[Any, Observer], dict[str, Any]]


# Rules become code once for each class; redaction runs for every event and observer.
@functools.cache
def _plan(cls: Any) -> tuple[tuple[str, ...], _Seen, Callable[..., Any]]:
    """The hidden fields of a class, their values as an observer sees them, and how to copy one."""
    hints = get_type_hints(cls, include_extras=True)
    fields = {field.name for field in dataclasses.fields(cls)}
    hidden: dict[str, str] = {}
    for field in dataclasses.fields(cls):
        where = f"{cls.__qualname__}.{field.name}"
        kind, declared = _declared(where, hints[field.name])
        # A nested audience would be ignored by the generated code, so it is an error at once.
        _refuse_nested(where, kind)
        # The tag is public without saying so: without it nobody could read an event.
        if field.name == "type" or declared is Audience.PUBLIC:
            continue
        # A field without a declaration is hidden: a forgotten one gives no card away.
        hidden[field.name] = _rule(where, field.name, kind, declared or Audience.SEALED, fields)
    names = tuple(hidden)
    return names, dict_of("value, observer", hidden, {"UNKNOWN": UNKNOWN}), _copy(cls, names)


def _copy(cls: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """A function that copies an instance with other values in some fields."""
    if "__dict__" in dir(cls):  # a state: many fields, of which few are hidden
        return changed
    try:
        return copier(cls, *names)
    # Slotted classes of other packages may not suit the generated copier.
    except TypeError:
        return dataclasses.replace


def _declared(where: str, hint: Any) -> tuple[Any, Audience | None]:
    """The bare type of an annotation, and the audience that it declares."""
    if get_origin(hint) is not Annotated:
        return hint, None
    kind, *marks = get_args(hint)
    # An annotation may have other marks, such as documentation; only audiences count.
    audiences = [mark for mark in marks if isinstance(mark, Audience)]
    if len(audiences) > 1:
        raise TypeError(f"{where}: a field has one audience")
    return kind, audiences[0] if audiences else None


def _rule(where: str, name: str, kind: Any, audience: Audience, names: set[str]) -> str:
    """An expression of `value` and `observer` for the visible part of a field."""
    field = f"value.{name}"
    if audience is Audience.SEALED:
        return _blank(where, kind, field)
    owner = "seat" if audience is Audience.SEAT else "team"
    if owner in names:
        # A value of no seat (team) is hidden from an observer without one.
        own = f"(observer.every_seat or observer.{owner} == value.{owner})"
        blank = _blank(where, kind, field)
        # `None == None` would otherwise show a value of no seat to every spectator.
        return f"{field} if value.{owner} is not None and {own} else {blank}"
    # Each element gets its own blank, so that a hand keeps its number of cards.
    element = _blank(where, _element(where, kind), "item")
    each = f"item if place == observer.{owner} else {element}"
    elements = f"tuple([{each} for place, item in enumerate({field})])"
    return f"{field} if observer.every_seat else {elements}"


def _element(where: str, kind: Any) -> Any:
    args = get_args(kind)
    if get_origin(kind) is not tuple or len(args) != 2 or args[1] is not Ellipsis:
        raise TypeError(f"{where}: a field with one element per owner is a tuple[X, ...]")
    return args[0]


def _blank(where: str, kind: Any, value: str) -> str:
    """An expression for the blank of a hidden value of a type; the value is an expression too."""
    if get_origin(kind) is Annotated:
        return _blank(where, get_args(kind)[0], value)
    if kind is Card:
        return "UNKNOWN"
    if kind is str:
        return "''"
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        if args[0] is Card:
            # The number of cards is public; only their faces are hidden.
            return f"(UNKNOWN,) * len({value})"
        return f"tuple([{_blank(where, args[0], 'item')} for item in {value}])"
    if origin in (Union, types.UnionType) and type(None) in args and is_plain(kind):
        kinds = [arg for arg in args if arg is not type(None)]
        # A number has no blank of its own, so a hidden one is always "or None". Cards and tuples
        # keep their shape even then: only whether something lies there is known.
        if len(kinds) == 1 and kinds[0] not in (int, bool):
            return f"(None if {value} is None else {_blank(where, kinds[0], value)})"
        return "None"
    raise TypeError(f"{where}: a hidden field of type {kind} has no blank; see visibility.py")


def _refuse_nested(where: str, kind: Any) -> None:
    """Check that no part of a field's value declares an audience other than public."""
    part, audience = _declared(where, kind)
    if audience not in (None, Audience.PUBLIC):
        raise TypeError(f"{where}: hidden fields stand at the top level only")
    if not (dataclasses.is_dataclass(part) and isinstance(part, type)):
        for arg in get_args(part):
            _refuse_nested(where, arg)
        return
    hints = get_type_hints(part, include_extras=True)
    fields = [hints[field.name] for field in dataclasses.fields(part) if field.name != "type"]
    # A dataclass that declares nothing, such as options, is a value like any other; one that
    # declares something has hidden fields where it declares nothing.
    if len({_declared(where, hint)[1] for hint in fields}) > 1:
        raise TypeError(f"{where}: hidden fields stand at the top level only")
    for hint in fields:
        _refuse_nested(where, hint)
