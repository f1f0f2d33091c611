"""The rules of a Poker Face match in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.poker_face.options import Options
from carteado.engine.tables.explanation import Paragraph
from carteado.engine.words import counted

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    "bookkeeper": "Who enters the rounds of Poker Face: names, bets and cards of the real table.",
    "pingo": "The ante of Poker Face, which every player of the match pays in every round.",
}

_CHECKS = {
    "standard": (
        "The ante is at least 50 and bets are multiples of 50; otherwise the round is invalid.",
        "A round in which one card is seen twice counts, with a warning.",
    ),
    "lenient": ("A round is invalid only where a player has not the money for it.",),
    "strict": (
        "The ante is at least 50 and bets are multiples of 50; otherwise the round is invalid.",
        "A round in which one card is seen twice is invalid.",
    ),
}


def explain(options: Options) -> tuple[Paragraph, ...]:
    """The rules of a match with these options."""
    if options.odd_chips == "discard":
        odd = "What the winners cannot share equally leaves the match."
    else:
        odd = "Of what the winners cannot share equally the first by name get one each."
    if options.history:
        history = f"The last {counted(options.history, 'round')} can be corrected."
    else:
        history = "No round can be corrected."
    return (
        Paragraph(
            title="Game",
            sentences=(
                "Poker Face decides five-card rounds that are played with real cards.",
                f"Everybody starts with {options.money:,}.",
                "The players of the first round are the players of the match.",
                "Every player pays the ante of every round, and those who take part their bet.",
            ),
        ),
        Paragraph(
            title="Rounds",
            sentences=(
                "The best five cards win the pot; equal hands share it.",
                "The ace is high, and low only in A-2-3-4-5.",
                odd,
                *_CHECKS[options.checks],
                "An invalid round moves no money.",
                history,
            ),
        ),
    )
