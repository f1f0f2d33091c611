"""The paper's bots at a table: what they measure, and what they say in the words of the table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from carteado.bots import Bot, View
from carteado.bots.library import bot_named
from carteado.bots.papers.options import FormulaOptions, Variant
from carteado.bots.papers.players import aggressive, mfs, mixed, tight
from carteado.bots.papers.spot import Spot, published_percent
from carteado.engine.cards import parse_cards
from carteado.odds import preflop_odds, versus_random

SEAT, RIVAL = 0, 1


def view(
    hand: str,
    board: str = "",
    *,
    stacks: tuple[int, int] = (1490, 1480),
    bets: tuple[int, int] = (10, 20),
    before: int = 0,
    button: bool = True,
    chance: int = 0,
) -> View:
    """A decision of seat 0 at a table of two with blinds of 10 and 20.

    Args:
        hand: cards of the seat.
        board: common cards.
        stacks: chips behind, of the seat and of its opponent.
        bets: chips bet on this street.
        before: chips in the pot from earlier streets.
        button: whether seat 0 has the button.
        chance: seed of the bot's chance.
    """
    current = max(bets)
    price = min(current - bets[SEAT], stacks[SEAT])
    least = current + max(20, abs(bets[0] - bets[1]) if current > 20 else 20)
    most = bets[SEAT] + stacks[SEAT]
    legal = {
        "fold": True,
        "check": not price,
        "call": price or None,
        "raise_to": None
        if stacks[RIVAL] == 0 or stacks[SEAT] <= price
        else (min(least, most), most),
    }
    state = {
        "small_blind": 10,
        "big_blind": 20,
        "hands": (parse_cards(hand), ("??", "??")),
        "board": parse_cards(board),
        "stacks": stacks,
        "bets": bets,
        "current_bet": current,
        "pot": before + sum(bets),
        "live": (1, 0) if button else (0, 1),
        "order": (1, 0) if button else (0, 1),
        "small": 0 if button else 1,
        "big": 1 if button else 0,
    }
    return View.example(legal=legal, state=state, seat=SEAT, random=random.Random(chance))


def big_blind(hand: str, bet: int, **fields: Any) -> View:
    """The big blind before the flop, after the button has bet so much in all."""
    return view(hand, stacks=(1480, 1500 - bet), bets=(20, bet), button=False, **fields)


@pytest.mark.parametrize(
    ("bot", "decision", "answer"),
    [
        # The button puts chips on top of its small blind.
        (tight, view("AsAh"), "raise 130"),
        (tight, view("Kc9d"), "raise 70"),
        (tight, view("7c2d"), "fold"),
        (aggressive, view("AsAh"), "raise 210"),
        (aggressive, view("9c8d"), "raise 110"),
        # The big blind's option; a least raise counts as none, and without a check it folds.
        (tight, big_blind("AsAh", 20), "raise 180"),
        (tight, big_blind("7c2d", 20), "check"),
        (tight, big_blind("AsAh", 40), "raise 180"),
        (tight, big_blind("7c2d", 40), "fold"),
        # Times the amount to call, on top of what the seat has bet.
        (tight, big_blind("AsAh", 80), "raise 260"),
        (tight, big_blind("KhTd", 80), "call"),
        (tight, big_blind("QdQh", 81), "raise 264"),
        (tight, big_blind("TdTh", 81), "raise 142"),
        (aggressive, big_blind("TdTh", 80), "raise 320"),
        # All-in where the stack is not larger; a call where everybody else is.
        (tight, big_blind("AsAh", 400), "raise 1500"),
        (tight, big_blind("AsAh", 1500), "call"),
        (tight, big_blind("JsTh", 1500), "fold"),
        # Short stacks: the shorter of the two counts.
        (tight, view("7c2d", stacks=(150, 2820)), "raise 160"),
        (tight, view("7c2d", stacks=(2820, 149)), "raise 2830"),
        (tight, view("7c2d", stacks=(160, 2810)), "fold"),
    ],
)
def test_decisions_before_the_flop_are_those_of_the_tables(
    bot: Bot, decision: View, answer: str
) -> None:
    assert bot(decision) == answer


@pytest.mark.parametrize(
    ("bot", "decision", "answer"),
    [
        (tight, view("AsAh", "AdAc2h", bets=(0, 0), before=80), "raise 240"),
        (tight, view("7c2d", "KdQhJh", bets=(0, 0), before=80), "check"),
        (tight, view("7c2d", "KdQhJh", bets=(0, 20), before=80), "fold"),
        (tight, view("AsAh", "AdAc2h", bets=(0, 40), before=80), "raise 160"),
        (aggressive, view("AsAh", "AdAc2h", bets=(0, 40), before=80), "raise 200"),
        (tight, view("AsAh", "AdAc2h7d8d", bets=(0, 400), before=80), "raise 1490"),
        (tight, view("AsAh", "AdAc2h7d8d", bets=(0, 100), before=80), "raise 400"),
        (tight, view("AsKh", "AdAc2h7d8d", bets=(0, 100), before=80, stacks=(90, 500)), "call"),
        (tight, view("AsKh", "AdAc2h7d8d", bets=(0, 100), before=80, stacks=(500, 0)), "call"),
    ],
)
def test_decisions_after_the_flop_are_those_of_the_tables(
    bot: Bot, decision: View, answer: str
) -> None:
    assert bot(decision) == answer


FLOP = "Kc7d2s"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("AsQd", "raise 180"),  # V = 1.8: by one big blind, lifted to the least
        ("AsKs", "raise 180"),  # V = 2.03: the pot of 120 would be 140, lifted likewise
        ("TsTd", "raise 180"),  # V = 2.8
        ("7s2d", "fold"),  # V < 0
        ("Jc4h", "call"),  # V = 0.47
    ],
)
def test_mfs_decides_before_the_flop_by_the_formula(hand: str, answer: str) -> None:
    decision = big_blind(hand, 100)
    spot = Spot(decision, "as-intended")
    expected = (spot.W * 100 - (100 - spot.W) * 80) / 100 / 20
    assert pytest.approx(expected) == spot.V
    assert mfs(decision) == answer


def test_the_formula_gives_the_papers_examples() -> None:
    # 64.42% of winning 100 against 35.58% of losing the 80 that are missing: 35.96 chips.
    assert pytest.approx(35.96 / 20, abs=1e-3) == Spot(big_blind("AsQd", 100), "as-intended").V
    # With the misprint 66.1%: 38.98 chips.
    assert pytest.approx(38.98 / 20, abs=1e-3) == Spot(big_blind("AsQd", 100), "as-coded").V
    # The pot of earlier streets is left out.
    on_flop = Spot(view("KhQd", FLOP, bets=(0, 100), before=500), "as-intended")
    assert pytest.approx((2 * on_flop.W - 100) / 20) == on_flop.V


@pytest.mark.parametrize(
    ("hand", "board", "bets", "gain", "answer"),
    [
        ("3dAs", "5h3h6dJh7c", (20, 40), 0, "fold"),  # a third of 40, two thirds of the missing 20
        ("5sKh", "TsAhAcKsQd", (0, 60), 1, "call"),  # two thirds of 60, a third of 60
    ],
)
def test_the_formula_s_limits_are_exact(
    hand: str, board: str, bets: tuple[int, int], gain: int, answer: str
) -> None:
    decision = view(hand, board, bets=bets, before=80)
    assert gain == Spot(decision, "as-intended").V
    assert mfs(decision) == answer


@pytest.mark.parametrize(
    ("settings", "extra"),
    [("", 200), ("variant=as-coded", 400), ("extra=400", 400), ("variant=as-coded,extra=200", 200)],
)
def test_the_formulas_extra_is_added_to_the_pot(settings: str, extra: int) -> None:
    decision = view("JhJd", FLOP, bets=(0, 0), before=80)
    assert 75 < Spot(decision, "as-intended").W <= 85
    assert bot_named(f"mfs:{settings}" if settings else "mfs")(decision) == f"raise {80 + extra}"


def test_mfs_only_calls_or_folds_against_an_all_in() -> None:
    jam = big_blind("AsKs", 1500)
    assert Spot(jam, "as-intended").V > 5
    assert mfs(jam) == "call"
    assert mfs(big_blind("7s2d", 1500)) == "fold"
    assert FormulaOptions().extra_blinds == 10


@pytest.mark.parametrize("bot", [tight, aggressive, mfs])
def test_a_bet_of_more_than_the_stack_leaves_no_raise(bot: Bot) -> None:
    # Of 700 the opponent put in 690 or, on the flop, 700; the seat has 680, 690 or 700 to call.
    before_flop = {"bets": (20, 700), "button": False}
    assert bot(view("AsAh", stacks=(691, 800), **before_flop)) == "raise 711"
    assert bot(view("AsAh", stacks=(690, 800), **before_flop)) == "call"
    on_flop = {"bets": (10, 700), "before": 80}
    assert bot(view("AsAh", "AdAc2h", stacks=(701, 800), **on_flop)) == "raise 711"
    assert bot(view("AsAh", "AdAc2h", stacks=(700, 800), **on_flop)) == "call"
    assert bot(view("7c2d", "KdQhJh", stacks=(700, 800), **on_flop)) == "fold"


def test_without_a_raise_the_formula_calls_for_more_than_five_blinds_only() -> None:
    # The gain is 4.3 blinds: it goes in further where it can, and gives up where it cannot.
    fields = {"bets": (100, 300), "before": 80}
    decision = view("AsQd", FLOP, stacks=(301, 800), **fields)
    assert 0 < Spot(decision, "as-intended").V <= 5
    assert mfs(decision) == "raise 401"
    assert mfs(view("AsQd", FLOP, stacks=(300, 800), **fields)) == "fold"


@pytest.mark.parametrize(
    ("name", "hand", "answer"),
    [
        ("tight", "KhTd", {"as-intended": "fold", "as-coded": "call"}),
        ("tight", "Kc9d", {"as-intended": "fold", "as-coded": "fold"}),
        ("aggressive", "Kc9d", {"as-intended": "fold", "as-coded": "call"}),
        ("aggressive", "7c2d", {"as-intended": "fold", "as-coded": "fold"}),
    ],
)
def test_as_coded_an_all_in_before_the_flop_is_not_a_raise(
    name: str, hand: str, answer: dict[str, str]
) -> None:
    jam = big_blind(hand, 1500)
    assert {kind: bot_named(f"{name}:variant={kind}")(jam) for kind in answer} == answer
    raised = big_blind(hand, 1470)
    assert {bot_named(f"{name}:variant={kind}")(raised) for kind in answer} == {"fold"}


@pytest.mark.parametrize(
    ("board", "their_bet", "expected"),
    [
        ("", 140, {"as-intended": 20.0, "as-coded": 151.5}),
        (FLOP, 140, {"as-intended": 20.0, "as-coded": 125.0}),
        (FLOP + "3h", 140, {"as-intended": 20.0, "as-coded": 125.0}),
        (FLOP + "3h4h", 140, {"as-intended": 20.0, "as-coded": 151.5}),
        ("", 40, {"as-intended": 15.0, "as-coded": 125.0}),
        (FLOP, 40, {"as-intended": 15.0, "as-coded": 125.0}),
        (FLOP + "3h4h", 40, {"as-intended": 15.0, "as-coded": 125.0}),
    ],
)
def test_each_variant_measures_the_stack_in_its_own_way(
    board: str, their_bet: int, expected: dict[str, float]
) -> None:
    # The opponent has bet 100 more than the seat, or as much, and can still put in 300.
    decision = view("KhTd", board, stacks=(2500, 300), bets=(40, their_bet), before=50)
    variants: tuple[Variant, ...] = ("as-intended", "as-coded")
    found = {variant: Spot(decision, variant).stack for variant in variants}
    assert found == expected


def test_as_coded_the_own_stack_answers_a_bet_on_the_flop_and_the_longer_one_bets() -> None:
    short = {"stacks": (300, 2500), "before": 50}
    assert Spot(view("KhTd", FLOP, bets=(0, 100), **short), "as-coded").stack == 15
    assert Spot(view("KhTd", FLOP, bets=(0, 0), **short), "as-coded").stack == 125


def test_the_program_s_slips_are_kept_as_coded() -> None:
    assert tight(view("Ac9d")) == "raise 70"
    assert bot_named("tight:variant=as-coded")(view("Ac9d")) == "fold"
    assert bot_named("aggressive:variant=as-coded")(view("6c4c")) == "fold"


def test_published_pre_flop_chances_are_near_the_exact_ones() -> None:
    assert len(published_percent()) == 169
    for name, published in published_percent().items():
        exact = 100 * float(preflop_odds(name).equity)
        assert abs(published - exact) < (2 if name == "AQo" else 1.2)
    assert published_percent()["AQo"] == 66.1
    assert Spot(view("AhQs"), "as-coded").W == 66.1
    expected = 100 * float(preflop_odds("AQo").equity)
    assert pytest.approx(expected) == Spot(view("AhQs"), "as-intended").W


def test_after_the_flop_only_wins_count() -> None:
    tied = view("2h3d", "AsKsQsJsTs", bets=(0, 0), before=80)
    assert Spot(tied, "as-intended").W == 0
    odds = versus_random("KhTd", FLOP)
    found = Spot(view("KhTd", FLOP, bets=(0, 0), before=80), "as-coded").W
    assert found == 100 * odds.win / odds.total < 100 * odds.equity


def test_mixed_throws_a_fair_coin_at_every_decision() -> None:
    decision = view("AsAh", chance=4)
    answers = [mixed(decision) for _ in range(400)]
    assert set(answers) == {tight(decision), aggressive(decision)}
    assert 160 < answers.count(tight(decision)) < 240
    assert [mixed(view("AsAh", chance=4))] == answers[:1]


@pytest.mark.parametrize("bot", [tight, aggressive, mixed, mfs])
def test_decisions_other_than_bets_get_the_default(bot: Bot) -> None:
    asked = View.example(legal={"show": True, "muck": True}, default={"type": "muck"})
    assert bot(asked) == {"type": "muck"}


def test_at_a_larger_table_the_highest_bettor_counts() -> None:
    state = {
        "small_blind": 10,
        "big_blind": 20,
        "hands": (parse_cards("KhTd"), (), ()),
        "board": parse_cards(FLOP),
        "stacks": (2000, 3000, 400),
        "bets": (0, 60, 160),
        "current_bet": 160,
        "pot": 300,
        "live": (1, 2, 0),
        "order": (1, 2, 0),
    }
    spot = Spot(View.example(legal={}, state=state), "as-intended")
    assert (spot.their_bet, spot.price, spot.stack, spot.button) == (160, 160, 28, True)
