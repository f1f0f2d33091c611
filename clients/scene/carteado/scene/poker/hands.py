"""Names of poker hands in the player's language."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence

from carteado.engine.cards import RANKS, Card
from carteado.engine.poker.classes import Category, HandClass, describe_class, hand_classes
from carteado.engine.poker.ranking import best_five, rank_hand
from carteado.scene.cards import is_known
from carteado.scene.spoken import RANK_NAMES
from carteado.scene.words import N_, Words

__all__ = [
    "ROYAL_FLUSH",
    "best_cards",
    "category_name",
    "hand_name",
    "hand_needs",
    "hand_short",
    "translated_hand",
    "win_text",
]

# In the name of a poker hand a 2 is a deuce.
_ONE = {**RANK_NAMES, "2": N_("deuce")}
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
# English has an article before these. The other hands are counted, or have a name like "ace high".
_COUNTABLE = {
    Category.PAIR,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.STRAIGHT_FLUSH,
}
_SHORT = {
    Category.HIGH_CARD: N_("High card"),
    Category.PAIR: N_("Pair"),
    Category.TWO_PAIR: N_("Two pair"),
    Category.THREE_OF_A_KIND: N_("Three of a kind"),
    Category.STRAIGHT: N_("Straight"),
    Category.FLUSH: N_("Flush"),
    Category.FULL_HOUSE: N_("Full house"),
    Category.FOUR_OF_A_KIND: N_("Four of a kind"),
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
    """The hand of two or more cards: ``Flush, ace high``; '' where one is not seen or none lie.

    Args:
        cards: the reader's cards first, then the board.
        words: of the player.
    """
    found = _class_of(cards)
    return _capital(_named(found, words)) if found is not None else ""


def win_text(name: str, amount: int, cards: Sequence[str], words: Words) -> str:
    """Who wins how much with what: ``Marta wins 820 with a pair of kings``.

    Args:
        name: of the winner.
        amount: in chips.
        cards: the winner's cards first, then the board; none where they are not told.
        words: of the reader.
    """
    found = _class_of(cards)
    if found is None:
        return words("{name} wins {amount}", name=name, amount=words.chips(amount))
    text = N_("{name} wins {amount} with {hand}")
    if found.category in _COUNTABLE:
        text = N_("{name} wins {amount} with a {hand}")
    return words(text, name=name, amount=words.chips(amount), hand=_named(found, words))


def translated_hand(described: str, words: Words) -> str:
    """A hand that the server describes in English, in the player's language."""
    if (found := _described().get(described)) is not None:
        return _named(found, words)
    # A game that only records results knows just the kind of hand.
    kind = described.removeprefix("a ").removeprefix("one ").replace(" ", "_").upper()
    if kind == "ROYAL_STRAIGHT_FLUSH":
        return category_name(ROYAL_FLUSH, words)
    return category_name(Category[kind], words) if kind in Category.__members__ else described


def hand_needs(hand: Sequence[str], board: Sequence[str], words: Words) -> tuple[str, ...]:
    """Hands that the cards lack one card for: ``four hearts``, ``9 or K makes a straight``.

    Empty where no card is to come, and without the board's own hands.

    Args:
        hand: the reader's cards.
        board: the common cards.
        words: of the player.
    """
    cards = (*hand, *board)
    # Before the flop two cards could become anything; after the river no card comes.
    if len(board) not in (3, 4) or not all(map(is_known, cards)):
        return ()
    made = hand_classes()[rank_hand(list(map(Card, cards))) - 1].category
    found = []
    suits = Counter(card[1] for card in cards)
    # Only suits of the reader's cards: four of a suit on the board help everybody.
    for suit in {card[1] for card in hand}:
        if suits[suit] == 4 and made < Category.FLUSH:
            found.append(words(_FOUR[suit]))
    # A hand that is already made is not missing.
    if made < Category.STRAIGHT and (ranks := _straight_ranks(hand, board)):
        shown = [_RANK.get(rank, rank) for rank in ranks]
        text = shown[-1]
        if len(shown) > 1:
            text = words("{one} or {other}", one=", ".join(shown[:-1]), other=shown[-1])
        found.append(words("{ranks} makes a straight", ranks=text))
    return tuple(found)


def _straight_ranks(hand: Sequence[str], board: Sequence[str]) -> tuple[str, ...]:
    """The ranks that make a straight with at least one of the hand's cards, from low to high."""
    # The ace stands at both ends.
    order = "A23456789TJQKA"
    own, have = {card[0] for card in hand}, {card[0] for card in (*hand, *board)}
    common = {card[0] for card in board}
    found: list[str] = []
    # Ten straights: from A-5 to T-A.
    for low in range(10):
        span = set(order[low : low + 5])
        lacking = span - have
        # A straight that the board makes by itself would not improve this hand alone.
        if len(lacking) == 1 and span & own - common:
            found.append(*lacking)
    # Two straights may lack the same rank.
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


def _class_of(cards: Sequence[str]) -> HandClass | None:
    """The class of two or more cards; None where one is not seen or none lie."""
    if not cards or not all(map(is_known, cards)):
        return None
    if len(cards) >= 5:
        # Ranks begin with 1, the list of the 7,462 classes with 0.
        return hand_classes()[rank_hand(list(map(Card, cards))) - 1]
    counts = Counter(RANKS.index(card[0]) for card in cards)
    # Of equal counts the higher rank names the hand.
    rank, count = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
    category = Category.PAIR if count > 1 else Category.HIGH_CARD
    return HandClass(category, (rank,) * count)


@functools.cache
def _described() -> dict[str, HandClass]:
    # Classes with other kickers have the same words in every language.
    return {describe_class(one): one for one in hand_classes()}


def _named(hand: HandClass, words: Words) -> str:
    ranks = [RANKS[rank] for rank in hand.ranks]
    if hand.category == Category.STRAIGHT_FLUSH and ranks[0] == "A":
        return words("royal flush")
    # Only two pair and full house name a second rank; the other sentences ignore it.
    other = next((rank for rank in ranks if rank != ranks[0]), ranks[0])
    return words(
        _LONG[hand.category],
        one=words(_ONE[ranks[0]]),
        many=words(_MANY[ranks[0]]),
        others=words(_MANY[other]),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
