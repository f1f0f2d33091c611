"""The types of message fields: kinds of numbers and texts, and a place in a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from carteado.protocol.validation import written

__all__ = [
    "LARGEST",
    "Chips",
    "Code",
    "CommandId",
    "Hex16",
    "Hex32",
    "Label",
    "Name",
    "OperatorToken",
    "Password",
    "Position",
    "Seat",
    "Seq",
    "TableId",
    "Text",
    "Title",
    "Token",
    "Word",
]


LARGEST = 2**53 - 1
"""Largest whole number that JSON readers everywhere keep exact."""
CommandId = Annotated[int, Field(ge=1, le=LARGEST)]
# Lower case only, so that no two ids differ by case alone.
TableId = Annotated[
    str,
    written(r"^[a-z0-9][a-z0-9-]{0,39}$", "1 to 40 of a-z, 0-9 and -, a letter or digit first"),
]
# Ten seats are the largest table of any game here.
Seat = Annotated[int, Field(ge=0, le=9)]
Seq = Annotated[int, Field(ge=0, le=LARGEST)]
Chips = Annotated[int, Field(ge=1, le=LARGEST)]
# Nothing invisible, or two names could look alike: U+2800 is the Braille blank, which Unicode
# counts as a symbol. A mark at the beginning would join the text before the name.
Name = Annotated[
    str,
    written(
        r"^[^\p{C}\p{Z}\p{M}\p{DI}\u2800]"
        r"([^\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]{0,22}[^\p{C}\p{Z}\p{DI}\u2800])?$",
        "1 to 24 visible characters, the first with a shape of its own, no blank at either end",
    ),
]
# Separators of lines and paragraphs (Zl, Zp) would break a line of the plain dialect.
Title = Annotated[str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{0,60}$", "at most 60 printable characters")]
Text = Annotated[str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{1,200}$", "1 to 200 printable characters")]
# The upper limit bounds the work of hashing a try.
Password = Annotated[
    str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{8,128}$", "8 to 128 printable characters")
]
Label = Annotated[str, written(r"^[^\p{C}\p{Zl}\p{Zp}]{1,40}$", "1 to 40 printable characters")]
# No blanks, so that a code is one word of a line without quotes.
Code = Annotated[str, written(r"^[^\p{C}\p{Z}]{4,32}$", "4 to 32 visible characters, no blanks")]
Word = Annotated[
    str,
    written(r"^[a-z0-9][a-z0-9_-]{0,39}$", "1 to 40 of a-z, 0-9, _ and -, a letter or digit first"),
]
# 22 characters of base64url hold 128 bits.
Token = Annotated[str, written(r"^[A-Za-z0-9_-]{22,64}$", "22 to 64 of A-Z, a-z, 0-9, _ and -")]
OperatorToken = Annotated[
    str, written(r"^[\x21-\x7e]{1,256}$", "1 to 256 visible characters of ASCII")
]
# A nonce of 16 bytes, and a SHA-256 of 32: lower case only, because they are compared as texts.
Hex16 = Annotated[str, written(r"^[0-9a-f]{32}$", "32 of 0-9 and a-f")]
Hex32 = Annotated[str, written(r"^[0-9a-f]{64}$", "64 of 0-9 and a-f")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place in a table's log: the last event that a client has.

    Attributes:
        epoch: under which epoch that event was written; a log that was rewound has another.
        seq: number of that event, from 1.
        rail: whether it was seen from the rail, else from a seat; absent does not say. For servers
            that name ``position_rail`` among their capabilities.
    """

    epoch: Seq
    seq: Seq
    rail: bool | None = None
