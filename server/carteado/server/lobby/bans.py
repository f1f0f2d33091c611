"""Players and addresses that are banned from this server, kept in the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Place, Store

__all__ = ["Bans"]

PROJECTION = "bans"
"""The projection that holds them."""

# Every connection is compared with the list, so its length is bounded.
MAX_BANS = 10_000


class Bans:
    """The players banned by the operator, by the keys of their sessions.

    Args:
        store: where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._banned: dict[str, dict[str, Any]] = {}
        self._at = 0

    async def load(self) -> None:
        """Read what the store holds.

        Raises:
            StoreError: the store cannot be read.
        """
        for part in await self._store.projection(PROJECTION):
            self._at = max(self._at, part.place.at)
            for key, value in part.values.items():
                self._banned[key] = json.loads(value)

    def forbids(self, key: str, source: str | None) -> bool:
        """Whether a player, or an address as `addresses.source_of`, is banned."""
        if key in self._banned:
            return True
        return source is not None and any(ban["address"] == source for ban in self._banned.values())

    def listed(self) -> list[dict[str, Any]]:
        """Each ban: name, address and time."""
        return list(self._banned.values())

    async def add(self, key: str, name: str, address: str | None) -> None:
        """Ban a player, and the address if one is given.

        Raises:
            StoreError: it cannot be written.
        """
        ban = {"name": name, "address": address, "at_ms": wall_ms()}
        values: dict[str, bytes | None] = {key: json.dumps(ban).encode()}
        if key not in self._banned and len(self._banned) >= MAX_BANS:
            # The oldest ban is removed to make room.
            values[next(iter(self._banned))] = None
        await self._write(values)
        for gone in values.keys() - {key}:
            del self._banned[gone]
        self._banned[key] = ban

    async def forget(self, keys: Iterable[str], name: str) -> None:
        """Keep the bans of forgotten players without their names.

        Args:
            keys: of the players.
            name: what they are called from now on.

        Raises:
            StoreError: it cannot be written.
        """
        for key in keys:
            if key in self._banned:
                self._banned[key] = {**self._banned[key], "name": name}
                await self._write({key: json.dumps(self._banned[key]).encode()})

    async def lift(self, name: str) -> int:
        """Lift the bans of a name; returns their number.

        Raises:
            StoreError: it cannot be written.
        """
        keys = [
            key for key, ban in self._banned.items() if ban["name"].casefold() == name.casefold()
        ]
        for key in keys:
            await self._write({key: None})
            del self._banned[key]
        return len(keys)

    async def _write(self, values: Mapping[str, bytes | None]) -> None:
        # The clock as version, so that servers of one store rarely collide.
        self._at = max(self._at + 1, wall_ms())
        # Another server of the same store may have written under a later place, its clock ahead.
        while not await self._store.project(PROJECTION, Place(at=self._at), values):
            parts = await self._store.projection(PROJECTION)
            self._at = max(self._at, *(part.place.at for part in parts)) + 1
