"""The rules of a Poker Face match in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.poker_face.options import Options
from carteado.engine.sentences import Sentence, said, several
from carteado.engine.tables.explanation import Paragraph

__all__ = ["ACTIONS", "WORDS", "explain"]

WORDS: Mapping[str, str] = {
    "bookkeeper": "Who enters the rounds of Poker Face: names, bets and cards of the real table.",
    "pingo": "The ante of Poker Face, which every player of the match pays in every round.",
}

_CARDS = (
    said(
        "A card is typed as a rank from 1 to 13 and the letter of its suit: P for clubs, E for "
        "spades, C for hearts, O for diamonds."
    ),
    said(
        "The ace is rank 1, the jack 11, the queen 12 and the king 13: 13C is the king of hearts."
    ),
)
_EXAMPLE = "50 Ana 100 6O 3P 10E 11O 1O Bia 200 3P 4E 3E 13C 13O"
ACTIONS: Mapping[str, tuple[Sentence, ...]] = {
    "enter_round": (*_CARDS, said("For example: {line}.", line=f"enter-round {_EXAMPLE}")),
    "correct_round": (*_CARDS, said("For example: {line}.", line=f"correct-round 1 {_EXAMPLE}")),
}
"""Further sentences about how actions are typed, by tag."""

_ANTES = said(
    "The ante is at least 50 and bets are multiples of 50; otherwise the round is invalid."
)

_CHECKS = {
    "standard": (
        _ANTES,
        said("A round in which one card is seen twice counts, with a warning."),
    ),
    "lenient": (said("A round is invalid only when a player does not have the money for it."),),
    "strict": (_ANTES, said("A round in which one card is seen twice is invalid.")),
}


def explain(options: Options) -> tuple[Paragraph, ...]:
    """The rules of a match with these options."""
    return (
        Paragraph(
            title="Game",
            sentences=(
                said("Poker Face decides five-card rounds that are played with real cards."),
                said("Everybody starts with {money}.", money=options.money),
                said("The players of the first round are the players of the match."),
                said(
                    "Every player pays the ante of every round, and those who take part their bet."
                ),
            ),
        ),
        Paragraph(title="Rounds", sentences=tuple(_rounds(options))),
        Paragraph(title="Entering a round", sentences=ACTIONS["enter_round"]),
    )


def _rounds(options: Options) -> list[Sentence]:
    rules = [
        said("The best five cards win the pot; equal hands share it."),
        said("The ace is high, and low only in A-2-3-4-5."),
    ]
    if options.odd_chips == "discard":
        rules.append(said("Money that the winners cannot share equally leaves the match."))
    else:
        rules.append(
            said(
                "When money cannot be shared equally, the winners first by name get one more each."
            )
        )
    rules += [*_CHECKS[options.checks], said("An invalid round moves no money.")]
    if options.history:
        rules.append(
            several(
                "The last {n} round can be corrected.",
                "The last {n} rounds can be corrected.",
                options.history,
            )
        )
    else:
        rules.append(said("No round can be corrected."))
    return rules
