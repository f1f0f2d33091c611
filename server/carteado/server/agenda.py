"""What a table waits for, and until when: a decision, the cut of a deck, the next deal."""

from __future__ import annotations

from carteado.engine.cards import Card
from carteado.engine.plain import to_plain
from carteado.engine.slots import maker
from carteado.engine.table import Table
from carteado.protocol.messages import Prompt
from carteado.server.clock import DecisionClock, opened
from carteado.server.dealing import Dealing
from carteado.server.step import Step

__all__ = ["Agenda"]


class Agenda:
    """Looks ahead from a table as it stands; to be told of every change.

    Args:
        decision: number of the decision that the table waits for, from the log.

    Attributes:
        clock: the decision that the table waits for, None between decisions.
        pack: what is dealt when a deal is due; None where a new game is.
    """

    def __init__(self, decision: int = 0) -> None:
        self.clock: DecisionClock | None = None
        self.pack: tuple[Card, ...] | None = None
        self._decision = decision
        self._cut_at: int | None = None
        self._deal_at: int | None = None

    @property
    def cutting(self) -> bool:
        """Whether a deck is committed and its cut is waited for."""
        return self._cut_at is not None

    def start(self, table: Table, now_ms: int) -> None:
        """Begin, or go on after a restart: every clock has its full time again."""
        if Dealing.pending(table):
            self._cut_at = now_ms + table.settings.nonce_ms
        self._await(table, table.game.turn(table.state), self._decision, now_ms)

    def copy(self) -> Agenda:
        """Another agenda that waits for the same."""
        twin = Agenda(self._decision)
        twin.clock, twin.pack = self.clock, self.pack
        twin._cut_at, twin._deal_at = self._cut_at, self._deal_at
        return twin

    def begun(self) -> None:
        """The cut or the deal that was due is under way."""
        self._cut_at = self._deal_at = None

    def move_on(self, step: Step, seq: int, now_ms: int) -> int | None:
        """Look ahead again after a step.

        Args:
            step: it is durable.
            seq: number of its last event, which becomes that of a decision it opens.
            now_ms: when.

        Returns:
            The seat that has to be asked for its decision, or told that it changed, else None.
        """
        table = step.table
        if step.own:
            self._await_cut(step.before, table, now_ms)
        clock = self.clock
        asked = None if clock is None else clock.seat
        turn = table.game.turn(table.state)
        if turn == asked and not step.is_progress(asked):
            if turn is None:
                self._plan_deal(table, now_ms)
            elif not _changes(step.before, table, turn):
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
            self.clock = opened(table, turn, decision, now_ms)
            self._deal_at = None  # nothing is dealt while somebody has to decide

    def _await_cut(self, before: Table, table: Table, now_ms: int) -> None:
        if before.committed is not table.committed or before.nonces is not table.nonces:
            waits = Dealing.pending(table)
            self._cut_at = now_ms + table.settings.nonce_ms if waits else None

    def due(self, table: Table) -> int | None:
        """When there is something to do at the table, milliseconds; None for never."""
        if table.closed:
            return None
        clock = self.clock
        if self._cut_at is not None:
            return self._cut_at
        if clock is None:
            return self._deal_at
        # A seat that pauses is not waited for; coming back gives it no more time than it had.
        return clock.since if table.state.away[clock.seat] else clock.until

    def _plan_deal(self, table: Table, now_ms: int) -> None:
        settings, game, state = table.opened.settings, table.game, table.state
        anew = settings.auto_restart and game.over(state)
        self.pack = None if anew else game.pack(state)
        ready = anew or self.pack is not None
        if not ready or self._cut_at is not None or table.closed:
            self._deal_at = None
        elif self._deal_at is None:
            pause = settings.pause_ms if table.committed is not None else 0
            self._deal_at = now_ms + pause

    def prompt(self, table: Table, now_ms: int) -> Prompt:
        """The question to the seat whose decision is open."""
        clock = self.clock
        assert clock is not None
        game, state, seat = table.game, table.state, clock.seat
        own, bank = (0, 0) if state.away[seat] else clock.left(now_ms)
        return _prompt(
            table=table.id,
            decision=clock.decision,
            seat=seat,
            legal=to_plain(game.legal(state, seat)),
            default=to_plain(game.default(state, seat)),
            time_ms=own,
            bank_ms=bank,
            now_ms=now_ms,
        )


_prompt = maker(Prompt)


def _changes(before: Table, table: Table, seat: int) -> bool:
    """Whether what happened changes the open decision of a seat."""
    state, game = table.state, table.game
    if state.away[seat] != before.state.away[seat]:
        return True
    return bool(game.legal(state, seat) != game.legal(before.state, seat))
