"""Errors and refusals of the engine.

The tree::

    EngineError
    ├── CardError          a text that is not a card, or a pack that cannot be
    ├── DealError          a shuffle, a cut or a nonce that cannot be
    ├── OptionsError       options of a game that cannot be combined
    ├── PlainError         plain data that does not describe a value of the wanted type
    ├── UnknownGame        no game is registered under the name
    └── ReplayError        a log that cannot be folded

A move that the rules do not allow is not an error: it is a `Refusal`, a value with a stable code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from carteado.engine.sentences import Sentence

__all__ = [
    "CardError",
    "DealError",
    "EngineError",
    "OptionsError",
    "PlainError",
    "Refusal",
    "ReplayError",
    "UnknownGame",
]


class EngineError(ValueError):
    """Base of all errors of this package."""


class CardError(EngineError):
    """A text that is not a card, or a pack that cannot be."""


class DealError(EngineError):
    """A shuffle, a cut or a nonce that cannot be: too short, too large, or not hexadecimal."""


class OptionsError(EngineError):
    """Options of a game that are out of range or exclude one another.

    Args:
        key: the option that is wrong, as the host writes it.
        message: what is wrong and what would be right, one sentence.

    Attributes:
        message: in English, its numbers without commas.
        said: the same, for clients that translate it.
    """

    def __init__(self, key: str, message: Sentence | str) -> None:
        self.key = key
        self.said = message
        self.message = message if isinstance(message, str) else message.plain()
        super().__init__(f"{key}: {self.message}")


class PlainError(EngineError):
    """Plain data that does not describe a value of the wanted type."""


class UnknownGame(EngineError):
    """No game is registered under the name.

    Attributes:
        said: the message, for clients that translate it.
    """

    def __init__(self, message: Sentence | str = "") -> None:
        super().__init__(str(message))
        self.said = message


class ReplayError(EngineError):
    """A log that cannot be folded: an unknown event, or a newer version than this one knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The reason why a command was not accepted. Nothing has changed.

    Attributes:
        code: stable and namespaced, such as ``action/below_minimum``.
        message: one English sentence that says what was wrong and what would be right.
        details: the figures of the sentence, for a client that words it itself.
    """

    code: str
    message: str
    details: Mapping[str, object] = field(default_factory=dict)
