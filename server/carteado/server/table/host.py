"""The table host: one table's authority, without I/O.

A `TableHost` is synchronous. Its inputs are messages, the time and a source of entropy; its output
is a `Step`: events to append and messages to send. It holds no task, socket or clock, so the same
host runs in production, in unit tests and in a simulation.

The order of every accepted command is decide, append, evolve, publish, acknowledge::

    step = host.receive(request, now_ms)          # decided; nothing has changed yet
    ... append step.events to the store ...       # when there are any
    for watcher, message in host.applied(step, now_ms): send(watcher, message)

A step without events (a refusal, a snapshot) is not applied: its replies are sent at once. Between
a step with events and its `applied` the host takes no other input; its caller keeps the
table's mailbox. `due` says when to call `tick`, which deals and lets the clock decide.

`handlers` names the function that decides each message; those in `play_requests`, `seat_requests`,
`owner_requests` and `watch_requests` know the host. The rules they ask know no host: `seating`
(joining and leaving), `ownership`, `waiting`, `watching` (whose eyes a watcher has), `schedule`
(deadlines), `unprompted` (what the table does by itself), `dealing` (decks), `answers` (replies to
repeated commands).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from carteado.engine.controls import USUAL, TablePaused
from carteado.engine.errors import Refusal
from carteado.engine.game import Action, SitOut, act
from carteado.engine.generated import maker
from carteado.engine.plain import to_plain
from carteado.engine.table import ClockSet, Table, TableClosed
from carteado.protocol import messages as wire
from carteado.protocol.validation import validator
from carteado.server.table import ownership, seating, talking, unprompted, waiting, watching
from carteado.server.table.absence import Absence
from carteado.server.table.admission import Admission
from carteado.server.table.answers import Answers, Reply
from carteado.server.table.attendance import Attendance
from carteado.server.table.audience import Audience
from carteado.server.table.clock import LATE_MS, DecisionClock, rewind_all
from carteado.server.table.dealing import Dealing
from carteado.server.table.deferred import Deferred
from carteado.server.table.departures import Departures
from carteado.server.table.ended_deals import EndedDeals
from carteado.server.table.handlers import HANDLERS
from carteado.server.table.minutes import Minutes
from carteado.server.table.owners import Owners
from carteado.server.table.schedule import Schedule
from carteado.server.table.step import Denied, Player, Request, Step, deny
from carteado.server.table.watch_requests import bring_up_to_date, clock_changes, prompt
from carteado.server.table.watcher import Outgoing, Watcher

__all__ = ["Mark", "TableHost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A state of a table that `rewind` can go back to.

    Attributes:
        table: the table.
        seq: number of its last event.
        agenda: its schedule at that time.
    """

    table: Table
    seq: int
    agenda: Schedule


class TableHost:
    """The authority of one table.

    Args:
        table: the fold of the table's log.
        audience: its watchers; has loaded the same log.
        entropy: gives so many fresh random bytes; called once for each deal.
        seat_key: key of a seat that is kept for one of the host's bots.
        answers: replies given before, from the log.
        decision: number of the decision that the table waits for, from the log.
        owners: the owner and the players who added the bots, from the log.
        dealing: deals, with an entropy of its own; made from `entropy` when absent.
        departures: recent departures, from the log.
        late_ms: how much later than a deadline an answer of a person still counts, milliseconds.

    Attributes:
        agenda: what the table waits for.
        answers: replies given before.
        may_sit: called before a player sits down; raises `Denied` if the player has too many seats.
        offers: the seats that are offered to waiting players.
        may_be_called: called before the table gets another title; raises `Denied` if it is taken.
        may_seat_bot: called before a seat is kept for a bot that a player adds, likewise.
    """

    def __init__(
        self,
        table: Table,
        audience: Audience,
        entropy: Callable[[int], bytes],
        seat_key: Callable[[int], str],
        answers: Answers | None = None,
        decision: int = 0,
        owners: Owners | None = None,
        dealing: Dealing | None = None,
        departures: Departures | None = None,
        late_ms: int = LATE_MS,
    ) -> None:
        self.table = table
        self.audience = audience
        self.owners = owners or Owners()
        self.departures = departures or Departures()
        self.refusals: dict[str, int] = {}
        self.may_sit: Callable[[Player], None] = _welcome
        self.may_seat_bot: Callable[[Player, int], None] = _welcome
        self.may_be_called: Callable[[str], None] = _welcome
        self.answers = answers or Answers()
        self.actions = _actions_of(table.game.actions)
        self.dealing = dealing or Dealing(entropy)
        self.seat_key = seat_key
        self.agenda = Schedule(decision, late_ms)
        self._ended_deals = EndedDeals()
        self._deferred = Deferred()
        self._absence = Absence()
        self.admission = Admission()
        self.entropy = entropy
        self._attendance = Attendance(table)
        self._minutes = Minutes()
        self.offers = waiting.Offers()
        self.talk = talking.Talk()

    # Driving the host

    def start(self, now_ms: int) -> None:
        """Begin, or continue after a restart: every clock has its full time again."""
        self.agenda.start(self.table, now_ms)
        self._minutes.note(self.table, now_ms)
        self.offers.note(self.table, now_ms)
        self.audience.delay.start(self.table, self.audience.seq, now_ms)

    def mark(self) -> Mark:
        """The present state of the table, for `rewind`."""
        return Mark(table=self.table, seq=self.audience.seq, agenda=self.agenda.copy())

    def rewind(self, mark: Mark) -> None:
        """Go back to a marked state, as if nothing had happened since.

        For a table that nobody follows and whose log nobody keeps.
        """
        self.table = mark.table
        self.audience.rewind(mark.seq)
        self.agenda = mark.agenda.copy()
        self._ended_deals = EndedDeals()
        self._deferred.clear()

    @property
    def due(self) -> int | None:
        """The time of the next `tick`, milliseconds; None for never."""
        table, audience, attendance = self.table, self.audience, self._attendance
        # Called several times for each action; most tables have only the schedule.
        usual = table.controls is USUAL
        if (
            (attendance.only is not None or not usual)
            and attendance.change(table, audience)
            and not self._must_wait
        ):
            # 0 is earlier than every message in the mailbox, so the pause is decided before them.
            return 0
        due = self.agenda.due(table)
        if self._deferred.waiting and (held := self._deferred.due(table)) is not None:
            due = held
        if not usual:
            due = _earlier(due, self.offers.due(table))
        if audience.delay.kept:
            due = _earlier(due, audience.delay.due)
        return due

    @property
    def _must_wait(self) -> bool:
        """Whether neither a pause nor its end may come now."""
        return self.table.cutting or self.table.closed

    @property
    def open_decision(self) -> DecisionClock | None:
        """The decision that the table waits for, None between decisions."""
        return self.agenda.clock

    def tick(self, now_ms: int) -> Step | None:
        """The step that is due; None if nothing is due.

        A deal, a cut, the clock's decision, or a command that waited for the cut.
        """
        agenda, table = self.agenda, self.table
        if self._attendance.change(table, self.audience) and not self._must_wait:
            reason = "away" if table.controls.paused is None else None
            return unprompted.unprompted(table, self.refusals, first=TablePaused(reason=reason))
        if (held := self.release()) is not None:
            # Its time of arrival counts, so the wait for the cut costs its sender no time.
            arrived, request = held
            return self.receive(request, arrived)
        if (late := self.audience.delay.due) is not None and late <= now_ms:
            return Step(table, replies=tuple(self.audience.tell_rail(now_ms)))
        if (offer := self.offers.step(table, now_ms)) is not None:
            return offer
        due = agenda.due(table)
        if due is None or now_ms < due:
            return None
        step = self._due_step(now_ms)
        if self.departures.removing:
            seating.let_removed_go(step, self.departures.removing)
        return step

    def _due_step(self, now_ms: int) -> Step:
        agenda, table = self.agenda, self.table
        cutting, pack = agenda.cutting, agenda.pack
        if agenda.clock is not None and not cutting:
            grace = bool(agenda.clock.grace)
            return unprompted.expire(table, agenda.clock.seat, self.refusals, grace=grace)
        agenda.begun()
        if cutting:
            return unprompted.cut(table, self.dealing, self.refusals)
        if pack is None:
            return unprompted.restart(table, self.audience.connected, self.refusals)
        minutes = self._minutes.passed(table, now_ms)
        connected = self.audience.connected
        return unprompted.deal(table, pack, self.dealing, connected, self.refusals, minutes)

    def release(self) -> tuple[int, Request] | None:
        """The next command that waited for the cut, and its arrival time; None for none."""
        return self._deferred.release(self.table) if self._deferred.waiting else None

    def receive(self, request: Request, now_ms: int) -> Step:
        """Decide a message. The table changes only with `applied`.

        A command of the game that comes while a deck waits for its cut gets an empty step: it is
        decided, and answered, once the deck is dealt.
        """
        message = request.message
        number = getattr(message, "id", None)
        if number is not None:
            # Before all checks: a repeated command keeps its answer even if the table closed since.
            known = self.answers.get(request.player.key, number)
            if known is not None:
                return self._repeat(request, known, now_ms)
        try:
            if self.table.closed:
                raise deny("table/closed", "The table is closed. You can still read its log.")
            if self.table.cutting and self._deferred.holds(self.table, request, now_ms):
                return Step(self.table, request)
            return HANDLERS[type(message)](self, request, now_ms)
        except Denied as denied:
            return self._refuse(request, denied.refusal)

    def play(self, seat: int, action: Action, now_ms: int, request: Request | None = None) -> Step:
        """Apply a seat's action, and count the time that it used.

        Args:
            seat: the acting seat; for a seat that is played in this process, that of the open
                decision.
            action: one of the game's actions; its fields are of the types that they declare.
            now_ms: when it came.
            request: the player's request, None for a seat that is played in this process.

        Raises:
            Denied: the game refuses it; nothing has happened.
        """
        table, clock = self.table, self.agenda.clock
        step = Step(table, request)
        if clock is not None and clock.seat == seat:
            now_ms = self.agenda.stopped_at(clock, now_ms)
            bank = table.banks[seat]
            # A quick decision leaves the bank alone, and then the log needs no event about it.
            if clock.spare or now_ms > clock.bank_from:
                bank = clock.bank_after(bank, now_ms)
            # `ClockSet` also resets the count of decisions in a row that the clock took. If the
            # game refuses the action below, the whole step is dropped, and this event with it.
            if bank != table.banks[seat] or table.expiries[seat]:
                step.add(ClockSet(seat=seat, bank_ms=bank))
        step.decide(act(seat=seat, action=action))
        if step.restarted or clock is None:  # while a decision is open, no game is over
            rewind_all(step)
        return step

    def applied(self, step: Step, now_ms: int) -> Outgoing:
        """Apply a durable step, and return the messages to everybody who may see its events."""
        audience, agenda, request = self.audience, self.agenda, step.request
        # Before the events are taken in: `seq` still belongs to the table as it was.
        if step.unprompted or agenda.clock is None:  # no deal ends while somebody decides
            self._ended_deals.note(step, audience.seq)
        table = self.table = step.table
        out: Outgoing = []
        # A delayed rail keeps commits for spectators who come later, even while nobody watches.
        delayed = table.opened.settings.delay_ms or audience.delay.seen is not None
        if audience.watchers or delayed:
            out = audience.publish(table, step.events, step.plain, now_ms)
        else:
            audience.recent.take(step.events, audience.epoch)
        if request is not None:
            for _, reply in step.replies:
                self.answers.put(request.player.key, reply, table.keys)
            out.extend(step.replies)
        if step.unprompted:
            self.owners.note(step.events, step.by)
            if table.controls is not step.before.controls:
                self.offers.note(table, now_ms)
        if step.seats:
            audience.tenures.note(step.events, audience.seq)
            self._attendance.note(table)
            # After publishing: a leaving player sees this commit with the eyes of the seat.
            watching.reseat(audience, table, step, out)
        if step.seats or table.controls is not step.before.controls:
            self.departures.note(step.before, step.events, now_ms)
        if step.unprompted or step.restarted:
            self._minutes.note(table, now_ms, restarted=step.restarted)
        planned = agenda.deal_at
        asked = agenda.move_on(step, audience.seq, now_ms)
        if asked is not None and audience.watchers:
            prompt(self, asked, now_ms, out)
        if audience.watchers or delayed:
            out += clock_changes(self, step, planned, now_ms, asked=asked is not None)
        return out

    def prepare(self) -> None:
        """Prepare the next deal while a decision is open; takes up to 0.1 ms."""
        if self.agenda.clock is not None:
            self.dealing.prepare(self.table)

    def drain(self, now_ms: int) -> Outgoing:
        """Begin no further deal, because the server is to stop; withdraw a shown countdown."""
        agenda, table = self.agenda, self.table
        planned, agenda.draining = agenda.deal_at, True
        if planned is None:
            return []
        deal = functools.partial(agenda.deal_clock, table, now_ms)
        return self.audience.tell_clock(None, table.state.bots, deal)

    def end(self, reason: str) -> Step:
        """Close the table for good; its log can still be read."""
        return unprompted.unprompted(self.table, self.refusals, first=TableClosed(reason=reason))

    def gone(self, watcher: Watcher) -> Outgoing:
        """Note that a watcher has disconnected or unsubscribed."""
        self._deferred.gone(watcher)
        return watching.gone(self.audience, self.table, watcher)

    # Asking it

    @property
    def is_playing(self) -> bool:
        """Whether a deal is played, or about to be dealt."""
        table = self.table
        return table.cutting or table.game.turn(table.state) is not None

    @property
    def deserted(self) -> bool:
        """Whether nobody sits at the table, no seat is kept, and nobody watches.

        Where every seat is kept for a bot of the host, the bots alone are nobody.
        """
        return watching.deserted(self.audience, self.table)

    def seat_held(self, player: Player) -> int | None:
        """The seat on which a player sits, None for none."""
        return seating.seat_held(self.table, player)

    def answered(self, key: str, command: int) -> bool:
        """Whether this table has answered a player's command."""
        return self.answers.get(key, command) is not None

    def opened_by(self, key: str, command: int) -> bool:
        """Whether a player's command opened this table and so caused the log's first event."""
        reply = self.answers.get(key, command)
        return type(reply) is wire.Ok and reply.seq == 1

    def end_of(self, deal: int) -> tuple[Table, int] | None:
        """The table at the end of a recent deal and the number of its last event; else None."""
        kept = self._ended_deals.of(deal)
        if kept is not None:
            return kept
        if self.table.committed is not None and self.table.committed.deal == deal:
            return self.table, self.audience.seq
        return None

    # Replies

    def _repeat(self, request: Request, known: Reply, now_ms: int) -> Step:
        """Give an answer again.

        The part that concerns the connection and not the log, such as following the table, is done
        again for the new connection.
        """
        replies: Outgoing = [(request.watcher, known)]
        if type(request.message) is wire.Join and type(known) is wire.Ok:
            replies.extend(bring_up_to_date(self, request, None, now_ms))
        return Step(self.table, request, tuple(replies))

    def _refuse(self, request: Request, refusal: Refusal) -> Step:
        self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
        number = getattr(request.message, "id", None)
        if number is None:
            return Step(self.table, request)
        reply = wire.Refused(
            id=number,
            code=refusal.code,
            message=refusal.message,
            details=to_plain(refusal.details),
        )
        # Refusals are kept too: a command that was refused must not succeed when it is repeated.
        self.answers.put(request.player.key, reply, self.table.keys)
        return Step(self.table, request, ((request.watcher, reply),))

    def accept(self, request: Request, step: Step) -> Step:
        """The step of an accepted command, with its reply."""
        if self.departures.removing:
            seating.let_removed_go(step, self.departures.removing)
        number: int = request.message.id
        # The step is complete only here: removed players may just have added events to it.
        seq = self.audience.seq + len(step.events)
        reply = _ok(id=number, table=step.table.id, seq=seq, result=step.result)
        step.replies = ((request.watcher, reply),)
        return step

    def done(self, request: Request, updates: Iterable[tuple[Watcher, Any]] = ()) -> Step:
        """The step of a command without events."""
        reply = wire.Ok(id=request.message.id, table=self.table.id)
        self.answers.put(request.player.key, reply, self.table.keys)
        return Step(self.table, request, (*updates, (request.watcher, reply)))

    # Steps without a request

    def pass_ownership(self) -> Step | None:
        """Make the person who sat here longest the owner, because the owner is gone.

        None if no other person is there.
        """
        return ownership.pass_on(self.table, self.audience, self.owners)

    def pause(self, seats: Iterable[int]) -> Step | None:
        """Make some seats sit out; None if all of them sit out already."""
        away = self.table.state.away
        todo = [SitOut(seat=seat, away=True) for seat in seats if not away[seat]]
        step = (
            None if self.table.cutting else unprompted.unprompted(self.table, self.refusals, todo)
        )
        return step if step is not None and step.events else None

    def release_absent(self, now_ms: int) -> Step | None:
        """Free a cash table's seats whose players were absent for too long; None for none.

        Call it every few seconds, while no step is under way.
        """
        return self._absence.step(self.table, self.audience.connected, self.refusals, now_ms)


_ok = maker(wire.Ok)


def _earlier(one: int | None, other: int | None) -> int | None:
    """The earlier of two times, of which None is never."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _welcome(*guest: object) -> None:
    """The default check: accept everything."""


# Building a validator takes longer than playing a hand, so all tables of a game share one.
_actions_of = functools.cache(validator)
