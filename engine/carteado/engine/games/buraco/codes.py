"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal, spell

__all__ = ["CODES", "refuse", "spell"]

CODES: Mapping[str, str] = {
    **COMMON,
    "action/no_deal": "No deal is being played: wait for the next one.",
    "table/hand_running": "A deal is being played.",
    # The wrong moment
    "buraco/already_drawn": "The card of this turn is drawn: meld, add to a run, or discard.",
    "buraco/draw_first": "A turn begins with a card: {legal}.",
    "buraco/no_last_turn": (
        "Only the last turn of a deal may be declined, instead of taking the pile: {legal}."
    ),
    "buraco/no_pile": "The pile is empty: draw from the stock.",
    "buraco/no_redraw": "{why}: {legal}.",
    "buraco/no_stock": "The stock is used up: take the pile or decline the last turn.",
    "buraco/stalled": (
        "Takes of a pile of one card in a row, without a meld, are limited to {limit}: draw from "
        "the stock."
    ),
    # The wrong cards
    "buraco/bad_cards": "{cards}: {why}.",
    "buraco/nothing_with_pile": "This table takes the pile free: take it alone, then meld.",
    "buraco/not_held": (
        "{card} is not in your hand{often}: name cards that you hold, each as often as you hold it."
    ),
    "buraco/not_a_run": "{cards} cannot be a meld: {why}.",
    "buraco/opening_minimum": (
        "{cards} are {points} points: the first meld of a pair has at least {minimum}."
    ),
    "buraco/returned": (
        "{card} was the whole pile, so it may not go back in this turn: meld it, or discard "
        "another card."
    ),
    "buraco/top_not_melded": (
        "{top}, the top card of the pile, has to be melded at once: name the cards of the hand "
        "that go with it, or a run for it such as meld=0, or {legal}."
    ),
    # The wrong run
    "buraco/does_not_fit": "{cards} cannot be added to {run}: {fits}.",
    "buraco/no_such_run": "The pair has no run number {meld}: {last}.",
    "buraco/not_your_run": "That run belongs to the other pair: only add to runs of the own pair.",
    # A turn that could not be ended
    "buraco/unfinishable_turn": "{cards} would leave {left}: {why}.",
    "buraco/turn_incomplete": "The plays do not end the turn: {why}.",
    "buraco/turn_over": "The turn is over before it: leave it out.",
    "buraco/bad_turn": "A turn is a list of melds, additions and a discard, 1 to {most} of them.",
    # The table
    "table/bad_deck": "The deck is not the pack of this table, every card as often as it has it.",
    "table/no_chips": "There are no chips at this table.",
    "table/not_over": "The match is not over: agree to a rematch when it is.",
    "table/running": "A match is being played: sit down when it is over.",
}
"""Sentence of each code; the names in braces are the refusal's details."""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
