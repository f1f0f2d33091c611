"""Exact odds at all-ins, counted beside the event loop and told to everybody at the table.

Once all hands lie open and cards are still to come, every hand has an exact share of every pot.
What is counted is the position as the rail sees it, behind the commit that made it and after that
is durable, so no figure can tell what is not on the table, and none is told that could be taken
back. A derived figure is no part of the log: a table that is folded from its log again counts it
anew.

Counting takes 1 to 10 ms. It runs in one thread; a table waits for nothing. So many all-ins may
wait for it; more are left out, logged and counted.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import carteado.odds as counting
from carteado.engine.game import Event
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import may_run_out, runouts
from carteado.engine.table import DeckCommitted, Table
from carteado.engine.visibility import RAIL, redact
from carteado.protocol.allin import odds_message
from carteado.protocol.messages import Odds
from carteado.server.audience import Audience
from carteado.server.logs import fault, log
from carteado.server.metrics import Figures
from carteado.server.sending import send_all

__all__ = ["WAITING", "AllIns", "Place", "public_runouts"]

WAITING = 64
"""All-ins that may wait to be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a log a position stands.

    Attributes:
        epoch: of the event behind which it stands.
        seq: number of that event.
        deal: number of the deal, 0 where none was committed.
        runout: the open hands and their pots.
    """

    epoch: int
    seq: int
    deal: int
    runout: Runout


def public_runouts(
    before: Table, events: Sequence[Event], *, first: int, epoch: int
) -> tuple[Place, ...]:
    """The run-outs among the events of a commit, from what the rail sees of them.

    A bug in a game ends here: no table stops because a figure about it cannot be had.

    Args:
        before: the table before the events.
        events: of one commit, in order.
        first: number of the first of them.
        epoch: under which they were written.
    """
    try:
        if may_run_out(before.game, before.state, events):
            return _public_runouts(before, events, first, epoch)
        return ()
    except Exception as error:
        log.error("odds not counted", table=before.id, error=fault(error))
        return ()


def _public_runouts(
    before: Table, events: Sequence[Event], first: int, epoch: int
) -> tuple[Place, ...]:
    view, seen = redact(before.state, RAIL), [redact(event, RAIL) for event in events]
    deal = before.committed.deal if before.committed is not None else 0
    for event in events:
        deal = event.deal if isinstance(event, DeckCommitted) else deal
    return tuple(
        Place(epoch=epoch, seq=first + at, deal=deal, runout=runout)
        for at, runout in runouts(before.game, view, seen)
    )


class AllIns:
    """Counts odds in a thread, and tells each table's audience.

    Args:
        figures: counts what was told and left out.

    Attributes:
        able: whether odds can be counted: whether NumPy is installed.
    """

    def __init__(self, figures: Figures) -> None:
        self.able = importlib.util.find_spec("numpy") is not None
        self._figures = figures
        self._waiting = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="odds")

    async def ready(self) -> None:
        """Load what counts, so that the first all-in does not: that takes some 0.2 s."""
        if not self.able:
            log.warning(
                "odds are not published",
                reason="NumPy is not installed: pip install 'carteado[odds]'",
            )
            return
        await asyncio.get_running_loop().run_in_executor(self._thread, _load)

    def count(self, audience: Audience, places: Sequence[Place]) -> None:
        """Count the odds of some positions of one table, and tell its audience when it is done."""
        if not places or not self.able:
            return
        if self._waiting >= WAITING:
            self._figures.odds_skipped += len(places)
            log.warning("odds left out", table=audience.table_id, reason="too many all-ins at once")
            return
        self._waiting += 1
        loop = asyncio.get_running_loop()
        counted = loop.run_in_executor(self._thread, _counted, audience.table_id, places)

        def done(future: asyncio.Future[tuple[Odds, ...]]) -> None:
            self._waiting -= 1
            if not future.cancelled():
                self._tell(audience, places, future)

        counted.add_done_callback(done)

    def close(self) -> None:
        """Count no more; what is being counted is not waited for."""
        self.able = False
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _tell(
        self, audience: Audience, places: Sequence[Place], future: asyncio.Future[tuple[Odds, ...]]
    ) -> None:
        error = future.exception()
        if error is not None:
            self._figures.odds_skipped += len(places)
            log.error("odds not counted", table=audience.table_id, error=fault(error))
            return
        for place, odds in zip(places, future.result(), strict=True):
            self._figures.odds_told += 1
            send_all(audience.tell_odds(place.deal, odds))


def _load() -> None:
    importlib.import_module("carteado.odds.known")


def _counted(table_id: str, places: Sequence[Place]) -> tuple[Odds, ...]:
    return tuple(
        odds_message(table_id, at.epoch, at.seq, at.runout, counting.runout_odds(at.runout))
        for at in places
    )
