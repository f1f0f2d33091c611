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

    default: dict[str, Any]

    def __init__(self, table: Table, clock: DecisionClock, luck: Luck) -> None:
        seat = clock.seat
        bank_ms = table.banks[seat]
        budget = budget_ms(clock.bank_from - clock.since, bank_ms)
        legal = table.game.legal(table.state, seat)
        self.__dict__.update(
            seat=seat,
            legal=Facts(legal),
            legal_value=legal,
            decision=clock.decision,
            bank_ms=bank_ms,
            deadline=time.monotonic() + budget / 1000,
            _whole=table,
            _luck=luck,
        )

    def __getattr__(self, name: str) -> Any:
        # Asked only for what is not made yet.
        make = _MAKERS.get(name)
        if make is None:
            raise AttributeError(name)
        parts = self.__dict__
        found = parts[name] = make(self, parts["_whole"])
        return found


_MAKERS: Mapping[str, Callable[[Moment, Table], Any]] = {
    "default": lambda view, whole: to_plain(whole.game.default(whole.state, view.seat)),
    "table": lambda view, whole: redact_table(whole, observer_of(whole, view.seat)),
    "state": lambda view, whole: Facts(view.table.state if view.table else None),
    "random": lambda view, whole: view.__dict__["_luck"].of(view.seat),
}
