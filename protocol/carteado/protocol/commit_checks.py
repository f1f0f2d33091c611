"""Checks a commit: its size, its fields, and the nesting depth of its plain data."""

from __future__ import annotations

import re
from typing import Any

__all__ = [
    "FORMAT",
    "MAX_BODY",
    "MAX_EVENTS",
    "fields_problem",
    "is_table_id",
    "size_problem",
]

FORMAT = 1
"""Version of the record's format that this release writes."""

MAX_BODY = 1 << 20
"""Bytes of a commit."""

MAX_EVENTS = 4096
"""Events of a commit, and items of any list or map inside one."""

_MAX_DEPTH = 16
_MAX_INT = (1 << 53) - 1  # the largest number that JSON and Lua hold exactly
_ATOMS = frozenset({str, int, bool, type(None), bytes})
# Safe as a file name and in a URL, where ids are also used.
_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_table_id(text: object) -> bool:
    """Whether a text may be a table's id: 1 to 64 letters, digits, hyphens and underscores."""
    return isinstance(text, str) and _TABLE_ID.fullmatch(text) is not None


def size_problem(body: bytes) -> str | None:
    """The problem with the size of a commit's bytes, None for none."""
    if not body:
        return "not a commit: empty"
    if len(body) > MAX_BODY:
        return f"a commit of {len(body)} bytes, more than {MAX_BODY}"
    return None


def fields_problem(values: tuple[Any, ...]) -> str | None:
    """The problem with a commit's fields, in their order in the record; None for none."""
    v, table, first, epoch, owner, batch, cause, at, deal, rules, previous, salt, events = values
    # type() instead of isinstance: msgpack's true and false would pass as numbers.
    if not type(v) is type(first) is type(epoch) is type(at) is type(deal) is int:
        return "format, first, epoch, at and deal are not all whole numbers"
    if v != FORMAT:
        return f"format {v} is not {FORMAT}"
    # The OR of the numbers is negative if one is, and within 53 bits if all are.
    if first < 1 or not 0 <= first | epoch | at | deal <= _MAX_INT:
        return "first, epoch, at or deal is out of range"
    if not is_table_id(table):
        return "the table's id is not 1 to 64 letters, digits, hyphens and underscores"
    if not type(owner) is type(batch) is type(previous) is type(salt) is bytes:
        return "owner, batch, previous and salt are not all bytes"
    if len(owner) != 8 or len(batch) != 16 or len(salt) != 16:
        return "owner, batch and salt are not of 8, 16 and 16 bytes"
    # Only a log's first commit may have no predecessor, so a log cannot lose its beginning.
    if len(previous) != (0 if first == 1 else 32):
        return "previous is not 32 bytes, or none for the first commit of a log"
    if rules is not None and (type(rules) is not str or not 0 < len(rules) <= 200):
        return "rules is not a short text"
    return _cause_problem(cause) or _events_problem(events, cause)


def _cause_problem(cause: Any) -> str | None:
    if cause is None:
        return None
    if type(cause) is not dict:
        return "cause is not plain data"
    by, number, done = cause.get("by"), cause.get("id"), cause.get("do", ())
    if not (by is None or type(by) is str) or not (number is None or type(number) is int):
        return "cause is not of a player's key and a whole number"
    if type(done) not in (tuple, list):
        return "cause is not of commands"
    for command in done:  # mostly one event: a generator would take longer than the check
        if type(command) is not dict:
            return "cause is not of commands"
    return None


def _events_problem(events: object, cause: dict[Any, Any] | None) -> str | None:
    if type(events) is not tuple or not 0 < len(events) <= MAX_EVENTS:
        return f"events is not a list of 1 to {MAX_EVENTS}"
    found = []
    for number, event in enumerate(events, 1):
        if type(event) is not tuple or len(event) != 2:
            return f"event {number} is not a version and data"
        version, data = event
        if type(version) is not int or not 1 <= version <= 65_535:
            return f"event {number} has no version of its type"
        if type(data) is not dict or type(data.get("type")) is not str:
            return f"event {number} has no type"
        found.append(data)
    # Checking all at once is faster; the loop only runs to name the invalid event.
    if _are_plain([*found, cause or {}]):
        return None
    for number, data in enumerate(found, 1):
        if not _are_plain([data]):
            return f"event {number} ({data['type']:.40}) is not plain data"
    return "cause is not plain data"


def _are_plain(containers: list[Any]) -> bool:
    """Whether containers hold plain data only, not too deep, with texts for keys.

    All containers of one level are checked together, without a call for each.
    """
    # Level by level instead of recursively: depth is bounded, and there is no call per value.
    for _ in range(_MAX_DEPTH):
        below: list[Any] = []
        for container in containers:
            kind = type(container)
            if kind is dict:
                for key in container:
                    if type(key) is not str:
                        return False
                container = container.values()
            # Anything but an atom must be a map or a list; fractions are refused here.
            elif kind is not tuple and kind is not list:
                return False
            if len(container) > MAX_EVENTS:
                return False
            for item in container:
                if type(item) not in _ATOMS:
                    below.append(item)
        if not below:
            return True
        containers = below
    return False
