"""The expected value of the runs on the table: the chain of each, with the chances of this deal.

Runs are valued one at a time, as if each card came to it alone. Runs of one suit compete for the
same cards and all runs for the same wilds, so their values may not simply be added; `trials` plays
whole deals, where each card is laid once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import JOKER, RANKS, WILD
from carteado.engine.games.buraco.runs import Run, is_clean
from carteado.engine.games.buraco.scoring import run_points
from carteado.engine.games.buraco.shapes import has_other_wild
from carteado.odds.buraco.chain import Jokers, chain_values, own_two_values
from carteado.odds.buraco.givens import Horizon, longest
from carteado.odds.buraco.locations import Locations
from carteado.odds.buraco.run_states import Array, canastra_worth, points_worth, states_of
from carteado.odds.results import OddsError

__all__ = ["Outlook", "RunValues", "outlooks", "suit_chances"]

Kind = Literal["points", "canastra", "clean"]
Wild = Literal["own", "other", "joker"]
"""What the wild of a run is: the 2 of its own suit, that of another one, a joker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The prospects of a run until the end of the deal.

    Attributes:
        run: as it lies on the table.
        points: its present points, with the bonus of a canastra.
        expected: points at the end, on average.
        canastra: the chance that it becomes a canastra, 1 where it is one.
        clean: the chance that it becomes a clean canastra.

    The last three are None if the chain does not cover the run: for a set, except what is settled.
    """

    run: Run
    points: int
    expected: float | None
    canastra: float | None
    clean: float | None


def suit_chances(locations: Locations, suit: str, rounds: int) -> Array:
    """The chances that the cards of a suit come to the pair, round by round.

    In a round the seat and its partner draw one card each; what the partner holds counts as come in
    the first round, what the own hand holds as there in every round. The chance of a later round is
    that of a card that has not come before. Piles that may be taken are not counted.

    Args:
        locations: of the seat.
        suit: ``S``, ``H``, ``D`` or ``C``.
        rounds: rows, at least one.

    Returns:
        A row for each round, of the places 1 to 14 and of a wild: a 2 of another suit or a joker.
    """
    faces = [Card(rank + suit) for rank in RANKS]
    others = {face for face in WILD if face[1] != suit}
    by_face = [_arrivals(locations, {face}, rounds) for face in faces]
    # An ace stands at place 1 and at place 14: the row begins and ends with its chances.
    table = np.array([*by_face, by_face[0], _arrivals(locations, others, rounds)])
    return np.ascontiguousarray(table.T)


def _jokers(locations: Locations, suit: str, rounds: int) -> Jokers | None:
    """The wilds of `suit_chances` that are jokers: of a 2 and a joker the dearer one is laid."""
    rules = locations.knowledge.state.options
    more = rules.joker_value - rules.two_value
    if not rules.jokers or not more:
        return None
    if more > 0:
        # If a joker scores more, it is the wild laid whenever one is available.
        return Jokers(_arrivals(locations, {JOKER}, rounds), more)
    wilds = {face for face in WILD if face[1] != suit}
    some, twos = (_arrivals(locations, faces, rounds) for faces in (wilds, wilds - {JOKER}))
    # Otherwise a joker is laid only where no 2 came: the chance of any wild less that of a 2.
    return Jokers([wild - two for wild, two in zip(some, twos, strict=True)], more)


def _arrivals(locations: Locations, faces: set[Card], rounds: int) -> list[float]:
    """For each round the chance that one of some faces comes in it, if none has come before."""
    # A card that the pair already has counts as available in every round.
    if faces & {*_of_pair(locations)}:
        return [1.0] * rounds
    return _coming(locations, locations.unknown(faces), rounds)


def _of_pair(locations: Locations) -> tuple[Card, ...]:
    """The cards that the seat holds, and those that its partner is known to hold."""
    known = locations.knowledge.known
    return known[locations.seat] + known[locations.partner]


def _second_ace(locations: Locations, suit: str, rounds: int) -> list[float] | None:
    """The chances of the other ace of a suit, where one is in hand or the last that may come.

    One ace may lie at either end of a run, and not at both. None where the chances of any ace are
    taken for both ends: two are in hand, or two may come.
    """
    ace = Card(f"A{suit}")
    held, unknown = _of_pair(locations).count(ace), locations.unknown({ace})
    if held == 1:
        return _coming(locations, unknown, rounds)
    return [0.0] * rounds if not held and unknown == 1 else None


def _coming(locations: Locations, copies: int, rounds: int) -> list[float]:
    """The same for a number of unknown cards."""
    knowledge, total = locations.knowledge, locations.total
    found, away = [], 1.0
    slots = before = 0
    for turn in range(rounds):
        # Two draws a round: the seat and its partner each draw once.
        slots = min(knowledge.hidden[locations.partner] + 2 * (turn + 1), total)
        # Draws stop when the stock is used up, but the partner's hidden cards stay slots.
        slots = min(slots, knowledge.hidden[locations.partner] + locations.drawable)
        # The chance that none of the copies is in the slots that this round adds.
        away = 1.0
        for copy in range(copies):
            free = total - before - copy
            # Hypergeometric, copy by copy: each has to lie outside the new slots, given that it
            # is in none of the earlier ones.
            away *= max(total - slots - copy, 0) / free if free > 0 else 0.0
        found.append(1 - away)
        before = slots
    return found


class RunValues:
    """The value of runs at the end, in one position; each suit is computed when first needed.

    A wild scores as the card that it is, on the table and when it comes.

    Args:
        locations: of the seat.
        horizon: own turns that are left, or the probability of each number of them.
    """

    def __init__(self, locations: Locations, horizon: Horizon) -> None:
        self._rules = locations.knowledge.state.options
        self._locations = locations
        # At least one round, so that the table of chances is never empty.
        self._horizon, self._rounds = horizon, max(longest(horizon), 1)
        self._chances: dict[str, tuple[Array, ...]] = {}
        self._values: dict[tuple[str, Kind, Wild, bool], tuple[Array, ...]] = {}

    def of(self, run: Run, kind: Kind) -> float | None:
        """The expected points of a run at the end, or its chance of a canastra.

        Args:
            run: as it lies on the table.
            kind: expected ``points``, or the chance of a ``canastra`` or of a ``clean`` one.

        Returns:
            None if the chain does not cover the run: for a set, and for the chance of ``clean`` if
            the run's 2 stands in for another card although its own place is free.
        """
        dirty = not is_clean(run)
        try:
            # A set has no state of the chain, which models runs of one suit.
            states = states_of(run.cards, dirty=dirty)
        except OddsError:
            return None
        shape = run.shape
        assert shape is not None
        wild: Wild = "joker" if JOKER in run.cards else "other"
        if dirty and not has_other_wild(shape) and self._rules.wild_regularise:
            wild = "other" if shape.clean else "own"
            if shape.clean and kind == "clean":
                return None
        aces = any(card[0] == "A" for card in run.cards)
        ways = self._values_of(shape.suit, kind, wild, aces=aces)
        # A run whose ace may lie at either end takes the better end.
        value = max([float(max(values[list(states)])) for values in ways])
        # Rounding may leave the sum of a chance a little above 1.
        return value if kind == "points" else min(value, 1.0)

    def _values_of(self, suit: str, kind: Kind, wild: Wild, *, aces: bool) -> tuple[Array, ...]:
        """The value of every state, by the kind of wild that the run has.

        Of runs without an ace there are two ways where one of the suit is all that is sure to come,
        or can: it lies low, or high.
        """
        if (suit, kind, wild, aces) not in self._values:
            worth = {
                "points": points_worth(self._rules, joker=wild == "joker"),
                "canastra": canastra_worth(clean=False),
                "clean": canastra_worth(clean=True),
            }
            chain = own_two_values if wild == "own" else chain_values
            # Points count what each wild scores; for a canastra all wilds are alike.
            jokers = _jokers(self._locations, suit, self._rounds) if kind == "points" else None
            every, *ends = self._chances_of(suit)
            self._values[suit, kind, wild, aces] = tuple(
                [
                    chain(chances, self._horizon, worth=worth[kind], jokers=jokers)
                    for chances in (ends if ends and not aces else [every])
                ]
            )
        return self._values[suit, kind, wild, aces]

    def _chances_of(self, suit: str) -> tuple[Array, ...]:
        """The rows of `suit_chances`, and those with the second ace at its high and low place."""
        if suit not in self._chances:
            every = suit_chances(self._locations, suit, self._rounds)
            second, found = _second_ace(self._locations, suit, self._rounds), [every]
            # The first copy restricts the high ace (column 13), the second the low ace (column
            # 0).
            for place in () if second is None else (13, 0):
                found.append(every.copy())
                found[-1][:, place] = second
            self._chances[suit] = tuple(found)
        return self._chances[suit]


def outlooks(locations: Locations, runs: Sequence[Run], horizon: Horizon) -> tuple[Outlook, ...]:
    """The prospects of runs of the pair.

    Args:
        locations: of a seat of the pair.
        runs: on the table, or that could be laid.
        horizon: own turns that are left, or the probability of each number of them.
    """
    values, rules = RunValues(locations, horizon), locations.knowledge.state.options
    found = []
    for run in runs:
        canastra, clean = (
            _settled_of_set(run) if _is_set(run) else [values.of(run, kind) for kind in _CHANCES]
        )
        found.append(
            Outlook(
                run=run,
                points=run_points(run, rules),
                expected=values.of(run, "points"),
                canastra=canastra,
                clean=clean,
            )
        )
    return tuple(found)


_CHANCES: Sequence[Kind] = ("canastra", "clean")


def _is_set(run: Run) -> bool:
    return run.shape is not None and bool(run.shape.rank)


def _settled_of_set(run: Run) -> list[float | None]:
    """The chances that a set becomes a canastra and a clean one; None while that is open."""
    if len(run.cards) >= 7:
        return [1.0, float(is_clean(run))]
    return [None, None if is_clean(run) else 0.0]
