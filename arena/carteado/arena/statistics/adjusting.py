"""Removes the luck of run-outs: once everybody is all-in, a hand is worth its share of each pot.

After the last decision nothing depends on skill. What a seat would win on
average over all possible boards, exactly counted, has the same mean as its actual winnings and a
smaller deviation. The cards of folded hands cannot come. Players who fold do not hold cards
at random, so treating their cards like unseen ones would change the mean.

The end of a run-out decides the stacks of the rest of a freezeout. Its luck, the winnings less
their expected value, still has mean 0, whatever came before. So the sum over all
deals can be subtracted from any measured value without moving its mean.
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
"""A deal that ran out: the score of each seat after it, and its average over all run-outs."""


def adjustable(game: Game[Any]) -> bool:
    """Whether a game can show all hands before all its cards are dealt."""
    return runout_of(game) is not None


def expected(
    game: Game[Any],
    state: Any,
    events: Sequence[Event],
    dealt: Callable[[], Mapping[int, tuple[Card, ...]]] | None = None,
) -> tuple[Fraction, ...] | None:
    """The average score of each seat after the last decision, over all run-outs.

    Args:
        game: what is played.
        state: its state before a decision, whole or as the rail sees it.
        events: the events of the decision, which may include the table's own events.
        dealt: returns the hole cards by seat, folded hands too; None to use those in the state.

    Returns:
        None if these events do not begin a run-out.
    """
    # Only the first run-out: there the last decision was made.
    found = next(runouts(game, state, events), None)
    if found is None:
        return None
    place, runout = found
    own = frozenset(game.events)
    for event in events[: place + 1]:
        # Events of the table itself do not change the state of its game.
        if type(event) in own:
            state = game.evolve(state, event)
    # For the type checker: the arena measures only games with a score.
    assert isinstance(game, Scored)
    # The caller may know folded hands that the rail's state does not show.
    known = hands_dealt(game, state) if dealt is None else dealt()
    # A tuple of pairs, because the cached function needs arguments that can be hashed.
    return _expected(game.score(state), runout, tuple(known.items()))


def adjusted(net: tuple[int, ...], ran: Sequence[Ran]) -> tuple[float, ...]:
    """The winnings of each seat in a match without the luck of its run-outs.

    Args:
        net: its actual winnings, which stay unchanged without an all-in.
        ran: the deals that ran out.
    """
    # Exact until the end, because a long freezeout adds many fractions.
    found: Sequence[int | Fraction] = net
    for score, fair in ran:
        found = [won - had + due for won, had, due in zip(found, score, fair, strict=True)]
    # Fractions up to here, so equal records give equal floats whatever their order.
    return tuple(map(float, found))


def _expected(behind: tuple[int, ...], runout: Runout, hands: Any) -> tuple[Fraction, ...]:
    """Average chips of each seat: its stack and its share of every pot."""
    shares = _shares(hands, runout.board, tuple([pot.seats for pot in runout.pots]))
    chips = list(map(Fraction, behind))
    for pot, of_pot in zip(runout.pots, shares, strict=True):
        for seat in pot.seats:
            chips[seat] += pot.amount * of_pot[seat]
    return tuple(chips)


@functools.lru_cache(maxsize=256)
def _shares(hands: Any, board: Any, pots: Any) -> Any:
    """Exact shares; the seatings of a set often lead to the same run-out."""
    return pot_equities(dict(hands), board, pots)
