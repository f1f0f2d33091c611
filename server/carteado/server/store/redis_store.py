"""The Redis store: appends, leases and logs on a server; `redis_keys` lists the keys."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence

from carteado.server.store.base import (
    Busy,
    Capabilities,
    Durability,
    Head,
    Identity,
    Lease,
    Pending,
    check_table_id,
)
from carteado.server.store.errors import NoSuchStore, StoreError, TableExists
from carteado.server.store.redis import Command, Link, Word
from carteado.server.store.redis_batcher import FEED_CAP, Batcher
from carteado.server.store.redis_checks import Checked, check, configure, partitions_of
from carteado.server.store.redis_feeds import RedisFeeds
from carteado.server.store.redis_keys import Keys
from carteado.server.store.redis_scripts import (
    ACQUIRE,
    CREATE,
    FORGET,
    PUT_CHECKPOINTS,
    RELEASE,
    RENEW,
    TRIM,
)

__all__ = ["RedisStore"]

_PREFIX = "cs"
_CHUNK = 256
_STAGED_S = 600
_LAST_PATIENCE_S = 0.5
_TLS = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
# In the order in which `_create` writes the values and `head` reads them.
_FIELDS = ("ver", "head", "epoch", "owner", "batch", "base", "basehead", "closed")


class RedisStore(RedisFeeds):
    """Made by `open`."""

    def __init__(
        self,
        link: Link,
        prefix: str,
        entropy: Callable[[int], bytes],
        partitions: int,
        identity: str,
    ) -> None:
        super().__init__(link, Keys(prefix, partitions))
        self._entropy = entropy
        self._identity = identity
        self._fault: str | None = None
        self._batcher: Batcher | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        options: Mapping[str, str],
        *,
        durability: Durability | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        patience_s: float = 10.0,
    ) -> RedisStore:
        """Connect to a server and check that it keeps its data.

        Args:
            url: ``redis://``, ``rediss://`` or ``unix://``, without options.
            options: prefix, partitions, unsafe, db (unix), ssl_ca_certs, ssl_certfile, ssl_keyfile.
            durability: what an acknowledged commit must survive; None for what is offered.
            entropy: gives so many fresh random bytes.
            patience_s: time for which an append is retried without an answer, seconds.

        Raises:
            StoreUnreachable: there is no answer.
            StoreError: it cannot be used; the sentence says why.
        """
        prefix = options.get("prefix", _PREFIX)
        if not (prefix.isascii() and prefix.replace("-", "").isalnum() and len(prefix) <= 32):
            raise NoSuchStore(f"{prefix!r:.40} cannot be a prefix: letters, digits and hyphens")
        asked = partitions_of(options.get("partitions"))
        link_options = {key: options[key] for key in (*_TLS, "db") if key in options}
        link = Link(url, link_options, patience_s=patience_s)
        try:
            unsafe = options.get("unsafe", "0") not in ("0", "", "no", "false")
            checked = await check(link, durability, unsafe)
            partitions, identity = await configure(link, prefix, asked, entropy(16).hex())
        except BaseException:
            await link.close()
            raise
        store = cls(link, prefix, entropy, partitions, identity)
        store._begin(checked)
        return store

    def _begin(self, checked: Checked) -> None:
        replicated = checked.durability is Durability.DISK
        self.capabilities = Capabilities(
            kind="redis",
            durability=checked.durability,
            highest=Durability.REPLICA if replicated else checked.durability,
            partitions=self._keys.partitions,
            warnings=checked.warnings,
        )
        self._batcher = Batcher(self._link, self._keys.of_append, checked.durability)

    @property
    def where(self) -> str:
        """The server's address."""
        return self._link.name

    # Leases

    async def acquire(self, table: str, holder: str, ttl_ms: int) -> Lease | Busy:
        """Take a table for a new term; see `Store.acquire`."""
        check_table_id(table)
        # One nonce for all attempts: a repeated call raises the epoch again, for the same owner.
        owner = self._entropy(8).hex()
        keys = self._keys.several(table, "m", "ls")
        keys += [self._keys.near(table, "tables"), self._keys.near(table, "open")]
        reply = await self._link.call(ACQUIRE, keys, holder, owner, ttl_ms, table)
        if reply[0] == b"BUSY":
            return Busy(holder=reply[1].decode(), left_ms=max(0, reply[2]))
        version, digest = reply[2]
        head = Head(
            table=table,
            version=int(version or 0),
            hash=(digest or b"").decode(),
            epoch=int(reply[1]),
            owner=owner,
        )
        return Lease(head, holder=holder, ttl_ms=ttl_ms, entropy=self._entropy)

    async def renew(self, lease: Lease) -> bool:
        """Prolong a lease by its time; False when the table has another owner."""
        keys = self._keys.several(lease.table, "m", "ls")
        reply = await self._link.call(RENEW, keys, lease.owner, lease.holder, lease.ttl_ms)
        return bool(reply)

    async def release(self, lease: Lease, *, closed: bool = False) -> None:
        """Give a lease back; see `Store.release`."""
        table = lease.table
        keys = [*self._keys.several(table, "m", "ls"), self._keys.near(table, "open")]
        keys.append(self._keys.own(table, "cp"))
        await self._link.call(RELEASE, keys, lease.owner, table, int(closed))

    # Writing

    def _submit(self, pending: Pending) -> None:
        if self._batcher is None:
            raise StoreError("the store is closed")
        self._batcher.put(pending)

    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        table = head.table
        if await self.head(table) is not None:
            raise TableExists(table)
        staged = self._keys.own(table, f"im:{self._entropy(8).hex()}")
        for start in range(0, len(bodies), _CHUNK):
            chunk = bodies[start : start + _CHUNK]
            commands: list[Command] = [
                ("XADD", staged, f"{first}-{count}", "b", body) for first, count, body in chunk
            ]
            commands.append(("EXPIRE", staged, _STAGED_S))  # the temporary key expires by itself
            # Not sent again: Redis refuses an entry whose id is not above the last one.
            await self._link.ask(*commands, patience_s=0)
        values: tuple[Word, ...] = (
            head.version,
            head.hash,
            head.epoch,
            head.owner,
            head.batch,
            head.base,
        )
        fields = zip(_FIELDS, (*values, head.base_hash, int(head.closed)), strict=True)
        words: list[Word] = [word for field in fields for word in field]
        keys = [*self._keys.several(table, "m", "ev"), staged]
        keys += [self._keys.near(table, name) for name in ("tables", "open", "feed", "pos")]
        span = (head.base + 1, head.version)
        # A repeated call would find the log of the first one, and report it as somebody else's.
        done = await self._link.call(
            CREATE, keys, table, FEED_CAP, len(words), *words, *span, again=False
        )
        if not done:
            await self._link.ask(("DEL", staged))
            raise TableExists(table)

    async def _forget(self, table: str, owner: str) -> bool:
        keys = self._keys.several(table, "m", "ev", "ls")
        keys += [self._keys.near(table, name) for name in ("tables", "open")]
        keys.append(self._keys.own(table, "cp"))
        # A repeated call would find nothing and answer 0, which would be wrong: send it once.
        return bool(await self._link.call(FORGET, keys, owner, table, again=False))

    async def _trim(self, table: str, upto: int, digest: str) -> None:
        await self._link.call(TRIM, self._keys.several(table, "m", "ev"), upto, digest)

    # Checkpoints

    async def put_checkpoints(self, checkpoints: Mapping[str, bytes]) -> None:
        """Store checkpoints of some tables; see `Store.put_checkpoints`."""
        tables = list(checkpoints)
        keys = [self._keys.own(table, name) for table in tables for name in ("m", "cp")]
        missing = await self._link.call(PUT_CHECKPOINTS, keys, *checkpoints.values())
        if missing:
            raise StoreError(f"no log of table {tables[missing - 1]}")

    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, None where there is none."""
        [found] = await self._link.ask(("GET", self._keys.own(table, "cp")))
        body: bytes | None = found
        return body

    # Reading

    async def head(self, table: str) -> Head | None:
        """The head of a log; None when there is no event yet."""
        [reply] = await self._link.ask(("HMGET", self._keys.own(table, "m"), *_FIELDS))
        words = [(word or b"").decode() for word in reply]
        version, digest, epoch, owner, batch, base, base_digest, closed = words
        if not int(version or 0):
            return None
        return Head(
            table=table,
            version=int(version),
            hash=digest,
            epoch=int(epoch or 0),
            owner=owner,
            batch=batch,
            base=int(base or 0),
            base_hash=base_digest,
            closed=closed == "1",
        )

    async def tables(self, *, closed: bool = False) -> tuple[str, ...]:
        """Ids of the tables with events; see `Store.tables`."""
        every: list[Command]
        if closed:
            every = [("SMEMBERS", key) for key in self._keys.every("tables")]
        else:
            every = [("ZRANGE", key, 0, -1) for key in self._keys.every("open")]
        names = sorted(name.decode() for reply in await self._link.ask(*every) for name in reply)
        if not names:
            return ()
        # A table is in the sets from its first acquisition on; it has a log with its first append.
        versions = await self._link.ask(
            *(("HGET", self._keys.own(name, "m"), "ver") for name in names)
        )
        return tuple(
            name for name, version in zip(names, versions, strict=True) if int(version or 0)
        )

    async def _bodies(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        key = self._keys.own(table, "ev")
        # As an upper bound, an id without its second part includes all ids that begin with it. So
        # this finds the last commit whose first event is `after + 1` or an earlier one.
        [holding] = await self._link.ask(("XREVRANGE", key, after + 1, "-", "COUNT", 1))
        start = "-"
        if holding:
            first, count = map(int, holding[0][0].split(b"-"))
            start = f"{first}-{count}" if first + count > after + 1 else f"({first}-{count}"
        [entries] = await self._link.ask(("XRANGE", key, start, "+", "COUNT", limit))
        return [fields[1] for _, fields in entries]

    @property
    def identity(self) -> Identity:
        """The identity of this store; see `Store.identity`."""
        return Identity(name=f"{self._link.name} (prefix {self._keys.prefix})", id=self._identity)

    @property
    def fault(self) -> str | None:
        """The fault that stops all writing until the store is opened again; see `Store.fault`."""
        return self._fault

    async def check(self) -> str | None:
        """Check whether the database is still the one that was opened; see `Store.check`."""
        if self._fault is not None or self._batcher is None:
            return self._fault
        with contextlib.suppress(StoreError):  # no answer says nothing about the stored data
            command = ("HGET", f"{self._keys.prefix}:cfg", "id")
            [found] = await self._link.ask(command, patience_s=0)
            if found is None or found.decode() != self._identity:
                what = "emptied" if found is None else "replaced"
                self._fault = (
                    f"{self._link.name} was {what} while the server was running; restore a copy"
                )
        return self._fault

    async def close(self) -> None:
        """Settle pending appends and close all connections."""
        if self._batcher is not None:
            batcher, self._batcher = self._batcher, None
            # `Link.run` checks it before each pause, so a batch in flight also gives up soon.
            self._link.patience_s = min(self._link.patience_s, _LAST_PATIENCE_S)
            await batcher.stop()
            await self._link.close()
