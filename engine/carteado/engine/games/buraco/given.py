"""Values as scenario files write them: yes or no, numbers, cards, runs that lie on the table."""

from __future__ import annotations

from typing import Any

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, WILD, split_place
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run, laid
from carteado.engine.tables.scenario import ScenarioError

__all__ = [
    "faces_given",
    "flag_given",
    "lists_given",
    "meld_given",
    "names_given",
    "number_given",
    "run_given",
]

_MOST = 112
"""Cards in a list: two packs and four jokers of each."""


def flag_given(value: Any, *path: str | int) -> bool:
    """A value that is true or false.

    Raises:
        ScenarioError: it is not a truth value.
    """
    # YAML reads yes and no as truth values, but 1 and 0 as numbers.
    if type(value) is not bool:
        raise ScenarioError(f"{value!r:.40} is neither true nor false", *path)
    return value


def number_given(value: Any, low: int, high: int, *path: str | int) -> int:
    """A whole number within bounds.

    Raises:
        ScenarioError: the value is not of that kind.
    """
    if type(value) is not int or not low <= value <= high:
        raise ScenarioError(f"{value!r:.40} is not from {low} to {high}", *path)
    return value


def lists_given(value: Any, what: str, *path: str | int) -> list[Any]:
    """Lists of cards, none where nothing is given.

    Args:
        value: as it is given.
        what: one of them, in words.
        path: where it is given.

    Raises:
        ScenarioError: it is not a list of lists.
    """
    # A key without a value is null in YAML.
    every = () if value is None else value
    if not isinstance(every, list | tuple):
        raise ScenarioError(f"{value!r:.40} is not a list", *path)
    if not all(isinstance(one, list | tuple) for one in every):
        raise ScenarioError(f"{what} is a list of cards", *path)
    return list(every)


def names_given(value: Any, *path: str | int) -> list[str]:
    """Names of cards, faces or copies.

    Raises:
        ScenarioError: it is not a list, or one names no card.
    """
    if not isinstance(value, list | tuple) or len(value) > _MOST:
        raise ScenarioError("cards are a list such as [5H, 6H, 2S]", *path)
    for text in value:
        # isalnum rules out the unknown card, which no scenario may name.
        if not isinstance(text, str) or text not in FACE_OF or not text.isalnum():
            raise ScenarioError(f"{text!r:.40} is not a card, such as 9S, 9Sa or JKR", *path)
    return list(value)


def faces_given(value: Any, *path: str | int) -> tuple[Card, ...]:
    """The faces of cards.

    Raises:
        ScenarioError: as `names_given`.
    """
    return tuple([FACE_OF[name] for name in names_given(value, *path)])


def meld_given(
    value: Any, *path: str | int, moved: bool = False
) -> tuple[tuple[Card, ...], str | None]:
    """The faces of a meld, and what a wild among them stands for where that is said.

    Args:
        value: as it is given.
        path: where it is given.
        moved: whether any card may have a place, because it may move a wild on the table.

    Raises:
        ScenarioError: as `names_given`, or something else than one wild stands for a card.
    """
    if not isinstance(value, list | tuple):
        return faces_given(value, *path), None
    pairs = [split_place(str(text)) for text in value]
    cards = faces_given([name for name, _ in pairs], *path)
    places = faces_given([place for _, place in pairs if place is not None], *path)
    wilds = [card for card, (_, place) in zip(cards, pairs, strict=True) if place is not None]
    # A meld has at most one wild, except that a moved one may be any card.
    if len(wilds) > 1 or not (moved or WILD.issuperset(wilds)):
        raise ScenarioError("one wild alone stands for a card, such as 2S=4H", *path)
    return cards, places[0] if places else None


def run_given(value: Any, rules: Options, *path: str | int) -> Run:
    """A run or set that lies on the table.

    Raises:
        ScenarioError: its cards are none.
    """
    cards, place = meld_given(value, *path)
    run = laid(cards, place, rules)
    if run is None:
        raise ScenarioError(f"{' '.join(cards)} is not a meld under these rules", *path)
    return run
