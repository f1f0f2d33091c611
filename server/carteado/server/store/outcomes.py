"""Outcomes of an append, and the check that decides between them in every store.

The table's owner reacts differently to each outcome, so there are several kinds of conflict.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from carteado.engine.generated import copier, maker
from carteado.protocol.log import Commit

__all__ = [
    "Appended",
    "Busy",
    "Conflict",
    "Diverged",
    "Duplicate",
    "Durability",
    "Fenced",
    "Full",
    "Head",
    "Outcome",
    "TailLost",
    "Unreplicated",
    "appended",
    "judge",
]


class Durability(IntEnum):
    """Failures that an acknowledged commit survives; each level includes those before it."""

    MEMORY = 0
    """Nothing but the process that holds it."""
    PROCESS = 1
    """The end of any process, not of the machine's power."""
    DISK = 2
    """The loss of power."""
    REPLICA = 3
    """The loss of the machine: another one has it in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """The commit is in the log. Publish.

    Attributes:
        version: version of its last event.
        reached: the failures that it survives.
    """

    version: int
    reached: Durability


appended = maker(Appended)
"""Makes an `Appended` from the same arguments, faster than its constructor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicate:
    """An earlier try of the same batch landed. Publish, nothing else.

    Attributes:
        version: version of the log's last event.
    """

    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fenced:
    """Another owner took the table. Stop at once.

    Attributes:
        epoch: the epoch that holds it now.
    """

    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """The store is ahead of the writer in the same epoch: a second writer. Stop and read again.

    Attributes:
        actual: version of the log's last event.
    """

    actual: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TailLost:
    """The store is behind the writer: acknowledged commits are gone. Freeze; repair or rewind.

    Attributes:
        actual: version of the log's last event.
    """

    actual: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Diverged:
    """The log is as long as expected and holds another history. Freeze and call the operator.

    Attributes:
        version: version of the log's last event.
        head: hash of its last commit.
    """

    version: int
    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreplicated:
    """The commit is in the log, but too few replicas have it. Freeze, and append it again.

    Attributes:
        version: version of its last event.
        replicas: number of replicas that have it.
    """

    version: int
    replicas: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Full:
    """No room on disk or in memory; nothing was changed. Freeze, append it again later.

    Attributes:
        reason: what the store said.
    """

    reason: str


Outcome = Appended | Duplicate | Fenced | Conflict | TailLost | Diverged | Unreplicated | Full
"""The outcome of an append."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Busy:
    """Somebody else holds the table's lease.

    Attributes:
        holder: who.
        left_ms: until the lease ends if it is not renewed, milliseconds.
    """

    holder: str
    left_ms: int


# Made for every append: frozen, a head would take three times as long to make.
@dataclass(slots=True, kw_only=True)
class Head:
    """The head of a log, which a store knows without reading it; never changed.

    Attributes:
        table: the table.
        version: version of the last event, 0 for none yet.
        hash: hash of the last commit.
        epoch: the newest epoch under which the table was held.
        owner: nonce of that term's owner.
        batch: id of the last append.
        base: version of the last event that was archived, 0 for none.
        base_hash: hash of the last commit that was archived.
        closed: the table expects no further events.
    """

    table: str
    version: int = 0
    hash: str = ""
    epoch: int = 0
    owner: str = ""
    batch: str = ""
    base: int = 0
    base_hash: str = ""
    closed: bool = False

    def after(self, commit: Commit, digest: str) -> Head:
        """The head once a commit is appended whose hash is `digest`."""
        return _moved(self, commit.last, digest, commit.batch)


_moved = copier(Head, "version", "hash", "batch")


def judge(head: Head, commit: Commit) -> Outcome | None:
    """The reason why a commit may not be appended; None when it may.

    Args:
        head: where the log stands.
        commit: the commit; its `previous` and `first` say where its writer believes it stands.
    """
    # The Redis script `APPEND` makes the same checks in the same order.
    # A store without the commit's term has lost the term and everything written in it.
    if head.epoch < commit.epoch:
        return TailLost(actual=head.version)
    # A former owner, such as a server that was suspended, ends here.
    if head.epoch != commit.epoch or head.owner != commit.owner:
        return Fenced(epoch=head.epoch)
    # Before the versions: a commit that is stored already would seem to conflict with itself.
    if head.batch == commit.batch:
        return Duplicate(version=head.version)
    expected = commit.first - 1
    if head.version < expected:
        return TailLost(actual=head.version)
    if head.version > expected:
        return Conflict(actual=head.version)
    if head.hash != commit.previous:
        return Diverged(version=head.version, head=head.hash)
    return None
