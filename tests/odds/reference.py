"""The same odds by brute force, showdown by showdown, as the reference for tests.

The fast counts of `carteado.odds` are tested against it; read it first to learn what they
count. A flop against a random hand takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from carteado.engine.poker.ranking import rank_ints
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.ranges import Range
from carteado.odds.results import Odds

__all__ = ["plain_showdown_odds", "plain_versus_range", "plain_versus_several"]


def plain_showdown_odds(hands: Sequence[Cards], board: Cards = "") -> tuple[Odds, ...]:
    """Odds of each of several open hands."""
    read, common = read_position(hands, board)
    tallies = [_Tally() for _ in read]
    for run in _boards([card for hand in read for card in hand], common):
        ranks = [rank_ints((*run, *hand)) for hand in read]
        for place, tally in enumerate(tallies):
            tally.add(ranks[place], ranks[:place] + ranks[place + 1 :])
    return tuple(tally.odds() for tally in tallies)


def plain_versus_several(hand: Cards, opponents: int, board: Cards = "") -> Odds:
    """Odds against unknown hands; one opponent for a heads-up pot."""
    (own,), common = read_position([hand], board)
    tally = _Tally()
    for run in _boards(own, common):
        hero = rank_ints((*run, *own))
        held = [(pair, rank_ints((*run, *pair))) for pair in combinations(_unseen((*own, *run)), 2)]
        # Ordered, because the quick counts take opponents in order as well.
        for several in permutations(held, opponents):
            cards = [card for pair, _ in several for card in pair]
            if len(set(cards)) == len(cards):
                tally.add(hero, [rank for _, rank in several])
    return tally.odds()


def plain_versus_range(hand: Cards, held: Range, board: Cards = "") -> Odds:
    """Odds against one hand of a range, its weights whole numbers."""
    (own,), common = read_position([hand], board)
    tally = _Tally()
    for other, weight in _possible(held, {*own, *common}).items():
        for run in _boards((*own, *other), common):
            tally.add(rank_ints((*run, *own)), [rank_ints((*run, *other))], int(weight))
    return tally.odds()


class _Tally:
    """Counts of showdowns."""

    def __init__(self) -> None:
        self.win = self.tie = self.total = 0
        self.share = Fraction(0)

    def add(self, hero: int, others: Sequence[int], times: int = 1) -> None:
        self.total += times
        # A lost showdown adds to the total only.
        if hero < max(others):
            return
        ties = sum(other == hero for other in others)
        self.win += times * (not ties)
        self.tie += times * bool(ties)
        self.share += Fraction(times, 1 + ties)

    def odds(self) -> Odds:
        return Odds(
            win=self.win,
            tie=self.tie,
            lose=self.total - self.win - self.tie,
            total=self.total,
            equity=self.share / self.total,
        )


def _possible(held: Range, seen: set[int]) -> Mapping[Hand, Fraction]:
    return {other: weight for other, weight in held.items() if not seen & {*other}}


def _unseen(seen: Sequence[int]) -> list[int]:
    return [card for card in range(52) if card not in seen]


def _boards(held: Sequence[int], board: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for rest in combinations(_unseen((*held, *board)), 5 - len(board)):
        yield (*board, *rest)
