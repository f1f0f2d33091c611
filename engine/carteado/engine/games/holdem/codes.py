"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal, spell

__all__ = ["CODES", "refuse", "spell"]

CODES: Mapping[str, str] = {
    **COMMON,
    "action/above_maximum": (
        "Raise to {range} chips (the table's maximum bet), for example: raise {max}."
        " You asked for {to:,}."
    ),
    "action/above_stack": (
        "Raise to {range} chips (your stack), for example: raise {min}. You asked for {to:,}."
    ),
    "action/bad_amount": (
        "{amount} is not an amount. Type a whole number of chips above zero: raise 60."
    ),
    "action/below_minimum": (
        "Raise to {range} chips in all, for example: raise {min}. You asked for {to:,}."
    ),
    "action/cannot_check": (
        "You cannot check: there is a bet of {call:,} to call. Type: call, fold or raise."
    ),
    "action/no_right_to_raise": (
        "You cannot raise again in this betting round. Type: call (for {call:,}) or fold."
    ),
    "action/not_now": "The hand is at the showdown. Type: show or muck.",
    "action/nothing_to_call": "There is no bet to call. Type: check.",
    "action/nothing_to_post": "You can post the big blind only while you wait for it.",
    "action/nothing_to_show": "You have no hidden cards to show or muck.",
    "seat/credit": "You cannot bring {amount} chips. Allowed: {range}.",
    "seat/returning": "You left with {min:,} chips less than an hour ago."
    " Bring {range} chips, not {amount}.",
    "seat/in_hand": "{player} is still in this hand. Add chips when it is over.",
    "table/bad_deck": "The deck must have each of the 52 cards exactly once.",
    "table/freezeout": "You cannot add chips in a freezeout.",
    "table/not_over": "The game is not over.",
    "table/running": "A freezeout is being played. Sit down when it is over.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
