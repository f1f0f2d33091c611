"""Reading the actions of a game from a line."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain, tag_of
from carteado.engine.sentences import said
from carteado.protocol.amounts import WORDS
from carteado.protocol.choices import Choice, choice_named
from carteado.protocol.errors import LineError
from carteado.protocol.notation import Scanner, quote
from carteado.protocol.speech import Command, Context, Line, in_words
from carteado.protocol.validation import tags
from carteado.protocol.verbs import VERBS, Verb
from carteado.protocol.wording import (
    as_text,
    bare,
    field_named,
    is_exact,
    is_list,
    items_of,
    near,
    text_fields,
    without_commas,
)

__all__ = ["action_tag", "action_usage", "read_act", "read_action"]


def read_act(line: Line, verb: Verb) -> Command:
    """``act`` and any action, known here or not."""
    at = line.scanner.at
    if line.scanner.done:
        raise LineError(said("which action? write {usage}", usage=verb.usage), at)
    key, value = line.scanner.item()
    if key is not None:
        raise LineError(said("which action? write {usage}", usage=verb.usage), at)
    line.start = at
    # "-" stands for an action without a tag, as `lines.format_line` writes it.
    if line.scanner.word == "-":
        return _free_action(line, {})
    if not isinstance(value, str):
        raise LineError(said("an action is a word"), at)
    # Without the game's code any tag and any fields go to the server, which decides.
    if not line.context.actions:
        return _free_action(line, {"type": value})
    tag = action_tag(line, value)
    if tag is None:
        raise _unknown_action(line, value)
    return read_action(line, value, tag)


def _unknown_action(line: Line, word: str) -> LineError:
    """The error about a word that is not an action of the game."""
    words = [*(one.word for one in line.choices), *tags(line.context.actions)]
    problem = said("no action {word}", word=repr(word[:40]))
    return LineError(problem, line.start, near(word, words))


def action_tag(line: Line, word: str) -> str | None:
    """The action that a word means: an offered one, or any of the game by its name or letter.

    Args:
        line: after the word.
        word: as it was written.
    """
    context = line.context
    choice = choice_named(word, line.choices)
    rest = not line.scanner.done
    if choice is not None:
        # An offered action goes before all others of the game: one letter may name several.
        return (_with_cards(word, choice, context) if rest else None) or choice.tag
    every = _by_bare_tag(context.actions)
    if bare(word) in every:
        return tag_of(every[bare(word)])
    short = [cls for cls in every.values() if tag_of(cls)[0] == bare(word)]
    if rest:  # of a letter with something after it, the first that takes something
        short.sort(key=lambda cls: not _takes_texts(cls))
    return tag_of(short[0]) if short else None


def _with_cards(word: str, choice: Choice, context: Context) -> str | None:
    """The action for a letter with a value after it, whose offered action takes no value.

    So ``d QS`` means a discard even before the draw, and the server refuses it with the reason.
    """
    if bare(word) != choice.letter or choice.span is not None or choice.amount is not None:
        return None
    classes = tags(context.actions)
    if _takes_texts(classes[choice.tag]):
        return None
    every = [tag for tag in classes if tag[0] == choice.letter]
    return next((tag for tag in every if _takes_texts(classes[tag])), None)


def read_action(line: Line, word: str, tag: str) -> Command:
    """An action of the game; the values fill its fields, a list takes all that are left."""
    cls: Any = tags(line.context.actions)[tag]
    choice = choice_named(word, line.choices)
    if choice is not None and choice.tag != tag:
        # The word names another action than the offer, so the offer's amount does not apply.
        choice = None
    rest = line.scanner.rest.strip()
    plays = next((one for name in text_fields(cls) if (one := items_of(cls, name))), ())
    exact = is_exact(rest)
    if plays and "[" not in rest:
        name = next(name for name in text_fields(cls) if items_of(cls, name))
        return _answer(line, {"type": tag, name: _several(line, rest, plays, cls)})
    if not exact:
        if choice is not None and "=" not in rest and not _takes_texts(cls):
            return _answer(line, _with_amount(line, choice, rest))
        _loosen(line, cls)
    return _answer(line, _fields(line, cls))


def _fields(line: Line, cls: Any) -> dict[str, Any]:
    texts = text_fields(cls)
    names = [name for name in texts if name != "type"]
    places = list(names)
    action: dict[str, Any] = {"type": tag_of(cls)}
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        if key is None and not places:
            raise LineError(said("too much: write {usage}", usage=action_usage(cls)), at)
        if key is None and value == "to" == places[0] and not line.scanner.done:
            continue  # "raise to 60": the amount of an action that raises to a total
        name = places[0] if key is None else field_named(key, names, at)
        value = as_text(line.scanner.word, value, texts[name])
        # Words such as "pot" or "half" are amounts only where a number is expected.
        if isinstance(value, str) and not texts[name] and not is_list(cls, name):
            amount = line.context.amounts.read(value)
            value = value if amount is None else amount
        # A list takes every further value without a key, as in "meld 5H 6H 7H".
        if key is None and is_list(cls, name) and not isinstance(value, list):
            action.setdefault(name, []).append(value)
            continue
        if name in action:
            raise LineError(said("{name} is given twice", name=name), at)
        action[name] = value
        if name in places:
            places.remove(name)
    missing = [f.name for f in dataclasses.fields(cls) if _needed(f) and f.name not in action]
    if missing:
        problem = said("{name} is missing: write {usage}", name=missing[0], usage=action_usage(cls))
        raise LineError(problem, line.start)
    try:
        # Built only to be checked: the message carries plain data.
        from_plain(cls, action)
    except PlainError as error:
        problem = said(
            "{problem}; write {usage}", problem=in_words(str(error)), usage=action_usage(cls)
        )
        raise LineError(problem, line.start) from None
    return action


def _loosen(line: Line, cls: Any) -> None:
    """Rewrite the rest of the line, which people write loosely, in the exact notation.

    Commas may stand in numbers and between the items of a list, and a card may have ``=`` in it:
    ``meld 5H, 6H 2S=4H`` is ``meld cards=["5H","6H","2S=4H"]``.
    """
    head, rest = line.scanner.text[: line.scanner.at], line.scanner.rest
    names = [name for name in text_fields(cls) if name != "type"]
    listed = next((one for one in names if is_list(cls, one) and text_fields(cls)[one]), None)
    if listed is None:
        text = without_commas(rest)
    else:
        words = rest.replace(",", " ").split()
        keyed = [word for word in words if word.partition("=")[0] in names]
        left = [word for word in words if word not in keyed]
        given = {word.partition("=")[0] for word in keyed}
        parts = []
        for name in names:
            if name not in given and left:
                if name == listed:
                    parts.append(f"{name}=[{','.join(map(quote, left))}]")
                    left = []
                else:
                    parts.append(f"{name}={left.pop(0)}")
        text = " ".join([*parts, *left, *keyed])
    # Reading goes on in the rewritten text; error positions before this point stay right.
    line.scanner = Scanner(head + text)
    line.scanner.skip(len(head))


def _several(line: Line, text: str, plays: tuple[type, ...], cls: type) -> list[dict[str, Any]]:
    """Actions with bars between them, as a list."""
    found = []
    usage = said("write {usage}", usage=f"{tag_of(cls)} {' | '.join(map(action_usage, plays))}")
    for play in text.split("|"):
        # A table name and no choices: a play inside a turn is read without the prompt's letters.
        part = Line(Scanner(play.strip()), Context(table="t", actions=plays))
        try:
            word = part.verb()
            tag = action_tag(part, word)
        except LineError:
            raise LineError(usage, line.start) from None
        if tag is None:
            raise LineError(usage, line.start)
        try:
            found.append(dict(read_action(part, word, tag).fields["action"]))
        except LineError as error:
            raise LineError(error.said, line.start) from None
    return found


def _with_amount(line: Line, choice: Choice, text: str) -> dict[str, Any]:
    if choice.span is None:
        # "call 40" is accepted when 40 is the price: people say what they see.
        if text and text != str(choice.amount):
            problem = said("write {word} alone, without an amount", word=choice.word)
            raise LineError(problem, line.scanner.at)
        return {"type": choice.tag}
    low, high = choice.span
    typed = text.removeprefix("to ").strip()
    amount = replace(line.context.amounts, low=low, high=high).read(typed)
    if amount is None:
        problem = said(
            "how much? Write {word} and {low} to {high}", word=choice.word, low=low, high=high
        )
        if choice.field == "to":
            also = ", ".join(WORDS)
            problem = said("{problem}. Or: {words}. It is a total", problem=problem, words=also)
        raise LineError(problem, line.scanner.at)
    return {"type": choice.tag, choice.field: amount}


def _free_action(line: Line, action: dict[str, Any]) -> Command:
    """An action that is not known here: whatever fields the line names."""
    while not line.scanner.done:
        at = line.scanner.at
        key, value = line.scanner.item()
        if key is None:
            raise LineError(said("name the field: the game is not known here"), at)
        if key in action:
            raise LineError(said("{name} is given twice", name=key), at)
        action[key] = value
    return _answer(line, action)


def _answer(line: Line, action: dict[str, Any]) -> Command:
    line.fields["action"] = action
    decided = line.context.decision if line.decision is None else line.decision
    line.fields["decision"] = decided
    return line.finish(VERBS["act"])


@functools.cache
def _by_bare_tag(actions: tuple[type, ...]) -> Mapping[str, type]:
    return {bare(tag): cls for tag, cls in tags(actions).items()}


def _takes_texts(cls: Any) -> bool:
    """Whether an action takes more than an amount, such as cards."""
    return any(text for name, text in text_fields(cls).items() if name != "type")


def action_usage(cls: Any) -> str:
    """The syntax of an action: its tag and its fields, optional ones in brackets.

    An action whose fields do not say how it is typed has a `usage` of its own.
    """
    if (own := getattr(cls, "usage", None)) is not None:
        return str(own)
    fields = [f for f in dataclasses.fields(cls) if f.name != "type"]
    shown = (f.name.upper() if _needed(f) else f"[{f.name.upper()}]" for f in fields)
    return " ".join((tag_of(cls), *shown))


def _needed(item: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return item.default is missing and item.default_factory is missing
