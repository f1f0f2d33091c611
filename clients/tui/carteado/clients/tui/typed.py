"""Typed commands of the full screen; the grammar is that of every client."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from carteado.client import ClientError, InputError
from carteado.client.answers import answer_lines
from carteado.client.topics import game_rules
from carteado.client.typed_lines import Tables, check_connected, chips_in_play, context_of, read
from carteado.clients.tui.pages.help import rules_lines
from carteado.clients.tui.replay import ReplayScreen
from carteado.engine.game import Sheeted
from carteado.engine.plain import tag_of
from carteado.protocol import messages as wire
from carteado.protocol.grammar import completions
from carteado.protocol.messages import Ok, TableInfo
from carteado.protocol.speech import Command, Context, Local
from carteado.protocol.verbs import BY_WORD, VERBS, Whose
from carteado.scene.control.lobby import opening
from carteado.scene.explaining import near_topic, topic_rows
from carteado.scene.figure_words import figure_text
from carteado.scene.questions import question_sheet, question_words
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Typed"]


_SAID = 150
"""Characters of a sentence that a table has room for."""

_ANSWERED = (Whose.RECORDS, Whose.ACCOUNT, Whose.PROGRAM)
"""Commands whose answer is shown; the effect of others shows at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order for another table, before its owner has confirmed it.

    Attributes:
        command: to send.
        title: the question.
        notes: the table, and what follows from the order.
        yes: the label of the button that carries it out.
    """

    command: Command
    title: str
    notes: tuple[str, ...]
    yes: str


class Typed:
    """Carries out typed lines.

    Args:
        session: the terminal's state.
        replay_screen: takes what is typed while a replay is shown.

    Attributes:
        answer: title and lines of what was answered last.
        order: for another table, which its owner has to confirm.
    """

    def __init__(self, session: App, replay_screen: ReplayScreen) -> None:
        self.session = session
        self.replay_screen = replay_screen
        self.answer: tuple[str, tuple[str, ...]] = "", ()
        self.order: Order | None = None
        self._asked: dict[str, tuple[str, type]] = {}

    def enter(self, line: str) -> None:
        """Carry out a line; what is wrong with it is shown as a sentence."""
        # The slash only says that a command begins.
        text = line.strip().removeprefix("/").strip()
        if not text:
            return
        notice = self.session.ui.notice
        # A refusal is about the line before; a warning without an end stays until Esc.
        if notice is not None and notice.until_ms is not None:
            self.session.ui = replace(self.session.ui, notice=None)
        try:
            self._carry_out(text)
        except ClientError as error:
            said = error.said if isinstance(error, InputError) else str(error)
            sentence = self.session.words.said(said)
            # Beside a table there are two rows for a sentence; one that names many tables is read
            # in a dialog.
            if self.session.screen == "table" and len(sentence) > _SAID:
                self._tell(text, [sentence])
            else:
                self.session.say(sentence, error=True)

    def words(self, text: str) -> Sequence[str]:
        """Completions of the last word of a line."""
        if self.session.screen == "film":
            return [] if " " in text else self.replay_screen.words
        return completions(text, self._context(), self._tables.titles)

    def _carry_out(self, text: str) -> None:
        session = self.session
        if session.screen == "film":
            self.replay_screen.enter(text)
            return
        # On the start page anything else is an address.
        if session.screen == "start" and text.split()[0].lower() not in ("help", "?", "quit"):
            # As if it had been typed into the field, where a wrong one stays.
            session.ui = replace(session.ui, texts={**session.ui.texts, "address": text})
            session.submit("address")
            return
        said = self._read(text)
        if isinstance(said, Local):
            _LOCAL[said.word](self, said.rest)
        # Without arguments "open" means the form, not a table with defaults.
        elif said is not None and text.lower() == "open":
            session.screen = "lobby"
            self._do("sheet", "new")
        elif said is not None:
            if session.link is None:
                raise InputError(session.words("Connect to a server first."))
            _CARRIED_OUT.get(said.cls, Typed._request)(self, said, text)

    def _read(self, text: str) -> Command | Local | None:
        """What a line says; in the lobby a table alone means to sit down there."""
        try:
            return read(self.session.at_table.turns.numbered(text), self._context())
        except InputError:
            titles = (title.casefold() for title in self._tables.titles)
            named = any(text.casefold() in title for title in titles)
            # A command with something missing is a command, even if a title holds its word.
            command = text.split()[0].lower() in BY_WORD
            if self.session.screen != "lobby" or command or not named:
                raise
            return read(f"join {text}", self._context())

    @property
    def _reader(self) -> Reader | None:
        """The current table as its client follows it, None in the lobby."""
        showing = self.session.at_table.current
        return showing.reader if self.session.screen == "table" and showing is not None else None

    @property
    def _tables(self) -> Tables:
        listed = self.session.lobby.listed
        return Tables(listed, listed)

    def _context(self) -> Context:
        reader = self._reader
        return context_of(
            self.session.at_table.table_id if reader is not None else None,
            reader.table if reader is not None else None,
            reader.prompt if reader is not None else None,
            self.session.welcome,
            self._tables,
        )

    # Requests

    def _send(self, tag: str, command: Command) -> None:
        link = self.session.link
        assert link is not None
        link.request(tag, command.cls, **command.fields)

    def _request(self, command: Command, text: str) -> None:
        """Send a command to the server, and show the answer to a question."""
        tag: str = tag_of(command.cls)
        if VERBS[tag].whose in _ANSWERED:
            self._asked[f"answer:{tag}"] = text, command.cls
            self._send(f"answer:{tag}", command)
        else:
            self._send(tag, command)

    def answered(self, tag: str, reply: Ok) -> bool:
        """Show the answer to a question that was typed; False where it was none."""
        # Once: a later answer with the same tag belongs to another question.
        text, cls = self._asked.pop(tag, ("", None))
        if cls is None:
            return False
        try:
            words = self.session.words
            lines = answer_lines(
                cls, reply, words.said, lambda one: " ".join(figure_text(one, words)).rstrip()
            )
            self._tell(text, lines)
        except ClientError as error:
            self.session.say(str(error), error=True)
        return True

    def _tell(self, title: str, lines: Sequence[str]) -> None:
        self.answer = title, tuple(lines)
        self._do("sheet", "answer")

    def _act(self, command: Command, text: str) -> None:
        reader = self._reader
        prompt = reader.prompt if reader is not None else None
        fields = command.fields
        # An answer to the pending prompt goes through `act`, which answers each decision once.
        if prompt is not None and (prompt.table, prompt.decision) == (
            fields["table"],
            fields["decision"],
        ):
            turns = self.session.at_table.turns
            if not turns.begun:
                self.session.at_table.act(fields["action"])
            elif not turns.send_with(fields["action"]):
                words = self.session.words
                raise InputError(words("Plays are staged: send them with Enter, or press U first."))
        else:
            check_connected(command, online=self.session.ui.lost_ms is None)
            self._send("act", command)

    # Coming and going

    def _join(self, command: Command, text: str) -> None:
        table, session = command.fields["table"], self.session
        if table in session.lobby.seats:
            session.at_table.open(table)
        else:
            session.at_table.follow(table)
            self._send(f"enter:{table}", command)

    def _open(self, command: Command, text: str) -> None:
        tag = opening(command.fields["game"], command.fields.get("preset"))
        self._send(tag if command.sits else "open-only", command)

    def _watch(self, command: Command, text: str) -> None:
        table = command.fields["table"]
        self.session.at_table.follow(table)
        self._send(f"enter:{table}", command)

    def _knock(self, command: Command, text: str) -> None:
        # The answer to a knock is an event of the table, so follow the table first.
        table = command.fields["table"]
        self._watch(Command(cls=wire.Watch, fields={"table": table}), text)
        self._send("knock", command)

    def _leave(self, command: Command, text: str) -> None:
        table, here = command.fields["table"], self._reader
        showing = self.session.at_table.showing.get(table)
        reader = showing.reader if showing is not None else None
        chips = chips_in_play(reader.table, reader.seat) if reader is not None else 0
        # A typed word is easier to mistype than a dialog to miss.
        if chips and not command.sure:
            raise InputError(
                self.session.words(
                    "You have {chips} chips in play; type leave yes to leave the table.",
                    chips=chips,
                )
            )
        if reader is not None and reader.seat is None:
            self._unwatch(Command(cls=wire.Unwatch, fields={"table": table}), text)
            return
        # Only leaving the current table goes back to the lobby.
        self._send("leave" if here is reader else "leave-other", command)
        self.session.do(Intent("sheet", ""))

    def _unwatch(self, command: Command, text: str) -> None:
        self._send("unwatch", command)
        if command.fields["table"] == self.session.at_table.table_id:
            self._do("tables")

    def _about_player(self, command: Command, text: str) -> None:
        """An order about another person is asked about first."""
        reader, seat = self._reader, command.fields["seat"]
        here = reader is not None and reader.id == command.fields["table"]
        table = reader.table if reader is not None and here else None
        if table is not None:
            names, bots = table.state.names, table.state.bots
        else:
            info = self._info(command)
            names = tuple(one.name for one in info.seats) if info else ()
            bots = tuple(one.bot for one in info.seats) if info else ()
        name = names[seat] if seat < len(names) else None
        # A bot comes back with one key, and about an empty seat the server says so.
        if not name or bots[seat]:
            self._request(command, text)
        elif table is not None:
            self._do("sheet", question_sheet(tag_of(command.cls), seat, name))
        else:
            # At another table likewise, without the pages of that table behind the question.
            self._ask(command, *question_words(tag_of(command.cls), name, self.session.words))

    def _close(self, command: Command, text: str) -> None:
        words, reader = self.session.words, self._reader
        if reader is not None and reader.id == command.fields["table"]:
            self._do("sheet", "close-table")
        else:
            note = words("Nobody can play at it again. Its log can still be read.")
            yes = words("Close the table")
            self._ask(command, words("Close this table for good?"), note, yes)

    def _info(self, command: Command) -> TableInfo | None:
        """The table of a command as the lobby lists it."""
        listed = self.session.lobby.listed
        return next((one for one in listed if one.table == command.fields["table"]), None)

    def _ask(self, command: Command, title: str, note: str, yes: str) -> None:
        """Ask about an order for another table than the one at hand."""
        info = self._info(command)
        named = info.title if info is not None else ""
        about = f"{self.session.words('Table')}: {named or command.fields['table']}"
        self.order = Order(command=command, title=title, notes=(about, note), yes=yes)
        self._do("sheet", "order")

    def confirmed(self) -> None:
        """Send the order that was asked about."""
        order, self.order = self.order, None
        self._do("sheet", "")
        if order is not None and self.session.link is not None:
            self._send(tag_of(order.command.cls), order.command)

    def _top_up(self, command: Command, text: str) -> None:
        adding = self.session.at_table.adding
        adding.ask(command.fields["table"], command.fields["amount"], tag_of(command.cls))

    # Looking

    def _do(self, kind: str, value: object = None) -> None:
        self.session.do(Intent(kind, value))

    def _at_table(self, kind: str, value: object = None) -> None:
        if self._reader is None:
            raise InputError(self.session.words("You are not at a table; type ? for help."))
        self._do(kind, value)

    def _sheet_of(self, sheet: str, command: Command, text: str) -> None:
        """A page of the current table, which asks by itself; other questions get an answer."""
        reader = self._reader
        # Only the plain question has a page; one with more fields needs its own answer.
        if reader is not None and dict(command.fields) == {"table": reader.id}:
            self._do("sheet", sheet)
        else:
            self._request(command, text)

    def _statistics(self, command: Command, text: str) -> None:
        if command.fields:
            self._request(command, text)
        else:
            self._do("sheet", "statistics")

    def _alone(self, word: str, rest: str, kind: str, value: object = None) -> None:
        if rest:
            raise InputError(self.session.words("Write {word} alone.", word=word))
        self._at_table(kind, value)

    def _score(self, rest: str) -> None:
        table = self._reader.table if self._reader is not None else None
        if table is not None and not isinstance(table.game, Sheeted):
            words, game = self.session.words, table.game.title
            # The server keeps a ledger only where seats have stacks.
            if hasattr(table.state, "stacks"):
                raise InputError(
                    words("{game} has no score sheet; type ledger to see the chips.", game=game)
                )
            raise InputError(
                words("{game} has no score sheet; the table shows the money.", game=game)
            )
        self._alone("score", rest, "sheet", "score")

    def _rules(self, rest: str) -> None:
        if not rest:
            self._at_table("sheet", "rules")
            return
        game, options = game_rules(rest.split())
        self._tell(game.title, rules_lines(self.session.words, game, options, None))

    def _help(self, topic: str) -> None:
        if not topic:
            self._do("sheet", "help")
            return
        words, topic = self.session.words, topic[:40]
        if not topic_rows(words, topic):
            text = words("There is no help on {word}. Type help to see all.", word=topic)
            if near := near_topic(words, topic):
                named = {"word": topic, "near": near}
                text = words("There is no help on {word}. Do you mean {near}?", **named)
            raise InputError(text)
        self._do("topic", topic)


_CARRIED_OUT: Mapping[type, Callable[[Typed, Command, str], None]] = {
    wire.Act: Typed._act,
    wire.Ban: Typed._about_player,
    wire.CloseTable: Typed._close,
    wire.HandOver: Typed._about_player,
    wire.Remove: Typed._about_player,
    wire.Advice: lambda typed, command, text: typed._sheet_of("coach", command, text),
    wire.History: lambda typed, command, text: typed._sheet_of("log", command, text),
    wire.Join: Typed._join,
    wire.Knock: Typed._knock,
    wire.Leave: Typed._leave,
    wire.Ledger: lambda typed, command, text: typed._sheet_of("ledger", command, text),
    wire.ListTables: lambda typed, command, text: typed._do("tables"),
    wire.Open: Typed._open,
    wire.Statistics: Typed._statistics,
    wire.TopUp: Typed._top_up,
    wire.Unwatch: Typed._unwatch,
    wire.Watch: Typed._watch,
}
"""Commands that take more than a request, or have a page of their own."""

_LOCAL: Mapping[str, Callable[[Typed, str], None]] = {
    "help": Typed._help,
    "last": lambda typed, rest: typed._alone("last", rest, "replay"),
    "peek": lambda typed, rest: typed._at_table("cover"),
    "quit": lambda typed, rest: typed._do("close"),
    "rules": Typed._rules,
    "score": lambda typed, rest: typed._score(rest),
    "table": lambda typed, rest: typed._at_table("sheet", ""),
}
