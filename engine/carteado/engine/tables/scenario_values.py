"""Values in scenarios of poker games: seats, chips, cards and house rules as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from carteado.engine.cards import Card, parse_cards
from carteado.engine.errors import CardError, OptionsError
from carteado.engine.tables.option_checks import MAX_CHIPS
from carteado.engine.tables.options import options_from_text
from carteado.engine.tables.scenario import ScenarioError, as_text

__all__ = ["as_asked", "known_cards", "options_given", "seat_given", "stacks_given"]

T = TypeVar("T")


def stacks_given(given: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """The chips of each seat that a position names.

    Raises:
        ScenarioError: the stacks are missing, or are not 2 to 10 numbers of chips.
    """
    value = given.get(key)
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 10:
        raise ScenarioError(f"{key} are a list of 2 to 10", "given", key)
    for chips in value:
        if type(chips) is not int or not 0 <= chips <= MAX_CHIPS:
            raise ScenarioError(f"{chips!r:.40} is not a number of chips", "given", key)
    return tuple(value)


def seat_given(value: Any, seats: int, key: str) -> int:
    """A seat that a position names.

    Raises:
        ScenarioError: the table has no such seat.
    """
    # YAML and JSON may give the keys of a mapping as text.
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 3:
        value = int(value)
    if type(value) is not int or not 0 <= value < seats:
        raise ScenarioError(f"there is no seat {value!r:.40}", "given", key)
    return value


def known_cards(
    given: Mapping[str, Any], seats: int
) -> tuple[Mapping[int, tuple[Card, ...]], tuple[Card, ...]]:
    """The hands and the board that a position names.

    Raises:
        ScenarioError: a text is not a list of cards, or their number is wrong.
    """
    hands = given.get("hands") or {}
    if not isinstance(hands, Mapping):
        raise ScenarioError("hands are cards by seat", "given", "hands")
    known = {
        seat_given(seat, seats, "hands"): _cards(cards, "hands") for seat, cards in hands.items()
    }
    # A hand is given whole or left out: a single unknown card cannot be written.
    if any(len(cards) != 2 for cards in known.values()):
        raise ScenarioError("a hand has two cards", "given", "hands")
    board = _cards(given.get("board") or (), "board")
    if len(board) > 5:
        raise ScenarioError("a board has five cards at most", "given", "board")
    return known, board


def options_given(base: T, *places: tuple[str, Any]) -> T:
    """House rules of a scenario.

    Args:
        base: the default values.
        places: keys of the scenario and the options that stand there, by name.

    Raises:
        ScenarioError: an option is unknown or out of range.
    """
    for place, values in places:
        if values is not None and not isinstance(values, Mapping):
            raise ScenarioError(f"{place} are options by name", place)
        texts = {str(key): as_text(value) for key, value in (values or {}).items()}
        try:
            base = options_from_text(type(base), base, texts)
        except OptionsError as error:
            raise ScenarioError(error.message, place, error.key) from None
    return base


def as_asked(found: Any, asked: Any) -> Any:
    """The offer in the form of the scenario's question: "not offered" may be none, false or 0."""
    if found is None and (asked is False or asked == 0):
        return asked
    # "raise: true" asks whether any raise is legal; the exact range does not matter.
    if isinstance(asked, bool) and not isinstance(found, bool):
        return found is not None
    return found


def _cards(value: Any, key: str) -> tuple[Card, ...]:
    text = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
    try:
        if not isinstance(text, str):
            raise CardError(f"{text!r:.40} is not cards, such as AsKd")
        return parse_cards(text)
    except CardError as error:
        raise ScenarioError(str(error), "given", key) from None
