"""The refusal of an option's value, from which clients write a sentence in their language."""

from __future__ import annotations

from typing import Any

from carteado.engine.errors import EngineError, OptionsError
from carteado.engine.sentences import Sentence
from carteado.server.table.step import Denied, deny

__all__ = ["deny_options"]


def deny_options(error: EngineError) -> Denied:
    """An exception that refuses options.

    Its details hold the wrong option as `key`, the template of the sentence about it as `problem`,
    and the values in the template by their names.

    Args:
        error: an `OptionsError`, or what it caused.
    """
    wrong = error if isinstance(error, OptionsError) else error.__cause__
    if not isinstance(wrong, OptionsError):
        return deny("options/invalid", str(wrong or error))
    details: dict[str, Any] = {"key": wrong.key}
    if isinstance(wrong.said, Sentence):
        details["problem"] = wrong.said.text
        for name, value in wrong.said.values.items():
            details[name] = value.plain() if isinstance(value, Sentence) else value
    return deny("options/invalid", str(wrong), **details)
