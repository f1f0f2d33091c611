"""The table host: one table's authority, without I/O.

A `TableHost` is synchronous. It is given messages, the time and a source of entropy; it answers
with a `Step`: events to append and messages to send. It holds no task, socket or clock, so the same
host runs in production, in unit tests and in a simulation.

The order of every accepted command is decide, append, evolve, publish, acknowledge::

    step = host.receive(request, now_ms)          # decided; nothing has changed yet
    ... append step.events to the store ...       # when there are any
    for watcher, message in host.applied(step, now_ms): send(watcher, message)

A step without events (a refusal, a snapshot) is not applied: its replies are sent at once. Between
a step with events and its `applied` the host takes no other input; its caller keeps the
table's mailbox. `due` says when to call `tick`, which deals and lets the clock decide.

The host's work is spread over modules that know no host: `seating` (joining and leaving),
`watching` (watchers and their eyes), `schedule` (deadlines), `unprompted` (what the table does
by itself), `dealing` (decks), `answers` (replies to repeated commands).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from carteado.engine.controls import TablePaused
from carteado.engine.errors import Refusal
from carteado.engine.game import Action, Ambiguous, Leave, SitOut, act
from carteado.engine.generated import maker
from carteado.engine.plain import to_plain
from carteado.engine.table import ClockSet, Table, TableClosed, observer_of, redact_table
from carteado.protocol import messages as wire
from carteado.protocol.validation import Invalid, validator
from carteado.server.table import naming, ownership, seating, talking, waiting
from carteado.server.table import unprompted as initiative
from carteado.server.table import watching as following
from carteado.server.table.absence import Absence
from carteado.server.table.admission import Admission
from carteado.server.table.answers import Answers, Reply
from carteado.server.table.attendance import Attendance, people
from carteado.server.table.audience import Audience, Outgoing, Watcher
from carteado.server.table.clock import LATE_MS, DecisionClock, rewind_all
from carteado.server.table.dealing import Dealing
from carteado.server.table.deferred import Held
from carteado.server.table.departures import Departures
from carteado.server.table.ended_deals import EndedDeals
from carteado.server.table.minutes import Minutes
from carteado.server.table.owners import Owners
from carteado.server.table.schedule import Schedule
from carteado.server.table.step import Denied, Player, Request, Step, deny

__all__ = ["Mark", "TableHost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Where a table stood.

    Attributes:
        table: the table.
        seq: number of its last event.
        agenda: what it waited for, by the clock of then.
    """

    table: Table
    seq: int
    agenda: Schedule


class TableHost:
    """The authority of one table.

    Args:
        table: the fold of the table's log.
        audience: who follows it; has taken in the same log.
        entropy: gives so many fresh random bytes; called once for each deal.
        seat_key: key of a seat that is kept for one of the host's bots.
        answers: replies given before, from the log.
        decision: number of the decision that the table waits for, from the log.
        owners: who opened the table and asked for its bots, from the log.
        dealing: deals, with an entropy of its own; made from `entropy` when absent.
        departures: who left the table lately, from the log.
        late_ms: how much later than a deadline an answer of a person still counts, milliseconds.

    Attributes:
        agenda: what the table waits for.
        answers: replies given before.
        may_sit: asked before a player sits down; raises `Denied` where that is one seat too many.
        offers: the seats that are offered to who waits for one.
        may_be_called: asked before the table gets another title; raises `Denied` where it is taken.
        may_seat_bot: asked before a seat is kept for a bot that a player asked for, likewise.
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
        self._actions = _actions_of(table.game.actions)
        self._dealing = dealing or Dealing(entropy)
        self._seat_key = seat_key
        self.agenda = Schedule(decision, late_ms)
        self._ended_deals = EndedDeals()
        self._held = Held()
        self._absence = Absence()
        self._admission = Admission()
        self._entropy = entropy
        self._attendance = Attendance(table)
        self._minutes = Minutes()
        self.offers = waiting.Offers()
        self._talk = talking.Talk()

    # Driving the host

    def start(self, now_ms: int) -> None:
        """Begin, or go on after a restart: every clock has its full time again."""
        self.agenda.start(self.table, now_ms)
        self._minutes.note(self.table, now_ms)
        self.offers.note(self.table, now_ms)
        self.audience.delay.start(self.table, self.audience.seq, now_ms)

    def mark(self) -> Mark:
        """Where the table stands, to go back there with `rewind`."""
        return Mark(table=self.table, seq=self.audience.seq, agenda=self.agenda.copy())

    def rewind(self, mark: Mark) -> None:
        """Go back to where the table stood, as if nothing had come after that.

        For a table that nobody follows and whose log nobody keeps.
        """
        self.table = mark.table
        self.audience.rewind(mark.seq)
        self.agenda = mark.agenda.copy()
        self._ended_deals = EndedDeals()
        self._held.clear()

    @property
    def due(self) -> int | None:
        """When `tick` has something to do, milliseconds; None for never."""
        if self._attendance.change(self.table, self.audience) and not self._must_wait:
            # 0 is earlier than every message in the mailbox, so the pause is decided before them.
            return 0
        held = self._held.due(self.table)
        due = self.agenda.due(self.table) if held is None else held
        for other in (self.offers.due(self.table), self.audience.delay.due):
            if other is not None:
                due = other if due is None else min(due, other)
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
        """What is due by now; None when nothing is.

        A deal, a cut, the clock's decision, or a command that waited for the cut.
        """
        agenda, table = self.agenda, self.table
        if self._attendance.change(table, self.audience) and not self._must_wait:
            reason = "away" if table.controls.paused is None else None
            return initiative.unprompted(table, self.refusals, first=TablePaused(reason=reason))
        if (held := self.release()) is not None:
            # It counts as of its arrival: the wait for the cut costs its sender no time.
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
        self._let_removed_go(step)
        return step

    def _due_step(self, now_ms: int) -> Step:
        agenda, table = self.agenda, self.table
        cutting, pack = agenda.cutting, agenda.pack
        if agenda.clock is not None and not cutting:
            grace = bool(agenda.clock.grace)
            return initiative.expire(table, agenda.clock.seat, self.refusals, grace=grace)
        agenda.begun()
        if cutting:
            return initiative.cut(table, self._dealing, self.refusals)
        if pack is None:
            return initiative.restart(table, self.audience.connected, self.refusals)
        minutes = self._minutes.passed(table, now_ms)
        connected = self.audience.connected
        return initiative.deal(table, pack, self._dealing, connected, self.refusals, minutes)

    def release(self) -> tuple[int, Request] | None:
        """A command that waited for the cut and when it came, to be received now; None for none."""
        return self._held.release(self.table)

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
            if self.table.cutting and self._held.holds(self.table, request, now_ms):
                return Step(self.table, request)
            return _HANDLERS[type(message)](self, request, now_ms)
        except Denied as denied:
            return self._refuse(request, denied.refusal)

    def play(self, seat: int, action: Action, now_ms: int, request: Request | None = None) -> Step:
        """Let a seat act, and its clock count what it used.

        Args:
            seat: whose action; of a seat that is played in this process, the open decision's.
            action: one of the game's actions; its fields are of the types that they declare.
            now_ms: when it came.
            request: what asked for it, None for a seat that is played in this process.

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
        """The step's events are durable: evolve, and tell everybody what they may know."""
        audience, agenda, request = self.audience, self.agenda, step.request
        # Before the events are taken in: `seq` still belongs to the table as it was.
        if step.unprompted or agenda.clock is None:  # no deal ends while somebody decides
            self._ended_deals.note(step, audience.seq)
        table = self.table = step.table
        out: Outgoing = []
        # A delayed rail keeps commits for spectators who come later, even while nobody watches.
        if audience.watchers or table.settings.delay_ms or audience.delay.seen is not None:
            out = audience.publish(table, step.events, step.plain, now_ms)
        else:
            audience.take(step.events, audience.epoch)
        if request is not None:
            for _, reply in step.replies:
                self.answers.put(request.player.key, reply, table.keys)
            out.extend(step.replies)
        if step.unprompted:
            self.owners.note(step.events, step.by)
            if table.controls is not step.before.controls:
                self.offers.note(table, now_ms)
        if step.seats:
            audience.key_seats(step.events)
            self._attendance.note(table)
            # After publishing: a leaving player sees this commit with the eyes of the seat.
            following.reseat(audience, table, step, out)
        if step.seats or table.controls is not step.before.controls:
            self.departures.note(step.before, step.events, now_ms)
        if step.unprompted or step.restarted:
            self._minutes.note(table, now_ms, restarted=step.restarted)
        asked = agenda.move_on(step, audience.seq, now_ms)
        if asked is not None and audience.watchers:
            self._prompt(asked, now_ms, out)
        if agenda.clock is not None and (asked is not None or _stops_or_shows(step)):
            clock = agenda.turn_clock(table, now_ms)
            out.extend(audience.tell_clock(clock, table.state.bots))
        return out

    def prepare(self) -> None:
        """Do ahead what the next deal takes, if a decision is waited for; it may take 0.1 ms."""
        if self.agenda.clock is not None:
            self._dealing.prepare(self.table)

    def end(self, reason: str) -> Step:
        """Close the table for good; its log can still be read."""
        return initiative.unprompted(self.table, self.refusals, first=TableClosed(reason=reason))

    def gone(self, watcher: Watcher) -> Outgoing:
        """A watcher has disconnected or unsubscribed."""
        self._held.gone(watcher)
        return following.gone(self.audience, self.table, watcher)

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
        return following.deserted(self.audience, self.table)

    def seat_held(self, player: Player) -> int | None:
        """The seat on which a player sits, None for none."""
        return seating.seat_held(self.table, player)

    def answered(self, key: str, command: int) -> bool:
        """Whether a player's command was answered here."""
        return self.answers.get(key, command) is not None

    def opened_by(self, key: str, command: int) -> bool:
        """Whether a player's command opened this table: what it caused is the log's first event."""
        reply = self.answers.get(key, command)
        return type(reply) is wire.Ok and reply.seq == 1

    def end_of(self, deal: int) -> tuple[Table, int] | None:
        """The table as a recent deal left it and the number of its last event, None for others."""
        kept = self._ended_deals.of(deal)
        if kept is not None:
            return kept
        if self.table.committed is not None and self.table.committed.deal == deal:
            return self.table, self.audience.seq
        return None

    # Replies

    def _repeat(self, request: Request, known: Reply, now_ms: int) -> Step:
        """Give an answer again.

        What belongs to the connection and not to the log, whose eyes it has, is done again too:
        the connection is a new one.
        """
        replies: Outgoing = [(request.watcher, known)]
        if type(request.message) is wire.Join and type(known) is wire.Ok:
            replies.extend(self._follow(request, None, now_ms))
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

    def _accept(self, request: Request, step: Step) -> Step:
        """The step of a player's command, with the answer."""
        self._let_removed_go(step)
        number: int = request.message.id
        # The step is complete only here: removed players may just have added events to it.
        seq = self.audience.seq + len(step.events)
        reply = _ok(id=number, table=step.table.id, seq=seq, result=step.result)
        step.replies = ((request.watcher, reply),)
        return step

    def _let_removed_go(self, step: Step) -> None:
        if self.departures.removing:
            seating.let_removed_go(step, self.departures.removing)

    # Actions

    def _act(self, request: Request, now_ms: int) -> Step:
        message: wire.Act = request.message
        seat = seating.seat_of(self.table, request.player)
        clock = self.agenda.clock
        expected = clock.decision if clock is not None and clock.seat == seat else 0
        if message.decision != expected:
            instead = f"Answer decision {expected} instead." if expected else "It is not your turn."
            raise deny(
                "action/stale_decision",
                f"Decision {message.decision} is over. {instead}",
                decision=message.decision,
                open=expected,
            )
        action = self._action_of(message.action)
        return self._accept(request, self.play(seat, action, now_ms, request))

    def _action_of(self, data: Mapping[str, Any]) -> Any:
        try:
            return self._actions(data)
        except Invalid as invalid:
            problem = repr(str(invalid)[:200])[1:-1]
            raise deny("action/invalid", f"This is not an action of the game: {problem}") from None

    def _ways(self, request: Request, now_ms: int) -> Step:
        """In which ways an action can be meant, from what the player's seat sees."""
        table, message = self.table, request.message
        seat = seating.seat_of(table, request.player)
        action = self._action_of(message.action)
        ways: list[dict[str, Any]] = []
        if isinstance(table.game, Ambiguous):
            view = redact_table(table, observer_of(table, seat)).state
            for one, made in table.game.ways(view, seat, action):
                ways.append({"action": to_plain(one), "made": made})
        reply = wire.Ok(id=message.id, table=table.id, result={"ways": ways})
        return Step(table, request, ((request.watcher, reply),))

    def _prompt(self, seat: int, now_ms: int, out: Outgoing) -> None:
        message = None
        for watcher in self.audience.watchers:
            if watcher.seat == seat:
                message = message or self.agenda.prompt(self.table, now_ms)
                out.append((watcher, message))
        # The table waits for the acting player, so that player's prompt goes out first.
        out.sort(key=lambda addressed: addressed[0].seat != seat)

    # Seats

    def _join(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        player = request.player
        self._check_removed(player, now_ms)
        code = request.message.code
        self._admission.check(self.table, self.owners, player, code, now_ms)
        departure = self.departures.of(player.key, now_ms)
        step.result = seating.join(step, player, request.message, departure)
        request.watcher.owner = self.owners.rules(player.key)
        # The last check, because it reserves a seat of the quota: a later refusal would leak it.
        self.may_sit(request.player)
        waiting.end(step, player.key, "seated")
        return self._accept(request, step)

    def _wait(self, request: Request, now_ms: int) -> Step:
        step, player = Step(self.table, request), request.player
        self._check_removed(player, now_ms)
        self._admission.check(self.table, self.owners, player, request.message.code, now_ms)
        step.result = waiting.begin(step, player)
        return self._accept(request, step)

    def _stop_waiting(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        if not waiting.end(step, request.player.key, "left"):
            raise deny("table/not_waiting", "You are not on the waiting list of this table.")
        return self._accept(request, step)

    def _check_removed(self, player: Player, now_ms: int) -> None:
        if player.key in self.table.controls.banned_keys:
            return  # the admission says so: no time to wait would be true
        if wait_ms := self.departures.barred_ms(player.key, now_ms):
            minutes = -(-wait_ms // 60_000)
            text = f"The owner of this table removed you. You can sit down again in {minutes} min."
            raise deny("seat/removed", text, retry_ms=wait_ms)

    def _for_seat(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        seating.for_seat(step, request.player, request.message)
        return self._accept(request, step)

    def _add_bot(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        step.result = seating.keep_for_bot(step, request.message, self._seat_key)
        # As in `_join`: this counts the bot, so everything that may refuse comes before it.
        self.may_seat_bot(request.player, step.result)
        return self._accept(request, step)

    def _remove_bot(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        step.result = request.message.seat
        seating.send_bot_away(step, request.player, step.result, self.owners)
        return self._accept(request, step)

    def _remove(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        seat = step.result = request.message.seat
        seating.remove(
            step,
            request.player,
            seat,
            self.owners,
            self.departures,
            present=self.audience.connected(seat),
        )
        return self._accept(request, step)

    # The owner

    def _for_owner(self, request: Request, now_ms: int) -> Step:
        ownership.check_owner(self.owners, request.player)
        if type(request.message) is wire.Rename:
            self.may_be_called(request.message.title)
        step = Step(self.table, request)
        ownership.OF_THE_OWNER[type(request.message)](step, request.message)
        return self._accept(request, step)

    def _set_code(self, request: Request, now_ms: int) -> Step:
        ownership.check_owner(self.owners, request.player)
        step = Step(self.table, request)
        ownership.set_code(step, request.message, self._entropy)
        return self._accept(request, step)

    def _ban(self, request: Request, now_ms: int) -> Step:
        ownership.check_owner(self.owners, request.player)
        step, seat = Step(self.table, request), request.message.seat
        seating.check_person(self.table, seat)
        if self.table.keys[seat] == request.player.key:
            raise deny("seat/own", "you cannot ban yourself")
        ownership.ban(step, seat)
        # `remove` refuses a player who is leaving already; the ban holds all the same.
        if seat not in self.departures.removing:
            present = self.audience.connected(seat)
            seating.remove(
                step, request.player, seat, self.owners, self.departures, present=present
            )
        return self._accept(request, step)

    def _mute(self, request: Request, now_ms: int) -> Step:
        ownership.check_owner(self.owners, request.player)
        step = Step(self.table, request)
        name, key = self._talk.player_named(self.table, request.message.name)
        talking.mute(step, request.player, name, key)
        return self._accept(request, step)

    def _hand_over(self, request: Request, now_ms: int) -> Step:
        ownership.check_owner(self.owners, request.player)
        step, seat = Step(self.table, request), request.message.seat
        if seat == self.seat_held(request.player):
            raise deny("table/unchanged", "the table is yours already")
        ownership.hand_over(step, seat, "handed_over")
        return self._accept(request, step)

    def _rekey(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        seating.rekey(step, request.player, request.message.key, self.owners)
        return step

    def _call(self, request: Request, now_ms: int) -> Step:
        """A player is called otherwise from now on; nothing has happened at the table."""
        table = naming.with_name(self.table, request.message)
        if table is self.table:
            return Step(table, request)
        # The one change of a table without an event: names are not in the log.
        self.table = table
        out = self.audience.call(table, lambda seen: naming.with_name(seen, request.message))
        if (clock := self.agenda.clock) is not None:  # a snapshot takes the prompt away
            self._prompt(clock.seat, now_ms, out)
            for watcher in self.audience.watchers:
                turn = self._clock_for(watcher, now_ms)
                if turn is not None and watcher.seat != clock.seat:
                    out.append((watcher, turn))
        return Step(table, request, tuple(out))

    def _knock(self, request: Request, now_ms: int) -> Step:
        step = Step(self.table, request)
        step.result = ownership.knock(step, request.player)
        return self._accept(request, step)

    def pass_ownership(self) -> Step | None:
        """Make the person who sat here longest the owner, because the owner is gone.

        None where no other person is there.
        """
        owner = self.owners.opener
        here = [
            seat
            for seat in people(self.table)
            if self.audience.connected(seat) and self.table.keys[seat] != owner
        ]
        if not here:
            return None
        step = Step(self.table)
        ownership.hand_over(step, min(here, key=self.audience.seated_since), "owner_gone")
        return step

    def pause(self, seats: Iterable[int]) -> Step | None:
        """Let seats sit out; None where they do already."""
        away = self.table.state.away
        todo = [SitOut(seat=seat, away=True) for seat in seats if not away[seat]]
        step = (
            None if self.table.cutting else initiative.unprompted(self.table, self.refusals, todo)
        )
        return step if step is not None and step.events else None

    def release_absent(self, now_ms: int) -> Step | None:
        """Let absent players get up from a cash table; None where nobody was absent for too long.

        To be called every few seconds, while no step is under way.
        """
        if self.table.cutting:  # who takes part in the deal is settled
            return None
        # Nobody loses a seat while the owner has stopped the table.
        if self.table.controls.paused == "owner":
            self._absence = Absence()  # a pause of the owner counts against nobody
            return None
        seats = self._absence.overdue(self.table, self.audience.connected, now_ms)
        step = initiative.unprompted(
            self.table, self.refusals, [Leave(seat=seat) for seat in seats]
        )
        return step if step.events else None

    # Watchers

    def _watch(self, request: Request, now_ms: int) -> Step:
        message: wire.Watch = request.message
        closed_ms = self.audience.delay.closed_until - now_ms
        seat = following.seat_to_follow(self.table, request.player, rail=message.rail)
        if closed_ms > 0 and seat is None:
            text = f"Spectators see this table {-(-closed_ms // 1000)} s after its restart."
            raise deny("table/starting", text, retry_ms=closed_ms)
        reply = wire.Ok(id=message.id, table=self.table.id, seq=self.audience.seq)
        out: Outgoing = [(request.watcher, reply)]
        out.extend(self._follow(request, message.after, now_ms, rail=message.rail))
        return Step(self.table, request, tuple(out))

    def _follow(
        self, request: Request, after: wire.Position | None, now_ms: int, *, rail: bool = False
    ) -> Outgoing:
        watcher, clock = request.watcher, self.agenda.clock
        known = watcher in self.audience.watchers
        watcher.owner = self.owners.rules(request.player.key)
        out = following.follow(self.audience, self.table, request, after, rail=rail)
        if clock is not None and watcher.seat == clock.seat:
            out.append((watcher, self.agenda.prompt(self.table, now_ms)))
        elif (turn := self._clock_for(watcher, now_ms)) is not None:
            out.append((watcher, turn))
        if not known:
            out.extend(self.audience.presence(self.table.seats))
        return out

    def _clock_for(self, watcher: Watcher, now_ms: int) -> wire.TurnClock | None:
        """The clock of the decision that a watcher of another seat, or of the rail, sees open."""
        if watcher.seat is None and self.audience.delay.seen is not None:
            return self.audience.delay.clock_now(now_ms)
        is_bot = watcher.seat is not None and self.table.state.bots[watcher.seat]
        if self.agenda.clock is None or is_bot:
            return None
        return self.agenda.turn_clock(self.table, now_ms)

    def _unwatch(self, request: Request, now_ms: int) -> Step:
        reply = wire.Ok(id=request.message.id, table=self.table.id)
        gone = self.gone(request.watcher)
        return Step(self.table, request, ((request.watcher, reply), *gone))

    def _chat(self, request: Request, now_ms: int) -> Step:
        heard = self._talk.say(self.audience, self.table, request)
        return self._done(request, heard)

    def _block(self, request: Request, now_ms: int) -> Step:
        if type(request.message) is wire.Block:
            self._talk.block(self.table, request)
        else:
            self._talk.unblock(request)
        return self._done(request)

    def _done(self, request: Request, updates: Iterable[tuple[Watcher, Any]] = ()) -> Step:
        """The step of a command that nothing follows from in the log."""
        reply = wire.Ok(id=request.message.id, table=self.table.id)
        self.answers.put(request.player.key, reply, self.table.keys)
        return Step(self.table, request, (*updates, (request.watcher, reply)))

    # Dealing

    def _nonce(self, request: Request, now_ms: int) -> Step:
        table, dealing = self.table, self._dealing
        seat = seating.seat_of(table, request.player)
        taken = dealing.nonce(table, seat, request.message)
        if not taken or dealing.awaited(table, self.audience.connected):
            return Step(self.table, request)
        self.agenda.begun()
        return initiative.cut(table, dealing, self.refusals)

    def _bind_nonce(self, request: Request, now_ms: int) -> Step:
        seat = seating.seat_of(self.table, request.player)
        bound = self._dealing.bind(self.table, seat, request.message)
        return initiative.unprompted(self.table, self.refusals, first=bound)


_ok = maker(wire.Ok)


def _stops_or_shows(step: Step) -> bool:
    """Whether a step stops the clock or lets it go on, or shows somebody the table anew."""
    return step.seats or step.before.controls.paused != step.table.controls.paused


def _welcome(*guest: object) -> None:
    """Nobody exceeds a limit."""


# Building one takes longer than playing a hand; every table of a game uses the same.
_actions_of = functools.cache(validator)

_Handler = Callable[[TableHost, Request, int], Step]

_HANDLERS: Mapping[type, _Handler] = {
    **dict.fromkeys(seating.OF_A_SEAT, TableHost._for_seat),
    wire.Act: TableHost._act,
    wire.Ways: TableHost._ways,
    wire.Nonce: TableHost._nonce,
    wire.BindNonce: TableHost._bind_nonce,
    wire.Join: TableHost._join,
    wire.AddBot: TableHost._add_bot,
    wire.Remove: TableHost._remove,
    wire.RemoveBot: TableHost._remove_bot,
    **dict.fromkeys(ownership.OF_THE_OWNER, TableHost._for_owner),
    wire.SetCode: TableHost._set_code,
    wire.Ban: TableHost._ban,
    wire.HandOver: TableHost._hand_over,
    wire.Knock: TableHost._knock,
    seating.Rekey: TableHost._rekey,
    naming.Called: TableHost._call,
    wire.Watch: TableHost._watch,
    wire.Unwatch: TableHost._unwatch,
    wire.Wait: TableHost._wait,
    wire.StopWaiting: TableHost._stop_waiting,
    wire.Mute: TableHost._mute,
    wire.Block: TableHost._block,
    wire.Unblock: TableHost._block,
    **dict.fromkeys((wire.Chat, wire.Phrase, wire.React), TableHost._chat),
}
