"""The single grammar of lines from people and programs, by the table of commands in `verbs`.

Every prompt, the full screen, pipes and bots read lines here. They differ only in what they know
(`Context`) and in how they answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from carteado.engine.registry import games
from carteado.engine.sentences import said
from carteado.protocol import messages as wire
from carteado.protocol.choices import choice_named
from carteado.protocol.codec import MAX_FRAME
from carteado.protocol.corrections import correction_typed, unquoted
from carteado.protocol.errors import LineError
from carteado.protocol.notation import Scanner
from carteado.protocol.speech import Command, Context, Line, Local, UnknownWord
from carteado.protocol.speech_actions import action_tag, read_act, read_action
from carteado.protocol.speech_options import SITS, option_keys, read_configure, read_open
from carteado.protocol.validation import tags
from carteado.protocol.verbs import BY_WORD, COMMANDS, VERBS, Verb
from carteado.protocol.wording import (
    as_text,
    bare,
    field_named,
    is_exact,
    near,
    text_fields,
    without_commas,
)

__all__ = ["completions", "names_a_table", "parse_line"]

_NAMED = re.compile(r"(?:^|\s)(?:table|seat|amount|reason)=")
_KEYED = re.compile(r"(?:^|\s)[A-Za-z_-]+=")
_SURE = re.compile(r"(?:^|\s)yes\s*$", re.IGNORECASE)


def parse_line(text: str, context: Context | None = None) -> Command | Local | None:
    """The command that a person or a program gives in a line; None for an empty one or a comment.

    Raises:
        LineError: the line is not a command. The error has the position and, where there is one,
            the word that was probably meant. A line that begins with an unknown word raises
            `UnknownWord`.
    """
    context = context or Context()
    # Before any parsing: the length bounds the work that one line can cause.
    if len(text) > MAX_FRAME:
        raise LineError(said("a line has at most {n} characters", n=str(MAX_FRAME)), MAX_FRAME)
    scanner = Scanner(text.rstrip("\r\n"))
    if scanner.done or scanner.rest.startswith("#"):
        return None
    if context.table is None and context.table_id is not None and scanner.rest.strip().isdecimal():
        # Away from any table, a number alone is that of a table.
        scanner = Scanner(f"join {scanner.rest}")
    line = Line(scanner, context)
    # People type "?" and "/?" when they look for help.
    if scanner.rest.strip(" \t/") == "?":
        return Local(word="help")
    word = line.verb()
    verb = BY_WORD.get(bare(word))
    # An action that is offered now wins over a command of the same name.
    offered = choice_named(word, line.choices) is not None
    if verb is not None and verb.cls is not None and not offered:
        return _READERS.get(verb.cls, _message)(line, verb)
    # Commands answered by the program come last: a game may have an action of that name.
    if (tag := action_tag(line, word)) is not None:
        return read_action(line, word, tag)
    if verb is not None:
        return Local(word=verb.word, rest=scanner.rest.rstrip())
    words = [*(one.word for one in context.choices), *tags(context.actions)]
    words += [word for one in COMMANDS for word in one.words]
    # The message shows the line from its verb on; prefixes such as an id are not part of the word.
    whole = scanner.text[line.start :].strip()
    raise UnknownWord(
        said("unknown command {word}", word=repr(whole[:40])), line.start, near(word, words)
    )


def names_a_table(text: str) -> bool:
    """Whether a line may name a table by its title, so that its reader needs the list of tables."""
    words = text.lower().removeprefix("/").split()
    if words and words[0].isdecimal():
        if len(words) == 1:
            return True
        words = words[1:]
    verb = BY_WORD.get(bare(words[0])) if len(words) > 1 else None
    # Asked before the line is parsed, so a rough test is enough: an extra list costs little.
    return verb is not None and ("table" in verb.places or "table=" in text)


# Commands


def _message(line: Line, verb: Verb) -> Command:
    """A command whose fields are written in order or by name."""
    assert verb.cls is not None
    # A field that is already known, such as the table, takes no value from the line.
    places = [one for one in verb.places if one not in line.fields]
    if line.table is not None and "table" in places:
        places.remove("table")
    texts = text_fields(verb.cls)
    names = [name for name in texts if name not in ("type", "id")]
    if not is_exact(line.scanner.rest):
        head, rest = line.scanner.text[: line.scanner.at], line.scanner.rest
        line.scanner = Scanner(head + without_commas(rest))
        line.scanner.skip(len(head))
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        if key is None:
            if not places:
                raise LineError(said("too much: write {usage}", usage=verb.usage), at)
            name = places.pop(0)
        else:
            name = field_named(key, names, at)
        line.put(name, as_text(line.scanner.word, value, texts[name]), at)
    return line.finish(verb)


def _of_a_table(line: Line, verb: Verb) -> Command:
    """A table by its title, which may have several words, and what else the command takes."""
    at, rest = line.scanner.at, line.scanner.rest
    # `yes` at the end confirms leaving with chips; it is not part of a title.
    if verb.cls is wire.Leave and (sure := _SURE.search(rest)) is not None:
        line.sure = True
        rest = rest[: sure.start()]
        line.scanner = Scanner(line.scanner.text[:at] + rest)
        line.scanner.skip(at)
    # "ledger evening" is a command of its own on the wire.
    if verb.cls is wire.Ledger and rest.strip().lower() == "evening":
        return line.finish(VERBS["evening"])
    title = _before_keys(rest)
    table_id = line.context.table_id
    if title and line.table is None and table_id is not None and not is_exact(title):
        table, seat = _table_and_seat(title, table_id, seats="seat" in verb.places)
        line.put("table", table, at)
        if seat is not None:
            line.put("seat", seat, at)
        line.scanner.skip(len(title))
    return _message(line, verb)


def _table_and_seat(
    title: str, table_id: Callable[[str], str], *, seats: bool
) -> tuple[str, int | None]:
    """The table, and the number of a seat after it, unless that is the end of a title."""
    first, _, last = title.rpartition(" ")
    # A number of one or two digits may be a seat; longer ones belong to the title.
    if not (seats and first and last.isdecimal() and len(last) < 3):
        return table_id(title), None
    try:
        # An id and a seat, as programs write them, whatever the titles are.
        # `table_id` returns an id unchanged, which distinguishes ids from titles.
        if table_id(first.strip()) == first.strip():
            return first.strip(), int(last)
        return table_id(title), None
    except LineError:
        pass
    # The whole text as a title first: a title may end with a number, such as "Friday 2".
    try:
        return table_id(title), None
    except LineError:
        return table_id(first.strip()), int(last)


def _before_keys(text: str) -> str:
    """The text before the first ``key=``."""
    found = _KEYED.search(text)
    return (text[: found.start()] if found else text).strip()


def _one_text(line: Line, verb: Verb) -> Command:
    """A title or a name, which may have several words without quotes."""
    at, text = line.scanner.at, _before_keys(line.scanner.rest)
    # One word, or a quoted text, is read by the general reader as well.
    if " " in text and not text.startswith('"'):
        line.put(verb.places[0], text, at)
        line.scanner.skip(len(text))
    return _message(line, verb)


def _chat(line: Line, verb: Verb) -> Command:
    """Everything after the verb is the text; it may be quoted as a whole."""
    # No keys here: a chat text may contain `=` anywhere.
    text = unquoted(line.scanner.rest.strip())
    if not text:
        raise LineError(said("what? write {usage}", usage=verb.usage), line.scanner.at)
    line.put("text", text, line.scanner.at)
    return line.finish(verb)


def _word(line: Line, verb: Verb) -> Command:
    """A phrase or a reaction; one of several words with blanks, ``-`` or ``_`` between them."""
    at, text = line.scanner.at, line.scanner.rest.strip()
    if is_exact(text) or "=" in text:
        return _message(line, verb)
    context = line.context
    known = context.phrases if verb.cls is wire.Phrase else context.reactions
    word = text.lower().replace(" ", "_")
    # Without the server's list a hyphen may belong to the word.
    if known and word not in known:
        word = word.replace("-", "_")
    if word not in known and (known or not word):
        word, phrase = repr(text[:40]), verb.cls is wire.Phrase
        if text:
            missing = said("no phrase {word}", word=word)
            what = missing if phrase else said("no reaction {word}", word=word)
        else:
            what = said("which phrase?") if phrase else said("which reaction?")
        problem = said("{what}; there are: {known}", what=what, known=", ".join(known))
        raise LineError(problem, at, near(word, known))
    line.put(verb.places[0], word, at)
    line.scanner.skip(len(line.scanner.rest))
    return line.finish(verb)


def _correct(line: Line, verb: Verb) -> Command:
    """Everything after the amount is the reason, unless fields are named."""
    at, text = line.scanner.at, line.scanner.rest
    if _NAMED.search(text):
        return _message(line, verb)
    found = correction_typed(text)
    if found is None:
        problem = said(
            "who gets how many chips, and why? write {usage}, for example: {example}",
            usage=verb.usage,
            example="chips Ana 200 rebuy",
        )
        raise LineError(problem, at)
    line.put("seat", int(found.name) if found.name.isdecimal() else found.name, at)
    line.put("amount", found.amount, at)
    line.put("reason", found.reason, at)
    return line.finish(verb)


def _bot(line: Line, verb: Verb) -> Command:
    """One of the server's bots, where they are known."""
    at, bots = line.scanner.at, line.context.bots
    word = unquoted(_before_keys(line.scanner.rest).partition(" ")[0])
    if bots and word not in bots and "=" not in line.scanner.rest:
        what = said("which bot? write {usage}", usage=verb.usage)
        if word:
            what = said("no bot {word}", word=repr(word[:40]))
        problem = said("{what}; there are: {known}", what=what, known=", ".join(bots))
        raise LineError(problem, at, near(word, bots))
    return _message(line, verb)


def _knock(line: Line, verb: Verb) -> Command:
    """A knock by its number, by the guest's name, or the only one there is."""
    at, text, knocks = line.scanner.at, line.scanner.rest.strip(), line.context.knocks
    if knocks is None or text.isdecimal() or "=" in text:
        return _message(line, verb)
    named = [at for at, name in knocks.items() if name.casefold() == unquoted(text).casefold()]
    if not text and len(knocks) == 1:
        named = list(knocks)
    if not named:
        waiting = ", ".join(f"{number} {name}" for number, name in knocks.items()) or said("nobody")
        problem = said(
            "which knock? write {usage}; waiting: {waiting}", usage=verb.usage, waiting=waiting
        )
        raise LineError(problem, at)
    line.put("knock", named[0], at)
    line.scanner.skip(len(line.scanner.rest))
    return line.finish(verb)


_READERS: Mapping[type, Callable[[Line, Verb], Command]] = {
    **{one.cls: _of_a_table for one in COMMANDS if one.cls and "table" in one.places},
    **dict.fromkeys(
        (
            wire.Ban,
            wire.Block,
            wire.CreateToken,
            wire.HandOver,
            wire.Mute,
            wire.Remove,
            wire.RemoveBot,
            wire.Rename,
            wire.Statistics,
            wire.Unban,
            wire.Unblock,
            wire.Unmute,
        ),
        _one_text,
    ),
    wire.Act: read_act,
    wire.AddBot: _bot,
    wire.Admit: _knock,
    wire.TurnAway: _knock,
    wire.Chat: _chat,
    wire.Configure: read_configure,
    wire.Correct: _correct,
    wire.Open: read_open,
    wire.Phrase: _word,
    wire.React: _word,
}


# Completion


def completions(text: str, context: Context, titles: Sequence[str] = ()) -> list[str]:
    """Completions of the last word of an unfinished line.

    Args:
        text: the line as far as it is typed.
        context: what is known.
        titles: of the tables.
    """
    # Split by single blanks: two blanks give an empty word, so the last word stays the one typed.
    words = text.lstrip().removeprefix("/").split(" ")
    if len(words) == 1:
        offered = [one.word for one in context.choices]
        return sorted({*offered, *(word for one in COMMANDS for word in one.words)})
    verb = BY_WORD.get(bare(words[0]))
    if verb is None or choice_named(words[0], context.choices) is not None:
        return []
    names = [name for name in context.names if name is not None]
    found: list[str] = []
    if verb.places:
        # A title or a name of several words is completed from its last word on.
        head = "".join(f"{word} " for word in words[1:-1]).casefold()
        place = _PLACES.get(verb.places[0])
        known = place(names, titles, context) if place is not None else ()
        found += [one[len(head) :] for one in known if one.casefold().startswith(head)]
    if verb.cls is wire.Open:
        given = [word for word in words[1:-1] if "=" not in word]
        if not given:
            found += games()
        elif len(given) == 1 and given[0] in games():
            found += games()[given[0]].presets
        found += [f"{key}=" for key in ("title", SITS, *option_keys(given[0] if given else None))]
    elif verb.cls is wire.Configure:
        found += [f"{key}=" for key in option_keys(None, context.options)]
    elif verb.cls is wire.Ledger:
        found.append("evening")
    elif verb.word == "help":
        found += [word for one in COMMANDS for word in one.words]
    elif verb.word == "rules":
        found += games()
    return sorted(set(found))


_PLACES: Mapping[str, Callable[[Sequence[str], Sequence[str], Context], Sequence[str]]] = {
    "table": lambda names, titles, context: titles,
    "seat": lambda names, titles, context: names,
    "player": lambda names, titles, context: names,
    "name": lambda names, titles, context: names,
    "bot": lambda names, titles, context: context.bots,
    "knock": lambda names, titles, context: list((context.knocks or {}).values()),
    "phrase": lambda names, titles, context: context.phrases,
    "reaction": lambda names, titles, context: context.reactions,
}
