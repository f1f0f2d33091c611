"""Checks of house rules that poker games share."""

from __future__ import annotations

from carteado.engine.errors import OptionsError
from carteado.engine.refusals import spell
from carteado.engine.sentences import Value, said

__all__ = ["MAX_CHIPS", "check_stacks", "check_whole", "check_word"]

MAX_CHIPS = 2**53 - 1
"""Maximum number of chips of one table: the largest number that all JSON readers keep exact."""


def check_whole(key: str, value: object, low: int, high: int) -> None:
    """Check that an option is a whole number in a range.

    Raises:
        OptionsError: it is not.
    """
    # Not isinstance: True is an int in Python, and options may come from JSON or a file.
    if type(value) is not int:
        raise OptionsError(key, said("{value} is not a whole number", value=_shown(value)))
    if not low <= value <= high:
        text = said("{value} is not from {low} to {high}", value=_shown(value), low=low, high=high)
        raise OptionsError(key, text)


def check_word(key: str, value: object, words: tuple[str, ...]) -> None:
    """Check that an option is one of some words.

    Raises:
        OptionsError: it is not.
    """
    # First the type: an unhashable or odd value gets the same clear message.
    if not isinstance(value, str) or value not in words:
        known = ", ".join(words)
        raise OptionsError(
            key, said("{value} is not one of {words}", value=_shown(value), words=known)
        )


def check_stacks(keys: tuple[str, str], each: int, stacks: object, seats: int) -> None:
    """Check that the initial chips fit a table.

    Args:
        keys: the names of the option for all seats and of the option for each seat.
        each: chips of every seat where `stacks` is empty.
        stacks: chips of each seat, 0 for one that takes no part.
        seats: of the table.

    Raises:
        OptionsError: the check fails.
    """
    key_each, key = keys
    check_whole(key_each, each, 1, MAX_CHIPS)
    if not isinstance(stacks, tuple):
        raise OptionsError(key, said("must be a list of whole numbers, one for each seat"))
    for stack in stacks:
        check_whole(key, stack, 0, MAX_CHIPS)
    if stacks and len(stacks) != seats:
        raise OptionsError(key, said("{n} given for {seats} seats", n=len(stacks), seats=seats))
    # One seat with chips could never play a hand.
    if stacks and sum(stack > 0 for stack in stacks) < 2:
        raise OptionsError(key, said("at least two seats need chips"))
    # The total bounds every pot and stack of the table, so no later sum needs a check.
    if sum(stacks or (each,) * seats) > MAX_CHIPS:
        text = said("all seats together have more than {n} chips", n=MAX_CHIPS)
        raise OptionsError(key_each, text)


def _shown(value: object) -> Value:
    """A value from outside for a sentence; numbers are formatted for the reader's language."""
    if type(value) is not int:
        return spell(value)
    return value if value.bit_length() <= 64 else said("a number of more than 64 bits")
