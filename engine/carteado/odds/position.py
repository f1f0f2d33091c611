"""Reads a position, hands and a board. Only this module refuses impossible ones.

Inside this package a card is its place in `cards.PACK`: four times its rank plus its suit.
"""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.cards import PACK, PLACES, Card, parse_cards
from carteado.engine.errors import CardError
from carteado.odds.results import OddsError

__all__ = [
    "BOARD_SIZES",
    "MOST_OPPONENTS",
    "Cards",
    "Hand",
    "read_board",
    "read_cards",
    "read_hand",
    "read_position",
    "read_several",
]

Cards = str | Sequence[Card]
"""Cards as a text (``AhKd``, ``Ah Kd``, ``Ah,Kd``) or one by one."""

Hand = tuple[int, int]
"""Two hole cards, by place in the pack."""

BOARD_SIZES = (0, 3, 4, 5)

# Ten seats are the largest table of Hold'em here.
MOST_OPPONENTS = 9


def read_cards(cards: Cards) -> tuple[int, ...]:
    """The cards as places in the pack.

    Raises:
        OddsError: one is not of the 52-card pack (an unknown card of a view included) or stands
            twice.
    """
    try:
        known = parse_cards(cards if isinstance(cards, str) else "".join(cards))
    # One kind of error for all that can be wrong with a question.
    except CardError as error:
        raise OddsError(str(error)) from None
    return tuple(PLACES[card] for card in known)


def read_hand(cards: Cards) -> Hand:
    """Two hole cards.

    Raises:
        OddsError: as `read_cards`, or they are not two.
    """
    found = read_cards(cards)
    if len(found) != 2:
        raise OddsError(f"a hand is two cards, not {len(found)}: {_shown(cards)!r}")
    return found[0], found[1]


def read_board(cards: Cards) -> tuple[int, ...]:
    """The common cards: none, three, four or five.

    Raises:
        OddsError: as `read_cards`, or they are another number.
    """
    found = read_cards(cards)
    if len(found) not in BOARD_SIZES:
        raise OddsError(f"a board is 0, 3, 4 or 5 cards, not {len(found)}: {_shown(cards)!r}")
    return found


def read_position(hands: Sequence[Cards], board: Cards) -> tuple[list[Hand], tuple[int, ...]]:
    """Hands and a board that share no card.

    Raises:
        OddsError: they do, or see `read_hand` and `read_board`.
    """
    read, common = [read_hand(hand) for hand in hands], read_board(board)
    seen: set[int] = set()
    for card in (*(card for hand in read for card in hand), *common):
        # Counted once here, so that no later count has to expect the same card twice.
        if card in seen:
            where = "on the board and in a hand" if card in common else "in two hands"
            raise OddsError(f"{PACK[card]} is {where}")
        seen.add(card)
    return read, common


def read_several(hand: Cards, opponents: int, board: Cards) -> tuple[Hand, tuple[int, ...]]:
    """A hand that meets unknown ones, and a board.

    Raises:
        OddsError: see `read_position`, or the opponents are not one to nine.
    """
    (own,), common = read_position([hand], board)
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise OddsError(f"there are 1 to {MOST_OPPONENTS} opponents, not {opponents}")
    return own, common


def _shown(cards: Cards) -> str:
    # As it was given, since the reader looks for it in the own input.
    return cards if isinstance(cards, str) else " ".join(cards)
