"""The record of a log: a commit, all the events that one command caused, and the chain of commits.

A commit is stored as one msgpack map with short keys and travels as these bytes, its *body*.
Each body holds the SHA-256 of the body before it, so a log is a chain: its last hash, the *head*,
vouches for every byte before it. Nothing here reads or writes a file; `segment` is the form for
export.
"""

from __future__ import annotations

import hashlib
import re
from binascii import unhexlify
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

from carteado.engine.generated import maker
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
    "verify_chain",
]

FORMAT = 1
"""Version of the record's format that this release writes."""

MAX_BODY = 1 << 20
"""Bytes of a commit."""

MAX_EVENTS = 4096
"""Events of a commit, and items of any list or map inside one."""

_MAX_DEPTH = 16
_MAX_INT = (1 << 53) - 1  # what JSON and Lua hold exactly
_KEYS = ("v", "t", "n", "ep", "by", "b", "cmd", "at", "co", "ru", "ph", "sa", "ev")
_MAP_OF_13 = 0x80 | len(_KEYS)  # the only first byte a body may have; rules out a key given twice
_ATOMS = frozenset({str, int, bool, type(None), bytes})
_FLOAT = 0xCB
"""The byte that begins a packed float; to look for a number is quicker than for bytes."""
_pack = packer()
_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


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
        if not self.commit:
            return f"{name}: {self}"
        return f"{name}: {self}; {salvage_hint(name)}"


def salvage_hint(what: object) -> str:
    """What to do about a damaged log.

    Args:
        what: its file, or the id of its table.
    """
    return f"`carteado log salvage {what} FILE` writes the part before the damage to a file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Who and what caused the events of a commit.

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
        salt: 16 random bytes in hexadecimal, so that the hash of a commit tells nothing of what
            is hidden in it.
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
"""A commit of the arguments of `Commit`, made quicker."""


def is_table_id(text: object) -> bool:
    """Whether a text may be a table's id: 1 to 64 letters, digits, hyphens and underscores."""
    return isinstance(text, str) and _TABLE_ID.fullmatch(text) is not None


def chain_hash(body: bytes) -> str:
    """SHA-256 of a commit's body, hexadecimal; the body holds the hash before it."""
    return hashlib.sha256(body).hexdigest()


def encode_commit(commit: Commit) -> bytes:
    """The bytes of a commit; equal commits give equal bytes.

    Raises:
        LogError: it holds something that `decode_commit` would not accept.
    """
    body = pack_commit(commit)
    problem = _problem(tuple(_fields(commit).values()))
    if problem is not None:
        raise LogError(f"this commit cannot be written: {problem}", table=commit.table)
    return body


def pack_commit(commit: Commit) -> bytes:
    """The bytes of a commit of typed events: those of `encode_commit`, with less looking.

    For a table's owner, who makes its commits under a lease and their events by `to_plain`, so that
    they have the shape of plain data; looking at each value again would double the price. What a
    type cannot promise is still seen: a fraction in the place of a whole number, and more items
    than may be read back.

    Raises:
        LogError: `decode_commit` would not accept it, or it cannot be packed at all.
    """
    try:
        fields = _fields(commit)
        body = _pack(fields)
    except (TypeError, ValueError, OverflowError) as error:
        raise LogError(f"this commit cannot be written: {error}", table=commit.table) from None
    # A list of more than so many items takes more than so many bytes.
    if len(body) > MAX_EVENTS or (_FLOAT in body and _may_hold_fraction(body, fields)):
        problem = _size_problem(body) or _problem(tuple(fields.values()))
        if problem is not None:
            raise LogError(f"this commit cannot be written: {problem}", table=commit.table)
    return body


def _may_hold_fraction(body: bytes, fields: dict[str, Any]) -> bool:
    """Whether the byte that begins a packed float stands where no random byte of ours does.

    Texts have that byte only beyond ASCII, and whole numbers seldom.
    """
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
    problem = _size_problem(body)
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
    if body[0] != _MAP_OF_13 or tuple(data) != _KEYS:
        raise LogError(f"not a commit: its fields are not {' '.join(_KEYS)}")
    values = tuple(data.values())
    problem = _problem(values)
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
        self.version = commit.last
        self.head = chain_hash(body)
        self.commits = number
        self.events += commit.count
        self._epoch = commit.epoch
        return commit

    def _break(self, commit: Commit) -> str | None:
        if self.table is not None and commit.table != self.table:
            return f"a commit of table {commit.table} stands here"
        if self.head is not None:
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


def verify_chain(bodies: Iterable[bytes], table: str | None = None) -> Chain:
    """Checks a whole log from version 1.

    Args:
        bodies: the commits in order.
        table: whose log it must be, None for any.

    Returns:
        The chain at its end: version, head, number of commits and of events.

    Raises:
        LogError: the log is not whole; says at which commit.
    """
    chain = Chain(table)
    for body in bodies:
        chain.add(body)
    return chain


def _size_problem(body: bytes) -> str | None:
    if not body:
        return "not a commit: empty"
    if len(body) > MAX_BODY:
        return f"a commit of {len(body)} bytes, more than {MAX_BODY}"
    return None


def _problem(values: tuple[Any, ...]) -> str | None:
    """What is wrong with a commit's fields, in the order of `_KEYS`; None when nothing is."""
    v, table, first, epoch, owner, batch, cause, at, deal, rules, previous, salt, events = values
    if not type(v) is type(first) is type(epoch) is type(at) is type(deal) is int:
        return "format, first, epoch, at and deal are not all whole numbers"
    if v != FORMAT:
        return f"format {v} is not {FORMAT}"
    # The OR of the numbers is negative if one is, and within 53 bits if all are.
    if first < 1 or not 0 <= first | epoch | at | deal <= _MAX_INT:
        return "first, epoch, at or deal is out of range"
    if not is_table_id(table):
        return "the table's id is not 1 to 64 letters, digits, hyphens and underscores"
    if not type(owner) is type(batch) is type(previous) is type(salt) is bytes:
        return "owner, batch, previous and salt are not all bytes"
    if len(owner) != 8 or len(batch) != 16 or len(salt) != 16:
        return "owner, batch and salt are not of 8, 16 and 16 bytes"
    if len(previous) != (0 if first == 1 else 32):
        return "previous is not 32 bytes, or none for the first commit of a log"
    if rules is not None and (type(rules) is not str or not 0 < len(rules) <= 200):
        return "rules is not a short text"
    return _cause_problem(cause) or _events_problem(events, cause)


def _cause_problem(cause: Any) -> str | None:
    if cause is None:
        return None
    if type(cause) is not dict:
        return "cause is not plain data"
    by, number, done = cause.get("by"), cause.get("id"), cause.get("do", ())
    if not (by is None or type(by) is str) or not (number is None or type(number) is int):
        return "cause is not of a player's key and a whole number"
    if type(done) not in (tuple, list) or not all(type(command) is dict for command in done):
        return "cause is not of commands"
    return None


def _events_problem(events: object, cause: dict[Any, Any] | None) -> str | None:
    if type(events) is not tuple or not 0 < len(events) <= MAX_EVENTS:
        return f"events is not a list of 1 to {MAX_EVENTS}"
    found = []
    for number, event in enumerate(events, 1):
        if type(event) is not tuple or len(event) != 2:
            return f"event {number} is not a version and data"
        version, data = event
        if type(version) is not int or not 1 <= version <= 65_535:
            return f"event {number} has no version of its type"
        if type(data) is not dict or type(data.get("type")) is not str:
            return f"event {number} has no type"
        found.append(data)
    # All at once is quicker; one by one only serves to name the wrong one.
    if _are_plain([*found, cause or {}]):
        return None
    for number, data in enumerate(found, 1):
        if not _are_plain([data]):
            return f"event {number} ({data['type']:.40}) is not plain data"
    return "cause is not plain data"


def _are_plain(containers: list[Any]) -> bool:
    """Whether containers hold plain data only, not too deep, with texts for keys.

    It goes down level by level through all of them at once, without a call for each.
    """
    for _ in range(_MAX_DEPTH):
        below: list[Any] = []
        for container in containers:
            kind = type(container)
            if kind is dict:
                for key in container:
                    if type(key) is not str:
                        return False
                container = container.values()
            # Anything but an atom must be a map or a list; fractions are refused here.
            elif kind is not tuple and kind is not list:
                return False
            if len(container) > MAX_EVENTS:
                return False
            for item in container:
                if type(item) not in _ATOMS:
                    below.append(item)
        if not below:
            return True
        containers = below
    return False
