"""Reads hands and boards. Only this module refuses impossible ones.

Inside this package a card is its position in `cards.PACK`: four times its rank plus its suit.
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
"""Cards as a text (``AhKd``, ``Ah Kd``, ``Ah,Kd``) or as a sequence."""

Hand = tuple[int, int]
"""Two hole cards, by position in the pack."""

BOARD_SIZES = (0, 3, 4, 5)

# Ten seats are the largest table of Hold'em here.
MOST_OPPONENTS = 9


def read_cards(cards: Cards) -> tuple[int, ...]:
    """The cards as positions in the pack.

    Raises:
        OddsError: a card is not in the 52-card pack (such as a view's unknown card) or occurs
            twice.
    """
    try:
        known = parse_cards(cards if isinstance(cards, str) else "".join(cards))
    # Callers get one kind of error for everything that can be wrong with a question.
    except CardError as error:
        raise OddsError(str(error)) from None
    return tuple(PLACES[card] for card in known)


def read_hand(cards: Cards) -> Hand:
    """Two hole cards.

    Raises:
        OddsError: as `read_cards`, or there are not exactly two.
    """
    found = read_cards(cards)
    if len(found) != 2:
        raise OddsError(f"a hand is two cards, not {len(found)}: {_shown(cards)!r}")
    return found[0], found[1]


def read_board(cards: Cards) -> tuple[int, ...]:
    """The community cards: none, three, four or five.

    Raises:
        OddsError: as `read_cards`, or there is another number of them.
    """
    found = read_cards(cards)
    if len(found) not in BOARD_SIZES:
        raise OddsError(f"a board is 0, 3, 4 or 5 cards, not {len(found)}: {_shown(cards)!r}")
    return found


def read_position(hands: Sequence[Cards], board: Cards) -> tuple[list[Hand], tuple[int, ...]]:
    """Hands and a board that share no card.

    Raises:
        OddsError: they share a card, or as `read_hand` and `read_board`.
    """
    read, common = [read_hand(hand) for hand in hands], read_board(board)
    seen: set[int] = set()
    for card in (*(card for hand in read for card in hand), *common):
        # Checked once here, so no count has to expect the same card twice.
        if card in seen:
            where = "on the board and in a hand" if card in common else "in two hands"
            raise OddsError(f"{PACK[card]} is {where}")
        seen.add(card)
    return read, common


def read_several(hand: Cards, opponents: int, board: Cards) -> tuple[Hand, tuple[int, ...]]:
    """A hand and a board, with unknown opposing hands.

    Raises:
        OddsError: as `read_position`, or the number of opponents is not 1 to 9.
    """
    (own,), common = read_position([hand], board)
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise OddsError(f"there are 1 to {MOST_OPPONENTS} opponents, not {opponents}")
    return own, common


def _shown(cards: Cards) -> str:
    # The message shows the card as the caller wrote it.
    return cards if isinstance(cards, str) else " ".join(cards)
