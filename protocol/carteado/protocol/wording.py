"""Comparing words, and the kinds of words that a field of a command or an action may hold."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import re
import types
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carteado.engine.sentences import said
from carteado.protocol.errors import LineError

__all__ = [
    "as_text",
    "bare",
    "field_named",
    "is_exact",
    "is_list",
    "items_of",
    "near",
    "switches",
    "text_fields",
    "without_commas",
]

_EXACT = re.compile(r'["\[{]')
# A comma before exactly three digits: "1,500" but not the list "10,20".
_COMMAS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?:[^0-9]|$))")


def bare(word: str) -> str:
    """A word in the form in which words are compared: lower case, without ``-`` and ``_``."""
    return word.lower().replace("-", "").replace("_", "")


def is_exact(text: str) -> bool:
    """Whether a text has quotes, brackets or braces, and so means exactly what it says."""
    return _EXACT.search(text) is not None


def without_commas(text: str) -> str:
    """A text whose numbers have no commas between their thousands, as people write them."""
    return _COMMAS.sub("", text)


def near(word: str, words: Iterable[str]) -> str | None:
    """The word of a list that was probably meant, None where no word is similar."""
    near = difflib.get_close_matches(word.lower(), list(words), n=1, cutoff=0.6)
    return near[0] if near else None


@functools.cache
def text_fields(cls: type) -> Mapping[str, bool]:
    """Each field of a dataclass, and whether (the items of) its value can only be texts."""
    return {name: _is_text(hint) for name, hint in _hints(cls).items()}


@functools.cache
def switches(cls: type) -> frozenset[str]:
    """The fields of a dataclass that are true or false."""
    return frozenset(
        name
        for name, hint in _hints(cls).items()
        if hint is bool or set(get_args(hint)) == {bool, types.NoneType}
    )


def is_list(cls: type, name: str) -> bool:
    """Whether a field of a dataclass holds a list."""
    return get_origin(_hints(cls)[name]) is tuple


def items_of(cls: type, name: str) -> tuple[type, ...]:
    """The dataclasses of which a field of a dataclass holds a list; none where it holds another."""
    # A union of dataclasses gives several classes, a single one gives itself.
    item = get_args(_hints(cls)[name])[0] if is_list(cls, name) else None
    kinds: tuple[Any, ...] = get_args(item) or (item,)
    return tuple(kind for kind in kinds if hasattr(kind, "__dataclass_fields__"))


@functools.cache
def _hints(cls: type) -> Mapping[str, Any]:
    hints = get_type_hints(cls)
    return {f.name: hints[f.name] for f in dataclasses.fields(cls)}


def _is_text(hint: Any) -> bool:
    # A type named by NewType holds the type below it.
    hint = getattr(hint, "__supertype__", hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return all(isinstance(arg, str) for arg in args)
    if origin in (Union, types.UnionType):
        # An optional text is a text: a bare word never means null.
        return all(_is_text(arg) for arg in args if arg is not types.NoneType)
    if origin is tuple:
        return _is_text(args[0])
    return hint is str


def field_named(key: str, names: list[str], at: int) -> str:
    """The field that a key of a line names.

    Raises:
        LineError: there is no such field; the error has the name that was probably meant.
    """
    name = key.replace("-", "_")
    if name not in names:
        raise LineError(said("no field {word}", word=repr(key[:40])), at, near(key, names))
    return name


def as_text(word: str | None, value: Any, text: bool) -> Any:
    """The value of a bare word in a field: `12` is a text where the field is one."""
    return word if text and word is not None and value is not None else value
