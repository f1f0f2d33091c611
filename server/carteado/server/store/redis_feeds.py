"""The feeds and projections of a Redis store."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from carteado.server.store.base import Change, Part, Place, Store
from carteado.server.store.errors import StoreError
from carteado.server.store.redis import Link, Word
from carteado.server.store.redis_keys import Keys
from carteado.server.store.redis_scripts import PROJECT

__all__ = ["RedisFeeds"]

_CHUNK = 256


class RedisFeeds(Store):
    """The part of a Redis store that reports appends.

    Args:
        link: to the server.
        keys: of the store.
    """

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def places(self) -> tuple[Place, ...]:
        """The end of every partition's feed."""
        replies = await self._link.ask(*(("GET", key) for key in self._keys.every("pos")))
        return tuple(
            Place(partition=partition, at=int(reply or 0))
            for partition, reply in enumerate(replies)
        )

    async def follow(
        self, places: Iterable[Place] = (), block_ms: int | None = None
    ) -> AsyncGenerator[Change, None]:
        """The changes after some places; see `Store.follow`."""
        at = dict.fromkeys(range(self._keys.partitions), 0)
        at |= {place.partition: place.at for place in places if place.partition in at}
        feeds = {key.encode(): partition for partition, key in enumerate(self._keys.every("feed"))}
        waiting = None if block_ms is None else self._link.blocking(block_ms / 1000)
        # BLOCK 0 would wait for ever.
        block = () if block_ms is None else ("BLOCK", max(1, block_ms))
        try:
            while True:
                ids = [f"{at[partition]}-0" for partition in feeds.values()]
                command = ("XREAD", "COUNT", _CHUNK, *block, "STREAMS", *feeds, *ids)
                if waiting is None:
                    [reply] = await self._link.ask(command)
                else:
                    reply = await waiting.run(command)
                if not reply:
                    return
                for name, entries in reply:
                    for change in _changes(feeds[name], at[feeds[name]], entries):
                        at[feeds[name]] = change.place.at
                        yield change
        finally:
            if waiting is not None:
                await waiting.close()

    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        """Change a projection and move its place; see `Store.project`."""
        words: list[Word] = []
        for key, value in values.items():
            words += ("0", key, b"") if value is None else ("1", key, value)
        key = self._keys.shared(place.partition, f"pj:{name}")
        return bool(await self._link.call(PROJECT, [key], place.at, *words))

    async def projection(self, name: str) -> tuple[Part, ...]:
        """A projection as it stands; see `Store.projection`."""
        keys = self._keys.every(f"pj:{name}")
        replies = await self._link.ask(*(("HGETALL", key) for key in keys))
        parts = []
        for partition, reply in enumerate(replies):
            # In version 2 of the protocol a hash comes as a flat list of fields and values.
            fields = dict(zip(reply[::2], reply[1::2], strict=True))
            if fields:
                at = int(fields.pop(b"at"))
                # Keys begin with "k:", so that none can be mistaken for the field `at`.
                values = {key[2:].decode(): value for key, value in fields.items()}
                parts.append(Part(place=Place(partition=partition, at=at), values=values))
        return tuple(parts)


def _changes(partition: int, at: int, entries: Sequence[Any]) -> list[Change]:
    """The changes in the entries of a feed, which must follow `at` without a gap."""
    found = []
    for name, (_, table, _, first, _, last) in entries:
        place = Place(partition=partition, at=int(name.partition(b"-")[0]))
        found.append(Change(place=place, table=table.decode(), first=int(first), last=int(last)))
    numbers = [at, *(change.place.at for change in found)]
    for before, after in pairwise(numbers):
        if after != before + 1:
            raise StoreError(
                f"the feed of partition {partition} no longer holds what follows {before}:"
                " read the logs"
            )
    return found
