"""What a poker hand is called, in the player's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from carteado.engine.cards import RANKS, Card
from carteado.engine.poker.classes import Category, hand_classes
from carteado.engine.poker.ranking import best_five, rank_hand
from carteado.scene.cards import is_known
from carteado.scene.words import N_, Words

__all__ = ["ROYAL_FLUSH", "best_cards", "category_name", "hand_name", "hand_needs", "hand_short"]

_ONE = {
    "2": N_("deuce"),
    "3": N_("three"),
    "4": N_("four"),
    "5": N_("five"),
    "6": N_("six"),
    "7": N_("seven"),
    "8": N_("eight"),
    "9": N_("nine"),
    "T": N_("ten"),
    "J": N_("jack"),
    "Q": N_("queen"),
    "K": N_("king"),
    "A": N_("ace"),
}
_MANY = {
    "2": N_("deuces"),
    "3": N_("threes"),
    "4": N_("fours"),
    "5": N_("fives"),
    "6": N_("sixes"),
    "7": N_("sevens"),
    "8": N_("eights"),
    "9": N_("nines"),
    "T": N_("tens"),
    "J": N_("jacks"),
    "Q": N_("queens"),
    "K": N_("kings"),
    "A": N_("aces"),
}
_LONG = {
    Category.HIGH_CARD: N_("{one} high"),
    Category.PAIR: N_("pair of {many}"),
    Category.TWO_PAIR: N_("two pair, {many} and {others}"),
    Category.THREE_OF_A_KIND: N_("three {many}"),
    Category.STRAIGHT: N_("straight to the {one}"),
    Category.FLUSH: N_("flush, {one} high"),
    Category.FULL_HOUSE: N_("full house, {many} over {others}"),
    Category.FOUR_OF_A_KIND: N_("four {many}"),
    Category.STRAIGHT_FLUSH: N_("straight flush to the {one}"),
}
_SHORT = {
    Category.HIGH_CARD: N_("High card"),
    Category.PAIR: N_("Pair"),
    Category.TWO_PAIR: N_("Two pair"),
    Category.THREE_OF_A_KIND: N_("Three"),
    Category.STRAIGHT: N_("Straight"),
    Category.FLUSH: N_("Flush"),
    Category.FULL_HOUSE: N_("Full house"),
    Category.FOUR_OF_A_KIND: N_("Four"),
    Category.STRAIGHT_FLUSH: N_("Straight flush"),
}

_FOUR = {
    "s": N_("four spades"),
    "h": N_("four hearts"),
    "d": N_("four diamonds"),
    "c": N_("four clubs"),
}
_RANK = {"T": "10"}

ROYAL_FLUSH = Category.STRAIGHT_FLUSH + 1
"""Number of the royal flush where it is counted apart from the other straight flushes."""


def hand_name(cards: Sequence[str], words: Words) -> str:
    """What cards make, from two up: ``Flush, ace high``; '' where one is not seen or none lie.

    Args:
        cards: the own cards first, then the board.
        words: of the player.
    """
    if not cards or not all(map(is_known, cards)):
        return ""
    if len(cards) >= 5:
        found = hand_classes()[rank_hand(list(map(Card, cards))) - 1]
        return _named(found.category, [RANKS[rank] for rank in found.ranks], words)
    counts = Counter(card[0] for card in cards)
    # Of equal counts the higher rank names the hand.
    rank, count = max(counts.items(), key=lambda pair: (pair[1], RANKS.index(pair[0])))
    category = Category.PAIR if count > 1 else Category.HIGH_CARD
    return _named(category, [rank] * count, words)


def hand_needs(hand: Sequence[str], board: Sequence[str], words: Words) -> tuple[str, ...]:
    """What the own cards lack one card for: ``four hearts``, ``9 or K makes a straight``.

    Nothing where no card comes any more, and nothing that the board has without the own cards.

    Args:
        hand: the own cards.
        board: the common cards.
        words: of the player.
    """
    cards = (*hand, *board)
    if len(board) not in (3, 4) or not all(map(is_known, cards)):
        return ()
    made = hand_classes()[rank_hand(list(map(Card, cards))) - 1].category
    found = []
    suits = Counter(card[1] for card in cards)
    for suit in {card[1] for card in hand}:
        if suits[suit] == 4 and made < Category.FLUSH:
            found.append(words(_FOUR[suit]))
    if made < Category.STRAIGHT and (ranks := _straight_ranks(hand, board)):
        shown = [_RANK.get(rank, rank) for rank in ranks]
        text = shown[-1]
        if len(shown) > 1:
            text = words("{one} or {other}", one=", ".join(shown[:-1]), other=shown[-1])
        found.append(words("{ranks} makes a straight", ranks=text))
    return tuple(found)


def _straight_ranks(hand: Sequence[str], board: Sequence[str]) -> tuple[str, ...]:
    """The ranks that make a straight of which an own card is a part, from low to high."""
    # The ace stands at both ends.
    order = "A23456789TJQKA"
    own, have = {card[0] for card in hand}, {card[0] for card in (*hand, *board)}
    common = {card[0] for card in board}
    found: list[str] = []
    for low in range(10):
        span = set(order[low : low + 5])
        lacking = span - have
        if len(lacking) == 1 and span & own - common:
            found.append(*lacking)
    return tuple(sorted(set(found), key=RANKS.index))


def hand_short(cards: Sequence[str], words: Words) -> str:
    """The category alone, for a narrow plate: ``Pair``."""
    if len(cards) < 5 or not all(map(is_known, cards)):
        return ""
    return words(_SHORT[hand_classes()[rank_hand(list(map(Card, cards))) - 1].category])


def category_name(category: int, words: Words) -> str:
    """The name of a category, numbered from the high card, 0, up to the royal flush, 9."""
    if category == ROYAL_FLUSH:
        return words("Royal flush")
    return words(_SHORT[Category(category)])


def best_cards(cards: Sequence[str]) -> tuple[str, ...]:
    """The five cards that make a hand of five to seven; none where one is not seen."""
    if len(cards) < 5 or not all(map(is_known, cards)):
        return ()
    return best_five(list(map(Card, cards)))


def _named(category: Category, ranks: Sequence[str], words: Words) -> str:
    # Only two pair and full house name a second rank; the other sentences ignore it.
    other = next((rank for rank in ranks if rank != ranks[0]), ranks[0])
    text = words(
        _LONG[category],
        one=words(_ONE[ranks[0]]),
        many=words(_MANY[ranks[0]]),
        others=words(_MANY[other]),
    )
    return text[:1].upper() + text[1:]
