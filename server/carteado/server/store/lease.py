"""A lease: the right to write a table's log; and a pending append under a lease.

A lease says which server *should* write. The check in every append makes two writers impossible:
the store compares epoch, owner nonce, version and head hash before it writes (fencing). So a server
that was paused, and does not know that its lease ended, cannot write.

=========  ==========================================  =======================================
State      Input                                       Next state
=========  ==========================================  =======================================
free       ``acquire``                                 held: a new epoch and owner nonce
held       ``acquire`` by another holder               held: answered with `Busy`
held       ``acquire`` by the same holder              held: a new epoch; the old lease is fenced
held       ``renew`` or an append that lands           held: its time starts again
held       ``release``                                 free
held       its time passes                             expired: the owner may still write
expired    ``acquire`` by anybody                      held: a new epoch; the old lease is fenced
expired    ``renew`` or an append by the owner         held: nobody else has taken the table
fenced     an append                                   fenced: `Fenced`, nothing is written
=========  ==========================================  =======================================

A stored append advances the lease to the new version and head hash, even if nobody waits for the
answer any more. An append without an answer is repeated with the same batch id; the store then
answers `Duplicate` if the first one was stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from carteado.protocol.log import Cause, Commit, chain_hash, commit_of
from carteado.server.store.errors import StoreError
from carteado.server.store.outcomes import Durability, Head, Outcome, appended

__all__ = ["Lease", "OnOutcome", "Pending", "answering"]

# Enough for 32 commits.
_DRAWN = 1024
"""Random bytes that are drawn at once: a commit takes 32, for its batch id and its salt."""

OnOutcome = Callable[[Outcome | Exception], object]
"""Called with the outcome of an append, or with the error that hides it."""


class Lease:
    """The right to write a table's log for one term, and the log's head.

    The store advances it when an append is stored, even if nobody waits for the answer.

    Attributes:
        table: the table.
        holder: the server that asked for it.
        epoch: the term, higher than any before.
        owner: nonce of the term, 8 bytes in hexadecimal.
        ttl_ms: how long it lasts after a renewal or an append, milliseconds.
        version: version of the log's last event.
        head: hash of the log's last commit.
    """

    __slots__ = (
        "_chance",
        "_entropy",
        "epoch",
        "head",
        "holder",
        "owner",
        "table",
        "ttl_ms",
        "version",
    )

    def __init__(
        self,
        head: Head,
        *,
        holder: str,
        ttl_ms: int,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.table = head.table
        self.holder = holder
        # Epoch and owner together identify the term: a store restored from a backup could repeat
        # an epoch, but never the nonce.
        self.epoch = head.epoch
        self.owner = head.owner
        self.ttl_ms = ttl_ms
        self.version = head.version
        self.head = head.hash
        self._entropy = entropy
        self._chance = ""

    def commit(
        self,
        events: Iterable[tuple[int, dict[str, Any]]],
        *,
        at: int,
        cause: Cause | None = None,
        deal: int = 0,
        rules: str | None = None,
    ) -> Commit:
        """The next commit; append the same one again to retry.

        Args:
            events: for each event the version of its type and its plain data.
            at: the wall clock, milliseconds since 1970; for people.
            cause: the command that caused the commit, and its player.
            deal: number of the deal, 0 before the first.
            rules: name and version of the rules, where a table opens or a deal begins.
        """
        # Random bytes are drawn for many commits at once: a system call takes as long as packing a
        # commit.
        chance = self._chance or self._entropy(_DRAWN).hex()
        # Digits of hexadecimal: the last 32 are the batch id, the 32 before them the salt.
        self._chance = chance[:-64]
        return commit_of(
            table=self.table,
            first=self.version + 1,
            epoch=self.epoch,
            owner=self.owner,
            batch=chance[-32:],
            at=at,
            previous=self.head,
            salt=chance[-64:-32],
            events=tuple(events),
            cause=cause,
            deal=deal,
            rules=rules,
        )


class Pending:
    """An append that waits for its outcome.

    Args:
        lease: the right under which it is made.
        commit: what is appended.
        body: its bytes.
        durability: the least it must reach, None for what the store offers by itself.
        on_outcome: called once.

    Raises:
        StoreError: the commit is of another table.
    """

    __slots__ = ("body", "commit", "digest", "durability", "lease", "on_outcome")

    def __init__(
        self,
        lease: Lease,
        commit: Commit,
        body: bytes,
        durability: Durability | None,
        on_outcome: OnOutcome,
    ) -> None:
        if commit.table != lease.table:
            raise StoreError(f"a commit of table {commit.table} under a lease of {lease.table}")
        self.lease = lease
        self.commit = commit
        self.body = body
        # Computed here, in the event loop, so that the writing thread only copies bytes.
        self.digest = chain_hash(body)
        self.durability = durability
        self.on_outcome: OnOutcome | None = on_outcome

    def landed(self, reached: Durability) -> None:
        """Note that the commit is stored: advance the lease and answer the caller.

        Args:
            reached: the durability of the commit.
        """
        lease, commit = self.lease, self.commit
        version = commit.last
        # Answers may come out of order, and a lease never goes back.
        if version > lease.version and commit.epoch == lease.epoch:
            lease.version = version
            lease.head = self.digest
        self._tell(appended(version=version, reached=reached))

    def settle(self, outcome: Outcome, head: Head) -> None:
        """Advance the lease if its commit is stored after all, and answer the caller.

        Args:
            outcome: how it ended.
            head: where the log stands now.
        """
        lease = self.lease
        stands = head.batch == self.commit.batch
        if stands and head.version > lease.version and head.epoch == lease.epoch:
            lease.version = head.version
            lease.head = head.hash
        self._tell(outcome)

    def fail(self, error: Exception) -> None:
        """Tell the caller that the outcome is not known."""
        self._tell(error)

    def _tell(self, answer: Outcome | Exception) -> None:
        # Cleared first, so that an append is answered exactly once even if the callback fails.
        on_outcome, self.on_outcome = self.on_outcome, None
        if on_outcome is None:
            return
        try:
            on_outcome(answer)
        except Exception as error:  # the other appends need their answers too
            message = f"no waiting caller learned how an append to table {self.commit.table} ended"
            context = {"message": message, "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


def answering(future: asyncio.Future[Outcome]) -> OnOutcome:
    """A callback that sets a future's outcome, if somebody still waits for it."""

    def on_outcome(answer: Outcome | Exception) -> None:
        # Cancelled, for example by a timeout; the lease has moved on all the same.
        if future.done():
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    return on_outcome
