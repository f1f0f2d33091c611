"""What a server does when it starts."""

from __future__ import annotations

import asyncio

from carteado.server import app
from carteado.server.store.base import Part
from carteado.server.store.memory import MemoryStore


class _SlowStore(MemoryStore):
    """A shared store whose answers take a moment, so that another server can come between."""

    async def projection(self, name: str) -> tuple[Part, ...]:
        found = await super().projection(name)
        await asyncio.sleep(0)
        return found


async def test_servers_that_start_at_once_on_a_new_store_share_one_secret() -> None:
    store = _SlowStore()
    first, second = await asyncio.gather(app._secret(store), app._secret(store))
    assert first == second == await app._secret(store)
