"""Refusals in the player's language, from their code and details.

The server's sentence is the English fallback: a code without words here is shown as the server
said it.
"""

from __future__ import annotations

from typing import Any

from carteado.scene.words import N_, Words

__all__ = ["refusal_text"]

_TEXTS = {
    "action/not_your_turn": N_("It is not your turn."),
    "action/stale_decision": N_("The table has moved on: that decision has passed."),
    "table/full": N_("The table is full. Choose another one, or watch."),
    "seat/taken": N_("Somebody sits there already. Choose another seat."),
    "table/unknown": N_("That table is gone. Choose another one."),
}


def refusal_text(refused: Any, words: Words) -> str:
    """A sentence about a refusal.

    Args:
        refused: has a `code`, a `message` and `details`.
        words: of the player.
    """
    text = _TEXTS.get(refused.code)
    return words(text) if text is not None else str(refused.message)
