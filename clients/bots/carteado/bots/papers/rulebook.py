"""Rules as the tables of the paper have them, read from text.

A file has sections, each a situation with its name in brackets, and in a section one rule a line::

    [river, bet]
    stack < 4, W > 60: all-in
    always: fold

The first rule whose conditions all hold decides. A condition compares a quantity of `Spot` with a
number or with another quantity, or it is a word that holds or does not:

=========  ========================================================================================
stack      big blinds that are at stake (see `spot`)
call       the amount to call, big blinds
group      group of the starting hand
W          chance to win against one random hand, percent
worse      chance that a random holding is of at least the hand's category, percent
improve    chance to end with a higher category, percent
odds       what the call costs of the pot that it makes, percent
V          the formula's gain, big blinds
button     the seat acts last after the flop
as-coded   the variant with the program's slips
always     holds
=========  ========================================================================================

What is done: ``fold``, ``check``, ``call``, ``all-in``, ``add 6`` (put in so many big blinds on top
of its bet), ``4x`` (put in so many times the amount to call), ``over 1`` (raise by so many big
blinds over the opponent's bet), ``add pot`` and ``add pot + extra``. Where the paper's menu has no
raise (`Spot.only_calls`), whatever puts chips in is a call. `betting` says what becomes of an
amount that the table does not allow.
"""

from __future__ import annotations

import functools
import importlib.resources
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from carteado.bots import betting
from carteado.bots.papers.spot import Spot

__all__ = ["Move", "Rule", "Rulebook", "RulesError", "decide", "read_rules", "rules_of"]

_NUMBERS = ("stack", "call", "group", "W", "worse", "improve", "odds", "V")
_WORDS = ("button", "as-coded")
_PLAIN = ("fold", "check", "call", "all-in", "add pot", "add pot + extra")
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CONDITION = re.compile(r"(\w+) (<=|>=|<|>) ([\w.]+)")
_SIZED = re.compile(r"(add|over) ([1-9][0-9]?)|([1-9])x")

Condition = Callable[[Spot], bool]


class RulesError(ValueError):
    """A line that is not a rule; the message says which and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The move of a rule.

    Attributes:
        kind: ``fold``, ``check``, ``call``, ``all-in``, ``add pot``, ``add pot + extra``, ``add``,
            ``over`` or ``times``.
        size: of the last three: big blinds, or how often.
    """

    kind: str
    size: int = 0

    def answer(self, spot: Spot, extra: int = 0) -> str:
        """The move in the words of the table.

        Args:
            spot: the decision.
            extra: chips that ``extra`` means.
        """
        # The table would refuse a raise here; the paper's menu has a call in its place.
        if spot.only_calls and self.kind not in ("fold", "check"):
            return betting.call(spot.view)
        # All are computed at once: that is cheap, and shows them side by side.
        chips = {
            "add": self.size * spot.blind,
            "over": self.size * spot.blind + spot.price,
            "times": self.size * spot.price,
            "add pot": spot.pot,
            "add pot + extra": spot.pot + extra,
        }.get(self.kind)
        if chips is not None:
            return betting.put_in(spot.view, chips)
        return _SAID[self.kind](spot.view)


_SAID = {
    "fold": betting.fold,
    "check": betting.check,
    "call": betting.call,
    "all-in": betting.all_in,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line.

    Attributes:
        conditions: all must hold.
        move: what is then done.
        text: the line as it is written.
    """

    conditions: tuple[Condition, ...]
    move: Move
    text: str

    def holds(self, spot: Spot) -> bool:
        """Whether all conditions do; they are asked in order, and only as long as they do."""
        return all(condition(spot) for condition in self.conditions)


Rulebook = Mapping[str, tuple[Rule, ...]]
"""Rules in order, by the name of the section."""


def decide(rules: tuple[Rule, ...], spot: Spot) -> Move:
    """The move of the first rule that holds."""
    # There always is one: `read_rules` refuses a section without a last rule that holds.
    return next(rule.move for rule in rules if rule.holds(spot))


@functools.cache
def rules_of(name: str) -> Rulebook:
    """The rulebook of that name that lies beside this module."""
    path = importlib.resources.files("carteado.bots.papers") / f"{name}.rules"
    return read_rules(path.read_text(encoding="utf-8"))


def read_rules(text: str) -> Rulebook:
    """The rules of a text.

    Raises:
        RulesError: a line is not a rule, or a section does not end with a rule that always holds.
    """
    book: dict[str, list[Rule]] = {}
    section: list[Rule] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        # No rule needs the sign itself, so a comment may follow a rule.
        line = line.partition("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            section = book.setdefault(line[1:-1], [])
        elif line and section is None:
            raise RulesError(f"line {number}: {line!r:.60} stands in no section")
        elif line and section is not None:
            section.append(_rule(number, line))
    for name, rules in book.items():
        # Checked when it is read, or a bot would have no answer in the middle of a game.
        if not rules or rules[-1].conditions:
            raise RulesError(f"[{name}] does not end with a rule that always holds")
    return {name: tuple(rules) for name, rules in book.items()}


def _rule(number: int, line: str) -> Rule:
    left, colon, right = line.partition(":")
    try:
        if not colon:
            raise RulesError("has no ':' between conditions and what is done")
        parts = [part.strip() for part in left.split(",")]
        conditions = () if parts == ["always"] else tuple(_condition(part) for part in parts)
        return Rule(conditions=conditions, move=_move(right.strip()), text=line)
    except RulesError as error:
        raise RulesError(f"line {number}: {line!r:.80}: {error}") from None


def _condition(text: str) -> Condition:
    if text in _WORDS:
        # The words are properties of `Spot` with a hyphen.
        return operator.attrgetter(text.replace("-", "_"))
    found = _CONDITION.fullmatch(text)
    if found is None or found[1] not in _NUMBERS:
        raise RulesError(f"{text!r:.40} is not a condition")
    value, holds, limit = operator.attrgetter(found[1]), _COMPARISONS[found[2]], found[3]
    if limit in _NUMBERS:
        other = operator.attrgetter(limit)
        return lambda spot: holds(value(spot), other(spot))
    try:
        number = float(limit)
    except ValueError:
        raise RulesError(f"{limit!r:.40} is neither a number nor a quantity") from None
    return lambda spot: holds(value(spot), number)


def _move(text: str) -> Move:
    if text in _PLAIN:
        return Move(kind=text)
    found = _SIZED.fullmatch(text)
    if found is None:
        raise RulesError(f"{text!r:.40} is nothing that can be done")
    kind, blinds, times = found.groups()
    return Move(kind=kind or "times", size=int(blinds or times))
