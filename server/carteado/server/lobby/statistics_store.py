"""Statistics kept in the store beside the logs, so that the first request after a start is fast.

Like a checkpoint, the stored statistics of a table name their place in the log by number and hash.
They are ignored if they do not fit: written by another release or secret, damaged, or of another
log. The log is then counted again, with the same result.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from typing import Any

import msgpack

from carteado.engine.naming import NameOf
from carteado.engine.tables.kept_statistics import kept, recalled
from carteado.engine.tables.statistics import Equity, TableStatistics
from carteado.protocol.packing import packer
from carteado.server.lobby.checkpoint import MAX_BYTES, release
from carteado.server.ops.logs import fault, log
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.base import Place, Store
from carteado.server.store.errors import StoreError

__all__ = ["EVERY", "NAME", "StatisticsStore"]

NAME = "statistics"
"""The projection that holds them."""

# Re-reading 64 events costs less than one write.
EVERY = 64
"""Events after which the statistics of a table are stored again."""

TRIES = 3
"""Attempts to write while another server of the store writes too."""

_TOGETHER = 64
"""Tables whose statistics are written in one transaction."""

_MAC = 32
_pack = packer()


class StatisticsStore:
    """The stored statistics of one store.

    Args:
        store: where they lie.
        secret: the server's own.
        equity: as of `TableStatistics`.
        name_of: what the player of an id is called.
    """

    def __init__(self, store: Store, secret: bytes, equity: Equity | None, name_of: NameOf) -> None:
        self._store = store
        self._key = hmac.digest(secret, b"statistics", "sha256")
        self._equity = equity
        self._name_of = name_of
        self._at = 0
        self._read: dict[str, bytes] | None = None
        self._written: dict[str, int] = {}

    async def of(self, table: str) -> tuple[TableStatistics, str] | None:
        """The statistics of a table and the hash of the commit where they end; None for none.

        Raises:
            StoreError: the store cannot be read.
        """
        if self._read is None:
            self._read = {}
            for part in await self._store.projection(NAME):
                self._at = max(self._at, part.place.at)
                self._read.update(part.values)
        body = self._read.get(table)
        if body is None:
            return None
        mac, content = body[:_MAC], body[_MAC:]
        if not hmac.compare_digest(mac, hmac.digest(self._key, content, "sha256")):
            return None
        try:
            found = msgpack.unpackb(content, use_list=False, strict_map_key=False)
            if found["release"] != release() or found["table"] != table:
                return None
            # With and without NumPy different figures are counted: expected values need odds.
            if found["odds"] != (self._equity is not None):
                return None
            statistics = recalled(found["data"], self._equity, self._name_of)
        except (LookupError, TypeError, ValueError) as error:
            log.warning("statistics not read", table=table, error=fault(error))
            return None
        self._written[table] = statistics.seq
        return statistics, found["head"]

    def is_due(self, table: str, statistics: TableStatistics) -> bool:
        """Whether the statistics of a table have enough new events to be stored again."""
        written = self._written.get(table)
        return written is None or statistics.seq - written >= EVERY

    async def keep(
        self, tables: Mapping[str, tuple[TableStatistics, str]], there: Iterable[str]
    ) -> None:
        """Store the statistics of some tables, and drop those of deleted tables.

        Failures are logged: the first request after a start then takes longer.

        Args:
            tables: of each its statistics, and the hash of the commit at their place.
            there: all tables of the store.
        """
        slices = TimeSlices(self._store.is_writing)
        known = set(there)
        # None removes the statistics of deleted and archived tables.
        values: dict[str, bytes | None] = dict.fromkeys(set(self._read or ()) - known)
        for table, (statistics, head) in tables.items():
            await slices.keep()
            if (body := self._body(table, statistics, head)) is not None:
                values[table] = body
            if len(values) >= _TOGETHER:
                await self._write(values, tables)
                values = {}
        if values:
            await self._write(values, tables)

    def _body(self, table: str, statistics: TableStatistics, head: str) -> bytes | None:
        content: dict[str, Any] = {
            "release": release(),
            "table": table,
            "head": head,
            "odds": self._equity is not None,
        }
        try:
            body = _pack({**content, "data": kept(statistics)})
        except Exception as error:  # a game whose counts cannot be stored is counted again
            log.error("statistics not kept", table=table, error=fault(error))
            return None
        return hmac.digest(self._key, body, "sha256") + body if len(body) <= MAX_BYTES else None

    async def _write(
        self,
        values: Mapping[str, bytes | None],
        tables: Mapping[str, tuple[TableStatistics, str]],
    ) -> None:
        try:
            for _ in range(TRIES):
                if await self._store.project(NAME, Place(at=self._at + 1), values):
                    break
                for part in await self._store.projection(NAME):
                    self._at = max(self._at, part.place.at)
            else:  # another server of the store always wrote first
                log.warning("statistics not kept", error="they are being changed elsewhere")
                return
        except StoreError as error:
            log.error("statistics not kept", error=str(error))
            return
        self._at += 1
        self._read = self._read or {}
        for table, body in values.items():
            if body is None:
                self._read.pop(table, None)
            else:
                self._read[table] = body
                self._written[table] = tables[table][0].seq
