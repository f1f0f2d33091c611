"""The view that a bot gets in process: the same as over the network, computed only when read.

The redaction that serves every client makes the view from the table's full state. Each part is
computed on first reading, so a bot pays only for what it reads. Nothing can be hidden from code in
the same process, so user bots run in processes of their own, which receive only what they may see
(`guard`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from carteado.arena.matches.entropy import chance_of
from carteado.bots.decisions import budget_ms
from carteado.bots.view import View, facts
from carteado.engine.plain import to_plain
from carteado.engine.table import Table, observer_of, redact_table
from carteado.server.table.clock import DecisionClock

__all__ = ["DecisionView", "Luck", "decision_view"]


class Luck:
    """The random sources of one match's seats, each made on first use.

    Args:
        seed: of the measurement.
        set_: of the match.
    """

    def __init__(self, seed: int, set_: int) -> None:
        self._seed = seed
        self._set = set_
        self._seats: dict[int, Any] = {}

    def of(self, seat: int) -> Any:
        """A seat's own source, which is the same throughout a match."""
        found = self._seats.get(seat)
        if found is None:
            found = self._seats[seat] = chance_of(self._seed, self._set, seat)
        return found


class DecisionView(View):
    """A `View` whose parts are computed when they are read."""

    @property
    def patience_ms(self) -> int:
        """The time that the table's clock waits for the answer, milliseconds."""
        clock: DecisionClock = self.__dict__["_asked"][0]
        return clock.until - clock.since


def decision_view(table: Table, clock: DecisionClock, luck: Luck, since: int) -> DecisionView:
    """The view for one decision.

    Args:
        table: as the table's host has it.
        clock: of the decision.
        luck: of the match.
        since: when the bot is asked, nanoseconds of `time.perf_counter_ns`.
    """
    # Without the constructor, which would need all parts at once.
    view = object.__new__(DecisionView)
    parts = view.__dict__  # a frozen class refuses ordinary assignment
    parts["seat"] = clock.seat
    parts["_whole"] = table
    parts["_asked"] = clock, luck, since
    return view


class _Part:
    """An attribute of a view that is computed once, on first reading."""

    def __init__(self, name: str, make: Callable[[Any], Any]) -> None:
        self._name = name
        self._make = make

    # Without `__set__`, so the value in the instance hides this descriptor from the second read on.
    def __get__(self, view: Any, owner: type) -> Any:
        make = self._make
        # Through the dictionary, because the class is frozen.
        found = view.__dict__[self._name] = make(view)
        return found


def _default(view: Any) -> Any:
    table: Table = view._whole
    return to_plain(table.game.default(table.state, view.seat))


def _legal_value(view: Any) -> Any:
    table: Table = view._whole
    return table.game.legal(table.state, view.seat)


def _table(view: Any) -> Table:
    table: Table = view._whole
    # The full table stays in `_whole`: redacting it costs more than many simple bots do.
    return redact_table(table, observer_of(table, view.seat))


def _decision(view: Any) -> int:
    clock: DecisionClock = view._asked[0]
    return clock.decision


def _bank_ms(view: Any) -> int:
    table: Table = view._whole
    seat: int = view.seat
    return table.banks[seat]


def _deadline(view: Any) -> float:
    clock: DecisionClock = view._asked[0]
    since: int = view._asked[2]
    # The time starts when the bot is asked, not when it first reads the deadline.
    gone_s = (time.perf_counter_ns() - since) / 1e9
    return time.monotonic() - gone_s + budget_ms(clock.bank_from - clock.since, view.bank_ms) / 1000


def _random(view: Any) -> Any:
    luck: Luck = view._asked[1]
    return luck.of(view.seat)


_PARTS: Mapping[str, Callable[[Any], Any]] = {
    "default": _default,
    "legal": lambda view: facts(_legal_value(view)),
    "legal_value": _legal_value,
    "state": lambda view: facts(view.table.state),
    "table": _table,
    "decision": _decision,
    "bank_ms": _bank_ms,
    "deadline": _deadline,
    "random": _random,
}
# Only on the subclass: a `View` made over the network keeps its plain values.
for _name, _make in _PARTS.items():
    setattr(DecisionView, _name, _Part(_name, _make))
