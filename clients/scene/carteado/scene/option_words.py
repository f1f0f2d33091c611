"""Names of options, their choices and presets."""

from __future__ import annotations

from carteado.client.errors import InputError, WrongOption
from carteado.engine.errors import OptionsError
from carteado.engine.tables.names import OPTIONS, choice_name, option_name, preset_name
from carteado.scene.words import N_, Words

__all__ = [
    "named_option",
    "option_label",
    "option_problem",
    "preset_words",
    "value_label",
    "value_typed",
    "word_label",
]

NONE = N_("none")
"""The options' word for a value that is absent."""

_NOTES = {
    ("holdem", "heads-up"): N_("2 seats, 10 / 20"),
    ("holdem", "four-player"): N_("4 seats, 10 / 20"),
    ("poker-face", "standard"): N_("warns of a card seen twice"),
    ("poker-face", "lenient"): N_("checks only the money"),
    ("poker-face", "strict"): N_("no card twice"),
    ("quick-holdem", "standard"): N_("4 seats, the lead passes"),
    ("quick-holdem", "family"): N_("three bots join"),
}


def option_label(key: str, words: Words) -> str:
    """The name of an option."""
    return option_name(key, words)


def option_problem(error: Exception, words: Words) -> tuple[str, tuple[str, ...]]:
    """What is wrong with options, and the keys under which a form may show the wrong one.

    Args:
        error: an `OptionsError`, an `InputError`, or one whose text says it.
        words: of the player.
    """
    if not isinstance(error, OptionsError | WrongOption):
        return words.said(error.said if isinstance(error, InputError) else str(error)), ()
    problem = error.said if isinstance(error, OptionsError) else error.problem
    text = words(
        "{option}: {problem}", option=named_option(error.key, words), problem=words.said(problem)
    )
    return text, _fields(error.key)


def named_option(key: str, words: Words) -> str:
    """The name of an option of a game or a table, by its key in an error.

    What has no name, such as the blinds together, keeps its key.
    """
    name = next((words(OPTIONS[one]) for one in _fields(key) if one in OPTIONS), key)
    # Where the key has the unit, the numbers of the sentence have none.
    return f"{name} (ms)" if key.endswith("_ms") and name != key else name


def _fields(key: str) -> tuple[str, ...]:
    """The keys under which a form may have an option that an error names."""
    key = key.strip().lower().replace("-", "_")
    return key, f"table.{key}", f"table.{key}_ms"


def word_label(value: str, words: Words) -> str:
    """The name of a choice's word."""
    return choice_name(value, words)


def value_label(value: str, words: Words) -> str:
    """The value of an option that is typed: a number, a time, a text, or that there is none."""
    return words(NONE) if value == NONE else value


def value_typed(text: str, words: Words) -> str:
    """What was typed, as the options' parser reads it."""
    return NONE if text.casefold() == words(NONE).casefold() else text


def preset_words(game: str, name: str, words: Words) -> tuple[str, str]:
    """Title and note of a preset.

    Args:
        game: id of the game.
        name: of the preset.
        words: of the reader.
    """
    note = _NOTES.get((game, name))
    return preset_name(name, words), words(note) if note is not None else ""
