"""The legal actions as words to type, derived from the prompt's `legal` alone.

A field of `legal` with the name of an action, or that name and ``_to``, offers the action:
True without an amount, a number with that amount, a pair with an amount in that range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from carteado.engine.plain import tag_of, to_plain
from carteado.engine.sentences import Sentence, said
from carteado.protocol.wording import bare

__all__ = ["Choice", "choice_named", "choices_line", "choices_of", "choices_said"]


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


def choices_of(legal: Any, actions: Sequence[type]) -> tuple[Choice, ...]:
    """The choices that a prompt offers.

    Args:
        legal: of the prompt.
        actions: of the game.
    """
    # Plain data, because a client without the game's code has nothing else.
    offered = to_plain(legal)
    classes: dict[str, Any] = {tag_of(cls): cls for cls in actions}
    found: list[Choice] = []
    letters: set[str] = set()
    for name, value in offered.items():
        tag = name if name in classes else name.removesuffix("_to")
        # Not just any false value: 0 is an amount.
        if tag not in classes or value is None or value is False:
            continue
        # Opening is called a bet at the table, although the action is the same.
        word = "bet" if tag == "raise" and offered.get("opens") else tag.replace("_", "-")
        # The first action that is offered keeps the letter; later ones are typed in full.
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


def choice_named(word: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice that a word or letter names."""
    for choice in choices:
        if bare(word) in (choice.letter, bare(choice.word), bare(choice.tag)):
            return choice
    return None


def choices_line(choices: Sequence[Choice]) -> str:
    """The choices in one line: ``[f]old, [c]all 40, [r]aise to 80 to 1,500, [a]ll-in 1,500``.

    For people; programs read the prompt of the line protocol, whose amounts have no grouping.
    """
    return str(choices_said(choices))


def choices_said(choices: Sequence[Choice]) -> Sentence:
    """The same as `choices_line`, for clients that translate it."""
    # Lists need no words of their own.
    return Sentence(text="{choices}", values={"choices": tuple(map(_said, choices))})


def _said(choice: Choice) -> Sentence:
    word = f"[{choice.word[0]}]{choice.word[1:]}" if choice.letter else choice.word
    if choice.span is not None:
        least, most = choice.span
        # A bet starts from nothing, so "to" would only confuse.
        if choice.field == "to" and choice.word != "bet":
            return said("{action} to {least} to {most}", action=word, least=least, most=most)
        return said("{action} {least} to {most}", action=word, least=least, most=most)
    if choice.amount is not None:
        return Sentence(text="{action} {n}", values={"action": word, "n": choice.amount})
    return Sentence(text="{action}", values={"action": word})
