"""The table in pipes: the line dialect both ways, or JSON both ways.

What the server says goes to the standard output, a message a line. A line on the standard input is
a command. A line that says nothing is answered like a refused command, with the code
``line/invalid``. The standard error gets what is not a message at all, such as a lost connection.
It also gets what the program answers by itself, such as the score sheet; in JSON that is a message
of the type ``answer`` instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from carteado.client import Client, Heard, InputError, Lost
from carteado.client.formatting import message_json, message_lines
from carteado.client.lobby import list_tables
from carteado.client.options import opener_watches
from carteado.client.topics import help_lines, paragraph_lines, rules_lines, topic_lines
from carteado.client.typed_lines import Tables, check_connected, context_of
from carteado.clients.cli.flood import Flood
from carteado.clients.cli.hands import hand_lines
from carteado.clients.cli.json_lines import lacking, number_of, read_json
from carteado.clients.cli.pacing import REPLY_S, Pace
from carteado.clients.cli.records import LastDeal, kind_of, score_lines
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain
from carteado.engine.table import Table, TableClosed
from carteado.engine.tables.explanation import explain
from carteado.protocol.choices import choices_line
from carteado.protocol.codec import MAX_FRAME
from carteado.protocol.errors import LineError
from carteado.protocol.grammar import names_a_table, parse_line
from carteado.protocol.lines import format_lines
from carteado.protocol.messages import (
    BindNonce,
    Hello,
    Join,
    ListTables,
    Nonce,
    Open,
    Refused,
    TableInfo,
    Watch,
)
from carteado.protocol.notation import brief
from carteado.protocol.session_events import (
    DealFlawed,
    Happened,
    PromptGone,
    Snapped,
    TableStalled,
    TableStarting,
    Unreadable,
    Welcomed,
)
from carteado.protocol.session_messages import flaw_line, stalled_line
from carteado.protocol.speech import Command, Context, Local, UnknownWord

__all__ = ["Dialect", "Lines"]

MAX_LINE = MAX_FRAME - 512
"""Size of the longest line in bytes: the message that it becomes has other fields as well."""

_NUMBER = re.compile(r"\s*([1-9][0-9]{0,15})\s")


class Lines(Protocol):
    """A source of lines."""

    async def next(self) -> str | None:
        """The next line, None at the end of the input."""
        ...


class Dialect:
    """One client driven by lines.

    Args:
        client: connected.
        as_json: JSON both ways instead of the line dialect.
        greeted: keeps the token of every greeting; says why it could not, or ''.
        out: where the lines of the server go.
    """

    def __init__(
        self,
        client: Client,
        *,
        as_json: bool,
        greeted: Callable[[str], str] = lambda token: "",
        out: Callable[[str], None] = print,
    ) -> None:
        self._client = client
        self._json = as_json
        self._greeted = greeted
        self._out = out
        self._table: str | None = None
        self._listed: Sequence[TableInfo] = ()
        self._numbered: Sequence[TableInfo] = ()
        self._deals: dict[str, LastDeal[str]] = {}
        # Open commands: the id that the client gave to each, and the one that the user wrote.
        self._ids: dict[int, int] = {}
        # The commands whose answers matter to later lines, by id: with the table before.
        self._telling: dict[int, tuple[Command, str | None]] = {}
        self._pace = Pace()
        self._flood = Flood()
        # The table that was entered and has not been shown yet.
        self._entered: str | None = None
        self._settled = asyncio.Event()
        self._settled.set()

    async def run(
        self, lines: Lines | None, *, table: str | None = None, watch: bool = False
    ) -> None:
        """Speak until the input ends or ``quit`` is said; without input, until the table is closed.

        Args:
            lines: commands; None for somebody who only listens.
            table: the table to begin with: it is joined, unless a seat is held there already.
            watch: it is only watched.

        Raises:
            ClientError: the server ended the session, or is no longer reachable.
        """
        if table is not None:
            self._enter(table, watch)
        elif self._client.welcome.seats:
            # The prompt for people also begins at the first of these tables.
            self._table = self._client.welcome.seats[0].table
        listening = asyncio.create_task(self._listen(to_the_end=lines is None))
        jobs = [listening]
        if lines is not None:
            jobs.append(asyncio.create_task(self._speak(lines)))
        try:
            # Either may end first: the input, or the session.
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    def _enter(self, table: str, watch: bool) -> None:
        self._table = table
        if watch:
            self._give(Command(cls=Watch, fields={"table": table}))
        elif all(held.table != table for held in self._client.welcome.seats):
            # Given like a typed command, so that its answer is written as well.
            self._give(Command(cls=Join, fields={"table": table}))

    # Messages of the server

    async def _listen(self, *, to_the_end: bool) -> None:
        async for session_event in self._client:
            if isinstance(session_event, Happened):
                deal = self._deals.setdefault(session_event.table, LastDeal[str]())
                deal.happened(kind_of(session_event.event))
                if session_event.line:
                    deal.keep(session_event.line)
            match session_event:
                case Heard():
                    self._hear(session_event.message)
                # With input, the program at the other end may go on to another table.
                case Happened(event=TableClosed()) if to_the_end:
                    return
                case Snapped() if session_event.table == self._entered:
                    self._entered = None
                    self._settle()
                case PromptGone():
                    self._tell_gone(session_event)
                case Welcomed():
                    if reason := self._greeted(session_event.welcome.token):
                        _talk(
                            f"this machine cannot keep your session ({reason}): when this program "
                            "ends, you lose your seats"
                        )
                case Lost(attempt=1):
                    self._aside(f"connection lost ({session_event.reason}); trying again")
                case TableStalled():
                    self._aside(stalled_line(session_event))
                    if to_the_end and session_event.retry_ms is None:
                        return
                case TableStarting(attempt=1):
                    self._aside(session_event.message)
                case DealFlawed():
                    self._aside(flaw_line(session_event))
                case Unreadable():
                    self._aside(f"cannot be read: {session_event.problem}")

    def _aside(self, text: str) -> None:
        """Say what the server or the network causes, unless too much of it comes."""
        for line in self._flood.lines(text):
            _talk(line)

    def _hear(self, message: Any) -> None:
        asked = None
        # Replies carry the client's number, and the writer of the line knows only their own.
        if isinstance(message, Mapping) and isinstance(message.get("id"), int):
            if message.get("code") == "table/starting":
                return  # the client sends the command again; its reply is yet to come
            given = self._ids.pop(message["id"], None)
            if given is None:
                return  # the answer to what the client asked by itself
            asked = self._telling.pop(message["id"], None)
            self._pace.answered(message)
            message = {**message, "id": given}
        if self._json:
            self._out(message_json(message))
        else:
            for line in message_lines(message):
                self._out(line)
        if asked is not None:
            self._learn(*asked, message)
            self._settle()

    def _learn(self, command: Command, before: str | None, message: Mapping[str, Any]) -> None:
        """Remember which table is the current one now, or the numbers of the listed tables."""
        if message.get("type") != "ok":
            if command.cls in (Join, Watch):
                self._table = before
        elif command.cls in (Join, Watch):
            if not self._is_shown(command.fields["table"]):
                self._entered = command.fields["table"]
        elif command.cls is Open:
            self._table = message.get("table")
            if command.sits:
                game, preset = command.fields["game"], command.fields.get("preset")
                cls = Watch if opener_watches(game, preset) else Join
                # With the id of `open`: any other might be one that the writer has given.
                entering = {"table": self._table}
                self._give(Command(cls=cls, fields=entering, id=message["id"]))
        elif command.cls is ListTables:
            kind: Any = tuple[TableInfo, ...]
            with contextlib.suppress(PlainError):
                self._numbered = from_plain(kind, message.get("result"))

    def _is_shown(self, table: str) -> bool:
        followed = self._client.tables.get(table)
        return followed is not None and followed.table is not None

    def _settle(self) -> None:
        """Let the next line be read when no answer that it may need is missing."""
        if not self._telling and self._entered is None:
            self._settled.set()

    def _tell_gone(self, gone: PromptGone) -> None:
        if self._json:
            self._write({"type": "gone", "table": gone.table, "decision": gone.decision})
        else:
            self._out(f"gone {gone.table} {gone.decision}")

    def _write(self, data: Mapping[str, Any]) -> None:
        self._out(json.dumps(data, separators=(",", ":")))

    # Lines of the user

    async def _speak(self, lines: Lines) -> None:
        while (line := await lines.next()) is not None:
            if "quit" not in line:  # which waits for nothing
                await self._until_settled()
            try:
                if len(line.encode(errors="replace")) > MAX_LINE:
                    raise LineError(f"a line has at most {MAX_LINE:,} bytes", 0)
                if self._json:
                    said = read_json(line)
                else:
                    if names_a_table(line):
                        # Read again each time: a title may belong to a table that was just opened.
                        self._listed = await list_tables(self._client)
                    said = parse_line(line, self._context())
                if isinstance(said, Local):
                    self._answer(said)
                    if said.word == "quit":
                        break
                elif said is not None:
                    self._give(said)
            except LineError as error:
                self._refuse(error, self._number_of(line))
        try:
            # A pipe may end at once, before the answers to its last lines have come.
            await self._pace.idle()
        except TimeoutError:
            _talk("the server has not answered everything")

    async def _until_settled(self) -> None:
        """Wait for the table of an earlier line: a pipe writes all its lines at once."""
        try:
            async with asyncio.timeout(REPLY_S):
                await self._settled.wait()
        except TimeoutError:
            # Later lines do not wait for the same answer again.
            self._settled.set()
        await self._pace.room()

    def _context(self) -> Context:
        followed = self._client.tables.get(self._table or "")
        return context_of(
            self._table,
            followed.table if followed else None,
            followed.prompt if followed else None,
            self._client.welcome,
            Tables(self._listed, self._numbered),
        )

    def _give(self, command: Command) -> None:
        if command.cls in (BindNonce, Hello, Nonce):
            raise LineError("the client greets and cuts by itself", 0)
        try:
            check_connected(command, self._client.online)
        except InputError as error:
            raise LineError(str(error), 0) from None
        try:
            message = self._client.command(command.cls, **command.fields)
        # A missing field is only noticed when the message is made.
        except TypeError:
            raise lacking(command) from None
        self._ids[message.id] = message.id if command.id is None else command.id
        if command.cls in (Join, ListTables, Open, Watch):
            self._telling[message.id] = command, self._table
            self._settled.clear()
        self._pace.given()
        # Later lines mean this table, also before the answer, unless they name another.
        if command.cls in (Join, Watch):
            self._table = message.table

    def _answer(self, local: Local) -> None:
        """Answer what needs no server."""
        try:
            lines = _ANSWERS[local.word](self, local.rest)
        except InputError as error:
            self._refuse(LineError(str(error), 0), local.id)
            return
        if self._json:
            if local.word != "quit":
                answer = {"type": "answer", "id": local.id, "word": local.word, "lines": [*lines]}
                self._write(answer)
            return
        for line in lines:
            _talk(line)

    def _help(self, topic: str) -> Sequence[str]:
        if topic:
            return topic_lines(topic)
        followed = self._client.tables.get(self._table or "")
        table = followed.table if followed is not None else None
        lines = help_lines(table.game if table is not None else None)
        if self._json:
            return (*lines, _JSON_HELP)
        return (
            *lines,
            "A number in front is the id of a command; @TABLE and !DECISION say which are meant.",
        )

    def _rules(self, rest: str) -> Sequence[str]:
        if rest:
            return rules_lines(rest.split())
        table = self._here()
        title = f"{table.opened.title or table.id}: {table.game.title}"
        rules = paragraph_lines(explain(table.game, table.options, table.settings))
        return (title, *rules)

    def _show(self, rest: str) -> Sequence[str]:
        table = self._here()
        return table.game.show(table.state)

    def _peek(self, rest: str) -> Sequence[str]:
        self._here()
        lines = hand_lines(self._client.tables[self._table or ""])
        if rest or not lines:
            raise InputError("write peek alone" if rest else "you have no cards now")
        return lines

    def _score(self, rest: str) -> Sequence[str]:
        if rest:
            raise InputError("write score alone")
        return score_lines(self._here())

    def _last(self, rest: str) -> Sequence[str]:
        if rest:
            raise InputError("write last alone")
        self._here()
        deal = self._deals.get(self._table or "", LastDeal[str]())
        return deal.lines()

    def _here(self) -> Table:
        followed = self._client.tables.get(self._table or "")
        if followed is None or followed.table is None:
            raise InputError("you are not at a table; join or watch one first")
        return followed.table

    def _number_of(self, line: str) -> int | None:
        if self._json:
            return number_of(line)
        found = _NUMBER.match(line)
        return int(found[1]) if found is not None else None

    def _refuse(self, error: LineError, number: int | None) -> None:
        # A position is of no use in JSON, which the writer's library has written.
        message = error.message if self._json else str(error)
        # As in the other clients: at a decision the word was most likely meant as an action.
        if isinstance(error, UnknownWord) and (choices := self._context().choices):
            message += f". Type one of: {choices_line(choices)}"
        refused = Refused(id=number, code="line/invalid", message=message)
        if self._json:
            self._write({"type": "refused", "id": number, "code": refused.code, "message": message})
        else:
            for text in format_lines(refused):
                self._out(text)


_JSON_HELP = (
    'In JSON a command is the message: {"type":"join","table":"t1"}. Words that the program answers'
    ' take what follows as text: {"type":"help","text":"straddle"}.'
)

_ANSWERS: Mapping[str, Callable[[Dialect, str], Sequence[str]]] = {
    "help": Dialect._help,
    "rules": Dialect._rules,
    "table": Dialect._show,
    "peek": Dialect._peek,
    "score": Dialect._score,
    "last": Dialect._last,
    "quit": lambda dialect, rest: (),
}


def _talk(text: str) -> None:
    # Not the standard output, which holds messages only and may be parsed.
    # It may quote the server, whose texts may have any length and any characters.
    print(brief(text), file=sys.stderr, flush=True)
