"""The file of names beside an exported log: the names of the players whose ids the log holds."""

from __future__ import annotations

import json
from collections.abc import Mapping

from carteado.engine.naming import NameOf, short_name
from carteado.protocol.log import LogError

__all__ = ["MOST_BYTES", "NAMES", "names_of", "read_names", "write_names"]

NAMES = ".names"
"""What follows the name of a log's file in that of its file of names."""


MOST_BYTES = 4 * 2**20
"""Largest file of names: whoever reads one takes a byte more, and `read_names` refuses it."""


def write_names(names: Mapping[str, str]) -> bytes:
    """The bytes of a file of names, by id: a JSON object."""
    text = json.dumps(names, indent=1, ensure_ascii=False, sort_keys=True)
    return text.encode() + b"\n"


def read_names(data: bytes) -> dict[str, str]:
    """The names in a file of names, by player id.

    Raises:
        LogError: the file is not a file of names.
    """
    if len(data) > MOST_BYTES:
        raise LogError(f"not a file of names: larger than {MOST_BYTES >> 20} MiB")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise LogError("not a file of names: not JSON") from None
    if type(found) is not dict or not all(type(name) is str for name in found.values()):
        raise LogError("not a file of names: it does not hold a text for each player")
    return dict(found)


def names_of(data: bytes | None) -> NameOf:
    """The names of players according to a file of names, None for no file.

    Raises:
        LogError: the file is not a file of names.
    """
    names = {} if data is None else read_names(data)
    # A log without its file of names stays readable: ids get short made-up names.
    return lambda player: names.get(player) or short_name(player)
