"""The present strength of a hand and its prospects: better categories, improvement, outs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from carteado.engine.cards import PACK
from carteado.engine.poker.classes import Category
from carteado.odds.batch import ranks_of
from carteado.odds.heads_up import counted, own_categories
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.results import Chance, Odds, OddsError, Outs
from carteado.odds.rows import pairs_of
from carteado.odds.runouts import unseen_cards
from carteado.odds.tables import CATEGORY_OF, Array

__all__ = ["at_least_as_high", "holdings_now", "improvement", "outs", "standing"]


def improvement(
    hand: Cards, board: Cards, *, final: Mapping[Category, int] | None = None
) -> Chance:
    """Number of run-outs that raise the category of the own hand.

    Kickers do not count. Before the flop, two cards are a high card or a pair.

    Args:
        hand: own two cards.
        board: no, three, four or five community cards.
        final: run-outs by final category of the own hand, if more than the own cards is known: from
            `final_categories` or `range_categories`. The default is `own_categories`.

    Raises:
        OddsError: the cards are impossible.
    """
    (own,), common = read_position([hand], board)
    now = _category(own, common)
    # A caller with the categories at hand passes them to save a second count.
    final = own_categories(hand, board) if final is None else final
    higher = sum(count for category, count in final.items() if category > now)
    return Chance(count=higher, total=sum(final.values()))


def at_least_as_high(
    hand: Cards,
    board: Cards,
    *,
    own_seen: bool = False,
    held: Mapping[Category, int] | None = None,
) -> Chance:
    """Number of holdings with at least the own category on the present board.

    Args:
        hand: own two cards.
        board: three, four or five community cards.
        own_seen: whether to leave out holdings with an own card. The heads-up paper, whose bots
            decide by this chance, keeps them.
        held: holdings by category, to restrict the count to a range: from `range_standing`.

    Raises:
        OddsError: the cards are impossible, or there is no flop yet.
    """
    own, common = _dealt(hand, board)
    if held is not None:
        now = _category(own, common)
        as_high = sum(count for category, count in held.items() if category >= now)
        return Chance(count=as_high, total=sum(held.values()))
    seen = own if own_seen else ()
    categories = CATEGORY_OF[_ranks_now(seen, common)]
    count = np.count_nonzero(categories >= _category(own, common))
    return Chance(count=int(count), total=len(categories))


def holdings_now(hand: Cards, board: Cards) -> dict[Category, int]:
    """Number of the opponent's possible holdings in each category on the present board.

    Raises:
        OddsError: the cards are impossible, or there is no flop yet.
    """
    own, common = _dealt(hand, board)
    found = np.bincount(CATEGORY_OF[_ranks_now(own, common)], minlength=9)
    return {category: int(found[category]) for category in Category}


def standing(hand: Cards, board: Cards) -> Odds:
    """Number of the opponent's holdings that the own hand beats, ties and trails right now.

    Raises:
        OddsError: the cards are impossible, or there is no flop yet.
    """
    own, common = _dealt(hand, board)
    (hero,) = _ranks_with(own, common)
    theirs = _ranks_now(own, common)
    win, tie = np.count_nonzero(theirs < hero), np.count_nonzero(theirs == hero)
    return counted(int(win), int(tie), len(theirs))


def outs(hand: Cards, board: Cards, against: Cards | None = None, *more: Cards) -> Outs:
    """The next cards that help.

    Args:
        hand: own two cards.
        board: three or four community cards.
        against: a known hand. The outs are then the cards that put the own hand ahead if it is
            behind or tied now. Without a known hand, they are the cards that raise the own category
            above its present one and above the board's, since a paired board helps everybody.
        more: further known hands; an out puts the own hand ahead of all of them.

    Raises:
        OddsError: the cards are impossible, or no card is to come.
    """
    hands, common = read_position([hand] if against is None else [hand, against, *more], board)
    if len(common) not in (3, 4):
        raise OddsError("outs are counted on the flop and on the turn")
    own = hands[0]
    seen = [card for held in hands for card in held]
    unseen = unseen_cards([*seen, *common]).ravel().nonzero()[0]
    after = _ranks_with(own, common, unseen)
    if against is None:
        least = [
            # Both bounds matter: a card that pairs the board raises everybody's category.
            max(_category(own, common), _category_of_board(common, int(card)))
            for card in unseen
        ]
        helps = CATEGORY_OF[after] > np.array(least)
    # A hand that is already ahead of all known hands has no outs.
    elif all(_ranks_with(own, common) > _ranks_with(other, common) for other in hands[1:]):
        helps = np.zeros(len(unseen), dtype=bool)
    else:
        best = np.max([_ranks_with(other, common, unseen) for other in hands[1:]], axis=0)
        helps = after > best
    cards = [PACK[card] for card in unseen[helps]]
    categories = (Category(int(category)) for category in CATEGORY_OF[after[helps]])
    return Outs(
        cards=tuple(cards),
        unseen=len(unseen),
        by_category=dict(zip(cards, categories, strict=True)),
    )


def _dealt(hand: Cards, board: Cards) -> tuple[Hand, tuple[int, ...]]:
    (own,), common = read_position([hand], board)
    if not common:
        raise OddsError("how hands stand is counted from the flop on")
    return own, common


def _ranks_now(seen: Sequence[int], board: tuple[int, ...]) -> Array:
    """Rank of every pair of unseen cards with this board."""
    unseen = unseen_cards([*seen, *board]).ravel().nonzero()[0]
    held = pairs_of(unseen)
    return ranks_of(np.hstack([held, np.tile(board, (len(held), 1))]))


def _ranks_with(hand: Hand, board: tuple[int, ...], cards: Array | None = None) -> Array:
    """Rank of a hand with this board and each possible next card."""
    known = np.array([*hand, *board])
    if cards is None:
        return ranks_of(known[None])
    return ranks_of(np.hstack([np.tile(known, (len(cards), 1)), cards[:, None]]))


def _category(hand: Hand, board: tuple[int, ...]) -> Category:
    if not board:
        # Category 0 is a high card, category 1 a pair.
        return Category(int(hand[0] >> 2 == hand[1] >> 2))
    return Category(int(CATEGORY_OF[_ranks_with(hand, board)[0]]))


_OF_COUNTS = {
    (1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
}


def _category_of_board(board: tuple[int, ...], card: int) -> Category:
    """The category of four or five community cards by themselves."""
    cards = (*board, card)
    if len(cards) == 5:
        return Category(int(CATEGORY_OF[ranks_of(np.array([cards]))[0]]))
    # Four cards make no straight, flush or full house, so their ranks decide.
    # The number of cards of each rank, largest first.
    counts = sorted(Counter(card >> 2 for card in cards).values(), reverse=True)
    return _OF_COUNTS[tuple(counts)]
