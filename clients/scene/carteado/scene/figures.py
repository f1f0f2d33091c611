"""What the plots of statistics and ledger show, for every client: named bars and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.engine.tables.statistics import Figure, PlayerStatistics, Section
from carteado.scene.figure_words import figure_text, figure_title
from carteado.scene.words import Words

__all__ = ["Bars", "Curve", "compared", "figures_of", "ledger_curves", "section_bars"]

MOST_BARS = 8


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
    bars = []
    title = ""
    for one in players[:MOST_BARS]:
        figure = next((each for each in figures_of(one) if each.name == names[0]), None)
        if figure is None:
            continue
        title = figure_title(figure.title, words)
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
