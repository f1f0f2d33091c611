"""The commands that people type in the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from carteado.client import CommandRefused, InputError
from carteado.client.choices import Malformed, Unclear, action_typed, choices_of
from carteado.client.figures import ask_evening, ask_ledger, ask_statistics
from carteado.client.lobby import list_tables, table_named
from carteado.client.owning import HELP as OWNER_HELP
from carteado.client.owning import OWNING
from carteado.client.spoken import (
    ASKING,
    WORDS,
    Where,
    chips_in_play,
    coded,
    is_choice,
    open_typed,
    request_typed,
    table_and_seat_typed,
    table_typed,
    unknown_command,
    words_typed,
)
from carteado.client.talking import HELP as TALK_HELP
from carteado.client.talking import TALKING
from carteado.client.typed_commands import HELP
from carteado.clients.cli.advice import advice_for
from carteado.clients.cli.desk import Desk, Person
from carteado.clients.cli.dialect import Lines
from carteado.clients.cli.guide import topic_lines
from carteado.clients.cli.ledger import ledger_lines
from carteado.clients.cli.lobby import hands_open
from carteado.clients.cli.stats import stats_lines
from carteado.protocol.amounts import amounts_of
from carteado.protocol.messages import (
    Act,
    Join,
    Knock,
    Leave,
    Open,
    Rematch,
    SitIn,
    SitOut,
    StopWaiting,
    TableInfo,
    Unwatch,
    Wait,
    Watch,
)

__all__ = ["HELP", "Sayings"]

STATS = 4
"""Players at a game of whom ``stats`` shows the figures."""

Saying = Callable[["Sayings", list[str]], Awaitable[bool | None]]


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
        text = line.strip()
        if not text:
            return None
        if text == "?":
            text = "help"
        word, _, rest = text.partition(" ")
        deciding = self._deciding()
        if deciding is not None and self._is_choice(deciding, word):
            await self._act(deciding, text)
            return None
        known = _SAYINGS.get(word.lower())
        if known is not None:
            return await known(self, words_typed(rest))
        request = request_typed(word.lower(), rest.strip(), self._where(word.lower()))
        if request is not None:
            cls, fields = request
            await self._first(cls, **fields)
        elif self._desk.table is not None:
            await self._act(deciding, text)
        elif word.isdecimal() and not rest:
            await self._join([word])
        else:
            raise unknown_command(word, _LOBBY_WORDS)
        return None

    # Playing

    def _deciding(self) -> Person | None:
        """The person at this terminal whose turn it is, None if nobody's."""
        for person in self._desk.people:
            if self._desk.followed(person).prompt is not None:
                return person
        return None

    def _is_choice(self, person: Person, word: str) -> bool:
        followed = self._desk.followed(person)
        if followed.table is None or followed.prompt is None:
            return False
        return is_choice(word, followed.prompt.legal, followed.table.game.actions)

    def _where(self, word: str) -> Where:
        """What readers of a line know; an owner's words see what everybody here may see."""
        client = self._desk.people[0].client
        table = self._desk.followed(self._desk.people[0]).table
        if word in OWNING:
            table = self._desk.view()
        if word in (*ASKING, *OWNING, *TALKING):
            self._here()
        return Where(
            table=table, bots=client.welcome.bots, capabilities=client.welcome.capabilities
        )

    async def _act(self, person: Person | None, text: str) -> None:
        """Send an action for the acting person, otherwise for the first one."""
        who = person or self._desk.people[0]
        followed = self._desk.followed(who)
        if followed.table is None:
            raise InputError("you are not at a table; type ? for help")
        prompt = followed.prompt
        legal = prompt.legal if prompt is not None else {}
        actions = followed.table.game.actions
        try:
            amounts = amounts_of(legal, followed.table.state)
            action = action_typed(text, choices_of(legal, actions), actions, amounts)
        except Malformed as malformed:
            raise InputError(str(malformed)) from None
        except Unclear as unclear:
            if prompt is None:
                raise unknown_command(text, WORDS) from None
            raise InputError(str(unclear)) from None
        decision = prompt.decision if prompt is not None else 0
        try:
            await who.client.request(Act, table=followed.id, decision=decision, action=action)
        except CommandRefused as refused:
            if refused.code != "action/stale_decision":
                raise
            raise InputError("it is not your turn; nothing was done") from None

    async def _peek(self, words: list[str]) -> None:
        person = self._deciding() or self._desk.people[0]
        if words:
            person = self._person(words[0])
        lines = self._desk.hand_of(person)
        if not lines:
            raise InputError(f"{person.name} has no cards now")
        screen = self._desk.screen
        for line in lines:
            screen.line(line)
        screen.line("(Enter hides it)")
        await self._lines.next()
        screen.clear()
        self._desk.remind(self._deciding() or person)

    async def _advice(self, words: list[str]) -> None:
        person = self._deciding() or self._desk.people[0]
        if words:
            person = self._person(words[0])
        followed = self._desk.followed(person)
        if followed.table is None:
            raise InputError("you are not at a table; type ? for help")
        # This takes seconds, and the session must answer pings in the meantime.
        for line in await asyncio.to_thread(advice_for, followed.table, followed.seat):
            self._desk.screen.line(f"  {line}")

    def _person(self, text: str) -> Person:
        people = self._desk.people
        for number, person in enumerate(people, 1):
            if text == str(number):
                return person
        for person in people:
            if person.name.lower() == text.lower():
                return person
        raise InputError(f"nobody at this terminal is called {text!r:.40}")

    # The table

    async def _join(self, words: list[str]) -> None:
        words, code = coded(words)
        usage = "join TABLE [SEAT] [code=CODE]"
        table, seat = table_and_seat_typed(words, await self._listed(), usage, self._desk.listed)
        await self.sit(table, seat, code)

    async def sit(self, table: str, seat: int | None = None, code: str | None = None) -> None:
        """Seat everybody at the terminal at a table."""
        info = table_named(table, await list_tables(self._desk.people[0].client))
        if hands_open(info):
            self._desk.screen.line("Spectators of this table see all hands.")
        self._check_seats(info)
        before = self._desk.table
        # Before the request, since the desk prints nothing of a table that is not its current one.
        self._leave_behind(table)
        for person in self._desk.people:
            wanted = seat if person is self._desk.people[0] else None
            try:
                await person.client.request(Join, table=table, seat=wanted, code=code)
            except CommandRefused as refused:
                if refused.code != "seat/already":
                    self._desk.table = before  # who watched there watches on
                    raise
                await person.client.request(Watch, table=table)

    def _check_seats(self, info: TableInfo) -> None:
        """Refuse a table without a free seat for each person here."""
        people = self._desk.people
        held = [one.client.tables.get(info.table) for one in people]
        coming = sum(followed is None or followed.seat is None for followed in held)
        free = sum(seat.name is None for seat in info.seats)
        if len(people) > 1 and coming > free:
            seats = f"{free} seat is" if free == 1 else f"{free or 'no'} seats are"
            raise InputError(f"{seats} free at {info.table}, but {coming} of you need one")

    def _leave_behind(self, table: str) -> None:
        desk = self._desk
        seated = desk.table is not None and desk.seat_of(desk.people[0]) is not None
        if seated and desk.table != table:
            raise InputError(f"you are seated at {desk.table}; type leave first")
        desk.table = table
        desk.forget()

    async def _watch(self, words: list[str]) -> None:
        await self.watch(await self._table_named(words, "watch TABLE"))

    async def watch(self, table: str) -> None:
        """Watch a table: from the rail, or from the player's own seat."""
        self._leave_behind(table)
        for person in self._desk.people:
            await person.client.request(Watch, table=table)

    async def _table_named(self, words: list[str], usage: str) -> str:
        return table_typed(words, await self._listed(), usage, self._desk.listed)

    async def _listed(self) -> Sequence[TableInfo]:
        return await list_tables(self._desk.people[0].client)

    async def _open(self, words: list[str]) -> None:
        fields = open_typed(words)
        self._leave_behind("")
        self._desk.table = None
        reply = await self._desk.people[0].client.request(Open, **fields)
        self._desk.screen.line(f"Table {reply.table} is open.")
        await self.sit(reply.table)

    async def _first(self, cls: type[Any], **fields: Any) -> None:
        await self._desk.people[0].client.request(cls, table=self._here(), **fields)

    def _here(self) -> str:
        if self._desk.table is None:
            raise InputError("you are not at a table; type ? for help")
        return self._desk.table

    async def _leave(self, words: list[str]) -> None:
        table = self._here()
        desk = self._desk
        chips = sum(
            chips_in_play(desk.followed(one).table, desk.seat_of(one)) for one in desk.people
        )
        if words != ["yes"] and chips:
            raise InputError(f"you have {chips:,} chips in play; type leave yes to leave the table")
        await self._all(Leave)
        for person in self._desk.people:
            await person.client.request(Unwatch, table=table)
        self._desk.table = None
        await self._desk.list()

    async def _all(self, cls: type[Any]) -> None:
        """Send a command for every seated person here; raise if all were refused."""
        table = self._here()
        seated = [one for one in self._desk.people if self._desk.seat_of(one) is not None]
        refused: list[CommandRefused] = []
        for person in seated:
            try:
                await person.client.request(cls, table=table)
            except CommandRefused as problem:
                refused.append(problem)
        if refused and len(refused) == len(seated):
            raise refused[0]

    async def _knock(self, words: list[str]) -> None:
        table = await self._table_named(words, "knock TABLE")
        client = self._desk.people[0].client
        if "owner" not in client.welcome.capabilities:
            raise InputError("this server has no locked tables")
        if self._desk.table != table:
            await self.watch(table)
        await client.request(Knock, table=table)
        self._desk.screen.line("You knocked. When the owner admits you, type: join " + table)

    async def _wait(self, words: list[str]) -> None:
        self._needs("waiting", "this server has no waiting lists")
        words, code = coded(words)
        table = await self._table_named(words, "wait TABLE [code=CODE]")
        await self._desk.people[0].client.request(Wait, table=table, code=code)

    async def _stop_waiting(self, words: list[str]) -> None:
        table = await self._table_named(words, "unwait TABLE")
        await self._desk.people[0].client.request(StopWaiting, table=table)

    def _needs(self, capability: str, otherwise: str) -> None:
        if capability not in self._desk.people[0].client.welcome.capabilities:
            raise InputError(otherwise)

    # Looking

    async def _tables(self, words: list[str]) -> None:
        await self._desk.list()

    async def _table(self, words: list[str]) -> None:
        self._here()
        self._desk.show()

    async def _rules(self, words: list[str]) -> None:
        self._here()
        self._desk.show_rules()
        self._desk.explain_rules()

    async def _history(self, words: list[str]) -> None:
        for line in self._desk.history:
            self._desk.screen.line(f"  {line}")

    async def _ledger(self, words: list[str]) -> None:
        client = self._desk.people[0].client
        if words and words != ["evening"]:
            raise InputError("type ledger for this table, or ledger evening for all tables")
        book = await (ask_evening(client) if words else ask_ledger(client, self._here()))
        for line in ledger_lines(book):
            self._desk.screen.line(f"  {line}")

    async def _stats(self, words: list[str]) -> None:
        who = " ".join(words)
        client = self._desk.people[0].client
        found = await ask_statistics(client, player=who or None, own=not who, limit=STATS)
        if not found:
            raise InputError("there are no figures of you yet; they count finished deals")
        for one in found:
            for line in stats_lines(one):
                self._desk.screen.line(f"  {line}")

    async def _help(self, words: list[str]) -> None:
        text = "\n".join(topic_lines(" ".join(words))) if words else HELP + TALK_HELP + OWNER_HELP
        for line in text.splitlines():
            self._desk.screen.line(line)

    async def _quit(self, words: list[str]) -> bool:
        return True

    async def _rematch(self, words: list[str]) -> None:
        await self._all(Rematch)

    async def _sit_out(self, words: list[str]) -> None:
        await self._all(SitOut)

    async def _sit_in(self, words: list[str]) -> None:
        await self._all(SitIn)


_SAYINGS: Mapping[str, Saying] = {
    "tables": Sayings._tables,
    "join": Sayings._join,
    "watch": Sayings._watch,
    "open": Sayings._open,
    "table": Sayings._table,
    "rules": Sayings._rules,
    "history": Sayings._history,
    "ledger": Sayings._ledger,
    "stats": Sayings._stats,
    "knock": Sayings._knock,
    "wait": Sayings._wait,
    "unwait": Sayings._stop_waiting,
    "peek": Sayings._peek,
    "advice": Sayings._advice,
    "sitout": Sayings._sit_out,
    "sitin": Sayings._sit_in,
    "rematch": Sayings._rematch,
    "leave": Sayings._leave,
    "help": Sayings._help,
    "quit": Sayings._quit,
}
_LOBBY_WORDS = ("tables", "join", "wait", "watch", "open", "help", "quit")
