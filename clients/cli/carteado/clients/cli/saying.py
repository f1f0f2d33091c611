"""What people type at a desk, and what it does."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from carteado.client import CommandRefused, InputError
from carteado.client.lobby import list_tables, table_named
from carteado.clients.cli.advice import advice_for
from carteado.clients.cli.choices import Malformed, Unclear, action_typed, choices_of
from carteado.clients.cli.desk import Desk, Person
from carteado.clients.cli.dialect import Lines
from carteado.clients.cli.lobby import hands_open, open_fields
from carteado.engine.options import did_you_mean
from carteado.protocol.messages import (
    Act,
    AddBot,
    Chat,
    Join,
    Leave,
    Open,
    Rematch,
    RemoveBot,
    SitIn,
    SitOut,
    TableInfo,
    TopUp,
    Unwatch,
    Watch,
)

__all__ = ["HELP", "Sayings"]

HELP = """\
In the lobby:
  tables                   list the tables again
  NUMBER or join TABLE     sit down (join TABLE SEAT for a certain seat)
  watch TABLE              watch from the rail
  open holdem four-player stack=2000 blinds=10/20 max-bet=200
                           open a table and sit down
At a table:
  bot NAME                 let one of the host's bots take a free seat
  removebot SEAT           send a bot away that you asked for, or that plays at your table
  your turn                type a letter or word of what is offered, an amount or cards behind it
  table, rules, history    see the table, its options, what happened last
  peek                     see your hand, and then hide it again
  advice                   the odds of your position, where the table has advice=everyone
  show                     show your hand when it is over
  say TEXT                 talk
  sitout, sitin, topup N   pause, come back, add chips between hands
  rematch                  play again when a game is over
  leave, quit              get up; end the program (the seat is kept for you)
"""

Saying = Callable[["Sayings", list[str]], Awaitable[bool | None]]


class Sayings:
    """Carries out what is typed.

    Args:
        desk: where it is typed.
        lines: what is typed, for what asks again.
    """

    def __init__(self, desk: Desk, lines: Lines) -> None:
        self._desk = desk
        self._lines = lines

    async def say(self, line: str) -> bool | None:
        """Carry out a line; True ends the program.

        Raises:
            ClientError: it was refused, or cannot be meant; nothing has changed.
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
            # What is said is nobody's to take apart: quotes and apostrophes are part of it.
            words = [rest.strip()] if known is Sayings._say else _words(rest)
            return await known(self, words)
        if self._desk.table is not None:
            await self._act(deciding, text)
        elif word.isdecimal() and not rest:
            await self._join([word])
        else:
            raise InputError(f"{word!r:.40} means nothing here; {did_you_mean(word, _LOBBY_WORDS)}")
        return None

    # Playing

    def _deciding(self) -> Person | None:
        """Who of this terminal has to decide now."""
        for person in self._desk.people:
            if self._desk.followed(person).prompt is not None:
                return person
        return None

    def _is_choice(self, person: Person, word: str) -> bool:
        followed = self._desk.followed(person)
        if followed.table is None or followed.prompt is None:
            return False
        choices = choices_of(followed.prompt.legal, followed.table.game.actions)
        low = word.lower()
        return any(low in (one.letter, one.word, one.tag) for one in choices)

    async def _act(self, person: Person | None, text: str) -> None:
        """An action, of whoever has to decide, else of the first person at the terminal."""
        who = person or self._desk.people[0]
        followed = self._desk.followed(who)
        if followed.table is None:
            raise InputError("nothing to do here; type ? for help")
        prompt = followed.prompt
        legal = prompt.legal if prompt is not None else {}
        actions = followed.table.game.actions
        try:
            action = action_typed(text, choices_of(legal, actions), actions)
        except Malformed as malformed:
            raise InputError(str(malformed)) from None
        except Unclear as unclear:
            if prompt is None:
                words = tuple(_SAYINGS)
                hint = did_you_mean(text.split()[0], words)
                raise InputError(f"{text!r:.40} means nothing here; {hint}") from None
            raise InputError(str(unclear)) from None
        decision = prompt.decision if prompt is not None else 0
        try:
            await who.client.request(Act, table=followed.id, decision=decision, action=action)
        except CommandRefused as refused:
            if refused.code != "action/stale_decision":
                raise
            raise InputError("it was not your turn when you typed that: nothing is done") from None

    async def _peek(self, words: list[str]) -> None:
        person = self._deciding() or self._desk.people[0]
        if words:
            person = self._person(words[0])
        lines = self._desk.hand_of(person)
        if not lines:
            raise InputError(f"{person.name} has no hand")
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
            raise InputError("you are at no table; type ? for help")
        # It takes seconds, and the session has to live meanwhile.
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
        table = await self._table_named(words, "join TABLE [SEAT]")
        seat = _number(words[1]) if len(words) > 1 else None
        await self.sit(table, seat)

    async def sit(self, table: str, seat: int | None = None) -> None:
        """Everybody at the terminal sits down at a table."""
        info = table_named(table, await list_tables(self._desk.people[0].client))
        if hands_open(info):
            self._desk.screen.line("Whoever watches this table sees the hands of all seats.")
        self._check_seats(info)
        self._leave_behind(table)
        for person in self._desk.people:
            wanted = seat if person is self._desk.people[0] else None
            try:
                await person.client.request(Join, table=table, seat=wanted)
            except CommandRefused as refused:
                if refused.code != "seat/already":
                    self._desk.table = None
                    raise
                await person.client.request(Watch, table=table)

    def _check_seats(self, info: TableInfo) -> None:
        """Several people sit down together or not at all."""
        people = self._desk.people
        held = [one.client.tables.get(info.table) for one in people]
        coming = sum(followed is None or followed.seat is None for followed in held)
        free = sum(seat.name is None for seat in info.seats)
        if len(people) > 1 and coming > free:
            seats = f"{free} seat is" if free == 1 else f"{free or 'no'} seats are"
            raise InputError(f"{seats} free at {info.table}, and {coming} of you want to sit down")

    def _leave_behind(self, table: str) -> None:
        desk = self._desk
        seated = desk.table is not None and desk.seat_of(desk.people[0]) is not None
        if seated and desk.table != table:
            raise InputError(f"you sit at {desk.table}: leave first")
        desk.table = table
        desk.forget()

    async def _watch(self, words: list[str]) -> None:
        await self.watch(await self._table_named(words, "watch TABLE"))

    async def watch(self, table: str) -> None:
        """Follow a table from the rail, or from the own seat where there is one."""
        self._leave_behind(table)
        for person in self._desk.people:
            await person.client.request(Watch, table=table)

    async def _table_named(self, words: list[str], usage: str) -> str:
        if not words:
            raise InputError(f"which table? {usage}")
        for number, info in enumerate(self._desk.listed, 1):
            if words[0] == str(number):
                return info.table
        return table_named(words[0], await list_tables(self._desk.people[0].client)).table

    async def _open(self, words: list[str]) -> None:
        names = [word for word in words if "=" not in word]
        preset = names[1] if len(names) > 1 else None
        pairs = [word for word in words if "=" in word]
        fields = open_fields(names[0] if names else "holdem", preset, pairs)
        self._leave_behind("")
        self._desk.table = None
        reply = await self._desk.people[0].client.request(Open, **fields)
        self._desk.screen.line(f"Table {reply.table} is open.")
        await self.sit(reply.table)

    async def _bot(self, words: list[str]) -> None:
        bots = self._desk.people[0].client.welcome.bots
        if not words or words[0] not in bots:
            known = did_you_mean(words[0], bots) if words else f"there are: {', '.join(bots)}"
            raise InputError(f"which bot? {known}")
        seat = _number(words[1]) if len(words) > 1 else None
        await self._first(AddBot, bot=words[0], seat=seat)

    async def _remove_bot(self, words: list[str]) -> None:
        if not words:
            raise InputError("which bot? removebot SEAT")
        client = self._desk.people[0].client
        if "remove_bot" not in client.welcome.capabilities:
            raise InputError("this server cannot send bots away")
        await self._first(RemoveBot, seat=_number(words[0]))

    async def _say(self, words: list[str]) -> None:
        await self._first(Chat, text=" ".join(words))

    async def _top_up(self, words: list[str]) -> None:
        if not words:
            raise InputError("how much? topup CHIPS")
        await self._first(TopUp, amount=_number(words[0]))

    async def _first(self, cls: type[Any], **fields: Any) -> None:
        await self._desk.people[0].client.request(cls, table=self._here(), **fields)

    def _here(self) -> str:
        if self._desk.table is None:
            raise InputError("you are at no table; type ? for help")
        return self._desk.table

    async def _leave(self, words: list[str]) -> None:
        table = self._here()
        await self._all(Leave)
        for person in self._desk.people:
            await person.client.request(Unwatch, table=table)
        self._desk.table = None
        await self._desk.list()

    async def _all(self, cls: type[Any]) -> None:
        """Ask it for everybody here who is seated; it is refused where it is to all of them."""
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

    # Looking

    async def _tables(self, words: list[str]) -> None:
        await self._desk.list()

    async def _table(self, words: list[str]) -> None:
        self._here()
        self._desk.show()

    async def _rules(self, words: list[str]) -> None:
        self._here()
        self._desk.show_rules()

    async def _history(self, words: list[str]) -> None:
        for line in self._desk.history:
            self._desk.screen.line(f"  {line}")

    async def _help(self, words: list[str]) -> None:
        for line in HELP.splitlines():
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
    "bot": Sayings._bot,
    "addbot": Sayings._bot,
    "removebot": Sayings._remove_bot,
    "table": Sayings._table,
    "rules": Sayings._rules,
    "history": Sayings._history,
    "peek": Sayings._peek,
    "advice": Sayings._advice,
    "say": Sayings._say,
    "sitout": Sayings._sit_out,
    "sitin": Sayings._sit_in,
    "topup": Sayings._top_up,
    "rematch": Sayings._rematch,
    "leave": Sayings._leave,
    "help": Sayings._help,
    "quit": Sayings._quit,
}
_LOBBY_WORDS = ("tables", "join", "watch", "open", "help", "quit")


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _number(text: str) -> int:
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 17):
        raise InputError(f"{text!r:.40} is not a whole number")
    return int(digits)
