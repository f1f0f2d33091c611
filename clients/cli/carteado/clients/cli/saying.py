"""Typed commands of the terminal, in the grammar that all clients share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from carteado.client import CommandRefused, InputError
from carteado.client.answers import answer_lines
from carteado.client.lobby import list_tables, table_named
from carteado.client.options import opener_watches
from carteado.client.talking import done_line
from carteado.client.topics import help_lines, rules_lines, topic_lines
from carteado.client.typed_lines import Tables, check_connected, chips_in_play, context_of, read
from carteado.clients.cli.advice import advice_for
from carteado.clients.cli.card_lines import TableLine
from carteado.clients.cli.desk import Desk
from carteado.clients.cli.dialect import Lines
from carteado.clients.cli.lobby import hands_open
from carteado.clients.cli.programs import COMMANDS
from carteado.clients.cli.records import score_lines
from carteado.clients.cli.views import Person
from carteado.engine.plain import tag_of
from carteado.protocol import messages as wire
from carteado.protocol.grammar import names_a_table
from carteado.protocol.messages import TableInfo
from carteado.protocol.notation import escape
from carteado.protocol.speech import Command, Context, Local
from carteado.protocol.verbs import VERBS, Whose

__all__ = ["Sayings"]

_ANSWERED = (Whose.RECORDS, Whose.ACCOUNT, Whose.PROGRAM)
"""Commands whose answer is shown; of others the table tells what happened."""


class Sayings:
    """Carries out typed commands.

    Args:
        desk: the terminal.
        lines: the typed lines, for commands that read another one.
    """

    def __init__(self, desk: Desk, lines: Lines) -> None:
        self._desk = desk
        self._lines = lines

    async def say(self, line: str) -> bool | None:
        """Carry out a line; True ends the program.

        Raises:
            ClientError: the line was refused or not understood; nothing has changed.
        """
        # No message takes a wish back, which only this program knows.
        if line.lower().split() == ["topup", "0"] and self._desk.take_back():
            return None
        said = read(line, await self._context(line))
        if isinstance(said, Local):
            return await _LOCAL[said.word](self, said.rest.split())
        if said is not None:
            await _CARRIED_OUT.get(said.cls, Sayings._request)(self, said)
        return None

    async def _context(self, line: str) -> Context:
        """The context of the acting person, otherwise of the first one."""
        person = self._deciding() or self._desk.people[0]
        followed = self._desk.followed(person)
        # Asked only for lines that name a table: most are actions, and should not wait for the
        # server.
        listed = await self._listed() if names_a_table(line) else ()
        return context_of(
            self._desk.table,
            followed.table,
            followed.prompt,
            person.client.welcome,
            Tables(listed, self._desk.listed),
        )

    async def _listed(self) -> Sequence[TableInfo]:
        return await list_tables(self._first.client)

    @property
    def _first(self) -> Person:
        return self._desk.people[0]

    def _tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._desk.screen.line(line)

    async def _request(self, command: Command) -> None:
        """Send a command for the first person here, and print the answer to a question."""
        reply = await self._first.client.request(command.cls, **command.fields)
        if (done := done_line(command.cls, command.fields)) is not None:
            self._desk.screen.line(f"* {escape(done)}")
        tag: str = tag_of(command.cls)
        if VERBS[tag].whose in _ANSWERED:
            self._tell([f"  {line}" for line in answer_lines(command.cls, reply)])

    # Playing

    def _deciding(self) -> Person | None:
        """The person at this terminal whose turn it is, None if nobody's."""
        for person in self._desk.people:
            if self._desk.followed(person).prompt is not None:
                return person
        return None

    async def _act(self, command: Command) -> None:
        """Send an action for the acting person, otherwise for the first one."""
        who = self._deciding() or self._first
        check_connected(command, who.client.online)
        try:
            await who.client.request(command.cls, **command.fields)
        except CommandRefused as refused:
            # The line was typed while the turn passed; "stale decision" would say to a person
            # nothing.
            if refused.code != "action/stale_decision":
                raise
            raise InputError("it is not your turn; nothing was done") from None

    async def _peek(self, words: list[str]) -> None:
        person = self._person(words) if words else self._deciding() or self._first
        lines = self._desk.hand_of(person)
        if not lines:
            raise InputError(f"{person.name} has no cards now")
        for line in lines:
            self._desk.screen.table_line(self._desk.line_of(line))
        self._tell(["(Enter hides it)"])
        # Any input only hides the hand, so that it cannot become a command by mistake.
        await self._lines.next()
        self._desk.screen.clear()
        self._desk.remind(self._deciding() or person)

    def _person(self, words: list[str]) -> Person:
        text, people = " ".join(words), self._desk.people
        for number, person in enumerate(people, 1):
            if text == str(number) or person.name.lower() == text.lower():
                return person
        raise InputError(f"nobody at this terminal is called {text!r:.40}")

    async def _advice(self, command: Command) -> None:
        """The odds, counted here."""
        person = self._deciding() or self._first
        followed = person.client.tables.get(command.fields["table"])
        if followed is None or followed.table is None:
            raise InputError("you are not at that table")
        # This takes seconds, and the session must answer pings in the meantime.
        lines = await asyncio.to_thread(advice_for, followed.table, followed.seat)
        self._desk.show_lines(lines)

    # Coming and going

    async def _join(self, command: Command) -> None:
        await self.sit(**command.fields)

    async def sit(
        self, table: str, seat: int | None = None, code: str | None = None, **fields: Any
    ) -> None:
        """Seat everybody at the terminal at a table."""
        info = table_named(table, await self._listed())
        if hands_open(info):
            self._desk.screen.line("Spectators of this table see all hands.")
        self._check_seats(info)
        before = self._desk.table
        # Before the request, since the desk prints nothing of a table that is not its current one.
        self._leave_behind(table)
        for person in self._desk.people:
            # One seat was named; the others take any.
            wanted = seat if person is self._first else None
            try:
                await person.client.request(
                    wire.Join, table=table, seat=wanted, code=code, **fields
                )
            except CommandRefused as refused:
                # A person who sits there already still has to follow the table to see it.
                if refused.code != "seat/already":
                    self._desk.table = before  # those who watched there go on watching
                    raise
                await person.client.request(wire.Watch, table=table)

    def _check_seats(self, info: TableInfo) -> None:
        """Refuse a table without a free seat for each person here."""
        people = self._desk.people
        held = [one.client.tables.get(info.table) for one in people]
        # Checked before anybody sits down, so that a group is not left half seated.
        coming = sum(followed is None or followed.seat is None for followed in held)
        free = sum(seat.name is None for seat in info.seats)
        if len(people) > 1 and coming > free:
            seats = f"{free} seat is" if free == 1 else f"{free or 'no'} seats are"
            title = info.title or info.table
            raise InputError(f"{seats} free at {title}, but {coming} of you need one")

    def _stay_free(self, table: str) -> None:
        """Refuse to go to another table than the one where the first person sits."""
        desk = self._desk
        seated = desk.table is not None and desk.seat_of(self._first) is not None
        if seated and desk.table != table:
            view = desk.view()
            title = (view.opened.title if view is not None else "") or desk.table
            raise InputError(f"you are seated at {title}; type leave first")

    def _leave_behind(self, table: str) -> None:
        self._stay_free(table)
        self._desk.table = table
        self._desk.forget()

    async def _watch(self, command: Command) -> None:
        await self.watch(**command.fields)

    async def watch(self, table: str, **fields: Any) -> None:
        """Watch a table: from the rail, or from the player's own seat."""
        before = self._desk.table
        self._leave_behind(table)
        try:
            for person in self._desk.people:
                await person.client.request(wire.Watch, table=table, **fields)
        except CommandRefused:
            self._desk.table = before
            raise

    async def _open(self, command: Command) -> None:
        if command.sits:
            self._stay_free("")
        fields = command.fields
        reply = await self._first.client.request(wire.Open, **fields)
        opened = f"Table {reply.table} is open."
        if not command.sits:
            self._desk.screen.line(f"{opened} Type: join {reply.table}")
            return
        self._desk.screen.line(opened)
        if opener_watches(fields["game"], fields.get("preset")):
            await self.watch(reply.table)
        else:
            await self.sit(reply.table)

    async def _leave(self, command: Command) -> None:
        desk, table = self._desk, command.fields["table"]
        held = [one.client.tables.get(table) for one in desk.people]
        chips = sum(chips_in_play(one.table, one.seat) for one in held if one is not None)
        if chips and not command.sure:
            wish = desk.adding.waiting(table)
            more = f", and {wish:,} that wait will not be added" if wish else ""
            raise InputError(
                f"you have {chips:,} chips in play{more}; type leave yes to leave the table"
            )
        await self._all(command)
        # Leaving a seat leads to the rail, which a person at a terminal does not expect.
        await self._unwatch(command)

    async def _unwatch(self, command: Command) -> None:
        table = command.fields["table"]
        for person in self._desk.people:
            await person.client.request(wire.Unwatch, table=table)
        if table == self._desk.table:
            self._desk.table = None
            await self._desk.list()

    async def _all(self, command: Command) -> None:
        """Send a command for every seated person here; raise if all were refused."""
        table = command.fields["table"]
        held = [(one, one.client.tables.get(table)) for one in self._desk.people]
        seated = [one for one, found in held if found is not None and found.seat is not None]
        refused: list[CommandRefused] = []
        for person in seated:
            try:
                await person.client.request(command.cls, **command.fields)
            except CommandRefused as problem:
                refused.append(problem)
        # One success is enough: for the others the command made no sense, such as sitting in
        # twice.
        if refused and len(refused) == len(seated):
            raise refused[0]
        if not seated and command.cls is not wire.Leave:
            raise InputError("you have no seat there; type join to sit down")

    async def _top_up(self, command: Command) -> None:
        await self._desk.adding.ask(**command.fields)

    async def _knock(self, command: Command) -> None:
        table = command.fields["table"]
        # The owner's answer comes as an event of the table, so it has to be followed.
        if self._desk.table != table:
            await self.watch(table)
        await self._first.client.request(wire.Knock, **command.fields)
        self._desk.screen.line("You knocked. When the owner admits you, type: join")

    # Looking

    async def _tables(self, command: Command) -> None:
        await self._desk.list()

    async def _history(self, command: Command) -> None:
        """The lines that were shown; with arguments, the log of the server."""
        if set(command.fields) == {"table"} and command.fields["table"] == self._desk.table:
            self._again(self._desk.history)
        else:
            await self._request(command)

    async def _table(self, words: list[str]) -> None:
        self._here()
        self._desk.show()

    async def _rules(self, words: list[str]) -> None:
        if words:
            self._tell(rules_lines(words))
            return
        self._here()
        self._desk.show_rules()
        self._desk.explain_rules()

    async def _score(self, words: list[str]) -> None:
        self._alone("score", words)
        self._here()
        if (table := self._desk.view()) is not None:
            self._desk.show_lines(score_lines(table))

    async def _last(self, words: list[str]) -> None:
        self._alone("last", words)
        self._here()
        self._again(self._desk.last_deal.lines())

    def _again(self, lines: Iterable[TableLine]) -> None:
        for line in lines:
            self._desk.screen.table_line(line, "  ")

    def _alone(self, word: str, words: list[str]) -> None:
        if words:
            raise InputError(f"write {word} alone")

    def _here(self) -> None:
        if self._desk.table is None:
            raise InputError("you are not at a table; type ? for help")

    async def _help(self, words: list[str]) -> None:
        programs = {name: text for one in COMMANDS.values() for name, (_, text) in one.items()}
        if words:
            self._tell(topic_lines(" ".join(words), programs))
        else:
            table = self._desk.view()
            self._tell(help_lines(table.game if table is not None else None))

    async def _quit(self, words: list[str]) -> bool:
        self._desk.adding.warn()
        return True


_CARRIED_OUT: Mapping[type, Callable[[Sayings, Command], Awaitable[None]]] = {
    wire.Act: Sayings._act,
    wire.Advice: Sayings._advice,
    wire.History: Sayings._history,
    wire.Join: Sayings._join,
    wire.Knock: Sayings._knock,
    wire.Leave: Sayings._leave,
    wire.ListTables: Sayings._tables,
    wire.Open: Sayings._open,
    wire.Rematch: Sayings._all,
    wire.SitIn: Sayings._all,
    wire.SitOut: Sayings._all,
    wire.TopUp: Sayings._top_up,
    wire.Unwatch: Sayings._unwatch,
    wire.Watch: Sayings._watch,
}
"""Commands that take more than a request."""

_LOCAL: Mapping[str, Callable[[Sayings, list[str]], Awaitable[bool | None]]] = {
    "help": Sayings._help,
    "last": Sayings._last,
    "peek": Sayings._peek,
    "quit": Sayings._quit,
    "rules": Sayings._rules,
    "score": Sayings._score,
    "table": Sayings._table,
}
