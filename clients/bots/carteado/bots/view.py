"""The argument of a bot's function: the table from its seat's eyes, and the legal actions.

Nothing here raises on missing data. What a game does not have reads as None, so that one function
can ask ``view.legal.check`` of any game.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.engine.table import Table

__all__ = ["Facts", "View", "facts"]


class Facts:
    """A value whose missing attributes read as None.

    Args:
        of: a dataclass instance, a mapping, or None for nothing at all.
    """

    __slots__ = ("_of",)

    _of: Any

    def __new__(cls, of: Any) -> Facts:
        """Facts about a value: of a class of their own for each class of values."""
        return facts(of)

    def __getattr__(self, name: str) -> Any:
        # Asked only for what the class of the value does not name.
        # `copy` and `pickle` look for special methods and must learn that there are none.
        if name.startswith("__"):
            raise AttributeError(name)
        of = self._of
        return of.get(name) if isinstance(of, Mapping) else getattr(of, name, None)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a view cannot be changed")

    def __repr__(self) -> str:
        return repr(self._of)


def facts(of: Any) -> Facts:
    """The same as `Facts`, for code that makes many."""
    kind: Any = type(of)
    found: Facts = object.__new__(_facts_of(kind))
    _put_of(found, of)
    return found


# The slot's own descriptor, which writes although `__setattr__` refuses.
_put_of: Callable[[Facts, Any], None] = Facts.__dict__["_of"].__set__


@functools.cache
def _facts_of(kind: Any) -> type[Facts]:
    """Facts about one class of values, which read as quickly as the values themselves."""
    # A mapping's methods would hide its keys, such as `items` or `values`.
    names = set() if issubclass(kind, Mapping) else {*dir(kind), *_fields(kind)}
    reads = {
        name: property(operator.attrgetter(f"_of.{name}"))
        for name in names
        if not name.startswith("_")
    }
    # A property for each name: the slow `__getattr__` is only left for what is missing.
    return type("Facts", (Facts,), {"__slots__": (), **reads})


def _fields(kind: Any) -> list[str]:
    # `dir` of a class without slots leaves out the fields that have no default.
    found = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    return [field.name for field in found]


@dataclass(frozen=True, kw_only=True)
class View:
    """The moment of a decision.

    Attributes:
        seat: the bot's seat, from 0.
        legal: what the seat may do, as its game writes it; what is missing reads as None.
        default: the action that is taken where the bot gives none: plain data with a ``type``.
        state: the game's state as this seat sees it; unknown cards are ``??``.
        table: the whole table as this seat sees it, None where the game's code is not installed.
        decision: number of the decision.
        bank_ms: time bank of the seat, milliseconds.
        deadline: on the clock of `time.monotonic`, seconds: until then the function must answer.
        random: for bots that need chance, repeatable with ``--seed``.
    """

    seat: int
    legal: Facts
    default: Mapping[str, Any]
    state: Facts
    table: Table | None
    decision: int
    bank_ms: int
    deadline: float
    random: random.Random = field(repr=False)
    legal_value: Any = field(repr=False)

    @classmethod
    def example(cls, *, legal: Any = None, state: Any = None, **fields: Any) -> View:
        """A made-up view, to try a bot's function without a server.

        Args:
            legal: what may be done: any object, or a mapping such as ``{"check": True}``.
            state: the game's state, likewise.
            fields: other attributes of the view that are not to have their default.
        """
        made_up: dict[str, Any] = {
            "seat": 0,
            "default": {"type": "fold"},
            "table": None,
            "decision": 1,
            "bank_ms": 0,
            # As much as a usual table gives, so that a test under a debugger is the only one to be
            # late.
            "deadline": time.monotonic() + 30,
            "random": random.Random(0),
        }
        return cls(legal=Facts(legal), state=Facts(state), legal_value=legal, **made_up | fields)

    @property
    def time_left(self) -> int:
        """Milliseconds until the default is sent in the bot's place; 0 when it is too late."""
        return max(0, int((self.deadline - time.monotonic()) * 1000))

    @property
    def game(self) -> str:
        """Id of the game, '' where its code is not installed."""
        return self.table.opened.game if self.table else ""

    def pick(self, number: int) -> Any:
        """A legal action chosen by a non-negative number: evenly by kind, then by amount.

        Where the game's code is not installed it is the default.
        """
        if self.table is None:
            return self.default
        return self.table.game.pick(self.legal_value, number)
