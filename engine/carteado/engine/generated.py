"""Generated code for dataclasses; the only module with ``exec``.

As in `dataclasses`, code that names the fields is faster than code that looks them up. It is used
in play and for reading logs. docs/benchmarks.md has the gain of each kind, measured by
bench/generated.py:

- `maker` and `copier`: functions that make or copy instances without any constructor. An instance
is filled as an object of a mutable class with the same slots, and then gets its real class.
- `maker_of` and `dict_of`: the same from expressions. `plain` reads and writes plain data with
  them, `visibility` redacts, and the codec of the wire writes messages.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

__all__ = ["copier", "dict_of", "maker", "maker_of"]

P = ParamSpec("P")
T = TypeVar("T")


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that makes instances of a dataclass from the arguments of its constructor.

    For example::

        drawn = maker(Drawn)

    Raises:
        TypeError: the class is not a slotted dataclass, or its constructor does more than set
            fields.
    """
    kind: Any = cls
    fields, given, names = _given(kind)
    made: Callable[P, T] = _filler(kind, given, {field: field for field in fields}, names)
    return made


def maker_of(
    cls: type[T], parameters: str, values: Mapping[str, str], names: Mapping[str, Any]
) -> Callable[..., T]:
    """A function that makes an instance of a dataclass, each field from an expression.

    Args:
        cls: the dataclass.
        parameters: the function's parameters.
        values: an expression of the parameters for each field.
        names: the other names in the expressions.

    Raises:
        TypeError: as in `maker`.
    """
    # Called only for its checks; the fields come from `values`.
    _given(cls)
    made: Callable[..., T] = _filler(cls, parameters, values, {**names})
    return made


def dict_of(
    parameters: str,
    values: Mapping[str, str],
    names: Mapping[str, Any],
    optional: Mapping[str, tuple[str, str]] | None = None,
) -> Callable[..., dict[str, Any]]:
    """A function that makes a dict, each value from an expression.

    Args:
        parameters: the function's parameters.
        values: an expression of the parameters for each key.
        names: the other names in the expressions.
        optional: further keys, each with a condition and its expression.
    """
    items = ", ".join([f"{key!r}: {value}" for key, value in values.items()])
    if not optional:
        body = f" return {{{items}}}"
    else:
        lines = [f"if {test}: _data[{key!r}] = {value}" for key, (test, value) in optional.items()]
        body = "".join(f"\n    {line}" for line in (f"_data = {{{items}}}", *lines, "return _data"))
    made: Callable[..., dict[str, Any]] = _function("make", parameters, body, {**names})
    return made


def copier(cls: type[T], *changed: str) -> Callable[..., T]:
    """A function that copies an instance of a dataclass with other values in some fields.

    For example::

        moved = copier(Piece, "x", "y")
        moved(piece, 3, 4)

    Args:
        cls: the dataclass.
        changed: the fields, in the order in which their values are given.

    Raises:
        TypeError: as in `maker`, or there is no such field.
    """
    fields, _, names = _given(cls)
    if unknown := set(changed).difference(fields):
        raise TypeError(f"{cls.__qualname__} has no field {', '.join(sorted(unknown))}")
    values = {field: field if field in changed else f"_of.{field}" for field in fields}
    copy: Callable[..., T] = _filler(cls, ", ".join(("_of", *changed)), values, names)
    return copy


def _filler(cls: Any, given: str, values: Mapping[str, str], names: dict[str, Any]) -> Any:
    """A function that makes an instance of a class.

    Args:
        cls: the class.
        given: the function's parameters.
        values: for each field an expression of them.
        names: the other names in the code.
    """
    bases = getattr(cls, "__orig_bases__", cls.__bases__)
    # Python lets `__class__` change only between classes with the same bases and slots.
    # Assigning to this class skips the frozen `__setattr__`; the class is set to the real one
    # afterwards.
    unfrozen = types.new_class(
        cls.__name__, bases, exec_body=lambda body: body.update(__slots__=cls.__slots__)
    )
    names.update(_unfrozen=unfrozen, _cls=cls)
    sets = "".join(f"\n    _made.{field} = {value}" for field, value in values.items())
    body = f"\n    _made = _unfrozen(){sets}\n    _made.__class__ = _cls\n    return _made"
    return _function("make", given, body, names)


def _function(name: str, parameters: str, body: str, names: dict[str, Any]) -> Any:
    """Compile a function. Its code sees `names`, to which the function is added."""
    # Compiled first: `python -m` ends by the signal where a text was executed while Ctrl-C came.
    exec(compile(f"def {name}({parameters}):{body}", "<generated>", "exec"), names)
    return names[name]


def _given(cls: type) -> tuple[tuple[str, ...], str, dict[str, Any]]:
    """The fields of a slotted dataclass, its constructor's parameters, and their defaults."""
    kind: Any = cls
    # The constructor is never called, so the checks of a __post_init__ would not run.
    if hasattr(cls, "__post_init__") or "__dict__" in dir(cls):
        raise TypeError(f"{cls.__qualname__} is more than slots")
    fields = dataclasses.fields(kind)
    defaults: dict[str, Any] = {}
    given: list[str] = []
    marked = False
    for field in fields:
        # A factory would have to run at every call; here defaults are bound once.
        if not field.init or field.default_factory is not dataclasses.MISSING:
            raise TypeError(f"{cls.__qualname__}.{field.name} is not simply given")
        if field.kw_only and not marked:
            given.append("*")
            marked = True
        if field.default is dataclasses.MISSING:
            given.append(field.name)
        else:
            defaults[f"_default_{field.name}"] = field.default
            given.append(f"{field.name}=_default_{field.name}")
    return tuple([field.name for field in fields]), ", ".join(given), defaults
