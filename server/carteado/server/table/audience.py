"""The watchers of a table, and what each may see of an event.

Every watcher gets the same sequence numbers: events in order, hidden parts blanked for each. A
returning client gets exactly what it missed, or a snapshot and the reason for it. `recent_events`
keeps the last events for that, and `tenures` decides as which observer a watcher sees each event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from carteado.engine.control_words import control_line
from carteado.engine.events import event_to_plain, seen_plain
from carteado.engine.game import Event, Scored
from carteado.engine.generated import maker
from carteado.engine.table import SeatKeyed, Table, evolve, observer_of, redact_table, snapshot
from carteado.engine.visibility import Observer, hidden_fields, redact
from carteado.protocol.messages import (
    DealClock,
    Events,
    Live,
    Odds,
    Position,
    Presence,
    Snapshot,
    TurnClock,
)
from carteado.server.table.delay import Delay, Late
from carteado.server.table.recent_events import TAIL, RecentEvents
from carteado.server.table.tenures import Tenures
from carteado.server.table.viewing import Viewing
from carteado.server.table.watcher import Outgoing, Watcher

__all__ = ["Audience", "last_deal"]

ODDS_KEPT = 24
"""Published odds kept in memory for returning clients: those of about eight all-ins."""


def last_deal(table: Table) -> int:
    """Number of the last deal of the game that is played, 0 before its first."""
    game, committed = table.game, table.committed
    if committed is None or (isinstance(game, Scored) and not game.deals(table.state)):
        return 0
    return committed.deal


class Audience:
    """The watchers of one table.

    Args:
        table_id: id of the table.
        epoch: epoch under which new events are written.
        tail: how many events are kept for returning clients; a client that missed more gets a
            snapshot.

    Attributes:
        recent: the end of the table's log.
        tenures: since when each seat is its player's.
        watchers: who follows.
        delay: the delayed messages to the rail.
    """

    def __init__(self, table_id: str, epoch: int, tail: int = TAIL) -> None:
        self.table_id = table_id
        self.epoch = epoch
        self.recent = RecentEvents(tail)
        self.tenures = Tenures()
        self.watchers: dict[Watcher, None] = {}
        # Number of changes of the audience that are not events; see `changes`.
        self._moves = 0
        # Deal and odds, oldest first; see `ODDS_KEPT`.
        self._odds: list[tuple[int, Odds]] = []
        self._viewing = Viewing(table_id)
        self.delay = Delay()

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return self.recent.seq

    @property
    def changes(self) -> int:
        """A number that rises with every event and every change of a watcher."""
        return self.seq + self._moves

    def load(self, events: Sequence[Event], epoch: int) -> None:
        """Load earlier events of the log, which were written under `epoch`."""
        self.recent.take(events, epoch)
        if SeatKeyed in map(type, events):
            self.tenures.note(events, self.seq)

    def memory(self) -> dict[str, Any]:
        """Plain data about the whole log for `recall`, without the events."""
        return {**self.recent.memory(), **self.tenures.memory()}

    def recall(self, seq: int, memory: Mapping[str, Any]) -> None:
        """Restore what `memory` returned when event `seq` was the last one."""
        self.recent.recall(seq, memory)
        self.tenures.recall(memory)

    def rewind(self, seq: int) -> None:
        """Go back to event `seq` as the last one; returning clients get a snapshot."""
        self.recent.rewind(seq)
        self._viewing.forget()
        self.delay.forget()

    # Live

    def publish(
        self,
        table: Table,
        events: Sequence[Event],
        plain: Sequence[dict[str, Any]],
        now_ms: int = 0,
    ) -> Outgoing:
        """Add new events; returns the message to each watcher.

        Args:
            table: the table after the events.
            events: the events of one commit, in order.
            plain: the same as plain data, for those who may see all of an event.
            now_ms: when; the rail receives them later if the table sets a delay.
        """
        first, epoch = self.seq + 1, self.epoch
        self.recent.take(events, epoch)
        if table.opened.settings.delay_ms or self.delay.seen is not None:
            late = Late(table, first, epoch, events, plain)
            if self.delay.holds(late, now_ms):
                seats = [watcher for watcher in self.watchers if watcher.seat is not None]
                return self._publish(table, first, epoch, events, plain, seats, rail=False)
        return self._publish(table, first, epoch, events, plain, self.watchers)

    def tell_rail(self, now_ms: int) -> Outgoing:
        """The delayed messages to the rail that are due."""
        out: Outgoing = []
        for late in self.delay.take(now_ms):
            self._moves += 1
            rail = [watcher for watcher in self.watchers if watcher.seat is None]
            if isinstance(late, Late):
                said = (late.table, late.first, late.epoch, late.events, late.plain)
                out.extend(self._publish(*said, rail, rail=True))
            else:
                by, message = late
                if isinstance(message, TurnClock | DealClock):
                    self.delay.clock = now_ms, message
                out.extend((watcher, message) for watcher in rail if by not in watcher.blocked)
        return out

    def _publish(
        self,
        table: Table,
        first: int,
        epoch: int,
        events: Sequence[Event],
        plain: Sequence[dict[str, Any]],
        watchers: Iterable[Watcher],
        *,
        rail: bool | None = None,
    ) -> Outgoing:
        """The message to each of some watchers; `rail` as for `Viewing.changed`."""
        made: dict[int | None, Events] = {}
        worded: dict[int | None, tuple[Events, Table]] = {}
        same = None
        for event in events:
            if _PRIVATE[type(event)]:
                break
        else:
            # Nothing in this commit is hidden from anybody, so one message serves all watchers.
            same = self._events_message(first, tuple(plain), epoch)
        out: Outgoing = []
        for watcher in watchers:
            message = same or made.get(watcher.seat)
            if message is None:
                seen = self._seen(table, watcher.seat, events, plain)
                message = made[watcher.seat] = self._events_message(first, seen, epoch)
            if watcher.view is not None:
                # Watchers with the same observer share one text.
                with_lines = worded.get(watcher.seat)
                if with_lines is None:
                    observer = observer_of(table, watcher.seat)
                    with_lines = self._with_lines(message, watcher.view, observer, events)
                    worded[watcher.seat] = with_lines
                message, watcher.view = with_lines
            out.append((watcher, message))
        if self._viewing.viewers:
            last = first + len(events) - 1
            out.extend(self._viewing.changed(table, epoch, last, rail=rail))
        return out

    def _whole_view(self, watcher: Watcher, table: Table) -> Outgoing:
        """The complete view for a watcher that wants views; the changes follow."""
        if not watcher.views:
            return []
        end = self.end_for(watcher.seat)
        return self._viewing.begin(watcher, table, self.recent.epoch_at(end), end)

    def end_for(self, seat: int | None) -> int:
        """Number of the last event that a seat or the rail may see by now."""
        behind = self.delay.seen if seat is None else None
        return self.seq if behind is None else behind.last

    def _seen_by(self, watcher: Watcher, table: Table) -> Table:
        """The table at the last event that a watcher may see by now."""
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
        """A message with lines of English, and the watcher's table after it."""
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
        """Add a watcher, or restart it; returns missed events or a snapshot, then `Live`.

        Args:
            watcher: the connection; its seat determines the observer.
            table: the table as it stands.
            after: the last event that it has, None for none.
            turned: whether the client saw that event as another observer.
        """
        self._moves += 1
        self.watchers[watcher] = None
        table, end = self._seen_by(watcher, table), self.end_for(watcher.seat)
        reason = self.recent.gap(after, end) if after is not None else "asked"
        if reason is None and after is not None:
            moved = turned or self.tenures.moved(watcher.seat, after.seq)
            reason = "reseated" if moved else None
        if after is None or reason is not None:
            return self.show(watcher, table, reason or "asked")
        out: Outgoing = []
        for missed in self.recent.missed(after.seq, end):
            out.append((watcher, self._again(table, watcher.seat, *missed)))
        # Missed events are sent without lines of English, so the fold for the lines starts at their
        # end.
        if watcher.text:
            watcher.view = redact_table(table, observer_of(table, watcher.seat))
        out.extend(self._whole_view(watcher, table))
        out.extend(self._odds_for(watcher, table, after.seq))
        out.append((watcher, self._live(watcher)))
        return out

    def _again(
        self, table: Table, seat: int | None, first: int, epoch: int, chunk: tuple[Event, ...]
    ) -> Events:
        return self._events_message(first, self.history(table, seat, first, chunk), epoch)

    def knows(self, after: Position) -> bool:
        """Whether the events after a position are kept."""
        return self.recent.gap(after, self.seq) is None

    def turns(self, seat: int | None, after: Position) -> bool:
        """Whether a watcher on `seat` may have seen a position as another observer."""
        other = after.rail is not None and after.rail != (seat is None)
        return other or self.tenures.moved(seat, after.seq)

    def next_chunk(self, table: Table, seat: int | None, after: Position) -> Events:
        """The first events after a position that is known and not the last."""
        missed = self.recent.missed(after.seq, self.end_for(seat))
        return self._again(table, seat, *next(iter(missed)))

    def show(self, watcher: Watcher, table: Table, reason: str) -> Outgoing:
        """A snapshot of the table as the watcher may see it, then `Live`."""
        self._moves += 1
        table, end = self._seen_by(watcher, table), self.end_for(watcher.seat)
        view = redact_table(table, observer_of(table, watcher.seat))
        if watcher.text:
            watcher.view = view
        message = Snapshot(
            table=self.table_id,
            epoch=self.recent.epoch_at(end),
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
        """Send everybody the table with a player's new name.

        Args:
            table: as it stands, with that name.
            rename: renames the player in the tables that the rail sees later.
        """
        self.recent.renamed()
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
        """Send a message to everybody; to the rail once it has seen the earlier events.

        Args:
            message: what.
            by: key of the speaker; players who blocked the speaker do not receive it.
            rail_only: whether only the rail receives it, at once, because it comes from the rail.
        """
        to = [watcher for watcher in self.watchers if by not in watcher.blocked]
        from_rail = getattr(message, "channel", "seats") == "rail"
        if rail_only:
            to = [watcher for watcher in to if watcher.seat is None]
        # Chat of the seats may reveal events that the rail has not seen yet; chat of the rail
        # cannot.
        elif not from_rail and self.delay.puts_off((by, message)):
            to = [watcher for watcher in to if watcher.seat is not None]
        return [(watcher, message) for watcher in to]

    def tell_clock(
        self, seat: int | None, bots: Sequence[bool], make: Callable[[], TurnClock | DealClock]
    ) -> Outgoing:
        """Send a clock to everybody except the acting player and bots.

        The rail gets the clock when it sees the decision, or the end of the deal.

        Args:
            seat: whose decision it is; None for the clock of the next deal.
            bots: whether a bot sits on each seat.
            make: returns the message; called only if somebody receives it.
        """
        to = []
        for watcher in self.watchers:
            place = watcher.seat
            if place is None or not (place == seat or bots[place]):
                to.append(watcher)
        if not to and self.delay.seen is None:
            return []
        clock = make()
        if self.delay.puts_off(("", clock)):
            to = [watcher for watcher in to if watcher.seat is not None]
        return [(watcher, clock) for watcher in to]

    def _odds_for(self, watcher: Watcher, table: Table, after: int) -> Outgoing:
        """The odds of the last deal that belong after event `after`."""
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
        """Whether a connection that is not silent follows the table from this seat."""
        return any(watcher.seat == seat and not watcher.silent for watcher in self.watchers)

    def hush(self, watcher: Watcher, silent: bool) -> None:
        """Note that a watcher's connection stopped giving signs of life, or gives one again."""
        self._moves += 1
        watcher.silent = silent

    def history(
        self, table: Table, seat: int | None, first: int, events: Iterable[Event]
    ) -> tuple[dict[str, Any], ...]:
        """Events from number `first` on, as plain data that the seat or the rail may see."""
        return tuple(
            event_to_plain(redact(event, self.tenures.observer_at(table, seat, first + at)))
            for at, event in enumerate(events)
        )

    def _live(self, watcher: Watcher) -> Live:
        end = self.end_for(watcher.seat)
        return Live(
            table=self.table_id,
            epoch=self.recent.epoch_at(end),
            seq=end,
            seat=watcher.seat,
            owner=watcher.owner,
        )


_events = maker(Events)


class _Private(dict[type, bool]):
    """Whether a type of event has hidden fields; looked up on first use."""

    def __missing__(self, kind: type) -> bool:
        private = self[kind] = bool(hidden_fields(kind))
        return private


_PRIVATE = _Private()
