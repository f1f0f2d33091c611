"""What a client may read of a table's past: the log as its seat saw it, and a deal's proofs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from carteado.engine import deal as chance
from carteado.engine.game import Event
from carteado.engine.table import DeckCommitted, Table, evolve, open_table, redact_table
from carteado.protocol import messages as wire
from carteado.server.host import TableHost
from carteado.server.pace import Pace
from carteado.server.recovery import events_of
from carteado.server.step import Player, deny, ends_deal
from carteado.server.store.base import Store

__all__ = ["Past"]

AT_ONCE = 2
"""Questions that are worked on at once, whoever asks: each takes its share of the server's time."""

_SLICE = 16
"""Events that are blanked for a client at once."""


class Past:
    """Reads the logs of tables for clients.

    Args:
        store: where the logs lie.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._room = asyncio.Semaphore(AT_ONCE)

    async def events(
        self, host: TableHost, player: Player, after: int, limit: int
    ) -> dict[str, Any]:
        """Events after a number, what the player's seat or the rail may not see blanked.

        Args:
            host: the table's authority.
            player: who asks.
            after: the events after this one.
            limit: how many at most.
        """
        async with self._room:
            return await self._events(host, player, after, limit)

    async def _events(
        self, host: TableHost, player: Player, after: int, limit: int
    ) -> dict[str, Any]:
        first = after + 1
        found: list[Event] = []
        game = host.table.game
        pace = Pace()
        async for commit in self._store.read(host.table.id, after):
            events = events_of(commit, game)
            found += events[max(0, first - commit.first) :]
            if len(found) >= limit:
                break
            await pace.keep()
        # The log may be an event ahead of what was published.
        found = found[: max(0, min(limit, host.audience.seq - after))]
        seen: list[dict[str, Any]] = []
        for at in range(0, len(found), _SLICE):
            # Whose eyes these are is asked each time they look: between two slices, and while the
            # log was read, the seat may have changed hands.
            seat = host.seat_held(player)
            part = found[at : at + _SLICE]
            seen += host.audience.history(host.table, seat, first + at, part)
            await pace.keep()
        return {
            "first": first,
            "events": tuple(seen),
            "more": after + len(found) < host.audience.seq,
        }

    async def proofs(
        self, host: TableHost, player: Player, message: wire.Proofs
    ) -> wire.ProofsOpened:
        """An opening for each card of a deal that the view of the player's seat or the rail knows.

        Raises:
            Denied: the table has no such deal, or it is not dealt yet.
        """
        async with self._room:
            table, seq = await self._end_of(host, message.deal)
        committed = table.committed
        assert committed is not None
        assert table.nonces is not None
        seat = host.seat_held(player)
        view = redact_table(table, host.audience.observer_at(host.table, seat, seq))
        made = chance.commit(committed.pack, bytes.fromhex(committed.seed))
        order = chance.cut(len(committed.pack), committed.root, table.nonces)
        proofs = []
        for dealt, seen in sorted(table.game.exposed(view.state).items()):
            opened = chance.opening(made, order[dealt])
            if opened.card != seen:
                continue  # what lies open is of an earlier deal: this one was cut and never dealt
            proofs.append(
                wire.OpeningProof(
                    position=opened.position,
                    dealt=dealt,
                    card=opened.card,
                    nonce=opened.nonce,
                    path=opened.path,
                )
            )
        return wire.ProofsOpened(
            id=message.id,
            table=table.id,
            deal=committed.deal,
            root=committed.root,
            size=len(committed.pack),
            nonces=table.nonces,
            proofs=tuple(proofs),
        )

    async def _end_of(self, host: TableHost, deal: int) -> tuple[Table, int]:
        """The table as a deal left it, and the number of the last event of that deal."""
        found = host.end_of(deal)
        last = host.table.committed
        if found is None and last is not None and deal < last.deal:
            async for table, seq in self._fold(host):
                number = table.committed.deal if table.committed else 0
                if number == deal:
                    found = table, seq
                if number >= deal:
                    break
        if found is None or found[0].nonces is None:
            raise deny("proofs/unknown", f"the table has no deal {deal} that is dealt", deal=deal)
        return found

    async def _fold(self, host: TableHost) -> AsyncIterator[tuple[Table, int]]:
        """The table wherever the cards of a deal may be put away, and the number of the event."""
        table = open_table(host.table.opened)
        pace = Pace()
        async for commit in self._store.read(host.table.id):
            if ends_deal(table, commit.cause):
                yield table, commit.first - 1
            for at, event in enumerate(events_of(commit, host.table.game)):
                if isinstance(event, DeckCommitted):
                    yield table, commit.first + at - 1
                table = evolve(table, event)
            await pace.keep()
        yield table, host.audience.seq
