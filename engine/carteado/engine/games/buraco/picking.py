"""Picks a legal play by a number, for random players: evenly by kind, then within the kind.

If every play of a kind is legal, the plays are counted instead of listed.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from carteado.engine.games.buraco.actions import Decline, Draw, Redraw, SingleAction, TakePile
from carteado.engine.games.buraco.cards import FACE_OF, meant
from carteado.engine.games.buraco.enumeration import groups_of, meld_of
from carteado.engine.games.buraco.hands import FACE_AT, bits_of, less, nth_face, one_each
from carteado.engine.games.buraco.legal import (
    DISCARDS,
    Legal,
    checked_melds,
    discards,
    extension,
    extensions,
    is_free,
    melding,
    taking,
    takings,
)
from carteado.engine.games.buraco.position import Position

__all__ = ["pick"]

T = TypeVar("T")


def pick(legal: Legal, number: int) -> SingleAction:
    """A legal action by a number from 0: evenly by kind, then evenly among those of the kind.

    Raises:
        ValueError: nothing is legal, or the number is negative.
    """
    kinds = _picks(
        legal.draw,
        legal.take,
        legal.decline,
        legal.redraw,
        legal.meld,
        legal.extend,
        legal.discard,
    )
    if not kinds or number < 0:
        raise ValueError("nothing is legal" if not kinds else f"{number} is negative")
    many = len(kinds)
    # The kind takes the remainder and the play the quotient, so that neither decides the other.
    return kinds[number % many](legal.position, number // many)


def _pick_take(position: Position | None, number: int) -> SingleAction:
    if position is None:
        return _FREE_TAKE
    cards, meld = _at(takings(position), number)
    return taking(cards=cards, meld=meld)


def _pick_extend(position: Position, number: int) -> SingleAction:
    """An addition, without listing all of them if possible."""
    # The short cut counts cards, which is right only if each fitting card may be laid.
    if not is_free(position, 1) or position.leaping:
        return _at(extensions(position), number)
    faces, wanted = one_each(position.held[0]), position.wanted
    counts = [(lanes & faces).bit_count() for lanes in wanted]
    # A card that fits several runs is a choice for each of them.
    number %= sum(counts)
    at = 0
    while number >= counts[at]:
        number -= counts[at]
        at += 1
    face = FACE_AT.get(wanted[at] & faces) or nth_face(position.hand, wanted[at], number)
    return extension(meld=at, cards=(face,))


def _pick_discard(position: Position, number: int) -> SingleAction:
    hand = position.hand
    if len(hand) < 2:
        return _at(discards(position), number)
    once, _, _ = position.held
    if barred := position.barred:
        hand, face = less(hand, barred), FACE_OF[barred]
        # A twin of the barred card may still be discarded.
        if meant(hand, face) is None:
            once &= ~bits_of(face)
    different = one_each(once).bit_count()
    number %= different
    # Without twins the number is an index into the hand.
    face = FACE_OF[hand[number]] if different == len(hand) else nth_face(hand, once, number)
    return DISCARDS[face]


def _pick_meld(position: Position, number: int) -> SingleAction:
    """A new meld, without listing all of them if possible."""
    groups = groups_of(position.held, position.sets)
    counts = [len(bases) for bases, _, _ in groups]
    at = number % sum(counts)
    for group, count in zip(groups, counts, strict=True):
        if at < count:
            # Only the chosen meld is built; a large hand holds thousands.
            cards = meld_of(group, at)
            if is_free(position, len(cards)):
                return melding(cards=cards)
            # This meld may break a rule, so the number is taken among the legal ones instead.
            break
        at -= count
    return _at(checked_melds(position, groups), number)


_DRAW, _FREE_TAKE, _DECLINE, _REDRAW = Draw(), TakePile(), Decline(), Redraw()
_PICKS: Mapping[str, Callable[[Any, int], SingleAction]] = {
    "draw": lambda position, number: _DRAW,
    "take": _pick_take,
    "decline": lambda position, number: _DECLINE,
    "redraw": lambda position, number: _REDRAW,
    "meld": _pick_meld,
    "extend": _pick_extend,
    "discard": _pick_discard,
}
"""The function that picks an action of each kind, in the order of the kinds' numbers."""


@functools.cache
def _picks(*offers: bool) -> tuple[Callable[[Any, int], SingleAction], ...]:
    """The functions that pick an action, one for each kind that is offered."""
    return tuple(itertools.compress(_PICKS.values(), offers))


def _at(plays: Iterable[T], number: int) -> T:
    every = list(plays)
    return every[number % len(every)]
