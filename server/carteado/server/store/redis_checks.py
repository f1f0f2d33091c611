"""Whether a Redis server keeps what it is given: looked at before it is trusted with a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carteado.server.store.errors import StoreError
from carteado.server.store.outcomes import Durability

__all__ = ["Checked", "check_server", "parse_info"]

_OLDEST = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a server offers.

    Attributes:
        durability: what an acknowledged commit survives.
        warnings: sentences for the operator.
    """

    durability: Durability
    warnings: tuple[str, ...]


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
    """Look at a server's settings.

    Args:
        name: what to call the server in a sentence.
        info: fields of INFO.
        config: what CONFIG GET told, empty where it is forbidden.
        wanted: what an acknowledged commit must survive; None for what is offered.
        unsafe: go on where data may be thrown away; the finding becomes a warning.

    Raises:
        StoreError: it cannot be used; one sentence says why and what would help.
    """
    _check_kind(name, info)
    warnings: list[str] = []
    # INFO tells the policy too, for servers that forbid CONFIG.
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
    # Valkey gives here the version of Redis with which it is compatible.
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
    # Also where CONFIG is forbidden: how the server syncs is then unknown, and less is assumed.
    return Durability.PROCESS


def _find(sentence: str, unsafe: bool, warnings: list[str]) -> None:
    if not unsafe:
        raise StoreError(f"{sentence}, or add unsafe=1 to the store's URL")
    warnings.append(sentence)
