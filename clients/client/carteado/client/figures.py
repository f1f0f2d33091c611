"""Statistics and ledgers as a client asks for them."""

from __future__ import annotations

from typing import Any

from carteado.client.answers import players_from
from carteado.client.client import Client
from carteado.client.errors import InputError
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.protocol.messages import Evening, Statistics

__all__ = ["ask_evening", "ask_statistics"]


async def ask_statistics(
    client: Client,
    *,
    player: str | None = None,
    game: str | None = None,
    table: str | None = None,
) -> list[PlayerStatistics]:
    """The statistics of players, all pages of them.

    Args:
        client: connected.
        player: only the player of that name.
        game: only that game.
        table: id of the only table that counts.

    Raises:
        ClientError: the server cannot be asked or refuses, or its answer makes no sense.
    """
    if "statistics" not in client.welcome.capabilities:
        raise InputError("this server keeps no statistics")
    found: list[PlayerStatistics] = []
    more = True
    while more:
        reply: Any = await client.request(
            Statistics, player=player, game=game, table=table, after=len(found)
        )
        page = players_from(reply.result)
        # An empty page ends the loop, too, whatever the server says of more.
        more = bool(reply.result.get("more")) and bool(page)
        found += page
    return found


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
