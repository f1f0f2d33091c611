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
    "action/act_first": "It is your turn: act first, and say this when it is not your turn.",
    "action/asked_to_run": "You are asked whether the board is dealt twice."
    " Type: run-twice or run-once.",
    "action/no_bomb_pot": "There is no vote for bomb pots at this table.",
    "action/no_bomb_vote": "You cannot vote for a bomb pot now, or you have voted already.",
    "action/no_rabbit": "There is no rabbit hunting at this table.",
    "action/no_straddle": "There is no straddle at this table.",
    "action/no_straddle_wish": "That is how it is already: nothing about your straddle changes.",
    "action/no_such_card": "{card} is not one of your closed cards. Type: show-card {min}.",
    "action/nothing_to_hunt": "There is no card left to hunt: ask between two hands, after a hand"
    " in which you were dealt in and that ended before the river.",
    "action/nothing_to_run": "Nobody is asked to run the board twice now.",
    "action/show_both": "At this table cards are shown together. Type: show.",
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
    "table/bad_minutes": "{minutes} is not a number of minutes above {before}.",
    "table/no_minutes": "The blinds do not rise by minutes at this table.",
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
