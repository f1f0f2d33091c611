"""Figures of the statistics in the player's language; an unknown title is shown as it is."""

from __future__ import annotations

from carteado.engine.tables.figures import Figure
from carteado.scene.poker.hands import translated_hand
from carteado.scene.words import Words

__all__ = ["figure_cell", "figure_head", "figure_text", "figure_title"]


def figure_title(title: str, words: Words) -> str:
    """A title of the statistics in the player's language."""
    return words(title)


def figure_head(title: str, words: Words) -> str:
    """A title for the head of a column, without its explanation in brackets."""
    # Translations keep the brackets, so this works in every language.
    return figure_title(title, words).partition(" (")[0]


def figure_cell(figure: Figure, words: Words) -> tuple[str, str]:
    """A figure's value, and below it its error and the size of its sample."""
    value, sample = figure_text(figure, words)
    # `figure_text` puts the error behind the value; cells have it below.
    plain, sign, error = value.partition(" ± ")
    return plain, f"± {error} {sample}" if sign else sample


def figure_text(figure: Figure, words: Words) -> tuple[str, str]:
    """A figure's value, and the size of its sample."""
    sample = words("of {sample}", sample=figure.of)
    if figure.kind == "count":
        return words.number(figure.count), ""
    if figure.kind == "word":
        # The only words among the figures are descriptions of poker hands.
        return translated_hand(figure.word, words), sample
    if figure.kind == "amount":
        return words.signed(figure.count), sample
    # A sample of none has no rate; 0 would be a claim.
    if figure.milli is None:
        return "-", sample
    if figure.kind == "rate":
        return words.percent(figure.milli / 1000), sample
    if figure.kind == "ratio":
        return words.decimal(figure.milli / 1000, 2), sample
    error = "" if figure.error is None else f" ± {words.decimal(figure.error / 1000)}"
    return words.signed(figure.milli / 1000, 1) + error, sample
