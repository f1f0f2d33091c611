"""The results of all odds, as whole numbers and fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from carteado.engine.cards import Card
from carteado.engine.errors import CardError
from carteado.engine.poker.classes import Category

__all__ = ["Chance", "Odds", "OddsError", "Outs", "Shares"]

Shares = Mapping[int, Fraction]
"""Share of a pot by seat; together 1."""


class OddsError(CardError):
    """Cards or a range for which there are no odds; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Counts of all showdowns that can follow, nothing left out or sampled.

    Against a range with weights every count is multiplied by the weights' common denominator.

    Attributes:
        win: showdowns that win everything.
        tie: showdowns that share the pot.
        lose: showdowns that win nothing.
        total: all of them.
        equity: part of the pot won on average, a tied pot divided among those who tie.
    """

    win: int
    tie: int
    lose: int
    total: int
    equity: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """The share of cases that have some property.

    Attributes:
        count: those that have it.
        total: all of them, at least one.
    """

    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The count's part of the total."""
        return Fraction(self.count, self.total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outs:
    """Cards that help, if one comes next.

    Attributes:
        cards: the cards, in the order of the pack.
        unseen: number of cards that may come.
        by_category: the own category after each of them.
    """

    cards: tuple[Card, ...]
    unseen: int
    by_category: Mapping[Card, Category]
