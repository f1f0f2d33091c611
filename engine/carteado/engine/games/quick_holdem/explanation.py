"""The rules of a Quick Hold'em table in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.poker import glossary
from carteado.engine.tables.explanation import Paragraph
from carteado.engine.words import counted

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    **glossary.WORDS,
    "credit": "The chips of a Quick Hold'em player.",
    "leader": "The seat that names the stake of a hand of Quick Hold'em.",
    "stake": "What everybody has to match to play a hand of Quick Hold'em.",
}


def explain(options: Options) -> tuple[Paragraph, ...]:
    """The rules of a table with these options."""
    if options.credits:
        credit = f"The seats start with {', '.join(f'{one:,}' for one in options.credits)} chips."
    else:
        credit = f"Everybody starts with {counted(options.credit, 'chip')}."
    most = "its credit" if options.max_stake is None else f"{options.max_stake:,}, or its credit"
    lead = "Seat 0 leads every hand." if options.fixed_leader else "The lead passes left each hand."
    if options.reveal == "hand":
        reveal = "All hole cards are opened after each hand."
    else:
        reveal = "Folded cards, and those of a seat that plays alone, stay closed for ever."
    return (
        Paragraph(
            title="Game",
            sentences=(
                f"Quick Hold'em for {options.seats} seats.",
                credit,
                "Everybody has two hole cards. There are no blinds and no raises.",
                "A player without chips is out; the last one wins.",
            ),
        ),
        Paragraph(
            title="Stakes",
            sentences=(
                f"The leader names a stake from 1 to {most}, or folds.",
                f"When the leader folds, the stake is {options.default_stake:,}.",
                "Each other seat plays, which matches the stake or is all-in, or folds.",
                lead,
            ),
        ),
        Paragraph(
            title="Showdown",
            sentences=(
                "All five common cards are turned at once; the best five of seven win.",
                "A player who plays alone wins the pot; if nobody plays, the hand is void.",
                reveal,
            ),
        ),
    )
