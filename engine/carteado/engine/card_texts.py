"""Finds the cards in values, so that a client can check what a server sent.

Their type tells cards from other texts: each field that may hold one is annotated with `Card`.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from carteado.engine.cards import Card

__all__ = ["cards_in"]

_Finder = Callable[[Any], Iterable[str]]


def cards_in(kind: Any, value: Any) -> Iterable[str]:
    """The texts of all cards in a value, with repetitions.

    Args:
        kind: the declared type of the value, such as a dataclass or ``tuple[Card, ...]``.
        value: a value of that type.
    """
    find = _finder(kind)
    return () if find is None else find(value)


@functools.cache
def _finder(kind: Any) -> _Finder | None:
    """Finds the cards in values of a type; None for a type that holds none."""
    if kind is Card:
        return lambda value: (value,)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _in_fields(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _finder(args[0])
    if origin in (Union, types.UnionType):
        return _in_any(args)
    if origin is tuple:
        return _in_tuple(args)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _in_mapping(*args)
    return None


def _in_fields(cls: type) -> _Finder | None:
    hints = get_type_hints(cls, include_extras=True)
    found = [(one.name, _finder(hints[one.name])) for one in dataclasses.fields(cls)]
    finders = [(name, find) for name, find in found if find is not None]
    if not finders:
        return None
    return lambda value: _chained(find(getattr(value, name)) for name, find in finders)


def _in_any(kinds: tuple[Any, ...]) -> _Finder | None:
    """Finds the cards of a value that is of one of several types."""
    classes = [kind for kind in kinds if isinstance(kind, type)]
    by_class = {kind: _finder(kind) for kind in classes}
    # Games declare at most one other type that holds cards, such as a tuple.
    other = next(
        (found for kind in kinds if kind not in classes and (found := _finder(kind))), None
    )
    if other is None and not any(by_class.values()):
        return None

    def find(value: Any) -> Iterable[str]:
        of_type = by_class.get(type(value), other)
        return () if of_type is None or value is None else of_type(value)

    return find


def _in_tuple(kinds: tuple[Any, ...]) -> _Finder | None:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        item = _finder(kinds[0])
        if kinds[0] is Card:
            # A pack of cards is looked through at once.
            return lambda value: value
        return None if item is None else lambda value: _chained(map(item, value))
    finders = [_finder(kind) for kind in kinds]
    if not any(finders):
        return None
    return lambda value: _chained(
        find(one) for find, one in zip(finders, value, strict=True) if find is not None
    )


def _in_mapping(key: Any, item: Any) -> _Finder | None:
    keys, items = _finder(key), _finder(item)
    if keys is None and items is None:
        return None
    return lambda value: _chained(
        [
            *(map(keys, value) if keys is not None else ()),
            *(map(items, value.values()) if items is not None else ()),
        ]
    )


_chained = itertools.chain.from_iterable
