"""What a bot's function is given: the table from its seat's eyes, and what it may do.

Nothing here raises on missing data. What a game does not have reads as None, so that one function
can ask ``view.legal.check`` of any game.
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.engine.table import Table

__all__ = ["Facts", "View"]


class Facts:
    """A value whose missing attributes read as None.

    Args:
        of: a dataclass instance, a mapping, or None for nothing at all.
    """

    __slots__ = ("_is_mapping", "_of")

    def __init__(self, of: Any) -> None:
        kind: Any = type(of)
        object.__setattr__(self, "_of", of)
        object.__setattr__(self, "_is_mapping", _is_mapping(kind))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._is_mapping:
            return self._of.get(name)
        return getattr(self._of, name, None)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a view cannot be changed")

    def __repr__(self) -> str:
        return repr(self._of)


@functools.cache
def _is_mapping(kind: Any) -> bool:
    return issubclass(kind, Mapping)


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
