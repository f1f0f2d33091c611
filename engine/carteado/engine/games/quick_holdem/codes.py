"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal

__all__ = ["CODES", "refuse"]

CODES: Mapping[str, str] = {
    **COMMON,
    "action/above_maximum": (
        "Stake {range} chips (the table's maximum), for example: stake {max}."
        " You asked for {amount}."
    ),
    "action/above_stack": (
        "Stake {range} chips (your credit), for example: stake {max}. You asked for {amount}."
    ),
    "action/bad_amount": (
        "{amount} is not a stake. Stake {range} chips, for example: stake {min}."
    ),
    "action/not_the_leader": "{player} set the stake. Type: play (for {play:,}) or fold.",
    "seat/credit": "You cannot bring {amount} chips. Allowed: {range}.",
    "table/bad_deck": "The deck must have each of the 52 cards exactly once.",
    "table/freezeout": (
        "You cannot add chips. Each new game gives every player the same credit again."
    ),
    "table/not_begun": "No game has started yet, so there is nothing to play again.",
    "table/not_over": "The game is not over. It can only restart if all seated people agree.",
    "table/running": "A game is being played. Sit down when it is over.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
