"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal

__all__ = ["CODES", "refuse"]

CODES: Mapping[str, str] = {
    **COMMON,
    "action/above_maximum": "{amount} is above the table's largest stake: {min} to {max}.",
    "action/above_stack": "{amount} is more than the credit: stake {min} to {max}.",
    "action/bad_amount": "{amount} is not a stake: whole chips from {min} to {max}.",
    "action/not_the_leader": "Seat {leader} leads and has spoken: play for {play} or fold.",
    "seat/credit": "{amount} chips cannot be brought: {min} to {max}.",
    "table/bad_deck": "The deck is not the 52 cards, each once.",
    "table/freezeout": "Chips cannot be added: a new game gives everybody the credit again.",
    "table/not_begun": "No game has begun that could begin anew.",
    "table/not_over": "The game is not over: a new one needs the agreement of the people seated.",
    "table/running": "A game is being played: sit down when it is over.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
