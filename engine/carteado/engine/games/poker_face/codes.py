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
    "round/bad_bet": "{found} is not a bet. Type a whole number up to {max:,}.",
    "round/bad_entry": (
        "{found} is not an entry. Type: NAME BET CARD CARD CARD CARD CARD, such as Ana 100 6O 3P "
        "10E 11O 1O."
    ),
    "round/bad_name": (
        "{found} is not a name. Use only letters and spaces, at most {max} characters."
    ),
    "round/bad_number": "{found} is not an ante. Type a whole number up to {max:,}.",
    "round/name_twice": "{name} appears twice in this round. Enter each player once.",
    "round/no_player": "A round needs at least one player.",
    "round/no_such_card": (
        "There is no card {found}. Type a rank from 1 to 13 and a suit, P for clubs, E for spades, "
        "C for hearts or O for diamonds: 13C is the king of hearts."
    ),
    "round/not_five_cards": "A hand has five cards. The hand of {name} has {found}.",
    "round/not_kept": "You cannot correct round {number}. Rounds {min} to {max} can be corrected.",
    "round/nothing_to_correct": "There is no round to correct yet.",
    "round/players": "A match has {min} to {max} players. You entered {found}.",
    "round/strands_a_player": (
        "{name} plays in round {number} and would be missing from the match. Keep {name} in "
        "this round."
    ),
    "round/unknown_name": "{name} is not a player in this match.",
    "seat/no_bots": "A bot cannot be the bookkeeper.",
    "table/no_chips": "You cannot bring or add chips at this table. Only rounds move money.",
    "table/no_deal": "The cards are dealt at the real table.",
    "table/no_rematch": "A match has no rematch. Open a new table for the next match.",
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
