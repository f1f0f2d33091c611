"""The client library: one session with a server that outlives its connections.

Names are loaded when they are first used, so that a command line which only prints its help does
not load what a connection needs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carteado.client.address import DEFAULT_PORT, check_name, server_url
    from carteado.client.client import Client
    from carteado.client.errors import (
        CannotReach,
        ClientClosed,
        ClientError,
        CommandRefused,
        InputError,
        SessionEnded,
        VersionRefused,
    )
    from carteado.client.notices import Heard, Lost
    from carteado.client.receipts import Receipts
    from carteado.client.tokens import KeptToken, state_folder

__all__ = [
    "DEFAULT_PORT",
    "CannotReach",
    "Client",
    "ClientClosed",
    "ClientError",
    "CommandRefused",
    "Heard",
    "InputError",
    "KeptToken",
    "Lost",
    "Receipts",
    "SessionEnded",
    "VersionRefused",
    "check_name",
    "server_url",
    "state_folder",
]

# The light ones first: most names are found before anything loads the network code.
_MODULES = ("errors", "address", "tokens", "notices", "receipts", "client")


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in _MODULES:
            found = getattr(importlib.import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
