"""One bot at one table: takes a seat, answers its prompts (see `decisions`), and leaves."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from carteado.bots.brain import Brain
from carteado.bots.buying import BuyIn
from carteado.bots.decisions import Decisions, Tally
from carteado.client import Client, ClientError, CommandRefused, Heard, InputError, Lost
from carteado.client.lobby import free_table, list_tables, table_named
from carteado.engine.game import Event, SatOut, SeatLeft
from carteado.engine.table import Table, TableClosed, TimedOut
from carteado.protocol.messages import Act, Join, Leave, Refused, Rematch, SitIn, TableInfo, Welcome
from carteado.protocol.notation import escape
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

__all__ = ["Player"]

LEAVE_S = 2.0
"""Seconds that an ended bot waits for the server to take its seat back."""


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
        self._report = report or (lambda line: print(escape(line), file=sys.stderr))
        self._complain = complain
        self._decisions = Decisions(
            client, brain, self.tally, chance or random.Random(), self._wrong
        )
        self._sitting = sitting or asyncio.Lock()
        self._games = games
        self._gives_up = gives_up
        self._table = ""
        self._decided_in_deal = False
        self._asked_rematch = False
        self._buying: BuyIn | None = None
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
                if self._decisions.gone is not None or self._played():
                    await self._leave()
                if self._decisions.gone is not None:
                    raise self._decisions.gone
                return self.tally
            except asyncio.CancelledError:
                if self._gives_up and self._table and self._client.online:
                    with contextlib.suppress(ClientError, TimeoutError):
                        async with asyncio.timeout(LEAVE_S):
                            await self._leave()
                raise
            finally:
                self._decisions.close()
                for task in self._commands:
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
        self._decisions.check()
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
        return self._over or self._decisions.gone is not None

    def _take(self, session_event: SessionEvent | Heard | Lost) -> None:
        """React to what happened beside the table's events."""
        match session_event:
            case Prompted() if session_event.table == self._table:
                self._decisions.prompted(session_event)
            case PromptGone() if session_event.table == self._table:
                self._decisions.stop(session_event.decision)
            case Replied(command=Act() as act, reply=Refused() as refused):
                self._decisions.refused(act, refused)
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
            case TimedOut():
                self._decisions.timed_out()
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

    def _wrong(self, decision: int, problem: str) -> None:
        """Report what is wrong with an answer."""
        if self._complain is not None:
            self._complain(problem)
        else:
            self._report(f"decision {decision}: {problem}")

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
