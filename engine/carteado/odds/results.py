"""The result types of all odds: whole numbers and fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from carteado.engine.cards import Card
from carteado.engine.errors import CardError
from carteado.engine.poker.classes import Category

__all__ = ["Chance", "Odds", "OddsError", "Outs", "Shares"]

Shares = Mapping[int, Fraction]
"""Share of a pot by seat; the shares add up to 1."""


class OddsError(CardError):
    """Impossible cards or an invalid range; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Exact counts of all possible showdowns.

    Against a range with weights every count is multiplied by the weights' common denominator.

    Attributes:
        win: showdowns that win everything.
        tie: showdowns that share the pot.
        lose: showdowns that win nothing.
        total: all showdowns.
        equity: part of the pot won on average; a tied pot is divided evenly.
    """

    win: int
    tie: int
    lose: int
    total: int
    equity: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """The number of cases with a property, out of all cases.

    Attributes:
        count: cases with the property.
        total: all cases, at least one.
    """

    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The count's part of the total."""
        return Fraction(self.count, self.total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outs:
    """Cards that help if they come next.

    Attributes:
        cards: the cards, in the order of the pack.
        unseen: number of cards that may come.
        by_category: own category after each of the cards.
    """

    cards: tuple[Card, ...]
    unseen: int
    by_category: Mapping[Card, Category]
