"""A checkpoint: a table's state at a position in its log, so that a start folds only the rest.

A checkpoint never replaces the log. It names its place by the hash of the commit there, and a start
follows the chain of hashes from the log's beginning to that place. A checkpoint that does not fit
is ignored and the log is folded: a checkpoint of another release, rules or format, one that is
damaged, or one that was not written with this server's secret. ``carteado log verify`` folds the
log and compares. Like the log it holds no names of players.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgpack

import carteado.engine
import carteado.server
from carteado.engine.naming import NameOf, nameless, short_name, with_names
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.table import restore, snapshot
from carteado.protocol.packing import packer
from carteado.server.lobby.allins import AllInFeed, Place
from carteado.server.lobby.recovery import Fold
from carteado.server.table.owners import Owners

__all__ = [
    "Checkpoint",
    "checkpoint_key",
    "code_digest",
    "differs",
    "pack_checkpoint",
    "read_checkpoint",
    "release",
]

FORMAT = 2
"""Version of a checkpoint's format; a checkpoint of another one is ignored."""

# Reading a checkpoint must not take longer than reading the log.
MAX_BYTES = 1 << 20
"""Maximum size of a checkpoint; a larger one is not written."""

_MAC = 32
_pack = packer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A checkpoint that this release can use.

    Attributes:
        at: number of the last event that it holds.
        head: hash of the commit that ends there, hexadecimal.
        data: what a `Fold` held there, as plain data.
        fold: the same, to go on from.
    """

    at: int
    head: str
    data: dict[str, Any]
    fold: Fold


def checkpoint_key(secret: bytes) -> bytes:
    """The key of a server's checkpoints, from the server's secret."""
    return hmac.digest(secret, b"checkpoint", "sha256")


def pack_checkpoint(fold: Fold, head: str, key: bytes) -> bytes | None:
    """A checkpoint as bytes, None if it is too large.

    Args:
        fold: of the table's log.
        head: hash of the log's last commit, hexadecimal.
        key: of `checkpoint_key`.
    """
    content = {
        "format": FORMAT,
        "release": release(),
        "rules": fold.known.game.rules,
        "table": fold.known.id,
        "at": fold.audience.seq,
        "head": head,
        "data": _data(fold),
    }
    body: bytes = _pack(content)
    return hmac.digest(key, body, "sha256") + body if len(body) <= MAX_BYTES else None


def read_checkpoint(
    body: bytes, table: str, key: bytes, epoch: int = 0, name_of: NameOf = short_name
) -> Checkpoint | str:
    """The checkpoint in some bytes, or the reason why it cannot be used.

    Args:
        body: the result of `pack_checkpoint`.
        table: the table that it must be of.
        key: of `checkpoint_key`.
        epoch: under which the table continues.
        name_of: what the player of an id is called.
    """
    mac, content = body[:_MAC], body[_MAC:]
    # Before the bytes are unpacked: untrusted data is never parsed.
    if not hmac.compare_digest(mac, hmac.digest(key, content, "sha256")):
        return "it is damaged, or another server wrote it"
    found = msgpack.unpackb(content, use_list=False, strict_map_key=False)
    # Same release only: folds may differ between releases without any change of the format.
    if found["format"] != FORMAT or found["release"] != release():
        return f"release {found['release']} wrote it, in format {found['format']}"
    if found["table"] != table:
        return f"it is of table {found['table']}"
    at, data = found["at"], found["data"]
    try:
        fold = _fold(table, at, data, epoch, name_of)
        rules = fold.known.game.rules
    except Exception as error:  # written before a change of this release: the log is folded
        return f"it cannot be read: {type(error).__name__}"
    if found["rules"] != rules:
        return f"it is of rules {found['rules']}"
    return Checkpoint(at=at, head=found["head"], data=data, fold=fold)


def _fold(table: str, at: int, data: dict[str, Any], epoch: int, name_of: NameOf) -> Fold:
    fold = Fold(table, epoch, name_of)
    fold.table = with_names(restore(data["table"]), name_of)
    fold.audience.recall(at, data["audience"])
    for key, replies in data["answers"]:
        fold.answers.recall(table, key, replies)
    fold.owners = Owners(opener=data["opener"], askers=dict(data["askers"]))
    fold.departures.recall(data["departures"])
    fold.decision = data["decision"]
    fold.all_ins = AllInFeed([from_plain(Place, place) for place in data["all_in"]])
    return fold


@functools.cache
def release() -> str:
    """This release with a digest of its code: a checkout may change without a new version."""
    roots = [Path(package.__path__[0]) for package in (carteado.engine, carteado.server)]
    return f"{version('carteado')} ({code_digest(roots)})"


def code_digest(roots: Iterable[Path]) -> str:
    """A digest of the Python files in some folders, by name and content."""
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            name = path.relative_to(root).as_posix().encode()
            # The zero byte keeps a name and the content behind it apart.
            digest.update(name + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def differs(checkpoint: Checkpoint, fold: Fold) -> str | None:
    """The difference between a checkpoint and the log at its place, None if there is none.

    Replies to commands are left out: which replies are remembered also depends on refusals, which
    are not in the log. The time of a renaming is left out too, because a renaming is not an event.

    Args:
        checkpoint: the checkpoint.
        fold: the log, folded up to the checkpoint's place.
    """
    expected = _digests(_data(fold))
    wrong = [name for name, digest in _digests(checkpoint.data).items() if digest != expected[name]]
    return ", ".join(sorted(wrong)) or None


def _digests(data: dict[str, Any]) -> dict[str, str]:
    # The running server uses its own clock for departures, the log the time of the commit.
    departures = dict(data["departures"])
    departures["left"] = [one[:3] for one in departures["left"]]
    departures["removed"] = [one[0] for one in departures["removed"]]
    audience = {name: part for name, part in data["audience"].items() if name != "renamed"}
    comparable = {**data, "departures": departures, "audience": audience}
    return {
        name: hashlib.sha256(_pack(part)).hexdigest()
        for name, part in comparable.items()
        if name != "answers"
    }


def _data(fold: Fold) -> dict[str, Any]:
    table = fold.known
    deciding = table.game.turn(table.state) is not None
    return {
        "table": nameless(snapshot(table)),
        "audience": fold.audience.memory(),
        "answers": fold.answers.memory(),
        "opener": fold.owners.opener,
        "askers": sorted(fold.owners.askers.items()),
        "departures": fold.departures.memory(),
        # Between decisions a fold keeps the last number and a live table none: both become 0.
        "decision": fold.decision if deciding else 0,
        "all_in": to_plain(fold.all_ins.last),
    }
