"""The check that a Redis server keeps its data, and the partitions of its store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carteado.server.store.errors import NoSuchStore, StoreError
from carteado.server.store.outcomes import Durability
from carteado.server.store.redis import Link, Refused
from carteado.server.store.redis_scripts import CONFIGURE

__all__ = ["Checked", "check", "check_server", "configure", "parse_info", "partitions_of"]

FORMAT = 1
PARTITIONS = 16
_OLDEST = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The features of a server.

    Attributes:
        durability: what an acknowledged commit survives.
        warnings: sentences for the operator.
    """

    durability: Durability
    warnings: tuple[str, ...]


def partitions_of(text: str | None) -> int | None:
    """The number of partitions that a URL asks for, None if it names none.

    Raises:
        NoSuchStore: it is not a valid number.
    """
    if text is None:
        return None
    if not text.isdecimal() or not 1 <= int(text) <= 99:
        raise NoSuchStore(f"{text!r:.40} cannot be a number of partitions: 1 to 99")
    return int(text)


async def check(link: Link, wanted: Durability | None, unsafe: bool) -> Checked:
    """Read a server's settings, and check them; see `check_server`."""
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


async def configure(link: Link, prefix: str, asked: int | None, identity: str) -> tuple[int, str]:
    """The number of partitions of the store, and its identity; fixed when it is made.

    Args:
        link: to the server.
        prefix: of the store's keys.
        asked: the number of partitions that it must have, None for any.
        identity: of the store, if it is made now.

    Raises:
        StoreError: the store is of another format, or has another number of partitions.
    """
    key = f"{prefix}:cfg"
    words = (1, key, FORMAT, asked or PARTITIONS, identity)
    [reply] = await link.ask(("EVAL", CONFIGURE.text, *words), patience_s=0)
    found, partitions = (int(word or 0) for word in reply[:2])
    if found != FORMAT:
        raise StoreError(f"{link.name} holds a store of format {found}, not {FORMAT}")
    if asked is not None and asked != partitions:
        raise StoreError(f"the store on {link.name} has {partitions} partitions, not {asked}")
    return partitions, reply[2].decode()


def parse_info(text: str) -> dict[str, str]:
    """The fields of an INFO reply."""
    pairs = (line.partition(":") for line in text.splitlines() if not line.startswith("#"))
    return {name: value for name, colon, value in pairs if colon}


def check_server(
    name: str,
    info: Mapping[str, str],
    config: Mapping[str, str],
    *,
    wanted: Durability | None,
    unsafe: bool,
) -> Checked:
    """Check a server's settings.

    Args:
        name: what to call the server in a sentence.
        info: fields of INFO.
        config: the answer of CONFIG GET, empty where it is forbidden.
        wanted: what an acknowledged commit must survive; None for what is offered.
        unsafe: accept settings that may lose data; the problem becomes a warning.

    Raises:
        StoreError: it cannot be used; one sentence says why and what would help.
    """
    _check_kind(name, info)
    warnings: list[str] = []
    # INFO has the policy too, in case CONFIG is forbidden.
    policy = config.get("maxmemory-policy") or info.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        _find(
            f"{name} throws data away when memory is short (maxmemory-policy {policy}):"
            " set it to noeviction",
            unsafe,
            warnings,
        )
    durability = _durability(info, config)
    if durability is Durability.MEMORY and wanted is not Durability.MEMORY:
        _find(f"{name} keeps nothing on disk (appendonly no): set appendonly yes", unsafe, warnings)
    # A replica is asked for with each append (WAIT); no setting of the server can promise it.
    elif wanted is not None and durability < min(wanted, Durability.DISK):
        raise StoreError(
            f"{name} offers durability {durability.name.lower()}, not {wanted.name.lower()}:"
            " set appendfsync always, or ask for less"
        )
    if info.get("aof_last_write_status", "ok") != "ok":
        warnings.append(f"{name} could not write its log when it last tried")
    return Checked(durability=durability, warnings=tuple(warnings))


def _check_kind(name: str, info: Mapping[str, str]) -> None:
    # Valkey reports the version of Redis with which it is compatible.
    version = info.get("redis_version", "0")
    major = version.partition(".")[0]
    if not major.isdecimal() or int(major) < _OLDEST:
        raise StoreError(f"{name} is Redis {version}: version {_OLDEST} or newer, or Valkey")
    if info.get("role", "master") != "master":
        raise StoreError(f"{name} is a replica and takes no writes: name its master")
    if info.get("cluster_enabled", "0") != "0":
        raise StoreError(f"{name} is part of a cluster, which this release cannot use")


def _durability(info: Mapping[str, str], config: Mapping[str, str]) -> Durability:
    if info.get("aof_enabled", "0") != "1":
        return Durability.MEMORY
    if config.get("appendfsync") == "always":
        return Durability.DISK
    # Also if CONFIG is forbidden: the sync policy is then unknown, and the lower level is assumed.
    return Durability.PROCESS


def _find(sentence: str, unsafe: bool, warnings: list[str]) -> None:
    if not unsafe:
        raise StoreError(f"{sentence}, or add unsafe=1 to the store's URL")
    warnings.append(sentence)
