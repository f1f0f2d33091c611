"""Reading what a client says in the plain-line dialect; the grammar stands in `lines`."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.engine.errors import OptionsError, PlainError, UnknownGame
from carteado.engine.plain import from_plain, tag_of
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import options_difference, options_from_text, options_keys
from carteado.protocol.amounts import NO_AMOUNTS, Amounts
from carteado.protocol.codec import MAX_FRAME
from carteado.protocol.corrections import correction_typed, unquoted
from carteado.protocol.errors import Invalid, LineError
from carteado.protocol.messages import (
    Act,
    Ban,
    Block,
    Chat,
    Configure,
    Correct,
    HandOver,
    Mute,
    Open,
    Remove,
    Rename,
    Unban,
    Unblock,
    Unmute,
)
from carteado.protocol.notation import Scanner
from carteado.protocol.validation import tags
from carteado.protocol.validators import inbound
from carteado.protocol.verbs import ALIASES, VERBS, Verb, bare, is_list, near, text_fields

__all__ = ["Command", "Context", "Local", "action_usage", "parse_line"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a line leaves unsaid.

    Attributes:
        table: the table at hand.
        decision: the decision at hand, 0 for none.
        actions: the actions of the game at the table; empty where they are not known.
        amounts: what ``pot``, ``half``, ``min`` and ``3bb`` mean now.
        names: the players at the table, by seat; a name means its seat.
        table_id: the id of the table that a text names, where more than ids are understood; raises
            `LineError` where it names none.
        local: words that the program answers by itself. A command or action of the same name goes
            first.
    """

    table: str | None = None
    decision: int = 0
    actions: tuple[type, ...] = ()
    amounts: Amounts = NO_AMOUNTS
    names: tuple[str | None, ...] = ()
    table_id: Callable[[str], str] | None = None
    local: tuple[str, ...] = ("help", "quit", "show")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A line that is a message for the server.

    Attributes:
        cls: the message's class.
        fields: its fields without the id, as `ClientSession.command` takes them.
        id: the id that the line gave, if any.
    """

    cls: type[Any]
    fields: Mapping[str, Any]
    id: int | None = None

    def message(self) -> Any:
        """The message itself; its id is 1 where the line gave none."""
        if "id" in self.cls.__dataclass_fields__:
            return self.cls(id=self.id or 1, **self.fields)
        return self.cls(**self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """A line that the program answers by itself, such as ``help``; `rest` follows the word."""

    word: str
    rest: str = ""


def parse_line(text: str, context: Context | None = None) -> Command | Local | None:
    """What a person or a program says in a line; None for an empty line or a comment.

    Raises:
        LineError: it says nothing that can be understood; with the position and, where there is
            one, what was probably meant.
    """
    context = context or Context()
    # Before any parsing: the length bounds the work that one line can cause.
    if len(text) > MAX_FRAME:
        raise LineError(f"a line has at most {MAX_FRAME} characters", MAX_FRAME)
    scanner = Scanner(text.rstrip("\r\n"))
    if scanner.done or scanner.rest.startswith("#"):
        return None
    line = _Line(scanner, context)
    word = line.verb()
    # Verbs before actions: a game cannot take a word such as `leave` away from its players.
    verb = _BY_WORD.get(bare(word))
    if verb is not None:
        return _READERS.get(verb.cls, _message)(line, verb)
    if _action_class(context, word) is not None:
        return _action(line, word, VERBS["act"])
    if word.lower() in context.local:
        return Local(word=word.lower(), rest=scanner.rest.rstrip())
    raise _unknown(line, word)


# At most 16 digits, so that the number stays near 2^53, the largest on the wire.
_ID = re.compile(r"[1-9][0-9]{0,15}")
_TABLE = re.compile(r"@.+")
_DECISION = re.compile(r"![0-9]{1,16}")
_NAMED = re.compile(r"(?:^|\s)(?:table|seat|amount|reason)=")


@dataclass(slots=True)
class _Line:
    """A line that is being read: what stood before the verb, and where each field stood."""

    scanner: Scanner
    context: Context
    id: int | None = None
    table: str | None = None
    decision: int | None = None
    start: int = 0
    fields: dict[str, Any] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)

    def verb(self) -> str:
        """Read up to the verb, and the verb."""
        scanner = self.scanner
        if (number := scanner.take(_ID)) is not None:
            self.id = int(number)
        if (table := scanner.take(_TABLE)) is not None:
            self.table = table[1:]
        if (decision := scanner.take(_DECISION)) is not None:
            self.decision = int(decision[1:])
        self.start = scanner.at
        key, _ = scanner.item()
        if key is not None or scanner.word is None:
            raise LineError("a line begins with a command", self.start)
        return scanner.word

    def put(self, name: str, value: Any, at: int) -> None:
        """Set a field once."""
        if name in self.fields:
            raise LineError(f"{name} is given twice", at)
        self.fields[name] = value
        self.at[name] = at


# Commands


def _message(line: _Line, verb: Verb) -> Command:
    """A command whose fields are written in order or by name."""
    places = [name for name in verb.places if name != "table" or line.table is None]
    texts = text_fields(verb.cls)
    names = [name for name in texts if name not in ("type", "id")]
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        if key is None:
            if not places:
                raise LineError(f"too much: write {verb.usage}", at)
            name = places.pop(0)
        else:
            name = _field(key, names, at)
        line.put(name, _as_text(line.scanner.word, value, texts[name]), at)
    return _finish(line, verb)


def _chat(line: _Line, verb: Verb) -> Command:
    """Everything after the verb is the text; it may be quoted as a whole."""
    line.put("text", unquoted(line.scanner.rest.strip()), line.scanner.at)
    return _finish(line, verb)


def _correct(line: _Line, verb: Verb) -> Command:
    """Everything after the amount is the reason, unless fields are named."""
    at, text = line.scanner.at, line.scanner.rest
    if _NAMED.search(text):
        return _message(line, verb)
    found = correction_typed(text)
    if found is None:
        raise LineError(f"who gets how many chips, and why? write {verb.usage}", at)
    line.put("seat", int(found.name) if found.name.isdecimal() else found.name, at)
    line.put("amount", found.amount, at)
    line.put("reason", found.reason, at)
    return _finish(line, verb)


def _one_text(line: _Line, verb: Verb) -> Command:
    """A title or a name, which may have several words without quotes."""
    at, text = line.scanner.at, line.scanner.rest.strip()
    # A text with `=` or a leading quote is in the exact grammar; one word needs no joining.
    if " " not in text or "=" in text or text.startswith('"'):
        return _message(line, verb)
    line.put(verb.places[0], text, at)
    return _finish(line, verb)


def _open(line: _Line, verb: Verb) -> Command:
    """A game, its preset, and options: exact ones by group, others as people write them."""
    scanner = line.scanner
    exact: dict[str, dict[str, Any]] = {"options": {}, "settings": {}}
    loose: dict[str, tuple[str, int]] = {}
    places = ["game", "preset"]
    while not scanner.done:
        at = scanner.at
        key, value = scanner.item()
        group, dot, rest = (key or "").partition(".")
        if key is None and not places:
            raise LineError(f"too much: write {verb.usage}", at)
        if key is None or key in ("game", "preset", "title"):
            name = places.pop(0) if key is None else key
            line.put(name, _as_text(scanner.word, value, True), at)
        elif dot and group in exact:
            if rest in exact[group]:
                raise LineError(f"{key} is given twice", at)
            exact[group][rest] = value
        elif key in loose:
            raise LineError(f"{key} is given twice", at)
        else:
            written = scanner.word if scanner.word is not None else value
            loose[key] = (written if isinstance(written, str) else "", at)
    _loose_options(line, loose, exact)
    line.fields.update({group: options for group, options in exact.items() if options})
    return _finish(line, verb)


def _configure(line: _Line, verb: Verb) -> Command:
    """Options and settings by their exact names."""
    exact: dict[str, dict[str, Any]] = {"options": {}, "settings": {}}
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        group, _, name = (key or "").partition(".")
        if group not in exact or not name:
            raise LineError(f"what is to change? write {verb.usage}", at)
        if name in exact[group]:
            raise LineError(f"{key} is given twice", at)
        exact[group][name] = value
    line.fields.update({group: options for group, options in exact.items() if options})
    return _finish(line, verb)


def _loose_options(
    line: _Line, loose: Mapping[str, tuple[str, int]], exact: dict[str, dict[str, Any]]
) -> None:
    """Read options that are written as people write them into exact ones."""
    if not loose:
        return
    first = min(at for _, at in loose.values())
    try:
        game = game_of(str(line.fields.get("game", "")))
    except UnknownGame as error:
        raise LineError(
            f"{error}; of another game's options write options.KEY=VALUE", first
        ) from None
    preset = line.fields.get("preset") or next(iter(game.presets))
    if preset not in game.presets:
        meant = near(str(preset), game.presets)
        raise LineError(f"{game.id} has no preset {str(preset)[:40]!r}", line.at["preset"], meant)
    groups: tuple[tuple[str, type, Any], ...] = (
        ("options", game.options_type, game.presets[preset]),
        ("settings", TableOptions, TableOptions()),
    )
    known = {group: _spellings(cls) for group, cls, _ in groups}
    for key, (_, at) in loose.items():
        if not any(bare(key) in spellings for spellings in known.values()):
            candidates = [word for _, cls, _ in groups for word in options_keys(cls)]
            raise LineError(f"no option {key[:40]!r}", at, near(key.replace("_", "-"), candidates))
    for group, cls, base in groups:
        given = {key: text for key, (text, _) in loose.items() if bare(key) in known[group]}
        # A name that is both an option of the game and a setting means the option.
        if group == "settings":
            given = {key: text for key, text in given.items() if bare(key) not in known["options"]}
        try:
            read = options_from_text(cls, base, given)
        except OptionsError as error:
            raise LineError(str(error), loose.get(error.key, ("", first))[1]) from None
        # Exact options win over loose ones, so a program can rely on what it wrote.
        exact[group] = options_difference(base, read) | exact[group]


def _spellings(cls: type) -> frozenset[str]:
    names = (f.name for f in dataclasses.fields(cls))
    return frozenset(bare(word) for word in (*options_keys(cls), *names))


def _finish(line: _Line, verb: Verb) -> Command:
    """Add what the line leaves unsaid, and check it all."""
    names = verb.cls.__dataclass_fields__  # type: ignore[attr-defined]
    if line.id is not None and "id" not in names:
        raise LineError(f"{verb.word} has no id", 0)
    if line.decision is not None and "decision" not in names:
        raise LineError(f"{verb.word} answers no decision", 0)
    if "table" in names and "table" not in line.fields:
        # Where a command may be about all tables, only who names one means one.
        optional = names["table"].default is None
        table = line.table or (None if optional else line.context.table)
        if table is None and not optional:
            raise LineError(f"which table? write {_with_table(verb)}", line.start)
        if table is not None:
            line.fields["table"] = table
    elif line.table is not None and "table" not in names:
        raise LineError(f"{verb.word} is not about a table", 0)
    # Names before the check of types: a field for a seat accepts numbers only.
    _look_up(line)
    data = {"type": names["type"].default, **line.fields}
    if "id" in names:
        data["id"] = line.id or 1
    try:
        # The same check as for frames: a line can say nothing that the wire would refuse.
        message = inbound()(data)
    except Invalid as error:
        name = error.where.split(".")[1] if "." in error.where else ""
        at = line.at.get(name, line.start)
        raise LineError(f"{name or verb.word}: {error.problem}; write {verb.usage}", at) from None
    fields = {name: getattr(message, name) for name in line.fields}
    return Command(cls=verb.cls, fields=fields, id=line.id)


def _look_up(line: _Line) -> None:
    """Put ids and numbers in the place of the titles and names that people write."""
    table, seat = line.fields.get("table"), line.fields.get("seat")
    if isinstance(table, str) and "table" in line.at and line.context.table_id is not None:
        line.fields["table"] = line.context.table_id(table)
    if isinstance(seat, str):
        here = {one.casefold(): at for at, one in enumerate(line.context.names) if one is not None}
        if seat.casefold() not in here:
            meant = near(seat.casefold(), here)
            name = line.context.names[here[meant]] if meant is not None else None
            raise LineError(f"nobody here is called {seat[:40]!r}", line.at["seat"], name)
        line.fields["seat"] = here[seat.casefold()]


def _with_table(verb: Verb) -> str:
    return verb.usage if "table" in verb.places else f"@TABLE {verb.usage}"


# Actions


def _act(line: _Line, verb: Verb) -> Command:
    """``act`` and any action, known here or not."""
    at = line.scanner.at
    if line.scanner.done:
        raise LineError(f"which action? write {verb.usage}", at)
    key, value = line.scanner.item()
    if key is not None:
        raise LineError(f"which action? write {verb.usage}", at)
    line.start = at
    if line.scanner.word == "-":
        return _free_action(line, verb, {})
    if not isinstance(value, str):
        raise LineError("an action is a word", at)
    # Without the game's code the server checks the action.
    if not line.context.actions:
        return _free_action(line, verb, {"type": value})
    if _action_class(line.context, value) is None:
        raise _unknown(line, value)
    return _action(line, value, verb)


def _free_action(line: _Line, verb: Verb, action: dict[str, Any]) -> Command:
    """An action that is not known here: whatever fields the line names."""
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        if key is None:
            raise LineError("name the field: the game is not known here", at)
        if key in action:
            raise LineError(f"{key} is given twice", at)
        action[key] = value
    return _answer(line, verb, action)


def _action(line: _Line, word: str, verb: Verb) -> Command:
    """One of the game's actions; the values fill its fields, a list takes all that are left."""
    cls = _action_class(line.context, word)
    assert cls is not None
    texts = text_fields(cls)
    names = [name for name in texts if name != "type"]
    places = list(names)
    action: dict[str, Any] = {"type": tag_of(cls)}
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        if key is None and not places:
            raise LineError(f"too much: write {action_usage(cls)}", at)
        if key is None and value == "to" == places[0] and not line.scanner.done:
            continue  # "raise to 60": the amount of an action that raises to a total
        name = places[0] if key is None else _field(key, names, at)
        value = _as_text(line.scanner.word, value, texts[name])
        if isinstance(value, str) and not texts[name] and not is_list(cls, name):
            amount = line.context.amounts.read(value)
            value = value if amount is None else amount
        if key is None and is_list(cls, name) and not isinstance(value, list):
            action.setdefault(name, []).append(value)
            continue
        if name in action:
            raise LineError(f"{name} is given twice", at)
        action[name] = value
        if name in places:
            places.remove(name)
    missing = [f.name for f in dataclasses.fields(cls) if _needed(f) and f.name not in action]
    if missing:
        raise LineError(f"{missing[0]} is missing: write {action_usage(cls)}", line.start)
    try:
        from_plain(cls, action)
    except PlainError as error:
        raise LineError(f"{error}; write {action_usage(cls)}", line.start) from None
    return _answer(line, verb, action)


def _answer(line: _Line, verb: Verb, action: dict[str, Any]) -> Command:
    line.fields["action"] = action
    decided = line.context.decision if line.decision is None else line.decision
    line.fields["decision"] = decided
    return _finish(line, verb)


def _action_class(context: Context, word: str) -> Any:
    return _by_bare_tag(context.actions).get(bare(word))


@functools.cache
def _by_bare_tag(actions: tuple[type, ...]) -> Mapping[str, type]:
    return {bare(tag): cls for tag, cls in tags(actions).items()}


def action_usage(cls: Any) -> str:
    """How an action is written: its tag and its fields, those in brackets that may be left out."""
    fields = [f for f in dataclasses.fields(cls) if f.name != "type"]
    shown = (f.name.upper() if _needed(f) else f"[{f.name.upper()}]" for f in fields)
    return " ".join((tag_of(cls), *shown))


def _needed(item: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return item.default is missing and item.default_factory is missing


# Words


_BY_WORD: Mapping[str, Verb] = {
    **{bare(tag): verb for tag, verb in VERBS.items()},
    **{verb.word: verb for verb in VERBS.values()},
    **{word: VERBS[tag] for word, tag in ALIASES.items()},
}

_READERS: Mapping[type, Callable[[_Line, Verb], Command]] = {
    Open: _open,
    Configure: _configure,
    Chat: _chat,
    Correct: _correct,
    **dict.fromkeys(
        (Ban, Block, HandOver, Mute, Remove, Rename, Unban, Unblock, Unmute), _one_text
    ),
    Act: _act,
}


def _unknown(line: _Line, word: str) -> LineError:
    verbs = [verb.word for verb in VERBS.values()]
    words = [*tags(line.context.actions), *verbs, *line.context.local]
    return LineError(f"no command {word[:40]!r}", line.start, near(word, words))


def _field(key: str, names: list[str], at: int) -> str:
    name = key.replace("-", "_")
    if name not in names:
        raise LineError(f"no field {key[:40]!r}", at, near(key, names))
    return name


def _as_text(word: str | None, value: Any, text: bool) -> Any:
    """What a bare word means in a field: `12` is a text where the field is one."""
    return word if text and word is not None and value is not None else value
