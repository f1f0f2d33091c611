"""The melds that a hand holds, found by lanes of places instead of one by one, cached by suit.

New melds come as groups: bases of natural cards, and the wild that completes each of a group, so
that they can be counted and picked without being listed. A meld with a wild in a gap for which the
hand has the natural card is legal, but is not listed. Whether there is any meld is tested for all
suits at once.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import cast

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import JOKER, PLACE, RANKS, SUITS, WILD
from carteado.engine.games.buraco.hands import JOKERS, LANES, TWOS, Holding, alike, with_face
from carteado.engine.games.buraco.shapes import SET_RANKS, shape_of

__all__ = ["Group", "groups_of", "has_meld", "has_meld_of", "meld_of", "melds_in"]

_LANE = (1 << 16) - 1
_SETS = {sets: [(rank, PLACE[rank]) for rank in ranks] for sets, ranks in SET_RANKS.items()}
_SET_PLACES = {sets: sum([8 << 4 * place for _, place in ranks]) for sets, ranks in _SETS.items()}
"""The ranks of the sets, in the form of `alike`."""
_LOW = dict(LANES)
_WILDS = [*[(Card("2" + suit), 1 << low + 2) for suit, low in LANES], (JOKER, JOKERS)]
_NEAR = [(0b11011 << at >> 2) & _LANE & ~1 for at in range(15)]
"""The places two above and below each place."""
_SORTED_LANES = sorted(LANES)
_ALIKE = sum([1 << low for _, low in LANES])
"""The bits of cards of one rank, those of the first place."""

Faces = tuple[Card, ...]


Group = tuple[tuple[Sequence[str], ...], str, Card | None]
"""New melds that are alike: bases, suit, wild.

The bases are the natural cards of each, the shorter ones first; of runs their ranks. The suit is of
the runs, '' for sets. The wild is what each has besides, None for none.
"""


def meld_of(group: Group, at: int) -> Faces:
    """One of the melds of a group, by its number from 0."""
    bases, suit, wild = group
    base = bases[at]
    cards = _faces(base, suit) if suit else cast(Faces, base)
    return cards if wild is None else (*cards, wild)


def has_meld(held: Holding, sets: str) -> bool:
    """Whether a hand holds a meld; if so, it holds one of three cards.

    Args:
        held: the hand.
        sets: the house rule of sets.
    """
    once, twice, _ = held
    # Bits 15 and 0 of a lane are free, so a shift by two never joins cards of two suits.
    # Three neighbouring bits are three cards in sequence.
    if once & once >> 1 & once >> 2:
        return True
    wilds, joker = once & TWOS, once & JOKERS
    if wilds or joker:
        # Two cards with a wild beside or between them; a 2 that is the only wild is not one of
        # the two, unless there is another.
        alone = not joker and not wilds & wilds - 1
        cards = once & ~(wilds & ~twice) if alone else once
        if cards & (cards >> 1 | cards >> 2):
            return True
    if sets == "none":
        return False
    return alike(held, 2 if wilds or joker else 3) & _SET_PLACES[sets] != 0


def has_meld_of(held: Holding, face: Card, sets: str) -> bool:
    """Whether a hand with one more card, which is not a wild, holds a meld with that card.

    Args:
        held: the hand without the card.
        face: the card.
        sets: the house rule of sets.
    """
    once, twice, _ = held
    place, low = PLACE[face[0]], _LOW[face[1]]
    lane = once >> low & _LANE
    # An ace is a neighbour of the 2 and of the king.
    for at in (place, 14) if place == 1 else (place,):
        # With the card itself in hand, two neighbours within two places make a run with it.
        near = lane & _NEAR[at]
        # Two neighbours on one side, or one on each side, complete a run without a wild.
        if near & near >> 1 or near >> at - 1 & near >> at + 1 & 1:
            return True
        if near:
            wilds = once & (TWOS | JOKERS)
            alone = 1 << low + 2
            # The only neighbour is the suit's 2: it cannot be neighbour and wild at once.
            if near == 1 << 2 and not twice & alone:
                wilds &= ~alone
            if wilds:
                return True
    if not _SET_PLACES[sets] >> 4 * place & 8:
        return False
    mates = (once & _ALIKE << place).bit_count() + (twice & _ALIKE << place).bit_count()
    return mates > 1 or (mates == 1 and once & (TWOS | JOKERS) != 0)


def groups_of(held: Holding, sets: str, top: Card | None = None) -> list[Group]:
    """The different melds that lie in a hand.

    Args:
        held: the hand.
        sets: the house rule of sets.
        top: the face of one card more; of the melds at least those that it may be in are found.
    """
    # The top card is treated as if it were in the hand: its melds are found with the rest.
    once, twice, _ = held = held if top is None else with_face(held, top)
    wilds = [wild for wild, bits in _WILDS if once & bits]
    rank, suit = ("", "") if top is None or top in WILD else (top[0], top[1])
    near = _near(once, bool(wilds))
    found: list[Group] = []
    for letter, low in LANES:
        lane = near >> low & _LANE
        # 4 is the bit of the 2: a lone 2 starts no run.
        if lane & ~4 and suit in (letter, ""):
            natural, foreign, own = _rank_bases(lane, twice >> low & 0b110)
            if natural:
                found.append((natural, letter, None))
            for wild in wilds:
                bases = own if wild[1] == letter else foreign
                if bases:
                    found.append((bases, letter, wild))
    if sets != "none":
        found += _set_groups(held, sets, wilds, rank)
    return found


def _near(once: int, wild: bool) -> int:
    """The faces of a hand that may be in one of its runs by their neighbours, and all 2s."""
    # A wild bridges one place, so neighbours may be two places apart.
    if wild:
        return once & (once << 1 | once << 2 | once >> 1 | once >> 2 | TWOS)
    three = once & once >> 1 & once >> 2
    return three | three << 1 | three << 2


# Cached apart from the ranks, which all four suits share.
@functools.lru_cache(maxsize=1 << 14)
def _in_suit(rows: tuple[Sequence[str], ...], suit: str) -> tuple[Faces, ...]:
    return tuple([_faces(row, suit) for row in rows])


@functools.lru_cache(maxsize=1 << 12)
def _faces(row: Sequence[str], suit: str) -> Faces:
    return tuple([Card(rank + suit) for rank in row])


@functools.lru_cache(maxsize=1 << 14)
def _rank_bases(lane: int, twice: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Natural runs, cards that are one with any foreign wild, and with a 2 of the suit as one.

    As ranks: what lies in one suit lies in every suit.

    Args:
        lane: the places of the suit that the hand has.
        twice: of ace and 2, those that it has twice.
    """
    natural: list[str] = []
    foreign: list[str] = []
    own: list[str] = []
    for row, closed in _rows(lane, two_aces=bool(twice & 1 << 1)):
        if closed and len(row) > 2:
            natural.append(row)
        # A run has 14 cards at most, so one that is full takes no wild.
        if len(row) < 14:
            foreign.append(row)
            if lane & 1 << 2 and ("2" not in row or twice & 1 << 2) and _with_own_two(row):
                own.append(row)
    return _by_length(natural), _by_length(foreign), _by_length(own)


def _rows(lane: int, *, two_aces: bool) -> Iterator[tuple[str, bool]]:
    """Two cards or more of a lane with at most one place missing between, and whether none is."""
    # Every start and every end: 13 * 14 / 2 pairs at most, cut short at the second gap.
    for low in range(1, 14):
        if not lane >> low & 1:
            continue
        row, missing = RANKS[low - 1], 0
        for high in range(low + 1, 15):
            if lane >> high & 1:
                # One ace cannot stand at both ends.
                if low == 1 and high == 14 and not two_aces:
                    break
                row += RANKS[(high - 1) % 13]
                yield row, not missing
            # A run has one wild at most, so it can bridge one missing place.
            elif missing:
                break
            else:
                missing = 1


@functools.lru_cache(maxsize=1 << 10)
def _with_own_two(row: str) -> bool:
    """Whether the cards of a suit make a run with a 2 of it as the wild.

    Where it can lie in its own place it makes a natural run, which is counted already.
    """
    # The suit does not matter, so the first one stands for all.
    shape = shape_of(_faces(row + "2", SUITS[0]))
    return shape is not None and not shape.clean


def _by_length(found: list[str]) -> tuple[str, ...]:
    return tuple(sorted(found, key=lambda row: (len(row), row)))


def _set_groups(held: Holding, sets: str, wilds: list[Card], only: str) -> list[Group]:
    """The sets of the ranks that the house rule allows; of one rank alone where it is given."""
    once, twice, _ = held
    found: list[Group] = []
    # With a wild two cards of a rank are enough for a set.
    many = alike(held, 2 if wilds else 3) & (8 << 4 * PLACE[only] if only else -1)
    for rank, place in _SETS[sets] if many else ():
        if many >> 4 * place & 8:
            natural, mixed = _set_bases(rank, once >> place & _ALIKE, twice >> place & _ALIKE)
            if natural:
                found.append((natural, "", None))
            for wild in wilds:
                found.append((mixed, "", wild))
    return found


@functools.lru_cache(maxsize=1 << 12)
def _set_bases(rank: str, once: int, twice: int) -> tuple[tuple[Faces, ...], tuple[Faces, ...]]:
    """The different sets of a hand's cards of a rank, and those of two or more of them.

    Args:
        rank: of the cards.
        once: the suits of which the hand has it, the lowest bits of their lanes.
        twice: those of which it has it twice.
    """
    cards: list[Card] = []
    for suit, low in _SORTED_LANES:
        cards += [Card(rank + suit)] * ((once >> low & 1) + (twice >> low & 1))
    # Eight cards at most give fewer than 256 parts, and the set leaves equal ones out.
    some = sorted(
        {part for size in range(2, len(cards) + 1) for part in itertools.combinations(cards, size)},
        key=lambda part: (len(part), part),
    )
    return tuple([part for part in some if len(part) > 2]), tuple(some)


def melds_in(groups: list[Group]) -> Iterator[Faces]:
    """The melds of groups, one after the other."""
    for bases, suit, wild in groups:
        for base in _in_suit(bases, suit) if suit else cast(tuple[Faces, ...], bases):
            yield base if wild is None else (*base, wild)
