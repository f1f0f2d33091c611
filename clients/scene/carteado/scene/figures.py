"""What the plots of statistics and ledger show, for every client: named bars and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.engine.tables.statistics import Figure, PlayerStatistics, Section
from carteado.scene.figure_words import figure_text, figure_title
from carteado.scene.words import Words

__all__ = [
    "MOST_BARS",
    "Bars",
    "Curve",
    "compared",
    "comparisons",
    "figures_of",
    "ledger_curves",
    "main_figures",
    "section_bars",
]

_MAIN = ("results", "style", "play")
"""Sections whose figures all players have: the columns of a table of players."""

MOST_BARS = 8
"""Most bars of a plot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Horizontal bars from nought.

    Attributes:
        title: what they show.
        bars: name, value, and what is written beside each.
    """

    title: str
    bars: tuple[tuple[str, float, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One line of a plot: a name, and a value for each place on the axis."""

    name: str
    values: tuple[float, ...]


def figures_of(one: PlayerStatistics) -> list[Figure]:
    """All figures of a player."""
    return [figure for section in one.sections for figure in section.figures]


def compared(players: Sequence[PlayerStatistics], words: Words) -> Bars:
    """What players of one game won: the first amount or mean of each, of the same name."""
    names = [figure.name for figure in figures_of(players[0]) if figure.kind in ("amount", "mean")]
    if not names:
        return Bars(title=words("Compared"))
    return _compared(players, names[0], words)


def comparisons(
    players: Sequence[PlayerStatistics], words: Words, most: int = 3
) -> tuple[Bars, ...]:
    """Plots of the first figure of each kind that is drawn: an amount, a mean, a rate."""
    plots: list[Bars] = []
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
                    found.setdefault(figure.name, figure)
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


def section_bars(one: PlayerStatistics, words: Words) -> Bars:
    """A section of means or rates as bars: such as the positions."""
    found: Section | None = None
    for section in one.sections:
        if section.name != "results" and sum(_drawn(each) for each in section.figures) > 1:
            found = section
            if section.name in ("positions", "head_to_head"):
                break
    if found is None:
        return Bars(title=one.name)
    bars = [
        (figure_title(each.title, words), _value(each), figure_text(each, words)[0])
        for each in found.figures[:MOST_BARS]
        if _drawn(each)
    ]
    return Bars(title=f"{one.name} · {figure_title(found.title, words)}", bars=tuple(bars))


def ledger_curves(ledger: Mapping[str, Any]) -> tuple[tuple[Curve, ...], int]:
    """The result of each player after each deal, and the number of the last deal; none before."""
    points: Sequence[Mapping[str, Any]] = ledger.get("points") or ()
    if not points:
        return (), 0
    curves = tuple(
        Curve(
            name=str(one["name"]),
            values=(0.0, *(float(_at(point["results"], place)) for point in points)),
        )
        for place, one in enumerate(ledger["players"])
    )
    return curves, int(points[-1]["deal"])


def _at(results: Sequence[int], place: int) -> int:
    return results[place] if place < len(results) else 0


def _drawn(figure: Figure) -> bool:
    return figure.kind in ("mean", "rate", "amount", "ratio") and (
        figure.kind == "amount" or figure.milli is not None
    )


def _value(figure: Figure) -> float:
    return float(figure.count) if figure.kind == "amount" else (figure.milli or 0) / 1000
