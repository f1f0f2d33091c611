"""The luck of the run-out taken out: once all are all-in, a hand is worth its share of each pot.

From the moment of the last decision nothing depends on anybody's skill. What a seat would win on
average over every board that may come, exactly counted, has the same mean as what it did win and a
smaller deviation. The cards of folded hands cannot come. Players who fold hold other cards than
chance gives, so that the mean would be another one if they were taken for cards like any other.

How a run-out ends decides with which stacks a freezeout goes on. Its luck, what was won less what
was to be expected, has the mean nothing all the same, whatever came before. So the sum over all
deals may be taken from anything that is measured without moving its mean.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.game import Event, Game, Scored
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import hands_dealt, runout_of, runouts
from carteado.odds import pot_equities

__all__ = ["Ran", "adjustable", "adjusted", "expected"]

Ran = tuple[tuple[int, ...], tuple[Fraction, ...]]
"""A deal that ran out: the score of each seat behind it, and what it was to be on average."""


def adjustable(game: Game[Any]) -> bool:
    """Whether a game can come to lie open before all its cards are dealt."""
    return runout_of(game) is not None


def expected(
    game: Game[Any],
    state: Any,
    events: Sequence[Event],
    dealt: Callable[[], Mapping[int, tuple[Card, ...]]] | None = None,
) -> tuple[Fraction, ...] | None:
    """The score of each seat on average from the moment on from which only the cards decide.

    Args:
        game: what is played.
        state: its state before a decision, whole or as the rail sees it.
        events: what followed from the decision, the table's own events perhaps among them.
        dealt: gives the hole cards by seat, folded hands too; None for those that the state shows.

    Returns:
        None where cards and decisions have not come apart with these events.
    """
    found = next(runouts(game, state, events), None)
    if found is None:
        return None
    place, runout = found
    own = frozenset(game.events)
    for event in events[: place + 1]:
        # Events of the table itself do not change the state of its game.
        if type(event) in own:
            state = game.evolve(state, event)
    assert isinstance(game, Scored)
    known = hands_dealt(game, state) if dealt is None else dealt()
    return _expected(game.score(state), runout, tuple(known.items()))


def adjusted(net: tuple[int, ...], ran: Sequence[Ran]) -> tuple[float, ...]:
    """What each seat won in a match with the luck of its run-outs taken out.

    Args:
        net: what it did win, which stands where nobody was all-in.
        ran: the deals that ran out.
    """
    found: Sequence[int | Fraction] = net
    for score, fair in ran:
        found = [won - had + due for won, had, due in zip(found, score, fair, strict=True)]
    return tuple(map(float, found))


def _expected(behind: tuple[int, ...], runout: Runout, hands: Any) -> tuple[Fraction, ...]:
    """Chips of each seat on average: what it has behind, and its share of every pot."""
    shares = _shares(hands, runout.board, tuple([pot.seats for pot in runout.pots]))
    chips = list(map(Fraction, behind))
    for pot, of_pot in zip(runout.pots, shares, strict=True):
        for seat in pot.seats:
            chips[seat] += pot.amount * of_pot[seat]
    return tuple(chips)


@functools.lru_cache(maxsize=256)
def _shares(hands: Any, board: Any, pots: Any) -> Any:
    """Exact shares; the seatings of a set often come to the same run-out."""
    return pot_equities(dict(hands), board, pots)
