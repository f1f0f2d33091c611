"""The value of five cards by the rules of this game; impossible hands are judged too.

The rules here judge any five ranks, and whether they are of one suit, so that a hand with the same
card twice has a value too. Where a hand can be dealt from one pack, they agree with
`poker.ranking`: a test compares all 2,598,960.

There are few enough such hands for a table. A card has a weight, and the sum of a hand's weights
is the key of that table: a digit to base 6 for each rank, above them three bits for each suit.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from carteado.engine.cards import Card
from carteado.engine.poker.classes import Category, HandClass

__all__ = ["CODES", "PACK", "WEIGHTS", "code_of", "judge_ranks", "strengths", "weigh"]

SUITS = "PECO"
"""Clubs, spades, hearts, diamonds: paus, espadas, copas, ouros."""

_RANKS = tuple(str(number) for number in (*range(2, 14), 1))
"""How each rank is written, from the deuce to the ace."""

PACK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in _RANKS for suit in SUITS)
"""The 52 cards as they are written in this game, by rank and then suit: ``2P`` to ``1O``."""

CODES: Mapping[str, str] = {
    "RSF": "a royal straight flush",
    "SF": "a straight flush",
    "FK": "four of a kind",
    "FH": "a full house",
    "F": "a flush",
    "S": "a straight",
    "TK": "three of a kind",
    "TP": "two pair",
    "OP": "one pair",
    "HC": "high card",
}
"""The meaning of each code, strongest first."""

_CODE_OF = {
    Category.STRAIGHT_FLUSH: "SF",
    Category.FOUR_OF_A_KIND: "FK",
    Category.FULL_HOUSE: "FH",
    Category.FLUSH: "F",
    Category.STRAIGHT: "S",
    Category.THREE_OF_A_KIND: "TK",
    Category.TWO_PAIR: "TP",
    Category.PAIR: "OP",
    Category.HIGH_CARD: "HC",
}
# Counts of equal ranks; (5,) can only come from a card that was written twice.
_OF_COUNTS = {
    (5,): Category.FOUR_OF_A_KIND,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
}
# Rank indices run from 0 for a deuce to 12 for an ace, as in `poker.classes`.
_ACE, _WHEEL = 12, (12, 3, 2, 1, 0)


def judge_ranks(ranks: Sequence[int], suited: bool) -> HandClass:
    """The value of five cards; values compare as the hands do.

    Args:
        ranks: from 0 for a deuce to 12 for an ace; a rank may come up to five times.
        suited: whether all five are of one suit.
    """
    counted = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    ordered = tuple(rank for count, rank in counted for _ in range(count))
    kind = _OF_COUNTS.get(tuple(count for count, _ in counted))
    if kind is None:
        return _judge_different(ordered, suited)
    # Five cards of one suit with a pair: a card seen twice makes this possible.
    if suited and kind < Category.FLUSH:
        return HandClass(Category.FLUSH, tuple(sorted(ranks, reverse=True)))
    return HandClass(kind, ordered)


def _judge_different(ranks: tuple[int, ...], suited: bool) -> HandClass:
    """Five different ranks, the highest first. The ace is low in A-2-3-4-5 only."""
    if ranks == _WHEEL:
        ranks = (*ranks[1:], _ACE)
    elif ranks[0] - ranks[4] != 4:
        return HandClass(Category.FLUSH if suited else Category.HIGH_CARD, ranks)
    return HandClass(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, ranks)


def code_of(hand: HandClass) -> str:
    """The code of a combination."""
    if hand.category is Category.STRAIGHT_FLUSH and hand.ranks[0] == _ACE:
        return "RSF"
    return _CODE_OF[hand.category]


# Each rank occurs 0 to 5 times, so base 6 never carries into the next digit.
_BASE = 6
# 6^13 is less than 2^34, so ranks need 34 bits; a suit count up to 5 needs three.
_SUIT_SHIFT = 34
_RANK_MASK = (1 << _SUIT_SHIFT) - 1
_SUITED = 1 << _SUIT_SHIFT
_ONE_SUIT = frozenset(5 << 3 * suit for suit in range(4))

WEIGHTS: Mapping[str, int] = {
    card: _BASE ** (place // 4) + (1 << _SUIT_SHIFT + 3 * (place % 4))
    for place, card in enumerate(PACK)
}
"""What each card adds to the weight of a hand, by how it is written."""


def weigh(hand: Sequence[str]) -> int:
    """A hand's key in `strengths`.

    Raises:
        KeyError: there is no such card.
        ValueError: there are not five.
    """
    # Unpacking raises ValueError for any other number of cards.
    a, b, c, d, e = hand
    of = WEIGHTS
    weight = of[a] + of[b] + of[c] + of[d] + of[e]
    if weight >> _SUIT_SHIFT in _ONE_SUIT:
        # The suit counts shrink to one bit: only "all of one suit" matters for the value.
        return weight & _RANK_MASK | _SUITED
    return weight & _RANK_MASK


@functools.cache
def strengths() -> tuple[Mapping[int, int], tuple[str, ...]]:
    """The strength of every hand by what `weigh` says of it, and the code of every strength."""
    judged: dict[int, HandClass] = {}
    # 6,188 multisets of ranks, each with and without one suit: small enough to build on first
    # use.
    for ranks in combinations_with_replacement(range(13), 5):
        weight: int = sum([_BASE**rank for rank in ranks])
        judged[weight] = judge_ranks(ranks, False)
        judged[weight | _SUITED] = judge_ranks(ranks, True)
    ordered = sorted(set(judged.values()))
    places = {hand: strength for strength, hand in enumerate(ordered)}
    return {key: places[hand] for key, hand in judged.items()}, tuple(map(code_of, ordered))
