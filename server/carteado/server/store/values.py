"""Values of stores besides commits: capabilities, places in their feeds, projections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carteado.server.store.outcomes import Durability

__all__ = ["Capabilities", "Change", "Identity", "Part", "Place", "Verified"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """The capabilities of a store.

    Attributes:
        kind: memory, sqlite or redis.
        durability: the failures that an acknowledged commit survives unless an append asks for
            more.
        highest: the highest level that an append may ask for.
        partitions: number of feeds; a table's commits are in order within one.
        warnings: sentences for the operator about the store's configuration.
    """

    kind: str
    durability: Durability
    highest: Durability
    partitions: int = 1
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The identity of a store.

    Attributes:
        name: its address, without password.
        id: random text from its creation; an emptied store gets another one.
    """

    name: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Position of a reader in one partition of the feed; 0 is the beginning."""

    partition: int = 0
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A commit that was appended: its place in the feed, its table and its events' versions."""

    place: Place
    table: str
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The values of a projection for one partition, and their place in the feed."""

    place: Place
    values: Mapping[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A log that was checked and is whole: its events are `base + 1` to `version`."""

    table: str
    base: int
    version: int
    commits: int
    events: int
    head: str
