"""What is counted of one player, and the figures with which it is shown."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

__all__ = ["Figure", "Section", "Tally", "figure_text", "mean", "percentage", "ratio"]

Kind = Literal["count", "rate", "ratio", "mean", "amount", "word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of a player, with the size of its sample.

    Attributes:
        name: stable, for programs.
        title: for people.
        kind: ``count`` and ``amount`` (chips or points) are whole; a ``rate`` is a part of `of`, a
            ``ratio`` of two counts; a ``mean`` has a standard error; a ``word`` has a text.
        of: size of the sample.
        count: what was counted, or an amount.
        milli: the value in thousandths; None where the sample is too small for one.
        error: the standard error of a mean in thousandths, None where there is none.
        word: the text of a ``word``.
    """

    name: str
    title: str
    kind: Kind
    of: int
    count: int = 0
    # Thousandths instead of floats: views and messages carry integers only.
    milli: int | None = None
    error: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Figures that belong together, under a heading."""

    name: str
    title: str
    figures: tuple[Figure, ...]


@dataclass(slots=True)
class Tally:
    """The counts of one player in one game; two of them can be added.

    Attributes:
        counts: what everybody could see, by name.
        sums: exact sums of fractions, likewise.
        own: counts of facts that only the player saw.
        best: the rank and words of the best hand that everybody saw, None for none.
        own_best: the same of all hands that the player saw.
        against: counts and sums for each other player, by key.
    """

    counts: Counter[str] = field(default_factory=Counter)
    sums: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    own: Counter[str] = field(default_factory=Counter)
    best: tuple[int, str] | None = None
    own_best: tuple[int, str] | None = None
    against: defaultdict[str, defaultdict[str, Fraction]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Fraction))
    )

    def add(self, other: Tally, rename: Callable[[str], str] = lambda key: key) -> None:
        """Add another tally of the same player.

        Args:
            other: the other one.
            rename: the key under which another player is known.
        """
        self.counts.update(other.counts)
        self.own.update(other.own)
        for name, amount in other.sums.items():
            self.sums[name] += amount
        # Ranks begin at 1, so (0, "") is below every hand.
        self.best = max(self.best or (0, ""), other.best or (0, "")) if other.best else self.best
        if other.own_best:
            self.own_best = max(self.own_best or (0, ""), other.own_best)
        for key, figures in other.against.items():
            for name, amount in figures.items():
                self.against[rename(key)][name] += amount

    def see(self, rank: int, words: str, *, shown: bool) -> None:
        """Count a hand of the player."""
        if shown:
            self.best = max(self.best or (0, ""), (rank, words))
        else:
            self.own_best = max(self.own_best or (0, ""), (rank, words))

    def sample(self, name: str, value: Fraction | int) -> None:
        """Add one value to a mean (`mean`)."""
        # Number, sum and sum of squares suffice for mean and error, and they can be added up.
        self.counts[f"{name}/n"] += 1
        self.sums[name] += value
        self.sums[f"{name}/squares"] += Fraction(value) * value


def percentage(name: str, title: str, count: int, of: int) -> Figure:
    """A part of a sample."""
    return Figure(name=name, title=title, kind="rate", of=of, count=count, milli=_part(count, of))


def ratio(name: str, title: str, count: int, of: int) -> Figure:
    """Two counts, the first divided by the second."""
    return Figure(name=name, title=title, kind="ratio", of=of, count=count, milli=_part(count, of))


def mean(name: str, title: str, tally: Tally, key: str, times: int = 1) -> Figure:
    """The mean of what `Tally.sample` took in, with its standard error.

    Args:
        name: of the figure.
        title: of the figure.
        tally: of the player.
        key: as given to `Tally.sample`.
        times: factor for the mean, such as 100 for a hundred hands.
    """
    count, total = tally.counts[f"{key}/n"], tally.sums.get(key, Fraction())
    error = None
    if count > 1:
        # Sums are exact fractions, so this difference loses no digits.
        spread = tally.sums[f"{key}/squares"] - total * total / count
        # The variance of the mean, s^2 / n, in squared thousandths.
        variance = spread / (count - 1) / count * (1000 * times) ** 2
        # isqrt rounds down: twice the root, plus one, halved, is the root rounded to the nearest.
        error = math.isqrt(round(4 * variance)) + 1 >> 1  # the nearest whole number
    value = round(1000 * times * total / count) if count else None
    return Figure(name=name, title=title, kind="mean", of=count, milli=value, error=error)


def _part(count: int, of: int) -> int | None:
    # Exact division before rounding, so every platform shows the same figure.
    return round(Fraction(1000 * count, of)) if of else None


def figure_text(figure: Figure) -> str:
    """A figure's value and sample in words, such as ``24.3 % (of 37)``."""
    sample = f"(of {figure.of:,})"
    if figure.kind == "count":
        return f"{figure.count:,}"
    if figure.kind == "word":
        return f"{figure.word} {sample}"
    if figure.kind == "amount":
        return f"{figure.count:+,} {sample}"
    if figure.milli is None:
        return f"- {sample}"
    if figure.kind == "rate":
        return f"{figure.milli / 10:.1f} % ({figure.count:,} of {figure.of:,})"
    if figure.kind == "ratio":
        return f"{figure.milli / 1000:.2f} ({figure.count:,} to {figure.of:,})"
    error = f" ± {figure.error / 1000:.1f}" if figure.error is not None else ""
    return f"{figure.milli / 1000:+.1f}{error} {sample}"
