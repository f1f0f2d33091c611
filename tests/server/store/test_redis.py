from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.clocks import PATIENCE_S
from tests.redis_server import RedisServer
from tests.server.store.contract import StoreContract
from tests.server.store.tools import TTL, Row, events, followed, read, take, write

from carteado.protocol.log import Commit
from carteado.server.store import gathering, open_store
from carteado.server.store.base import (
    Appended,
    Duplicate,
    Durability,
    Fenced,
    Full,
    Lease,
    Store,
    Unreplicated,
)
from carteado.server.store.errors import StoreError, StoreUnreachable
from carteado.server.store.redis_batcher import MOST
from carteado.server.store.redis_checks import check_server
from carteado.server.store.redis_store import RedisStore

MakeRedis = Callable[..., RedisServer]


async def ask(store: Store, *words: str | int | bytes) -> Any:
    assert isinstance(store, RedisStore)
    [reply] = await store._link.ask(words)
    return reply


def key(store: Store, table: str, name: str) -> str:
    assert isinstance(store, RedisStore)
    return store._keys.own(table, name)


class TestRedis(StoreContract):
    durability = Durability.DISK

    @pytest.fixture
    async def store(self, redis_url: str) -> AsyncIterator[Store]:
        async with await open_store(redis_url) as store:
            yield store

    async def lapse(self, store: Store, table: str) -> None:
        assert await ask(store, "DEL", key(store, table, "ls")) == 1

    async def tamper(
        self, store: Store, table: str, edit: Callable[[list[Row]], list[Row]]
    ) -> None:
        stream = key(store, table, "ev")
        rows = []
        for name, (_, body) in await ask(store, "XRANGE", stream, "-", "+"):
            first, count = map(int, name.split(b"-"))
            rows.append((first, count, body))
        await ask(store, "DEL", stream)
        for first, count, body in edit(rows):
            await ask(store, "XADD", stream, f"{first}-{count}", "b", body)

    async def test_the_lease_is_kept_by_appending(self, store: Store) -> None:
        lease = await take(store)
        await ask(store, "PEXPIRE", key(store, "t1", "ls"), TTL // 2)
        await write(store, lease)
        assert await ask(store, "PTTL", key(store, "t1", "ls")) > TTL // 2

    async def test_all_keys_of_a_table_share_a_slot(self, store: Store) -> None:
        await write(store, await take(store), 2)
        [change, *_] = await followed(store)
        await store.project("lobby", change.place, {"a": b"1"})
        prefix = key(store, "t1", "m").split(":")[0]
        names = {name.decode() for name in await ask(store, "KEYS", f"{prefix}:*")}
        tags = {name[name.index("{") : name.index("}") + 1] for name in names if "{" in name}
        assert tags == {f"{{p{change.place.partition:02d}}}"}
        assert f"{prefix}:cfg" in names

    async def test_a_store_may_have_99_partitions(self, redis_url: str) -> None:
        async with await open_store(f"{redis_url}&partitions=99") as store:
            assert store.capabilities.partitions == 99

    async def test_partitions_are_fixed_when_the_store_is_made(self, redis_url: str) -> None:
        async with await open_store(f"{redis_url}&partitions=4") as store:
            assert store.capabilities.partitions == 4
            await write(store, await take(store))
        async with await open_store(redis_url) as store:
            assert store.capabilities.partitions == 4
            assert await store.tables() == ("t1",)
        with pytest.raises(StoreError, match="has 4 partitions, not 5"):
            await open_store(f"{redis_url}&partitions=5")

    async def test_a_store_of_a_newer_format_is_refused(self, store: Store, redis_url: str) -> None:
        prefix = key(store, "t1", "m").split(":")[0]
        await ask(store, "HSET", f"{prefix}:cfg", "format", 2)
        with pytest.raises(StoreError, match="holds a store of format 2, not 1"):
            await open_store(redis_url)

    async def test_stores_with_other_prefixes_do_not_meet(
        self, store: Store, redis_url: str
    ) -> None:
        await write(store, await take(store))
        async with await open_store(f"{redis_url}other") as other:
            assert await other.tables() == ()

    async def test_a_follower_behind_the_feed_gets_an_error(self, store: Store) -> None:
        await write(store, await take(store), 5)
        [change, *_] = await followed(store)
        feed = f"{key(store, 't1', 'm').partition(':t:')[0]}:feed"
        await ask(store, "XTRIM", feed, "MAXLEN", 2)
        with pytest.raises(StoreError, match="no longer holds what follows 1"):
            await followed(store, (change.place,))

    async def test_scripts_that_the_server_forgot_are_sent_again(self, store: Store) -> None:
        lease = await take(store)
        await ask(store, "SCRIPT", "FLUSH")
        await write(store, lease, 2)
        await ask(store, "SCRIPT", "FLUSH")
        assert await store.renew(lease)

    async def test_a_missing_replica_is_reported(self, store: Store) -> None:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        for _ in range(2):
            outcome = await store.append(lease, commit, Durability.REPLICA)
            assert outcome == Unreplicated(version=2, replicas=0)
        assert await store.append(lease, commit) == Duplicate(version=2)
        assert await read(store) == [commit]

    async def test_two_processes_keep_each_other_off(self, store: Store, redis_url: str) -> None:
        async with await open_store(redis_url) as other:
            paused = await take(store)
            await write(store, paused, 3)
            await self.lapse(store, "t1")
            owner = await take(other, holder="bia")
            await write(other, owner, 2)
            late = await store.append(paused, paused.commit(events(), at=1))
            assert late == Fenced(epoch=owner.epoch)
            assert (await other.verify("t1")).version == 10


# Replicas


@pytest.mark.exhaustive  # two redis-servers of its own
async def test_a_commit_that_a_replica_has_is_acknowledged(make_redis: MakeRedis) -> None:
    master = make_redis(repl_diskless_sync_delay="0")
    replica = make_redis()
    assert replica.ask("REPLICAOF", "127.0.0.1", str(master.port)) == b"+OK"
    async with await open_store(master.url) as store:
        lease = await take(store)
        async with asyncio.timeout(PATIENCE_S):
            while True:
                commit = lease.commit(events(), at=1)
                outcome = await store.append(lease, commit, Durability.REPLICA)
                if not isinstance(outcome, Unreplicated):
                    break
        assert outcome == Appended(version=lease.version, reached=Durability.REPLICA)
    with pytest.raises(StoreError, match="is a replica and takes no writes"):
        await open_store(replica.url)


# Faults


class Games:
    """Appends to tables until told to stop; every commit must be settled as kept."""

    def __init__(self, store: Store) -> None:
        self.stop = asyncio.Event()
        self._store = store
        self._heard = asyncio.Semaphore(0)

    async def play(self, lease: Lease) -> list[Commit]:
        commits: list[Commit] = []
        while not self.stop.is_set():
            commit = lease.commit(events(), at=len(commits))
            outcome = await self._store.append(lease, commit)
            assert isinstance(outcome, Appended | Duplicate), outcome
            commits.append(commit)
            self._heard.release()
        return commits

    async def hear(self, count: int) -> None:
        """Wait for a number of further acknowledgements."""
        async with asyncio.timeout(PATIENCE_S):
            for _ in range(count):
                await self._heard.acquire()


async def test_a_server_killed_in_the_middle_of_appends_loses_and_doubles_nothing(
    make_redis: MakeRedis,
) -> None:
    server = make_redis()
    async with await open_store(server.url) as store:
        leases = [await take(store, f"t{number}") for number in range(6)]
        games = Games(store)
        played = [asyncio.ensure_future(games.play(lease)) for lease in leases]
        for _ in range(2):
            await games.hear(100)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await games.hear(100)
        games.stop.set()
        for lease, commits in zip(leases, await asyncio.gather(*played), strict=True):
            assert await read(store, lease.table) == commits


async def test_the_store_waits_for_a_frozen_server(make_redis: MakeRedis) -> None:
    server = make_redis()
    async with await open_store(server.url) as store:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        server.pause()
        future = store.append(lease, commit)
        # so long that the first try has been given up
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(future), 1.5)
        server.go_on()
        assert isinstance(await future, Appended | Duplicate)
        assert await read(store) == [commit]
        assert lease.version == 2


@pytest.mark.exhaustive  # waits for several timeouts
async def test_a_server_that_says_nothing_is_given_up(make_redis: MakeRedis) -> None:
    server = make_redis()
    async with await RedisStore.open(server.url, {}, patience_s=0.2) as store:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        server.pause()
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(StoreUnreachable, match="does not answer: it says nothing"):
                await store.append(lease, commit)
            with pytest.raises(StoreUnreachable, match="does not answer: it says nothing"):
                await followed(store, block_ms=50)
        server.go_on()
        assert isinstance(await store.append(lease, commit), Appended | Duplicate)
        assert await read(store) == [commit]


async def test_an_unknown_outcome_is_settled_by_appending_again(make_redis: MakeRedis) -> None:
    server = make_redis()
    async with await RedisStore.open(server.url, {}, patience_s=0.2) as store:
        lease = await take(store)
        commit = lease.commit(events(), at=1)
        await asyncio.to_thread(server.kill)
        with pytest.raises(StoreUnreachable, match=f"127.0.0.1:{server.port}/0 does not answer"):
            await store.append(lease, commit)
        with pytest.raises(StoreUnreachable):
            await store.head("t1")
        with pytest.raises(StoreUnreachable):
            await followed(store, block_ms=50)
        await asyncio.to_thread(server.start)
        assert isinstance(await store.append(lease, commit), Appended)
        assert await read(store) == [commit]


async def test_a_store_closes_quickly_without_its_server(make_redis: MakeRedis) -> None:
    server = make_redis()
    store = await RedisStore.open(server.url, {}, patience_s=100 * PATIENCE_S)
    lease = await take(store)
    await asyncio.to_thread(server.kill)
    future = store.append(lease, lease.commit(events(), at=1))
    await asyncio.wait_for(store.close(), PATIENCE_S)
    with pytest.raises(StoreUnreachable):
        await future


async def test_a_replica_that_lost_its_master_is_asked_again(
    make_redis: MakeRedis, held_port: int
) -> None:
    server = make_redis(replica_serve_stale_data="no")
    async with await open_store(server.url) as store:
        assert isinstance(store, RedisStore)
        server.ask("REPLICAOF", "127.0.0.1", str(held_port))
        reply = server.ask("GET", "x")
        assert reply is not None
        assert reply.startswith(b"-MASTERDOWN ")
        with pytest.raises(StoreUnreachable, match="does not answer: Link with MASTER is down"):
            await store._link.run([("GET", "x")], patience_s=0)
        asked = asyncio.create_task(store._link.run([("GET", "x")], patience_s=PATIENCE_S))
        server.ask("REPLICAOF", "NO", "ONE")
        assert await asked == [None]


async def test_a_shortage_of_memory_is_reported_and_passes(make_redis: MakeRedis) -> None:
    server = make_redis()
    async with await open_store(server.url) as store:
        lease = await take(store)
        await write(store, lease)
        server.ask("CONFIG", "SET", "maxmemory", "1mb")
        commit = lease.commit(events(), at=1)
        outcome = await store.append(lease, commit)
        assert isinstance(outcome, Full)
        assert "maxmemory" in outcome.reason
        assert lease.version == 2
        server.ask("CONFIG", "SET", "maxmemory", "0")
        assert isinstance(await store.append(lease, commit), Appended)
        assert (await store.verify("t1")).version == 4


async def test_an_append_that_the_server_refuses_is_an_error(make_redis: MakeRedis) -> None:
    server = make_redis()
    async with await open_store(server.url) as store:
        lease = await take(store)
        await ask(store, "SET", key(store, "t1", "ev"), "not a stream")
        commit = lease.commit(events(), at=1)
        with pytest.raises(StoreError, match="refused an append: WRONGTYPE"):
            await store.append(lease, commit)
        await ask(store, "DEL", key(store, "t1", "ev"))
        assert isinstance(await store.append(lease, commit), Appended)


async def test_a_connection_that_the_server_closes_is_made_again(make_redis: MakeRedis) -> None:
    server, other = make_redis(), make_redis()
    async with await open_store(server.url) as store, await open_store(other.url) as target:
        lease = await take(store)
        await write(store, lease)
        server.ask("CLIENT", "KILL", "TYPE", "normal")
        await write(store, lease)
        server.ask("CLIENT", "KILL", "TYPE", "normal")
        pieces = [piece async for piece in store.export("t1")]
        other.ask("CLIENT", "KILL", "TYPE", "normal")
        assert (await target.import_(pieces)).version == 4
        assert await read(target) == await read(store)


async def test_the_error_of_one_append_fails_no_other_of_its_batch(
    make_redis: MakeRedis,
) -> None:
    server = make_redis()
    async with await open_store(server.url) as store:
        leases = [await take(store, table) for table in ("t1", "t2", "t3")]
        await ask(store, "SET", key(store, "t2", "ev"), "not a stream")
        commits = [lease.commit(events(), at=1) for lease in leases]
        appends = [store.append(*pair) for pair in zip(leases, commits, strict=True)]
        first, second, third = await asyncio.gather(*appends, return_exceptions=True)
        assert type(first) is type(third) is Appended
        assert isinstance(second, StoreError)
        assert "WRONGTYPE" in str(second)
        assert [lease.version for lease in leases] == [2, 0, 2]
        assert await read(store, "t3") == [commits[2]]


async def test_waiting_appends_are_written_before_the_end(
    make_redis: MakeRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "GATHER_S", 3600)  # a waiting append needs all others
    async with await open_store(make_redis().url) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        commits = [(lease, lease.commit(events(), at=1)) for lease in leases]
        await asyncio.gather(*(store.append(*pair) for pair in commits))
        commits = [(lease, lease.commit(events(), at=2)) for lease in leases]
        some = [store.append(*pair) for pair in commits[:5]]
        done, _ = await asyncio.wait(some, timeout=0.1)
        assert not done
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*some, *(store.append(*pair) for pair in commits[5:]))
        last = store.append(leases[0], leases[0].commit(events(), at=3))
    assert await last == Appended(version=6, reached=Durability.DISK)


async def test_more_tables_than_one_script_takes_are_appended_to_at_once(
    make_redis: MakeRedis,
) -> None:
    server = make_redis()
    async with await open_store(server.url) as store:
        leases = [await take(store, f"t{number}") for number in range(MOST + 6)]
        server.ask("SCRIPT", "FLUSH")
        commits = [lease.commit(events(), at=1) for lease in leases]
        appends = [store.append(*pair) for pair in zip(leases, commits, strict=True)]
        assert {type(outcome) for outcome in await asyncio.gather(*appends)} == {Appended}
        for lease, commit in zip(leases, commits, strict=True):
            assert await read(store, lease.table) == [commit]


# Servers that cannot be trusted


async def test_a_server_that_throws_data_away_is_refused(make_redis: MakeRedis) -> None:
    server = make_redis(maxmemory_policy="allkeys-lru")
    with pytest.raises(StoreError, match=r"maxmemory-policy allkeys-lru.*set it to noeviction"):
        await open_store(server.url)
    async with await open_store(f"{server.url}?unsafe=1") as store:
        assert "allkeys-lru" in store.capabilities.warnings[0]
        await write(store, await take(store))


async def test_a_server_without_a_log_is_refused(make_redis: MakeRedis) -> None:
    server = make_redis(appendonly="no")
    with pytest.raises(StoreError, match=r"appendonly no.*set appendonly yes"):
        await open_store(server.url)
    for option in ("unsafe=1", "durability=memory"):
        async with await open_store(f"{server.url}?{option}") as store:
            assert store.capabilities.durability is Durability.MEMORY


async def test_the_sync_mode_is_reported(make_redis: MakeRedis) -> None:
    server = make_redis(appendfsync="everysec")
    async with await open_store(server.url) as store:
        lease = await take(store)
        outcome = await store.append(lease, lease.commit(events(), at=1))
        assert outcome == Appended(version=2, reached=Durability.PROCESS)
        with pytest.raises(StoreError, match="durability disk is more than process"):
            store.append(lease, lease.commit(events(), at=1), Durability.DISK)
    with pytest.raises(StoreError, match="offers durability process, not disk"):
        await open_store(server.url, durability=Durability.DISK)


GOOD = {"redis_version": "7.0.15", "role": "master", "aof_enabled": "1"}


@pytest.mark.parametrize(
    ("info", "said"),
    [
        ({"redis_version": "6.2.14"}, "is Redis 6.2.14: version 7 or newer"),
        ({"redis_version": "none"}, "version 7 or newer"),
        ({"role": "slave"}, "is a replica"),
        ({"cluster_enabled": "1"}, "is part of a cluster"),
        ({"maxmemory_policy": "volatile-ttl"}, "maxmemory-policy volatile-ttl"),
        ({"aof_enabled": "0"}, "keeps nothing on disk"),
    ],
)
def test_the_reason_why_a_redis_server_is_unfit_is_named(info: dict[str, str], said: str) -> None:
    with pytest.raises(StoreError, match=said):
        check_server("redis://r:1/0", {**GOOD, **info}, {}, wanted=None, unsafe=False)


def test_the_lower_durability_is_assumed_when_settings_cannot_be_read() -> None:
    checked = check_server("r", GOOD, {}, wanted=None, unsafe=False)
    assert checked.durability is Durability.PROCESS
    info = {**GOOD, "aof_last_write_status": "err"}
    checked = check_server("r", info, {"appendfsync": "always"}, wanted=None, unsafe=False)
    assert checked.durability is Durability.DISK
    assert "could not write" in checked.warnings[0]


async def test_an_unreachable_address_is_reported_without_the_password(held_port: int) -> None:
    with pytest.raises(StoreUnreachable) as caught:
        await open_store(f"redis://ana:secret@127.0.0.1:{held_port}/0")
    assert "secret" not in str(caught.value)


async def test_a_wrong_password_is_reported(make_redis: MakeRedis) -> None:
    server = make_redis()
    server.ask("CONFIG", "SET", "requirepass", "secret")
    with pytest.raises(StoreError, match="does not let us in"):
        await open_store(server.url.replace("//", "//:guess@"))
    async with await open_store(server.url.replace("//", "//:secret@")) as store:
        await write(store, await take(store))
    with pytest.raises(StoreError, match="Authentication required"):
        await open_store(server.url)


async def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith("carteado.server.store.redis"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(StoreError, match=r"carteado\[redis\]"):
        await open_store("redis://localhost")
