"""The table for people who type: one or several of them at one terminal.

A desk holds a client for each person. What everybody sees is printed as it happens. With one
person that is their own view; with several it is what the rail sees, and a hand is shown only when
its owner asks for it. What is legal comes from the prompt alone.
"""

from __future__ import annotations

import asyncio
import itertools
import textwrap
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from carteado.client import Client, ClientError, CommandRefused, Lost
from carteado.client.lobby import list_tables
from carteado.clients.cli.allins import can_count, odds_behind, odds_lines
from carteado.clients.cli.choices import choices_line, choices_of
from carteado.clients.cli.dialect import Lines
from carteado.clients.cli.lobby import table_line
from carteado.clients.cli.retold import event_line
from carteado.clients.cli.screen import Screen
from carteado.engine.game import SatOut
from carteado.engine.table import Table, TableClosed, TimedOut, observer_of, redact_table
from carteado.engine.visibility import RAIL, redact
from carteado.engine.words import seat_name
from carteado.protocol.following import Followed
from carteado.protocol.happenings import (
    ChatHeard,
    Happened,
    OddsTold,
    Prompted,
    PromptGone,
    Snapped,
    TableStalled,
    Unreadable,
    Welcomed,
)
from carteado.protocol.messages import Odds, TableInfo
from carteado.protocol.retelling import stalled_line

__all__ = ["Desk", "Person"]

HISTORY = 200
"""Lines of the table that can be read again."""

WARN_S = 10
"""Seconds before the end of a decision at which the terminal says so."""


@dataclass(kw_only=True)
class Person:
    """Somebody at this terminal.

    Attributes:
        name: what others call them.
        client: their session.
        greeted: told of every greeting of the server, with the token.
        warning: says when time runs short.
        met: whether the server has greeted them before.
    """

    name: str
    client: Client
    greeted: Callable[[str], None] = lambda token: None
    warning: asyncio.Task[None] | None = None
    met: bool = False


@dataclass(kw_only=True)
class Desk:
    """The terminal.

    Attributes:
        people: who sits at it.
        screen: where is printed.
        watching: nobody plays; the table is only watched.
        table: the table at hand.
        listed: the tables as they were last listed.
        history: what was last told of the table.
        closed: the watched table has been closed.
    """

    people: Sequence[Person]
    screen: Screen
    watching: bool = False
    table: str | None = None
    listed: Sequence[TableInfo] = ()
    history: deque[str] = field(default_factory=lambda: deque(maxlen=HISTORY))
    closed: bool = False
    _heard: tuple[int, int] = (0, 0)
    """Epoch and number of the last event that was told."""
    _counted: int = 0
    _deciding: bool = False
    _shown: tuple[str, int, int] | None = None
    """Table, epoch and event as they were printed last; None once something is typed."""

    # What happens

    async def listen(self, person: Person) -> None:
        """Print what one person's client tells; a watched table that is closed ends it.

        Raises:
            ClientError: the session ended.
        """
        async for happening in person.client:
            match happening:
                case Welcomed():
                    self._greeted(person, happening)
                case Prompted() if happening.table == self.table:
                    self._prompted(person, happening)
                case PromptGone():
                    self._stop_warning(person)
                case Lost():
                    if happening.attempt == 1:
                        self.screen.line(f"* connection lost ({happening.reason}); trying again")
                case Happened() if happening.table == self.table:
                    self._happened(person, happening)
                case _ if person is self.people[0]:
                    self._public(happening)
            if self.closed and self.watching:
                return

    def _greeted(self, person: Person, welcomed: Welcomed) -> None:
        person.greeted(welcomed.welcome.token)
        if person.met:
            self._shown = None
            known = welcomed.welcome.resumed
            what = "connected again" if known else "connected again, but the server forgot you"
            self.screen.line(f"* {person.name} is {what}" if person.name else f"* {what}")
        person.met = True

    def _public(self, happening: Any) -> None:
        """What everybody at the terminal may see, told once."""
        match happening:
            case Snapped() if happening.table == self.table:
                self._snapped(happening)
            case OddsTold() if happening.table == self.table:
                self._odds_told(happening)
            case ChatHeard() if happening.table == self.table:
                self._tell(f"<{happening.name}> {happening.text}")
            case TableStalled() if happening.table == self.table:
                self._stalled(happening)
            case Unreadable():
                self.screen.line(f"* cannot be read: {happening.problem}")

    def _snapped(self, snapped: Snapped) -> None:
        if snapped.before is None:
            self.show_rules()
        elif snapped.reason == "asked" and self._is_shown():
            return
        else:
            self.screen.line(f"* the table is shown anew ({snapped.reason})")
        self.show()
        if any(self._sits_out(person) for person in self.people):
            self._say_how_to_return()

    def _happened(self, person: Person, happened: Happened) -> None:
        """Tell an event once, by whose client hears of it first: that of who is asked next."""
        before, after = happened.before, happened.after
        place = happened.epoch, happened.seq
        # Without the game's code there is a line alone, and its reader's own cards may be in it.
        if place <= self._heard or (before is None and person is not self.people[0]):
            return
        self._heard = place
        line = happened.line
        if before is not None:
            event, seen = happened.event, before
            if len(self.people) > 1:
                event, seen = redact(event, RAIL), redact_table(before, RAIL)
            told = event.__class__ in (TimedOut, *before.game.events)
            line = event_line(event, seen) if told else ""
        if line:
            self._tell(line)
        if before is not None and can_count():
            self._count(before, happened)
        if isinstance(happened.event, TableClosed):
            self._tell(f"The table is closed: {happened.event.reason}.")
            self.closed = True
        event = happened.event
        if isinstance(event, SatOut) and event.seat in map(self.seat_of, self.people):
            self._say_how_to_return()
        if after is not None:
            self._follow_turn(person, before, after)

    def _sits_out(self, person: Person) -> bool:
        """Whether a person's seat is not waited for: the table decides for it at once."""
        seat, table = self.seat_of(person), self.followed(person).table
        return seat is not None and table is not None and table.state.away[seat]

    def _say_how_to_return(self) -> None:
        self.screen.line("* your seat sits out and is not waited for: sitin to play again")

    def _count(self, before: Table, happened: Happened) -> None:
        """Say the odds of an all-in where they belong: the server's come when it is dealt out."""
        odds = odds_behind(before, happened.event, epoch=happened.epoch, seq=happened.seq)
        if odds is not None:
            self._counted = odds.seq
            self._tell_odds(odds, before)

    def _stalled(self, stalled: TableStalled) -> None:
        if stalled.attempt == 1 or stalled.retry_ms is None:
            self.screen.line(f"* {stalled_line(stalled)}")
        if stalled.retry_ms is None:
            self.table = None
            self.closed = True

    def _odds_told(self, told: OddsTold) -> None:
        if told.seq > self._counted:
            self._tell_odds(told, self.view())

    def _tell_odds(self, odds: Odds | OddsTold, table: Table | None) -> None:
        for line in odds_lines(odds, table.state.names if table is not None else ()):
            self._tell(line)

    def _follow_turn(self, person: Person, before: Table | None, after: Table) -> None:
        game, turn = after.game, after.game.turn(after.state)
        if turn is not None:
            self._deciding = True
            if before is None or game.turn(before.state) != turn:
                self._announce(after, turn)
        elif self._deciding and (game.over(after.state) or game.pack(after.state) is not None):
            self._deciding = False
            self.show(person)
        if game.over(after.state) and not (before is not None and game.over(before.state)):
            self._tell("The game is over." + ("" if self.watching else " Type rematch to go on."))

    def _announce(self, table: Table, turn: int) -> None:
        mine = any(self.seat_of(person) == turn for person in self.people)
        if not mine and not table.state.bots[turn]:
            self.screen.line(f"  ... {seat_name(table.state.names, turn)} to act")

    def _prompted(self, person: Person, prompt: Prompted) -> None:
        if self._sits_out(person):
            return
        table = self.followed(person).table
        left = _seconds(prompt.time_ms)
        bank = f" and {_seconds(prompt.bank_ms)} of time bank" if prompt.bank_ms else ""
        if not self._is_shown(person):
            self.show(person)
        self._offer(person, f", {left}{bank}: {self.choices(prompt, table)}")
        self._stop_warning(person)
        person.warning = asyncio.create_task(self._warn(prompt))

    def _offer(self, person: Person, offer: str) -> None:
        several = len(self.people) > 1
        self.screen.line(f"{f'{person.name}, your' if several else 'Your'} turn{offer}")
        if several:
            self.screen.line("  (peek shows your hand)")

    def remind(self, person: Person) -> None:
        """Print the table again, and what a person may do who has to decide."""
        self.show(person)
        followed = self.followed(person)
        if followed.prompt is not None:
            self._offer(person, f": {self.choices(followed.prompt, followed.table)}")

    def choices(self, prompt: Prompted, table: Table | None) -> str:
        """What may be done, in one line."""
        if table is None:
            return f"{prompt.legal}"
        return choices_line(choices_of(prompt.legal, table.game.actions))

    async def _warn(self, prompt: Prompted) -> None:
        end = time.monotonic() + (prompt.time_ms + prompt.bank_ms) / 1000
        await asyncio.sleep(max(0.0, end - time.monotonic() - WARN_S))
        left = max(1, round(end - time.monotonic()))
        if prompt.time_ms + prompt.bank_ms > WARN_S * 1000:
            self.screen.line(f"* {left} s left")

    def _stop_warning(self, person: Person) -> None:
        if person.warning is not None:
            person.warning.cancel()
            person.warning = None

    def _tell(self, line: str) -> None:
        self.history.append(line)
        self.screen.line(line)

    def forget(self) -> None:
        """Another table is at hand: what was told of the last one is over."""
        self.history.clear()
        self._heard = (0, 0)
        self._counted = 0

    # What can be seen

    def followed(self, person: Person) -> Followed:
        """What a person's client knows of the table at hand."""
        found = person.client.tables.get(self.table or "")
        return found if found is not None else Followed(id=self.table or "")

    def seat_of(self, person: Person) -> int | None:
        """The seat of a person at the table at hand."""
        return self.followed(person).seat

    def view(self, person: Person | None = None) -> Table | None:
        """The table as everybody at this terminal may see it, as far as one of them was told."""
        table = self.followed(person or self.people[0]).table
        if table is None or len(self.people) == 1:
            return table
        return redact_table(table, RAIL)

    def show(self, person: Person | None = None) -> None:
        """Print the table; a person who has to decide may have been told more than the first."""
        table = self.view(person)
        lines: Sequence[str]
        if table is not None:
            lines = table.game.show(table.state)
        else:
            lines = self.followed(self.people[0]).lines[-12:]
        for line in lines:
            self.screen.line(f"  {line}")
        self._shown = self._place(person)

    def _place(self, person: Person | None) -> tuple[str, int, int]:
        followed = self.followed(person or self.people[0])
        return followed.id, followed.epoch, followed.seq

    def _is_shown(self, person: Person | None = None) -> bool:
        """Whether the table stands on the screen as a person knows it, with nothing typed since."""
        return self._shown == self._place(person)

    def show_rules(self) -> None:
        """Print what was agreed at the table."""
        table = self.view()
        if table is None:
            return
        opened = table.opened
        # What is off needs no mention, unless it is on as a rule.
        usual = {one.name: one.default for one in fields(table.game.options_type)}
        said = {key: value for key, value in opened.options.items() if value or usual.get(key)}
        said["advice"] = opened.settings.advice
        options = " ".join(f"{key}={_short(value)}" for key, value in said.items())
        self.screen.line(f"{opened.title or opened.table}: {opened.game}")
        for line in textwrap.wrap(options, 76, break_long_words=False, break_on_hyphens=False):
            self.screen.line(f"  {line}")

    async def list(self) -> None:
        """Print the lobby."""
        self.listed = await list_tables(self.people[0].client)
        self.screen.line("Tables:" if self.listed else "There is no table yet: open holdem")
        for number, info in enumerate(self.listed, 1):
            self.screen.line(f"  {number}  {table_line(info)}")

    def hand_of(self, person: Person) -> tuple[str, ...]:
        """The lines of the table that show a person's hand: the last that the rail does not see.

        Others before them may say the same in other words, such as whose runs are ours.
        """
        followed = self.followed(person)
        if followed.table is None or followed.seat is None:
            return ()
        table = followed.table
        own = table.game.show(redact_table(table, observer_of(table, followed.seat)).state)
        public = table.game.show(redact_table(table, RAIL).state)
        blocks = itertools.groupby(own, lambda line: line not in public)
        mine = [tuple(lines) for private, lines in blocks if private]
        return mine[-1] if mine else ()

    # Work

    async def run(self, lines: Lines, say: Callable[[str], Any]) -> None:
        """Listen and take what is typed until the input ends or somebody quits.

        Args:
            lines: what is typed.
            say: carries out a line; True ends the desk.

        Raises:
            ClientError: a session ended.
        """
        jobs = [asyncio.create_task(self.listen(person)) for person in self.people]
        jobs.append(asyncio.create_task(self._type(lines, say)))
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
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
            self._shown = None
            try:
                if await say(line):
                    return
            except CommandRefused as refused:
                self.screen.line(f"! {refused.message}")
            except ClientError as error:
                self.screen.line(f"! {error}")


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s" if ms < 3000 else f"{ms // 1000} s"


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "/".join(map(_short, value)) or "none"
    return "none" if value is None else str(value)
