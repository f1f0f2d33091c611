"""The keys of a Redis store: a stream and a hash for every table, a feed for every partition.

They have the prefix ``cs`` and the table's partition as the hash tag, so that all that a script
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

import zlib
from dataclasses import dataclass

__all__ = ["Keys"]


@dataclass(frozen=True, slots=True)
class Keys:
    """The names of a store's keys.

    Attributes:
        prefix: common prefix of all keys.
        partitions: number of partitions over which the tables are spread.
    """

    prefix: str
    partitions: int

    def shared(self, partition: int, name: str) -> str:
        """A key of a partition."""
        return f"{self.prefix}:{{p{partition:02d}}}:{name}"

    def near(self, table: str, name: str) -> str:
        """A key shared by all tables of the table's partition."""
        # Not `hash`, which differs from process to process: all servers must find the same keys.
        return self.shared(zlib.crc32(table.encode()) % self.partitions, name)

    def own(self, table: str, name: str) -> str:
        """A key of a table."""
        return self.near(table, f"t:{table}:{name}")

    def several(self, table: str, *names: str) -> list[str]:
        """Keys of a table."""
        return [self.own(table, name) for name in names]

    def every(self, name: str) -> list[str]:
        """The keys with a name in all partitions, in order."""
        return [self.shared(partition, name) for partition in range(self.partitions)]

    def of_append(self, table: str) -> list[str]:
        """The keys of the script that appends to a table."""
        shared = [self.near(table, name) for name in ("feed", "pos")]
        return self.several(table, "m", "ev", "ls") + shared
