"""The exact distribution of a deal's hidden cards, as one seat sees it.

Every way of dealing the unknown cards to the hidden places is equally likely. So the copies of a
face follow a multivariate hypergeometric distribution. The places are the stock, each morto, a
morto laid aside, the covered part of a closed pile, and the unknown cards of each other hand. Cards
that were taken from an open pile and not yet played are known. All chances are ratios of whole
numbers of ways. `posterior` adds what the plays of the others reveal.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.cards import FACE_OF, JOKER, WILD
from carteado.engine.games.buraco.kernel import Knowledge, knowledge_of
from carteado.engine.games.buraco.state import SEATS, State
from carteado.odds.results import OddsError

__all__ = [
    "FaceChances",
    "Locations",
    "all_somewhere",
    "locations_in_turn",
    "locations_of",
    "somewhere",
]


def somewhere(copies: int, slots: int, unknown: int) -> Fraction:
    """The chance that at least one of some cards lies in one of some slots.

    Args:
        copies: the number of these cards among the unknown ones.
        slots: the number of these hidden places.
        unknown: unknown cards in all.

    Raises:
        OddsError: `copies` or `slots` exceeds `unknown`, or a number is below 0.
    """
    if not 0 <= copies <= unknown or not 0 <= slots <= unknown:
        raise OddsError(
            f"copies and slots are 0 to {unknown}, the unknown cards: {copies} and {slots}"
        )
    # Complement: all slots are filled from the unknown cards that are not meant.
    return 1 - Fraction(math.comb(unknown - copies, slots), math.comb(unknown, slots))


def all_somewhere(faces: int, copies: int, slots: int, unknown: int) -> Fraction:
    """The chance that each of some faces lies in a number of the unknown cards' places.

    Args:
        faces: how many, each with the same number of unknown copies.
        copies: unknown copies of each.
        slots: the number of these places.
        unknown: unknown cards in all.

    Raises:
        OddsError: as `somewhere`.
    """
    return Fraction(
        sum(
            # Inclusion and exclusion over the faces of which no copy lies there.
            (-1) ** missing
            * math.comb(faces, missing)
            * (1 - somewhere(missing * copies, slots, unknown))
            for missing in range(faces + 1)
        )
    )


def _require_own_view(view: State, seat: int) -> None:
    """Refuse a state that is not the view of a seat, or of no deal.

    Raises:
        OddsError: the view shows cards that the seat does not see, or hides its own; or no deal is
            being played, or no turn has begun.
    """
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise OddsError(f"there are seats 0 to {SEATS - 1}, not {seat!r:.40}")
    if not view.in_deal:
        raise OddsError("no deal is being played")
    if view.phase == "turned":
        raise OddsError("a turn is over and the next one has not begun: ask one event later")
    # A redacted view has blanks at these places; any card there comes from a state with all cards.
    # A full state must not be used: its cards would make every chance 0 or 1 and leak other
    # hands.
    others = [card for who in range(SEATS) if who != seat for card in view.hands[who]]
    dealt = [card for who in range(SEATS) if who != seat for card in view.dealt[who]]
    sealed = [*view.deck, *view.buried]
    if any(card != UNKNOWN for card in (*others, *dealt, *sealed)):
        raise OddsError(
            f"this state shows cards that seat {seat} does not see: odds are given for its own "
            "view, such as visibility.redact makes it"
        )
    if UNKNOWN in view.hands[seat]:
        raise OddsError(
            f"this state hides the hand of seat {seat}: odds are given for its own view"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceChances:
    """The places where a face may be. Chances are that at least one copy is there.

    Attributes:
        face: the card.
        unknown: copies that nobody has shown.
        stock: the chance that one lies in the stock.
        hands: by seat; 1 where one is known to be.
        mortos: the chance of each morto on the table, the next one first.
        elsewhere: the chance of a morto laid aside or the covered part of a closed pile.
        next: the chance to be the next card of the stock, 0 where none can be drawn.
    """

    face: Card
    unknown: int
    stock: Fraction
    hands: tuple[Fraction, ...]
    mortos: tuple[Fraction, ...]
    elsewhere: Fraction
    next: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Locations:
    """The distribution of the hidden cards.

    Attributes:
        knowledge: what the seat knows.
        copies: unknown copies by face.
        total: unknown cards.
    """

    knowledge: Knowledge
    copies: Mapping[Card, int]
    total: int

    @property
    def seat(self) -> int:
        """The seat whose view it is."""
        return self.knowledge.seat

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.knowledge.seat + 2) % SEATS

    @property
    def drawable(self) -> int:
        """Cards of the stock that can be drawn: those that the house keeps back cannot."""
        # The house may keep a reserve in the stock that ends the deal before the last card.
        return max(0, self.knowledge.stock - self.knowledge.state.options.stock_reserve)

    @property
    def wilds(self) -> frozenset[Card]:
        """The wild faces of this pack."""
        return WILD if self._jokers else WILD - {JOKER}

    def unknown(self, faces: Iterable[Card]) -> int:
        """Unknown copies of some faces, each counted once."""
        # A set, so that naming a face twice does not count its copies twice.
        return sum(self.copies.get(face, 0) for face in set(faces))

    def face(self, face: Card) -> FaceChances:
        """The chances of the places where a face may be.

        Raises:
            OddsError: it is not a card of this pack.
        """
        face = self._face(face)
        known = self.knowledge
        hands = [
            Fraction(1) if face in known.known[seat] else self._in([face], known.hidden[seat])
            for seat in range(SEATS)
        ]
        # These cards are out of reach for a draw, but they are unknown cards of the same law.
        other = sum(known.aside) + known.pile.count(UNKNOWN)
        count = self.copies.get(face, 0)
        return FaceChances(
            face=face,
            unknown=count,
            stock=self._in([face], known.stock),
            hands=tuple(hands),
            mortos=tuple([self._in([face], size) for size in known.mortos]),
            elsewhere=self._in([face], other),
            # The next card is any unknown card with the same chance, wherever the copies lie.
            next=Fraction(count, self.total) if self.drawable else Fraction(0),
        )

    def every(self) -> tuple[FaceChances, ...]:
        """The chances of every face with a copy that is unknown or known to be in another hand."""
        held = [face for seat in range(SEATS) if seat != self.seat for face in self._known(seat)]
        return tuple([self.face(face) for face in dict.fromkeys([*self.copies, *held])])

    def drawn(self, faces: Iterable[Card], draws: int) -> Fraction:
        """The chance that one of some faces is among the next cards drawn from the stock.

        It makes no difference whether these are the seat's own draws or the pair's.
        """
        return self._in(map(self._face, faces), min(draws, self.drawable))

    def to_pair(self, faces: Iterable[Card], draws: int) -> Fraction:
        """The chance that the partner holds one of some faces, or that one comes in the next draws.

        Args:
            faces: one of them is enough.
            draws: number of cards that the pair draws from the stock; capped at the stock.
        """
        wanted = [self._face(face) for face in faces]
        if set(wanted) & set(self._known(self.partner)):
            return Fraction(1)
        hidden = self.knowledge.hidden[self.partner]
        # The partner's hidden cards and the drawn ones are slots of the same law, so they are
        # added.
        return self._in(wanted, hidden + min(max(draws, 0), self.drawable))

    def holds(self, wanted: Mapping[Card, int], slots: int) -> Fraction:
        """The chance that a number of slots hold at least these numbers of all faces.

        The joint distribution: it counts the ways to fill the slots, face by face.

        Args:
            wanted: number of copies by face.
            slots: hidden places for a card, such as ``knowledge.hidden[seat]`` or a number of
                draws.

        Raises:
            OddsError: there are fewer such places, or a face is not a card of this pack.
        """
        if not 0 <= slots <= self.total:
            raise OddsError(f"slots for unknown cards are 0 to {self.total}: {slots}")
        # By number of slots that are filled: the ways to fill them with the faces so far.
        ways = [1] + [0] * slots
        # Dynamic programme over the faces; the rest of the slots is filled from all other unknown
        # cards.
        named = 0
        for face, least in wanted.items():
            count = self.copies.get(self._face(face), 0)
            named += count
            ways = [
                sum(
                    ways[size - some] * math.comb(count, some)
                    for some in range(max(least, 0), min(count, size) + 1)
                )
                for size in range(slots + 1)
            ]
        others = self.total - named
        found = sum(
            number * math.comb(others, slots - size) for size, number in enumerate(ways) if number
        )
        return Fraction(found, math.comb(self.total, slots))

    def _in(self, faces: Iterable[Card], slots: int) -> Fraction:
        return somewhere(self.unknown(faces), slots, self.total)

    def _known(self, seat: int) -> tuple[Card, ...]:
        return self.knowledge.known[seat]

    def _face(self, card: Card) -> Card:
        face = FACE_OF.get(card)
        if face is None or face == UNKNOWN or (face == "JKR" and not self._jokers):
            raise OddsError(f"{card!r:.20} is not a card of this pack")
        return face

    @property
    def _jokers(self) -> int:
        return self.knowledge.state.options.jokers


def locations_of(view: State, seat: int) -> Locations:
    """The distribution of the hidden cards in the view of a seat.

    Args:
        view: the state as the seat may see it.
        seat: 0 to 3.

    Raises:
        OddsError: it is not the seat's own view, no deal is being played, or its cards are
            impossible.
    """
    _require_own_view(view, seat)
    try:
        known = knowledge_of(view, seat)
    except ValueError as error:
        raise OddsError(str(error)) from None
    copies = Counter(known.unknown)
    return Locations(knowledge=known, copies=dict(copies), total=len(known.unknown))


def locations_in_turn(view: State, seat: int) -> Locations:
    """The same for the seat whose turn it is.

    Args:
        view: the state as the seat may see it.
        seat: 0 to 3.

    Raises:
        OddsError: as `locations_of`, or another seat is to act.
    """
    found = locations_of(view, seat)
    if view.to_act != seat:
        raise OddsError(f"seat {view.to_act} is to act, not seat {seat}: plays are rated in turn")
    return found
