"""The conversion of values to plain data and back, for logs, snapshots and hashes.

Plain data consists of the types that msgpack and JSON share: dict with texts as keys, list or
tuple, str, int, bool, None. There are no fractions: chips and points are whole. A dataclass becomes
a dict of its fields, an enum its value.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from enum import Enum
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from carteado.engine.errors import PlainError
from carteado.engine.generated import dict_of, maker_of

__all__ = ["check_type", "from_plain", "is_plain", "tag_of", "to_plain"]

T = TypeVar("T")
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", type(None): "none"}
_ATOMS = frozenset({*_WORDS, bytes})


def tag_of(cls: Any) -> str:
    """The tag of an action, event or message: the default of its field ``type``."""
    tag: str = cls.__dataclass_fields__["type"].default
    return tag


def to_plain(value: Any) -> Any:
    """Plain data of a value: dataclasses become dicts, enums their values, tuples stay tuples.

    Raises:
        PlainError: the value holds something that has no plain form.
    """
    # One dictionary look-up by exact type; `__missing__` makes the writer on first use.
    return _WRITERS[type(value)](value)


def from_plain(cls: type[T], data: Any) -> T:
    """The value of type `cls` that plain data describes.

    Args:
        cls: a dataclass, or any type that its fields may have.
        data: plain data as `to_plain` gives it; lists may stand for tuples (JSON has no tuples).

    Raises:
        PlainError: a field is unknown, missing or of another type, or a dataclass refuses its
            values; the message says which, such as ``pots.amount: True is not a whole number``.
    """
    kind: Any = cls
    made: T = _reader(kind)(data, "")
    return made


def check_type(cls: type) -> None:
    """Check by its fields that values of a dataclass can become plain data and come back.

    Raises:
        PlainError: they cannot; the message names the field and its type.
    """
    hints = get_type_hints(cls, include_extras=True)
    for field in dataclasses.fields(cls):
        try:
            # Making the reader walks through the whole type, nested ones too.
            _reader(hints[field.name])
        except TypeError as error:
            raise PlainError(f"{cls.__qualname__}.{field.name}: {error}") from None


def is_plain(hint: Any) -> bool:
    """Whether values of a type are plain data as they are: texts, numbers and tuples of them.

    Args:
        hint: the type, as it stands in an annotation.
    """
    if isinstance(hint, NewType):
        return is_plain(hint.__supertype__)
    if hint in _ATOMS or hint is None or hint is Ellipsis or get_origin(hint) is Literal:
        return True
    if get_origin(hint) is Annotated:
        return is_plain(get_args(hint)[0])
    if get_origin(hint) in (tuple, Union, types.UnionType):
        return all(is_plain(arg) for arg in get_args(hint))
    return False


# Writing


_Writer = Callable[[Any], Any]


class _Writers(dict[type, _Writer]):
    """A writer for each type of value, made when it is first needed."""

    def __missing__(self, kind: type) -> _Writer:
        writer = self[kind] = _writer(kind)
        return writer


def _writer(kind: type) -> _Writer:
    if kind in _ATOMS:
        return _same
    if kind in (tuple, list):
        return _items
    # Enums come before mappings and dataclasses: their members may be either.
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, Mapping):
        return _mapped
    if dataclasses.is_dataclass(kind):
        return _fields_writer(kind)
    raise PlainError(f"{kind.__qualname__} is not plain data")


def _mapped(value: Mapping[Any, Any]) -> dict[str, Any]:
    for key in value:
        # JSON would turn other keys into texts, so reading back would give another value.
        if type(key) is not str:
            raise PlainError(f"{type(key).__qualname__} is not a key of plain data: a text is")
    return {key: to_plain(item) for key, item in value.items()}


def _items(value: tuple[Any, ...] | list[Any]) -> tuple[Any, ...]:
    # The exact types are compared, because an enum may be a str and has its own plain form.
    if _ATOMS.issuperset(map(type, value)):  # a pack of cards, as it mostly is
        return tuple(value)
    return tuple([_WRITERS[type(item)](item) for item in value])


def _fields_writer(cls: type) -> _Writer:
    hints = get_type_hints(cls, include_extras=True)
    values = {}
    for field in dataclasses.fields(cls):
        value = f"value.{field.name}"
        plain = is_plain(hints[field.name])
        values[field.name] = value if plain else f"writers[type({value})]({value})"
    return dict_of("value", values, {"writers": _WRITERS})


def _same(value: Any) -> Any:
    return value


_WRITERS = _Writers()


# Reading


_Reader = Callable[[Any, str], Any]


@functools.cache
def _reader(kind: Any) -> _Reader:
    if isinstance(kind, NewType):
        return _reader(kind.__supertype__)
    if kind in _ATOMS:
        return _atom(kind)
    if kind is None:
        return _atom(type(None))
    if kind is Any:
        return lambda data, where: data
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    # From here on the kind is a generic type such as tuple[Card, ...].
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _reader(args[0])
    if origin is Literal:
        return _literal(args)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _tuple(args)
    if isinstance(origin, type) and issubclass(origin, Mapping) and _atoms(args[0]) == {str}:
        return _mapping(_reader(args[0]), _reader(args[1]))
    raise TypeError(f"no plain form for {kind}")


def _atoms(kind: Any) -> frozenset[type]:
    """The types whose values a type accepts as they are; none for a type with further checks."""
    if isinstance(kind, NewType):
        return _atoms(kind.__supertype__)
    if kind is None or kind in _ATOMS:
        return frozenset({kind or type(None)})
    if get_origin(kind) is Annotated:
        return _atoms(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        found = [_atoms(arg) for arg in get_args(kind)]
        # A text may belong to an alternative with further checks; None never does.
        return frozenset().union(*found) & (_ATOMS if all(found) else {type(None)})
    return frozenset()


def _tags(kind: Any) -> frozenset[str]:
    """The texts that a type allows, where it names them."""
    if get_origin(kind) is Annotated:
        return _tags(get_args(kind)[0])
    named = get_args(kind) if get_origin(kind) is Literal else ()
    return frozenset(value for value in named if isinstance(value, str))


def _in(where: str, name: object) -> str:
    """The path of a field of the value at a path, ``''`` at the top."""
    return f"{where}.{name}" if where else str(name)


def _wrong(where: str, what: str) -> PlainError:
    return PlainError(f"{where}: {what}" if where else what)


def _atom(kind: type) -> _Reader:
    words = _WORDS.get(kind, kind.__name__)

    def read(data: Any, where: str) -> Any:
        # isinstance would take True for a whole number.
        if type(data) is not kind:
            raise _wrong(where, f"{data!r:.60} is not {words}")
        return data

    return read


def _enum(kind: type[Enum]) -> _Reader:
    def read(data: Any, where: str) -> Any:
        try:
            return kind(data)
        except ValueError:
            allowed = ", ".join(str(item.value) for item in kind)
            raise _wrong(where, f"{data!r:.60} is not one of {allowed}") from None

    return read


def _literal(values: tuple[Any, ...]) -> _Reader:
    def read(data: Any, where: str) -> Any:
        # The types are compared too, because True == 1.
        if not any(type(data) is type(value) and data == value for value in values):
            raise _wrong(where, f"{data!r:.60} is not one of {', '.join(map(repr, values))}")
        return data

    return read


def _union(kinds: tuple[Any, ...]) -> _Reader:
    # Not for None: a wrong value was meant as one of the other types.
    readers = tuple([(_reader(kind), kind is not type(None)) for kind in kinds])

    def read(data: Any, where: str) -> Any:
        # The last meaningful error is reported; the one about None says nothing.
        problem = PlainError(where)
        for reader, meant in readers:
            try:
                return reader(data, where)
            except PlainError as error:
                problem = error if meant else problem
        raise problem

    return read


def _tuple(args: tuple[Any, ...]) -> _Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        # `atoms` allows the check of a whole list in one call, without a reader for each element.
        item, atoms = _reader(args[0]), _atoms(args[0])

        def read(data: Any, where: str) -> Any:
            if type(data) not in (list, tuple):
                raise _wrong(where, f"{data!r:.60} is not a list")
            if atoms.issuperset(map(type, data)):
                return tuple(data)
            return tuple([item(value, where) for value in data])

        return read
    items = tuple(_reader(arg) for arg in args)

    def read_fixed(data: Any, where: str) -> Any:
        if type(data) not in (list, tuple) or len(data) != len(items):
            raise _wrong(where, f"{data!r:.60} is not a list of {len(items)}")
        return tuple(reader(value, where) for reader, value in zip(items, data, strict=True))

    return read_fixed


def _mapping(key: _Reader, item: _Reader) -> _Reader:
    def read(data: Any, where: str) -> Any:
        if not isinstance(data, Mapping):
            raise _wrong(where, f"{data!r:.60} is not a mapping")
        return {key(name, where): item(value, _in(where, name)) for name, value in data.items()}

    return read


def _dataclass(cls: type) -> _Reader:
    hints = get_type_hints(cls, include_extras=True)
    readers = {field.name: _reader(hints[field.name]) for field in dataclasses.fields(cls)}
    names, complete = readers.keys(), _complete(cls, hints, readers)
    unset = dataclasses.MISSING
    # Fields without a default; reported together, so that a user corrects all of them at once.
    needed = [
        field.name
        for field in dataclasses.fields(cls)
        if field.default is unset and field.default_factory is unset
    ]

    def read_field(name: str, value: Any, where: str) -> Any:
        # A misspelt option must not be dropped silently.
        if name not in readers:
            raise _wrong(where, f"unknown field {name!r:.60}")
        return readers[name](value, _in(where, name))

    def read(data: Any, where: str) -> Any:
        # the general check is the slower one, and data from a log is a dict
        if type(data) is not dict and not isinstance(data, Mapping):
            raise _wrong(where, f"{data!r:.60} is not a mapping")
        # Data with defaults left out takes the slow path.
        if complete is not None and data.keys() == names:
            try:
                return complete(data, where)
            except PlainError:
                pass  # reported below, in the order of the data
        fields = {name: read_field(name, value, where) for name, value in data.items()}
        if missing := [name for name in needed if name not in fields]:
            raise _wrong(where, f"missing {', '.join(map(repr, missing))}")
        try:
            # The constructor may run checks (`__post_init__`); its errors get the path too.
            return cls(**fields)
        except (TypeError, ValueError) as error:
            raise _wrong(where, str(error)) from error

    return read


def _complete(
    cls: type, hints: Mapping[str, Any], readers: Mapping[str, _Reader]
) -> _Reader | None:
    """A fast reader of data with all fields; None if the constructor does more than set them.

    It uses most fields as they are and calls a reader for the others and for wrong ones. Speed
    matters: a log of a hundred thousand events has a million fields.
    """
    names: dict[str, Any] = {}
    values = {}
    for name, reader in readers.items():
        tags = _tags(hints[name])
        names |= {f"taken_{name}": tags or _atoms(hints[name]), f"read_{name}": reader}
        kind = f"type(v := data[{name!r}])"
        taken = f"{kind} is str and v in taken_{name}" if tags else f"{kind} in taken_{name}"
        # The slow path reports what is wrong, so the place of a field need not be made here.
        values[name] = f"v if {taken} else read_{name}(v, where)"
    try:
        return maker_of(cls, "data, where", values, names)
    except TypeError:
        return None
