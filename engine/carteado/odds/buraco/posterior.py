"""Weights for imagined deals by the others' plays: their discards and draws reveal hidden cards.

This is the study's theta, by weighting imagined deals instead of listing hands: a deal has more
weight if the others' plays fit their hands in it. Three signs count:

* Discards. A player seldom discards a card that the hand needs: face x is discarded with a chance
  proportional to exp(-theta * need(x)), where `need` counts the neighbours of x in the hand.
* Draws from the stock while the pile could be taken: the more cards of the pile the hand could use,
  the less likely such a draw is.
* Kept cards. A player mostly lays a card that fits a run of the own pair, so such cards are seldom
  in the hands.

An imagined deal has the present hands. For an earlier play, the cards that left a hand since are
put back and the cards known to have come are taken out; cards drawn from the stock since stay in,
so older signs count less. This is a model of how people play, not a law. It is off by default, and
a player with another style misleads it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.events import (
    CardDiscarded,
    CardDrawn,
    DealStarted,
    MeldExtended,
    MeldLaid,
    MortoTaken,
    PileTaken,
)
from carteado.engine.games.buraco.kernel import Kernel
from carteado.engine.games.buraco.kernel.faces import BIT, ID, ids_of
from carteado.engine.games.buraco.state import SEATS, State
from carteado.odds.buraco.trials import Weigh

__all__ = ["DEFAULT", "Sign", "Theta", "reading", "signs_of"]

_PLACES = 0x3FFF
_NEEDED = 4
"""The need for a wild, on top of that from its neighbours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theta:
    """The weights of the signs in the others' plays; with all weights 0 the signs have no effect.

    Attributes:
        discard: weight of each neighbour in the hand, for a discard.
        pile: weight of each card of the pile that the hand could use, for a draw from the stock.
        kept: weight of each card that fits a run of the own pair and is not laid.
        fades: by how much a sign counts less for every turn of its seat since, 0 to 1.
    """

    discard: float = 0.5
    pile: float = 0.5
    kept: float = 1.0
    fades: float = 0.8


DEFAULT = Theta()
"""Not the sharpest reading of greedy players, who play evenly; see `docs/buraco-odds.md`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A play of another seat, and the changes of its hand since.

    Attributes:
        seat: the seat that made the play.
        card: the card thrown, None for a draw from the stock.
        pile: the pile that was not taken, if the sign is a draw.
        removed: faces that left the hand since, the discard included.
        added: faces known to have come into it since.
        turns: turns of the seat since.
    """

    seat: int
    card: Card | None = None
    pile: tuple[Card, ...] = ()
    removed: tuple[Card, ...] = ()
    added: tuple[Card, ...] = ()
    turns: int = 0


@dataclass(slots=True)
class _Follower:
    """Collects signs; those of an emptied hand are dropped."""

    seat: int
    signs: list[Sign] = field(default_factory=list)

    def see(self, event: object, before: State) -> None:
        if isinstance(event, DealStarted):
            # Each deal has new hands.
            self.signs.clear()
        elif isinstance(event, MeldLaid | MeldExtended):
            self._change(event.seat, removed=event.cards)
        elif isinstance(event, PileTaken):
            added = event.cards if event.top is None else (*event.cards, event.top)
            self._change(event.seat, added=tuple([card for card in added if card != UNKNOWN]))
        elif isinstance(event, CardDrawn):
            pile = tuple([card for card in before.pile if card != UNKNOWN])
            # The first card of a deal may be exchanged, so its draw says nothing about the pile.
            if event.seat != self.seat and pile and not event.offer:
                self.signs.append(Sign(seat=event.seat, pile=pile))
        elif isinstance(event, CardDiscarded):
            # Older signs of the seat age before the new one joins, so the new sign counts at full
            # strength.
            self._change(event.seat, removed=(event.card,), turns=1)
            if event.seat != self.seat:
                self.signs.append(Sign(seat=event.seat, card=event.card, removed=(event.card,)))
        elif isinstance(event, MortoTaken):
            # A morto replaces an emptied hand, to which the earlier signs do not apply.
            self.signs = [sign for sign in self.signs if sign.seat != event.seat]

    def _change(
        self, seat: int, removed: Sequence[Card] = (), added: Sequence[Card] = (), turns: int = 0
    ) -> None:
        self.signs = [
            replace(
                sign,
                removed=(*sign.removed, *removed),
                added=(*sign.added, *added),
                turns=sign.turns + turns,
            )
            if sign.seat == seat
            else sign
            for sign in self.signs
        ]


def signs_of(history: Iterable[tuple[Any, State]], seat: int) -> tuple[Sign, ...]:
    """The signs that the others have given in the present deal.

    Args:
        history: events as the seat saw them, each with its view before it; earlier deals and
            events of the table may be among them.
        seat: the seat that reads the signs.
    """
    follower = _Follower(seat)
    for event, before in history:
        follower.see(event, before)
    return tuple(follower.signs)


def reading(signs: Sequence[Sign], seat: int, theta: Theta = DEFAULT) -> Weigh:
    """A weight for imagined deals, from 0 to 1 for each sign and each hand.

    Args:
        signs: from `signs_of`.
        seat: the seat that reads the signs.
        theta: the weights of the signs.
    """
    # Converted to kernel faces once, since `weigh` runs for every imagined deal.
    rows = [
        (
            sign.seat,
            -1 if sign.card is None else ID[sign.card],
            ids_of(sign.pile),
            ids_of(sign.removed),
            ids_of(sign.added),
            theta.fades**sign.turns,
        )
        for sign in signs
    ]

    def weigh(kernel: Kernel) -> float:
        # Logarithms are added, since a product of many small chances could underflow.
        log_weight = 0.0
        for who, card, pile, removed, added, strength in rows:
            hand = _then(kernel.hand(who), removed, added)
            if card >= 0:
                log_weight += strength * _log_thrown(card, hand, theta.discard)
            else:
                log_weight += strength * _log_left(pile, hand, theta.pile)
        for who in range(SEATS):
            if who != seat:
                # Each hand pays for cards of its own pair's runs that it did not lay.
                fits = kernel.one[who] & kernel.wants[who & 1]
                log_weight -= theta.kept * fits.bit_count()
        return math.exp(log_weight)

    return weigh


def _then(hand: Sequence[int], removed: Sequence[int], added: Sequence[int]) -> list[int]:
    """The hand at the time of a sign, as far as it is known."""
    found = [*hand, *removed]
    for face in added:
        if face in found:
            found.remove(face)
    return found


def _needs(hand: Sequence[int]) -> dict[int, int]:
    """The need of a hand for each of its faces: its neighbours in suit; direct ones count twice."""
    mask = 0
    for face in hand:
        mask |= BIT[face]
    return {face: _need(face, mask) for face in dict.fromkeys(hand)}


def _need(face: int, mask: int) -> int:
    if not BIT[face]:
        return _NEEDED
    shift, place = face & 48, face & 15
    suit = mask >> shift & _PLACES
    # The ace is at place 1 and at place 14, so that it has neighbours at both ends.
    suit |= (suit & 2) << 13
    places = (1, 14) if place == 1 else (place,)
    # Bit 0 holds no card, so it serves for the places below a low ace.
    near = max(
        [
            2 * ((suit >> at + 1 & 1) + (suit >> at - 1 & 1))
            + (suit >> at + 2 & 1)
            + (suit >> max(at - 2, 0) & 1)
            for at in places
        ]
    )
    return near + (_NEEDED if place == 2 else 0)


def _log_thrown(card: int, hand: Sequence[int], theta: float) -> float:
    """Logarithm of the chance that a hand discards a card that it has."""
    if not theta:
        return 0.0
    needs = _needs(hand)
    # Softmax over the different faces of the hand; the denominator makes the chances sum to 1.
    return -theta * needs[card] - math.log(sum(math.exp(-theta * need) for need in needs.values()))


def _log_left(pile: Sequence[int], hand: Sequence[int], theta: float) -> float:
    """Logarithm of the weight for leaving a pile; lower for each card that the hand could use."""
    if not theta:
        return 0.0
    mask = 0
    for face in hand:
        mask |= BIT[face]
    # At least 3 means a possible run: two direct neighbours, or one and another at distance two.
    # A wild passes too.
    return -theta * sum(_need(face, mask) >= 3 for face in dict.fromkeys(pile))
