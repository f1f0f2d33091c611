"""``carteado admin``: run the server, over its local socket or with the operator's token."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from carteado.client import CannotReach, Client, CommandRefused, InputError, server_url
from carteado.client.address import login_name
from carteado.client.commandline import AsJson, Flag
from carteado.protocol.errors import Invalid, LineError
from carteado.protocol.messages import Admin, AdminAction, Ok, Refused
from carteado.protocol.notation import escape
from carteado.protocol.session_messages import format_json, parse_json_outbound
from carteado.protocol.validation import validator

__all__ = ["admin"]

# Longer than for a move: a reload reads files and opens tables.
ANSWER_S = 15.0
"""Timeout for an answer of the server, seconds."""

# A reply is one line, and the default limit of asyncio is 64 KiB.
LINE_BYTES = 16 * 1024 * 1024

_WORDS = {
    "announce": ("text",),
    "at": ("table", "line"),
    "ban": ("name",),
    "forget": ("name",),
    "kick": ("name",),
    "password": ("name",),
    "unban": ("name",),
    "drain": ("seconds",),
    "seats": ("table",),
}
"""Arguments of each action; the last one takes all remaining words."""
_MAY_LACK = frozenset({"seats", "drain"})


def admin(
    action: AdminAction,
    /,
    *words: str,
    url: str | None = None,
    token_file: Path | None = None,
    socket: Path | None = None,
    table: str | None = None,
    address: Flag = False,
    as_json: AsJson = False,
) -> None:
    """Run a server: its tables, seats, sessions and players.

    Without --url it asks the server of this machine over its local socket, which only the user who
    runs the server may open. Over the network it needs the token that the host set as admin_token:
    in the variable CARTEADO_ADMIN_TOKEN, or with --token-file.

    For example: carteado admin tables; carteado admin seats heads-up; carteado admin kick Ana;
    carteado admin ban Ana --address; carteado admin announce "Pizza is here";
    carteado admin at heads-up pause; carteado admin drain 60; carteado admin reload

    Args:
        action: What to do. at TABLE LINE runs a line as the owner of the table would type it, such
            as lock, chips 2 500 "rebuy", close or set decision=45s. drain SECONDS stops the server
            when all current deals are over, or after that many seconds. password NAME gives an
            account a new password. forget NAME deletes the name of a player from everything that
            the server stores. announce TEXT shows a text to everybody. reload reads the tables file
            and the certificate again, and opens tables that were added.
        words: Arguments of the action.
        url: The server to reach with the token, instead of the one on this machine.
        token_file: File that holds the operator's token.
        socket: The local socket; by default next to the server's data.
        table: With kick: only at this table.
        address: With ban: also ban the player's address.
        as_json: Print JSON.
    """
    message = _message(action, words, table, address=address)
    if url is None:
        reply = asyncio.run(_over_socket(socket or _usual_socket(), message))
    else:
        reply = asyncio.run(_over_network(server_url(url), _token(token_file), message))
    for line in [json.dumps(reply)] if as_json else _lines(action, reply):
        print(line)


def _message(action: str, words: Sequence[str], table: str | None, *, address: bool) -> Admin:
    places = _WORDS.get(action, ())
    usage = " ".join((action, *(place.upper() for place in places)))
    if len(words) < len(places) and action not in _MAY_LACK:
        raise InputError(f"{places[len(words)]} is missing; type: carteado admin {usage}")
    if len(words) > len(places) and not places:
        raise InputError(f"unexpected argument {words[0]!r:.40}; type: carteado admin {action}")
    data: dict[str, Any] = {"type": "admin", "id": 1, "action": action}
    for at, place in enumerate(places[: len(words)]):
        # The shell has split the text, which may be written without quotes.
        data["text" if place == "line" else place] = (
            words[at] if at + 1 < len(places) else " ".join(words[at:])
        )
    if "seconds" in data:
        if not data["seconds"].isdecimal():
            raise InputError(f"drain needs whole seconds, such as 60, not {data['seconds']!r:.40}")
        data["seconds"] = int(data["seconds"])
    if table is not None:
        data["table"] = table
    if address:
        data["address"] = True
    try:
        # The same check as on the wire, so that a mistake costs no connection.
        message: Admin = validator((Admin,))(data)
    except Invalid as error:
        where = error.where.rpartition(".")[2]
        raise InputError(f"{where}: {error.problem}") from None
    return message


def _usual_socket() -> Path:
    """Next to the data file of the embedded store, as the server puts it."""
    if sys.platform == "win32":
        raise InputError("this system has no local sockets; use --url and the operator's token")
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    # Computed here and not imported: the client must not load the server.
    return base / "carteado" / "admin.sock"


def _token(file: Path | None) -> str:
    if file is not None:
        return file.read_text(encoding="utf-8").strip()
    # The environment or a file, never an argument: other users can read the arguments of a process.
    token = os.environ.get("CARTEADO_ADMIN_TOKEN", "").strip()
    if not token:
        raise InputError("set CARTEADO_ADMIN_TOKEN to the operator's token, or use --token-file")
    return token


async def _over_socket(path: Path, message: Admin) -> Any:
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=LINE_BYTES)
    except OSError as error:
        raise CannotReach(
            f"no server answers at {path}: {error.strerror}; name the socket with --socket,"
            " or the server with --url"
        ) from None
    try:
        async with asyncio.timeout(ANSWER_S):
            writer.write(format_json(message).encode() + b"\n")
            line = await reader.readline()
            reply = parse_json_outbound(line.decode())
    # A server that stops may cut the connection before it answers.
    except (OSError, TimeoutError, LineError):
        raise CannotReach(f"the server at {path} does not answer") from None
    finally:
        writer.close()
    if isinstance(reply, Refused):
        raise CommandRefused(reply.code, reply.message, reply.details)
    return reply.result if isinstance(reply, Ok) else None


async def _over_network(url: str, token: str, message: Admin) -> Any:
    async with Client(url, name=login_name(), kind="viewer") as client:
        if "admin" not in client.welcome.capabilities:
            raise InputError("this server takes no commands over the network: it has no token")
        fields = {
            name: getattr(message, name)
            for name in ("action", "table", "name", "text", "seconds", "address")
        }
        reply = await client.request(Admin, token=token, **fields)
        return reply.result


def _lines(action: str, result: Any) -> list[str]:
    """A result as text."""
    if isinstance(result, list):
        return [escape(_row(one)) for one in result] or [_NOTHING.get(action, "nothing")]
    if action == "reload":
        return [escape(one) for one in result["done"]] or ["nothing to do"]
    if isinstance(result, dict):
        return [escape(_row(result))]
    return ["done" if result is None else f"done: {result}"]


_NOTHING = {
    "tables": "no table is open",
    "seats": "nobody sits at a table",
    "sessions": "nobody is connected",
    "bans": "nobody is banned",
    "accounts": "nobody has an account",
}


def _row(data: dict[str, Any]) -> str:
    """A map in a line; what is off or none is left out."""
    parts = []
    for name, value in data.items():
        if value is True:
            parts.append(name)
        elif value is not None and value is not False and value not in ("", []):
            parts.append(f"{name}={value}")
    return "  ".join(parts)
