"""Bans as the store keeps them."""

from __future__ import annotations

import pytest

from carteado.server.lobby import bans as bans_module
from carteado.server.lobby.bans import PROJECTION, Bans
from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Place
from carteado.server.store.memory import MemoryStore


async def kept_bans(store: MemoryStore) -> list[str]:
    again = Bans(store)
    await again.load()
    return [ban["name"] for ban in again.listed()]


async def test_a_ban_is_kept_although_another_server_has_a_clock_ahead() -> None:
    store = MemoryStore()
    await store.project(PROJECTION, Place(at=wall_ms() + 3_600_000), {})
    bans = Bans(store)
    await bans.add("key-1", "Ana", None)
    assert await kept_bans(store) == ["Ana"]
    assert await bans.lift("ana") == 1
    assert await kept_bans(store) == []


async def test_the_oldest_ban_makes_room_also_in_the_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bans_module, "MAX_BANS", 2)
    store = MemoryStore()
    bans = Bans(store)
    for number in range(3):
        await bans.add(f"key-{number}", f"Player {number}", None)
    await bans.add("key-2", "Player 2", "10.0.0.1")  # known: nobody has to make room
    assert [ban["name"] for ban in bans.listed()] == ["Player 1", "Player 2"]
    assert sorted(await kept_bans(store)) == ["Player 1", "Player 2"]
