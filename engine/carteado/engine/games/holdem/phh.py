"""Hands in PHH, the open poker hand history format: reading and writing the notation.

PHH is TOML. The players are listed from the left of the button, heads-up the big blind first; a
list of antes or blinds is in that order too, but for heads-up, where the small blind's comes first.
Amounts are chips, ``cbr 600`` is a bet or raise to the street total 600, ``????`` are unknown
cards. Only no-limit Texas Hold'em (variant ``NT``) is read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from carteado.engine.errors import EngineError
from carteado.engine.tables.options import did_you_mean

__all__ = ["HandRecord", "PhhError", "parse_phh", "write_phh"]

_NEEDED = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")
_ABOUT = [
    "author",
    "event",
    "url",
    "venue",
    "address",
    "city",
    "region",
    "postal_code",
    "country",
    "time",
    "time_zone",
    "day",
    "month",
    "year",
    "hand",
    "level",
    "seats",
    "seat_count",
    "table",
    "winnings",
    "currency",
    "currency_symbol",
    "time_limit",
    "time_banks",
]
_FIELDS = (*_NEEDED, "ante_trimming_status", "players", "finishing_stacks", *_ABOUT)

# A hand needs few levels. The limit stops hostile files before code that calls itself for each
# level.
_MAX_DEPTH = 16
_TOO_DEEP = f"lists and tables are nested too deeply; {_MAX_DEPTH} levels are allowed"

# Named only for the message: a file of another game gets a clear refusal.
_VARIANTS = {
    "FT": "fixed-limit Texas Hold'em",
    "NS": "no-limit short-deck Hold'em",
    "PO": "pot-limit Omaha Hold'em",
    "FO/8": "fixed-limit Omaha Hold'em high-low split (eight or better)",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud high-low split (eight or better)",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
"""The other variants of PHH, by code."""

# tomllib reports the position only inside its message.
_LINE = re.compile(r"\(at line (\d+)")
# TOML basic strings allow only these short escapes and \UXXXXXXXX.
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class PhhError(EngineError):
    """A text that is not a hand of no-limit Hold'em in PHH, or one that cannot be played.

    Attributes:
        reason: the problem, without its position.
        line: line of the file, from 1; None if unknown.
        field: the wrong field; None if the problem is not in a field.
    """

    def __init__(self, reason: str, *, line: int | None = None, field: str | None = None) -> None:
        places = [f"line {line}"] if line is not None else []
        places += [field] if field is not None else []
        super().__init__(": ".join((", ".join(places), reason)) if places else reason)
        self.reason = reason
        self.line = line
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """One recorded hand. Tuples by player are in the order of the file.

    Attributes:
        antes: chips of each player; heads-up the second player's first.
        blinds: chips of each player, negative for a post to come in; heads-up the second player's
            first.
        min_bet: the smallest bet, chips.
        starting_stacks: chips of each player before the hand.
        actions: the actions in PHH notation.
        trimming: whether antes count as contributions (True) or are dead money of the main pot.
        finishing_stacks: chips of each player after the hand, None where they are not recorded.
        players: names, None where they are not recorded.
        about: all other fields, unchanged.
        line: line of the file on which the hand begins, from 1.
        field_lines: line of the file of each field.
        action_lines: line of the file of each action.
    """

    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    min_bet: int
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    trimming: bool = False
    finishing_stacks: tuple[Fraction, ...] | None = None
    players: tuple[str, ...] | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    line: int = 1
    field_lines: Mapping[str, int] = field(default_factory=dict)
    action_lines: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.starting_stacks)

    def of_player(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Antes or blinds in the order of the players: heads-up the list is reversed."""
        return values[::-1] if self.seats == 2 else values


# Reading


def parse_phh(text: str) -> tuple[HandRecord, ...]:
    """The hands of a file: one hand, or several as numbered TOML tables (``.phhs``).

    Raises:
        PhhError: the text is not TOML, holds no hand, or a field is unknown, missing or wrong.
    """
    try:
        # Fractions keep halves of chips exact, and "inf" and "nan" fail as a ValueError.
        data = tomllib.loads(text, parse_float=Fraction)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        # Without a position the error is at the end of the file, such as an open string.
        line = int(found.group(1)) if found else len(text.splitlines())
        reason = str(error).partition(" (at ")[0]
        raise PhhError(f"not TOML: {reason}", line=line) from None
    except ValueError as error:
        raise PhhError(f"not TOML: {error}") from None
    except RecursionError:
        raise PhhError(_TOO_DEEP) from None
    if _is_deep(data):
        raise PhhError(_TOO_DEEP)
    # Only tables at the top level: a file of several hands (.phhs).
    if data and all(isinstance(value, dict) for value in data.values()):
        return tuple(_record(values, _Lines(text, name)) for name, values in data.items())
    return (_record(data, _Lines(text, None)),)


def _is_deep(data: Any) -> bool:
    """Whether lists and tables are nested too deeply; dotted keys can nest without limit."""
    level = [data]
    # Level by level, without recursion: a hostile file must not exhaust the stack here.
    for _ in range(_MAX_DEPTH):
        level = [
            item
            for part in level
            for item in (part.values() if isinstance(part, dict) else part)
            if isinstance(item, dict | list)
        ]
        if not level:
            return False
    return True


class _Lines:
    """Finds the line of a field or an action in the text of a file."""

    def __init__(self, text: str, table: str | None) -> None:
        self._rows = text.splitlines()
        self.first = 1
        if table is not None:
            # tomllib gives no positions, so the lines of errors are found in the text again.
            header = re.compile(rf"\s*\[\s*[\"']?{re.escape(table)}[\"']?\s*\]")
            self.first = next(n for n, row in enumerate(self._rows, 1) if header.match(row))

    def of(self, name: str) -> int:
        """Line of a field."""
        key = re.compile(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=")
        # From this hand's header on, so a field of an earlier hand is not found.
        for number, row in enumerate(self._rows[self.first - 1 :], self.first):
            if key.match(row):
                return number
        return self.first

    def of_actions(self, actions: Iterable[str]) -> tuple[int, ...]:
        """Line of each action: the first match at or after the line of the action before it."""
        number, at, lines = self.of("actions"), 0, []
        for action in actions:
            # The same text may occur several times, so each search starts after the last match.
            for below, row in enumerate(self._rows[number - 1 :]):
                found = row.find(action, at if not below else 0)
                if found >= 0:
                    number, at = number + below, found + len(action)
                    break
            lines.append(number)
        return tuple(lines)


def _require_variant(data: Mapping[str, Any], lines: _Lines) -> None:
    """Refuse another game before its fields are checked, because they differ too."""
    variant = data.get("variant", "NT")
    if variant == "NT":
        return
    known = _VARIANTS.get(variant) if isinstance(variant, str) else None
    said = f"{variant!r} is {known}" if known else f"{variant!r:.40} is not a variant of PHH"
    reason = f"{said}; only 'NT', no-limit Texas Hold'em, can be played again"
    raise PhhError(reason, line=lines.of("variant"), field="variant")


def _record(data: Mapping[str, Any], lines: _Lines) -> HandRecord:
    # First, so that another game gets one clear message instead of many about fields.
    _require_variant(data, lines)
    # Fields that begin with "_" are user-defined in PHH and are always accepted.
    for name in data:
        if name not in _FIELDS and not name.startswith("_"):
            near = did_you_mean(name, _FIELDS).partition("; there are")[0]
            hint = f"; {near}" if near.startswith("did you mean") else ""
            raise PhhError(f"no such field{hint}", line=lines.of(name), field=name)
    for name in _NEEDED:
        if name not in data:
            raise PhhError("this field is missing", line=lines.first, field=name)
    trimming = data.get("ante_trimming_status", False)
    if type(trimming) is not bool:
        raise _wrong(lines, "ante_trimming_status", "is neither true nor false")
    stacks = _whole(lines, data, "starting_stacks", least=1)
    seats = len(stacks)
    # The limits of `Options.seats`, checked here to name the field and its line.
    if not 2 <= seats <= 10:
        raise _wrong(lines, "starting_stacks", f"{seats} players, not 2 to 10")
    min_bet = data["min_bet"]
    if type(min_bet) is not int or min_bet < 1:
        raise _wrong(lines, "min_bet", f"{min_bet!r:.40} is not a whole number above zero")
    actions = _texts(lines, data, "actions", None)
    return HandRecord(
        antes=_whole(lines, data, "antes", least=0, count=seats),
        blinds=_whole(lines, data, "blinds_or_straddles", least=None, count=seats),
        min_bet=min_bet,
        starting_stacks=stacks,
        actions=actions,
        trimming=trimming,
        finishing_stacks=_finishing(lines, data, seats),
        players=_texts(lines, data, "players", seats) if "players" in data else None,
        about={name: data[name] for name in data if name in _ABOUT or name.startswith("_")},
        line=lines.first,
        field_lines={name: lines.of(name) for name in data},
        action_lines=lines.of_actions(actions),
    )


def _wrong(lines: _Lines, name: str, reason: str) -> PhhError:
    return PhhError(reason, line=lines.of(name), field=name)


def _whole(
    lines: _Lines,
    data: Mapping[str, Any],
    name: str,
    *,
    least: int | None,
    count: int | None = None,
) -> tuple[int, ...]:
    values = _list(lines, data, name, count)
    for value in values:
        # Not isinstance: TOML's true and false are ints for Python.
        if type(value) is not int:
            raise _wrong(lines, name, f"{_shown(value)} is not a whole number of chips")
        if least is not None and value < least:
            raise _wrong(lines, name, f"{value} is less than {least}")
    return values


def _texts(lines: _Lines, data: Mapping[str, Any], name: str, count: int | None) -> tuple[str, ...]:
    values = _list(lines, data, name, count)
    for value in values:
        if type(value) is not str:
            raise _wrong(lines, name, f"{_shown(value)} is not a text")
    return values


def _finishing(lines: _Lines, data: Mapping[str, Any], seats: int) -> tuple[Fraction, ...] | None:
    """Recorded final stacks; sites that split chips record halves."""
    if "finishing_stacks" not in data:
        return None
    values = _list(lines, data, "finishing_stacks", seats)
    for value in values:
        if type(value) not in (int, Fraction) or value < 0:
            raise _wrong(lines, "finishing_stacks", f"{_shown(value)} is not a number of chips")
    return tuple(Fraction(value) for value in values)


def _list(lines: _Lines, data: Mapping[str, Any], name: str, count: int | None) -> tuple[Any, ...]:
    values = data[name]
    if type(values) is not list:
        raise _wrong(lines, name, f"{_shown(values)} is not a list")
    if count is not None and len(values) != count:
        raise _wrong(lines, name, f"{len(values)} values for {count} players")
    return tuple(values)


def _shown(value: object) -> str:
    # Floats are read as Fractions; a message shows what the file says.
    return str(float(value)) if isinstance(value, Fraction) else f"{value!r:.40}"


# Writing


def write_phh(record: HandRecord) -> str:
    """The text of a hand as a PHH file; `parse_phh` reads it again."""
    values: dict[str, Any] = {
        "variant": "NT",
        "ante_trimming_status": record.trimming,
        "antes": record.antes,
        "blinds_or_straddles": record.blinds,
        "min_bet": record.min_bet,
        "starting_stacks": record.starting_stacks,
        "actions": record.actions,
    }
    if record.players is not None:
        values["players"] = record.players
    if record.finishing_stacks is not None:
        values["finishing_stacks"] = record.finishing_stacks
    # After the standard fields, as PHH files usually order them.
    values.update(record.about)
    return "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())


def _toml(value: Any) -> str:
    # Before the numbers: str(True) is not TOML.
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, Fraction) and value.denominator != 1:
        return str(float(value))
    return str(value)


def _quoted(text: str) -> str:
    parts = [
        _ESCAPES.get(letter, letter if letter.isprintable() else f"\\U{ord(letter):08x}")
        for letter in text
    ]
    return f'"{"".join(parts)}"'
