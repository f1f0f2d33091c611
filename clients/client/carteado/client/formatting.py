"""A server's messages and texts for output, so that they act neither on a terminal nor elsewhere.

Messages are written as lines of the dialect or as JSON, without tokens.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from carteado.protocol.errors import Invalid
from carteado.protocol.lines import format_lines
from carteado.protocol.messages import OUTBOUND
from carteado.protocol.validation import validator

__all__ = ["message_json", "message_lines", "spreadsheet_text"]

HIDDEN = "?"
"""Stands for a token: a proof of identity has no place in an output."""


def message_lines(message: Any) -> tuple[str, ...]:
    """The lines of a message received as plain data; none if this release does not know it."""
    try:
        known = _outbound()(_discreet(message))
    except Invalid:
        return ()
    # A later server may send message types that this release has never heard of.
    return () if known is None else format_lines(known)


def spreadsheet_text(text: str) -> str:
    """A text that another player wrote, such as a name, so that no spreadsheet runs it."""
    # A cell that begins like this is a formula for Excel and its relatives.
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def message_json(message: Any) -> str:
    """One line of JSON for a message received as plain data."""
    # ASCII, so that no character of a name can act on the terminal.
    return json.dumps(_discreet(message), ensure_ascii=True, separators=(",", ":"))


def _discreet(message: Any) -> Any:
    if isinstance(message, Mapping) and "token" in message:
        return {**message, "token": HIDDEN}
    return message


# Building it takes about a tenth of a second, so only a program that formats messages pays for it.
@functools.cache
def _outbound() -> validator:
    return validator(OUTBOUND, unknown="ignore")
