"""Ranges of hands in the usual notation: ``QQ+,AKs,AhKh,22-66,T9s+,KTo+,AQ:0.5``.

====================  ==================================================================
``QQ``                a pair
``AKs`` ``AKo``       suited, of two suits
``AK``                both
``QQ+``               that pair and the higher ones
``KTo+``              the lower card rises until it stands below the higher one: KTo, KJo, KQo
``22-66``             the pairs from the one to the other, either end first
``A2s-A5s``           the lower card from the one to the other
``JTs-65s``           both cards step by step from the one to the other
``AhKh``              these two cards
``random``            all hands
====================  ==================================================================

``:0.5`` or ``:1/2`` after a part gives each of its hands that weight; the default is 1. A hand in
several parts has the weight of the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from carteado.engine.cards import RANKS, SUITS
from carteado.odds.position import Hand
from carteado.odds.results import OddsError

__all__ = ["Range", "parse_range", "starting_hand", "starting_hands"]

Range = Mapping[Hand, Fraction]
"""Weight of each possible hand. The lower card of a hand, by position in the pack, comes first."""

_PART = re.compile(r"[^,\s]+")
_CARDS = re.compile(r"([2-9TJQKA])([cdhs])([2-9TJQKA])([cdhs])", re.IGNORECASE)
_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
# At most nine digits: a weight from a user must not become a number of a million digits.
_WEIGHT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?|\.[0-9]{1,9}|[0-9]{1,9}/[0-9]{1,9}")

_Class = tuple[int, int, str]
"""Higher rank, lower rank, and '', 's' or 'o'."""


def parse_range(text: str) -> dict[Hand, Fraction]:
    """Read a range.

    Args:
        text: parts with commas or blanks between them.

    Raises:
        OddsError: a part is invalid; the message says which one, where and why.
    """
    found: dict[Hand, Fraction] = {}
    for match in _PART.finditer(text):
        part = match.group()
        try:
            name, colon, weight = part.partition(":")
            worth = _weight(weight) if colon else Fraction(1)
            # A later part overrides an earlier one, as the notation says.
            found.update(dict.fromkeys(_hands(name), worth))
        except _NotARange as error:
            where = f"{part!r:.40} at character {match.start() + 1}"
            raise OddsError(f"{where} of the range {text!r:.80}: {error}") from None
    if not found:
        raise OddsError("the range is empty: write hands such as QQ+,AKs or random")
    if not any(found.values()):
        raise OddsError(f"every hand of the range {text!r:.80} has weight 0")
    return found


def starting_hands() -> tuple[str, ...]:
    """The 169 starting hands in order: AA, AKs, AKo, ... 22."""
    names = []
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            pair = RANKS[high] + RANKS[low]
            names += [pair] if high == low else [pair + "s", pair + "o"]
    return tuple(names)


def starting_hand(hand: Hand) -> str:
    """The name of the starting hand that two cards make: ``AKs``."""
    low, high = sorted(hand)
    pair = RANKS[high >> 2] + RANKS[low >> 2]
    # Suits are the two lowest bits of a card's place in the pack.
    return pair + ("" if pair[0] == pair[1] else "s" if low & 3 == high & 3 else "o")


class _NotARange(ValueError):
    """An invalid part of a range; the text says why."""


def _weight(text: str) -> Fraction:
    if not _WEIGHT.fullmatch(text):
        raise _NotARange("behind the colon stands a weight from 0 to 1, such as 0.5 or 1/3")
    top, slash, bottom = text.partition("/")
    if slash and not int(bottom):
        raise _NotARange("a weight has no denominator 0")
    weight = Fraction(int(top), int(bottom)) if slash else Fraction(text)
    if weight > 1:
        raise _NotARange("a weight is at most 1")
    return weight


def _hands(name: str) -> Iterator[Hand]:
    if name.lower() == "random":
        yield from combinations(range(52), 2)
        return
    cards = _CARDS.fullmatch(name)
    if cards:
        # Sorted, because a hand's lower card comes first everywhere in this package.
        one, other = sorted(
            4 * RANKS.index(cards[at].upper()) + SUITS.index(cards[at + 1].lower()) for at in (1, 3)
        )
        if one == other:
            raise _NotARange("one card twice")
        yield one, other
        return
    for kind in _classes(name):
        yield from _of_class(kind)


def _classes(name: str) -> Iterator[_Class]:
    first, dash, last = name.partition("-")
    if dash:
        yield from _between(_class(first), _class(last))
        return
    high, low, suits = _class(name.removesuffix("+"))
    if not name.endswith("+"):
        yield high, low, suits
    elif high == low:
        yield from ((rank, rank, suits) for rank in range(high, 13))
    else:
        yield from ((high, rank, suits) for rank in range(low, high))


def _between(first: _Class, last: _Class) -> Iterator[_Class]:
    if first[2] != last[2]:
        raise _NotARange("both ends of a dash have the same letter, s or o, or none")
    (low_high, low_low, suits), (high, low, _) = sorted((first, last))
    gap = high - low
    # Equal gaps: both cards move together, as in JTs-65s or 22-66.
    if low_high - low_low == gap:
        yield from ((low_high + step, low_low + step, suits) for step in range(high - low_high + 1))
    elif low_high == high and low_low != high:
        # The lower card moves up until just below the higher one; equal ranks would be a pair.
        if low == high:
            raise _NotARange("a dash does not go from a pair to another hand")
        yield from ((high, rank, suits) for rank in range(low_low, low + 1))
    else:
        raise _NotARange("a dash keeps the higher card, or the distance between the two cards")


def _class(name: str) -> _Class:
    match = _CLASS.fullmatch(name)
    if not match:
        raise _NotARange("not a hand: write QQ, AKs, AKo, AK, QQ+, 22-66, AhKh or random")
    low, high = sorted(RANKS.index(match[at].upper()) for at in (1, 2))
    suits = match[3].lower()
    if low == high and suits:
        raise _NotARange("a pair is neither suited nor unsuited: leave out the letter")
    return high, low, suits


def _of_class(kind: _Class) -> Iterator[Hand]:
    high, low, suits = kind
    for one in range(4 * low, 4 * low + 4):
        for other in range(4 * high, 4 * high + 4):
            # A pair lists each two cards once (`one < other`); other hands depend on the suits.
            suited = one & 3 == other & 3
            if (one < other) if high == low else (not suits or (suits == "s") == suited):
                yield one, other
