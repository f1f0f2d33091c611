"""The randomness of a measurement, which all follows from one seed.

A deck depends on the seed, the set and the number of the deal, so every seating of a set plays the
same cards. The random numbers of bots depend on the seed, the set and the seat: like the cards they
belong to the seat, so the entrants that take a seat in turn have the same luck. Two entrants that
are the same bot therefore win exactly as much as they lose over a set. Nothing depends on the order
in which matches are played, or on the process that plays them.
"""

from __future__ import annotations

import functools
import random
from hashlib import sha256

__all__ = ["Decks", "chance_of", "deck_seed"]

# Names the use of the hash; to be changed with the derivation.
_LABEL = b"carteado/arena/1"


@functools.lru_cache(maxsize=256)  # the seatings of a set deal the same decks
def deck_seed(seed: int, set_: int, deal: int) -> bytes:
    """The seed that shuffles deal number `deal`, from 0, of a set: 32 bytes."""
    return _derived(f"deck {seed} {set_} {deal}")


def opening_seed(seed: int, deal: int) -> bytes:
    """The seed of a deal before the first hand, such as the draw for the button."""
    return _derived(f"opening {seed} {deal}")


def chance_of(seed: int, set_: int, seat: int) -> random.Random:
    """The random numbers of a bot on a seat in a match of the set."""
    return random.Random(int.from_bytes(_derived(f"bot {seed} {set_} {seat}"), "big"))


def _derived(what: str) -> bytes:
    # A hash keeps the streams independent although their inputs differ in one digit only.
    return sha256(_LABEL + what.encode()).digest()


class Decks:
    """The entropy of one table, in the form that a table host needs.

    Args:
        seed: of the measurement.
        openings: number of deals before the first hand; they are the same in every set.
        set_: the set whose cards follow, None for a table without matches.
    """

    def __init__(self, seed: int, openings: int = 0, set_: int | None = None) -> None:
        self._seed = seed
        self._openings = openings
        self._set = set_
        self._asked = 0

    def __call__(self, size: int) -> bytes:
        """The bytes for the next deal of the table.

        Raises:
            ValueError: the number of bytes differs from that of a deck's seed.
        """
        number, self._asked = self._asked, self._asked + 1
        if self._set is None or number < self._openings:
            found = opening_seed(self._seed, number)
        else:
            found = deck_seed(self._seed, self._set, number - self._openings)
        if size != len(found):
            raise ValueError(f"a deck's seed has {len(found)} bytes, not {size}")
        return found

    def turn_to(self, set_: int) -> None:
        """Make the next deal the first hand of a set, at a table that has opened."""
        self._openings, self._set, self._asked = 0, set_, 0
