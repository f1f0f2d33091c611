"""The plots of statistics and ledger, for every client: named bars and curves."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypeAlias, TypedDict, get_args

from carteado.engine.tables.figures import Figure, Section
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.scene.figure_words import figure_text, figure_title
from carteado.scene.words import Words

__all__ = [
    "AMOUNTS",
    "MOST_BARS",
    "Amount",
    "Bars",
    "Curve",
    "Histogram",
    "LedgerData",
    "LedgerPayment",
    "LedgerPlayer",
    "Trend",
    "compared",
    "comparisons",
    "figures_of",
    "histogram_of",
    "ledger_amounts",
    "ledger_curves",
    "ledger_hands",
    "ledger_total",
    "main_figures",
    "round_step",
    "section_bars",
    "trend_of",
]

_MAIN = ("results", "style", "play")
"""Sections whose figures all players have: the columns of a table of players."""

MOST_BARS = 8
"""Most bars of a plot."""

MEAN_OF = 8
"""Number of deals in the running mean of a trend."""

_SPANS = 12
"""Most spans of a histogram, apart from the ends."""


Amount: TypeAlias = Literal["buy_ins", "top_ups", "corrections", "cash_outs", "in_play", "result"]
"""Key of an amount in a player's row of the ledger."""

AMOUNTS: tuple[Amount, ...] = get_args(Amount)
"""All of them, in the order of the columns."""


class LedgerPlayer(TypedDict):
    """A player's row of the ledger, in chips; `seat` is absent on older servers."""

    name: str
    buy_ins: int
    top_ups: int
    corrections: int
    cash_outs: int
    in_play: int
    result: int
    seat: NotRequired[int | None]


class LedgerPayment(TypedDict):
    """A payment that helps to settle the table, in chips."""

    payer: str
    payee: str
    amount: int


class LedgerPoint(TypedDict):
    """The chips after a deal, by player; `stacks` and `played` are absent on older servers.

    `deal` counts decks, also one that draws for the button; `played` counts hands.
    """

    deal: int
    played: NotRequired[int]
    results: Sequence[int]
    stacks: NotRequired[Sequence[int]]


class LedgerData(TypedDict, total=False):
    """The result of the message ``ledger``, as far as the clients draw it."""

    players: Sequence[LedgerPlayer]
    payments: Sequence[LedgerPayment]
    points: Sequence[LedgerPoint]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Horizontal bars from zero.

    Attributes:
        title: what they show.
        bars: name, value, and what is written beside each.
    """

    title: str
    bars: tuple[tuple[str, float, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """The results of one player's deals: each deal, and the mean of the last ones.

    Attributes:
        deals: their numbers.
        values: the result of each.
        means: at each deal the mean of it and of those before, at most `MEAN_OF`.
    """

    deals: tuple[int, ...]
    values: tuple[int, ...]
    means: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """The number of results in each of some equal spans.

    Attributes:
        first: where the first span begins.
        width: of each span.
        counts: of the spans, from the lowest.
    """

    first: int
    width: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One line of a plot.

    Attributes:
        name: of the player.
        values: for each place on the axis; each holds until the next one.
        bought: places at which the player bought chips again.
    """

    name: str
    values: tuple[float, ...]
    bought: tuple[int, ...] = ()

    @property
    def corners(self) -> tuple[tuple[int, float], ...]:
        """Places and values of the line as steps: it changes at a deal, not between two."""
        found = [(0, self.values[0])]
        for at, (before, value) in enumerate(itertools.pairwise(self.values), 1):
            if value != before:
                found += [(at, before), (at, value)]
        last = (len(self.values) - 1, self.values[-1])
        return tuple(found if found[-1] == last else (*found, last))


def figures_of(player: PlayerStatistics) -> list[Figure]:
    """All figures of a player."""
    return [figure for section in player.sections for figure in section.figures]


def compared(players: Sequence[PlayerStatistics], words: Words) -> Bars:
    """The wins of players of one game: the first amount or mean of each, of the same name."""
    names = [figure.name for figure in figures_of(players[0]) if figure.kind in ("amount", "mean")]
    if not names:
        return Bars(title=words("Compared"))
    return _compared(players, names[0], words)


def comparisons(
    players: Sequence[PlayerStatistics], words: Words, most: int = 3
) -> tuple[Bars, ...]:
    """Plots of the first figure of each kind that is drawn: an amount, a mean, a rate.

    Args:
        players: whose figures are compared.
        words: of the reader.
        most: maximum number of plots.
    """
    plots: list[Bars] = []
    # One plot of each kind: they have different units and cannot share an axis.
    for kind in ("amount", "rate", "mean"):
        for one in players:
            figure = next((each for each in figures_of(one) if each.kind == kind), None)
            if figure is not None:
                plots.append(_compared(players, figure.name, words))
                break
    return tuple(plot for plot in plots if plot.bars)[:most]


def main_figures(players: Sequence[PlayerStatistics]) -> tuple[tuple[str, str], ...]:
    """Title and name of the figures that the players are compared by; words come last."""
    found: dict[str, Figure] = {}
    for one in players:
        for section in one.sections:
            if section.name in _MAIN:
                for figure in section.figures:
                    # By name, since players may lack figures that others have.
                    found.setdefault(figure.name, figure)
    # Sorting is stable: numbers keep their order, and words follow.
    ordered = sorted(found.values(), key=lambda figure: figure.kind == "word")
    return tuple((figure.title, figure.name) for figure in ordered)


def _compared(players: Sequence[PlayerStatistics], name: str, words: Words) -> Bars:
    """A figure of all players, drawn where it has a value."""
    bars = []
    title = ""
    for one in players[:MOST_BARS]:
        figure = next((each for each in figures_of(one) if each.name == name), None)
        if figure is None:
            continue
        title = figure_title(figure.title, words)
        if _drawn(figure):
            bars.append((one.name, _value(figure), figure_text(figure, words)[0]))
    return Bars(title=words("Compared: {figure}", figure=title), bars=tuple(bars))


def section_bars(player: PlayerStatistics, words: Words) -> Bars:
    """A section of means or rates as bars: such as the positions."""
    found: Section | None = None
    for section in player.sections:
        if section.name != "results" and sum(_drawn(each) for each in section.figures) > 1:
            found = section
            # These compare like with like; other sections are only a fallback.
            if section.name in ("positions", "head_to_head"):
                break
    if found is None:
        return Bars(title=player.name)
    bars = [
        (figure_title(each.title, words), _value(each), figure_text(each, words)[0])
        for each in found.figures[:MOST_BARS]
        if _drawn(each)
    ]
    return Bars(title=f"{player.name} · {figure_title(found.title, words)}", bars=tuple(bars))


def ledger_total(players: Sequence[LedgerPlayer], name: str) -> LedgerPlayer:
    """A row with the sums of the players' amounts."""
    total = LedgerPlayer(
        name=name, buy_ins=0, top_ups=0, corrections=0, cash_outs=0, in_play=0, result=0
    )
    for key in AMOUNTS:
        total[key] = sum(int(one[key]) for one in players)
    return total


def ledger_amounts(words: Words) -> tuple[tuple[str, Amount], ...]:
    """The columns of the ledger: heading, and key in the row of a player."""
    return (
        (words("Buy-in"), "buy_ins"),
        (words("Top-ups"), "top_ups"),
        (words("Corrections"), "corrections"),
        (words("Cashed out"), "cash_outs"),
        (words("Now"), "in_play"),
        (words("Result"), "result"),
    )


def ledger_hands(ledger: LedgerData) -> tuple[int, ...]:
    """The numbers of the hands that the curves of a ledger show."""
    return tuple(_hands(ledger))


def _hands(ledger: LedgerData) -> dict[int, LedgerPoint]:
    """The last point of each hand: a deck that draws for the button is none."""
    points = ledger.get("points") or ()
    # By number, so that a later point of the same hand takes the place of the one before.
    found = {int(point.get("played", point["deal"])): point for point in points}
    return {number: point for number, point in found.items() if number}


def ledger_curves(ledger: LedgerData) -> tuple[tuple[Curve, ...], int]:
    """The result of each player after each hand, and the number of the last hand; none before."""
    hands = _hands(ledger)
    points = tuple(hands.values())
    if not points:
        return (), 0
    curves = tuple(
        Curve(
            name=str(one["name"]),
            # Everybody starts at zero.
            values=(0.0, *(float(_at(point["results"], place)) for point in points)),
            bought=_bought(points, place),
        )
        for place, one in enumerate(ledger.get("players", ()))
    )
    return curves, list(hands)[-1]


def trend_of(deals: Sequence[tuple[int, int]]) -> Trend | None:
    """The deals of a player one after the other; None with fewer than two."""
    if len(deals) < 2:
        return None
    values = tuple(value for _, value in deals)
    means = []
    for at in range(1, len(values) + 1):
        last = values[max(0, at - MEAN_OF) : at]
        means.append(sum(last) / len(last))
    return Trend(deals=tuple(deal for deal, _ in deals), values=values, means=tuple(means))


def histogram_of(values: Sequence[int]) -> Histogram | None:
    """The distribution of results, in spans of a round width; None with fewer than two."""
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    width = round_step(low, high, _SPANS)
    # Whole multiples of the width, so that zero is the edge of a span.
    first = low // width
    counts = [0] * (high // width - first + 1)
    for value in values:
        counts[value // width - first] += 1
    return Histogram(first=first * width, width=width, counts=tuple(counts))


def round_step(low: float, high: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 ... in whose steps two values lie at most `most` spans apart.

    Args:
        low: the lower value.
        high: the higher one.
        most: spans, at least 2: zero, which is an edge, may lie between the values.
    """
    steps = (step * int(10**power) for power in range(20) for step in (1, 2, 5))
    return next(step for step in steps if high // step - low // step < most)


def _bought(points: Sequence[LedgerPoint], place: int) -> tuple[int, ...]:
    """The places at which a player bought chips after the first time."""
    found, before, known = [], 0, False
    # Place 0 is the start, before the first point.
    for at, point in enumerate(points, 1):
        # An older server tells no stacks.
        if "stacks" not in point:
            return ()
        # Chips in play that were not won were brought; those taken along count against them.
        brought = _at(point["stacks"], place) - _at(point["results"], place)
        if known and brought > before:
            found.append(at)
        before, known = brought, known or brought > 0
    return tuple(found)


def _at(results: Sequence[int], place: int) -> int:
    # A point from before a player joined has no entry for them.
    return results[place] if place < len(results) else 0


def _drawn(figure: Figure) -> bool:
    return figure.kind in ("mean", "rate", "amount", "ratio") and (
        figure.kind == "amount" or figure.milli is not None
    )


def _value(figure: Figure) -> float:
    return float(figure.count) if figure.kind == "amount" else (figure.milli or 0) / 1000
