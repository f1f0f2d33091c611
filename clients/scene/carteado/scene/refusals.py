"""Refusals in the player's language, from their code and details.

The server's sentence is the English fallback: a code without words here is shown as the server
said it.
"""

from __future__ import annotations

from typing import Any

from carteado.scene.words import N_, Words

__all__ = ["ending_text", "refusal_text"]

_TEXTS = {
    "action/not_your_turn": N_("It is not your turn."),
    "action/stale_decision": N_("The table has moved on: that decision has passed."),
    "table/full": N_("The table is full. Choose another one, or watch."),
    "seat/taken": N_("Somebody sits there already. Choose another seat."),
    "table/not_owner": N_("Only the owner of the table may change it."),
    "table/locked": N_("The table is locked. Knock, and the owner lets you in."),
    "table/code": N_("The table needs a code, or the code is wrong."),
    "table/knocked": N_("You have knocked already. The owner has not answered yet."),
    "table/unchanged": N_("The table is like that already."),
    "table/hand_running": N_("A hand is being played. Try again when it is over."),
    "table/closed": N_("The table is closed. Its log can still be read."),
    "seat/banned": N_("The owner banned you from this table. Choose another one."),
    "seat/removed": N_("The owner removed you from this table. Choose another one for now."),
    "seat/already": N_("You have a seat at this table already."),
    "table/unknown": N_("That table is gone. Choose another one."),
}


_ENDS = {
    "session/replaced": N_(
        "You connected from elsewhere, so this window let go of your seats. Connect again to play "
        "here."
    ),
    "session/kicked": N_("The operator of the server ended the connection."),
    "session/banned": N_("The operator of the server banned you."),
    "session/name": N_("Somebody has a name that looks like yours. Choose another one."),
    "session/token": N_("The server does not know this player any more. Join again."),
}


def ending_text(error: Any, words: Words) -> str:
    """A sentence about the end of a session, '' where there is none in the player's language."""
    text = _ENDS.get(getattr(error, "code", ""))
    return words(text) if text is not None else ""


def refusal_text(refused: Any, words: Words) -> str:
    """A sentence about a refusal.

    Args:
        refused: has a `code`, a `message` and `details`.
        words: of the player.
    """
    text = _TEXTS.get(refused.code)
    return words(text) if text is not None else str(refused.message)
