"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal, spell

__all__ = ["CODES", "refuse", "spell"]

CODES: Mapping[str, str] = {
    **COMMON,
    "action/no_deal": "No deal is being played. Wait for the next one.",
    "table/hand_running": "A deal is being played. Wait until it is over.",
    # Actions at the wrong time
    "buraco/already_drawn": "You have already drawn in this turn. Meld, add to a run, or discard.",
    "buraco/draw_first": "Start your turn first: {legal}.",
    "buraco/no_last_turn": ("You can decline only the last turn of a deal. Now you can {legal}."),
    "buraco/no_pile": "The pile is empty. Draw from the stock.",
    "buraco/no_redraw": "{why}. Now you can {legal}.",
    "buraco/no_stock": "The stock is empty. Take the pile or decline the last turn.",
    "buraco/stalled": (
        "A pile of one card cannot be taken more often in a row without a meld; the limit is "
        "{limit}. Draw from the stock."
    ),
    # The wrong cards
    "buraco/bad_cards": "{cards}: {why}.",
    "buraco/nothing_with_pile": (
        "At this table you take the pile without melding. Take the pile first, then meld."
    ),
    "buraco/not_held": ("You do not hold {card}{often}. Name only cards in your hand."),
    "buraco/not_a_run": "{cards} is not a meld: {why}.",
    "buraco/opening_minimum": (
        "{cards} is worth {points} points. A pair's first meld needs at least {minimum}."
    ),
    "buraco/returned": (
        "You cannot discard {card} in this turn, because it was the whole pile. Meld it, or "
        "discard another card."
    ),
    "buraco/top_not_melded": (
        "You must meld {top}, the top card of the pile, at once. Name cards from your hand to meld "
        "with it, or a run to add it to (meld=0). Or {legal}."
    ),
    # The wrong run
    "buraco/does_not_fit": "You cannot add {cards} to {run}: {fits}.",
    "buraco/no_such_run": "Your pair has no run {meld}: {last}.",
    "buraco/not_your_run": "That run belongs to the other pair. Add only to your pair's runs.",
    # Plays that would leave a turn without a legal end
    "buraco/unfinishable_turn": "Playing {cards} would leave you with {left}: {why}.",
    "buraco/turn_incomplete": "These plays do not complete the turn: {why}.",
    "buraco/turn_over": "The turn is over before this play. Leave it out.",
    "buraco/bad_turn": "A turn is a list of 1 to {most} melds, additions and a discard.",
    # The table
    "table/bad_deck": "The deck must have the same cards as this table's pack, each as often.",
    "table/no_chips": "This game has no chips.",
    "table/not_over": "The match is not over. Agree to a rematch when it is.",
    "table/running": "A match is being played. Sit down when it is over.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
