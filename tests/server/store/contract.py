"""The tests that every store must pass: a store's test class inherits `StoreContract`."""

from __future__ import annotations

from tests.server.store.contract_archives import ArchiveContract
from tests.server.store.contract_reading import ReadingContract
from tests.server.store.contract_writing import WritingContract


class StoreContract(WritingContract, ReadingContract, ArchiveContract):
    """Inherit, name the store's `durability`, and define the fixture `store` and the two hooks."""
