"""Logs, checkpoints and the feed, as every store must return them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.server.store.tools import Row, StoreTests, exported, flip, followed, read, take, write

from carteado.protocol.log import LogError, chain_hash, encode_commit
from carteado.server.store.base import Store
from carteado.server.store.errors import StoreError, UnknownTable


class ReadingContract(StoreTests):
    """Reading a log, finding its damage, and following all logs."""

    # Reading

    async def test_a_log_is_read_from_any_version_on(self, store: Store) -> None:
        commits = await write(store, await take(store), 300)
        assert await read(store) == commits
        for after in (0, 1, 2, 3, 297, 598, 599, 600, 1000):
            assert await read(store, after=after) == [c for c in commits if c.last > after]
        assert await read(store, after=4, limit=2) == commits[2:4]
        assert await read(store, limit=0) == []

    async def test_a_table_without_a_log_is_unknown(self, store: Store) -> None:
        await take(store)
        for table in ("t1", "t9"):
            with pytest.raises(UnknownTable, match=f"no log of table {table}"):
                await read(store, table)
            with pytest.raises(UnknownTable):
                await store.verify(table)

    async def test_tables_are_listed_until_they_are_closed(self, store: Store) -> None:
        leases = [await take(store, name) for name in ("t2", "t1", "t3")]
        for lease in leases[:2]:
            await write(store, lease)
        assert await store.tables() == ("t1", "t2")
        await store.release(leases[0], closed=True)
        assert await store.tables() == ("t1",)
        assert await store.tables(closed=True) == ("t1", "t2")
        assert (await store.verify("t2")).events == 2

    # Damage

    @pytest.mark.parametrize(
        ("edit", "version"),
        [
            (lambda rows: [*rows[:2], (*rows[2][:2], flip(rows[2][2])), *rows[3:]], 5),
            (lambda rows: [*rows[:2], *rows[3:]], 5),
            (lambda rows: _swapped(rows, 1, 2), 3),
            (lambda rows: rows[1:], 1),
            (lambda rows: rows[:-1], 9),
            (lambda rows: [*rows[:-1], (*rows[-1][:2], flip(rows[-1][2], -1))], 9),
            (lambda rows: [], 1),
        ],
        ids=["flipped", "deleted", "swapped", "first gone", "last gone", "last flipped", "empty"],
    )
    async def test_a_damaged_log_is_found_and_located_and_others_go_on(
        self, store: Store, edit: Callable[[list[Row]], list[Row]], version: int
    ) -> None:
        lease, other = await take(store), await take(store, "t2")
        await write(store, lease, 5)
        await write(store, other, 5)
        await self.tamper(store, "t1", edit)
        with pytest.raises(LogError) as caught:
            await store.verify("t1")
        assert caught.value.table == "t1"
        # a flipped byte that still decodes is found at the next commit, which holds its hash
        assert caught.value.version in (version, version + 2)
        with pytest.raises(LogError):
            await read(store)
        with pytest.raises(LogError):
            await exported(store)
        await write(store, other)
        assert (await store.verify("t2")).version == 12

    async def test_commits_before_the_damage_are_whole(self, store: Store) -> None:
        commits = await write(store, await take(store), 5)
        await self.tamper(store, "t1", lambda rows: [*rows[:3], *rows[4:]])
        reading = store.read("t1")
        assert [await anext(reading) for _ in range(3)] == commits[:3]
        with pytest.raises(LogError, match="gap"):
            await anext(reading)

    # Checkpoints

    async def test_a_checkpoint_is_kept_until_the_next_or_the_close(self, store: Store) -> None:
        leases = {name: await take(store, name) for name in ("t1", "t2")}
        for lease in leases.values():
            await write(store, lease)
        assert await store.checkpoint("t1") is None
        await store.put_checkpoints({"t1": b"one", "t2": b"two"})
        await store.put_checkpoints({"t1": b"\x00another"})
        await store.put_checkpoints({})
        assert await store.checkpoint("t1") == b"\x00another"
        await store.release(leases["t1"])
        assert await store.checkpoint("t1") == b"\x00another"
        await store.release(leases["t2"], closed=True)
        assert await store.checkpoint("t2") is None
        assert (await store.verify("t1")).commits == 1

    async def test_a_checkpoint_of_a_table_that_was_never_acquired_is_refused(
        self, store: Store
    ) -> None:
        await take(store)
        with pytest.raises(StoreError, match="no log of table t2"):
            await store.put_checkpoints({"t1": b"one", "t2": b"two"})
        await take(store, "t2")
        assert await store.checkpoint("t1") is None  # all of them or none
        assert await store.checkpoint("t2") is None
        await store.put_checkpoints({"t1": b"one", "t2": b"two"})
        assert await store.checkpoint("t2") == b"two"

    async def test_the_checkpoint_of_a_forgotten_table_is_gone(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease)
        await store.put_checkpoints({"t1": b"one"})
        assert await store.forget(lease)
        for table in ("t2", "t1"):
            await write(store, await take(store, table))
            assert await store.checkpoint(table) is None

    async def test_the_chain_is_followed_to_a_commit(self, store: Store) -> None:
        commits = await write(store, await take(store), 5)
        bodies = [encode_commit(commit) for commit in commits]
        at, digest = commits[3].last, chain_hash(bodies[3])
        assert await store.trace("t1", at, digest, 2) == tuple(bodies[2:4])
        assert await store.trace("t1", at, digest, 9) == tuple(bodies[:4])
        end, last = commits[4].last, chain_hash(bodies[4])
        assert await store.trace("t1", end, last, 1) == (bodies[4],)
        after = [commit async for commit in store.read("t1", at, digest=digest)]
        assert after == commits[4:]
        for wrong_at, wrong in ((at - 1, digest), (at, "00" * 32), (99, digest), (at + 2, digest)):
            assert await store.trace("t1", wrong_at, wrong, 2) is None
        with pytest.raises(LogError, match="does not follow"):
            [commit async for commit in store.read("t1", at, digest="00" * 32)]

    @pytest.mark.parametrize("place", [0, 1, 2, 3])
    async def test_the_chain_shows_changed_commits(self, store: Store, place: int) -> None:
        commits = await write(store, await take(store), 5)
        digest = chain_hash(encode_commit(commits[3]))

        def change(rows: list[Row]) -> list[Row]:
            first, count, body = rows[place]
            flipped = bytearray(body)
            flipped[-3] ^= 1
            return [*rows[:place], (first, count, bytes(flipped)), *rows[place + 1 :]]

        await self.tamper(store, "t1", change)
        assert await store.trace("t1", commits[3].last, digest, 9) is None

    async def test_the_chain_shows_missing_commits(self, store: Store) -> None:
        commits = await write(store, await take(store), 5)
        digest = chain_hash(encode_commit(commits[3]))
        await self.tamper(store, "t1", lambda rows: rows[1:])
        assert await store.trace("t1", commits[3].last, digest, 9) is None

    # Feed and projections

    async def test_the_feed_has_every_commit_in_order(self, store: Store) -> None:
        leases = [await take(store, f"t{number}") for number in range(5)]
        for lease in leases * 3:
            await write(store, lease)
        changes = await followed(store)
        for lease in leases:
            ranges = [(c.first, c.last) for c in changes if c.table == lease.table]
            assert ranges == [(1, 2), (3, 4), (5, 6)]
        for partition in range(store.capabilities.partitions):
            places = [c.place.at for c in changes if c.place.partition == partition]
            assert places == sorted(set(places))
        assert max(changes, key=lambda c: c.place.at).place in await store.places()

    async def test_a_follower_continues_from_its_places(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease, 3)
        seen = await followed(store)
        await write(store, lease)
        [change] = await followed(store, (seen[-1].place,))
        assert (change.table, change.first, change.last) == ("t1", 7, 8)
        assert await followed(store, await store.places()) == []

    async def test_a_follower_waits_for_the_next_commit(self, store: Store) -> None:
        lease = await take(store)
        follower = store.follow(block_ms=20_000)
        coming = asyncio.ensure_future(anext(follower))
        await asyncio.sleep(0.05)
        assert not coming.done()
        await write(store, lease)
        assert (await coming).table == "t1"
        await follower.aclose()

    async def test_a_follower_gives_up_after_its_time(self, store: Store) -> None:
        await write(store, await take(store))
        assert len(await followed(store, block_ms=10)) == 1

    async def test_a_projection_moves_with_its_place(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease, 2)
        one, two = await followed(store)
        assert await store.projection("lobby") == ()
        assert await store.project("lobby", one.place, {"a": b"1", "b": b"2"})
        assert await store.project("lobby", two.place, {"a": None, "c": b"3"})
        [part] = await store.projection("lobby")
        assert part.place == two.place
        assert part.values == {"b": b"2", "c": b"3"}

    async def test_a_change_seen_twice_is_projected_once(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease, 2)
        one, two = await followed(store)
        assert await store.project("sum", two.place, {"total": b"2"})
        for seen in (one, two):
            assert not await store.project("sum", seen.place, {"total": b"9"})
        [part] = await store.projection("sum")
        assert part.values == {"total": b"2"}


def _swapped(rows: list[Row], one: int, two: int) -> list[Row]:
    changed = list(rows)
    changed[one] = (*rows[one][:2], rows[two][2])
    changed[two] = (*rows[two][:2], rows[one][2])
    return changed
