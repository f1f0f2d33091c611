"""What the owner of a table types, and what guests ask of the owner."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from carteado.client.errors import InputError
from carteado.engine.errors import OptionsError
from carteado.engine.table import Table
from carteado.engine.tables.options import (
    did_you_mean,
    options_difference,
    options_from_text,
    options_keys,
)
from carteado.protocol import messages as wire
from carteado.protocol.corrections import correction_typed, unquoted

__all__ = ["HELP", "OWNING", "number_typed"]

HELP = """\
If the table is yours (you opened it, or it was handed over to you):
  rename TITLE, close      give the table another title; close it for good
  lock, unlock             let guests knock; let everybody sit down
  admit N, turnaway N      answer knock N
  code CODE                ask for a code; code alone takes it away
  pause, resume            stop and continue the clocks and the dealing
  ban NAME, unban NAME     ban a player from the table; lift the ban
  set blinds=20/40 decision=45s
                           change options from the next deal on
  chips NAME AMOUNT REASON give chips (below zero: take), with a reason that everyone sees
  handover NAME            make another person the owner
At somebody's locked table: knock; at a table with a code: join TABLE code=CODE
"""

Seat = Callable[[str], int]
"""Finds the seat of a player's name or of a number."""


def _plain(cls: type) -> Callable[[str, Table | None, Seat], tuple[type, dict[str, Any]]]:
    def read(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
        return cls, {}

    return read


def _text(
    cls: type, name: str, usage: str
) -> Callable[[str, Table | None, Seat], tuple[type, dict[str, Any]]]:
    def read(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
        if not text:
            raise InputError(f"type: {usage}")
        return cls, {name: unquoted(text)}

    return read


def _seat(
    cls: type, usage: str
) -> Callable[[str, Table | None, Seat], tuple[type, dict[str, Any]]]:
    def read(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
        if not text:
            raise InputError(f"whom? Type: {usage}")
        return cls, {"seat": seat(unquoted(text))}

    return read


def _knock(
    cls: type, usage: str
) -> Callable[[str, Table | None, Seat], tuple[type, dict[str, Any]]]:
    def read(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
        waiting: Sequence[int] = table.controls.knocks if table is not None else ()
        names: Sequence[str] = table.controls.knock_names if table is not None else ()
        if not text and len(waiting) == 1:
            return cls, {"knock": waiting[0]}
        for number, name in zip(waiting, names, strict=True):
            if text.casefold() in (str(number), name.casefold()):
                return cls, {"knock": number}
        guests = [f"{number} {name}" for number, name in zip(waiting, names, strict=True)]
        raise InputError(f"which knock? Type: {usage}; waiting: {', '.join(guests) or 'nobody'}")

    return read


def _code(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
    return wire.SetCode, {"code": text or None}


def _set(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
    usage = "set OPTION=VALUE ..., for example: set blinds=20/40 decision=45s"
    pairs = dict(pair.split("=", 1) for pair in text.split() if "=" in pair)
    if table is None or not pairs or len(pairs) != len(text.split()):
        raise InputError(f"what is to change? Type: {usage}")
    own = {key.replace("-", "") for key in options_keys(table.game.options_type)}
    known = (*options_keys(table.game.options_type), *options_keys(type(table.settings)))
    game: dict[str, str] = {}
    rest: dict[str, str] = {}
    for key, value in pairs.items():
        bare = key.lower().replace("-", "").replace("_", "")
        if bare.removesuffix("ms") not in {word.replace("-", "") for word in known}:
            raise InputError(f"no option {key!r:.40}; {did_you_mean(key, known)}")
        (game if bare in own else rest)[key] = value
    try:
        options = options_from_text(table.game.options_type, table.options, game)
        settings = options_from_text(type(table.settings), table.settings, rest)
    except OptionsError as error:
        raise InputError(str(error)) from None
    changes = options_difference(table.options, options)
    chosen = options_difference(table.settings, settings)
    if not changes and not chosen:
        raise InputError("the table is set like that already")
    return wire.Configure, {"options": changes, "settings": chosen}


def _chips(text: str, table: Table | None, seat: Seat) -> tuple[type, dict[str, Any]]:
    found = correction_typed(text)
    if found is not None:
        return wire.Correct, {
            "seat": seat(found.name),
            "amount": found.amount,
            "reason": found.reason,
        }
    raise InputError("type: chips NAME AMOUNT REASON, for example: chips Ana 200 rebuy")


def number_typed(text: str) -> int:
    """A whole number that somebody typed, with or without commas.

    Raises:
        InputError: it is none.
    """
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 17):
        raise InputError(f"{text!r:.40} is not a whole number")
    return int(digits)


OWNING: Mapping[str, Callable[[str, Table | None, Seat], tuple[type, dict[str, Any]]]] = {
    "rename": _text(wire.Rename, "title", "rename TITLE"),
    "lock": _plain(wire.Lock),
    "unlock": _plain(wire.Unlock),
    "code": _code,
    "pause": _plain(wire.Pause),
    "resume": _plain(wire.Resume),
    "ban": _seat(wire.Ban, "ban NAME"),
    "unban": _text(wire.Unban, "name", "unban NAME"),
    "close": _plain(wire.CloseTable),
    "set": _set,
    "chips": _chips,
    "handover": _seat(wire.HandOver, "handover NAME"),
    "admit": _knock(wire.Admit, "admit N"),
    "turnaway": _knock(wire.TurnAway, "turnaway N"),
}
"""For each word, what makes a message of the rest of the line."""
