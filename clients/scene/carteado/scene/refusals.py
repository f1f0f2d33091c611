"""Refusals in the player's language, from their code and details.

The server's sentence is the fallback: a code without words here is shown as the server said it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.client import CommandRefused
from carteado.engine.errors import Refusal
from carteado.protocol.messages import Refused
from carteado.scene.cards import with_signs
from carteado.scene.option_words import named_option
from carteado.scene.refusal_words import CASES, IN_ENGLISH, REASONS, TEXTS
from carteado.scene.words import N_, Words

__all__ = ["ENDS", "ending_text", "refusal_text"]

ENDS = {
    "session/replaced": N_(
        "You connected from elsewhere, so this window released your seats. Connect again to play "
        "here."
    ),
    "session/kicked": N_("The operator of the server ended the connection."),
    "session/banned": N_("The operator of the server banned you."),
    "session/name": N_("Another player's name looks like yours. Choose another one."),
    "session/token": N_("The server no longer knows this player. Join again."),
    "session/flood": N_("The server sends more than can be shown. Connect again to go on."),
}
"""Sentences about ended sessions, by their codes."""

_NAMED = frozenset(("card", "cards", "could", "kept", "left", "mine", "place", "run", "top"))
"""Details that name cards as the wire does; the reader of a refusal sees suit signs instead."""

_AS_TYPED = frozenset(("buraco/bad_cards",))
"""Codes that repeat what was typed, and say how to type cards."""


def ending_text(error: object, words: Words) -> str:
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
    # The end of a session has no details that could fill the braces.
    return words(text) if text is not None and "{" not in text else ""


def refusal_text(refused: Refused | CommandRefused | Refusal, words: Words) -> str:
    """A sentence about a refusal.

    Args:
        refused: has a `code`, a `message` and `details`.
        words: of the player.
    """
    message = str(refused.message)
    details: dict[str, Any] = dict(refused.details)
    # Signs only in sentences about known cards; what somebody typed is repeated as it was.
    if not details.keys().isdisjoint(_NAMED) and refused.code not in _AS_TYPED:
        message = with_signs(message)
        for name, value in details.items():
            details[name] = with_signs(value) if isinstance(value, str) else value
    if problem := _problem(details, words):
        return problem
    text = CASES.get((refused.code, details.get("case", ""))) or TEXTS.get(refused.code)
    if text is None or (words.language == "en" and refused.code not in IN_ENGLISH):
        return message
    details["message"] = message
    if why := details.get("why"):
        details["why"] = words(why) if why in REASONS else why
    try:
        return words(text, **details)
    except KeyError:  # a server of another release, with other details
        return message


def _problem(details: Mapping[str, Any], words: Words) -> str:
    """What is wrong with an option, '' in English and where no catalogue has the sentence."""
    template, key = details.get("problem"), details.get("key")
    if not isinstance(template, str) or not isinstance(key, str) or not template:
        return ""
    # Only a known template may take values: this one came from a server.
    if words(template) == template:
        return ""
    values = {name: value for name, value in details.items() if name not in ("problem", "key")}
    try:
        problem = words(template, **values) if values else words(template)
    except KeyError:
        return ""
    return words("{option}: {problem}", option=named_option(key, words), problem=problem)
