"""The coach for clients without odds of their own: counts advice for a seat in a thread.

The table's setting ``advice`` decides, as it does for clients that count themselves. The advice is
counted from the asking seat's own view, and only while the seat has a decision, so nobody learns
more than a program on the player's own computer could. One thread counts, and its queue is short. A
player who asks often waits for advice, but never for an action.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from time import thread_time
from typing import Any

from carteado.engine.cards import UNKNOWN
from carteado.engine.table import observer_of, redact_table
from carteado.odds.advice import hand_advice
from carteado.odds.buraco.advice import pair_advice
from carteado.server.table.host import TableHost
from carteado.server.table.step import Player, deny

__all__ = ["KEPT", "WAITING", "Adviser", "whole"]

# Some seconds of counting at most; a client asks again anyway.
WAITING = 8
"""Maximum number of questions in the thread's queue."""

KEPT = 64
"""Answers kept for a client that asks again about the same decision."""

# So that one player's questions take a fifth of the thread at most.
REST = 4
"""A player's next question waits this many times as long as the last count took."""

RESTING = 1024
"""Maximum number of players whose wait is remembered; the oldest entry is dropped first."""

# Six digits are more than any client shows.
MILLION = 1_000_000
"""Fractions are sent as whole millionths."""


class Adviser:
    """Answers players' questions to the coach.

    Args:
        able: whether odds can be counted.
    """

    def __init__(self, *, able: bool) -> None:
        self._able = able
        self._waiting = 0
        self._known: dict[tuple[str, int, int], Any] = {}
        self._rest: dict[str, float] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="advice")

    async def answer(self, host: TableHost, player: Player) -> Any:
        """The advice to a player about the decision that the table waits for.

        Args:
            host: the table's authority.
            player: the asking player.

        Raises:
            Denied: the table allows no advice, or there is none for this player now.
        """
        table, seat = host.table, host.seat_held(player)
        adviser = _ADVISERS.get(table.game.id) if self._able else None
        if table.settings.advice == "off":
            raise deny("advice/none", "Advice is off at this table.")
        if adviser is None:
            raise deny("advice/none", "This server has no advice for this game.")
        if seat is None or table.game.turn(table.state) != seat:
            raise deny("advice/none", "The coach counts at your own decisions.")
        # The number of the last event stands for the position: nothing changes without an event.
        key = (table.id, host.audience.seq, seat)
        if key in self._known:
            return self._known[key]
        loop = asyncio.get_running_loop()
        rest_ms = math.ceil(1000 * (self._rest.get(player.key, 0.0) - loop.time()))
        if rest_ms > 0 or self._waiting >= WAITING:
            text = "The coach is busy. Ask again."
            raise deny("limit/rate", text, retry_ms=max(rest_ms, 200))
        # Taken before the wait: the thread must see the position that `key` names.
        view = redact_table(table, observer_of(table, seat)).state
        self._waiting += 1
        try:
            found, cpu_s = await loop.run_in_executor(self._thread, _counted, adviser, view, seat)
        finally:
            self._waiting -= 1
        self._rest[player.key] = loop.time() + REST * cpu_s
        _bound(self._rest, RESTING)
        if found is None:
            raise deny("advice/none", "The coach has nothing to say about this decision.")
        self._known[key] = found
        _bound(self._known, KEPT)
        return found

    def close(self) -> None:
        """Stop counting; do not wait for the current count."""
        self._able = False
        self._thread.shutdown(wait=False, cancel_futures=True)


def _bound(kept: dict[Any, Any], most: int) -> None:
    """Remove the oldest cache entries."""
    while len(kept) > most:
        del kept[next(iter(kept))]


def whole(value: Any) -> Any:
    """Plain data for the wire: fractions become millionths, the keys of maps texts."""
    if isinstance(value, float):
        return round(value * MILLION)
    if isinstance(value, Mapping):
        return {str(key): whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [whole(item) for item in value]
    return value


def _counted(
    adviser: Callable[[Any, int], Any], view: Any, seat: int
) -> tuple[dict[str, Any] | None, float]:
    began = thread_time()
    try:
        # The view holds what the seat sees, so a bug in the odds cannot leak more.
        found = adviser(view, seat)
    except ValueError:
        found = None
    plain = None if found is None else whole(asdict(found))
    return plain, thread_time() - began


def _hand(view: Any, seat: int) -> Any:
    hand, others = view.hands[seat], sum(one != seat for one in view.live)
    if len(hand) != 2 or UNKNOWN in hand or not others:
        return None
    return hand_advice(hand, view.board, others)


_ADVISERS: Mapping[str, Callable[[Any, int], Any]] = {"buraco": pair_advice, "holdem": _hand}
