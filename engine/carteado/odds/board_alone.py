"""An opponent's holdings by the board alone: the heads-up paper's fourth probability."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from carteado.engine.poker.classes import Category
from carteado.engine.poker.ranking import CLASSES
from carteado.odds.batch import ranks_of
from carteado.odds.position import Cards, read_board
from carteado.odds.results import OddsError
from carteado.odds.rows import pairs_of
from carteado.odds.runouts import unseen_cards
from carteado.odds.tables import CATEGORY_OF

__all__ = ["MadeHand", "board_holdings"]


class MadeHand(IntEnum):
    """The categories, with the royal flush as one of its own."""

    HIGH_CARD = Category.HIGH_CARD
    PAIR = Category.PAIR
    TWO_PAIR = Category.TWO_PAIR
    THREE_OF_A_KIND = Category.THREE_OF_A_KIND
    STRAIGHT = Category.STRAIGHT
    FLUSH = Category.FLUSH
    FULL_HOUSE = Category.FULL_HOUSE
    FOUR_OF_A_KIND = Category.FOUR_OF_A_KIND
    STRAIGHT_FLUSH = Category.STRAIGHT_FLUSH
    ROYAL_FLUSH = Category.STRAIGHT_FLUSH + 1


def board_holdings(board: Cards) -> dict[MadeHand, int]:
    """Number of pairs of cards that make each category with the present board.

    Only the board counts as known, so the opponent may even hold the own two cards. There are
    C(49, 2) = 1,176 holdings on the flop, 1,128 on the turn and 1,081 on the river. See Bicho and
    Shirley (2017). `holdings_now` leaves the own cards out.

    Args:
        board: three, four or five community cards.

    Returns:
        Number of holdings by category, all ten of them.

    Raises:
        OddsError: the cards are impossible, or there is no flop yet.
    """
    common = read_board(board)
    if not common:
        raise OddsError("what the board says of a hand is counted from the flop on")
    held = pairs_of(unseen_cards(common).ravel().nonzero()[0])
    ranks = ranks_of(np.hstack([held, np.tile(common, (len(held), 1))]))
    # The highest rank of all is the royal flush; its four suits have the same rank.
    made = np.where(ranks == CLASSES, MadeHand.ROYAL_FLUSH, CATEGORY_OF[ranks])
    found = np.bincount(made, minlength=len(MadeHand))
    return {one: int(found[one]) for one in MadeHand}
