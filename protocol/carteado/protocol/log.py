"""The record of a log: a commit, all the events that one command caused, and the chain of commits.

A commit is stored as one msgpack map with short keys and travels as these bytes, its *body*.
Each body holds the SHA-256 of the body before it, so a log is a chain: its last hash, the *head*,
vouches for every byte before it. Nothing here reads or writes a file; `segment` is the form for
export.
"""

from __future__ import annotations

import hashlib
from binascii import unhexlify
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

from carteado.engine.generated import maker
from carteado.protocol.commit_checks import (
    FORMAT,
    MAX_BODY,
    MAX_EVENTS,
    fields_problem,
    is_table_id,
    size_problem,
)
from carteado.protocol.packing import packer

__all__ = [
    "FORMAT",
    "MAX_BODY",
    "MAX_EVENTS",
    "Cause",
    "Chain",
    "Commit",
    "LogError",
    "chain_hash",
    "commit_of",
    "decode_commit",
    "encode_commit",
    "is_table_id",
    "pack_commit",
    "salvage_hint",
]

# Short keys: every commit stores them. Their order is part of the format.
_KEYS = ("v", "t", "n", "ep", "by", "b", "cmd", "at", "co", "ru", "ph", "sa", "ev")
_MAP_OF_13 = 0x80 | len(_KEYS)  # the only valid first byte; it rules out a repeated key
_FLOAT = 0xCB
"""The byte that begins a packed float; to look for a number is quicker than for bytes."""
_pack = packer()


class LogError(ValueError):
    """A log, or a piece of one, that cannot be what it claims to be.

    Attributes:
        reason: what is wrong, without the place.
        table: table of the log, if known.
        commit: number of the commit in what was read, from 1.
        version: version of the event at which the log stops being whole.
        offset: bytes from the beginning of the file.
    """

    def __init__(
        self,
        reason: str,
        *,
        table: str | None = None,
        commit: int | None = None,
        version: int | None = None,
        offset: int | None = None,
    ) -> None:
        places = (
            ("table", table),
            ("commit", commit),
            ("version", version),
            ("byte", offset),
        )
        where = ", ".join(f"{name} {value}" for name, value in places if value is not None)
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason
        self.table = table
        self.commit = commit
        self.version = version
        self.offset = offset

    def about_file(self, name: str) -> str:
        """The error of a log in a file in one sentence, with what to do about damage."""
        # Without a commit number no commit was read, so there is nothing to salvage.
        if not self.commit:
            return f"{name}: {self}"
        return f"{name}: {self}; {salvage_hint(name)}"


def salvage_hint(what: object) -> str:
    """The advice for a damaged log.

    Args:
        what: its file, or the id of its table.
    """
    return f"`carteado log salvage {what} FILE` writes the part before the damage to a file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """The player and the commands that caused the events of a commit.

    It is written as a map of these four keys. A log may hold other maps: missing keys get their
    defaults, other keys are ignored.

    Attributes:
        by: key of the player who gave the command, None for the table itself.
        id: the player's number of the command, None for the table itself.
        do: plain data of the game's commands that were accepted, each with a ``type`` tag.
        result: plain data of what the player was answered.
    """

    by: str | None = None
    id: int | None = None
    do: Sequence[Mapping[str, Any]] = ()
    result: Any = None


_cause_of = maker(Cause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """All events that one command caused at a table.

    Attributes:
        v: format of the record.
        table: the table's id.
        first: version of the first event; a log's first event has version 1.
        epoch: term of the owner under which it was written.
        owner: the owner's nonce for the term, 8 bytes in hexadecimal.
        batch: id of the append, 16 bytes in hexadecimal; kept for every retry.
        cause: who asked, and what for; None if nobody did.
        at: the writer's wall clock, milliseconds since 1970; for people.
        deal: number of the deal it belongs to, 0 before the first.
        rules: name and version of the rules, where a table opens or a deal begins.
        previous: hash of the commit before, hexadecimal; empty for the first of a log.
        salt: 16 random bytes in hexadecimal, so that the hash of a commit reveals nothing about its
            hidden content.
        events: for each event the version of its type and its plain data with a ``type`` tag.
    """

    table: str
    first: int
    epoch: int
    owner: str
    batch: str
    at: int
    previous: str
    salt: str
    events: tuple[tuple[int, dict[str, Any]], ...]
    cause: Cause | None = None
    deal: int = 0
    rules: str | None = None
    v: int = FORMAT

    @property
    def count(self) -> int:
        """Number of events."""
        return len(self.events)

    @property
    def last(self) -> int:
        """Version of the last event."""
        return self.first + len(self.events) - 1


commit_of = maker(Commit)
"""Makes a `Commit` from the same arguments, faster than its constructor."""


def chain_hash(body: bytes) -> str:
    """SHA-256 of a commit's body, hexadecimal; the body holds the hash before it."""
    return hashlib.sha256(body).hexdigest()


def encode_commit(commit: Commit) -> bytes:
    """The bytes of a commit; equal commits give equal bytes.

    Raises:
        LogError: it holds something that `decode_commit` would not accept.
    """
    body = pack_commit(commit)
    # The check of the reader: what is written can always be read back.
    problem = fields_problem(tuple(_fields(commit).values()))
    if problem is not None:
        raise LogError(f"this commit cannot be written: {problem}", table=commit.table)
    return body


def pack_commit(commit: Commit) -> bytes:
    """The bytes of a commit of typed events: those of `encode_commit`, with fewer checks.

    For a table's owner, who makes its commits under a lease and their events by `to_plain`, so that
    they have the shape of plain data; checking each value again would double the cost. What a
    type cannot promise is still checked: a fraction in place of a whole number, and more items
    than may be read back.

    Raises:
        LogError: `decode_commit` would not accept it, or it cannot be packed at all.
    """
    try:
        fields = _fields(commit)
        body = _pack(fields)
    except (TypeError, ValueError, OverflowError) as error:
        raise LogError(f"this commit cannot be written: {error}", table=commit.table) from None
    # A list of more than `MAX_EVENTS` items takes more than as many bytes.
    if len(body) > MAX_EVENTS or (_FLOAT in body and _may_hold_fraction(body, fields)):
        # The exact check is slow, so it only runs where the cheap test could not exclude trouble.
        problem = size_problem(body) or fields_problem(tuple(fields.values()))
        if problem is not None:
            raise LogError(f"this commit cannot be written: {problem}", table=commit.table)
    return body


def _may_hold_fraction(body: bytes, fields: dict[str, Any]) -> bool:
    """Whether a commit holds the byte that begins a packed float outside its random fields.

    Texts have that byte only beyond ASCII, and whole numbers seldom.
    """
    # The random fields may hold the byte 0xCB by chance, so their occurrences are subtracted.
    random = b"".join([fields["by"], fields["b"], fields["ph"], fields["sa"]])
    return body.count(_FLOAT) != random.count(_FLOAT)


def _fields(commit: Commit) -> dict[str, Any]:
    """The fields of a record, in the order of `_KEYS`."""
    cause = commit.cause
    return {
        "v": commit.v,
        "t": commit.table,
        "n": commit.first,
        "ep": commit.epoch,
        # Hashes and ids are hexadecimal in memory and raw bytes in the record: half the size.
        "by": unhexlify(commit.owner),
        "b": unhexlify(commit.batch),
        "cmd": None
        if cause is None
        else {"by": cause.by, "id": cause.id, "do": cause.do, "result": cause.result},
        "at": commit.at,
        "co": commit.deal,
        "ru": commit.rules,
        "ph": unhexlify(commit.previous),
        "sa": unhexlify(commit.salt),
        "ev": commit.events,
    }


def decode_commit(body: bytes) -> Commit:
    """The commit that bytes describe; lists come back as tuples.

    Raises:
        LogError: the bytes are not a commit, or one of a format that this release does not know.
    """
    problem = size_problem(body)
    if problem is not None:
        raise LogError(problem)
    try:
        # The unpacker has limits, so that a damaged length cannot fill the memory.
        data = msgpack.unpackb(
            body, use_list=False, max_array_len=MAX_EVENTS, max_map_len=MAX_EVENTS, max_ext_len=0
        )
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise LogError(f"not a commit: {error or type(error).__name__}") from None
    if type(data) is not dict:
        raise LogError("not a commit: not a map")
    version = data.get("v")
    # Before the fields, which a newer format may have changed.
    if type(version) is int and version > FORMAT:
        raise LogError(f"commit of format {version}, this release knows {FORMAT}")
    # The first byte fixes 13 entries; with 13 distinct keys none can be repeated.
    if body[0] != _MAP_OF_13 or tuple(data) != _KEYS:
        raise LogError(f"not a commit: its fields are not {' '.join(_KEYS)}")
    values = tuple(data.values())
    problem = fields_problem(values)
    if problem is not None:
        raise LogError(f"not a commit: {problem}")
    v, table, first, epoch, owner, batch, cause, at, deal, rules, previous, salt, events = values
    return commit_of(
        v=v,
        table=table,
        first=first,
        epoch=epoch,
        owner=owner.hex(),
        batch=batch.hex(),
        cause=None
        if cause is None
        else _cause_of(
            by=cause.get("by"),
            id=cause.get("id"),
            do=cause.get("do", ()),
            result=cause.get("result"),
        ),
        at=at,
        deal=deal,
        rules=rules,
        previous=previous.hex(),
        salt=salt.hex(),
        events=events,
    )


class Chain:
    """Checks a log commit by commit, in order.

    Args:
        table: whose log it must be; None takes the first commit's word.
        version: version of the last event before the first commit that will be given.
        head: hash of the commit before; None takes the first commit's word for it, and for
            `version`: what follows still vouches for it.

    Attributes:
        table: whose log it is.
        version: version of the last event so far.
        head: hash of the last commit so far.
        commits: how many were given.
        events: how many events they hold.
    """

    def __init__(self, table: str | None = None, version: int = 0, head: str | None = "") -> None:
        self.table = table
        self.version = version
        # The first commit of a log has the empty text as the hash before it.
        self.head = head
        self.commits = 0
        self.events = 0
        self._epoch = 0

    def add(self, body: bytes, offset: int | None = None) -> Commit:
        """The commit of the next body.

        Args:
            body: bytes of the commit.
            offset: where they stood, for the error.

        Raises:
            LogError: these bytes are not what followed; the chain is as it was.
        """
        number, expected = self.commits + 1, self.version + 1
        try:
            commit = decode_commit(body)
        except LogError as error:
            raise LogError(
                error.reason, table=self.table, commit=number, version=expected, offset=offset
            ) from None
        problem = self._break(commit)
        if problem is not None:
            raise LogError(
                problem, table=self.table, commit=number, version=expected, offset=offset
            )
        self.table = commit.table
        count = len(commit.events)
        self.version = commit.first + count - 1
        self.head = chain_hash(body)
        self.commits = number
        self.events += count
        self._epoch = commit.epoch
        return commit

    def _break(self, commit: Commit) -> str | None:
        if self.table is not None and commit.table != self.table:
            return f"a commit of table {commit.table} stands here"
        # A range of a log begins anywhere, and then only what follows can be checked.
        if self.head is not None:
            # A gap and a repetition get messages of their own: they point at different accidents.
            if commit.first > self.version + 1:
                return f"a gap: the next commit begins with version {commit.first}"
            if commit.first <= self.version:
                return f"out of order: a commit that begins with version {commit.first} stands here"
            if commit.previous != self.head:
                return "the chain is broken: this commit does not follow from the one before it"
        # A former owner is fenced off, so its commits cannot follow those of a later term.
        if commit.epoch < self._epoch:
            return f"epoch {commit.epoch} follows epoch {self._epoch}"
        return None
