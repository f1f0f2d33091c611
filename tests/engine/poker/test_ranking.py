"""What beats what, against counts from the rules and against phevaluator."""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from carteado.engine.cards import PACK, UNKNOWN, Card, parse_cards
from carteado.engine.errors import CardError
from carteado.engine.poker.classes import HandClass, hand_classes
from carteado.engine.poker.ranking import (
    CLASSES,
    Category,
    best_five,
    category,
    describe_rank,
    rank7,
    rank_hand,
    rank_ints,
)

SEED = 20_261_121

LADDER = [
    ("7c 5d 4h 3s 2c", Category.HIGH_CARD, "high card, seven"),
    ("Ac Kd Qh Js 9c", Category.HIGH_CARD, "high card, ace"),
    ("2c 2d 5h 4s 3c", Category.PAIR, "pair of deuces"),
    ("6c 6d 5h 4s 3c", Category.PAIR, "pair of sixes"),
    ("Ac Ad Kh Qs Jc", Category.PAIR, "pair of aces"),
    ("3c 3d 2h 2s 4c", Category.TWO_PAIR, "two pair, threes and deuces"),
    ("Kc Kd 7h 7s 2c", Category.TWO_PAIR, "two pair, kings and sevens"),
    ("Kc Kd 7h 7s Ac", Category.TWO_PAIR, "two pair, kings and sevens"),
    ("2c 2d 2h 4s 3c", Category.THREE_OF_A_KIND, "three of a kind, deuces"),
    ("7c 7d 7h 4s 3c", Category.THREE_OF_A_KIND, "three of a kind, sevens"),
    ("Ac 2d 3h 4s 5c", Category.STRAIGHT, "straight, five high"),
    ("2c 3d 4h 5s 6c", Category.STRAIGHT, "straight, six high"),
    ("Ac Kd Qh Js Tc", Category.STRAIGHT, "straight, ace high"),
    ("7c 5c 4c 3c 2c", Category.FLUSH, "flush, seven high"),
    ("Ac Kc Qc Jc 9c", Category.FLUSH, "flush, ace high"),
    ("2c 2d 2h 3s 3c", Category.FULL_HOUSE, "full house, deuces over threes"),
    ("Kc Kd Kh 7s 7c", Category.FULL_HOUSE, "full house, kings over sevens"),
    ("2c 2d 2h 2s 3c", Category.FOUR_OF_A_KIND, "four of a kind, deuces"),
    ("Jc Jd Jh Js Ac", Category.FOUR_OF_A_KIND, "four of a kind, jacks"),
    ("Ac 2c 3c 4c 5c", Category.STRAIGHT_FLUSH, "straight flush, five high"),
    ("Tc 9c 8c 7c 6c", Category.STRAIGHT_FLUSH, "straight flush, ten high"),
    ("Ac Kc Qc Jc Tc", Category.STRAIGHT_FLUSH, "royal flush"),
]


@pytest.mark.parametrize(("text", "kind", "words"), LADDER)
def test_a_hand_is_called_by_its_name(text: str, kind: Category, words: str) -> None:
    cards = parse_cards(text)
    assert category(rank_hand(cards)) is kind
    assert describe_rank(cards) == describe_rank(rank_hand(cards)) == words


def test_hands_beat_one_another_in_the_order_of_the_ladder() -> None:
    ranks = [rank_hand(parse_cards(text)) for text, _, _ in LADDER]
    assert ranks == sorted(set(ranks))
    assert (ranks[0], ranks[-1]) == (1, CLASSES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kd 9h 7s 2c", "As Kh 9d 7c 2s"),
        ("Ac Kc 9c 7c 2c", "Ah Kh 9h 7h 2h"),
        # The board plays: hole cards that do not better it tie.
        ("2c 3d As Ks Qs Js Ts", "4h 5h As Ks Qs Js Ts"),
        # Six and seven cards that hold the same five.
        ("Ac Ad Kh Qs Jc 2d", "Ah As Kd Qc Jd 3c 4c"),
        # Three pairs: the third pair is no better kicker than a single card of its rank.
        ("Ac Ad Kh Ks 9c 9d 2h", "Ac Ad Kh Ks 9c 3d 2h"),
        # Two times three of a kind make a full house of the higher over the lower.
        ("Ac Ad Ah Ks Kc Kd 2h", "Ac Ad Ah Ks Kc 3d 2h"),
        # The sixth and seventh card of a flush do not count.
        ("Ac Kc Qc Jc 9c 8c 7c", "Ac Kc Qc Jc 9c 3c 2d"),
    ],
)
def test_hands_that_differ_in_suits_or_unused_cards_tie(one: str, other: str) -> None:
    assert rank_hand(parse_cards(one)) == rank_hand(parse_cards(other))


def test_an_ace_is_low_in_a_wheel_only_and_no_straight_wraps_around() -> None:
    for text in ("Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c"):
        assert category(rank_hand(parse_cards(text))) is Category.HIGH_CARD
        suited = parse_cards(text.translate(str.maketrans("dhs", "ccc")))
        assert category(rank_hand(suited)) is Category.FLUSH
    assert describe_rank(parse_cards("Ac Kd 2h 3s 4c 5d 9h")) == "straight, five high"
    assert describe_rank(parse_cards("Ac 6d 2h 3s 4c 5d 9h")) == "straight, six high"


def test_a_straight_and_a_flush_are_not_yet_a_straight_flush() -> None:
    assert describe_rank(parse_cards("9c 8c 7c 6c 5d 2c Ah")) == "flush, nine high"
    assert describe_rank(parse_cards("Kc 9c 8c 7c 6c 5c 2h")) == "straight flush, nine high"


def test_the_classes_are_7462_and_ordered() -> None:
    classes = hand_classes()
    assert len(set(classes)) == len(classes) == CLASSES
    assert list(classes) == sorted(classes)
    assert Counter(hand.category for hand in classes) == {
        Category.HIGH_CARD: 1277,
        Category.PAIR: 2860,
        Category.TWO_PAIR: 858,
        Category.THREE_OF_A_KIND: 858,
        Category.STRAIGHT: 10,
        Category.FLUSH: 1277,
        Category.FULL_HOUSE: 156,
        Category.FOUR_OF_A_KIND: 156,
        Category.STRAIGHT_FLUSH: 10,
    }
    assert [category(rank) for rank in range(1, CLASSES + 1)] == [one.category for one in classes]
    assert classes[0] == HandClass(Category.HIGH_CARD, (5, 3, 2, 1, 0))


FIVE_CARD_COUNTS = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.THREE_OF_A_KIND: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.FOUR_OF_A_KIND: 624,
    Category.STRAIGHT_FLUSH: 40,
}
SEVEN_CARD_COUNTS = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.STRAIGHT_FLUSH: 41_584,
}


def flushes(size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every set of clubs that makes a flush of `size` cards, filled up, and how many hands it is.

    The cards beside the flush do not change the rank, so any of another suit stand for all.
    """
    for clubs in range(5, size + 1):
        ways = 4 * math.comb(39, size - clubs)
        beside = (1, 6)[: size - clubs]
        for ranks in itertools.combinations(range(13), clubs):
            yield (*(4 * rank for rank in ranks), *beside), ways


def rank_counts(size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every multiset of ranks as cards without a flush, and how many hands without one it is."""
    for ranks in itertools.combinations_with_replacement(range(13), size):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways = math.prod(math.comb(4, count) for count in counts.values())
        # The suits go round, so no five are of one.
        cards = tuple(4 * rank + place % 4 for place, rank in enumerate(ranks))
        yield cards, ways - with_flush(counts)


def with_flush(counts: Counter[int]) -> int:
    """How many hands with these ranks hold five cards or more of one suit."""
    with_club = [math.comb(3, count - 1) for count in counts.values()]
    no_club = [math.comb(3, count) for count in counts.values()]
    ways = [1, *[0] * len(counts)]
    for yes, no in zip(with_club, no_club, strict=True):
        ways = [
            (ways[clubs] * no) + (ways[clubs - 1] * yes if clubs else 0)
            for clubs in range(len(ways))
        ]
    return 4 * sum(ways[5:])


@pytest.mark.parametrize(("size", "counts"), [(5, FIVE_CARD_COUNTS), (7, SEVEN_CARD_COUNTS)])
def test_category_counts(size: int, counts: dict[Category, int]) -> None:
    """All hands, counted by what their rank depends on: their ranks, or the suit of a flush."""
    found: Counter[Category] = Counter()
    for cards, ways in itertools.chain(rank_counts(size), flushes(size)):
        found[category(rank_ints(cards))] += ways
    assert found == counts
    assert found.total() == math.comb(52, size)


@pytest.mark.exhaustive
def test_category_counts_hand_by_hand() -> None:
    ranks = Counter(map(rank_ints, itertools.combinations(range(52), 5)))
    assert len(ranks) == CLASSES
    found: Counter[Category] = Counter()
    for rank, ways in ranks.items():
        found[category(rank)] += ways
    assert found == FIVE_CARD_COUNTS


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_category_counts_over_all_seven_card_hands() -> None:
    """133,784,560 calls of what every table of seven cards is ranked with."""
    ranks: Counter[int] = Counter()
    for first in range(46):
        rest = itertools.combinations(range(first + 1, 52), 6)
        ranks.update(itertools.starmap(functools.partial(rank7, first), rest))
    found: Counter[Category] = Counter()
    for rank, ways in ranks.items():
        found[category(rank)] += ways
    assert found == SEVEN_CARD_COUNTS
    assert len(ranks) == 4824


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_rank_as_phevaluator_ranks_them(size: int) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    for _ in range(20_000):
        hand = chance.sample(range(52), size)
        expected = CLASSES + 1 - evaluate_cards(*hand)
        assert rank_ints(hand) == expected, hand
        if size == 7:
            assert rank7(*hand) == expected, hand


@pytest.mark.parametrize("size", [5, 6, 7])
def test_flushes_rank_as_phevaluator_ranks_them(size: int) -> None:
    """Every set of ranks of one suit, in each of the four suits."""
    for hand, _ in flushes(size):
        expected = CLASSES + 1 - evaluate_cards(*hand)
        for suit in range(4):
            turned = [card - card % 4 + (card + suit) % 4 for card in hand]
            assert rank_ints(turned) == expected, turned


HANDS = st.integers(5, 7).flatmap(
    lambda size: st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True)
)


@given(HANDS)
def test_the_best_five_make_the_rank_of_the_whole(hand: list[Card]) -> None:
    best = best_five(hand)
    assert len(set(best)) == 5
    assert set(best) <= set(hand)
    assert rank_hand(best) == rank_hand(hand)
    assert rank_hand(hand) == max(map(rank_hand, itertools.combinations(hand, 5)))


@given(HANDS, st.randoms(use_true_random=False), st.permutations(range(4)))
def test_neither_order_nor_names_of_suits_matter(
    hand: list[Card], chance: random.Random, suits: list[int]
) -> None:
    places = [PACK.index(card) for card in hand]
    turned = [PACK[place - place % 4 + suits[place % 4]] for place in places]
    chance.shuffle(turned)
    assert rank_hand(turned) == rank_hand(hand)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("2c Kd 7h Ks 7c 3d Ah", "Kd Ks 7h 7c Ah"),
        ("5c 4d 3h 2s Ac Kd Qh", "5c 4d 3h 2s Ac"),
        ("2c 9d 9h 9s Kc Kd Kh", "Kc Kd Kh 9d 9h"),
        ("9s 9h 2c 9d 9c Kd", "9s 9h 9d 9c Kd"),
        ("Ah 3c 9c Kc 7c 2c Ad", "Kc 9c 7c 3c 2c"),
        ("6c 5c 4c 3c 2c Ac 7d", "6c 5c 4c 3c 2c"),
        ("Th 9h 8h 7h 6h Jd Qd", "Th 9h 8h 7h 6h"),
        ("Qd Qc Js Ts 9s 2d 3d", "Qd Qc Js Ts 9s"),
        ("As Ad 3c 9h 5d", "As Ad 9h 5d 3c"),
    ],
)
def test_the_best_five_come_the_most_telling_first(text: str, best: str) -> None:
    assert best_five(parse_cards(text)) == parse_cards(best)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ((), "five to seven cards can be ranked, not 0"),
        (PACK[:4], "not 4"),
        (PACK[:8], "not 8"),
        ((*PACK[:4], PACK[0]), "a card appears twice in 2c 2d 2h 2s 2c"),
        ((*PACK[:4], UNKNOWN), r"'\?\?' is not a card of the pack of 52"),
        ((*PACK[:4], "as"), "'as' is not a card"),
        ((*PACK[:4], 5), "5 is not a card"),
        ("As Ks", "'A' is not a card"),
    ],
)
def test_unrankable_hands_are_refused(cards: Any, expected: str) -> None:
    for use in (rank_hand, best_five, describe_rank):
        with pytest.raises(CardError, match=expected):
            use(cards)


@pytest.mark.parametrize("rank", [0, -1, CLASSES + 1])
def test_a_number_that_is_not_a_rank_is_refused(rank: int) -> None:
    with pytest.raises(CardError, match=f"{rank} is not a rank: ranks go from 1 to 7462"):
        category(rank)
    with pytest.raises(CardError, match=f"{rank} is not a rank"):
        describe_rank(rank)
