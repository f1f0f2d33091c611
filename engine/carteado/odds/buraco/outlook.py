"""What the runs on the table will be worth: the chain of each, with the chances of this deal.

Runs are valued one at a time, as if each card came to it alone. Runs of one suit compete for the
same cards and all runs for the same wilds, so their values may not simply be added; `trials` plays
whole deals, where each card is laid once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import RANKS, SUITS, WILD
from carteado.engine.games.buraco.runs import Run, canastra, is_clean
from carteado.engine.games.buraco.scoring import run_points
from carteado.odds.buraco.chain import chain_values
from carteado.odds.buraco.locations import Locations
from carteado.odds.buraco.run_states import Array, canastra_worth, points_worth, states_of
from carteado.odds.results import OddsError

__all__ = ["Outlook", "RunValues", "outlooks", "suit_chances"]

Horizon = int | Mapping[int, float] | Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What a run may become by the end of the deal.

    Attributes:
        run: as it lies.
        points: that it has now, with its canastra's bonus.
        expected: points at the end, on average.
        canastra: the chance that it becomes a canastra, 1 where it is one.
        clean: the chance that it becomes a clean one, where that is what is played for.
    """

    run: Run
    points: int
    expected: float
    canastra: float
    clean: float


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
    table = np.array([*by_face, by_face[0], _arrivals(locations, others, rounds)])
    return np.ascontiguousarray(table.T)


def _arrivals(locations: Locations, faces: set[Card], rounds: int) -> list[float]:
    """For each round the chance that one of some faces comes in it, if none has come before."""
    knowledge = locations.knowledge
    if faces & set(knowledge.known[knowledge.seat]):
        return [1.0] * rounds
    if faces & set(knowledge.known[locations.partner]):
        return [1.0] * rounds
    total, copies = locations.total, locations.unknown(faces)
    found, away = [], 1.0
    slots = before = 0
    for turn in range(rounds):
        slots = min(knowledge.hidden[locations.partner] + 2 * (turn + 1), total)
        slots = min(slots, knowledge.hidden[locations.partner] + locations.drawable)
        # The chance that none of the copies is in the slots that this round adds.
        away = 1.0
        for copy in range(copies):
            free = total - before - copy
            away *= max(total - slots - copy, 0) / free if free > 0 else 0.0
        found.append(1 - away)
        before = slots
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class RunValues:
    """Values of all states of the runs of each suit, in one position.

    Attributes:
        points: expected points at the end, by suit.
        canastra: the chance of a canastra.
        clean: the chance of a clean one.
    """

    points: Mapping[str, Array]
    canastra: Mapping[str, Array]
    clean: Mapping[str, Array]

    @staticmethod
    def of(locations: Locations, horizon: Horizon) -> RunValues:
        """The values in a position.

        Args:
            locations: of the seat.
            horizon: own turns that are left, or the probability of each number of them.
        """
        rules = locations.knowledge.state.options
        rounds = max(_longest(horizon), 1)
        rows = {suit: suit_chances(locations, suit, rounds) for suit in SUITS}
        worth = {
            "points": points_worth(rules),
            "canastra": canastra_worth(clean=False),
            "clean": canastra_worth(clean=True),
        }
        found = {
            name: {suit: chain_values(rows[suit], horizon, worth=end) for suit in SUITS}
            for name, end in worth.items()
        }
        return RunValues(**found)

    def of_run(self, run: Run) -> tuple[float, float, float] | None:
        """Expected points, chance of a canastra and of a clean one; None for a set."""
        try:
            states = states_of(run.cards)
        except OddsError:
            return None
        suit = next(card[1] for card in run.cards if card not in WILD)
        values = [self.points[suit], self.canastra[suit], self.clean[suit]]
        points, canastra_chance, clean = (float(max(one[list(states)])) for one in values)
        return points, canastra_chance, clean


def _longest(horizon: Horizon) -> int:
    if isinstance(horizon, int):
        return horizon
    return max(horizon) if isinstance(horizon, Mapping) else len(horizon) - 1


def outlooks(locations: Locations, runs: Sequence[Run], horizon: Horizon) -> tuple[Outlook, ...]:
    """What runs of the pair may become.

    Args:
        locations: of a seat of the pair.
        runs: on the table, or such as could be laid; a set stays what it is.
        horizon: own turns that are left, or the probability of each number of them.
    """
    values, rules = RunValues.of(locations, horizon), locations.knowledge.state.options
    found = []
    for run in runs:
        kind, now = canastra(run, rules), run_points(run, rules)
        told = values.of_run(run)
        if told is None:
            clean = float(kind != "none" and is_clean(run))
            told = float(now), float(kind != "none"), clean
        found.append(
            Outlook(run=run, points=now, expected=told[0], canastra=told[1], clean=told[2])
        )
    return tuple(found)
