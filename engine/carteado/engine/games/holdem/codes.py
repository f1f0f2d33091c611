"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal, spell

__all__ = ["CODES", "refuse", "spell"]

CODES: Mapping[str, str] = {
    **COMMON,
    "action/above_maximum": (
        "{to} is above the table's maximum bet: raise to {min} to {max}, or call {call}."
    ),
    "action/above_stack": "{to} is more than the stack: raise to {min} to {max}.",
    "action/bad_amount": "{amount} is not an amount: whole chips above zero.",
    "action/below_minimum": "{to} is below the minimum: raise to {min} to {max}.",
    "action/cannot_check": "There is a bet to face: fold, call {call} or raise.",
    "action/no_right_to_raise": "This seat has no right to raise now: it may call {call}.",
    "action/not_now": "The hand is at the showdown: show or muck.",
    "action/nothing_to_call": "There is no bet to call: check instead.",
    "action/nothing_to_post": "Only a seat that waits for the big blind may post it instead.",
    "action/nothing_to_show": "This seat has no closed cards of its own to show or muck.",
    "seat/credit": "{amount} chips cannot be brought: {min} to {max}.",
    "seat/in_hand": "Seat {seat} plays this hand: wait for its end.",
    "table/bad_deck": "The deck is not the 52 cards, each once.",
    "table/freezeout": "Chips cannot be added in a freezeout.",
    "table/not_over": "The game is not over.",
    "table/running": "A freezeout is being played: sit down when it is over.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
