"""Leases and appends, as every store must do them."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
from typing import Any

import pytest
from tests.clocks import until
from tests.server.store.tools import TTL, StoreTests, events, read, take, write

from carteado.protocol.log import Commit, LogError
from carteado.server.store.base import (
    Appended,
    Busy,
    Conflict,
    Diverged,
    Duplicate,
    Durability,
    Fenced,
    Lease,
    Store,
    TailLost,
)
from carteado.server.store.errors import StoreError


class WritingContract(StoreTests):
    """Leases, and the outcome of every append."""

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

    async def test_a_durability_above_the_stores_is_refused(self, store: Store) -> None:
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

    # Appends with a callback

    async def test_put_calls_back_once_and_never_before_it_returned(self, store: Store) -> None:
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

    async def test_a_broken_callback_does_not_hold_up_the_others(self, store: Store) -> None:
        leases = [await take(store, f"t{number}") for number in range(4)]
        faults: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: faults.append(context))
        answers: list[Any] = []

        def broken(answer: object) -> None:
            raise ZeroDivisionError

        for number, lease in enumerate(leases):  # within one turn of the loop, so one batch
            store.put(lease, lease.commit(events(), at=0), answers.append if number % 2 else broken)
        await until(lambda: len(answers) + len(faults) == 4)
        assert [type(answer) for answer in answers] == [Appended, Appended]
        assert [type(fault["exception"]) for fault in faults] == [ZeroDivisionError] * 2
        assert "t0" in faults[0]["message"]
        assert [lease.version for lease in leases] == [2] * 4
        await write(store, leases[0])

    # Many appends, and cancelled ones

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

    async def test_an_append_that_nobody_awaits_is_settled_before_the_store_closes(
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
