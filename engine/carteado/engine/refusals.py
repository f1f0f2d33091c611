"""Sentences of refusals: one mapping from code to sentence for each game.

`COMMON` has the codes that mean the same in every game. A sentence names the player where the
details have one, and states the allowed range as ``{range}``.
"""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.errors import Refusal

__all__ = ["COMMON", "refusal", "spell"]

COMMON: Mapping[str, str] = {
    "action/no_deal": "No hand is being played. Wait for the next one.",
    "action/not_your_turn": "It is {player}'s turn, not yours.",
    "action/unknown": "This game has no such action.",
    "seat/agreed": "{player} has already agreed to a new game.",
    "seat/away": "{player} is already sitting out. To play again, type: sitin.",
    "seat/bad_name": "A name needs at least one visible character.",
    "seat/free": "Seat {seat} is empty.",
    "seat/leaving": "{player} is already leaving.",
    "seat/not_away": "{player} is not sitting out.",
    "seat/taken": "Seat {seat} is taken by {player}. Choose another seat.",
    "seat/unknown": "There is no such seat. Choose a seat from 0 to {last}.",
    "table/hand_running": "A hand is being played. Wait until it is over.",
    "table/not_ready": "There are not enough players for a deal.",
    "table/over": "The game is over. To play again, type: rematch.",
    "table/unknown_command": "The table has no such command.",
}
"""Sentence of each code that games share; the names in braces are the refusal's details.

Two names are filled in by `refusal`: ``{range}`` from the details `min` and `max`, and ``{player}``
with the seat's number where the details have no name.
"""

_SEATS = ("seat", "turn", "leader")
"""Details that hold a seat, for a sentence about a player without a name."""


def refusal(sentences: Mapping[str, str], code: str, details: Mapping[str, object]) -> Refusal:
    """A refusal with the sentence of its code.

    Args:
        sentences: of the game, by code.
        code: one of them.
        details: at least the figures that the sentence names.
    """
    # Details win over the computed range, so a game may word its own.
    shown: dict[str, object] = {"range": _range(details), **details}
    if shown.get("player") is None:
        shown["player"] = _seat(details)
    return Refusal(code=code, message=sentences[code].format(**shown), details=details)


def _seat(details: Mapping[str, object]) -> str:
    """A player by the number of the seat: a game need not know names."""
    seat = next((details[name] for name in _SEATS if name in details), None)
    return "the other player" if seat is None else f"seat {seat}"


def _range(details: Mapping[str, object]) -> str:
    """The allowed amounts in words: ``40 to 1,000``, ``exactly 40`` or ``none``."""
    low, high = details.get("min"), details.get("max")
    if not isinstance(low, int) or not isinstance(high, int) or low > high:
        return "none"
    return f"exactly {low:,}" if low == high else f"{low:,} to {high:,}"


def spell(value: object) -> str:
    """A value that somebody sent, short enough for a sentence and safe to write."""
    # Python raises a ValueError when it writes a number of more than 4,300 digits.
    if type(value) is int and value.bit_length() > 64:
        return "a number of more than 64 bits"
    # repr, so that control characters are visible and a text cannot pose as a number.
    return f"{value!r:.60}"
