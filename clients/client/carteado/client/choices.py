"""The legal actions as words to type, derived from the prompt's `legal` alone.

A field of `legal` that is named like an action, or like an action and ``_to``, offers that action:
True as it is, a number with that amount, a pair with an amount from the one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from carteado.engine.plain import tag_of, to_plain
from carteado.protocol.amounts import NO_AMOUNTS, WORDS, Amounts
from carteado.protocol.errors import LineError
from carteado.protocol.lines import Context, parse_line
from carteado.protocol.speech import action_usage
from carteado.protocol.validation import tags
from carteado.protocol.verbs import bare, is_list, items_of, near, text_fields

__all__ = ["Choice", "Malformed", "Unclear", "action_typed", "choices_line", "choices_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One legal action.

    Attributes:
        tag: tag of the action.
        word: the word to type.
        letter: its abbreviation, '' if another choice has that letter.
        amount: its cost in chips, for display; None if it costs nothing.
        span: lowest and highest amount; None if the player chooses no amount.
        field: name of the action's field for the amount.
    """

    tag: str
    word: str
    letter: str
    amount: int | None = None
    span: tuple[int, int] | None = None
    field: str = ""


class Unclear(ValueError):
    """The text is none of the choices; the message lists them."""


class Malformed(Unclear):
    """The text names an action of the game, but its arguments are wrong."""


def choices_of(legal: Any, actions: Sequence[type]) -> tuple[Choice, ...]:
    """The choices that a prompt offers.

    Args:
        legal: of the prompt.
        actions: of the game.
    """
    offered = to_plain(legal)
    classes: dict[str, Any] = {tag_of(cls): cls for cls in actions}
    found: list[Choice] = []
    letters: set[str] = set()
    for name, value in offered.items():
        tag = name if name in classes else name.removesuffix("_to")
        if tag not in classes or value is None or value is False:
            continue
        word = "bet" if tag == "raise" and offered.get("opens") else tag.replace("_", "-")
        letter = "" if word[0] in letters else word[0]
        letters.add(word[0])
        found.append(_choice(classes[tag], tag, word, letter, value))
    return tuple(found)


def _choice(cls: Any, tag: str, word: str, letter: str, value: Any) -> Choice:
    names = [name for name in cls.__dataclass_fields__ if name != "type"]
    if isinstance(value, tuple | list) and len(value) == 2 and names:
        span = (int(value[0]), int(value[1]))
        return Choice(tag=tag, word=word, letter=letter, span=span, field=names[0])
    # Not `isinstance`: True is an int, too, and offers an action without a cost.
    amount = value if type(value) is int else None
    return Choice(tag=tag, word=word, letter=letter, amount=amount)


def choices_line(choices: Sequence[Choice]) -> str:
    """The choices in one line: ``[f]old, [c]all 40, [r]aise to 80..1500, [a]ll-in 1500``."""
    parts = []
    for choice in choices:
        word = f"[{choice.word[0]}]{choice.word[1:]}" if choice.letter else choice.word
        if choice.span is not None:
            total = " to" if choice.field == "to" and choice.word != "bet" else ""
            word += f"{total} {choice.span[0]}..{choice.span[1]}"
        elif choice.amount is not None:
            word += f" {choice.amount}"
        parts.append(word)
    return ", ".join(parts)


def action_typed(
    text: str,
    choices: Sequence[Choice],
    actions: Sequence[type],
    amounts: Amounts = NO_AMOUNTS,
) -> dict[str, Any]:
    """Plain data of the action that the user typed.

    Args:
        text: a choice's letter or word, and an amount where it takes one (or a word for one, such
            as ``pot``), or several actions with bars between them where it takes those.
        choices: what the prompt offers.
        actions: of the game; an action that is not offered can be typed in the line dialect, and
            the server will say why not.
        amounts: what words for amounts mean now.

    Raises:
        Unclear: it is no action, or the amount is missing or out of range.
        Malformed: it is an action of the game that cannot be read.
    """
    word, _, rest = (part.strip() for part in text.strip().partition(" "))
    choice = _chosen(word, choices)
    tag = choice.tag if choice is not None else _tag_of(word, rest, actions)
    if choice is not None and rest and (other := _with_cards(word, choice, actions)):
        choice, tag = None, other
    if tag is not None:
        cls: Any = tags(tuple(actions))[tag]
        for name in cls.__dataclass_fields__:
            if (plays := items_of(cls, name)) and "[" not in rest:
                return {"type": tag, name: _several(rest, plays, cls)}
        lists = _lists(tag, actions)
        if choice is not None and not lists:
            return _with_amount(choice, rest, amounts)
        written_out = not lists or "[" in rest or '"' in rest
        words = rest.replace(",", " ").split()
        text = f"{tag} {rest if written_out else _with_lists(lists, words)}"
    try:
        # The dialect needs a table; only the action of the parsed line is used.
        context = Context(table="t", actions=tuple(actions), amounts=amounts)
        said = parse_line(f"act {text.strip()}", context)
    except LineError as error:
        if tag is not None:
            raise Malformed(error.message) from None
        words = [choice.word for choice in choices]
        meant = near(word, words)
        hint = f"Did you mean {meant}? " if meant else ""
        raise Unclear(f"{hint}Type one of: {choices_line(choices)}") from None
    fields: Any = getattr(said, "fields", {})
    action: dict[str, Any] = fields["action"]
    return action


def _chosen(word: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice that a word or letter names."""
    for choice in choices:
        if bare(word) in (choice.letter, bare(choice.word), bare(choice.tag)):
            return choice
    return None


def _tag_of(word: str, rest: str, actions: Sequence[type]) -> str | None:
    """The action that a word or its first letter names, whether it is offered now or not."""
    every = tuple(tags(tuple(actions)))
    named = [tag for tag in every if bare(word) == bare(tag)]
    short = [tag for tag in every if bare(word) == tag[0]]
    if rest:  # of a letter with something behind it the first that takes something
        short.sort(key=lambda tag: not _lists(tag, actions))
    return next(iter(named or short), None)


def _with_cards(word: str, choice: Choice, actions: Sequence[type]) -> str | None:
    """Of a letter with something behind it, which its choice does not take: the action that does.

    So ``d QS`` is a discard before the draw too, and the server says what comes first.
    """
    if bare(word) != choice.letter or choice.span is not None or choice.amount is not None:
        return None
    if _lists(choice.tag, actions):
        return None
    every = [tag for tag in tags(tuple(actions)) if tag[0] == choice.letter]
    return next((tag for tag in every if _lists(tag, actions)), None)


def _several(text: str, plays: tuple[type, ...], cls: type) -> list[dict[str, Any]]:
    """Actions with bars between them, as a list.

    Raises:
        Malformed: one of them cannot be read.
    """
    try:
        return [action_typed(play, (), plays) for play in text.split("|")]
    except Malformed:
        raise
    except Unclear:
        raise Malformed(f"type {tag_of(cls)} {' | '.join(map(action_usage, plays))}") from None


def _lists(tag: str, actions: Sequence[type]) -> dict[str, bool]:
    """The fields of an action that takes more than an amount, and whether each holds a list."""
    cls: Any = tags(tuple(actions))[tag]
    names = [name for name in cls.__dataclass_fields__ if name != "type"]
    fields = {name: is_list(cls, name) for name in names}
    texts = any(text_fields(cls)[name] for name in names)
    return fields if texts else {}


def _with_lists(fields: dict[str, bool], words: Sequence[str]) -> str:
    """Words after an action as its fields: the first ones in order, all that is left to a list.

    ``0 7H 8H`` is ``meld=0 cards=[7H,8H]``; a word with ``=`` between a name and a value stays.
    """
    keyed = [word for word in words if word.partition("=")[0] in fields]
    named = {word.partition("=")[0] for word in keyed}
    left = [word for word in words if word not in keyed]
    parts = []
    for name, listed in fields.items():
        if name in named:
            continue
        if listed and left:
            items = ",".join(f'"{item}"' for item in left)
            parts.append(f"{name}=[{items}]")
            left = []
        elif left:
            parts.append(f"{name}={left.pop(0)}")
    return " ".join([*parts, *left, *keyed])


def _with_amount(choice: Choice, text: str, amounts: Amounts) -> dict[str, Any]:
    if choice.span is None:
        if text and text != str(choice.amount):
            raise Unclear(f"Type {choice.word} alone, without an amount.")
        return {"type": choice.tag}
    low, high = choice.span
    said = text.removeprefix("to ").strip()
    amount = replace(amounts, low=low, high=high).read(said)
    if amount is None:
        also = "" if choice.field != "to" else f" Or: {', '.join(WORDS)}. It is a total."
        raise Unclear(f"How much? Type {choice.word} and {low:,} to {high:,}.{also}")
    if not low <= amount <= high:
        to = " to" if choice.field == "to" else ""  # a total for the street
        # A word such as `pot` or `3bb` hides the number that is out of range.
        meant = f"{amount:,}"
        if not said[:1].isdigit() or "bb" in said:
            meant = f"{said}, which is {meant}"
        raise Unclear(f"{choice.word.capitalize()}{to} {low:,} to {high:,}; you typed {meant}.")
    return {"type": choice.tag, choice.field: amount}
