"""What the runs on the table will be worth: the chain of each, with the chances of this deal.

Runs are valued one at a time, as if each card came to it alone. Runs of one suit compete for the
same cards and all runs for the same wilds, so their values may not simply be added; `trials` plays
whole deals, where each card is laid once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import JOKER, RANKS, WILD
from carteado.engine.games.buraco.runs import Run, canastra, is_clean
from carteado.engine.games.buraco.scoring import run_points
from carteado.odds.buraco.chain import chain_values
from carteado.odds.buraco.locations import Locations
from carteado.odds.buraco.run_states import Array, canastra_worth, points_worth, states_of
from carteado.odds.results import OddsError

__all__ = ["Horizon", "Outlook", "RunValues", "outlooks", "suit_chances"]

Horizon = int | Mapping[int, float] | Sequence[float]
Kind = Literal["points", "canastra", "clean"]


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


class RunValues:
    """What runs are worth at the end, in one position; a suit is worked out when it is asked for.

    A wild that lies counts as the card that it is, one that may come as a 2.

    Args:
        locations: of the seat.
        horizon: own turns that are left, or the probability of each number of them.
    """

    def __init__(self, locations: Locations, horizon: Horizon) -> None:
        self._rules = locations.knowledge.state.options
        self._locations = locations
        self._horizon = horizon
        self._chances: dict[str, Array] = {}
        self._values: dict[tuple[str, Kind, bool], Array] = {}

    def of(self, run: Run, kind: Kind) -> float | None:
        """The points of a run at the end, or the chance of a canastra; None for a set.

        Args:
            run: as it lies.
            kind: expected ``points``, or the chance of a ``canastra`` or of a ``clean`` one.
        """
        try:
            states = states_of(run.cards, dirty=not is_clean(run))
        except OddsError:
            return None
        suit = next(card[1] for card in run.cards if card not in WILD)
        return float(max(self._values_of(suit, kind, JOKER in run.cards)[list(states)]))

    def _values_of(self, suit: str, kind: Kind, joker: bool) -> Array:
        """The value of every state, where a wild that lies is a joker or is none."""
        if (suit, kind, joker) not in self._values:
            worth = {
                "points": points_worth(self._rules, joker=joker),
                "canastra": canastra_worth(clean=False),
                "clean": canastra_worth(clean=True),
            }
            self._values[suit, kind, joker] = chain_values(
                self._chances_of(suit), self._horizon, worth=worth[kind]
            )
        return self._values[suit, kind, joker]

    def _chances_of(self, suit: str) -> Array:
        if suit not in self._chances:
            rounds = max(_longest(self._horizon), 1)
            self._chances[suit] = suit_chances(self._locations, suit, rounds)
        return self._chances[suit]


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
    values, rules = RunValues(locations, horizon), locations.knowledge.state.options
    found = []
    for run in runs:
        kind, now = canastra(run, rules), run_points(run, rules)
        lies: Mapping[Kind, float] = {
            "points": now,
            "canastra": kind != "none",
            "clean": kind != "none" and is_clean(run),
        }
        points, chance, clean = (
            float(there if (told := values.of(run, what)) is None else told)
            for what, there in lies.items()
        )
        found.append(Outlook(run=run, points=now, expected=points, canastra=chance, clean=clean))
    return tuple(found)
