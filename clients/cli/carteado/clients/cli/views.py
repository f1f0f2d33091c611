"""The table at a terminal: what it shows, for one person or for several who share it.

With one person that is their own view; with several it is what the rail sees, and a hand is shown
only when its owner asks for it. What is legal comes from the prompt alone.
"""

from __future__ import annotations

import asyncio
import textwrap
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from carteado.client import Client
from carteado.client.lobby import list_tables
from carteado.client.topics import paragraph_lines
from carteado.clients.cli.card_lines import TableLine, game_line
from carteado.clients.cli.hands import hand_lines
from carteado.clients.cli.lobby import table_lines
from carteado.clients.cli.records import LastDeal
from carteado.clients.cli.screen import Screen
from carteado.engine.table import Table, redact_table
from carteado.engine.tables.explanation import explain
from carteado.engine.visibility import RAIL
from carteado.protocol.choices import choices_line, choices_of
from carteado.protocol.following import Followed
from carteado.protocol.messages import TableInfo
from carteado.protocol.session_events import Prompted, Snapped

__all__ = ["HISTORY", "Person", "Views"]

HISTORY = 200
"""Lines that the command `history` shows."""


@dataclass(kw_only=True)
class Person:
    """A person at this terminal.

    Attributes:
        name: the player's name.
        client: the player's session.
        greeted: keeps the token after every `welcome` of the server; says why it could not, or ''.
        warning: task that warns before a deadline.
        met: whether the server has sent a `welcome` before.
    """

    name: str
    client: Client
    greeted: Callable[[str], str] = lambda token: ""
    warning: asyncio.Task[None] | None = None
    met: bool = False


@dataclass(kw_only=True)
class Views:
    """What people at a terminal are shown: the table, their hands, its rules, the lobby.

    Attributes:
        people: the players at this terminal.
        screen: the output.
        table: id of the current table.
        listed: the tables of the last listing.
        history: the last lines printed about the table.
        last_deal: the lines of the last deal.
    """

    people: Sequence[Person]
    screen: Screen
    table: str | None = None
    listed: Sequence[TableInfo] = ()
    history: deque[TableLine] = field(default_factory=lambda: deque(maxlen=HISTORY))
    last_deal: LastDeal[TableLine] = field(default_factory=LastDeal)
    _shown: tuple[str, int, int] | None = None
    """Table, epoch and event of the last view printed; None after the user types something."""

    def followed(self, person: Person) -> Followed:
        """A person's view of the current table."""
        found = person.client.tables.get(self.table or "")
        return found if found is not None else Followed(id=self.table or "")

    def seat_of(self, person: Person) -> int | None:
        """A person's seat at the current table, None without one."""
        return self.followed(person).seat

    def view(self, person: Person | None = None) -> Table | None:
        """The table as everybody at this terminal may see it, from one person's client."""
        return self._for_all(self.followed(person or self.people[0]).table)

    def _for_all(self, table: Table | None) -> Table | None:
        if table is None or len(self.people) == 1:
            return table
        return redact_table(table, RAIL)

    def show(self, person: Person | None = None, *, at: Snapped | None = None) -> None:
        """Print the table. The acting person's client may be ahead of the first one's.

        Args:
            person: whose client knows the table; the first one's when absent.
            at: the snapshot to show. The client may know events behind it already, whose lines are
                still to be printed.
        """
        table = self.view(person) if at is None else self._for_all(at.after)
        if table is not None:
            self.show_lines(table.game.show(table.state))
        else:
            # Without the game's code the server's last lines are all there is.
            for line in self.followed(self.people[0]).lines[-12:]:
                self.screen.line(f"  {line}")
        self._shown = self._place(person) if at is None else (at.table, at.epoch, at.seq)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Print lines of the current table's game, with its cards."""
        for line in lines:
            self.screen.table_line(self.line_of(line), "  ")

    def line_of(self, text: str) -> TableLine:
        """A line of the current table's game; of one that is not installed nothing is a card."""
        table = self.followed(self.people[0]).table
        return TableLine(text) if table is None else game_line(text, table)

    def refusal_line(self, message: str) -> TableLine:
        """The line of a refusal: Buraco names the cards that it is about, in its own letters."""
        line = self.line_of(f"! {message}")
        return line if line.game == "buraco" else TableLine(line.text)

    def _place(self, person: Person | None) -> tuple[str, int, int]:
        followed = self.followed(person or self.people[0])
        return followed.id, followed.epoch, followed.seq

    def is_shown(self, person: Person | None = None) -> bool:
        """Whether the screen still shows the newest view, with nothing typed since."""
        return self._shown == self._place(person)

    def explain_rules(self) -> None:
        """Print the table's rules in sentences."""
        table = self.view()
        if table is None:
            return
        self.screen.line(f"{table.opened.title or table.id}: {table.game.title}")
        for line in paragraph_lines(explain(table.game, table.options, table.settings)):
            self.screen.line(line)

    def show_rules(self) -> None:
        """Print the table's options."""
        table = self.view()
        if table is None:
            return
        opened = table.opened
        # Leave out options that are off, unless they are on by default.
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
        self.screen.line("Tables:" if self.listed else "No table is open. Type: open holdem")
        for number, line in enumerate(table_lines(self.listed), 1):
            # The line behind the last table has no number to join.
            self.screen.line(f"  {line}" if line.startswith("...") else f"  {number}  {line}")

    def hand_of(self, person: Person) -> tuple[str, ...]:
        """The lines that show a person's hand."""
        return hand_lines(self.followed(person))

    def remind(self, person: Person) -> None:
        """Print the table again, and the choices if the person is to act."""
        self.show(person)
        followed = self.followed(person)
        if followed.prompt is not None:
            self.offer(person, f": {self.choices(followed.prompt, followed.table)}")

    def choices(self, prompt: Prompted, table: Table | None) -> str:
        """The legal actions, in one line."""
        if table is None:
            return f"{prompt.legal}"
        return choices_line(choices_of(prompt.legal, table.game.actions))

    def offer(self, person: Person, offer: str) -> None:
        """Print whose turn it is, with the time and the choices."""
        several = len(self.people) > 1
        self.screen.line(f"{f'{person.name}, your' if several else 'Your'} turn{offer}")
        if several:
            self.screen.line("  (type peek to see your hand)")

    def tell(self, line: TableLine | str) -> None:
        """Print a line about the table and keep it for `history` and `last`.

        Args:
            line: a text has no cards.
        """
        kept = TableLine(line) if isinstance(line, str) else line
        self.history.append(kept)
        self.last_deal.keep(kept)
        self.screen.table_line(kept)


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "/".join(map(_short, value)) or "none"
    return "none" if value is None else str(value)
