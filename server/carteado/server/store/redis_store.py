"""The Redis store: a stream and a hash for every table, a feed for every partition.

Keys, with the prefix ``cs`` and the table's partition as the hash tag, so that all that a script
touches shares a slot::

    cs:cfg                     hash: format, partitions, id (16 random bytes of this store)
    cs:{p07}:t:<table>:m       hash: epoch, owner, ver, head, batch, base, basehead, closed
    cs:{p07}:t:<table>:ev      stream: commits; the id is <first version>-<number of events>
    cs:{p07}:t:<table>:cp      string: the checkpoint
    cs:{p07}:t:<table>:ls      string with a time to live: the lease, nonce and holder
    cs:{p07}:feed              stream: table, first, last; the id is <position>-0, without gaps
    cs:{p07}:pos               the feed's last position
    cs:{p07}:tables            set of all tables
    cs:{p07}:open              sorted set of the open ones by the time of their last acquisition
    cs:{p07}:pj:<name>         hash: a projection and its place
"""

from __future__ import annotations

import contextlib
import secrets
import zlib
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from carteado.server.store.base import (
    Busy,
    Capabilities,
    Change,
    Durability,
    Head,
    Identity,
    Lease,
    Part,
    Pending,
    Place,
    Store,
    check_table_id,
)
from carteado.server.store.errors import NoSuchStore, StoreError, TableExists
from carteado.server.store.redis import Command, Link, Refused, Word
from carteado.server.store.redis_batcher import FEED_CAP, Batcher
from carteado.server.store.redis_checks import Checked, check_server, parse_info
from carteado.server.store.redis_scripts import (
    ACQUIRE,
    CONFIGURE,
    CREATE,
    FORGET,
    PROJECT,
    PUT_CHECKPOINT,
    RELEASE,
    RENEW,
    TRIM,
    Script,
)

__all__ = ["RedisStore"]

FORMAT = 1
PARTITIONS = 16
_PREFIX = "cs"
_CHUNK = 256
_STAGED_S = 600
_LAST_PATIENCE_S = 0.5
_TLS = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
# In the order in which `_create` writes the values and `head` reads them.
_FIELDS = ("ver", "head", "epoch", "owner", "batch", "base", "basehead", "closed")


class RedisStore(Store):
    """Made by `open`."""

    def __init__(
        self,
        link: Link,
        prefix: str,
        entropy: Callable[[int], bytes],
        partitions: int,
        identity: str,
    ) -> None:
        self._link = link
        self._prefix = prefix
        self._entropy = entropy
        self._partitions = partitions
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
        """Connect to a server and look at whether it keeps what it is given.

        Args:
            url: ``redis://``, ``rediss://`` or ``unix://``, without options.
            options: prefix, partitions, unsafe, db (unix), ssl_ca_certs, ssl_certfile, ssl_keyfile.
            durability: what an acknowledged commit must survive; None for what is offered.
            entropy: gives so many fresh random bytes.
            patience_s: how long an append is tried while there is no answer, seconds.

        Raises:
            StoreUnreachable: there is no answer.
            StoreError: it cannot be used; the sentence says why.
        """
        prefix = options.get("prefix", _PREFIX)
        if not (prefix.isascii() and prefix.replace("-", "").isalnum() and len(prefix) <= 32):
            raise NoSuchStore(f"{prefix!r:.40} cannot be a prefix: letters, digits and hyphens")
        asked = _partitions(options.get("partitions"))
        link_options = {key: options[key] for key in (*_TLS, "db") if key in options}
        link = Link(url, link_options, patience_s=patience_s)
        try:
            unsafe = options.get("unsafe", "0") not in ("0", "", "no", "false")
            checked = await _check(link, durability, unsafe)
            partitions, identity = await _configure(link, prefix, asked, entropy(16).hex())
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
            partitions=self._partitions,
            warnings=checked.warnings,
        )
        self._batcher = Batcher(self._link, self._append_keys, checked.durability)

    @property
    def where(self) -> str:
        """The server's address."""
        return self._link.name

    # Keys

    def _partition(self, table: str) -> int:
        # Not `hash`, which differs from process to process: all servers must find the same keys.
        return zlib.crc32(table.encode()) % self._partitions

    def _shared(self, partition: int, name: str) -> str:
        return f"{self._prefix}:{{p{partition:02d}}}:{name}"

    def _key(self, table: str, name: str) -> str:
        return self._shared(self._partition(table), f"t:{table}:{name}")

    def _near(self, table: str, name: str) -> str:
        """A key that all tables of the table's partition share."""
        return self._shared(self._partition(table), name)

    def _append_keys(self, table: str) -> list[str]:
        own = [self._key(table, name) for name in ("m", "ev", "ls")]
        return own + [self._near(table, name) for name in ("feed", "pos")]

    # Commands

    async def _ask(self, *commands: Command) -> list[Any]:
        if self._batcher is None:
            raise StoreError("the store is closed")
        return [self._fine(reply) for reply in await self._link.run(commands)]

    def _fine(self, reply: Any) -> Any:
        if isinstance(reply, Refused):
            raise StoreError(f"{self._link.name} refused: {reply.text}")
        return reply

    async def _script(
        self, script: Script, keys: Sequence[str], *words: Word, again: bool = True
    ) -> Any:
        """Run a script; with `again` it is such that a repetition does no harm."""
        rest = (len(keys), *keys, *words)
        [reply] = await self._scripts(script, [rest], patience_s=None if again else 0.0)
        return reply

    async def _scripts(
        self, script: Script, calls: Sequence[tuple[Word, ...]], *, patience_s: float | None = None
    ) -> list[Any]:
        """Run a script once for each of some calls, in one go.

        Some of several calls may be carried out twice: a repetition must do no harm.
        """
        if self._batcher is None:
            raise StoreError("the store is closed")
        commands: list[Command] = [("EVALSHA", script.sha, *call) for call in calls]
        replies = await self._link.run(commands, patience_s=patience_s)
        # A script that the server does not know has done nothing: one call is not repeated by this.
        if any(isinstance(one, Refused) and one.code == "NOSCRIPT" for one in replies):
            commands = [("EVAL", script.text, *call) for call in calls]
            replies = await self._link.run(commands, patience_s=patience_s)
        return [self._fine(reply) for reply in replies]

    # Leases

    async def acquire(self, table: str, holder: str, ttl_ms: int) -> Lease | Busy:
        """Take a table for a new term; see `Store.acquire`."""
        check_table_id(table)
        # One nonce for all tries: a repeated call raises the epoch again, for the same owner.
        owner = self._entropy(8).hex()
        keys = [self._key(table, "m"), self._key(table, "ls")]
        keys += [self._near(table, "tables"), self._near(table, "open")]
        reply = await self._script(ACQUIRE, keys, holder, owner, ttl_ms, table)
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
        keys = [self._key(lease.table, "m"), self._key(lease.table, "ls")]
        reply = await self._script(RENEW, keys, lease.owner, lease.holder, lease.ttl_ms)
        return bool(reply)

    async def release(self, lease: Lease, *, closed: bool = False) -> None:
        """Give a lease back; see `Store.release`."""
        table = lease.table
        keys = [self._key(table, "m"), self._key(table, "ls"), self._near(table, "open")]
        keys.append(self._key(table, "cp"))
        await self._script(RELEASE, keys, lease.owner, table, int(closed))

    # Writing

    def _submit(self, pending: Pending) -> None:
        if self._batcher is None:
            raise StoreError("the store is closed")
        self._batcher.put(pending)

    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        table = head.table
        if await self.head(table) is not None:
            raise TableExists(table)
        staged = self._key(table, f"im:{self._entropy(8).hex()}")
        for start in range(0, len(bodies), _CHUNK):
            chunk = bodies[start : start + _CHUNK]
            commands: list[Command] = [
                ("XADD", staged, f"{first}-{count}", "b", body) for first, count, body in chunk
            ]
            commands.append(("EXPIRE", staged, _STAGED_S))  # what is left behind goes by itself
            # Not sent again: Redis refuses an entry whose id is not above the last one.
            for reply in await self._link.run(commands, patience_s=0):
                self._fine(reply)
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
        keys = [self._key(table, "m"), self._key(table, "ev"), staged]
        keys += [self._near(table, name) for name in ("tables", "open", "feed", "pos")]
        span = (head.base + 1, head.version)
        # A repetition would find the log that its first try made, and call it somebody else's.
        done = await self._script(
            CREATE, keys, table, FEED_CAP, len(words), *words, *span, again=False
        )
        if not done:
            await self._ask(("DEL", staged))
            raise TableExists(table)

    async def _forget(self, table: str, owner: str) -> bool:
        keys = [self._key(table, name) for name in ("m", "ev", "ls")]
        keys += [self._near(table, name) for name in ("tables", "open")]
        keys.append(self._key(table, "cp"))
        # A repetition finds nothing and answers 0, which is not what happened: ask once.
        return bool(await self._script(FORGET, keys, owner, table, again=False))

    async def _trim(self, table: str, upto: int, digest: str) -> None:
        await self._script(TRIM, [self._key(table, "m"), self._key(table, "ev")], upto, digest)

    # Checkpoints

    async def put_checkpoints(self, checkpoints: Mapping[str, bytes]) -> None:
        """Keep a checkpoint of each of some tables; see `Store.put_checkpoints`."""
        if not checkpoints:
            return
        calls = [(2, self._key(t, "m"), self._key(t, "cp"), b) for t, b in checkpoints.items()]
        replies = await self._scripts(PUT_CHECKPOINT, calls)
        for table, done in zip(checkpoints, replies, strict=True):
            if not done:
                raise StoreError(f"no log of table {table}")

    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, None where there is none."""
        [found] = await self._ask(("GET", self._key(table, "cp")))
        body: bytes | None = found
        return body

    # Reading

    async def head(self, table: str) -> Head | None:
        """Where a log stands; None when there is no event yet."""
        [reply] = await self._ask(("HMGET", self._key(table, "m"), *_FIELDS))
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
        every: list[Command] = []
        for partition in range(self._partitions):
            if closed:
                every.append(("SMEMBERS", self._shared(partition, "tables")))
            else:
                every.append(("ZRANGE", self._shared(partition, "open"), 0, -1))
        names = sorted(name.decode() for reply in await self._ask(*every) for name in reply)
        if not names:
            return ()
        # A table is in the sets from its first acquisition on; it has a log with its first append.
        versions = await self._ask(*(("HGET", self._key(name, "m"), "ver") for name in names))
        return tuple(
            name for name, version in zip(names, versions, strict=True) if int(version or 0)
        )

    async def _bodies(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        key = self._key(table, "ev")
        # As an upper bound, an id without its second part takes in all that begin with it:
        # this finds the last commit whose first event is `after + 1` or an earlier one.
        [holding] = await self._ask(("XREVRANGE", key, after + 1, "-", "COUNT", 1))
        start = "-"
        if holding:
            first, count = map(int, holding[0][0].split(b"-"))
            start = f"{first}-{count}" if first + count > after + 1 else f"({first}-{count}"
        [entries] = await self._ask(("XRANGE", key, start, "+", "COUNT", limit))
        return [fields[1] for _, fields in entries]

    # Feeds and projections

    async def places(self) -> tuple[Place, ...]:
        """The end of every partition's feed."""
        keys = [self._shared(partition, "pos") for partition in range(self._partitions)]
        replies = await self._ask(*(("GET", key) for key in keys))
        return tuple(
            Place(partition=partition, at=int(reply or 0))
            for partition, reply in enumerate(replies)
        )

    async def follow(
        self, places: Iterable[Place] = (), block_ms: int | None = None
    ) -> AsyncGenerator[Change, None]:
        """What was appended after some places; see `Store.follow`."""
        at = dict.fromkeys(range(self._partitions), 0)
        at |= {place.partition: place.at for place in places if place.partition in at}
        feeds = {self._shared(partition, "feed").encode(): partition for partition in at}
        waiting = None if block_ms is None else self._link.blocking(block_ms / 1000)
        # BLOCK 0 would wait for ever.
        block = () if block_ms is None else ("BLOCK", max(1, block_ms))
        try:
            while True:
                ids = [f"{at[partition]}-0" for partition in feeds.values()]
                command = ("XREAD", "COUNT", _CHUNK, *block, "STREAMS", *feeds, *ids)
                reply = await waiting.run(command) if waiting else (await self._ask(command))[0]
                if not reply:
                    return
                for name, entries in reply:
                    for change in _changes(feeds[name], at[feeds[name]], entries):
                        at[feeds[name]] = change.place.at
                        yield change
        finally:
            if waiting is not None:
                await waiting.close()

    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        """Change a projection and move its place; see `Store.project`."""
        words: list[Word] = []
        for key, value in values.items():
            words += ("0", key, b"") if value is None else ("1", key, value)
        key = self._shared(place.partition, f"pj:{name}")
        return bool(await self._script(PROJECT, [key], place.at, *words))

    async def projection(self, name: str) -> tuple[Part, ...]:
        """A projection as it stands; see `Store.projection`."""
        keys = [self._shared(partition, f"pj:{name}") for partition in range(self._partitions)]
        replies = await self._ask(*(("HGETALL", key) for key in keys))
        parts = []
        for partition, reply in enumerate(replies):
            # In version 2 of the protocol a hash comes as a flat list of fields and values.
            fields = dict(zip(reply[::2], reply[1::2], strict=True))
            if fields:
                at = int(fields.pop(b"at"))
                # Keys begin with "k:", so that none can be mistaken for the field `at`.
                values = {key[2:].decode(): value for key, value in fields.items()}
                parts.append(Part(place=Place(partition=partition, at=at), values=values))
        return tuple(parts)

    @property
    def identity(self) -> Identity:
        """Which store this is; see `Store.identity`."""
        return Identity(name=f"{self._link.name} (prefix {self._prefix})", id=self._identity)

    @property
    def fault(self) -> str | None:
        """Why nothing is written any more until the store is opened again; see `Store.fault`."""
        return self._fault

    async def check(self) -> str | None:
        """Look whether the database is still the one that was opened; see `Store.check`."""
        if self._fault is not None or self._batcher is None:
            return self._fault
        with contextlib.suppress(StoreError):  # no answer says nothing about what is stored
            command = ("HGET", f"{self._prefix}:cfg", "id")
            [reply] = await self._link.run([command], patience_s=0)
            found = self._fine(reply)
            if found is None or found.decode() != self._identity:
                what = "emptied" if found is None else "replaced"
                self._fault = (
                    f"{self._link.name} was {what} while the server was running; restore a copy"
                )
        return self._fault

    async def close(self) -> None:
        """Settle what is in flight and close all connections."""
        if self._batcher is not None:
            batcher, self._batcher = self._batcher, None
            # `Link.run` looks at it before each pause, so a batch in flight gives up soon as well.
            self._link.patience_s = min(self._link.patience_s, _LAST_PATIENCE_S)
            await batcher.stop()
            await self._link.close()


def _changes(partition: int, at: int, entries: Sequence[Any]) -> list[Change]:
    """What the entries of a feed tell, which must follow `at` without a gap."""
    found = []
    for name, (_, table, _, first, _, last) in entries:
        place = Place(partition=partition, at=int(name.partition(b"-")[0]))
        found.append(Change(place=place, table=table.decode(), first=int(first), last=int(last)))
    numbers = [at, *(change.place.at for change in found)]
    for before, after in pairwise(numbers):
        if after != before + 1:
            raise StoreError(
                f"the feed of partition {partition} no longer holds what follows {before}:"
                " read the logs"
            )
    return found


def _partitions(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdecimal() or not 1 <= int(text) <= 99:
        raise NoSuchStore(f"{text!r:.40} cannot be a number of partitions: 1 to 99")
    return int(text)


async def _check(link: Link, wanted: Durability | None, unsafe: bool) -> Checked:
    [info, *config] = await link.run(
        [("INFO",), ("CONFIG", "GET", "maxmemory-policy"), ("CONFIG", "GET", "appendfsync")],
        patience_s=0,
    )
    if isinstance(info, Refused):
        raise StoreError(f"{link.name} refused: {info.text}")
    config_values: dict[str, str] = {}
    for reply in config:
        if not isinstance(reply, Refused) and len(reply) == 2:
            config_values[reply[0].decode()] = reply[1].decode()
    return check_server(
        link.name, parse_info(info.decode()), config_values, wanted=wanted, unsafe=unsafe
    )


async def _configure(link: Link, prefix: str, asked: int | None, identity: str) -> tuple[int, str]:
    """How many partitions the store has, and its identity; fixed when it is made."""
    key = f"{prefix}:cfg"
    words = (1, key, FORMAT, asked or PARTITIONS, identity)
    [reply] = await link.run([("EVAL", CONFIGURE.text, *words)], patience_s=0)
    if isinstance(reply, Refused):
        raise StoreError(f"{link.name} refused: {reply.text}")
    found, partitions = (int(word or 0) for word in reply[:2])
    if found != FORMAT:
        raise StoreError(f"{link.name} holds a store of format {found}, not {FORMAT}")
    if asked is not None and asked != partitions:
        raise StoreError(f"the store on {link.name} has {partitions} partitions, not {asked}")
    return partitions, reply[2].decode()
