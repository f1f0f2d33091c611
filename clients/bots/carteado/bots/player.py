"""One bot at one table: takes a seat, answers its prompts in time, and leaves.

A decision has the time that its prompt names; the time bank is left alone while there is any of
that. The answer is wanted a margin earlier: 200 ms, or a tenth of the time where that is less. If
none has come by then, the prompt's announced default is sent in its place, counted and reported; so
it is when the answer is an exception, no action, or an action that the server refuses.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.bots.answers import BadAnswer, action_from
from carteado.bots.brain import Brain, BrainFailed, BrainGone
from carteado.bots.buying import BuyIn
from carteado.bots.view import Facts, View
from carteado.client import Client, ClientError, CommandRefused, Heard, InputError, Lost
from carteado.client.lobby import free_table, list_tables, table_named
from carteado.engine.game import Action, Event, SatOut, SeatLeft
from carteado.engine.plain import to_plain
from carteado.engine.table import Table, TableClosed, TimedOut
from carteado.protocol.messages import (
    Act,
    Join,
    Leave,
    Refused,
    Rematch,
    SitIn,
    TableInfo,
    Welcome,
)
from carteado.protocol.session_events import (
    DealFlawed,
    Happened,
    Prompted,
    PromptGone,
    Replied,
    SessionEvent,
    Snapped,
    TableStalled,
    TableStarting,
    Welcomed,
)
from carteado.protocol.session_messages import flaw_line, stalled_line

__all__ = ["MARGIN_MS", "Player", "Tally", "budget_ms"]

# A round trip to another continent, and some for a busy machine.
MARGIN_MS = 200
"""Maximum time reserved for the answer to reach the server, in milliseconds."""

LEAVE_S = 2.0
"""Seconds that an ended bot waits for the server to take its seat back."""


def budget_ms(time_ms: int, bank_ms: int) -> int:
    """Milliseconds that a bot has for a decision: its time less the margin.

    Args:
        time_ms: what is left of the decision's own time; where that is nothing, the bank counts.
        bank_ms: what is left of the time bank.
    """
    # A prompt that is repeated after a lost connection may have used up its own time.
    whole = time_ms if time_ms > 0 else bank_ms
    return max(0, whole - min(MARGIN_MS, whole // 10))


@dataclass(kw_only=True)
class Tally:
    """Counts of a bot's hands and decisions.

    Attributes:
        hands: deals at its table in which somebody had to decide, from sitting down on.
        decisions: decisions it was asked for.
        late: of these, those for which it had no answer in time, by its own clock or the table's.
        failed: those answered by an exception or by what is no action.
        illegal: those answered by an action that the server refused.
    """

    hands: int = 0
    decisions: int = 0
    late: int = 0
    failed: int = 0
    illegal: int = 0


class Player:
    """A bot's seat.

    Args:
        client: not started yet.
        brain: decides.
        table: id of the table or the beginning of it; None for the first with a free seat.
        seat: None for the first free one.
        hands: leave after so many; None to stay.
        chance: given to the brain for its chance.
        report: called with one line for everything that went wrong.
        complain: called for bad answers only, with the fault and the action played instead; they
            are reported, with the number of the decision, where it is absent.
        sitting: held while a seat is looked for, so that several bots do not want the same one.
        games: ids of the games that the bot plays; empty for every game. A seat that is kept for
            it is taken all the same.
        gives_up: whether it leaves its seat when it is cancelled, since nobody has the token with
            which it could be taken again.
    """

    def __init__(
        self,
        client: Client,
        brain: Brain,
        *,
        table: str | None = None,
        seat: int | None = None,
        hands: int | None = None,
        chance: random.Random | None = None,
        report: Callable[[str], None] | None = None,
        complain: Callable[[str], None] | None = None,
        sitting: asyncio.Lock | None = None,
        games: Sequence[str] = (),
        gives_up: bool = False,
    ) -> None:
        self.tally = Tally()
        self._client = client
        self._brain = brain
        self._wanted = table
        self._seat = seat
        self._hands = hands
        self._chance = chance or random.Random()
        self._report = report or (lambda line: print(line, file=sys.stderr))
        self._complain = complain
        self._sitting = sitting or asyncio.Lock()
        self._games = games
        self._gives_up = gives_up
        self._table = ""
        self._thinking: asyncio.Task[None] | None = None
        self._decision: int | None = None
        self._answered: int | None = None
        self._late: set[int] = set()
        self._fallback: Mapping[str, Any] | None = None
        self._decided_in_deal = False
        self._asked_rematch = False
        self._buying: BuyIn | None = None
        self._gone: BrainGone | None = None
        self._over = self._played()
        self._sat_with: Welcome | None = None
        self._commands: set[asyncio.Task[None]] = set()

    async def play(self) -> Tally:
        """Play until the hands are played or the seat is gone.

        Raises:
            ClientError: the server cannot be reached, refuses the seat, or ended the session.
            BrainGone: what decides has ended for good.
        """
        async with self._client:
            try:
                async with self._sitting:
                    await self._sit()
                await self._client.listen(self._hear)
                if self._gone is not None or self._played():
                    await self._leave()
                if self._gone is not None:
                    raise self._gone
                return self.tally
            except asyncio.CancelledError:
                if self._gives_up and self._table and self._client.online:
                    with contextlib.suppress(ClientError, TimeoutError):
                        async with asyncio.timeout(LEAVE_S):
                            await self._leave()
                raise
            finally:
                for task in (*self._commands, *([self._thinking] if self._thinking else [])):
                    task.cancel()
                if self._buying is not None:
                    self._buying.close()
                await self._brain.close()

    # The seat

    async def _sit(self) -> None:
        self._sat_with = self._client.welcome
        self._table = await self._find()
        self._buying = BuyIn(self._client, self._table)
        if all(held.table != self._table for held in self._client.welcome.seats):
            await self._client.request(Join, table=self._table, seat=self._seat)

    async def _find(self) -> str:
        # A seat from an earlier run is taken up again before any other is looked for.
        held = self._client.welcome.seats
        if self._wanted is None and held:
            return held[0].table
        tables = await list_tables(self._client)
        if self._wanted is not None:
            named = table_named(self._wanted, tables)
            if not self._plays(named):
                raise InputError(
                    f"this bot plays {', '.join(self._games)}; table {named.table} is {named.game}"
                )
            return named.table
        found = free_table([info for info in tables if self._plays(info)])
        if found is None:
            what = f"no table of {', '.join(self._games)}" if self._games else "no table"
            raise InputError(f"{what} has a free seat; open one with: carteado open")
        return found.table

    def _plays(self, info: TableInfo) -> bool:
        return not self._games or info.game in self._games

    def _hear(self, session_event: SessionEvent | Heard | Lost) -> bool:
        """Handle an event; True when the bot should stop playing."""
        if self._thinking is not None:
            self._check(self._thinking)
        # Before anything else: a process must read the event before the prompt that follows from
        # it.
        self._brain.tell(session_event)
        if type(session_event) is not Happened:
            self._take(session_event)
        elif session_event.table == self._table:  # as most are
            if type(session_event.event) in _OF_NOTE:
                self._note(session_event.event)
            if not self._over:
                self._see(session_event.after)
        return self._over or self._gone is not None

    def _take(self, session_event: SessionEvent | Heard | Lost) -> None:
        """React to what happened beside the table's events."""
        match session_event:
            case Prompted() if session_event.table == self._table:
                self._prompted(session_event)
            case PromptGone() if session_event.table == self._table:
                self._stop_thinking(session_event.decision)
            case Replied(command=Act() as act, reply=Refused() as refused):
                self._refused(act, refused)
            case Replied(command=Join(), reply=Refused() as refused):
                self._not_regained(refused)
            case Snapped() if session_event.table == self._table:
                self._see(session_event.after)
            # The first welcome is the one that `_sit` has used.
            case Welcomed() if session_event.welcome is not self._sat_with:
                self._command(self._regain(session_event))
            case TableStalled() if session_event.table == self._table:
                self._report(stalled_line(session_event))
                self._over = session_event.retry_ms is None
            case TableStarting(attempt=1) if session_event.table == self._table:
                self._report(session_event.message)
            case DealFlawed():
                self._report(flaw_line(session_event))
            case Lost(attempt=1):
                self._report(f"connection lost ({session_event.reason}); coming back")

    async def _regain(self, welcomed: Welcomed) -> None:
        """Sit down again where the server has forgotten that we sat."""
        # A restarted server may know the session and not the seat.
        if not any(held.table == self._table for held in welcomed.welcome.seats):
            await self._client.request(Join, table=self._table, seat=self._seat)

    def _not_regained(self, refused: Refused) -> None:
        """End where the seat is not given back, unless the table may still go on with us."""
        if refused.code not in _MAY_GO_ON:
            why = CommandRefused(refused.code, refused.message, refused.details)
            self._report(f"the seat is gone: {why}")
            self._over = True

    def _note(self, event: Event | Mapping[str, Any]) -> None:
        """React to an event that ends the table, or that may be about the bot's seat."""
        if isinstance(event, TableClosed):
            self._over = True
            return
        if getattr(event, "seat", None) != self._client.tables[self._table].seat:
            return
        match event:
            case SeatLeft(at_once=True):
                self._report("the seat is gone")
                self._over = True
            # The table's clock ran out before this bot's own. An answer on its way is counted when
            # it is refused.
            case TimedOut() if self._decision not in (None, self._answered):
                self._count_late(self._decision)
            case SatOut():
                self._command(self._client.request(SitIn, table=self._table))

    def _played(self) -> bool:
        """Whether as many hands are played as there were to be."""
        return self._hands is not None and self.tally.hands >= self._hands

    async def _leave(self) -> None:
        with contextlib.suppress(CommandRefused):  # the seat is gone already
            await self._client.request(Leave, table=self._table)

    def _see(self, table: Table | None) -> None:
        """Count the deals, and agree to a rematch where a game is over."""
        if table is None:
            return
        game, state = table.game, table.state
        if game.turn(state) is not None:
            self._decided_in_deal, self._asked_rematch = True, False
            return
        over = game.over(state)
        # A pack is there to be shuffled only when no deal is being played.
        if self._decided_in_deal and (over or game.pack(state) is not None):
            self._decided_in_deal = False
            self.tally.hands += 1
            self._over = self._played()
        if self._buying is not None:
            self._buying.see()
        if over and not self._asked_rematch and not table.settings.auto_restart:
            self._command(self._client.request(Rematch, table=self._table))
        self._asked_rematch = over

    # Decisions

    def _prompted(self, prompt: Prompted) -> None:
        thinking = self._thinking is not None and not self._thinking.done()
        if prompt.decision == self._answered or (thinking and prompt.decision == self._decision):
            return  # asked again after a lost connection; an answer is sent again by the session
        # A new decision means that the old one is gone, even if nothing said so.
        self._stop_thinking(self._decision)
        self._decision = prompt.decision
        self.tally.decisions += 1
        view = self._view(prompt)
        if self._brain.quick:
            self._decide_at_once(view)
        else:
            self._thinking = asyncio.create_task(self._decide(view))

    def _stop_thinking(self, decision: int | None) -> None:
        if self._thinking is not None and decision == self._decision:
            self._thinking.cancel()
            self._thinking = None

    @staticmethod
    def _check(thinking: asyncio.Task[None]) -> None:
        """Raise the error that ended a decision, such as the end of the session."""
        if thinking.done() and not thinking.cancelled():
            thinking.result()

    def _decide_at_once(self, view: View) -> None:
        try:
            answer = self._brain.answer(view)
            # A quick function cannot be interrupted, so its time is looked at afterwards.
            if not view.time_left:
                raise TimeoutError
            self._act(view, _action(answer, view))
        except (TimeoutError, BadAnswer, BrainFailed) as error:
            self._default(view, error)

    async def _decide(self, view: View) -> None:
        try:
            async with asyncio.timeout(view.time_left / 1000):
                answer = await self._brain.decide(view)
            self._act(view, _action(answer, view))
        except (TimeoutError, BadAnswer, BrainFailed) as error:
            self._default(view, error)
        except BrainGone as error:
            self._gone = error
            self._act(view, view.default)

    def _default(self, view: View, error: Exception) -> None:
        """Send the announced default where there is no answer, or none that can be."""
        if isinstance(error, TimeoutError):
            self._count_late(view.decision)
            why = "no answer in time,"
        else:
            self.tally.failed += 1
            why = f"{error};"
        self._wrong(view.decision, f"{why} {_says(view.default)} instead")
        self._act(view, view.default)

    def _count_late(self, decision: int) -> None:
        """Count a decision once, whether the bot or the table notices first."""
        self._late.add(decision)
        self.tally.late = len(self._late)

    def _refused(self, act: Act, refused: Refused) -> None:
        """Send the announced default where the server does not want the answer."""
        if refused.code == "action/stale_decision":
            self._count_late(act.decision)
        if act.decision != self._answered:
            return  # the next one was answered before the refusal came
        # Taken once, so that a refused default is not sent again.
        default, self._fallback = self._fallback, None
        if default is None or refused.code in _PASSED:
            # If the same prompt comes again, it is answered again.
            self._answered = None
            return
        self.tally.illegal += 1
        why = CommandRefused(refused.code, refused.message, refused.details)
        problem = f"{_says(act.action)} refused: {why}; {_says(default)} instead"
        self._wrong(act.decision, problem)
        self._send(act.decision, default)

    def _wrong(self, decision: int, problem: str) -> None:
        """Say what is wrong with an answer."""
        if self._complain is not None:
            self._complain(problem)
        else:
            self._report(f"decision {decision}: {problem}")

    def _act(self, view: View, action: Mapping[str, Any]) -> None:
        # Before sending, so that a refusal that comes at once finds its decision.
        self._answered, self._fallback = view.decision, view.default
        self._send(view.decision, action)

    def _send(self, decision: int, action: Mapping[str, Any]) -> None:
        # Not `request`: nobody waits, and the refusal comes as a `Replied`.
        self._client.command(Act, table=self._table, decision=decision, action=dict(action))

    def _view(self, prompt: Prompted) -> View:
        table = self._client.tables[prompt.table].table
        return View(
            seat=prompt.seat,
            legal=Facts(prompt.legal),
            default=_plain(prompt.default),
            state=Facts(table.state if table else None),
            table=table,
            decision=prompt.decision,
            bank_ms=prompt.bank_ms,
            deadline=time.monotonic() + budget_ms(prompt.time_ms, prompt.bank_ms) / 1000,
            random=self._chance,
            legal_value=prompt.legal,
        )

    def _command(self, work: Any) -> None:
        """Do something beside, whose refusal changes nothing."""

        async def guarded() -> None:
            with contextlib.suppress(ClientError):
                await work

        task = asyncio.create_task(guarded())
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)


# A set of classes, because most events are none of these and a bot sees thousands a second.
_OF_NOTE = frozenset({TableClosed, SeatLeft, TimedOut, SatOut})
# These say that the seat is there or that the table is not ready yet.
_MAY_GO_ON = frozenset(
    {"seat/already", "session/lost", "table/busy", "table/failed", "server/failed", "limit/rate"}
)
# Refusals after which the default would be refused as well.
_PASSED = frozenset({"action/stale_decision", "action/not_your_turn", "session/lost"})


def _action(answer: Any, view: View) -> Mapping[str, Any]:
    return action_from(answer, view.table.game if view.table else None)


def _plain(action: Action) -> Mapping[str, Any]:
    found: Mapping[str, Any] = to_plain(action)
    return found


def _says(action: Mapping[str, Any]) -> str:
    return " ".join(str(value) for value in (action.get("type"), *_amounts(action)))


def _amounts(action: Mapping[str, Any]) -> list[Any]:
    return [value for name, value in action.items() if name != "type"]
