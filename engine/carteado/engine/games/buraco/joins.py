"""The smallest groups of cards with which a run can grow.

A card beyond a gap needs the cards of the gap, except one if a wild fills it. An ace moves to the
other end of its run if all cards missing there are added at once. So more may be laid together than
one after the other. This module finds all of it: every addition to a run is one of these joins,
followed by others, each by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, PLACE, WILD
from carteado.engine.games.buraco.hands import LANES, Holding, bits_of
from carteado.engine.games.buraco.runs import Melding, Run, stands
from carteado.engine.games.buraco.shapes import (
    Shape,
    code_of,
    grown_within,
    has_other_wild,
    includes,
    spelled,
)

__all__ = ["joins", "leaps", "may_leap"]

Faces = tuple[Card, ...]


def joins(run: Run, top: Card, held: Holding, rules: Melding) -> list[Faces]:
    """The fewest cards of a hand with which a card may be added to a run, the fewer first.

    None of them holds another one, unless the wild has another place then.

    Args:
        run: on the table.
        top: the face.
        held: the hand.
        rules: of the house.
    """
    shape = run.shape
    if shape is None or not (shape.rank or shape.suit == top[1] or top in WILD):
        return []
    # An own 2 may be the wild, and then for good: beside another one it lies in its place.
    apart = not rules.wild_regularise and f"2{shape.suit}" in (top, *run.cards)
    free = shape.rank or rules.wild_relocation == "free"
    if free and not apart and run.lanes & bits_of(top):
        return [()]
    if shape.rank:
        return []
    once, _, hand = held
    # A wild may fill a gap and an ace has two places, so this short cut is not for them.
    if top not in WILD and top[0] != "A":
        missing = _gaps(shape.plain | 1 << PLACE[top[0]]) & ~(once >> _LOW[shape.suit])
        if missing & missing - 1:  # more than the wild can fill
            return []

    # 0 says to `stands` that a wild lies there, but not where.
    at = 0 if run.marred else run.wild_at

    def places(after: Shape) -> Iterable[object]:
        spots = stands(shape, at, after, rules.wild_relocation, rules.wild_regularise)
        return [(spot, has_other_wild(after)) for spot in spots] if apart else spots

    return _fewest(shape, (top,), hand, places)


_LOW = dict(LANES)


def _gaps(row: int) -> int:
    """The places between the lowest and the highest of some that are none of them."""
    return (1 << row.bit_length()) - (row & -row) & ~row


def leaps(run: Run, held: Holding) -> list[Faces]:
    """The cards of a hand, two or more, that fit a run together and none of them before.

    Where a wild has its place it may still forbid them.
    """
    if run.shape is None or not may_leap(run, held):
        return []
    # The place of the wild does not matter here, so all longer runs count as one.
    fewest = _fewest(run.shape, (), held[2], lambda after: (0,))
    return [cards for cards in fewest if len(cards) > 1]


def may_leap(run: Run, held: Holding) -> bool:
    """Whether a hand may have such cards for a run."""
    # Every place between has to be filled by the hand; the wild already stands beside the ace.
    return run.leap != 0 and not run.leap & ~held[0]


def _fewest(
    before: Shape,
    top: Faces,
    hand: tuple[Card, ...],
    places: Callable[[Shape], Iterable[object]],
) -> list[Faces]:
    """The fewest cards of a hand with which a run grows, for each of the places of its wild.

    Args:
        before: what it is.
        top: what is added in any case.
        hand: handles.
        places: the difference between one run and another, above all the places of the wild.
    """
    base = before.code + code_of(top, before.suit)
    found: dict[int, None] = {}
    # For each arrangement its minimal additions: a superset leads nowhere new.
    least: dict[object, list[int]] = {}
    for after in grown_within(before, base, code_of(hand, before.suit)):
        more = after.code - base
        for place in places(after):
            others = least.setdefault(place, [])
            # Shorter runs come first, so a set of cards that holds another one is always met later.
            if not any(includes(more, other) for other in others):
                others.append(more)
                found[more] = None
    if not found:
        return []
    wilds = [face for face in dict.fromkeys(map(FACE_OF.__getitem__, hand)) if face in WILD]
    return [cards for more in found for cards in spelled(more, before.suit, wilds)]
