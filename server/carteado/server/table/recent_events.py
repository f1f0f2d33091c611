"""The last events of a table's log, kept in memory for clients that reconnect.

A position names an event and the epoch under which it was written. The same number under another
epoch is another event: a server lost unstored events, and its successor wrote others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from carteado.engine.game import Event
from carteado.protocol.messages import Position

__all__ = ["CHUNK", "TAIL", "RecentEvents"]

TAIL = 1024
"""Events of a table that are kept for returning clients."""

CHUNK = 64
"""Events in one message of a replay, so that no message grows without bound."""


class RecentEvents:
    """The last events of a log, and the epoch of each event of the whole log.

    Args:
        tail: how many events are kept; a client that missed more gets a snapshot.

    Attributes:
        seq: number of the last event.
        renamed_at: the last event before a renaming, which is not an event: a client that stopped
            there holds an old name.
        earlier: returns the events before the loaded ones, called once if they are needed; None if
            there are none.
    """

    def __init__(self, tail: int = TAIL) -> None:
        self.seq = 0
        self.earlier: Callable[[], Sequence[Event]] | None = None
        self._tail: deque[Event] = deque(maxlen=tail)
        # First event and epoch of each lease term, ascending, as `epoch_at` bisects it.
        self._epochs: list[tuple[int, int]] = []
        # The last of these epochs: compared for every commit, so it is at hand.
        self._under = 0
        self.renamed_at = 0

    def take(self, events: Sequence[Event], epoch: int) -> None:
        """Add the next events."""
        if epoch != self._under:
            self._under = epoch
            self._epochs.append((self.seq + 1, epoch))
        self._tail.extend(events)
        self.seq += len(events)

    def memory(self) -> dict[str, Any]:
        """Plain data about the whole log for `recall`, without the events."""
        return {"epochs": tuple(self._epochs), "renamed": self.renamed_at}

    def recall(self, seq: int, memory: Mapping[str, Any]) -> None:
        """Restore what `memory` returned when event `seq` was the last one."""
        self.seq = seq
        self._epochs = [(first, epoch) for first, epoch in memory["epochs"]]
        self._under = self._epochs[-1][1]
        self.renamed_at = memory["renamed"]

    def rewind(self, seq: int) -> None:
        """Go back to event `seq` as the last one, and keep none."""
        self.seq = seq
        self._tail.clear()
        self.earlier = None

    def renamed(self) -> None:
        """Note that a player was renamed: clients at an earlier event still show the old name."""
        self.renamed_at = self.seq

    def epoch_at(self, seq: int) -> int:
        """The epoch under which event `seq` was written; 0 before the first event."""
        at = bisect_right(self._epochs, seq, key=lambda item: item[0]) - 1
        return self._epochs[at][1] if at >= 0 else 0

    def gap(self, after: Position, end: int) -> str | None:
        """The reason why the events up to `end` cannot be sent, None if they can."""
        # A known number under another epoch: the client saw an event that the log has lost.
        if after.seq > end or after.epoch != self.epoch_at(after.seq):
            return "rewound"
        if after.seq <= self.renamed_at:
            return "renamed"
        if self.seq - after.seq > len(self._tail):
            self._fetch_earlier()
        if self.seq - after.seq > len(self._tail):
            return "too_far"
        return None

    def missed(self, after: int, last: int) -> Iterable[tuple[int, int, tuple[Event, ...]]]:
        """The events after a number, in chunks of one epoch: first number, epoch, events."""
        start = self.seq - len(self._tail) + 1
        at = after + 1
        while at <= last:
            epoch = self.epoch_at(at)
            end = min(at + CHUNK, last + 1)
            # One message names one epoch, so a chunk ends where the lease changed hands.
            while self.epoch_at(end - 1) != epoch:
                end -= 1
            yield at, epoch, tuple(islice(self._tail, at - start, end - start))
            at = end

    def _fetch_earlier(self) -> None:
        """Put earlier events before the loaded ones, as far as there is room."""
        earlier, self.earlier = self.earlier, None
        room = (self._tail.maxlen or 0) - len(self._tail)
        # `room` must not be 0: the slice [-0:] would be everything.
        if earlier is not None and room:
            # `extendleft` reverses the order, so the events are reversed first.
            self._tail.extendleft(reversed(earlier()[-room:]))
