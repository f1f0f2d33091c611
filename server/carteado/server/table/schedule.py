"""The table's schedule: pending decision, cut or deal, with its deadline.

A table is always in one of four states. Exactly one seat, or nobody, is asked at any time, so a
deadline belongs to the state and not to a message.

==============  ===================================  ===============================================
State           Leaves it when                       Goes to
==============  ===================================  ===============================================
idle            enough seats are taken for a deal    *pause*, with a deadline of ``pause_ms``
pause           the deadline passes: the table       *cut*, with a deadline of ``nonce_ms``
                commits a deck
pause           too few seats are left               idle
cut             every cutting seat gave its nonce,   *decision* of the first seat
                or the deadline passes
decision        the seat acts                        *decision* of the next seat, or *pause* or
                                                     idle at the end of the deal
decision        the deadline passes: the clock       the same
                takes the default action
decision        its legal actions change (somebody   the same decision: its seat is prompted again,
                leaves, a seat sits out)             the deadline stays
any             the table closes                     no state: nothing is due
pause,          the owner pauses the table, or the   the same, and nothing is due; the time that was
decision        only person at a table of bots is    left is left when the table continues
                away
==============  ===================================  ===============================================

A decision has the number of the event that opened it. An action that names another number is stale
and is refused. The deadline of a decision is the seat's own time, then its time bank
(`clock.DecisionClock`), and once, for a person among people, a grace period; a seat that sits out
has no time. After a restart every deadline starts again in full, because the time at which the
server died is not known.
"""

from __future__ import annotations

from carteado.engine.cards import Card
from carteado.engine.generated import maker
from carteado.engine.plain import to_plain
from carteado.engine.table import Table
from carteado.protocol.messages import DealClock, Prompt, TurnClock
from carteado.server.table.attendance import people
from carteado.server.table.clock import LATE_MS, DecisionClock, opened
from carteado.server.table.step import Step

__all__ = ["Schedule"]


class Schedule:
    """The next step of a table and its time; its user reports every change.

    Args:
        decision: number of the decision that the table waits for, from the log.
        late_ms: how much later than a deadline an answer of a person still counts, milliseconds.

    Attributes:
        clock: the decision that the table waits for, None between decisions.
        draining: whether no further deal begins, because the server is to stop.
        pack: the pack of the next deal; None if a new game is due instead.
    """

    def __init__(self, decision: int = 0, late_ms: int = LATE_MS) -> None:
        self.clock: DecisionClock | None = None
        self.pack: tuple[Card, ...] | None = None
        self.draining = False
        self._decision = decision
        self._late_ms = late_ms
        self._cut_at: int | None = None
        self._deal_at: int | None = None
        self._paused_at: int | None = None

    @property
    def cutting(self) -> bool:
        """Whether a committed deck waits for its cut."""
        return self._cut_at is not None

    @property
    def deal_at(self) -> int | None:
        """When the next deal begins, milliseconds; None if none is planned."""
        stands = self._paused_at is not None or self.draining
        return None if stands else self._deal_at

    def start(self, table: Table, now_ms: int) -> None:
        """Begin, or go on after a restart: every clock has its full time again."""
        if table.cutting:
            self._cut_at = now_ms + table.settings.nonce_ms
        self._paused_at = None if table.controls.paused is None else now_ms
        self._await(table, table.game.turn(table.state), self._decision, now_ms)

    def copy(self) -> Schedule:
        """An independent copy."""
        twin = Schedule(self._decision, self._late_ms)
        twin.clock, twin.pack, twin.draining = self.clock, self.pack, self.draining
        twin._cut_at, twin._deal_at = self._cut_at, self._deal_at
        twin._paused_at = self._paused_at
        return twin

    def begun(self) -> None:
        """Note that the due cut or deal has begun."""
        self._cut_at = self._deal_at = None

    def move_on(self, step: Step, seq: int, now_ms: int) -> int | None:
        """Look ahead again after a step.

        Args:
            step: it is durable.
            seq: number of its last event, which becomes that of a decision it opens.
            now_ms: when.

        Returns:
            The seat that needs a prompt, because its decision is new or has changed, else None.
        """
        table = step.table
        if step.unprompted:
            self._await_cut(step.before, table, now_ms)
            resumed = self._pause(step.before, table, now_ms)
        else:
            resumed = False
        clock = self.clock
        asked = None if clock is None else clock.seat
        turn = table.game.turn(table.state)
        # A seat may decide twice in a row: only its own action or a deal opens a new decision.
        if turn == asked and not step.is_progress(asked):
            if turn is None:
                self._plan_deal(table, now_ms)
            elif not resumed and not _changes(step.before, table, turn):
                turn = None
        else:
            self._await(table, turn, seq, now_ms)
        return turn

    def _await(self, table: Table, turn: int | None, decision: int, now_ms: int) -> None:
        """Wait for the decision of the seat whose turn it is, or for the next deal."""
        if turn is None:
            self.clock = None
            self._plan_deal(table, now_ms)
        else:
            self.clock = opened(table, turn, decision, now_ms, self._late_ms)
            self._deal_at = None  # nothing is dealt while a decision is open

    def _await_cut(self, before: Table, table: Table, now_ms: int) -> None:
        # Identity suffices: folds keep these objects except for the events of a deck.
        if before.committed is not table.committed or before.nonces is not table.nonces:
            self._cut_at = now_ms + table.settings.nonce_ms if table.cutting else None

    def _pause(self, before: Table, table: Table, now_ms: int) -> bool:
        """Stop or continue the clock if the step does so; returns whether it continues."""
        was, paused = before.controls.paused, table.controls.paused
        if was is None and paused is not None:
            self._paused_at = now_ms
        elif was is not None and paused is None and self._paused_at is not None:
            if self.clock is not None:
                self.clock.put_off(now_ms - self.stopped_at(self.clock, now_ms))
            self._deal_at = None  # planned again, with the usual time between two deals
            self._paused_at = None
            return True
        return False

    def stopped_at(self, clock: DecisionClock, now_ms: int) -> int:
        """The time on a decision's clock, which stops while the table is paused."""
        if self._paused_at is None:
            return now_ms
        # A decision opened during the pause has used no time yet.
        return min(now_ms, max(self._paused_at, clock.since))

    def due(self, table: Table) -> int | None:
        """When the table's next step is due, milliseconds; None for never."""
        if table.closed:
            return None
        clock = self.clock
        if self._cut_at is not None:
            # Before the pause: a committed deck is dealt even if the table was paused meanwhile.
            return self._cut_at
        if self._paused_at is not None:
            return None
        if clock is None:
            return self.deal_at
        # The table does not wait for a seat that sits out; on its return it has the time it had
        # left.
        away = table.state.away[clock.seat]
        if away:
            return clock.since
        return clock.until + (clock.grace or clock.late) if clock.timed else None

    def _plan_deal(self, table: Table, now_ms: int) -> None:
        settings, game, state = table.opened.settings, table.game, table.state
        # Two people agree on a rematch themselves; a table of bots, or with one person, continues.
        restarted = settings.auto_restart and game.over(state) and len(people(table)) < 2
        self.pack = None if restarted else game.pack(state)
        ready = restarted or self.pack is not None
        if not ready or self._cut_at is not None or table.closed:
            self._deal_at = None
        # A planned deal keeps its time, however often players come and go before it.
        elif self._deal_at is None:
            # No pause before the first deal: there is no result to look at.
            pause = settings.pause_ms if table.committed is not None else 0
            self._deal_at = now_ms + pause

    def prompt(self, table: Table, now_ms: int) -> Prompt:
        """The prompt to the seat whose decision is open."""
        clock = self.clock
        assert clock is not None
        game, state, seat = table.game, table.state, clock.seat
        own, bank = self._left(table, clock, now_ms)
        return _prompt(
            table=table.id,
            decision=clock.decision,
            seat=seat,
            legal=to_plain(game.legal(state, seat)),
            default=to_plain(game.default(state, seat)),
            time_ms=own,
            bank_ms=bank,
            now_ms=now_ms,
            timed=clock.timed,
        )

    def turn_clock(self, table: Table, now_ms: int) -> TurnClock:
        """The time left to the acting seat, for everybody else."""
        clock = self.clock
        assert clock is not None
        own, bank = self._left(table, clock, now_ms)
        return _turn_clock(
            table=table.id,
            decision=clock.decision,
            seat=clock.seat,
            time_ms=own,
            bank_ms=bank,
            now_ms=now_ms,
            timed=clock.timed,
            paused=self._paused_at is not None,
        )

    def deal_clock(self, table: Table, now_ms: int) -> DealClock:
        """The time until the next deal, for everybody."""
        due = self.deal_at
        left = None if due is None else max(0, due - now_ms)
        return DealClock(table=table.id, time_ms=left, now_ms=now_ms)

    def _left(self, table: Table, clock: DecisionClock, now_ms: int) -> tuple[int, int]:
        if table.state.away[clock.seat]:
            return 0, 0
        return clock.left(self.stopped_at(clock, now_ms))


_prompt = maker(Prompt)
_turn_clock = maker(TurnClock)


def _changes(before: Table, table: Table, seat: int) -> bool:
    """Whether an event changes the open decision of a seat."""
    state, game = table.state, table.game
    if state.away[seat] != before.state.away[seat]:
        return True
    return bool(game.legal(state, seat) != game.legal(before.state, seat))
