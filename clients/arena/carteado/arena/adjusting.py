"""The luck of the run-out taken out: once all are all-in, a hand is worth its share of each pot.

From the moment of the last decision nothing depends on anybody's skill. What a seat would win on
average over every board that may come, exactly counted, has the same mean as what it did win and a
smaller deviation.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from carteado.engine.game import Event, Game, Scored
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import runout_of, runouts
from carteado.odds import pot_equities

__all__ = ["Adjuster", "adjustable"]


def adjustable(game: Game[Any]) -> bool:
    """Whether a game can come to lie open before all its cards are dealt."""
    return runout_of(game) is not None


class Adjuster:
    """Watches one deal for the moment from which on only the cards decide.

    Args:
        game: what is played.
        start: score of each seat before the deal.
    """

    def __init__(self, game: Game[Any], start: tuple[int, ...]) -> None:
        self._game = game
        self._start = start
        self._expected: tuple[Fraction, ...] | None = None

    def see(self, state: Any, events: Sequence[Event]) -> None:
        """Look at what followed from a decision.

        Args:
            state: the game's state before, whole or as the rail sees it.
            events: what happened, the table's own events perhaps among them.
        """
        if self._expected is not None:
            return
        found = next(runouts(self._game, state, events), None)
        if found is None:
            return
        place, runout = found
        own = frozenset(self._game.events)
        for event in events[: place + 1]:
            if type(event) in own:
                state = self._game.evolve(state, event)
        assert isinstance(self._game, Scored)
        self._expected = _expected(self._game.score(state), runout)

    def net(self, net: tuple[int, ...]) -> tuple[float, ...]:
        """What each seat won with the luck of the run-out taken out.

        Args:
            net: what it did win, which stands where nobody was all-in.
        """
        if self._expected is None:
            return tuple(map(float, net))
        pairs = zip(self._expected, self._start, strict=True)
        return tuple([float(after - before) for after, before in pairs])


def _expected(behind: tuple[int, ...], runout: Runout) -> tuple[Fraction, ...]:
    """Chips of each seat on average: what it has behind, and its share of every pot."""
    shares = _shares(runout.hands, runout.board, tuple([pot.seats for pot in runout.pots]))
    expected = list(map(Fraction, behind))
    for pot, of_pot in zip(runout.pots, shares, strict=True):
        for seat in pot.seats:
            expected[seat] += pot.amount * of_pot[seat]
    return tuple(expected)


@functools.lru_cache(maxsize=256)
def _shares(hands: Any, board: Any, pots: Any) -> Any:
    """Exact shares; the seatings of a set often come to the same run-out."""
    return pot_equities(dict(hands), board, pots)
