"""What every store must do. A store's test module inherits `StoreContract` and opens its store."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import fcntl
import io
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.clocks import until

from carteado.protocol.compressed import compressed
from carteado.protocol.log import Cause, Commit, LogError, chain_hash, encode_commit
from carteado.protocol.segment import read_segment
from carteado.server.store.archive import Archive
from carteado.server.store.base import (
    Appended,
    Busy,
    Change,
    Conflict,
    Diverged,
    Duplicate,
    Durability,
    Fenced,
    Lease,
    Place,
    Store,
    TailLost,
)
from carteado.server.store.errors import Archived, StoreError, TableExists, UnknownTable
from carteado.server.store.memory import MemoryStore

Row = tuple[int, int, bytes]
"""First version, count and body of a commit as a store keeps it."""

TTL = 60_000


def events(count: int = 2, text: str = "") -> list[tuple[int, dict[str, Any]]]:
    return [(1, {"type": "checked", "seat": seat, "text": text}) for seat in range(count)]


async def take(store: Store, table: str = "t1", holder: str = "ana") -> Lease:
    lease = await store.acquire(table, holder, TTL)
    assert isinstance(lease, Lease)
    return lease


async def write(store: Store, lease: Lease, count: int = 1) -> list[Commit]:
    """Append so many commits of two events."""
    commits = []
    for number in range(count):
        commit = lease.commit(
            events(), at=number, deal=1, cause=Cause(by="ana", id=1), rules="checkers 1"
        )
        assert isinstance(await store.append(lease, commit), Appended)
        commits.append(commit)
    return commits


async def read(store: Store, table: str = "t1", **where: Any) -> list[Commit]:
    return [commit async for commit in store.read(table, **where)]


async def exported(store: Store, table: str = "t1", **where: Any) -> bytes:
    return b"".join([piece async for piece in store.export(table, **where)])


async def followed(
    store: Store, places: tuple[Place, ...] = (), block_ms: int | None = None
) -> list[Change]:
    return [change async for change in store.follow(places, block_ms)]


def flip(body: bytes, at: int = 40) -> bytes:
    return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]


def sync_as_windows_does(descriptor: int) -> None:
    """`os.fsync` on a system where that fails for a file which is only open for reading."""
    access = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE
    assert access != os.O_RDONLY or stat.S_ISDIR(os.fstat(descriptor).st_mode)


class StoreContract:
    """Inherit, name the store's `durability`, and give the fixture `store` and the two hooks."""

    durability: Durability

    async def lapse(self, store: Store, table: str) -> None:
        """Let the time of a table's lease run out."""
        raise NotImplementedError

    async def tamper(
        self, store: Store, table: str, edit: Callable[[list[Row]], list[Row]]
    ) -> None:
        """Change what lies in the store behind its back."""
        raise NotImplementedError

    # Appends that tell how they ended

    async def test_put_tells_once_and_never_before_it_returned(self, store: Store) -> None:
        lease = await take(store)
        commit = lease.commit(events(), at=0)
        answers: list[Any] = []
        store.put(lease, commit, answers.append)
        assert answers == []
        await until(lambda: answers)
        assert answers == [Appended(version=2, reached=self.durability)]
        assert (lease.version, await read(store)) == (2, [commit])
        store.put(lease, commit, answers.append)
        await until(lambda: len(answers) > 1)
        assert answers[1:] == [Duplicate(version=2)]
        other = await store.acquire("t1", "ana", TTL)
        assert isinstance(other, Lease)
        store.put(lease, lease.commit(events(), at=1), answers.append)
        await until(lambda: len(answers) > 2)
        assert answers[2:] == [Fenced(epoch=other.epoch)]

    async def test_an_unreachable_follower_keeps_no_other_waiting(self, store: Store) -> None:
        leases = [await take(store, f"t{number}") for number in range(4)]
        faults: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: faults.append(context))
        answers: list[Any] = []

        def broken(answer: object) -> None:
            raise ZeroDivisionError

        for number, lease in enumerate(leases):  # of one turn of the loop: one batch
            store.put(lease, lease.commit(events(), at=0), answers.append if number % 2 else broken)
        await until(lambda: len(answers) + len(faults) == 4)
        assert [type(answer) for answer in answers] == [Appended, Appended]
        assert [type(fault["exception"]) for fault in faults] == [ZeroDivisionError] * 2
        assert "t0" in faults[0]["message"]
        assert [lease.version for lease in leases] == [2] * 4
        await write(store, leases[0])

    # Leases

    async def test_a_new_table_begins_at_version_0(self, store: Store) -> None:
        lease = await take(store)
        assert (lease.table, lease.holder, lease.version, lease.head) == ("t1", "ana", 0, "")
        assert len(bytes.fromhex(lease.owner)) == 8
        assert await store.head("t1") is None
        assert await store.tables() == ()

    async def test_a_held_table_is_busy_for_others(self, store: Store) -> None:
        await take(store)
        busy = await store.acquire("t1", "bia", TTL)
        assert isinstance(busy, Busy)
        assert busy.holder == "ana"
        assert 0 < busy.left_ms <= TTL
        assert isinstance(await store.acquire("t2", "bia", TTL), Lease)

    async def test_a_released_table_is_free(self, store: Store) -> None:
        first = await take(store)
        await store.release(first)
        second = await take(store, holder="bia")
        assert second.epoch > first.epoch

    async def test_a_lapsed_lease_is_free(self, store: Store) -> None:
        await take(store)
        await self.lapse(store, "t1")
        assert (await take(store, holder="bia")).holder == "bia"

    async def test_a_lapsed_lease_that_nobody_took_can_be_renewed(self, store: Store) -> None:
        lease = await take(store)
        await self.lapse(store, "t1")
        assert await store.renew(lease)
        assert isinstance(await store.acquire("t1", "bia", TTL), Busy)

    async def test_a_lapsed_lease_that_nobody_took_can_append(self, store: Store) -> None:
        lease = await take(store)
        await self.lapse(store, "t1")
        await write(store, lease)

    async def test_a_lost_lease_is_not_renewed_nor_released(self, store: Store) -> None:
        lost = await take(store)
        await self.lapse(store, "t1")
        await take(store, holder="bia")
        assert not await store.renew(lost)
        await store.release(lost, closed=True)
        assert isinstance(await store.acquire("t1", "ana", TTL), Busy)

    async def test_epochs_rise_and_are_near_the_clock(self, store: Store) -> None:
        epochs = [(await take(store)).epoch for _ in range(3)]
        assert epochs == sorted(set(epochs))
        assert epochs[0] > 1_600_000_000_000

    @pytest.mark.parametrize("table", ["", "a b", "a/b", "{p01}", "x" * 65, "café"])
    async def test_an_invalid_table_id_is_refused(self, store: Store, table: str) -> None:
        with pytest.raises(StoreError, match="cannot be a table's id"):
            await store.acquire(table, "ana", TTL)

    # Outcomes

    async def test_appended_moves_the_lease_and_the_log(self, store: Store) -> None:
        lease = await take(store)
        commit = lease.commit(events(3), at=1)
        outcome = await store.append(lease, commit)
        assert outcome == Appended(version=3, reached=self.durability)
        head = await store.head("t1")
        assert head is not None
        assert (head.version, head.hash) == (lease.version, lease.head) == (3, head.hash)
        assert await read(store) == [commit]
        following = lease.commit(events(), at=2)
        assert (following.first, following.previous) == (4, head.hash)

    async def test_the_same_batch_again_is_a_duplicate(self, store: Store) -> None:
        lease = await take(store)
        unaware = copy.copy(lease)  # the answer was lost
        [commit] = await write(store, lease)
        for writer in (lease, unaware):
            assert await store.append(writer, commit) == Duplicate(version=2)
            assert (await read(store), writer.version) == ([commit], 2)

    async def test_a_batch_kept_over_a_new_term_is_a_duplicate(self, store: Store) -> None:
        [commit] = await write(store, await take(store))
        again = await take(store)
        kept = dataclasses.replace(
            again.commit(events(), at=5), batch=commit.batch, first=1, previous=""
        )
        assert await store.append(again, kept) == Duplicate(version=2)
        await write(store, again)

    async def test_a_former_owner_is_fenced(self, store: Store) -> None:
        former = await take(store)
        await write(store, former)
        await self.lapse(store, "t1")
        owner = await take(store, holder="bia")
        late = former.commit(events(), at=9)
        assert await store.append(former, late) == Fenced(epoch=owner.epoch)
        assert former.version == 2
        await write(store, owner)
        assert await store.append(former, late) == Fenced(epoch=owner.epoch)
        assert len(await read(store)) == 2

    async def test_another_nonce_in_the_same_epoch_is_fenced(self, store: Store) -> None:
        lease = await take(store)
        forged = dataclasses.replace(lease.commit(events(), at=1), owner="ff" * 8)
        assert await store.append(lease, forged) == Fenced(epoch=lease.epoch)

    async def test_a_second_writer_of_the_same_term_is_a_conflict(self, store: Store) -> None:
        lease = await take(store)
        late = lease.commit(events(), at=1)
        await write(store, lease)
        assert await store.append(lease, late) == Conflict(actual=2)
        assert len(await read(store)) == 1

    async def test_a_store_behind_its_writer_lost_a_tail(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease)
        ahead = dataclasses.replace(lease.commit(events(), at=1), first=9)
        assert await store.append(lease, ahead) == TailLost(actual=2)
        assert len(await read(store)) == 1

    async def test_a_store_that_forgot_the_term_lost_a_tail(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease)
        newer = dataclasses.replace(lease.commit(events(), at=1), epoch=lease.epoch + 1)
        assert await store.append(lease, newer) == TailLost(actual=2)

    async def test_a_store_that_lost_a_whole_table_lost_a_tail(self, store: Store) -> None:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        gone = await take(store, "t2")
        elsewhere = dataclasses.replace(commit, table="t3")
        lease.table = "t3"
        assert await store.append(lease, elsewhere) == TailLost(actual=0)
        assert gone.version == 0

    async def test_another_history_of_the_same_length_has_diverged(self, store: Store) -> None:
        lease = await take(store)
        await write(store, lease)
        other = dataclasses.replace(lease.commit(events(), at=1), previous="ab" * 32)
        assert await store.append(lease, other) == Diverged(version=2, head=lease.head)
        assert len(await read(store)) == 1

    async def test_more_durability_than_there_is_is_refused(self, store: Store) -> None:
        lease = await take(store)
        if store.capabilities.highest is Durability.REPLICA:
            await write(store, lease)
        else:
            with pytest.raises(StoreError, match="durability replica is more than"):
                store.append(lease, lease.commit(events(), at=1), Durability.REPLICA)
        assert store.capabilities.durability is self.durability

    async def test_a_commit_of_another_table_is_refused(self, store: Store) -> None:
        one, two = await take(store), await take(store, "t2")
        with pytest.raises(StoreError, match="commit of table t2 under a lease of t1"):
            store.append(one, two.commit(events(), at=1))

    async def test_a_commit_that_cannot_be_written_is_refused_at_once(self, store: Store) -> None:
        lease = await take(store)
        with pytest.raises(LogError, match="not plain data"):
            store.append(lease, lease.commit([(1, {"type": "x", "odds": 0.5})], at=1))
        await write(store, lease)

    # Appends of many, and cancelled ones

    async def test_many_tables_append_at_once(self, store: Store) -> None:
        leases = [await take(store, f"t{number}") for number in range(40)]

        async def play(lease: Lease) -> list[Commit]:
            return await write(store, lease, 10)

        written = await asyncio.gather(*map(play, leases))
        for lease, commits in zip(leases, written, strict=True):
            assert await read(store, lease.table) == commits
            assert (await store.verify(lease.table)).version == lease.version == 20

    async def test_appends_of_one_table_in_one_go_are_settled_in_order(self, store: Store) -> None:
        lease = await take(store)
        first, second = lease.commit(events(), at=1), lease.commit(events(), at=2)
        outcomes = await asyncio.gather(store.append(lease, first), store.append(lease, second))
        assert tuple(outcomes) == (Appended(version=2, reached=self.durability), Conflict(actual=2))

    async def test_a_cancelled_append_is_neither_lost_nor_doubled(self, store: Store) -> None:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        store.append(lease, commit).cancel()
        assert isinstance(await store.append(lease, commit), Appended | Duplicate)
        assert (await read(store), lease.version) == ([commit], 2)
        await write(store, lease)
        assert len(await read(store)) == 2

    async def test_an_append_that_nobody_waits_for_is_settled_before_the_end(
        self, store: Store
    ) -> None:
        lease = await take(store)
        future = store.append(lease, lease.commit(events(), at=1))
        await store.close()
        assert future.done()
        assert lease.version == 2
        await store.close()

    async def test_a_closed_store_takes_nothing(self, store: Store) -> None:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            store.append(lease, commit)

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
        # a flipped byte that decodes is found at the commit after it, which vouches for it
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

    async def test_a_checkpoint_is_kept_until_the_next_or_the_end(self, store: Store) -> None:
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
    async def test_the_chain_shows_what_was_changed(self, store: Store, place: int) -> None:
        commits = await write(store, await take(store), 5)
        digest = chain_hash(encode_commit(commits[3]))

        def change(rows: list[Row]) -> list[Row]:
            first, count, body = rows[place]
            flipped = bytearray(body)
            flipped[-3] ^= 1
            return [*rows[:place], (first, count, bytes(flipped)), *rows[place + 1 :]]

        await self.tamper(store, "t1", change)
        assert await store.trace("t1", commits[3].last, digest, 9) is None

    async def test_the_chain_shows_what_is_missing(self, store: Store) -> None:
        commits = await write(store, await take(store), 5)
        digest = chain_hash(encode_commit(commits[3]))
        await self.tamper(store, "t1", lambda rows: rows[1:])
        assert await store.trace("t1", commits[3].last, digest, 9) is None

    # Feed and projections

    async def test_the_feed_tells_every_commit_in_order(self, store: Store) -> None:
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

    async def test_a_follower_goes_on_from_its_places(self, store: Store) -> None:
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

    # Whole logs

    async def test_a_log_moves_to_another_store_and_back(self, store: Store) -> None:
        commits = await write(store, await take(store), 300)
        data = await exported(store)
        header, read_back = read_segment(data)
        assert (header.table, header.last, header.rules) == ("t1", 600, "checkers 1")
        assert list(read_back) == commits
        elsewhere = MemoryStore()
        head = await elsewhere.import_(data)
        assert (head.version, head.hash) == (600, (await store.verify("t1")).head)
        assert await exported(elsewhere) == data

    async def test_an_imported_log_goes_on(self, store: Store) -> None:
        elsewhere = MemoryStore()
        commits = await write(elsewhere, await take(elsewhere), 300)
        data = await exported(elsewhere)
        await store.import_(io.BytesIO(data))
        assert await read(store) == commits
        assert await store.tables() == ("t1",)
        lease = await take(store)
        assert lease.version == 600
        assert lease.epoch > commits[-1].epoch
        await write(store, lease)
        assert (await store.verify("t1")).version == 602
        assert {change.table for change in await followed(store)} == {"t1"}

    async def test_an_import_does_not_overwrite(self, store: Store) -> None:
        lease = await take(store)
        commits = await write(store, lease, 2)
        data = await exported(store)
        with pytest.raises(TableExists, match="already there"):
            await store.import_(data)
        await write(store, lease)
        assert (await read(store))[:2] == commits

    async def test_a_damaged_segment_is_not_imported_at_all(self, store: Store) -> None:
        elsewhere = MemoryStore()
        await write(elsewhere, await take(elsewhere), 5)
        data = await exported(elsewhere)
        for broken in (data[:-1], flip(data, len(data) // 2), data + b"x"):
            with pytest.raises(LogError):
                await store.import_(broken)
        assert await store.tables(closed=True) == ()
        await store.import_(data)

    async def test_a_range_is_exported_in_whole_commits(self, store: Store) -> None:
        commits = await write(store, await take(store), 5)
        header, part = read_segment(await exported(store, after=2, upto=7))
        assert (header.after, header.last) == (2, 6)
        assert list(part) == commits[1:3]
        with pytest.raises(StoreError, match="does not end a commit"):
            await exported(store, after=3)
        with pytest.raises(StoreError, match="no whole commit"):
            await exported(store, after=10)

    async def test_archived_events_leave_the_store(self, store: Store, tmp_path: Path) -> None:
        lease = await take(store)
        commits = await write(store, lease, 5)
        file = tmp_path / "t1.log"
        assert await store.archive("t1", 5, file) == 4
        assert list(read_segment(file.read_bytes())[1]) == commits[:2]
        assert file.stat().st_mode & 0o777 == 0o600
        with pytest.raises(Archived, match="events 1 to 4 of table t1 were archived"):
            await read(store)
        assert await read(store, after=4) == commits[2:]
        await write(store, lease)
        found = await store.verify("t1")
        assert (found.base, found.version, found.commits) == (4, 12, 4)
        _, rest = read_segment(await exported(store))
        assert next(rest) == commits[2]

    async def test_a_log_that_is_archived_while_it_is_verified_is_not_called_damaged(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await write(store, await take(store), 5)
        bodies, asked = store._bodies, 0

        async def archived_meanwhile(table: str, after: int, limit: int) -> Sequence[bytes]:
            nonlocal asked
            asked += 1
            if asked == 2:  # between the first commit and the second
                await store.archive("t1", 6, tmp_path / "t1.log")
            return await bodies(table, after, 1)

        monkeypatch.setattr(store, "_bodies", archived_meanwhile)
        found = await store.verify("t1")
        assert (found.base, found.version, found.commits) == (6, 10, 2)

    async def test_a_whole_log_may_be_archived(self, store: Store, tmp_path: Path) -> None:
        lease = await take(store)
        await write(store, lease, 2)
        assert await store.archive("t1", 99, tmp_path / "t1.log") == 4
        assert (await store.verify("t1")).commits == 0
        await write(store, lease)
        assert (await store.verify("t1")).version == 6
        assert [change.last for change in await followed(store)][-1] == 6

    async def test_an_archive_does_not_overwrite(self, store: Store, tmp_path: Path) -> None:
        commits = await write(store, await take(store), 2)
        file = tmp_path / "t1.log"
        file.write_bytes(b"precious")
        with pytest.raises(StoreError, match="cannot be written"):
            await store.archive("t1", 4, file)
        assert file.read_bytes() == b"precious"
        assert await read(store) == commits

    async def test_a_damaged_log_is_not_archived(self, store: Store, tmp_path: Path) -> None:
        await write(store, await take(store), 5)
        await self.tamper(store, "t1", lambda rows: [*rows[:2], *rows[3:]])
        with pytest.raises(LogError):
            await store.archive("t1", 10, tmp_path / "t1.log")
        assert "t1.log" not in os.listdir(tmp_path)
        with pytest.raises(LogError, match="version 5"):
            await store.verify("t1")

    async def test_archived_events_are_read_as_if_they_were_in_the_store(
        self, store: Store, tmp_path: Path
    ) -> None:
        lease = await take(store)
        commits = await write(store, lease, 6)
        whole = await exported(store)
        store.archived = Archive(tmp_path / "archive")
        for upto in (4, 8):
            assert await store.archive("t1", upto) == upto
            assert await read(store) == commits
            assert await read(store, after=3) == commits[1:]
            assert await read(store, after=2, limit=2) == commits[1:3]
            assert await exported(store) == whole
            assert (await store.verify("t1")).commits == 6
        names = ["t1.1-4.log.gz", "t1.5-8.log.gz"]
        assert sorted(os.listdir(tmp_path / "archive")) == names
        file = (tmp_path / "archive" / names[1]).read_bytes()
        assert file.startswith(b"\x1f\x8b")
        assert list(read_segment(file)[1]) == commits[2:4]
        commits += await write(store, lease)
        assert await store.archive("t1", 99) == 14
        assert await read(store) == commits

    async def test_an_archive_file_that_is_gone_or_damaged_is_named(
        self, store: Store, tmp_path: Path
    ) -> None:
        await write(store, await take(store), 6)
        store.archived = Archive(tmp_path)
        await store.archive("t1", 4)
        await store.archive("t1", 8)
        file = tmp_path / "t1.5-8.log.gz"
        data = file.read_bytes()
        for damage in (data[:-9], flip(data, len(data) // 2), data + b"x"):
            file.write_bytes(damage)
            with pytest.raises(LogError, match=r"t1\.5-8\.log\.gz is damaged"):
                await read(store)
            assert await read(store, after=8)
        file.unlink()
        with pytest.raises(Archived, match=r"event 5 is in no file of .*put .* back"):
            await read(store)
        (tmp_path / "t1.1-4.log.gz").rename(file)
        with pytest.raises(Archived, match="event 1 is in no file"):
            await read(store)
        file.rename(tmp_path / "t1.1-4.log.gz")
        file.write_bytes(data)
        assert len(await read(store)) == 6

    async def test_an_interrupted_archive_is_finished_by_the_next_call(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lease = await take(store)
        commits = await write(store, lease, 4)
        store.archived = Archive(tmp_path)
        monkeypatch.setattr("carteado.server.store.transfer.os.fsync", sync_as_windows_does)
        for name in (".t1.1-8.log.gz.part", "t1.1-6.log.gz"):  # left by crashes
            (tmp_path / name).write_bytes(await exported(store, upto=6))
        packed = b"".join(compressed([await exported(store, upto=8)]))
        (tmp_path / "t1.1-8.log.gz").write_bytes(packed)
        assert await read(store) == commits
        assert await store.archive("t1", 8) == 8
        assert await read(store) == commits
        assert ".t1.1-8.log.gz.part" in os.listdir(tmp_path)  # was not needed again
        commits += await write(store, lease)
        assert await store.archive("t1", 10) == 10
        assert await read(store) == commits

    async def test_a_forgotten_log_is_gone(self, store: Store) -> None:
        other = await write(store, await take(store, "t2"))
        old = await take(store)
        await write(store, old)
        lease = await take(store)
        assert not await store.forget(old)
        assert await store.forget(lease)
        assert await store.head("t1") is None
        assert await store.tables(closed=True) == ("t2",)
        with pytest.raises(UnknownTable):
            await read(store)
        assert isinstance(
            await store.append(lease, lease.commit(events(), at=0)), Fenced | TailLost
        )
        lease = await take(store)
        assert lease.version == 0
        commits = await write(store, lease, 2)
        assert await read(store) == commits
        assert await read(store, "t2") == other


def _swapped(rows: list[Row], one: int, two: int) -> list[Row]:
    changed = list(rows)
    changed[one] = (*rows[one][:2], rows[two][2])
    changed[two] = (*rows[two][:2], rows[one][2])
    return changed
