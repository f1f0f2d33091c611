"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal

__all__ = ["CODES", "refuse", "spell"]

CODES: Mapping[str, str] = {
    "action/above_maximum": (
        "{to} is above the table's maximum bet: raise to {min} to {max}, or call {call}."
    ),
    "action/above_stack": "{to} is more than the stack: raise to {min} to {max}.",
    "action/bad_amount": "{amount} is not an amount: whole chips above zero.",
    "action/below_minimum": "{to} is below the minimum: raise to {min} to {max}.",
    "action/cannot_check": "There is a bet to face: fold, call {call} or raise.",
    "action/no_deal": "No hand is being played.",
    "action/no_right_to_raise": "This seat has no right to raise now: it may call {call}.",
    "action/not_now": "The hand is at the showdown: show or muck.",
    "action/not_your_turn": "It is the turn of seat {turn}.",
    "action/nothing_to_call": "There is no bet to call: check instead.",
    "action/nothing_to_post": "Only a seat that waits for the big blind may post it instead.",
    "action/nothing_to_show": "This seat has no closed cards of its own to show or muck.",
    "action/unknown": "That is not an action of this game.",
    "seat/away": "Seat {seat} sits out already.",
    "seat/bad_name": "A name is a text that is not empty.",
    "seat/credit": "{amount} chips cannot be brought: {min} to {max}.",
    "seat/free": "Nobody sits on seat {seat}.",
    "seat/in_hand": "Seat {seat} plays this hand: wait for its end.",
    "seat/leaving": "Seat {seat} is leaving.",
    "seat/not_away": "Seat {seat} does not sit out.",
    "seat/taken": "Seat {seat} is taken.",
    "seat/unknown": "There is no such seat: 0 to {last}.",
    "table/bad_deck": "The deck is not the 52 cards, each once.",
    "table/freezeout": "Chips cannot be added in a freezeout.",
    "table/hand_running": "A hand is being played.",
    "table/not_over": "The game is not over.",
    "table/not_ready": "There are not enough players for a deal.",
    "table/over": "The game is over: agree to a rematch.",
    "table/running": "A freezeout is being played: sit down when it is over.",
    "table/unknown_command": "That is not a command of a table.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return Refusal(code=code, message=CODES[code].format(**details), details=details)


def spell(value: object) -> str:
    """A value that somebody sent, short enough for a sentence and safe to write."""
    if type(value) is int and value.bit_length() > 64:
        return "a number of more than 64 bits"
    return f"{value!r:.60}"
