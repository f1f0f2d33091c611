"""The text about the hands that bots play and win with."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carteado.arena.reports.report import plain
from carteado.arena.statistics.intervals import wilson
from carteado.engine.cards import RANKS
from carteado.odds import starting_hands
from research.hand_counts import FIELDS
from research.rendering import rendered
from research.section import Findings, Section
from research.words import Z95, percent, percents, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["section"]

TOP = 15
"""Hands in a list."""

TOP_OF_BOT = 5
"""Hands of each bot in the table of all bots."""

# In chips; the counts are in chips, the text in big blinds.
BLIND = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class _Hand:
    """The figures of one starting hand (`hand_counts.FIELDS`)."""

    name: str
    dealt: int
    played: int
    won: int
    net: int
    squares: int

    @property
    def rate(self) -> float:
        """Big blinds won each time it was dealt."""
        return self.net / self.dealt / BLIND if self.dealt else 0.0

    @property
    def reach(self) -> float:
        """Half-width of that."""
        # Infinite, because from one hand no deviation follows.
        if self.dealt < 2:
            return math.inf
        mean = self.net / self.dealt
        # The sum of squares minus n times the squared mean, divided by n - 1.
        variance = (self.squares - self.dealt * mean * mean) / (self.dealt - 1)
        # Rounding may make a variance of equal results slightly negative.
        return Z95 * math.sqrt(max(variance, 0.0) / self.dealt) / BLIND


def section(found: Findings) -> Section:
    """The section, with one plot."""
    lines = rendered(
        "hands",
        found=found,
        # The smallest, which is true of both variants.
        games=min(variant["games"] for variant in found["variants"]),
        variants=[
            {
                "name": str(variant["variant"]).replace("-", " "),
                "overall": _overall(variant),
                "each": _each(found["bots"], variant),
            }
            for variant in found["variants"]
        ],
    )
    return Section(lines=lines, drawings={"hands-played": functools.partial(_drawing, found)})


def _hands(counts: Sequence[Sequence[int]]) -> list[_Hand]:
    """The starting hands with their figures."""
    return [
        _Hand(name=name, **dict(zip(FIELDS, figures, strict=True)))
        # The counts have no names in the findings: their order is that of the 169.
        for name, figures in zip(starting_hands(), counts, strict=True)
    ]


def _summed(variant: Mapping[str, Any]) -> list[_Hand]:
    """The figures of all bots together."""
    sums = [
        [sum(figures) for figures in zip(*of_hand, strict=True)]
        for of_hand in zip(*variant["counts"], strict=True)
    ]
    return _hands(sums)


def _top(hands: Sequence[_Hand], key: Callable[[_Hand], float], count: int) -> list[_Hand]:
    """The hands with the largest values; equal ones in the order of the 169."""
    # sorted is stable, so ties keep the order of the 169 hands.
    return sorted(hands, key=lambda hand: -key(hand))[:count]


def _overall(variant: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    hands = _summed(variant)
    lists = [_top(hands, key, TOP) for key in (_played, _won, _rate)]
    rows = [
        (
            str(place),
            most.name,
            f"{most.played:,}",
            f"{_share(most.played, most.dealt)}",
            winning.name,
            f"{winning.won:,}",
            f"{_share(winning.won, winning.played)}",
            best.name,
            f"{signed(best.rate, 2)} ±{best.reach:.2f}",
        )
        for place, (most, winning, best) in enumerate(zip(*lists, strict=True), 1)
    ]
    return rows


def _played(hand: _Hand) -> float:
    return hand.played


def _won(hand: _Hand) -> float:
    return hand.won


def _rate(hand: _Hand) -> float:
    return hand.rate


def _share(part: int, whole: int) -> str:
    """A share in percent with Wilson's interval."""
    interval = wilson(part, whole)
    if interval is None:
        return "-"
    return f"{percent(part / whole)} {percents(plain(interval))}"


def _each(bots: Sequence[str], variant: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    rows = []
    for bot, counts in zip(bots, variant["counts"], strict=True):
        hands = _hands(counts)
        dealt = sum(hand.dealt for hand in hands)
        played = sum(hand.played for hand in hands)
        won = sum(hand.won for hand in hands)
        rows.append(
            (
                bot,
                f"{dealt:,}",
                _share(played, dealt),
                _share(won, played),
                ", ".join(hand.name for hand in _top(hands, _played, TOP_OF_BOT)),
                ", ".join(hand.name for hand in _top(hands, _won, TOP_OF_BOT)),
                ", ".join(
                    f"{hand.name} {signed(hand.rate, 1)} ±{hand.reach:.1f}"
                    for hand in _top(hands, _rate, TOP_OF_BOT)
                ),
            )
        )
    return rows


def _drawing(found: Findings) -> Figure:
    from matplotlib.figure import Figure

    variants, bots = found["variants"], found["bots"]
    drawn = Figure(figsize=(2.4 * len(bots), 2.5 * len(variants)), layout="constrained")
    panels = drawn.subplots(len(variants), len(bots), squeeze=False)
    # Any panel's image will do for the colour bar: all share one scale.
    image: Any = None
    for row, variant in zip(panels, variants, strict=True):
        for axes, bot, counts in zip(row, bots, variant["counts"], strict=True):
            image = _panel(axes, _hands(counts))
            axes.set_title(f"{bot}, {variant['variant'].replace('-', ' ')}", fontsize=9)
    drawn.suptitle("Starting hands played")
    drawn.colorbar(image, ax=panels, shrink=0.6, label="played, % of dealt")
    return drawn


def _panel(axes: Axes, hands: Sequence[_Hand]) -> Any:
    ranks = RANKS[::-1]
    # Hands that were never dealt stay blank.
    shares = [[float("nan")] * len(ranks) for _ in ranks]
    for hand in hands:
        high, low = ranks.index(hand.name[0]), ranks.index(hand.name[1])
        # The usual chart: suited hands above the diagonal, offsuit ones below.
        row, column = (low, high) if hand.name.endswith("o") else (high, low)
        if hand.dealt:
            shares[row][column] = 100 * hand.played / hand.dealt
    places = range(len(ranks))
    axes.set_xticks(places, ranks, fontsize=7)
    axes.set_yticks(places, ranks, fontsize=7)
    axes.tick_params(length=0)
    # A fixed scale, so that panels of different bots can be compared.
    return axes.imshow(shares, vmin=0, vmax=100, cmap="viridis")
