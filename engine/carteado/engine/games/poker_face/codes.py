"""Every refusal of this game: its stable code and its sentence, in one place."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal
from carteado.engine.refusals import COMMON, refusal

__all__ = ["CODES", "refuse"]

CODES: Mapping[str, str] = {
    **{
        code: COMMON[code]
        for code in (
            "action/unknown",
            "seat/away",
            "seat/bad_name",
            "seat/free",
            "seat/not_away",
            "seat/taken",
            "seat/unknown",
            "table/unknown_command",
        )
    },
    "round/bad_bet": "{found} is not a bet: a whole number to {max}.",
    "round/bad_entry": "{found} is not an entry: NAME BET CARD CARD CARD CARD CARD.",
    "round/bad_name": "{found} is not a name: letters and spaces, at most {max}.",
    "round/bad_number": "{found} is not an ante: a whole number to {max}.",
    "round/name_twice": "{name} is named twice in this round.",
    "round/no_player": "A round has at least one player.",
    "round/no_such_card": "The card {found} does not exist: 1-13 and P, E, C or O, such as 13C.",
    "round/not_five_cards": "A hand has five cards, that of {name} has {found}.",
    "round/not_kept": "Round {number} cannot be corrected: {min} to {max} can.",
    "round/nothing_to_correct": "There is no round that can be corrected.",
    "round/players": "A match has {min} to {max} players, not {found}.",
    "round/strands_a_player": "{name} plays in round {number} and would not be in the match.",
    "round/unknown_name": "{name} is no player of this match.",
    "seat/no_bots": "A bot cannot keep the books.",
    "table/no_chips": "Nobody brings or adds chips: the rounds move the money.",
    "table/no_deal": "The cards are dealt at the real table.",
    "table/no_rematch": "A match does not end by itself: open a table for the next one.",
}
"""Sentence of each code; the names in braces are the refusal's details.

The details of a refusal about one entry hold its place in the round, from 0, as `entry`.
"""


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        code: a key of `CODES`.
        details: at least the figures that the sentence names.
    """
    return refusal(CODES, code, details)
