"""The table for people who type: one or several of them at one terminal.

A desk holds a client for each person. What everybody sees is printed as it happens (`views` says
what that is).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.client import ClientError, CommandRefused, Heard, Lost
from carteado.client.talking import chat_line, place_line, reaction_line
from carteado.clients.cli.adding import Adding
from carteado.clients.cli.allins import can_count, odds_behind, odds_lines
from carteado.clients.cli.card_lines import TableLine, event_table_line
from carteado.clients.cli.dialect import Lines
from carteado.clients.cli.flood import Flood
from carteado.clients.cli.presence import Connections
from carteado.clients.cli.records import LastDeal, kind_of
from carteado.clients.cli.views import HISTORY, Person, Views
from carteado.engine.controls import CONTROL_EVENTS
from carteado.engine.errors import EngineError
from carteado.engine.game import Event, SatOut
from carteado.engine.table import SeatRemoved, Table, TableClosed, TimedOut, redact_table
from carteado.engine.visibility import RAIL, redact
from carteado.engine.words import seat_name
from carteado.protocol.messages import Odds
from carteado.protocol.session_events import (
    Announcement,
    ChatHeard,
    DealFlawed,
    Happened,
    OddsReceived,
    PlaceChanged,
    PresenceChanged,
    Prompted,
    PromptGone,
    ReactionSeen,
    SessionEvent,
    Snapped,
    TableStalled,
    TableStarting,
    TableWaits,
    Unreadable,
    Welcomed,
)
from carteado.protocol.session_messages import flaw_line, stalled_line, waiting_line

__all__ = ["Desk"]

_WHY = {
    "reseated": "You have a seat. The table as it stands:",
    "too_far": "Much has happened meanwhile. The table as it stands:",
    "rewound": "The server went back a little. The table as it stands:",
}
"""Sentences before the table is shown again, by the server's reason."""

# Enough to read the choices again and to type a line.
WARN_S = 10
"""Seconds before a deadline at which the terminal warns the player."""


@dataclass(kw_only=True)
class Desk(Views):
    """The terminal: it prints what happens and carries out typed lines.

    Attributes:
        watching: whether the table is only watched.
        closed: the watched table has been closed.
        adding: chips that the first player adds.
    """

    watching: bool = False
    closed: bool = False
    _heard: tuple[int, int] = (0, 0)
    """Epoch and number of the last event that was printed."""
    _warned: deque[DealFlawed] = field(default_factory=lambda: deque(maxlen=HISTORY))
    _counted: int = 0
    _deciding: bool = False
    _connections: Connections = field(default_factory=Connections)
    _flood: Flood = field(default_factory=Flood)
    adding: Adding = field(init=False)

    def __post_init__(self) -> None:
        self.adding = Adding(self.people[0].client, self.screen)

    # Events

    async def listen(self, person: Person) -> None:
        """Print one person's session events until a watched table is closed.

        Raises:
            ClientError: the session ended.
        """
        async for session_event in person.client:
            match session_event:
                case Welcomed():
                    self._greeted(person, session_event)
                case Prompted() if session_event.table == self.table:
                    self._prompted(person, session_event)
                case PromptGone():
                    self._stop_warning(person)
                case Lost():
                    if session_event.attempt == 1:
                        self._aside(f"* Connection lost ({session_event.reason}). Reconnecting...")
                case Happened() if session_event.table == self.table:
                    self._happened(person, session_event)
                case DealFlawed():
                    self._warn_of(session_event)
                # Several clients hear the same news; one of them speaks for the terminal.
                case _ if person is self.people[0]:
                    self._public(session_event)
            if person is self.people[0]:
                self.adding.happened()
            if self.closed and self.watching:
                return

    def _greeted(self, person: Person, welcomed: Welcomed) -> None:
        if reason := person.greeted(welcomed.welcome.token):
            self.screen.line(
                f"* This machine cannot keep your session ({reason}): when this program ends, you "
                "lose your seat."
            )
        if person.met:
            self._shown = None
            known = welcomed.welcome.resumed
            what = (
                "Reconnected."
                if known
                else "Reconnected as a new player: the server no longer knows your session."
            )
            # With several people at the terminal, say whose connection it was.
            self._aside(f"* {person.name}: {what}" if len(self.people) > 1 else f"* {what}")
        person.met = True

    def _public(self, session_event: SessionEvent | Heard) -> None:
        """Print once what everybody at the terminal may see."""
        match session_event:
            case Snapped() if session_event.table == self.table:
                self._snapped(session_event)
            case OddsReceived() if session_event.table == self.table:
                self._odds_received(session_event)
            case ChatHeard() if session_event.table == self.table:
                self._aside(chat_line(session_event), keep=True)
            case ReactionSeen() if session_event.table == self.table:
                self._aside(reaction_line(session_event), keep=True)
            case Announcement():
                self._aside(f"* The host of the server: {session_event.text}")
            case PlaceChanged():
                self._aside(f"* {place_line(session_event.message)}")
            case PresenceChanged() if session_event.table == self.table:
                self._presence(session_event)
            case TableStalled() if session_event.table == self.table:
                self._stalled(session_event)
            case TableWaits() if session_event.table == self.table:
                self._aside(f"* {waiting_line(session_event)}")
            case TableStarting():
                if session_event.attempt == 1:
                    self._aside(f"* {session_event.message}")
            case Unreadable():
                self._unreadable(session_event)

    def _presence(self, presence: PresenceChanged) -> None:
        """Print lost connections and reconnections."""
        view = self.view()
        if view is not None:
            own = [seat for one in self.people if (seat := self.seat_of(one)) is not None]
            for line in self._connections.change(presence.connected, view.state.names, own):
                self._aside(line)

    def _aside(self, line: str, *, keep: bool = False) -> None:
        """Print a line that nothing at the terminal has caused, unless too many come.

        Args:
            line: the line.
            keep: whether `history` and `last` show it again.
        """
        for one in self._flood.lines(line):
            if keep and one is line:
                self.tell(one)
            else:
                self.screen.line(one)

    def _warn_of(self, flawed: DealFlawed) -> None:
        """Print a warning about the deal once, even if several people here receive it."""
        if flawed not in self._warned:
            self._warned.append(flawed)
            self._aside(f"* {flaw_line(flawed)}", keep=True)

    def _snapped(self, snapped: Snapped) -> None:
        if snapped.before is None:
            self.show_rules()
        # `watch` was typed for the table that is on the screen already.
        elif snapped.reason == "asked" and self.is_shown():
            return
        elif snapped.reason == "reseated" and snapped.seat is None:
            return  # who got up knows what is on the table
        else:
            self.screen.line(f"* {_WHY.get(snapped.reason, 'The table as it stands:')}")
        self.show(at=snapped)
        if any(self._sits_out(person) for person in self.people):
            self._say_how_to_return()

    def _happened(self, person: Person, happened: Happened) -> None:
        """Print an event once, from the first client that receives it.

        The server sends it to the acting player first.
        """
        before, after = happened.before, happened.after
        # The epoch first: after a rewind the numbers begin lower again.
        place = happened.epoch, happened.seq
        # Without the game's code there is a line alone, and its reader's own cards may be in it.
        if place <= self._heard or (before is None and person is not self.people[0]):
            return
        self._heard = place
        event, line = happened.event, happened.line
        self.last_deal.happened(kind_of(event))
        # Without the game's code the event is plain data.
        if before is not None and not isinstance(event, Mapping):
            if (notable := self._line_of(event, before)).text:
                self.tell(notable)
            # Without NumPy the server's own odds are printed when they come.
            if can_count():
                self._count(before, happened, event)
        elif line:
            self.tell(line)
        if isinstance(event, TableClosed):
            self.tell(f"The table is closed: {event.reason}.")
            self.closed = True
        if isinstance(event, SatOut) and event.seat in map(self.seat_of, self.people):
            self._say_how_to_return()
        if after is not None:
            self._follow_turn(person, before, after)

    def _line_of(self, event: Event, before: Table) -> TableLine:
        """The event as a sentence; as the rail sees it if several people read."""
        if len(self.people) > 1:
            event, before = redact(event, RAIL), redact_table(before, RAIL)
        # Sitting down, commitments and the like would bury the game in lines.
        notable = event.__class__ in (SeatRemoved, TimedOut, *CONTROL_EVENTS, *before.game.events)
        return event_table_line(event, before) if notable else TableLine("")

    def _sits_out(self, person: Person) -> bool:
        """Whether a person sits out; the table then acts for the seat at once."""
        seat, table = self.seat_of(person), self.followed(person).table
        return seat is not None and table is not None and table.state.away[seat]

    def _say_how_to_return(self) -> None:
        self.screen.line("* You are sitting out. Type sitin to play again.")

    def _count(self, before: Table, happened: Happened, event: Event) -> None:
        """Print the odds of an all-in at once; the server sends its own after the run-out."""
        odds = None
        # A hostile server may deal a board that no hand has.
        with contextlib.suppress(EngineError, LookupError, ValueError):
            odds = odds_behind(before, event, epoch=happened.epoch, seq=happened.seq)
        if odds is not None:
            self._counted = odds.seq
            self._tell_odds(odds, before)

    def _stalled(self, stalled: TableStalled) -> None:
        if stalled.attempt == 1 or stalled.retry_ms is None:
            self._aside(f"* {stalled_line(stalled)}")
        if stalled.retry_ms is None:
            self.table = None
            self.closed = True

    def _unreadable(self, unreadable: Unreadable) -> None:
        if unreadable.card:
            self._aside(f"* The server sent something that is not a card: {unreadable.card!r}.")
        else:
            self._aside(f"* Cannot read a message of the server: {unreadable.problem}")
        if unreadable.final and unreadable.table == self.table:
            self.screen.line("* The table is closed: the server does not describe it correctly.")
            self.table = None
            self.closed = True

    def _odds_received(self, notable: OddsReceived) -> None:
        if notable.seq > self._counted:
            self._tell_odds(notable, self.view())

    def _tell_odds(self, odds: Odds | OddsReceived, table: Table | None) -> None:
        for line in odds_lines(odds, table.state.names if table is not None else ()):
            self.tell(self.line_of(line))

    def _follow_turn(self, person: Person, before: Table | None, after: Table) -> None:
        game, turn = after.game, after.game.turn(after.state)
        if turn is not None:
            self._deciding = True
            # A repeated event of the same turn is not announced again.
            if before is None or game.turn(before.state) != turn:
                self._announce(after, turn)
        elif self._deciding and (game.over(after.state) or game.pack(after.state) is not None):
            self._deciding = False
            self.show(person)
        if game.over(after.state) and not (before is not None and game.over(before.state)):
            self.tell(
                "The game is over." + ("" if self.watching else " Type rematch to play again.")
            )

    def _announce(self, table: Table, turn: int) -> None:
        mine = any(self.seat_of(person) == turn for person in self.people)
        if not mine and not table.state.bots[turn]:
            self.screen.line(f"  ... {seat_name(table.state.names, turn)} to act")

    def _prompted(self, person: Person, prompt: Prompted) -> None:
        # The table acts at once for a player who sits out, so a prompt would be gone before it is
        # read.
        if self._sits_out(person):
            return
        table = self.followed(person).table
        left = _time_of(prompt, table)
        if not self.is_shown(person):
            self.show(person)
        self.offer(person, f"{left}: {self.choices(prompt, table)}")
        self._stop_warning(person)
        if prompt.timed:
            person.warning = asyncio.create_task(self._warn(prompt))

    async def _warn(self, prompt: Prompted) -> None:
        end = time.monotonic() + (prompt.time_ms + prompt.bank_ms) / 1000
        await asyncio.sleep(max(0.0, end - time.monotonic() - WARN_S))
        left = max(1, round(end - time.monotonic()))
        # A shorter time was printed with the prompt itself.
        if prompt.time_ms + prompt.bank_ms > WARN_S * 1000:
            self.screen.line(f"* {left} s left to act")

    def _stop_warning(self, person: Person) -> None:
        if person.warning is not None:
            person.warning.cancel()
            person.warning = None

    def forget(self) -> None:
        """Clear the history before another table becomes the current one."""
        self.history.clear()
        self.last_deal = LastDeal()
        self._heard = (0, 0)
        self._counted = 0
        self._connections = Connections()

    def take_back(self) -> bool:
        """Forget the chips that wait to be added at the current table; False if none do."""
        return self.adding.take_back(self.table or "")

    # Work

    async def run(self, lines: Lines, say: Callable[[str], Any]) -> None:
        """Print events and carry out typed lines until the input ends or somebody quits.

        Args:
            lines: the typed lines.
            say: carries out one line; True ends the program.

        Raises:
            ClientError: a session ended.
        """
        jobs = [asyncio.create_task(self.listen(person)) for person in self.people]
        jobs.append(asyncio.create_task(self._type(lines, say)))
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            # Raises what ended the session, if that is why it stopped.
            for job in done:
                job.result()
        finally:
            for person in self.people:
                self._stop_warning(person)
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    async def _type(self, lines: Lines, say: Callable[[str], Any]) -> None:
        while (line := await lines.next()) is not None:
            # Typed lines scroll the table away, so it is printed again when needed.
            self._shown = None
            try:
                if await say(line):
                    return
            except CommandRefused as refused:
                self.screen.table_line(self.refusal_line(refused.message))
            except ClientError as error:
                self.screen.line(f"! {error}")


def _time_of(prompt: Prompted, table: Table | None) -> str:
    """The time for a decision, behind a comma; '' where nobody is hurried."""
    if not prompt.timed:
        return ""
    bank = _seconds(prompt.bank_ms)
    if table is not None and table.settings.clock == "total":
        return f", {bank} for the rest of the game"
    return f", {_seconds(prompt.time_ms)}{f' and {bank} of time bank' if prompt.bank_ms else ''}"


def _seconds(ms: int) -> str:
    # Tenths only where they matter.
    return f"{ms / 1000:.1f} s" if ms < 3000 else f"{ms // 1000} s"
