"""The order of a hand's cards in the deck: two for each seat, one at a time, then the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carteado.engine.cards import PACK, UNKNOWN, Card
from carteado.engine.errors import CardError

__all__ = ["arranged", "hole_cards", "is_deck", "places"]

_CARDS = frozenset(PACK)


def is_deck(deck: object) -> bool:
    """Whether this is the 52 cards, each once."""
    # Length and no missing card together mean that each card occurs once.
    return type(deck) is tuple and len(deck) == len(PACK) and not _CARDS.difference(deck)


def hole_cards(
    deck: Sequence[Card], order: Sequence[int], seats: int
) -> tuple[tuple[Card, ...], ...]:
    """The hole cards of each seat of a table, empty for one that is not dealt in.

    Args:
        deck: in dealing order.
        order: seats dealt in, in turn.
        seats: of the table.
    """
    count = len(order)
    hands: list[tuple[Card, ...]] = [()] * seats
    for place, seat in enumerate(order):
        # One card to everybody, then the second: as in a hand dealt by a person.
        hands[seat] = (deck[place], deck[count + place])
    return tuple(hands)


def places(
    order: Sequence[int],
    hands: Mapping[int, Sequence[Card]],
    board_at: Sequence[int],
    board: Sequence[Card],
) -> dict[int, Card]:
    """The cards that are known, by position in the deck.

    Args:
        order: seats dealt in, in turn.
        hands: hole cards by seat, `UNKNOWN` where one is not known.
        board_at: positions of the board.
        board: as much of it as there is, `UNKNOWN` where a card is not known.
    """
    found = dict(zip(board_at, board, strict=False))
    for place, seat in enumerate(order):
        # The second card of a seat lies one full round of the table behind its first.
        cards = enumerate(hands.get(seat, ()))
        found.update((place + len(order) * at, card) for at, card in cards)
    # An unknown card fixes nothing: `arranged` may put any card there.
    return {at: card for at, card in found.items() if card != UNKNOWN}


def arranged(known: Mapping[int, Card]) -> tuple[Card, ...]:
    """A deck with cards at given positions; the rest of the pack, in its order, fills the gaps.

    Raises:
        CardError: a card would be dealt twice.
    """
    # Quadratic, but over 25 cards at most.
    taken = list(known.values())
    for card in taken:
        if taken.count(card) > 1:
            raise CardError(f"{card} is dealt twice")
    rest = iter([card for card in PACK if card not in taken])
    return tuple([known[at] if at in known else next(rest) for at in range(len(PACK))])
