"""A table's history for a client: the log as its seat saw it, and the proofs of a deal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from carteado.engine import deal as chance
from carteado.engine.game import Event
from carteado.engine.plain import to_plain
from carteado.engine.table import (
    DeckCommitted,
    Table,
    TableOpened,
    evolve,
    open_table,
    redact_table,
)
from carteado.engine.tables.ledger import Ledger, settle
from carteado.engine.tables.statistics import unique_names
from carteado.protocol import messages as wire
from carteado.protocol.log import Commit
from carteado.protocol.views import patch_of, view_of
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.recovery import events_of
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.base import Store
from carteado.server.store.errors import UnknownTable
from carteado.server.table.host import TableHost
from carteado.server.table.step import Player, deny, ends_deal

__all__ = ["AT_ONCE", "PAGE", "HistoryReader"]

AT_ONCE = 2
"""Requests answered at the same time; each takes part of the server's time."""

PAGE = 128
"""Events in one answer; encoding a thousand of them would delay the tables by milliseconds."""

FRAMES = 64
"""Events with views in one answer: a Buraco table's first view takes some 15 kB."""

POINTS = 500
"""Maximum number of deals whose results a ledger gives."""

_SLICE = 16
"""Events that are redacted for a client in one slice."""


def ledger_result(
    book: Ledger, table: Table, name_of: Callable[[str], str | None], *, points: bool
) -> dict[str, Any]:
    """A ledger in the form that is sent, with names instead of keys.

    Raises:
        Denied: the game of the table has no chips.
    """
    if not hasattr(table.state, "stacks"):
        raise deny("table/no_chips", "this game has no chips")
    book.finish(table)
    names = unique_names(
        {key: name_of(key) or account.name for key, account in book.accounts.items()}
    )
    results = book.results()
    try:
        payments = settle({names[key]: result for key, result in results.items()})
    except ValueError:  # an ante in the pot is nobody's until the hand is over
        payments = ()
    seats = {key: seat for seat, key in enumerate(table.keys) if table.state.names[seat]}
    step = -(-len(book.points) // POINTS) or 1
    every = list(zip(book.points, book.stacks, book.counts, strict=True)) if points else []
    # Thinned out evenly, but the last point always stays: it is the present.
    kept = [*every[:-1:step], *every[-1:]]
    return {
        "table": table.id,
        "title": table.opened.title,
        "players": [
            {
                **to_plain(account),
                "name": names[key],
                "result": account.result,
                "seat": seats.get(key),
            }
            for key, account in book.accounts.items()
        ],
        "payments": [to_plain(payment) for payment in payments],
        "points": [
            {
                "deal": deal,
                "played": played,
                "results": [at.get(key, 0) for key in book.accounts],
                "stacks": [stacks.get(key, 0) for key in book.accounts],
            }
            for (deal, at), stacks, played in kept
        ],
    }


class HistoryReader:
    """Reads the logs of tables for clients.

    Args:
        store: where the logs lie.
        name_of: the name of a player in a ledger, by key, if it differs from that in the log.
        players: what the players of the logs are called.
    """

    def __init__(
        self, store: Store, name_of: Callable[[str], str | None], players: PlayerDirectory
    ) -> None:
        self._players = players
        self._store = store
        self._name_of = name_of
        self._room = asyncio.Semaphore(AT_ONCE)

    async def events(
        self,
        host: TableHost,
        player: Player,
        after: int,
        limit: int,
        slices: TimeSlices | None = None,
    ) -> dict[str, Any]:
        """Events after a number, as the player's seat or the rail may see them.

        Args:
            host: the table's authority.
            player: the asking player.
            after: the events after this one.
            limit: maximum number of events.
            slices: counts the CPU time that it takes.
        """
        async with self._room:
            return await self._events(host, player, after, limit, slices or TimeSlices())

    async def _events(
        self, host: TableHost, player: Player, after: int, limit: int, slices: TimeSlices
    ) -> dict[str, Any]:
        first = after + 1
        limit = min(limit, PAGE)
        found: list[Event] = []
        game = host.table.game
        slices.resume()
        async for commit in self._store.read(host.table.id, after):
            slices.resume()
            events = events_of(commit, game, self._players.name_of)
            # The first commit that the store gives may begin before the event that is asked for.
            found += events[max(0, first - commit.first) :]
            if len(found) >= limit:
                break
            await slices.keep()
        # The log may be an event ahead of what was published, and the rail sees it later.
        end = host.audience.end_for(host.seat_held(player))
        # Cut before anything is redacted: nothing beyond `end` is even looked at.
        found = found[: max(0, min(limit, end - after))]
        seen: list[dict[str, Any]] = []
        for at in range(0, len(found), _SLICE):
            # Look up the seat each time: between two slices, and while the log was read, it may
            # have changed hands.
            seat = host.seat_held(player)
            if seat is None and first + at > host.audience.end_for(None):
                break
            part = found[at : at + _SLICE]
            seen += host.audience.history(host.table, seat, first + at, part)
            await slices.keep()
        return {
            "first": first,
            "events": tuple(seen),
            "more": after + len(found) < end,
        }

    async def film(
        self,
        host: TableHost,
        player: Player,
        message: wire.History,
        slices: TimeSlices | None = None,
    ) -> dict[str, Any]:
        """Events of a deal, or of the whole log, with the table after each of them.

        Events and views are redacted for the player's seat or the rail.

        Args:
            host: the table's authority.
            player: the asking player.
            message: the request.
            slices: counts the CPU time that it takes.
        """
        async with self._room:
            return await self._film(host, player, message, slices or TimeSlices())

    async def _film(
        self, host: TableHost, player: Player, message: wire.History, slices: TimeSlices
    ) -> dict[str, Any]:
        limit, first = min(message.limit, FRAMES), 0
        events: list[dict[str, Any]] = []
        views: list[dict[str, Any]] = []
        last: dict[str, Any] | None = None
        async for seq, event, table in self._steps(host, message, slices):
            # Look up the seat each time: it may have changed hands meanwhile.
            seat = host.seat_held(player)
            if len(events) == limit or seq > host.audience.end_for(seat):
                break
            first = first or seq
            events += host.audience.history(host.table, seat, seq, (event,))
            if message.views:
                observer = host.audience.tenures.observer_at(host.table, seat, seq)
                view = view_of(redact_table(table, observer))
                views.append(view if last is None else patch_of(last, view))
                last = view
        return {
            "first": first or message.after + 1,
            "events": tuple(events),
            "more": len(events) == limit,
            **({"views": tuple(views)} if message.views else {}),
        }

    async def _steps(
        self, host: TableHost, message: wire.History, slices: TimeSlices
    ) -> AsyncIterator[tuple[int, Event, Table]]:
        """The requested events, with their numbers and the table after each."""
        table, deal = open_table(host.table.opened), 0
        async for commit in self._store.read(host.table.id):
            slices.resume()
            found = events_of(commit, host.table.game, self._players.name_of)
            for seq, event in enumerate(found, commit.first):
                if isinstance(event, DeckCommitted):
                    deal = event.deal
                    if message.deal is not None and deal > message.deal:
                        return
                table = table if seq == 1 else evolve(table, event)
                if seq > message.after and message.deal in (None, deal):
                    yield seq, event, table
                    await slices.keep()
            await slices.keep()

    async def proofs(
        self,
        host: TableHost,
        player: Player,
        message: wire.Proofs,
        slices: TimeSlices | None = None,
    ) -> wire.ProofsOpened:
        """An opening for each card of a deal that the view of the player's seat or the rail knows.

        Args:
            host: the table's authority.
            player: the asking player.
            message: the request.
            slices: counts the CPU time that it takes.

        Raises:
            Denied: the table has no such deal, or it is not dealt yet.
        """
        async with self._room:
            return await self._proofs(host, player, message, slices or TimeSlices())

    async def _proofs(
        self, host: TableHost, player: Player, message: wire.Proofs, slices: TimeSlices
    ) -> wire.ProofsOpened:
        slices.resume()
        table, seq = await self._end_of(host, message.deal, slices)
        committed = table.committed
        assert committed is not None
        assert table.nonces is not None
        seat = host.seat_held(player)
        if seq > host.audience.end_for(seat):
            raise deny("proofs/unknown", "spectators get the proofs of this deal later")
        view = redact_table(table, host.audience.tenures.observer_at(host.table, seat, seq))
        await slices.keep()
        # The table keeps no trees of past decks: they follow from the seed in the log.
        made = chance.commit(committed.pack, bytes.fromhex(committed.seed))
        await slices.keep()
        order = chance.cut(len(committed.pack), committed.root, table.nonces)
        proofs = []
        for dealt, seen in sorted(table.game.exposed(view.state).items()):
            opened = chance.opening(made, order[dealt])
            await slices.keep()
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

    async def ledger(
        self, table_id: str, message: wire.Ledger, slices: TimeSlices, upto: int | None = None
    ) -> dict[str, Any]:
        """The chips that each player brought to a table and won; see `protocol.messages.Ledger`.

        Args:
            table_id: a table that runs or is closed.
            message: the request.
            slices: counts the CPU time that it takes.
            upto: number of the last event that the reader may know, None for all.

        Raises:
            Denied: there is no such table, or its game has no chips.
        """
        async with self._room:
            book, table = Ledger(), None
            try:
                async for commit in self._store.read(table_id):
                    if upto is not None and commit.last > upto:
                        break
                    slices.resume()
                    for event in self._events_of(commit, table):
                        if table is None:
                            assert isinstance(event, TableOpened), "a log begins with it"
                            table = open_table(event)
                            continue
                        book.note(table, event)
                        table = evolve(table, event)
                    await slices.keep()
            except UnknownTable:
                table = None
            if table is None:
                raise deny("table/unknown", f"there is no table {table_id!r}", table=table_id)
            return ledger_result(book, table, self._name_of, points=message.points)

    def _events_of(self, commit: Commit, table: Table | None) -> list[Event]:
        return events_of(commit, table.game if table else None, self._players.name_of)

    async def _end_of(self, host: TableHost, deal: int, slices: TimeSlices) -> tuple[Table, int]:
        """The table at the end of a deal, and the number of the last event of that deal."""
        found = host.end_of(deal)
        last = host.table.committed
        if found is None and last is not None and deal < last.deal:
            async for table, seq in self._fold(host, slices):
                number = table.committed.deal if table.committed else 0
                if number == deal:
                    found = table, seq
                if number >= deal:
                    break
        if found is None or found[0].nonces is None:
            raise deny(
                "proofs/unknown",
                f"Deal {deal} of this table has no proofs yet, or does not exist.",
                deal=deal,
            )
        return found

    async def _fold(self, host: TableHost, slices: TimeSlices) -> AsyncIterator[tuple[Table, int]]:
        """The table at each event that may end a deal, and the number of that event."""
        table = open_table(host.table.opened)
        async for commit in self._store.read(host.table.id):
            slices.resume()
            if ends_deal(table, commit.cause):
                yield table, commit.first - 1
            for at, event in enumerate(self._events_of(commit, table)):
                if isinstance(event, DeckCommitted):
                    yield table, commit.first + at - 1
                table = evolve(table, event)
            await slices.keep()
        yield table, host.audience.seq
