"""The table host: one table's authority, without I/O.

A `TableHost` is synchronous. It is given messages, the time and a source of entropy; it answers
with a `Step`: events to append and messages to send. It holds no task, socket or clock, so the same
host runs in production, in unit tests and in a simulation.

The order of every accepted command is decide, append, evolve, publish, acknowledge::

    step = host.receive(request, now_ms)          # decided; nothing has changed yet
    ... append step.events to the store ...       # when there are any
    for watcher, message in host.applied(step, now_ms): send(watcher, message)

A step without events (a refusal, a snapshot) is not applied: its replies are sent at once. Between
a step with events and its `applied` the host takes no other input; whoever drives it keeps the
table's mailbox. `due` says when to call `tick`, which deals and lets the clock decide.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.engine.game import Command, Event
from carteado.engine.plain import to_plain
from carteado.engine.table import (
    ClockSet,
    NonceCommitted,
    SeatKeyed,
    Table,
    TableClosed,
    TimedOut,
)
from carteado.protocol import messages as wire
from carteado.protocol.validation import Invalid, validator
from carteado.server.answers import Answers
from carteado.server.audience import Audience, Outgoing, Watcher
from carteado.server.clock import DecisionClock
from carteado.server.dealing import Dealing
from carteado.server.owners import Owners
from carteado.server.step import (
    Denied,
    Player,
    Request,
    Step,
    add,
    decide,
    deny,
)

__all__ = ["TableHost"]

ENDS_KEPT = 64
"""Deals whose last state is kept, for players who ask for its proofs."""


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

    Attributes:
        may_sit: asked before a player sits down; raises `Denied` where that is one seat too many.
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
    ) -> None:
        self.table = table
        self.audience = audience
        self.owners = owners or Owners()
        self.refusals: dict[str, int] = {}
        self.may_sit: Callable[[Player], None] = lambda player: None
        self._answers = answers or Answers()
        self._actions = _actions_of(table.game.actions)
        self._dealing = dealing or Dealing(entropy)
        self._seat_key = seat_key
        self._decision = decision
        self._clock: DecisionClock | None = None
        self._deal_at: int | None = None
        self._cut_at: int | None = None
        self._ends: dict[int, tuple[Table, int]] = {}

    # Driving the host

    def start(self, now_ms: int) -> None:
        """Begin, or go on after a restart: every clock has its full time again."""
        if self._dealing.pending(self.table):
            self._cut_at = now_ms + self.table.settings.nonce_ms
        self._set_clock(now_ms)
        self._plan_deal(now_ms)

    @property
    def due(self) -> int | None:
        """When `tick` has something to do, milliseconds; None for never."""
        if self.table.closed:
            return None
        if self._cut_at is not None:
            return self._cut_at
        clock = self._clock
        if clock is None:
            return self._deal_at
        # A seat that pauses is not waited for. Coming back does not give it more time than it had.
        return clock.since if self.table.state.away[clock.seat] else clock.until

    @property
    def open_decision(self) -> DecisionClock | None:
        """The decision that the table waits for, None between decisions."""
        return self._clock

    def tick(self, now_ms: int) -> Step | None:
        """What is due by now, a deal, a cut or the clock's decision; None when nothing is."""
        due = self.due
        if due is None or now_ms < due or self.table.closed:
            return None
        if self._cut_at is not None:
            return self._cut()
        if self._clock is not None:
            return self._expire(self._clock.seat)
        return self._deal()

    def receive(self, request: Request, now_ms: int) -> Step:
        """Decide a message. The table changes only with `applied`."""
        message = request.message
        number = getattr(message, "id", None)
        if number is not None:
            known = self._answers.get(request.player.key, number)
            if known is not None:
                return self._repeat(request, known, now_ms)
        try:
            if self.table.closed:
                raise deny("table/closed", "the table is closed; its log can still be read")
            return _HANDLERS[type(message)](self, request, now_ms)
        except Denied as denied:
            return self._refuse(request, denied.refusal)

    def play(self, seat: int, action: Mapping[str, Any], now_ms: int) -> Step | Refusal:
        """Decide an action for a seat that is played in this process, as `receive` an `Act`.

        There is nobody to answer and nothing to be repeated; all else is the same. The caller
        asks for the open decision alone.

        Args:
            seat: whose action.
            action: plain data of it.
            now_ms: when it came.
        """
        events: list[Event] = []
        done: list[Command] = []
        try:
            table = self._acted(seat, action, now_ms, events, done)
        except Denied as denied:
            return denied.refusal
        return Step(events=tuple(events), table=table, done=tuple(done))

    def applied(self, step: Step, now_ms: int) -> Outgoing:
        """The step's events are durable: evolve, and tell everybody what they may know."""
        before = self.table
        assert step.table is not None
        self._keep_end(before, step)
        self.table = step.table
        out: Outgoing = []
        if self.audience.watchers:
            out = self.audience.publish(step.table, step.events, step.plain)
        else:
            self.audience.load(step.events, self.audience.epoch)
        for _, reply in step.replies:
            if step.request is not None:
                self._answers.put(step.request.player.key, reply, self.table.keys)
        out.extend(step.replies)
        if not _SEATING.isdisjoint(map(type, step.events)):
            self.owners.note(step.events, step.by)
            self._reseat(step, out)
        self._move_on(before, step, now_ms, out)
        return out

    @property
    def deserted(self) -> bool:
        """Whether nobody sits at the table, no seat is kept, and nobody watches.

        Where every seat is kept for a bot of the host, the bots alone are nobody.
        """
        table, watchers = self.table, self.audience.watchers
        if None not in table.labels:
            return all(watcher.seat is not None for watcher in watchers)
        return not watchers and not any(table.keys) and not any(table.state.names)

    def end(self, reason: str) -> Step:
        """Close the table for good; its log can still be read."""
        return self._own(self.table, [], [TableClosed(reason=reason)])

    def answered(self, key: str, command: int) -> bool:
        """Whether a player's command was answered here."""
        return self._answers.get(key, command) is not None

    def opened_by(self, key: str, command: int) -> bool:
        """Whether a player's command opened this table: what it caused is the log's first event."""
        reply = self._answers.get(key, command)
        return type(reply) is wire.Ok and reply.seq == 1

    def end_of(self, deal: int) -> tuple[Table, int] | None:
        """The table as a recent deal left it and the number of its last event, None for others."""
        if deal in self._ends:
            return self._ends[deal]
        if self.table.committed is not None and self.table.committed.deal == deal:
            return self.table, self.audience.seq
        return None

    def gone(self, watcher: Watcher) -> Outgoing:
        """A watcher's connection is over, or follows no more."""
        if watcher not in self.audience.watchers:
            return []
        self.audience.drop(watcher)
        return self.audience.presence(self.table.seats)

    def _keep_end(self, before: Table, step: Step) -> None:
        committed = before.committed
        if committed is None or step.table is None:
            return
        if committed is not step.table.committed or step.ends_deal:
            self._ends.setdefault(committed.deal, (before, self.audience.seq))
            self._ends.pop(committed.deal - ENDS_KEPT, None)

    # Replies

    def _repeat(self, request: Request, known: Any, now_ms: int) -> Step:
        """Give an answer again.

        What belongs to the connection and not to the log, whose eyes it has, is done again too:
        the connection is a new one.
        """
        replies: Outgoing = [(request.watcher, known)]
        if type(request.message) is wire.Join and type(known) is wire.Ok:
            replies.extend(self._follow(request, None, now_ms))
        return Step(replies=tuple(replies))

    def _refuse(self, request: Request, refusal: Refusal) -> Step:
        self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
        number = getattr(request.message, "id", None)
        if number is None:
            return Step()
        reply = wire.Refused(
            id=number,
            code=refusal.code,
            message=refusal.message,
            details=to_plain(refusal.details),
        )
        self._answers.put(request.player.key, reply, self.table.keys)
        return Step(replies=((request.watcher, reply),))

    def _accept(
        self,
        request: Request,
        table: Table,
        events: list[Event],
        done: list[Command],
        result: Any = None,
    ) -> Step:
        number: int = request.message.id
        seq = self.audience.seq + len(events)
        reply = wire.Ok(id=number, table=table.id, seq=seq, result=result)
        return Step(
            events=tuple(events),
            table=table,
            done=tuple(done),
            by=request.player.key,
            id=number,
            result=result,
            replies=((request.watcher, reply),),
            request=request,
        )

    def _own(self, table: Table, todo: list[Command], first: Iterable[Event] = ()) -> Step:
        """A step that the table takes by itself; what the game refuses is left out."""
        events: list[Event] = []
        done: list[Command] = []
        for event in first:
            table = add(table, event, events)
        for command in todo:
            try:
                table = decide(table, command, events, done)
            except Denied as denied:
                code = denied.refusal.code
                self.refusals[code] = self.refusals.get(code, 0) + 1
        table = _restarted(self.table, table, events)
        return Step(events=tuple(events), table=table, done=tuple(done))

    # Commands

    def _act(self, request: Request, now_ms: int) -> Step:
        message: wire.Act = request.message
        seat = self._seat_of(request.player)
        events: list[Event] = []
        done: list[Command] = []
        clock = self._clock if self._clock and self._clock.seat == seat else None
        expected = clock.decision if clock else 0
        if message.decision != expected:
            raise deny(
                "action/stale_decision",
                f"decision {message.decision} is not open; for this seat it is {expected}",
                decision=message.decision,
                open=expected,
            )
        table = self._acted(seat, message.action, now_ms, events, done)
        return self._accept(request, table, events, done)

    def _acted(
        self,
        seat: int,
        plain: Mapping[str, Any],
        now_ms: int,
        events: list[Event],
        done: list[Command],
    ) -> Table:
        """The table after a seat's action; what happened is added to `events` and `done`."""
        table = self.table
        clock = self._clock if self._clock and self._clock.seat == seat else None
        try:
            action = self._actions(plain)
        except Invalid as invalid:
            problem = repr(str(invalid)[:200])[1:-1]
            raise deny("action/invalid", f"not an action of this game: {problem}") from None
        if clock is not None:
            used = clock.bank_used(now_ms)
            if used or table.expiries[seat]:
                bank = max(0, table.banks[seat] - used)
                table = add(table, ClockSet(seat=seat, bank_ms=bank), events)
        table = decide(table, commands.Act(seat=seat, action=action), events, done)
        return _restarted(self.table, table, events)

    def _join(self, request: Request, now_ms: int) -> Step:
        message: wire.Join = request.message
        player = request.player
        table = self.table
        seat = self._free_seat(player, message.seat)
        events: list[Event] = []
        done: list[Command] = []
        table = _rewound(table, (seat,), events)
        if table.keys[seat] is None:
            table = add(table, SeatKeyed(seat=seat, key=player.key), events)
        sit = commands.Sit(seat=seat, name=player.name, bot=player.bot, credit=message.credit)
        table = decide(table, sit, events, done)
        if message.commitment is not None:
            bound = NonceCommitted(seat=seat, commitment=message.commitment)
            table = add(table, bound, events)
        self.may_sit(player)
        return self._accept(request, table, events, done, result=seat)

    def _add_bot(self, request: Request, now_ms: int) -> Step:
        message: wire.AddBot = request.message
        if self.table.game.adjudicator:
            raise deny("seat/no_bots", "this game only judges what people do: no bot plays it")
        nobody = Player(key="", name=message.bot, bot=True)
        seat = self._free_seat(nobody, message.seat)
        events: list[Event] = []
        kept = SeatKeyed(seat=seat, key=self._seat_key(seat), label=message.bot)
        table = add(self.table, kept, events)
        return self._accept(request, table, events, [], result=seat)

    def _remove_bot(self, request: Request, now_ms: int) -> Step:
        seat: int = request.message.seat
        table = self.table
        if seat >= table.seats:
            last = table.seats - 1
            raise deny("seat/unknown", f"the seats are 0 to {last}, not {seat}", last=last)
        if table.labels[seat] is None:
            raise deny("seat/not_a_bot", f"none of the host's bots has seat {seat}", seat=seat)
        if not self.owners.may_remove(request.player.key, seat):
            who = "only who opened the table or asked for the bot may send it away"
            raise deny("seat/bot_not_yours", who, seat=seat)
        events: list[Event] = []
        done: list[Command] = []
        if table.state.names[seat] is None:  # it has not come yet
            table = add(table, SeatKeyed(seat=seat, key=None), events)
        else:
            table = decide(table, commands.Leave(seat=seat), events, done)
            table = _restarted(self.table, table, events)
        return self._accept(request, table, events, done, result=seat)

    def _for_seat(self, request: Request, make: Callable[[int], Command]) -> Step:
        events: list[Event] = []
        done: list[Command] = []
        seat = self._seat_of(request.player)
        table = decide(self.table, make(seat), events, done)
        table = _restarted(self.table, table, events)
        if table.expiries[seat] and type(request.message) is wire.SitIn:
            table = add(table, ClockSet(seat=seat, bank_ms=table.banks[seat]), events)
        return self._accept(request, table, events, done)

    def _leave(self, request: Request, now_ms: int) -> Step:
        return self._for_seat(request, lambda seat: commands.Leave(seat=seat))

    def _sit_out(self, request: Request, now_ms: int) -> Step:
        return self._for_seat(request, lambda seat: commands.SitOut(seat=seat))

    def _sit_in(self, request: Request, now_ms: int) -> Step:
        return self._for_seat(request, lambda seat: commands.Return(seat=seat))

    def _top_up(self, request: Request, now_ms: int) -> Step:
        amount: int = request.message.amount
        return self._for_seat(request, lambda seat: commands.TopUp(seat=seat, amount=amount))

    def _rematch(self, request: Request, now_ms: int) -> Step:
        return self._for_seat(request, lambda seat: commands.Rematch(seat=seat))

    def _nonce(self, request: Request, now_ms: int) -> Step:
        seat = self._seat_of(request.player)
        if self._dealing.nonce(self.table, seat, request.message) and self._nonces_complete():
            return self._cut()
        return Step()

    def _bind_nonce(self, request: Request, now_ms: int) -> Step:
        seat = self._seat_of(request.player)
        bound = self._dealing.bind(self.table, seat, request.message)
        return self._own(self.table, [], [bound]) if bound else Step()

    def _watch(self, request: Request, now_ms: int) -> Step:
        message: wire.Watch = request.message
        reply = wire.Ok(id=message.id, table=self.table.id, seq=self.audience.seq)
        out: Outgoing = [(request.watcher, reply)]
        out.extend(self._follow(request, message.after, now_ms, rail=message.rail))
        return Step(replies=tuple(out))

    def _unwatch(self, request: Request, now_ms: int) -> Step:
        reply = wire.Ok(id=request.message.id, table=self.table.id)
        return Step(replies=((request.watcher, reply), *self.gone(request.watcher)))

    def _chat(self, request: Request, now_ms: int) -> Step:
        message: wire.Chat = request.message
        watcher = request.watcher
        if watcher not in self.audience.watchers:
            raise deny("table/not_watching", "follow the table first to say something there")
        said = wire.ChatSaid(
            table=self.table.id,
            seat=watcher.seat,
            name=request.player.name,
            text=message.text,
        )
        heard = tuple((listener, said) for listener in self.audience.watchers)
        reply = wire.Ok(id=message.id, table=self.table.id)
        self._answers.put(request.player.key, reply, self.table.keys)
        return Step(replies=(*heard, (watcher, reply)))

    # Seats and watchers

    def seat_held(self, player: Player) -> int | None:
        """The seat on which a player sits, None for none."""
        for seat, key in enumerate(self.table.keys):
            if key == player.key and self.table.state.names[seat] is not None:
                return seat
        return None

    def _seat_of(self, player: Player) -> int:
        seat = self.seat_held(player)
        if seat is None:
            raise deny("seat/none", "you hold no seat at this table; join it first")
        return seat

    def _free_seat(self, player: Player, wanted: int | None) -> int:
        table = self.table
        free = []
        for seat, key in enumerate(table.keys):
            taken = table.state.names[seat] is not None
            if key == player.key:
                if taken:
                    raise deny("seat/already", f"you hold seat {seat} already", seat=seat)
                return seat
            if key is None and not taken:
                free.append(seat)
        if wanted is not None and wanted >= table.seats:
            last = table.seats - 1
            raise deny("seat/unknown", f"the seats are 0 to {last}, not {wanted}", last=last)
        if not free:
            raise deny("table/full", "no seat is free at this table")
        if wanted is None:
            return free[0]
        if wanted not in free:
            kept = table.state.names[wanted] is None
            raise deny(
                "seat/reserved" if kept else "seat/taken",
                f"seat {wanted} is not free; free: {', '.join(map(str, free))}",
                seat=wanted,
                free=tuple(free),
            )
        return wanted

    def _follow(
        self, request: Request, after: wire.Position | None, now_ms: int, *, rail: bool = False
    ) -> Outgoing:
        watcher = request.watcher
        seat = None if rail else self.seat_held(request.player)
        known = watcher in self.audience.watchers
        turned = known and seat != watcher.seat
        watcher.seat = seat
        out = self.audience.follow(watcher, self.table, after, turned=turned)
        out.extend(self._prompt_for(watcher, now_ms))
        if not known:
            out.extend(self.audience.presence(self.table.seats))
        return out

    def _reseat(self, step: Step, out: Outgoing) -> None:
        """Whoever sat down sees with the seat's eyes from here on, whoever got up no more."""
        moved = [w for w in self.audience.watchers if w.seat is not None and self._lost(w, step)]
        for watcher in moved:
            watcher.seat = None
            out.extend(self.audience.show(watcher, self.table, "reseated"))
        request = step.request
        if request is not None and type(request.message) is wire.Join:
            request.watcher.seat = self.seat_held(request.player)
            self.audience.watchers[request.watcher] = None
            out.extend(self.audience.show(request.watcher, self.table, "reseated"))
            moved.append(request.watcher)
        if moved:
            out.extend(self.audience.presence(self.table.seats))

    @staticmethod
    def _lost(watcher: Watcher, step: Step) -> bool:
        return any(
            type(event) is SeatKeyed and event.seat == watcher.seat and event.key is None
            for event in step.events
        )

    # Clock

    def _move_on(self, before: Table, step: Step, now_ms: int, out: Outgoing) -> None:
        """Set the clocks after a step, and ask the seat whose decision comes next."""
        table = self.table
        if not self._dealing.pending(table):
            self._cut_at = None
        elif before.committed is not table.committed:
            self._cut_at = now_ms + table.settings.nonce_ms
        asked = before.game.turn(before.state)
        turn = table.game.turn(table.state)
        if turn != asked or step.is_progress(asked):
            self._decision = self.audience.seq
            self._set_clock(now_ms)
            if turn is not None:
                self._prompt(turn, now_ms, out)
        elif turn is not None and self._concerns(before, turn):
            self._prompt(turn, now_ms, out)
        self._plan_deal(now_ms)

    def _concerns(self, before: Table, seat: int) -> bool:
        """Whether what happened changes the open decision of a seat."""
        state, game = self.table.state, self.table.game
        if state.away[seat] != before.state.away[seat]:
            return True
        return bool(game.legal(state, seat) != game.legal(before.state, seat))

    def _set_clock(self, now_ms: int) -> None:
        table = self.table
        seat = table.game.turn(table.state)
        if seat is None:
            self._clock = None
            return
        own = table.settings.decision_ms
        self._clock = DecisionClock(
            seat=seat,
            decision=self._decision,
            since=now_ms,
            bank_from=now_ms + own,
            until=now_ms + own + table.banks[seat],
        )

    def _expire(self, seat: int) -> Step:
        """The clock decides: the default action, and a pause after too many in a row."""
        table = self.table
        away = table.state.away[seat]
        in_a_row = table.expiries[seat] + (0 if away else 1)
        bank = table.banks[seat] if away else 0
        default = commands.Act(seat=seat, action=table.game.default(table.state, seat))
        todo: list[Command] = [default]
        if not away and in_a_row >= table.settings.expiries:
            todo.append(commands.SitOut(seat=seat, away=True))
        step = self._own(table, todo, [TimedOut(seat=seat, bank_ms=bank, in_a_row=in_a_row)])
        if not step.done:
            # Going on would fill the log with a clock that expires and decides nothing.
            raise RuntimeError(f"{table.game.id} refuses its own default action")
        return step

    def _prompt(self, seat: int, now_ms: int, out: Outgoing) -> None:
        message = None
        for watcher in self.audience.watchers:
            if watcher.seat == seat:
                message = message or self._prompt_message(now_ms)
                out.append((watcher, message))

    def _prompt_for(self, watcher: Watcher, now_ms: int) -> Outgoing:
        if self._clock is None or watcher.seat != self._clock.seat:
            return []
        return [(watcher, self._prompt_message(now_ms))]

    def _prompt_message(self, now_ms: int) -> wire.Prompt:
        clock, table = self._clock, self.table
        assert clock is not None
        own, bank = (0, 0) if table.state.away[clock.seat] else clock.left(now_ms)
        return wire.Prompt(
            table=table.id,
            decision=clock.decision,
            seat=clock.seat,
            legal=to_plain(table.game.legal(table.state, clock.seat)),
            default=to_plain(table.game.default(table.state, clock.seat)),
            time_ms=own,
            bank_ms=bank,
            now_ms=now_ms,
        )

    # Dealing

    def _plan_deal(self, now_ms: int) -> None:
        if self._clock is not None:  # nothing is dealt while somebody has to decide
            self._deal_at = None
            return
        table = self.table
        ready = self._wants_restart(table) or table.game.pack(table.state) is not None
        if not ready or self._cut_at is not None or table.closed:
            self._deal_at = None
        elif self._deal_at is None:
            pause = table.settings.pause_ms if table.committed is not None else 0
            self._deal_at = now_ms + pause

    @staticmethod
    def _wants_restart(table: Table) -> bool:
        return table.settings.auto_restart and table.game.over(table.state)

    def _deal(self) -> Step:
        table = self.table
        self._deal_at = None
        if self._wants_restart(table):
            return self._own(table, [commands.Rematch(seat=None)])
        pack = table.game.pack(table.state)
        if pack is None:
            return Step()
        committed = self._dealing.commit(table, pack)
        step = self._own(table, [], [committed])
        assert step.table is not None
        if self._waiting_for(table):
            return step
        return self._cut(step)

    def _waiting_for(self, table: Table) -> list[int]:
        """Seats whose nonce the cut waits for: bound to one, connected, and silent so far."""
        return [
            seat
            for seat, bound in enumerate(table.commitments)
            if bound is not None
            and not self._dealing.given(table, seat)
            and self.audience.connected(seat)
        ]

    def _nonces_complete(self) -> bool:
        return not self._waiting_for(self.table)

    def _cut(self, step: Step | None = None) -> Step:
        """Cut the committed deck and deal it.

        `step` holds the commitment where it is not durable yet: both become one commit.
        """
        table = step.table if step is not None and step.table is not None else self.table
        self._cut_at = None
        cut, deck = self._dealing.cut(table)
        cut_step = self._own(table, [commands.Deal(deck=deck)], [cut])
        if step is None:
            return cut_step
        return Step(
            events=(*step.events, *cut_step.events),
            table=cut_step.table,
            done=cut_step.done,
        )


# Building one takes longer than playing a hand; every table of a game uses the same.
_actions_of = functools.cache(validator)


def _rewound(table: Table, seats: Iterable[int], events: list[Event]) -> Table:
    """The table with the clocks of some seats as at the start."""
    bank = table.settings.bank_ms
    for seat in seats:
        if table.banks[seat] != bank or table.expiries[seat]:
            table = add(table, ClockSet(seat=seat, bank_ms=bank), events)
    return table


def _restarted(before: Table, table: Table, events: list[Event]) -> Table:
    """The table with every clock as at the start, where a new game begins on it."""
    game = table.game
    anew = game.over(before.state) and not game.over(table.state)
    if anew or any(event.type == _RESTARTED for event in events):
        return _rewound(table, range(table.seats), events)
    return table


_RESTARTED = "game_restarted"
"""Tag of the event with which a game begins anew; it may do so before it is over (`Game.total`)."""

_SEATING = frozenset({SeatKeyed, commands.SeatTaken})

_Handler = Callable[[TableHost, Request, int], Step]

_HANDLERS: Mapping[type, _Handler] = {
    wire.Act: TableHost._act,
    wire.Nonce: TableHost._nonce,
    wire.BindNonce: TableHost._bind_nonce,
    wire.Join: TableHost._join,
    wire.Leave: TableHost._leave,
    wire.SitOut: TableHost._sit_out,
    wire.SitIn: TableHost._sit_in,
    wire.TopUp: TableHost._top_up,
    wire.Rematch: TableHost._rematch,
    wire.AddBot: TableHost._add_bot,
    wire.RemoveBot: TableHost._remove_bot,
    wire.Watch: TableHost._watch,
    wire.Unwatch: TableHost._unwatch,
    wire.Chat: TableHost._chat,
}
