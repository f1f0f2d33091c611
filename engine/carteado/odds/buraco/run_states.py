"""The states of a run: its natural cards in a row, and at most one wild that moves freely."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import JOKER, RANKS
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run, is_clean
from carteado.engine.games.buraco.scoring import run_points
from carteado.engine.games.buraco.shapes import shape_of
from carteado.odds.results import OddsError

__all__ = [
    "AT",
    "FREE",
    "PLACES",
    "STATES",
    "Array",
    "RunState",
    "canastra_worth",
    "points_worth",
    "state_cards",
    "states_of",
]

Array = NDArray[Any]

PLACES = 14
"""Places of a run: the low ace is 1, the high one 14."""

FREE = -1


class RunState(NamedTuple):
    """A run: its natural cards lie from `low` to `high`, without the one at `gap`.

    Attributes:
        low: place of the first natural card, from 1 (low ace) to 14 (high ace).
        high: of the last one.
        wild: 0 for none, -1 for a wild at either end, else the place of the gap that it fills.
    """

    low: int
    high: int
    wild: int = 0

    @property
    def size(self) -> int:
        """Cards, the wild included."""
        return self.high - self.low + 1 + (self.wild == FREE)

    @property
    def clean(self) -> bool:
        """Whether it has no wild."""
        return not self.wild


# This order is part of the interface: callers index arrays of 532 values by it.
STATES: tuple[RunState, ...] = (
    *(RunState(low, high) for low in range(1, 15) for high in range(low + 2, 15)),
    *(
        RunState(low, high, FREE)
        for low in range(1, 15)
        for high in range(low + 1, 15)
        # Fourteen natural cards leave no place for a wild.
        if high - low < 13
    ),
    *(
        RunState(low, high, gap)
        for low in range(1, 15)
        for high in range(low + 2, 15)
        for gap in range(low + 1, high)
    ),
)
"""The 532 states: 78 clean, 90 with the wild at an end, 364 with the wild in a gap."""

AT: Mapping[RunState, int] = {state: at for at, state in enumerate(STATES)}


def state_cards(state: RunState, suit: str = "S", *, joker: bool = False) -> tuple[Card, ...]:
    """The cards of a state, its wild a 2 of another suit, or a joker."""
    places = [place for place in range(state.low, state.high + 1) if place != state.wild]
    natural = tuple([Card(RANKS[(place - 1) % 13] + suit) for place in places])
    if not state.wild:
        return natural
    # A 2 of another suit, because the own one could be natural.
    return (*natural, JOKER if joker else Card("2" + ("H" if suit != "H" else "S")))


def states_of(cards: Sequence[Card], *, dirty: bool = False) -> tuple[int, ...]:
    """Numbers of the states that a run on the table is in: two where its ace may lie at either end.

    Args:
        cards: of the run.
        dirty: its 2 counts as a wild, although it could lie in its own place.

    Raises:
        OddsError: the cards are not a run.
    """
    shape = shape_of(tuple(cards))
    if shape is None or not shape.suit:
        raise OddsError(f"{' '.join(cards)!r:.80} is not a run")
    # A clean run with an ace is in two states, since the ace may count as low or high.
    if shape.clean and not dirty:
        return tuple([AT[RunState(*ends)] for ends in _clean_ends(cards)])
    found = []
    for spot, masks in shape.spots.items():
        for mask in masks:
            # First and last natural place; the wild is inside if its spot lies between them.
            low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            found.append(RunState(low, high, spot if low < spot < high else FREE))
    return tuple(dict.fromkeys([AT[state] for state in found]))


def _clean_ends(cards: Sequence[Card]) -> list[tuple[int, int]]:
    # All fourteen places: both aces are in the run.
    if len(cards) == PLACES:
        return [(1, 14)]
    inner = sorted(RANKS.index(card[0]) + 1 for card in cards if card[0] != "A")
    if len(inner) == len(cards):
        return [(inner[0], inner[-1])]
    low = [(1, inner[-1])] if inner[0] == 2 else []
    return low + ([(inner[0], 14)] if inner[-1] == 13 else [])


# Values of states


@functools.lru_cache(maxsize=64)
def points_worth(rules: Options | None = None, *, joker: bool = False) -> Array:
    """Present points of every state: its cards and the bonus of its canastra.

    Args:
        rules: the options of the table; the default options if absent.
        joker: the wild is a joker instead of a 2.
    """
    house = rules or Options()
    runs = [Run(cards=state_cards(state, joker=joker)) for state in STATES]
    worth = [run_points(run, house) for run in runs]
    # Cached and shared, so nobody may write to it.
    return _frozen(np.array(worth, dtype=np.float64))


@functools.lru_cache(maxsize=4)
def canastra_worth(*, clean: bool) -> Array:
    """1 for every state that is a canastra (that is `clean`), 0 for the others."""
    canastra = [
        state.size >= 7 and (not clean or is_clean(Run(cards=state_cards(state))))
        for state in STATES
    ]
    return _frozen(np.array(canastra, dtype=np.float64))


def _frozen(array: Array) -> Array:
    array.setflags(write=False)
    return array
