"""Reading a log: every commit is checked against the one before it, and the last against the head.

What a store holds was acknowledged up to its head. A log that ends before it, holds a gap, or was
edited is not given on: what was read up to there is whole.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from carteado.protocol.log import Chain, Commit, LogError, decode_commit
from carteado.server.store.errors import Archived
from carteado.server.store.outcomes import Head

__all__ = ["Bodies", "records", "trace"]

Bodies = Callable[[str, int, int], Awaitable[Sequence[bytes]]]
"""Bodies of the commits of a table that hold events later than a version, so many at most."""

_CHUNK = 256
_TRACED = 2048
_PREVIOUS = b"\xa2ph\xc4"  # in a body, what stands before the length and the hash of the one before


async def records(
    bodies: Bodies,
    head: Head,
    after: int,
    limit: int | None = None,
    upto: int | None = None,
    digest: str | None = None,
) -> AsyncGenerator[tuple[Commit, bytes], None]:
    """The commits of a log, each with its bytes.

    Args:
        bodies: of the store.
        head: where the log stands.
        after: version of the last event that is known; the first commit may begin earlier.
        limit: so many commits at most.
        upto: version of the last event to give, None for all; a commit that holds it is whole.
        digest: hash of the commit that ends with `after`, None where it is not known.

    Raises:
        Archived: the events after `after` are no longer here.
        LogError: the log is damaged; says where.
    """
    table = head.table
    if after < head.base:
        raise Archived(table, head.base)
    last = head.version if upto is None else min(upto, head.version)
    # Where the archive ends, the head holds the hash; elsewhere the caller may know it.
    chain = Chain(table, after, head.base_hash if after == head.base else digest)
    left = head.version if limit is None else limit
    at = after
    while at < last and left > 0:
        found = await bodies(table, at, min(left, _CHUNK))
        if not found:
            reason = f"the log ends here, {head.version} events were acknowledged"
            raise LogError(reason, table=table, version=at + 1)
        for body in found:
            commit = chain.add(body)
            if commit.first > at + 1:
                reason = f"a gap: the next commit begins with version {commit.first}"
                raise LogError(reason, table=table, version=at + 1)
            if commit.last >= head.version and chain.head != head.hash:
                reason = "the last commit is not the one that was acknowledged"
                raise LogError(reason, table=table, version=commit.first)
            yield commit, body
            at, left = commit.last, left - 1
            if at >= last:
                break


async def trace(
    bodies: Bodies, head: Head, upto: int, digest: str, keep: int
) -> tuple[bytes, ...] | None:
    """Follow the chain of hashes from the beginning of a log, without decoding its commits.

    A commit's hash holds for every byte before it, so this finds whatever was changed.

    Args:
        bodies: of the store.
        head: where the log stands.
        upto: version of the last event to look at, which ends a commit.
        digest: the hash that this commit must have, hexadecimal.
        keep: how many bodies to return.

    Returns:
        The last bodies, None where the chain does not lead to `digest`.
    """
    kept: deque[bytes] = deque(maxlen=keep)
    at, previous = head.base, bytes.fromhex(head.base_hash)
    aim = bytes.fromhex(digest)
    # The first commit of a log names no hash: `previous` is empty there.
    mark = _PREVIOUS + bytes((len(previous),)) + previous
    after = _PREVIOUS + bytes((hashlib.sha256().digest_size,))
    sha256 = hashlib.sha256
    while at < upto:
        found = await bodies(head.table, at, _TRACED)
        if not found:
            return None
        # Whatever is missing or out of order here does not name the hash before it.
        for number, body in enumerate(found):
            # Wherever it stands, the hash of this body covers it; `aim` vouches for the last one.
            if mark not in body:
                return None
            previous = sha256(body).digest()
            if previous == aim:
                kept.extend(found[max(0, number + 1 - keep) : number + 1])
                return tuple(kept) if decode_commit(body).last == upto else None
            mark = after + previous
        kept.extend(found[-keep:])
        at = decode_commit(found[-1]).last
    return None
