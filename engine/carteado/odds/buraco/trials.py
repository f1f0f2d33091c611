"""Compare plays by imagined deals that are played to their end with the same hidden cards.

A seat imagines deals that agree with its knowledge. In each of them every compared play is made
once, and the greedy policy plays all four hands to the end of the deal. So the plays meet the same
hidden cards, and their differences vary less than the results themselves. The work is counted in
playouts, never in time: the same seed and number of playouts give the same answer.

A playout may break off after some turns and be valued there (`standing`): after different plays a
deal soon takes different courses, and the later differences are only chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from carteado.engine.games.buraco.kernel import Chance, Kernel, Knowledge, apply, determinise
from carteado.engine.games.buraco.standing import claims
from carteado.engine.words import counted
from carteado.odds.buraco.candidates import Plan
from carteado.odds.buraco.greedy import NothingLegal, greedy_policy
from carteado.odds.buraco.last_turn import LastTurn
from carteado.odds.buraco.standing import standing
from carteado.odds.results import OddsError

__all__ = [
    "MORTO_TURNS",
    "MOST_PLAYOUTS",
    "Z_95",
    "Compared",
    "Interval",
    "Rated",
    "Weigh",
    "Work",
    "compare",
]

# Also the distance between the seeds of two comparisons; see `_imagine`.
MOST_PLAYOUTS = 1_000_000
Z_95 = 1.959963984540054
"""Standard errors on either side of a 95% interval."""

MORTO_TURNS = 2
"""Turns of the own pair, the present one included, for the chance to take a morto."""

Weigh = Callable[[Kernel], float]
"""How much an imagined deal counts; see `posterior`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean with its 95% interval (normal approximation)."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The work behind an answer.

    Attributes:
        deals: imagined deals.
        playouts: deals played on.
        turns: turns played in them.
        effective: effective number of deals; the actual number if all have equal weight.
        seed: of the imagined deals.
    """

    deals: int
    playouts: int
    turns: int
    effective: float
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One of the plays that were compared. Points are of the own pair less those of the others.

    Attributes:
        plays: the actions, in order; the policy plays what follows.
        points: point difference at the end of the deal, expected where playouts break off.
        behind: points that it loses against the best play in the same deals; 0 for the best.
        out: chance that the player's own pair goes out, as far as deals are played out; likewise
            below.
        out_against: chance that the others do.
        morto: chance that the own pair takes a morto within `MORTO_TURNS` of its turns; None where
            it has one already, or none is left.
        clean: clean canastras of the own pair at the end, mean number.
        dirty: dirty canastras.
        turns: chance of each number of remaining own turns, without this one.
        deals: number of imagined deals in which it was played.
    """

    plays: Plan
    points: Interval
    behind: Interval
    out: Interval
    out_against: Interval
    morto: Interval | None
    clean: float
    dirty: float
    turns: Mapping[int, float]
    deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Plays, the best first, and the work done.

    Attributes:
        plays: the best first.
        work: what was done for it.
        last_turn: the best play of a last turn, found by search; None in other turns.
    """

    plays: tuple[Rated, ...]
    work: Work
    last_turn: LastTurn | None = None


class _End(NamedTuple):
    """The end of one playout."""

    points: float
    out: int
    morto: bool
    clean: int
    dirty: int
    turns: int


def compare(
    knowledge: Knowledge,
    plays: Sequence[Plan],
    *,
    playouts: int,
    seed: int = 0,
    weigh: Weigh | None = None,
    halving: bool = False,
    keep: int = 0,
    ahead: int | None = None,
) -> Compared:
    """Compare plays by their results.

    Args:
        knowledge: of the seat to act.
        plays: each a sequence of legal actions of this turn, in order; their cards are faces.
        playouts: total number of deals to play out.
        seed: of the imagined deals.
        weigh: weight of each imagined deal; equal weights if absent.
        halving: drop the worse half of the plays several times, so that the better ones are played
            in more deals.
        keep: number of the first plays that are never dropped.
        ahead: number of turns of all seats, including this one, after which a deal is cut off and
            valued by `standing`; if absent, deals are played to the end.

    Raises:
        OddsError: there are no plays, fewer than two playouts for each, or a seat without a legal
            play, as in a position that legal play cannot reach.
    """
    if not plays:
        raise OddsError(f"seat {knowledge.seat} cannot go on: nothing is legal in this position")
    if not 2 * len(plays) <= playouts <= MOST_PLAYOUTS:
        least = 2 * len(plays)
        what = f"comparing {counted(len(plays), 'play')}"
        raise OddsError(f"{what} takes {least} to {MOST_PLAYOUTS} playouts: {playouts}")
    table = _Trials(knowledge, plays, seed, weigh, ahead)
    # Sequential halving: each round gives the remaining plays an equal share of what is left.
    rounds = max(1, math.ceil(math.log2(len(plays)))) if halving else 1
    alive = list(range(len(plays)))
    spent = 0
    for number in range(rounds):
        share = (playouts - spent) // (rounds - number)
        # At least two deals each in the first round, since one value has no spread.
        deals = max(share // len(alive), 2 if number == 0 else 0)
        table.play(alive, deals)
        spent += deals * len(alive)
        if number < rounds - 1:
            alive.sort(key=lambda one: -table.mean(one))
            # Two stay to the end, so that the best has a rival to compare with.
            best = alive[: max(2, (len(alive) + 1) // 2)]
            alive = sorted({*best, *[one for one in alive if one < keep]})
    return table.answer()


class _Trials:
    """Playouts of some plays, deal by deal."""

    def __init__(
        self,
        knowledge: Knowledge,
        plays: Sequence[Plan],
        seed: int,
        weigh: Weigh | None,
        ahead: int | None,
    ) -> None:
        self.knowledge, self.plays, self.seed = knowledge, plays, seed
        self.weigh, self.ahead = weigh, ahead
        self.team = knowledge.seat % 2
        state = knowledge.state
        self.may_claim = claims(took=state.took[self.team], mortos=bool(knowledge.mortos))
        self.weights: list[float] = []
        self.deals: list[Kernel] = []
        self.ends: list[list[_End]] = [[] for _ in plays]
        self.turns = 0

    def play(self, which: Sequence[int], deals: int) -> None:
        """Play some of the plays in a number of further deals."""
        # Deals are imagined on demand and kept: a play that lags behind meets the same deals in
        # the same order.
        for _ in range(deals):
            for one in which:
                at = len(self.ends[one])
                while len(self.deals) <= at:
                    self._imagine(len(self.deals))
                self.ends[one].append(self._end(self.deals[at], one, at))

    def _imagine(self, at: int) -> None:
        # No comparison imagines more deals than this, so different seeds share none.
        kernel = determinise(self.knowledge, self.seed * MOST_PLAYOUTS + at)
        self.deals.append(kernel)
        self.weights.append(1.0 if self.weigh is None else self.weigh(kernel))

    def _end(self, kernel: Kernel, play: int, at: int) -> _End:
        deal = kernel.copy()
        for action in self.plays[play]:
            apply(deal, action)
        first, own = deal.turns, 0
        # The pairs take turns, so the last of these turns ends an odd number of turns from now.
        soon = kernel.turns + 2 * MORTO_TURNS - 1
        # The same chance for every play of this deal, so that only the plays differ.
        chance = Chance(self.seed * MOST_PLAYOUTS + at)
        seat = self.knowledge.seat
        last = None if self.ahead is None else kernel.turns + self.ahead
        try:
            # The plan is only the beginning of the turn; the policy completes it.
            if not deal.over and deal.seat == seat:
                greedy_policy(deal, chance)
            morto = deal.took[self.team]
            while not deal.over and (last is None or deal.turns < last):
                # Counts own turns after this one, for the horizon of the run values.
                own += deal.seat == seat
                greedy_policy(deal, chance)
                if deal.turns <= soon:
                    morto = deal.took[self.team]
        except NothingLegal as error:
            raise OddsError(f"seat {deal.seat} cannot go on: {error}") from None
        self.turns += deal.turns - first
        kinds = [node.clean for node in deal.runs[self.team] if node.canastra]
        out = 0 if deal.out < 0 else 1 if deal.out == self.team else -1
        points, dirty = standing(deal, self.team), len(kinds) - sum(kinds)
        return _End(points, out, morto, sum(kinds), dirty, own)

    # Answers

    def _weighted(self, values: Sequence[float]) -> Interval:
        weights = self.weights[: len(values)]
        total = sum(weights)
        pairs = list(zip(weights, values, strict=True))
        mean = sum(weight * value for weight, value in pairs) / total
        spread = sum((weight * (value - mean)) ** 2 for weight, value in pairs)
        # Kish's effective sample size: with equal weights it is the number of deals.
        effective = total**2 / sum(weight * weight for weight in weights)
        spare = max(effective - 1, 1e-6)  # one deal alone has no spread
        error = Z_95 * math.sqrt(spread * effective / spare) / total
        return Interval(mean=mean, low=mean - error, high=mean + error)

    def mean(self, play: int) -> float:
        """Mean point difference of a play so far."""
        weights, ends = self.weights, self.ends[play]
        total = sum(weights[: len(ends)])
        return sum(w * end.points for w, end in zip(weights, ends, strict=False)) / total

    def answer(self) -> Compared:
        """All plays: the most often played first, and among those the best."""
        # Plays left aside early were in fewer deals, so their means do not compare with the others.
        order = sorted(
            range(len(self.plays)), key=lambda one: (-len(self.ends[one]), -self.mean(one), one)
        )
        weights = self.weights
        work = Work(
            deals=len(self.deals),
            playouts=sum(map(len, self.ends)),
            turns=self.turns,
            effective=sum(weights) ** 2 / sum(weight * weight for weight in weights),
            seed=self.seed,
        )
        return Compared(plays=tuple([self._rated(one, order[0]) for one in order]), work=work)

    def _rated(self, play: int, best: int) -> Rated:
        ends, leader = self.ends[play], self.ends[best]
        weights = self.weights[: len(ends)]
        total = sum(weights)
        turns: dict[int, float] = {}
        for weight, end in zip(weights, ends, strict=True):
            turns[end.turns] = turns.get(end.turns, 0.0) + weight / total
        return Rated(
            plays=tuple(self.plays[play]),
            points=self._weighted([end.points for end in ends]),
            behind=self._weighted(
                # Only the deals that both have played: the leader has played all of them.
                [top.points - end.points for top, end in zip(leader, ends, strict=False)]
            ),
            out=self._weighted([float(end.out > 0) for end in ends]),
            out_against=self._weighted([float(end.out < 0) for end in ends]),
            morto=self._weighted([float(end.morto) for end in ends]) if self.may_claim else None,
            clean=sum(w * end.clean for w, end in zip(weights, ends, strict=True)) / total,
            dirty=sum(w * end.dirty for w, end in zip(weights, ends, strict=True)) / total,
            turns=dict(sorted(turns.items())),
            deals=len(ends),
        )
