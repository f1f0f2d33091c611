"""Statistics and ledgers as a client asks for them."""

from __future__ import annotations

from typing import Any

from carteado.client.client import Client
from carteado.client.errors import ClientError, InputError
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.protocol.messages import Evening, Ledger, Statistics

__all__ = ["ask_evening", "ask_ledger", "ask_statistics"]


async def ask_statistics(
    client: Client,
    *,
    player: str | None = None,
    own: bool = False,
    game: str | None = None,
    table: str | None = None,
    limit: int | None = None,
) -> list[PlayerStatistics]:
    """The statistics of players, all pages of them.

    Args:
        client: connected.
        player: only the player of that name.
        own: only the client's own.
        game: only that game.
        table: id of the only table that counts.
        limit: how many players at most, None for all.

    Raises:
        ClientError: the server cannot be asked or refuses, or its answer makes no sense.
    """
    if "statistics" not in client.welcome.capabilities:
        raise InputError("this server keeps no statistics")
    found: list[PlayerStatistics] = []
    more = True
    while more and (limit is None or len(found) < limit):
        reply: Any = await client.request(
            Statistics, player=player, own=own, game=game, table=table, after=len(found)
        )
        kind: Any = tuple[PlayerStatistics, ...]
        try:
            page: tuple[PlayerStatistics, ...] = from_plain(kind, reply.result["players"])
            # An empty page ends the loop, too, whatever the server says of more.
            more = bool(reply.result["more"]) and bool(page)
        except (PlainError, KeyError, TypeError) as error:
            raise ClientError(f"the server's statistics cannot be read: {error}") from None
        found += page
    return found if limit is None else found[:limit]


async def ask_evening(client: Client, since_ms: int | None = None) -> dict[str, Any]:
    """The ledger of an evening; see `protocol.messages.Evening`.

    Args:
        client: connected.
        since_ms: when it began, milliseconds since 1970; the last 12 hours when absent.

    Raises:
        ClientError: the server cannot be asked, or refuses.
    """
    if "evening" not in client.welcome.capabilities:
        raise InputError("this server adds up no evenings; name the tables instead")
    reply: Any = await client.request(Evening, since_ms=since_ms)
    return {"title": "This evening", **reply.result}


async def ask_ledger(client: Client, table: str, *, points: bool = False) -> dict[str, Any]:
    """The ledger of a table; see `protocol.messages.Ledger`.

    Raises:
        ClientError: the server cannot be asked, or refuses.
    """
    if "ledger" not in client.welcome.capabilities:
        raise InputError("this server keeps no ledger")
    reply: Any = await client.request(Ledger, table=table, points=points)
    found: dict[str, Any] = reply.result
    return found
