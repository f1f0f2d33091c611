"""Open hands: against every run-out by itself."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from tests.odds.positions import positions, run_outs
from tests.odds.reference import plain_showdown_odds

from carteado.engine.cards import PACK, parse_cards
from carteado.engine.poker.classes import Category
from carteado.engine.poker.pots import Pot, winners
from carteado.engine.poker.ranking import category, rank_hand
from carteado.engine.poker.runout import Runout
from carteado.odds import (
    OddsError,
    final_categories,
    pot_equities,
    pot_odds,
    preflop_hand,
    runout_odds,
    showdown_odds,
    versus_hand,
)


def test_two_hands_after_the_flop_are_those_of_every_run_out() -> None:
    for size, number in ((3, 2), (4, 4), (5, 6)):
        for hand, board in positions(size + 2, number):
            other, common = board[:2], board[2:]
            assert showdown_odds([hand, other], common) == plain_showdown_odds(
                [hand, other], common
            )


def test_final_categories_are_those_of_every_run_out() -> None:
    for size in (4, 5):
        for hand, board in positions(size + 2, 2):
            hands, common = [hand, board[:2]], board[2:]
            seen = {*hand, *board}
            left = [(card,) for card in PACK if card not in seen] if size == 4 else [()]
            for held, found in zip(hands, final_categories(hands, common), strict=True):
                ends = Counter(category(rank_hand((*held, *common, *more))) for more in left)
                assert found == {kind: ends[kind] for kind in Category}


@pytest.mark.parametrize(
    ("hand", "other", "win", "tie"),
    [
        ("AsAh", "KsKh", 1410336, 9308),
        ("AsKs", "QdQh", 787966, 6732),
        ("AsKd", "2h2c", 799119, 9946),
        ("AsKs", "QhJh", 1069685, 8518),
    ],
)
def test_two_hands_before_the_flop_have_the_published_odds(
    hand: str, other: str, win: int, tie: int
) -> None:
    odds = versus_hand(hand, other)
    assert (odds.win, odds.tie, odds.total) == (win, tie, 1712304)
    assert preflop_hand(hand, other) == odds
    back = preflop_hand(other, hand)
    assert (back.win, back.tie, back.lose) == (odds.lose, odds.tie, odds.win)


def test_four_hands_before_the_flop_share_all_1086008_boards() -> None:
    found = showdown_odds(["AsKs", "QhJh", "7d7c", "Tc9c"])
    assert {odds.total for odds in found} == {1086008}
    assert sum(odds.equity for odds in found) == 1


def test_ten_hands_share_a_pot() -> None:
    hands = ["AsKs", "QhJh", "7d7c", "Tc9c", "2s2h", "AdKd", "QsJs", "8h8c", "5d4d", "3s3h"]
    found = showdown_odds(hands, "2c3c9h")
    assert found == plain_showdown_odds(hands, "2c3c9h")
    assert sum(odds.equity for odds in found) == 1


HANDS = {1: "AsKs", 4: "QhJh", 5: "7d7c", 8: "AdKd"}
POTS = ((1, 4, 5, 8), (4, 8), (1, 8), (5,))


@pytest.mark.parametrize("board", ["Kd7s2s", "QsJs2d", "AhKhQdJdTs", "2c3c4c5c"])
def test_shares_of_every_pot_are_those_of_the_rules(board: str) -> None:
    """Every run-out is awarded with the engine's own pots."""
    hands = {seat: tuple(h[i : i + 2] for i in (0, 2)) for seat, h in HANDS.items()}
    common = tuple(board[i : i + 2] for i in range(0, len(board), 2))
    if {*common} & {card for hand in hands.values() for card in hand}:
        hands.pop(8)
    pots = [tuple(seat for seat in pot if seat in hands) for pot in POTS]
    won = [dict.fromkeys(pot, Fraction(0)) for pot in pots]
    seen = (*(card for hand in hands.values() for card in hand), *common)
    number = 0
    for run, _ in run_outs(seen, 5 - len(common)):
        number += 1
        ranks = {seat: rank_hand((*hand, *common, *run)) for seat, hand in hands.items()}
        for pot, shares in zip(pots, won, strict=True):
            best = winners(Pot(amount=1, seats=pot), ranks)
            for seat in best:
                shares[seat] += Fraction(1, len(best))
    expected = tuple({seat: n / number for seat, n in shares.items()} for shares in won)
    assert pot_equities(hands, common, pots) == expected


def test_shares_before_the_flop_are_exact() -> None:
    main, side = pot_equities({0: "AsKs", 3: "QhJh", 7: "7d7c"}, "", [(0, 3, 7), (0, 3)])
    assert sum(main.values()) == sum(side.values()) == 1
    assert main[0] == showdown_odds(["AsKs", "QhJh", "7d7c"])[0].equity
    # The third hand's cards are known and out of the pack, though it does not play for this pot.
    assert side[0] != versus_hand("AsKs", "QhJh").equity


def test_a_pot_of_all_hands_has_the_odds_of_their_showdown() -> None:
    hands = {2: "AsKs", 5: "QhJh", 6: "AdKd"}
    main, side, alone = pot_odds(hands, "7s2s3d", [(2, 5, 6), (2, 6), (5,)])
    assert tuple(main.values()) == showdown_odds(list(hands.values()), "7s2s3d")
    assert side[2].tie > 0
    assert side[2].equity + side[6].equity == 1
    assert (alone[5].win, alone[5].equity) == (alone[5].total, 1)


def test_a_runout_is_counted_pot_by_pot() -> None:
    hands = {2: "AsKs", 0: "QdQh", 1: "7c2d"}
    pots = (Pot(amount=300, seats=(2, 0, 1)), Pot(amount=400, seats=(2, 0)))
    cards = tuple((seat, parse_cards(text)) for seat, text in hands.items())
    found = runout_odds(Runout(hands=cards, board=parse_cards("2c7h9s"), pots=pots))
    assert found == pot_odds(hands, "2c7h9s", [(2, 0, 1), (2, 0)])
    assert list(found[1]) == [2, 0]


@pytest.mark.parametrize(
    ("hands", "pots", "words"),
    [
        ({0: "AsKs"}, [(0,)], "two to ten"),
        ({0: "AsKs", 1: "AsQd"}, [(0, 1)], "in two hands"),
        ({0: "AsKs", 1: "QhQd"}, [(0, 2)], "has? a live hand|have a live hand"),
        ({0: "AsKs", 1: "QhQd"}, [()], "one or more seats"),
    ],
)
def test_impossible_input_is_refused(
    hands: dict[int, str], pots: list[tuple[int, ...]], words: str
) -> None:
    with pytest.raises(OddsError, match=words):
        pot_equities(hands, "", pots)


@pytest.mark.parametrize("board", ["", "2c3d4h", "2c3d4h7s"])
def test_cards_of_another_board_cannot_come(board: str) -> None:
    """Against every run-out; before the flop against those of which enough is known."""
    hands = {0: parse_cards("AsAd"), 1: parse_cards("KsKd")}
    gone = parse_cards("KcKh9c8d2s" if not board else "KcKh")
    common = parse_cards(board)
    (found,) = pot_odds(hands, common, [(0, 1)], gone)
    left = [card for card in PACK if card not in {*hands[0], *hands[1], *common, *gone}]
    assert found[0].total == math.comb(len(left), 5 - len(common))
    assert found[0].win == found[1].lose
    if common:
        ends = [
            tuple(rank_hand((*hand, *common, *more)) for hand in hands.values())
            for more in combinations(left, 5 - len(common))
        ]
        assert found[0].win == sum(one > other for one, other in ends)
        assert found[1].win == sum(one < other for one, other in ends)
    else:
        # Both other kings are gone: the kings win by straights, flushes and two pair alone.
        (usual,) = pot_odds(hands, common, [(0, 1)])
        assert found[1].equity < usual[1].equity / 2


def test_the_second_board_is_counted_without_the_first() -> None:
    pots = (Pot(amount=250, seats=(0, 1)),)
    hands = ((0, parse_cards("AsAd")), (1, parse_cards("KsKd")))
    first = Runout(hands=hands, board=parse_cards("2c3d4h7s"), pots=pots, run=1)
    gone = parse_cards("Kc")
    second = Runout(hands=hands, board=parse_cards("2c3d4h7s"), pots=pots, run=2, gone=gone)
    assert [runout_odds(one)[0][1].win for one in (first, second)] == [2, 1]
    assert runout_odds(second)[0][1].total == 43
