"""Random numbers from a seed, equal on every machine: for imagined deals, not for real ones."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import shake_128
from typing import TypeVar

__all__ = ["Chance", "shuffled"]

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Chance:
    """A stream of 64-bit numbers from a seed (splitmix64, Steele, Lea and Flood 2014)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """The next number, from 0 to 2 ** 64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        return mixed ^ mixed >> 31


# Sorting by random keys gives every order the same chance, unlike a swap with reduced numbers.
def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """The items in a random order that a seed decides; all orders are equally likely.

    Each item gets 64 bits of SHAKE128 over the seed as its sorting key. The chance that two of a
    hundred items get the same key is below 1e-15.

    Args:
        items: a pack or a part of one.
        seed: any whole number.
    """
    count = len(items)
    # 8 and not 7: the sign takes one more bit.
    size = (seed.bit_length() + 8) // 8
    digest = shake_128(seed.to_bytes(size, "big", signed=True)).digest(8 * count)
    keys = struct.unpack(f">{count}Q", digest)
    return [items[at] for at in sorted(range(count), key=keys.__getitem__)]
