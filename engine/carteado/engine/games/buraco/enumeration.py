"""Which melds a hand holds, without looking at each: by masks of places, remembered by suit.

Places are bits 1 to 14 of a suit; bit 14 is the second ace and bit 0 the second 2, so one number
tells what a suit of a hand can make. New melds come as groups: bases of natural cards, and the
wild that completes each of a group, so that they can be counted and picked without being listed.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, JOKER, PLACE, RANKS, SUITS, WILD
from carteado.engine.games.buraco.runs import shape_of

__all__ = ["Group", "groups_of", "melds_in"]

_SUIT_AT = {suit: at for at, suit in enumerate(SUITS)}
_BIT = {
    text: (-1, 0) if face == JOKER else (_SUIT_AT[face[1]], 1 << PLACE[face[0]])
    for text, face in FACE_OF.items()
    if face.isalnum()
}
_SECOND = {1 << 1: 1 << 14, 1 << 2: 1 << 0}
_TWO, _TWOS = 1 << 2, 1 << 2 | 1 << 0
_WILDS = (*(Card("2" + suit) for suit in SUITS), JOKER)
_SET_RANKS = {"none": "", "aces_kings_threes": "AK3", "aces_threes": "A3", "any": RANKS}

Faces = tuple[Card, ...]


class Group(NamedTuple):
    """New melds that are alike.

    Attributes:
        bases: the natural cards of each, the shorter ones first.
        wild: the wild that each has besides, None for none.
    """

    bases: tuple[Faces, ...]
    wild: Card | None


def groups_of(hand: Faces, sets: str) -> list[Group]:
    """The different melds that lie in a hand.

    Args:
        hand: handles or faces.
        sets: the house rule of sets.
    """
    masks, joker = [0, 0, 0, 0], False
    for card in hand:
        at, bit = _BIT[card]
        if at < 0:
            joker = True
        elif masks[at] & bit:
            masks[at] |= _SECOND.get(bit, 0)
        else:
            masks[at] |= bit
    wilds = [_WILDS[at] for at in range(4) if masks[at] & _TWO]
    if joker:
        wilds.append(JOKER)
    found: list[Group] = []
    for at, mask in enumerate(masks):
        if mask & ~_TWOS:
            natural, foreign, own = _suit_bases(mask, at)
            if natural:
                found.append(Group(natural, None))
            for wild in wilds:
                bases = own if wild == _WILDS[at] else foreign
                if bases:
                    found.append(Group(bases, wild))
    if sets != "none":
        found += _set_groups(hand, sets, wilds)
    return found


@functools.lru_cache(maxsize=1 << 15)
def _suit_bases(
    mask: int, suit: int
) -> tuple[tuple[Faces, ...], tuple[Faces, ...], tuple[Faces, ...]]:
    """Natural runs, cards that are one with any foreign wild, and with a 2 of the suit as one."""
    places = mask & ~1 & ~(1 << 14)
    if mask & 1 << 1:
        places |= 1 << 14
    two_aces = bool(mask >> 14 & 1)
    natural: set[Faces] = set()
    foreign: set[Faces] = set()
    own: set[Faces] = set()
    letter, wild = SUITS[suit], Card("2" + SUITS[suit])
    for low in range(1, 14):
        if not places >> low & 1:
            continue
        missing = 0
        row: list[Card] = []
        for high in range(low, 15):
            if not places >> high & 1:
                missing += 1
                if missing > 1:
                    break
                continue
            row.append(Card(RANKS[(high - 1) % 13] + letter))
            if low == 1 and high == 14 and not two_aces:
                break
            _sort_in(tuple(row), missing, mask, wild, natural, foreign, own)
    return _by_length(natural), _by_length(foreign), _by_length(own)


def _sort_in(
    row: Faces,
    missing: int,
    mask: int,
    wild: Card,
    natural: set[Faces],
    foreign: set[Faces],
    own: set[Faces],
) -> None:
    """Put natural cards, in a row or with one place missing, where they belong."""
    size = len(row)
    if not missing and size >= 3:
        natural.add(row)
    if not 2 <= size <= 13 or all(card in WILD for card in row):
        return
    foreign.add(row)
    has_second = wild not in row or mask & 1
    if mask & _TWO and has_second:
        shape = shape_of((*row, wild))
        # Where the 2 can lie in its own place it makes a natural run, which is counted already.
        if shape is not None and not shape.clean:
            own.add(row)


def _by_length(found: set[Faces]) -> tuple[Faces, ...]:
    return tuple(sorted(found, key=lambda row: (len(row), row)))


def _set_groups(hand: Faces, sets: str, wilds: list[Card]) -> list[Group]:
    found: list[Group] = []
    faces = sorted(FACE_OF[card] for card in hand)
    for rank in _SET_RANKS[sets]:
        cards = tuple([face for face in faces if face[0] == rank and face not in WILD])
        if len(cards) > 1:
            natural, mixed = _set_bases(cards)
            if natural:
                found.append(Group(natural, None))
            found += [Group(mixed, wild) for wild in wilds]
    return found


@functools.lru_cache(maxsize=1 << 12)
def _set_bases(cards: Faces) -> tuple[tuple[Faces, ...], tuple[Faces, ...]]:
    """The different sets of some cards of one rank, and those of two or more."""
    some = {
        part for size in range(2, len(cards) + 1) for part in itertools.combinations(cards, size)
    }
    return _by_length({part for part in some if len(part) > 2}), _by_length(some)


def melds_in(groups: list[Group]) -> Iterator[Faces]:
    """The melds of groups, one after the other."""
    for bases, wild in groups:
        for base in bases:
            yield base if wild is None else (*base, wild)
