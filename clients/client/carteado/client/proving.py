"""Checks over the wire that a deal was not arranged: each card that was seen, by its proof."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from carteado.client.client import Client
from carteado.client.errors import ClientError, CommandRefused
from carteado.engine.checking import (
    DealCheck,
    OpenDeal,
    check_opened,
    deals_of,
    is_finished,
    unfinished,
)
from carteado.engine.deal import Opening
from carteado.engine.errors import EngineError
from carteado.engine.events import event_from_plain
from carteado.engine.game import Event
from carteado.engine.replay import steps
from carteado.protocol.messages import History, Proofs

__all__ = ["HistoryError", "last_deal_proved", "proved", "read_history"]

_PAGE = 1000
"""Events asked for at a time."""

MOST = 1_000_000
"""Most events of a table that are read over the wire, about a hundred long evenings."""


class HistoryError(ClientError):
    """A server's history of a table that makes no sense."""


async def read_history(client: Client, table: str, game: Any) -> list[Event]:
    """All events of a table, as the client's seat there may see them.

    Raises:
        ClientError: the server cannot be asked, or refuses.
        HistoryError: what it sent cannot be read.
    """
    events: list[Event] = []
    more = True
    while more:
        # Events are numbered from 1, so their count is the number of the last one.
        reply = await client.request(History, table=table, after=len(events), limit=_PAGE)
        try:
            page = [event_from_plain(game, data) for data in reply.result["events"]]
            more = bool(reply.result["more"])
        except (EngineError, KeyError, TypeError) as error:
            text = f"the server's history of {table} makes no sense: {error}"
            raise HistoryError(text) from None
        # Such a server would be asked the same question for ever.
        if not page and more:
            raise HistoryError(f"the server's history of {table} stops at event {len(events)}")
        events += page
        if len(events) > MOST:
            raise HistoryError(f"the server's history of {table} has more than {MOST:,} events")
    return events


async def proved(client: Client, table: str, deal: OpenDeal) -> DealCheck:
    """A deal of a view, checked by the proofs that the server gives for it."""
    if not is_finished(deal):
        return unfinished(deal)
    number = deal.committed.deal
    try:
        reply = await client.request(Proofs, table=table, deal=number)
    except CommandRefused as refused:
        # A finished deal that the server refuses to prove counts as a problem.
        return DealCheck(deal=number, played=deal.played, problems=(*deal.problems, str(refused)))
    proofs = [
        (
            proof.dealt,
            Opening(
                position=proof.position,
                card=proof.card,
                nonce=proof.nonce,
                path=tuple(proof.path),
            ),
        )
        for proof in reply.proofs
    ]
    return check_opened(deal, reply.root, reply.size, reply.nonces, proofs)


async def last_deal_proved(client: Client, table: str, game: Any) -> DealCheck | None:
    """The last finished deal of a table, checked; None if no deal is over.

    Raises:
        ClientError: the server cannot be asked, or refuses.
        HistoryError: what it sent cannot be read.
    """
    events = await read_history(client, table, game)
    # On a thread: the session goes on while a long history is folded.
    deal = await asyncio.to_thread(_last_finished, table, events)
    return None if deal is None else await proved(client, table, deal)


def _last_finished(table: str, events: Sequence[Event]) -> OpenDeal | None:
    try:
        found = [one for one in deals_of(steps(events)) if one.played and is_finished(one)]
    # A server may be newer, broken or hostile.
    except (EngineError, LookupError, TypeError, ValueError) as error:
        raise HistoryError(f"the server's history of {table} makes no sense: {error}") from None
    return found[-1] if found else None
