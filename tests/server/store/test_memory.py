from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from tests.server.store.contract import StoreContract
from tests.server.store.tools import TTL, Clock, Row

from carteado.server.store.base import Durability, Store
from carteado.server.store.memory import MemoryStore


class TestMemory(StoreContract):
    durability = Durability.MEMORY

    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        self.clock = Clock()
        async with MemoryStore(clock=self.clock) as store:
            yield store

    async def lapse(self, store: Store, table: str) -> None:
        self.clock.ahead += TTL

    async def tamper(
        self, store: Store, table: str, edit: Callable[[list[Row]], list[Row]]
    ) -> None:
        assert isinstance(store, MemoryStore)
        rows = [(last - 1, 2, body) for last, body in store._logs[table]]
        store._logs[table] = [(first + count - 1, body) for first, count, body in edit(rows)]

    async def test_a_clock_that_goes_back_does_not_bring_an_epoch_back(self, store: Store) -> None:
        first = await store.acquire("t1", "ana", TTL)
        self.clock.ahead -= 3_600_000
        second = await store.acquire("t1", "ana", TTL)
        assert second.epoch == first.epoch + 1
