"""The client library: one session with a server that outlives its connections."""

from __future__ import annotations

from carteado.client.address import DEFAULT_PORT, server_url
from carteado.client.client import Client, Lost, check_name
from carteado.client.errors import (
    CannotReach,
    ClientClosed,
    ClientError,
    CommandRefused,
    InputError,
    SessionEnded,
    VersionRefused,
)
from carteado.client.tokens import KeptToken, state_folder

__all__ = [
    "DEFAULT_PORT",
    "CannotReach",
    "Client",
    "ClientClosed",
    "ClientError",
    "CommandRefused",
    "InputError",
    "KeptToken",
    "Lost",
    "SessionEnded",
    "VersionRefused",
    "check_name",
    "server_url",
    "state_folder",
]
