"""Figures of the statistics in the player's language; an unknown title stays as it came."""

from __future__ import annotations

from carteado.engine.tables.statistics import Figure
from carteado.scene.words import N_, Words

__all__ = ["TITLES", "figure_cell", "figure_head", "figure_text", "figure_title"]

TITLES = (
    N_("Results"),
    N_("Play"),
    N_("Big blinds won per 100 hands, by position"),
    N_("hands"),
    N_("hands won"),
    N_("hands played"),
    N_("hands played as the leader"),
    N_("chips won"),
    N_("chips won per 100 hands"),
    N_("big blinds won per 100 hands"),
    N_("the same with all-ins at their odds"),
    N_("chips above the odds at all-ins"),
    N_("games won"),
    N_("VPIP (put chips in by choice)"),
    N_("PFR (raised before the flop)"),
    N_("3-bet"),
    N_("aggression factor (bets and raises to calls)"),
    N_("aggression rate"),
    N_("WTSD (showdowns of flops)"),
    N_("W$SD (showdowns won)"),
    N_("showdowns won"),
    N_("best hand"),
    N_("best hand shown"),
    N_("best winning hand"),
    N_("small blind"),
    N_("big blind"),
    N_("early"),
    N_("hijack"),
    N_("cutoff"),
    N_("button"),
    N_("rounds"),
    N_("rounds played"),
    N_("rounds won"),
    N_("money won"),
    N_("money won per 100 rounds"),
    N_("deals"),
    N_("deals won"),
    N_("matches won"),
    N_("points of the pair per deal"),
    N_("clean canastas of the pair"),
    N_("dirty canastas of the pair"),
    N_("batidas (went out)"),
    N_("batidas of the pair"),
    N_("mortos taken"),
    N_("piles picked up"),
)
"""Titles of sections and figures."""


def figure_title(title: str, words: Words) -> str:
    """A title of the statistics in the player's language."""
    return words(title)


def figure_head(title: str, words: Words) -> str:
    """A title as the head of a column: without what explains it in brackets."""
    return figure_title(title, words).partition(" (")[0]


def figure_cell(figure: Figure, words: Words) -> tuple[str, str]:
    """A figure's value, and below it its error and the size of its sample."""
    value, sample = figure_text(figure, words)
    plain, sign, error = value.partition(" ± ")
    return plain, f"± {error} {sample}" if sign else sample


def figure_text(figure: Figure, words: Words) -> tuple[str, str]:
    """A figure's value, and the size of its sample."""
    sample = words("of {sample}", sample=figure.of)
    if figure.kind == "count":
        return words.number(figure.count), ""
    if figure.kind == "word":
        return figure.word, sample
    if figure.kind == "amount":
        return _signed(figure.count * 1000, words, 0), sample
    if figure.milli is None:
        return "-", sample
    if figure.kind == "rate":
        return words.percent(figure.milli / 1000), sample
    if figure.kind == "ratio":
        return words.decimal(figure.milli / 1000, 2), sample
    error = "" if figure.error is None else f" ± {words.decimal(figure.error / 1000)}"
    return _signed(figure.milli, words, 1) + error, sample


def _signed(milli: int, words: Words, places: int) -> str:
    text = words.number(abs(milli) // 1000) if not places else words.decimal(abs(milli) / 1000)
    return f"+{text}" if milli > 0 else f"−{text}" if milli < 0 else text
