"""The context and the results of reading a line, and the line while it is being read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.engine.sentences import Sentence, said, several
from carteado.engine.tables.options import no_switch, truth_of
from carteado.protocol.amounts import NO_AMOUNTS, Amounts
from carteado.protocol.choices import Choice
from carteado.protocol.errors import Invalid, LineError
from carteado.protocol.notation import Scanner
from carteado.protocol.validators import inbound
from carteado.protocol.verbs import Verb
from carteado.protocol.wording import near, switches

__all__ = ["Command", "Context", "Line", "Local", "UnknownWord"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The context that completes a line.

    Attributes:
        table: the current table.
        decision: the current decision, 0 for none.
        actions: the actions of the game at the table; empty where they are not known.
        choices: those that the prompt offers. Their words and letters go before commands.
        amounts: what ``pot``, ``half``, ``min`` and ``3bb`` mean now.
        names: the players at the table, by seat; a name means its seat.
        knocks: who waits to be let in, by number; None where that is not known.
        options: of the game at the table; None where they are not known.
        settings: the table's own options.
        bots: names that the server offers.
        phrases: words of the phrases that the server knows; empty where they are not known.
        reactions: of the reactions, likewise.
        capabilities: of the server; None where they are not known, and nothing is refused for them.
        table_id: the id of the table that a text names, where more than ids are understood; raises
            `LineError` where it names none.
    """

    table: str | None = None
    decision: int = 0
    actions: tuple[type, ...] = ()
    choices: tuple[Choice, ...] = ()
    amounts: Amounts = NO_AMOUNTS
    names: tuple[str | None, ...] = ()
    knocks: Mapping[int, str] | None = None
    options: Any = None
    settings: Any = None
    bots: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    capabilities: tuple[str, ...] | None = None
    table_id: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A line that is a message for the server.

    Attributes:
        cls: the message's class.
        fields: its fields without the id, as `ClientSession.command` takes them.
        id: the id that the line gave, if any.
        sure: whether the line said ``yes``: the program then need not ask for confirmation.
        sits: whether the player who opens a table sits down there; False after ``join=no``.
    """

    cls: type[Any]
    fields: Mapping[str, Any]
    id: int | None = None
    sure: bool = False
    sits: bool = True

    def message(self) -> Any:
        """The message itself; its id is 1 where the line gave none."""
        if "id" in self.cls.__dataclass_fields__:
            return self.cls(id=self.id or 1, **self.fields)
        return self.cls(**self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """A line that the program answers by itself, such as ``help``.

    Attributes:
        word: the word itself.
        rest: what follows the word.
        id: the number that the writer gave; None in lines, whose answers bear none.
    """

    word: str
    rest: str = ""
    id: int | None = None


class UnknownWord(LineError):
    """A line that begins with no command and no action."""


_ASKED = {
    "amount": said("how many chips?"),
    "name": said("who?"),
    "seat": said("who?"),
    "table": said("which table?"),
    "text": said("what?"),
    "title": said("which title?"),
}
"""For each field, the question in the error about a missing value."""

# At most 16 digits, so that the number stays near 2^53, the largest on the wire.
_ID = re.compile(r"[1-9][0-9]{0,15}")
_TABLE = re.compile(r"@.+")
_DECISION = re.compile(r"![0-9]{1,16}")


@dataclass(slots=True)
class Line:
    """A line that is being read: the prefixes before the verb, and the position of each field."""

    scanner: Scanner
    context: Context
    id: int | None = None
    table: str | None = None
    decision: int | None = None
    start: int = 0
    sure: bool = False
    sits: bool = True
    fields: dict[str, Any] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)

    def verb(self) -> str:
        """Read the prefixes, and return the verb after them."""
        scanner = self.scanner
        if (number := scanner.take(_ID)) is not None:
            self.id = int(number)
        # The three prefixes have distinct first characters and a fixed order: id, @table,
        # !decision.
        if (table := scanner.take(_TABLE)) is not None:
            self.table = table[1:]
        if (decision := scanner.take(_DECISION)) is not None:
            self.decision = int(decision[1:])
        if scanner.rest.startswith("/"):
            # If letters are keys, / begins typed text.
            scanner.skip(1)
        self.start = scanner.at
        key, _ = scanner.item()
        if key is not None or scanner.word is None:
            raise LineError(said("a line begins with a command"), self.start)
        return scanner.word

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of the prompt, unless the line is about another table."""
        # Letters such as "c" belong to the prompt of this table only.
        return self.context.choices if self.table in (None, self.context.table) else ()

    def put(self, name: str, value: Any, at: int) -> None:
        """Set a field, which may be set only once."""
        if name in self.fields:
            raise LineError(said("{name} is given twice", name=name), at)
        self.fields[name] = value
        self.at[name] = at

    def finish(self, verb: Verb) -> Command:
        """Add the fields that the line leaves out, and check all of them."""
        assert verb.cls is not None
        names = verb.cls.__dataclass_fields__  # type: ignore[attr-defined]
        known = self.context.capabilities
        # Refused here in words: an old server would answer only that it knows no such message.
        if known is not None and verb.needs not in ("-", *known):
            text = said("this server does not know {word}", word=repr(verb.words[0]))
            raise LineError(text, self.start)
        if self.id is not None and "id" not in names:
            raise LineError(said("{word} has no id", word=verb.word), 0)
        if self.decision is not None and "decision" not in names:
            raise LineError(said("{word} answers no decision", word=verb.word), 0)
        if "table" in names and "table" not in self.fields:
            # A command that may concern all tables concerns one only if the line names it.
            optional = names["table"].default is None
            table = self.table or (None if optional else self.context.table)
            if table is None and not optional:
                raise LineError(_with_table(verb), self.start)
            if table is not None:
                self.fields["table"] = table
        elif self.table is not None and "table" not in names:
            raise LineError(said("{word} is not about a table", word=verb.word), 0)
        # Names before the check of types: a field for a seat accepts numbers only.
        self._look_up()
        self._switch(verb)
        data = {"type": names["type"].default, **self.fields}
        if "id" in names:
            data["id"] = self.id or 1
        try:
            # The same check as for frames: a line can say nothing that the wire would refuse.
            message = inbound()(data)
        except Invalid as error:
            # `where` is the message, a dot and the field.
            name = error.where.split(".")[1] if "." in error.where else ""
            at = self.at.get(name, self.start)
            problem = said(
                "{name}: {problem}", name=name or verb.word, problem=in_words(error.problem)
            )
            asked = None
            if name in names and name not in self.fields:
                asked, problem = _ASKED.get(name), said("{name} is missing", name=name)
            elif "a whole number" in error.problem and isinstance(self.fields[name], str):
                word = repr(self.fields[name][:40])
                problem = said("{word} is not a whole number", word=word)
            # A question ends with its own mark.
            whole = said("{problem}; write {usage}", problem=problem, usage=verb.usage)
            if asked is not None:
                whole = said("{question} write {usage}", question=asked, usage=verb.usage)
            raise LineError(whole, at) from None
        fields = {name: getattr(message, name) for name in self.fields}
        return Command(cls=verb.cls, fields=fields, id=self.id, sure=self.sure, sits=self.sits)

    def _look_up(self) -> None:
        """Replace the titles and names that people write with ids and numbers."""
        table, seat = self.fields.get("table"), self.fields.get("seat")
        if isinstance(table, str) and "table" in self.at and self.context.table_id is not None:
            self.fields["table"] = self.context.table_id(table)
        if isinstance(seat, str):
            self.fields["seat"] = self._seat_of(seat)

    def _switch(self, verb: Verb) -> None:
        """Convert the words for on and off into the value of a true-or-false field."""
        assert verb.cls is not None
        for name in switches(verb.cls) & self.fields.keys():
            text = self.fields[name]
            if not isinstance(text, str | int) or isinstance(text, bool):
                continue
            switch = truth_of(str(text))
            if switch is None:
                problem = said("{name}: {problem}", name=name, problem=no_switch(str(text)))
                raise LineError(problem, self.at[name])
            self.fields[name] = switch

    def _seat_of(self, name: str) -> int:
        names = [one for one in self.context.names if one is not None]
        # casefold, not lower: names may hold letters such as a sharp s.
        for seat, one in enumerate(self.context.names):
            if one is not None and one.casefold() == name.casefold():
                return seat
        meant = near(name.casefold(), [one.casefold() for one in names])
        found = next((one for one in names if one.casefold() == meant), None)
        problem = said("nobody here is called {name}", name=repr(name[:40]))
        if names and found is None:
            problem = said("{problem}; here are: {names}", problem=problem, names=", ".join(names))
        raise LineError(problem, self.at["seat"], found)


_NO_NUMBER = re.compile(r"(?:(?P<name>\w+): )?(?P<word>.+) is not a whole number")
_BOUND = re.compile(r"must be (greater|less) than or equal to (-?\d+)")
_LENGTH = re.compile(r"must have at (least|most) (\d+) characters?")


def in_words(problem: str) -> Sentence | str:
    """A problem of a field as a sentence that can be translated, where people meet it often."""
    if found := _NO_NUMBER.fullmatch(problem):
        sentence = said("{word} is not a whole number", word=found["word"])
        name = found["name"]
        return said("{name}: {problem}", name=name, problem=sentence) if name else sentence
    if found := _BOUND.fullmatch(problem):
        n = int(found[2])
        return said("at least {n}", n=n) if found[1] == "greater" else said("at most {n}", n=n)
    if found := _LENGTH.fullmatch(problem):
        n = int(found[2])
        if found[1] == "least":
            return several("at least {n} character", "at least {n} characters", n)
        return several("at most {n} character", "at most {n} characters", n)
    return problem


def _with_table(verb: Verb) -> Sentence:
    if "table" in verb.places:
        return said("which table? you are not at a table; write {usage}", usage=verb.usage)
    return said(
        "which table? you are not at a table; join one first, or write @TABLE {usage}",
        usage=verb.usage,
    )
