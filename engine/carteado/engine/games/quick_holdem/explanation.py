"""The rules of a Quick Hold'em table in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.poker import glossary
from carteado.engine.sentences import Sentence, said, several
from carteado.engine.tables.explanation import Paragraph

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    **glossary.WORDS,
    "credit": "The chips of a Quick Hold'em player.",
    "leader": "The seat that names the stake of a hand of Quick Hold'em.",
    "stake": "What everybody has to match to play a hand of Quick Hold'em.",
}


def explain(options: Options) -> tuple[Paragraph, ...]:
    """The rules of a table with these options."""
    return (
        Paragraph(
            title="Game",
            sentences=(
                said("Quick Hold'em for {seats} seats.", seats=options.seats),
                _credit(options),
                said("Everybody has two hole cards. There are no blinds and no raises."),
                said("A player without chips is out; the last one wins."),
            ),
        ),
        Paragraph(title="Stakes", sentences=tuple(_stakes(options))),
        Paragraph(title="Showdown", sentences=tuple(_showdown(options))),
    )


def _credit(options: Options) -> Sentence:
    if options.credits:
        return said("The seats start with {stacks} chips.", stacks=options.credits)
    return several(
        "Everybody starts with {n} chip.", "Everybody starts with {n} chips.", options.credit
    )


def _stakes(options: Options) -> list[Sentence]:
    if options.max_stake is None:
        rules = [said("The leader names a stake from 1 to its credit, or folds.")]
    else:
        rules = [
            said(
                "The leader names a stake from 1 to {most}, or its credit, or folds.",
                most=options.max_stake,
            )
        ]
    usual = options.default_stake
    rules.append(said("When the leader folds, the stake is {usual}.", usual=usual))
    rules.append(said("Every other seat plays (matches the stake or goes all-in) or folds."))
    if options.fixed_leader:
        rules.append(said("The first seat leads every hand."))
    else:
        rules.append(said("The lead passes left each hand."))
    return rules


def _showdown(options: Options) -> list[Sentence]:
    rules = [
        said("All five common cards are turned at once; the best five of seven win."),
        said("A player who plays alone wins the pot; if nobody plays, the hand is void."),
    ]
    if options.reveal == "hand":
        rules.append(said("All hole cards are opened after each hand."))
    else:
        rules.append(
            said("Folded cards, and those of a seat that plays alone, stay closed for ever.")
        )
    return rules
