"""The randomness of a measurement: all of it follows from one seed.

A deck depends on the seed, the set and the number of the deal, so every seating of a set plays the
same cards. The random numbers of bots depend on the seed, the set and the seat: chance sits at
the table with the cards, and an entrant in another seat meets the same luck as the one before
before. Two entrants that are the same bot therefore win exactly as much as they lose over a set.
Nothing depends on the order in which matches are played, or on the process that plays them.
"""

from __future__ import annotations

import functools
import random
from hashlib import sha256

__all__ = ["Decks", "chance_of", "deck_seed"]

# Names the use of the hash, and changes when the derivation ever does.
_LABEL = b"carteado/arena/1"


@functools.lru_cache(maxsize=256)  # the seatings of a set deal the same decks
def deck_seed(seed: int, set_: int, deal: int) -> bytes:
    """The seed that shuffles deal number `deal`, from 0, of a set: 32 bytes."""
    return _derived(f"deck {seed} {set_} {deal}")


def opening_seed(seed: int, deal: int) -> bytes:
    """The same for a deal before the first hand, such as the draw for the button."""
    return _derived(f"opening {seed} {deal}")


def chance_of(seed: int, set_: int, seat: int) -> random.Random:
    """The random numbers of a bot on a seat while a match of the set is played."""
    return random.Random(int.from_bytes(_derived(f"bot {seed} {set_} {seat}"), "big"))


def _derived(what: str) -> bytes:
    # A hash keeps the streams independent although their inputs differ in one digit only.
    return sha256(_LABEL + what.encode()).digest()


class Decks:
    """The entropy of one table, in the form in which a table host asks for it.

    Args:
        seed: of the measurement.
        openings: number of deals before the first hand; they are the same in every set.
        set_: which set's cards come then, None for a table that only opens.
    """

    def __init__(self, seed: int, openings: int = 0, set_: int | None = None) -> None:
        self._seed = seed
        self._openings = openings
        self._set = set_
        self._asked = 0

    def __call__(self, size: int) -> bytes:
        """The bytes for the next deal of the table.

        Raises:
            ValueError: another number of bytes is asked for than a deck takes.
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
