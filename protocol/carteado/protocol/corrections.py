"""``NAME AMOUNT REASON``: chips that the owner gives or takes, as people type it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from carteado.protocol.errors import LineError
from carteado.protocol.notation import Scanner

__all__ = ["Correction", "correction_typed", "unquoted"]

# The name is matched lazily, so the first number that follows a blank is the amount.
_FORM = re.compile(
    r"""\s*(?P<name>"(?:[^"\\]|\\.)*"|[^"=\s][^"=]*?)"""
    r"""\s+(?P<sign>[-+\u2212]?)(?P<digits>[0-9][0-9,]{0,20})"""
    r"""\s+(?P<reason>\S.*?)\s*"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A correction as it was typed.

    Attributes:
        name: of the player, or the number of a seat.
        amount: chips to give; below zero for chips to take.
        reason: the text that everybody sees.
    """

    name: str
    amount: int
    reason: str


def correction_typed(text: str) -> Correction | None:
    """The correction in a text; None where it has another form.

    Only a name that holds a number, and blanks at the ends of a reason, need quotes.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    chips = int(found["digits"].replace(",", ""))
    return Correction(
        name=unquoted(found["name"]),
        amount=chips if found["sign"] in ("", "+") else -chips,
        reason=unquoted(found["reason"]),
    )


def unquoted(text: str) -> str:
    """A text without the quotes around the whole of it, where it has such."""
    if not text.startswith('"'):
        return text
    try:
        scanner = Scanner(text)
        key, value = scanner.item()
    except LineError:
        return text
    return value if key is None and scanner.done and isinstance(value, str) else text
