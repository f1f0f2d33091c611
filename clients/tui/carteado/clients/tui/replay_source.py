"""The source of a replay from a text in the menu: a log file, or the address of a server."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from carteado.client import InputError, server_url
from carteado.client.address import DEFAULT_PORT
from carteado.scene.words import Words

__all__ = ["replay_source"]

_ADDRESS = re.compile(
    r"(wss?://|https?://)\S+|(\d{1,3}(\.\d{1,3}){3}|localhost|\[[0-9a-fA-F:]+\])(:\d+)?|[\w.-]+:\d+"
)


def replay_source(text: str, known: Iterable[str], words: Words) -> Path | str:
    """A file that exists, or the address of a server.

    A file comes first. A name without a port is a server if one of that name is known.

    Args:
        text: as it was typed.
        known: addresses of servers that were found, and of those that were visited before.
        words: of the player.

    Raises:
        InputError: it is neither; the sentence says what to type for each.
    """
    path = Path(text).expanduser()
    if path.is_file():
        return path
    # Only what cannot be a mistyped file: a scheme, an IP address, or a port.
    if _ADDRESS.fullmatch(text):
        return text
    for address in known:
        # Without its port, as people say the name.
        if address.rpartition(":")[0].casefold() == text.casefold():
            return address
    try:
        # A word that could be a host is refused with both ways out; a wrong guess would wait for a
        # connection.
        server_url(text)
    except InputError:
        # Such as a path with slashes: it cannot be a server.
        return path
    raise InputError(
        words(
            "There is no file {text} here. For a server of that name, type {text}:{port}.",
            text=text,
            port=str(DEFAULT_PORT),
        )
    )
