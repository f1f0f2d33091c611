"""Refusals in the player's language, from their code and details.

The server's sentence is the fallback: a code without words here is shown as the server said it.
"""

from __future__ import annotations

from typing import Any

from carteado.scene.refusal_words import IN_ENGLISH, REASONS, TEXTS
from carteado.scene.words import N_, Words

__all__ = ["ENDS", "ending_text", "refusal_text"]

ENDS = {
    "session/replaced": N_(
        "You connected from elsewhere, so this window let go of your seats. Connect again to play "
        "here."
    ),
    "session/kicked": N_("The operator of the server ended the connection."),
    "session/banned": N_("The operator of the server banned you."),
    "session/name": N_("Somebody has a name that looks like yours. Choose another one."),
    "session/token": N_("The server does not know this player any more. Join again."),
}
"""What the ends of sessions say, by their codes."""


def ending_text(error: Any, words: Words) -> str:
    """A sentence about the end of a session or a table, '' where there is none.

    In English the server's own sentence says more than those that have no place in `ENDS`.

    Args:
        error: has a `code`.
        words: of the player.
    """
    code = getattr(error, "code", "")
    text = ENDS.get(code)
    if text is None and words.language != "en":
        text = TEXTS.get(code)
    return words(text) if text is not None and "{" not in text else ""


def refusal_text(refused: Any, words: Words) -> str:
    """A sentence about a refusal.

    Args:
        refused: has a `code`, a `message` and `details`.
        words: of the player.
    """
    text = TEXTS.get(refused.code)
    if text is None or (words.language == "en" and refused.code not in IN_ENGLISH):
        return str(refused.message)
    details = {**refused.details, "message": refused.message}
    if why := details.get("why"):
        details["why"] = words(why) if why in REASONS else why
    try:
        return words(text, **details)
    except KeyError:  # a server of another release, with other details
        return str(refused.message)
