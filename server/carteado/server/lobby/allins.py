"""Exact odds at all-ins, counted outside the event loop and sent to everybody at the table.

Once all hands lie open and cards are still to come, every hand has an exact share of every pot.
The odds are counted from the rail's view after the commit is durable, so they neither reveal hidden
cards nor have to be withdrawn. They are derived, so they are not in the log: a table restored from
its log counts them again.

Counting takes 1 to 10 ms in one thread, and no table waits for it. Up to `WAITING` all-ins queue
for it. Further ones get no odds, are logged, and show up in the metrics.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections import deque
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
from carteado.server.lobby.delivery import send_all
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.table.audience import Audience

__all__ = ["WAITING", "AllInFeed", "AllIns", "Place", "public_runouts"]

# At 10 ms each, the last one waits less than a second.
WAITING = 64
"""Maximum number of all-ins in the queue."""

KEPT = 8
"""Uncounted positions kept for a table that no person follows; a deal has fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a position in a log.

    Attributes:
        epoch: of the event after which it stands.
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

    An exception of a game is caught here: missing odds must not stop a table.

    Args:
        before: the table before the events.
        events: of one commit, in order.
        first: number of the first of them.
        epoch: under which they were written.
    """
    try:
        # The cheap test first: almost no commit holds an all-in.
        if may_run_out(before.game, before.state, events):
            return _public_runouts(before, events, first, epoch)
        return ()
    except Exception as error:
        log.error("odds not counted", table=before.id, error=fault(error))
        return ()


def _public_runouts(
    before: Table, events: Sequence[Event], first: int, epoch: int
) -> tuple[Place, ...]:
    # Redact before looking for all-ins: odds from closed cards would reveal them to the rail.
    view, seen = redact(before.state, RAIL), [redact(event, RAIL) for event in events]
    deal = before.committed.deal if before.committed is not None else 0
    for event in events:
        deal = event.deal if isinstance(event, DeckCommitted) else deal
    return tuple(
        Place(epoch=epoch, seq=first + at, deal=deal, runout=runout)
        for at, runout in runouts(before.game, view, seen)
    )


class AllInFeed:
    """The all-ins of one table; receives every commit, first of the log, then of the table.

    Args:
        last: the positions of the last all-in before the feed begins.

    Attributes:
        last: the positions of the last all-in. A checkpoint keeps them, since a recovered table
            has their odds counted again.
        uncounted: the last positions without odds, because nobody was to receive them.
    """

    def __init__(self, last: Sequence[Place] = ()) -> None:
        self.last = tuple(last)
        self.uncounted: deque[Place] = deque(last, maxlen=KEPT)

    def recall(self, before: Table, events: Sequence[Event], *, first: int, epoch: int) -> None:
        """Process a commit of the log; only the last all-in matters.

        Args:
            before: the table before the events.
            events: of one commit, in order.
            first: number of the first of them.
            epoch: under which they were written.
        """
        if places := public_runouts(before, events, first=first, epoch=epoch):
            self.last = places
            self.uncounted.clear()
            self.uncounted.extend(places)

    def happened(
        self, before: Table, events: Sequence[Event], audience: Audience, *, watched: bool
    ) -> tuple[Place, ...]:
        """Process a commit of the live table.

        Args:
            before: the table before the events.
            events: of one commit, in order; the audience has them already.
            audience: of the table.
            watched: whether a person follows it.

        Returns:
            The positions to count now; without a person at the table they are kept.
        """
        first = audience.seq - len(events) + 1
        places = public_runouts(before, events, first=first, epoch=audience.epoch)
        # Only an all-in in a later commit replaces the last one; most commits hold none.
        self.last = places or self.last
        if watched:
            return places
        self.uncounted.extend(places)
        return ()

    def looked_at(self, deal: int) -> tuple[Place, ...]:
        """The uncounted positions of this deal, for a person who has just arrived."""
        missed = tuple(place for place in self.uncounted if place.deal == deal)
        self.uncounted.clear()
        return missed


class AllIns:
    """Counts odds in a thread, and sends them to each table's audience.

    Args:
        metrics: counts the odds that were sent and left out.

    Attributes:
        able: whether odds can be counted: whether NumPy is installed.
    """

    def __init__(self, metrics: Metrics) -> None:
        self.able = importlib.util.find_spec("numpy") is not None
        self._metrics = metrics
        self._waiting = 0
        # One thread: odds are sent in the order of the all-ins, and take one core at most.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="odds")

    async def ready(self) -> None:
        """Load the counting modules in advance, which takes about 0.2 s."""
        if not self.able:
            log.warning(
                "odds are not published",
                reason="NumPy is not installed: pip install 'carteado[odds]'",
            )
            return
        await asyncio.get_running_loop().run_in_executor(self._thread, _load)

    def count(self, audience: Audience, places: Sequence[Place]) -> None:
        """Count the odds of positions of one table, and send them to its audience."""
        # Without NumPy the table plays on and no odds are sent.
        if not places or not self.able:
            return
        # Bound the work by all-ins, not positions: the positions of one all-in are sent together.
        if self._waiting >= WAITING:
            self._metrics.odds_skipped += len(places)
            log.warning("odds left out", table=audience.table_id, reason="too many all-ins at once")
            return
        self._waiting += 1
        loop = asyncio.get_running_loop()
        counted = loop.run_in_executor(self._thread, _counted, audience.table_id, places)

        # Runs on the event loop: callbacks of asyncio futures never run in the counting thread.
        def done(future: asyncio.Future[tuple[Odds, ...]]) -> None:
            self._waiting -= 1
            if not future.cancelled():
                self._tell(audience, places, future)

        counted.add_done_callback(done)

    def close(self) -> None:
        """Stop counting; do not wait for the current count."""
        self.able = False
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _tell(
        self, audience: Audience, places: Sequence[Place], future: asyncio.Future[tuple[Odds, ...]]
    ) -> None:
        error = future.exception()
        if error is not None:
            self._metrics.odds_skipped += len(places)
            log.error("odds not counted", table=audience.table_id, error=fault(error))
            return
        for place, odds in zip(places, future.result(), strict=True):
            self._metrics.odds_told += 1
            send_all(audience.tell_odds(place.deal, odds))


def _load() -> None:
    from carteado.odds import known

    assert known


def _counted(table_id: str, places: Sequence[Place]) -> tuple[Odds, ...]:
    return tuple(
        odds_message(table_id, at.epoch, at.seq, at.runout, counting.runout_odds(at.runout))
        for at in places
    )
