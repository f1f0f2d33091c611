"""The pack of Buraco: faces, their points, and how equal cards in one hand are distinguished.

A face is rank and suit, ``9S``, or a joker, ``JKR``; the pack has each face twice. Two equal cards
are alike for everybody: what lies open and what the deck holds are faces. Only inside a hand has a
card a handle, its face and a letter: ``9Sa`` is the 9S taken up while the hand had no other,
``9Sb`` the second one. A letter follows from what its owner sees and means nothing to anybody else,
so it gives nothing away, neither where a card comes from nor what another hand holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from carteado.engine.cards import UNKNOWN, Card

__all__ = [
    "FACE_OF",
    "JOKER",
    "PLACE",
    "RANKS",
    "SUITS",
    "WILD",
    "arranged_hand",
    "card_named",
    "card_points",
    "faces_of",
    "handle_in",
    "handled",
    "meant",
    "pack",
    "split_place",
]

RANKS = "A23456789TJQK"
SUITS = "SHDC"

JOKER = Card("JKR")
_FACES: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

PLACE: Mapping[str, int] = {rank: place for place, rank in enumerate(RANKS, 1)}
"""Place of a rank in a run, the ace's low one; its high one is 14."""

WILD: frozenset[Card] = frozenset({JOKER, *(Card("2" + suit) for suit in SUITS)})
"""Faces that may stand for another face."""

_LETTERS = "abcd"

_HANDLES: Mapping[Card, tuple[Card, ...]] = {
    **{face: tuple(Card(face + letter) for letter in _LETTERS[:2]) for face in _FACES},
    JOKER: tuple(Card(JOKER + letter) for letter in _LETTERS),
    UNKNOWN: (UNKNOWN,),
}

# The handles are the same objects here and in the hands, so comparisons by identity succeed.
FACE_OF: Mapping[str, Card] = {
    **{face: face for face in (*_FACES, JOKER)},
    **{handle: face for face, handles in _HANDLES.items() for handle in handles},
}
"""Face of every text that names a card: a face itself, or a handle."""

_face_of = FACE_OF.__getitem__

_MEANT: Mapping[Card, frozenset[Card]] = {
    **{handle: frozenset([handle]) for handles in _HANDLES.values() for handle in handles},
    **{face: frozenset(handles) for face, handles in _HANDLES.items()},
}

_POINTS: Mapping[str, int] = {
    **dict.fromkeys("A", 15),
    # Values by the study's assignment (buraco.md, 1.1, card points).
    **dict.fromkeys("KQJT98", 10),
    **dict.fromkeys("76543", 5),
}

_ORDER: Mapping[str, tuple[int, int]] = {
    text: (SUITS.find(face[1]) % 5 if face != JOKER else 5, PLACE.get(face[0], 0))
    for text, face in FACE_OF.items()
    if face != UNKNOWN
}

# Every accepted spelling is in a table, so parsing input is a lookup and never slow.
# People write ten as on the cards: 10S is TS.
_WRITTEN: Mapping[str, Card] = {
    written: Card(text)
    for text in FACE_OF
    if text != UNKNOWN
    for spelled in (text, text.replace("T", "10"))
    for written in (spelled, spelled.lower())
}


def card_named(text: str) -> Card | None:
    """The face or handle that somebody wrote, in capitals or not, ten as ``T`` or ``10``.

    None for anything else.
    """
    return _WRITTEN.get(text) or _WRITTEN.get(text.lower())


def meant(hand: Iterable[Card], name: Card, but: Collection[str] = ()) -> Card | None:
    """The handle in a hand that a face or handle names: of equal cards the first one.

    Args:
        hand: handles.
        name: the face or handle.
        but: excluded handles.
    """
    # A face means any of its handles; a handle means only itself.
    handles = _MEANT[name]
    for one in hand:
        if one in handles and one not in but:
            return one
    return None


def pack(jokers: int) -> tuple[Card, ...]:
    """Two packs of 52 cards with a given number of jokers."""
    return (*_FACES, *_FACES, *(JOKER,) * jokers)


def card_points(face: Card, two: int, joker: int) -> int:
    """Points of a card.

    Args:
        face: the card.
        two: points of a 2.
        joker: points of a joker.
    """
    if face == JOKER:
        return joker
    return two if face[0] == "2" else _POINTS[face[0]]


def faces_of(cards: Iterable[str]) -> tuple[Card, ...]:
    """The faces of handles."""
    return tuple(map(_face_of, cards))


def handle_in(hand: Collection[Card], face: Card) -> Card:
    """The handle that a card gets when it comes into a hand."""
    handles = _HANDLES[face]
    for one in handles:
        if one not in hand:
            return one
    # UNKNOWN has one handle for all, and a scenario may hold more copies than the pack.
    return handles[-1]


def handled(hand: Collection[Card], faces: Collection[Card]) -> tuple[Card, ...]:
    """The handles that cards get when they come into a hand, in their order."""
    taken = {*hand}
    found: list[Card] = []
    for face in faces:
        # The first letter is free in most cases; only then is the search skipped.
        handle = _HANDLES[face][0]
        if handle in taken:
            handle = handle_in(taken, face)
        taken.add(handle)
        found.append(handle)
    return tuple(found)


def arranged_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards or handles by suit and rank, jokers last; unknown ones after all others."""
    return tuple(sorted(cards, key=lambda card: (*_ORDER.get(card, (9, 0)), card)))


def split_place(text: str) -> tuple[str, str | None]:
    """A card as written in a meld, and what it stands for: ``2S=4H`` is ``2S`` for ``4H``."""
    card, sign, stands_for = text.partition("=")
    return card, stands_for if sign else None
