"""Who follows a table, and what each may see of what happens.

The audience knows the end of the table's log and gives every watcher the same sequence numbers:
events in order, hidden parts blanked for each. It also answers returning clients, with exactly
what they missed or with a snapshot and the reason for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from carteado.engine.control_words import control_line
from carteado.engine.events import event_to_plain, seen_plain
from carteado.engine.game import Event, Scored
from carteado.engine.generated import maker
from carteado.engine.table import SeatKeyed, Table, evolve, observer_of, redact_table, snapshot
from carteado.engine.visibility import RAIL, Observer, hidden_fields, redact
from carteado.protocol.messages import (
    Events,
    Live,
    Odds,
    Position,
    Presence,
    Snapshot,
    TurnClock,
)
from carteado.server.table.delay import Delay, Late
from carteado.server.table.viewing import Viewing

__all__ = ["Audience", "Outgoing", "Watcher", "last_deal"]

TAIL = 1024
"""Events of a table that are kept for returning clients."""

ODDS_KEPT = 24
"""Published odds kept in memory for returning clients: those of some eight all-ins."""

CHUNK = 64
"""Events in one message of a replay, so that no message grows without bound."""


def last_deal(table: Table) -> int:
    """Number of the last deal of the game that is played, 0 before its first."""
    game, committed = table.game, table.committed
    if committed is None or (isinstance(game, Scored) and not game.deals(table.state)):
        return 0
    return committed.deal


class Watcher:
    """One connection that follows one table.

    Attributes:
        to: where messages for it go; the audience only hands it back.
        seat: from whose eyes it watches, None for the rail.
        text: whether it wants lines of English beside the events.
        views: whether it wants views beside the events.
        view: its own fold of the table, kept only where it wants text.
        blocked: the players of whom it hears nothing: their keys with their names.
        silent: whether its connection gives no sign of life.
        owner: whether its player owned the table when it began to follow.
    """

    __slots__ = ("blocked", "owner", "seat", "silent", "text", "to", "view", "views")

    def __init__(
        self,
        to: Any,
        *,
        seat: int | None = None,
        text: bool = False,
        views: bool = False,
        blocked: dict[str, str] | None = None,
    ) -> None:
        self.to = to
        self.seat = seat
        self.text = text
        self.views = views
        self.view: Table | None = None
        self.blocked = {} if blocked is None else blocked
        self.silent = False
        self.owner = False


Outgoing = list[tuple[Watcher, Any]]
"""Messages in the order in which they are to be sent, each with its receiver."""


class Audience:
    """The watchers of one table.

    Args:
        table_id: id of the table.
        epoch: epoch under which new events are written.
        tail: how many events are kept for returning clients; a client that missed more gets a
            snapshot.

    Attributes:
        seq: number of the last event.
        watchers: who follows.
        delay: the delayed messages to the rail.
        earlier: gives the events before those that were taken in, asked for once if they are
            needed; None where there are none.
    """

    def __init__(self, table_id: str, epoch: int, tail: int = TAIL) -> None:
        self.table_id = table_id
        self.epoch = epoch
        self.seq = 0
        self.watchers: dict[Watcher, None] = {}
        # Changes of the audience that are no events; see `changes`.
        self._moves = 0
        self._tail: deque[Event] = deque(maxlen=tail)
        # First event and epoch of each lease term, ascending, as `epoch_at` bisects it.
        self._epochs: list[tuple[int, int]] = []
        self._under = 0
        # By seat, number of the event that brought its player, who has the rail's eyes before it.
        self._since: dict[int, int] = {}
        # The last event that freed a seat: before it, a spectator of today may have sat there.
        self._left_at = 0
        # The last event before a renaming: a client that stopped there holds an old name.
        self._called_at = 0
        # Deal and odds, oldest first; see `ODDS_KEPT`.
        self._odds: list[tuple[int, Odds]] = []
        self._viewing = Viewing(table_id)
        self.delay = Delay()
        self.earlier: Callable[[], Sequence[Event]] | None = None

    @property
    def changes(self) -> int:
        """Counts up whenever an event came or somebody came, went or turned."""
        return self.seq + self._moves

    def load(self, events: Sequence[Event], epoch: int) -> None:
        """Take in events of the log that were written before, under `epoch`."""
        self.take(events, epoch)
        if SeatKeyed in map(type, events):
            self.key_seats(events)

    def take(self, events: Sequence[Event], epoch: int) -> None:
        """Take in events; `key_seats` follows the ones that keyed a seat."""
        if epoch != self._under:
            self._under = epoch
            self._epochs.append((self.seq + 1, epoch))
        self._tail.extend(events)
        self.seq += len(events)

    def memory(self) -> dict[str, Any]:
        """Plain data of what is known of the whole log, for `recall`; the events are left out."""
        return {
            "epochs": tuple(self._epochs),
            "since": sorted(self._since.items()),
            "left": self._left_at,
        }

    def recall(self, seq: int, memory: Mapping[str, Any]) -> None:
        """Take in what `memory` gave when event `seq` was the last one."""
        self.seq = seq
        self._epochs = [(first, epoch) for first, epoch in memory["epochs"]]
        self._under = self._epochs[-1][1]
        self._since = dict(memory["since"])
        self._left_at = memory["left"]

    def _fetch_earlier(self) -> None:
        """Put earlier events before those that were taken in, as far as there is room."""
        earlier, self.earlier = self.earlier, None
        room = (self._tail.maxlen or 0) - len(self._tail)
        # `room` must not be 0: the slice [-0:] would be everything.
        if earlier is not None and room:
            # `extendleft` reverses the order, so the events are reversed first.
            self._tail.extendleft(reversed(earlier()[-room:]))

    def rewind(self, seq: int) -> None:
        """Let event `seq` be the last one; returning clients get a snapshot."""
        self.seq = seq
        self._tail.clear()
        self._viewing.forget()
        self.delay.forget()
        self.earlier = None

    def key_seats(self, events: Sequence[Event]) -> None:
        """Note since when each seat is somebody's, of the last events that were taken in."""
        for seq, event in enumerate(events, self.seq - len(events) + 1):
            if type(event) is not SeatKeyed:
                continue
            if event.key is None:
                self._since.pop(event.seat, None)
                self._left_at = seq
            else:  # a seat that changes its key without getting free has the same player
                self._since.setdefault(event.seat, seq)

    def seated_since(self, seat: int) -> int:
        """Number of the event with which the player on a seat came to it."""
        return self._since.get(seat, self.seq)

    # Live

    def publish(
        self,
        table: Table,
        events: Sequence[Event],
        plain: Sequence[dict[str, Any]],
        now_ms: int = 0,
    ) -> Outgoing:
        """Take in new events; the message to each watcher.

        Args:
            table: the table after the events.
            events: the events of one commit, in order.
            plain: the same as plain data, for those who may see all of an event.
            now_ms: when; the rail receives them later if the table sets a delay.
        """
        first = self.seq + 1
        self.take(events, self.epoch)
        late = Late(table=table, first=first, epoch=self.epoch, events=events, plain=plain)
        if self.delay.holds(late, now_ms):
            seats = [watcher for watcher in self.watchers if watcher.seat is not None]
            return self._publish(late, seats, rail=False)
        return self._publish(late, self.watchers, rail=None)

    def tell_rail(self, now_ms: int) -> Outgoing:
        """The delayed messages to the rail that are due by now."""
        out: Outgoing = []
        for late in self.delay.take(now_ms):
            self._moves += 1
            rail = [watcher for watcher in self.watchers if watcher.seat is None]
            if isinstance(late, Late):
                out.extend(self._publish(late, rail, rail=True))
            else:
                by, message = late
                if isinstance(message, TurnClock):
                    self.delay.clock = now_ms, message
                out.extend((watcher, message) for watcher in rail if by not in watcher.blocked)
        return out

    def _publish(self, late: Late, watchers: Iterable[Watcher], *, rail: bool | None) -> Outgoing:
        table, first, events, plain = late.table, late.first, late.events, late.plain
        made: dict[int | None, Events] = {}
        worded: dict[int | None, tuple[Events, Table]] = {}
        same = None
        for event in events:
            if _PRIVATE[type(event)]:
                break
        else:
            # Nothing in this commit is hidden from anybody, so one message serves all watchers.
            same = self._events_message(first, tuple(plain), late.epoch)
        out: Outgoing = []
        for watcher in watchers:
            message = same or made.get(watcher.seat)
            if message is None:
                seen = self._seen(table, watcher.seat, events, plain)
                message = made[watcher.seat] = self._events_message(first, seen, late.epoch)
            if watcher.view is not None:
                # With the same eyes all see the same table: it is put into words once.
                with_lines = worded.get(watcher.seat)
                if with_lines is None:
                    observer = observer_of(table, watcher.seat)
                    with_lines = self._with_lines(message, watcher.view, observer, events)
                    worded[watcher.seat] = with_lines
                message, watcher.view = with_lines
            out.append((watcher, message))
        if self._viewing.viewers:
            out.extend(self._viewing.changed(table, late.epoch, late.last, rail=rail))
        return out

    def _whole_view(self, watcher: Watcher, table: Table) -> Outgoing:
        """The complete view for a watcher that wants views; the changes follow."""
        if not watcher.views:
            return []
        end = self.end_for(watcher.seat)
        return self._viewing.begin(watcher, table, self.epoch_at(end), end)

    def end_for(self, seat: int | None) -> int:
        """Number of the last event that a seat, or the rail, may know of by now."""
        behind = self.delay.seen if seat is None else None
        return self.seq if behind is None else behind.last

    def _seen_by(self, watcher: Watcher, table: Table) -> Table:
        """The table at the last event that a watcher may know of by now."""
        behind = self.delay.seen if watcher.seat is None else None
        return table if behind is None else behind.table

    def _events_message(self, first: int, seen: tuple[dict[str, Any], ...], epoch: int) -> Events:
        return _events(table=self.table_id, epoch=epoch, first=first, events=seen)

    @staticmethod
    def _seen(
        table: Table, seat: int | None, events: Sequence[Event], plain: Sequence[dict[str, Any]]
    ) -> tuple[dict[str, Any], ...]:
        observer = observer_of(table, seat)
        return tuple(
            [
                seen_plain(event, whole, observer) if _PRIVATE[event.__class__] else whole
                for event, whole in zip(events, plain, strict=True)
            ]
        )

    @staticmethod
    def _with_lines(
        message: Events, view: Table, observer: Observer, events: Sequence[Event]
    ) -> tuple[Events, Table]:
        """A message with lines of English, and what is seen of the table after it."""
        lines = []
        for event in events:
            seen = redact(event, observer)
            words = control_line(seen, view.state.names, view.controls)
            lines.append(words or view.game.line(seen, view.state))
            view = evolve(view, seen)
        message = Events(
            table=message.table,
            epoch=message.epoch,
            first=message.first,
            events=message.events,
            lines=tuple(lines),
        )
        return message, view

    # Coming and going

    def follow(
        self, watcher: Watcher, table: Table, after: Position | None, *, turned: bool = False
    ) -> Outgoing:
        """Add a watcher, or let it start over: what it missed or a snapshot, then `Live`.

        Args:
            watcher: who follows; its seat says from whose eyes.
            table: the table as it stands.
            after: the last event that it has, None for none.
            turned: whether that event was seen with other eyes.
        """
        self._moves += 1
        self.watchers[watcher] = None
        table, end = self._seen_by(watcher, table), self.end_for(watcher.seat)
        reason = self._gap(after, end) if after is not None else "asked"
        if reason is None and after is not None and (turned or self._moved(watcher.seat, after)):
            reason = "reseated"
        if after is None or reason is not None:
            return self.show(watcher, table, reason or "asked")
        out: Outgoing = []
        for missed in self._missed(after.seq, end):
            out.append((watcher, self._again(table, watcher.seat, *missed)))
        # Missed events are told without words, so the fold for words starts at their end.
        if watcher.text:
            watcher.view = redact_table(table, observer_of(table, watcher.seat))
        out.extend(self._whole_view(watcher, table))
        out.extend(self._odds_for(watcher, table, after.seq))
        out.append((watcher, self._live(watcher)))
        return out

    def _again(
        self, table: Table, seat: int | None, first: int, epoch: int, chunk: tuple[Event, ...]
    ) -> Events:
        events = tuple(
            event_to_plain(redact(event, self._eyes(table, seat, first + at)))
            for at, event in enumerate(chunk)
        )
        return Events(table=self.table_id, epoch=epoch, first=first, events=events)

    def knows(self, after: Position) -> bool:
        """Whether the events after a position are kept."""
        return self._gap(after, self.seq) is None

    def turns(self, seat: int | None, after: Position) -> bool:
        """Whether a watcher from `seat` may have seen a position with other eyes."""
        other = after.rail is not None and after.rail != (seat is None)
        return other or self._moved(seat, after)

    def next_chunk(self, table: Table, seat: int | None, after: Position) -> Events:
        """The first events after a position that is known and not the last."""
        return self._again(table, seat, *next(iter(self._missed(after.seq, self.end_for(seat)))))

    def show(self, watcher: Watcher, table: Table, reason: str) -> Outgoing:
        """A snapshot of the table as the watcher may see it, then `Live`."""
        self._moves += 1
        table, end = self._seen_by(watcher, table), self.end_for(watcher.seat)
        view = redact_table(table, observer_of(table, watcher.seat))
        if watcher.text:
            watcher.view = view
        message = Snapshot(
            table=self.table_id,
            epoch=self.epoch_at(end),
            seq=end,
            seat=watcher.seat,
            reason=reason,
            view=snapshot(view),
            lines=table.game.show(view.state) if watcher.text else (),
        )
        whole = self._whole_view(watcher, table)
        odds = self._odds_for(watcher, table, end)
        return [(watcher, message), *whole, *odds, (watcher, self._live(watcher))]

    def call(self, table: Table, rename: Callable[[Table], Table]) -> Outgoing:
        """Show everybody the table with another name of a player.

        Args:
            table: as it stands, with that name.
            rename: gives that name to what the rail sees later.
        """
        self._called_at = self.seq
        self._viewing.forget()
        self.delay.call(rename)
        out: Outgoing = []
        for watcher in self.watchers:
            out += self.show(watcher, table, "renamed")
        return out

    def tell_odds(self, deal: int, odds: Odds) -> Outgoing:
        """Send everybody the odds of a position in the log, and keep them for returning clients."""
        self._odds.append((deal, odds))
        del self._odds[:-ODDS_KEPT]
        return self.say(odds)

    def say(self, message: Any, *, by: str = "", rail_only: bool = False) -> Outgoing:
        """Tell everybody something; the rail when it has seen what happened before it.

        Args:
            message: what.
            by: key of the speaker; players who blocked the speaker do not receive it.
            rail_only: whether only the rail receives it, at once, because it comes from the rail.
        """
        to = [watcher for watcher in self.watchers if by not in watcher.blocked]
        from_rail = getattr(message, "channel", "seats") == "rail"
        if rail_only:
            to = [watcher for watcher in to if watcher.seat is None]
        # Talk at the seats may reveal what the rail has not seen yet; talk on the rail cannot.
        elif not from_rail and self.delay.puts_off((by, message)):
            to = [watcher for watcher in to if watcher.seat is not None]
        return [(watcher, message) for watcher in to]

    def tell_clock(self, clock: TurnClock, bots: Sequence[bool]) -> Outgoing:
        """Tell how much time a decision has left, except who decides, and bots, who do not care.

        The rail is told when it sees the decision.

        Args:
            clock: of the decision.
            bots: whether a bot sits on each seat.
        """
        return [
            (watcher, clock)
            for watcher, _ in self.say(clock)
            if watcher.seat is None or not (watcher.seat == clock.seat or bots[watcher.seat])
        ]

    def _odds_for(self, watcher: Watcher, table: Table, after: int) -> Outgoing:
        """The odds of the last deal, and those that belong behind event `after`."""
        last, end = last_deal(table), self.end_for(watcher.seat)
        return [
            (watcher, odds)
            for deal, odds in self._odds
            if (deal == last or odds.seq > after) and odds.seq <= end
        ]

    def drop(self, watcher: Watcher) -> None:
        """The watcher has unsubscribed."""
        self._moves += 1
        self.watchers.pop(watcher, None)
        self._viewing.drop(watcher)

    def presence(self, seats: int) -> Outgoing:
        """Send everybody the list of connected players."""
        here = {watcher.seat for watcher in self.watchers if not watcher.silent}
        message = Presence(
            table=self.table_id,
            connected=tuple(seat in here for seat in range(seats)),
            watching=sum(watcher.seat is None for watcher in self.watchers),
        )
        return [(watcher, message) for watcher in self.watchers]

    def connected(self, seat: int) -> bool:
        """Whether somebody follows the table from this seat, and gives signs of life."""
        return any(watcher.seat == seat and not watcher.silent for watcher in self.watchers)

    def hush(self, watcher: Watcher, silent: bool) -> None:
        """A watcher's connection gives no sign of life any more, or gives one again."""
        self._moves += 1
        watcher.silent = silent

    def history(self, table: Table, seat: int | None, first: int, events: Iterable[Event]) -> Any:
        """Events from number `first` on, as plain data that the seat or the rail may see."""
        return tuple(
            event_to_plain(redact(event, self._eyes(table, seat, first + at)))
            for at, event in enumerate(events)
        )

    def observer_at(self, table: Table, seat: int | None, seq: int) -> Observer:
        """Whose eyes a watcher on `seat` has for event `seq`: before it sat there, the rail's."""
        return self._eyes(table, seat, seq)

    def epoch_at(self, seq: int) -> int:
        """Under which epoch event `seq` was written; 0 before the first."""
        at = bisect_right(self._epochs, seq, key=lambda item: item[0]) - 1
        return self._epochs[at][1] if at >= 0 else 0

    def _eyes(self, table: Table, seat: int | None, seq: int) -> Observer:
        # A new player sees from then on what the seat sees. What happened on the seat before
        # belonged to somebody else, and no seat has the eyes of an open rail.
        if seat is not None and seq < self._since.get(seat, 0):
            return RAIL
        return observer_of(table, seat)

    def _gap(self, after: Position, end: int) -> str | None:
        """Why the events from a position to `end` cannot be given, None when they can."""
        # A known number under another epoch: the client saw an event that the log has lost.
        if after.seq > end or after.epoch != self.epoch_at(after.seq):
            return "rewound"
        if after.seq <= self._called_at:
            return "renamed"
        if self.seq - after.seq > len(self._tail):
            self._fetch_earlier()
        if self.seq - after.seq > len(self._tail):
            return "too_far"
        return None

    def _moved(self, seat: int | None, after: Position) -> bool:
        """Whether somebody who now watches from `seat` may have sat elsewhere at a position.

        What was seen with one pair of eyes does not go on with another: the fold would keep
        what these may not see, or lack what they may.
        """
        if seat is not None:
            return after.seq < self._since.get(seat, 0)
        return after.seq < self._left_at

    def _missed(self, after: int, last: int) -> Iterable[tuple[int, int, tuple[Event, ...]]]:
        """The events after a number, in chunks of one epoch: first number, epoch, events."""
        start = self.seq - len(self._tail) + 1
        at = after + 1
        while at <= last:
            epoch = self.epoch_at(at)
            end = min(at + CHUNK, last + 1)
            while self.epoch_at(end - 1) != epoch:
                end -= 1
            yield at, epoch, tuple(islice(self._tail, at - start, end - start))
            at = end

    def _live(self, watcher: Watcher) -> Live:
        end = self.end_for(watcher.seat)
        return Live(
            table=self.table_id,
            epoch=self.epoch_at(end),
            seq=end,
            seat=watcher.seat,
            owner=watcher.owner,
        )


_events = maker(Events)


class _Private(dict[type, bool]):
    """Of which types of events something is hidden from somebody; found when first asked."""

    def __missing__(self, kind: type) -> bool:
        private = self[kind] = bool(hidden_fields(kind))
        return private


_PRIVATE = _Private()
