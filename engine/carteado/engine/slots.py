"""A constructor for frozen, slotted dataclasses that sets the slots themselves.

The constructor of a frozen dataclass asks ``object.__setattr__`` for every field, which takes three
times as long. Commands, actions and events are made with every decision.
"""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

__all__ = ["direct"]

T = TypeVar("T")


def direct(cls: type[T]) -> type[T]:
    """Give a dataclass such a constructor, which takes and refuses the same arguments.

    For example::

        @direct
        @dataclass(frozen=True, slots=True, kw_only=True)
        class Drawn: ...

    Raises:
        TypeError: the class is no slotted dataclass, or its constructor does more than set fields.
    """
    kind: Any = cls
    fields = dataclasses.fields(kind)
    if hasattr(cls, "__post_init__") or "__dict__" in dir(cls):
        raise TypeError(f"{cls.__qualname__} is more than slots")
    names: dict[str, Any] = {}
    given: list[str] = []
    marked = False
    for field in fields:
        if not field.init or field.default_factory is not dataclasses.MISSING:
            raise TypeError(f"{cls.__qualname__}.{field.name} is not simply given")
        if field.kw_only and not marked:
            given.append("*")
            marked = True
        names[f"_put_{field.name}"] = getattr(cls, field.name).__set__
        if field.default is dataclasses.MISSING:
            given.append(field.name)
        else:
            names[f"_default_{field.name}"] = field.default
            given.append(f"{field.name}=_default_{field.name}")
    sets = "".join(f"\n    _put_{field.name}(self, {field.name})" for field in fields)
    # As in `dataclasses`: only code that names the fields is as quick as code written for them.
    exec(f"def __init__(self, {', '.join(given)}) -> None:{sets or ' ...'}", names)
    constructor = names["__init__"]
    constructor.__qualname__ = kind.__init__.__qualname__
    constructor.__module__ = cls.__module__
    constructor.__annotations__ = kind.__init__.__annotations__
    kind.__init__ = constructor
    return cls
