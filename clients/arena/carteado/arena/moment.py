"""What a bot is given in process: the same view as over the network, made only as far as it looks.

The view is cut from the table's full state by the one redaction that serves every client, and a
part of it is made when it is read, so that a bot that looks at nothing costs nothing. Nothing in
one process can be kept from a program that digs for it: bots that are not trusted play over the
network.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from carteado.arena.entropy import chance_of
from carteado.bots.player import budget_ms
from carteado.bots.view import Facts, View
from carteado.engine.plain import to_plain
from carteado.engine.table import Table, observer_of, redact_table
from carteado.server.clock import DecisionClock

__all__ = ["Luck", "Moment"]


class Luck:
    """What the seats of one match draw from, each made when its bot asks for it.

    Args:
        seed: of the measurement.
        set_: of the match.
    """

    def __init__(self, seed: int, set_: int) -> None:
        self._seed = seed
        self._set = set_
        self._seats: dict[int, Any] = {}

    def of(self, seat: int) -> Any:
        """A seat's own source; the same for all of a match."""
        found = self._seats.get(seat)
        if found is None:
            found = self._seats[seat] = chance_of(self._seed, self._set, seat)
        return found


class Moment(View):
    """A `View` whose parts are made when they are read.

    Args:
        table: as the table's host has it.
        clock: of the decision.
        luck: of the match.
    """

    def __init__(self, table: Table, clock: DecisionClock, luck: Luck) -> None:
        seat = clock.seat
        legal = table.game.legal(table.state, seat)
        parts = {
            "seat": seat,
            "legal": Facts(legal),
            "legal_value": legal,
            "_whole": table,
            "_clock": clock,
            "_luck": luck,
            "_since": time.monotonic(),
        }
        object.__setattr__(self, "__dict__", parts)

    def __getattr__(self, name: str) -> Any:
        # Asked only for what is not made yet.
        make = _MAKERS.get(name)
        if make is None:
            raise AttributeError(name)
        found = self.__dict__[name] = make(self)
        return found


def _bank_ms(view: Any) -> int:
    bank_ms: int = view._whole.banks[view.seat]
    return bank_ms


def _deadline(view: Any) -> float:
    clock: DecisionClock = view._clock
    since: float = view._since
    return since + budget_ms(clock.bank_from - clock.since, view.bank_ms) / 1000


_MAKERS: Mapping[str, Callable[[Any], Any]] = {
    "decision": lambda view: view._clock.decision,
    "bank_ms": _bank_ms,
    "deadline": _deadline,
    "default": lambda view: to_plain(view._whole.game.default(view._whole.state, view.seat)),
    "table": lambda view: redact_table(view._whole, observer_of(view._whole, view.seat)),
    "state": lambda view: Facts(view.table.state),
    "random": lambda view: view._luck.of(view.seat),
}
