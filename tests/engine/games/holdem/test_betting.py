"""The rules of betting, one test for each."""

from __future__ import annotations

import pytest
from tests.engine.games.holdem.tables import hand

from carteado.engine.game import Act
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import AllIn
from carteado.engine.games.holdem.events import Raised, UncalledReturned
from carteado.engine.games.holdem.options import Level


def test_streets_are_preflop_flop_turn_and_river() -> None:
    table = hand([100, 100])
    seen = []
    while GAME.turn(table.state) is not None:
        seen.append((table.state.street, len(table.state.board)))
        table.act("check" if table.legal.check else "call")
    assert list(dict.fromkeys(seen)) == [("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5)]
    assert table.state.street == "showdown"


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    table = hand([100, 100, 100], button=1)
    deck = table.state.deck
    assert table.state.order == (2, 0, 1)
    assert table.state.hands[2] == (deck[0], deck[3])
    assert table.state.hands[0] == (deck[1], deck[4])
    assert table.state.hands[1] == (deck[2], deck[5])


def test_a_card_is_burnt_before_flop_turn_and_river() -> None:
    table = hand([100, 100]).run_out()
    deck = table.state.deck
    assert table.state.board == (*deck[5:8], deck[9], deck[11])


def test_blinds_are_live_and_the_big_blind_has_the_option() -> None:
    table = hand([100, 100, 100]).act("call", "call")
    assert table.state.to_act == 2
    assert (table.legal.check, table.legal.call) == (True, None)
    assert table.legal.raise_to == (40, 100)
    assert table.act("to 60").state.current_bet == 60


def test_the_button_acts_first_heads_up_before_the_flop_and_last_after_it() -> None:
    table = hand([100, 100], button=1)
    assert table.state.bets == (20, 10)
    assert table.state.to_act == 1
    table.act("call", "check")
    assert table.state.to_act == 0


@pytest.mark.parametrize(
    ("deeds", "expected"),
    [
        pytest.param((), (200, 1100), id="the-big-blind"),
        pytest.param(("to 300",), (500, 1100), id="a-raise-by-200"),
        pytest.param(("to 300", "to 500"), (700, 1100), id="a-re-raise-by-200"),
        pytest.param(("to 300", "to 800"), (1100, 1100), id="only-all-in-is-left"),
        pytest.param(("call", "call", "check"), (100, 1000), id="an-opening-bet"),
        pytest.param(("call", "call", "check", "to 150"), (300, 1000), id="a-raise-on-the-flop"),
    ],
)
def test_the_minimum_raise_is_the_last_full_one(
    deeds: tuple[str, ...], expected: tuple[int, int]
) -> None:
    table = hand([1100, 1100, 1100], blinds=(50, 100)).act(*deeds)
    assert table.legal.raise_to == expected


def test_current_bet_is_never_below_the_big_blind_even_if_the_blind_posted_was_short() -> None:
    table = hand([500, 500, 7])
    assert table.state.bets == (0, 10, 7)
    assert (table.legal.call, table.legal.raise_to) == (20, (40, 500))


def test_all_in_below_the_minimum_is_always_allowed_where_raising_is() -> None:
    table = hand([500, 500, 150], blinds=(50, 100)).act("fold", "call")
    assert table.legal.raise_to == (150, 150)
    table.act("to 150")
    assert (table.state.current_bet, table.state.last_full) == (150, 100)


def test_a_short_all_in_does_not_reopen_the_betting_for_players_who_acted() -> None:
    table = hand([5000, 5000, 5000, 650], button=3, blinds=(100, 200))
    table.act("to 600", "all_in", "call")
    assert (table.state.to_act, table.legal.call, table.legal.raise_to) == (1, 450, (1050, 5000))
    table.act("call")
    assert (table.state.to_act, table.legal.call, table.legal.raise_to) == (2, 50, None)
    refusal = table.refuses("to 1050")
    assert refusal.code == "action/no_right_to_raise"
    assert table.refuses("all_in").code == "action/no_right_to_raise"
    table.act("call")
    assert (table.state.street, table.state.pot, table.state.to_act) == ("flop", 2600, 0)


def test_limpers_and_checkers_are_included() -> None:
    limper = hand([500, 500, 500, 30], button=3).act("call", "all_in", "call", "call")
    assert (limper.state.to_act, limper.legal.raise_to) == (2, None)
    checker = hand([500, 500, 500, 35], button=3).act("call", "call", "call", "check")
    checker.act("check", "check", "check", "all_in", "call", "call")
    assert (checker.state.to_act, checker.legal.call, checker.legal.raise_to) == (2, 15, None)


def test_several_short_all_ins_that_together_reach_a_full_raise_do_reopen() -> None:
    # A raise by 100 to 200, then two short all-ins by 60 and by 50 more.
    table = hand([1000, 260, 310, 1000, 1000, 1000], button=3, blinds=(50, 100))
    table.act("to 200", "all_in", "all_in", "call", "fold", "fold")
    assert (table.state.to_act, table.legal.call) == (0, 110)
    assert table.legal.raise_to == (410, 1000)


def test_nobody_may_raise_if_no_opponent_can_answer() -> None:
    table = hand([500, 100], button=1).act("all_in")
    assert (table.state.to_act, table.legal.call, table.legal.raise_to) == (0, 80, None)
    assert table.legal.all_in is None


def test_a_call_for_less_than_the_stack_can_pay_is_all_in() -> None:
    table = hand([500, 100], button=0).act("to 300")
    assert (table.legal.call, table.legal.all_in) == (80, 100)
    table.act("call")
    assert sum(table.state.stacks) == 600
    assert table.state.returned == (200, 0)


def test_nobody_is_asked_when_everybody_else_is_all_in_and_covered() -> None:
    table = hand([500, 7], button=0)
    assert not table.state.in_hand
    assert table.state.returned == (3, 0)
    assert table.state.pots == (14,)


def test_a_player_who_does_not_cover_a_short_all_in_blind_is_asked() -> None:
    table = hand([500, 15], button=0)
    assert (table.state.to_act, table.legal.call, table.legal.raise_to) == (0, 10, None)
    table.act("call")
    assert table.state.returned == (5, 0)
    assert table.state.pots == (30,)


def test_the_uncalled_part_of_a_bet_goes_back_and_is_never_won() -> None:
    table = hand([500, 500, 500]).act("to 100", "fold", "fold")
    assert table.state.returned == (80, 0, 0)
    assert table.state.won == (50, 0, 0)
    assert table.state.pots == (50,)
    assert [event.amount for event in table.happened(UncalledReturned)] == [80]


def test_fold_is_offered_when_checking_is_free_and_never_chosen_by_the_clock() -> None:
    table = hand([100, 100]).act("call")
    assert table.legal.fold
    assert table.legal.check
    assert GAME.default(table.state, 1).type == "check"
    table.act("fold")
    assert table.state.won == (40, 0)


def test_a_timeout_folds_where_checking_is_not_free() -> None:
    table = hand([100, 100])
    assert GAME.default(table.state, 0).type == "fold"


def test_the_blind_comes_before_a_big_blind_ante_for_a_short_stack() -> None:
    table = hand([500, 500, 30], ante=20, ante_kind="big_blind")
    assert (table.state.bets[2], table.state.dead, table.state.stacks[2]) == (20, 10, 0)


def test_an_ante_for_all_comes_before_the_blinds() -> None:
    table = hand([500, 500, 12], ante=5)
    assert table.state.paid == (5, 15, 12)
    assert table.state.bets == (0, 10, 7)
    assert table.state.current_bet == 20


def test_antes_never_count_towards_a_street_bet() -> None:
    table = hand([500, 500, 500], ante=5)
    assert (table.legal.call, table.legal.raise_to) == (20, (40, 495))
    dead = hand([500, 500, 500], ante=20, ante_kind="big_blind")
    assert (dead.legal.call, dead.legal.raise_to) == (20, (40, 500))


def test_a_maximum_bet_caps_raises_all_ins_included_and_never_a_call() -> None:
    table = hand([1000, 1000, 400], max_bet=100)
    assert table.legal.raise_to == (40, 120)
    assert table.legal.all_in is None
    refusal = table.refuses("to 121")
    assert (refusal.code, refusal.details["max"]) == ("action/above_maximum", 120)
    assert table.refuses("all_in").code == "action/above_maximum"
    table.act("to 120", "to 220", "to 320")
    table.act("to 420")
    assert (table.legal.call, table.legal.raise_to) == (200, (520, 520))
    table.act("call")
    assert (table.state.to_act, table.legal.call, table.legal.all_in) == (2, 80, 400)


def test_a_maximum_bet_below_the_big_blind_counts_as_the_big_blind() -> None:
    assert hand([1000, 1000], max_bet=1).legal.raise_to == (40, 40)


def test_the_smallest_bet_is_one_big_blind() -> None:
    table = hand([100, 100]).act("call", "check")
    assert table.legal.opens
    assert table.legal.raise_to == (20, 80)
    assert table.refuses("to 19").code == "action/below_minimum"


def test_all_in_is_a_bet_a_raise_or_a_call() -> None:
    table = hand([300, 200], button=0)
    assert table.legal.all_in == 300
    table.act("all_in")
    assert [event.to for event in table.happened(Raised)] == [300]
    assert table.legal.all_in == 200
    table.send(Act(seat=1, action=AllIn()))
    assert table.state.returned == (100, 0)


def test_blinds_rise_by_the_schedule_of_hands() -> None:
    levels = (
        Level(hand=2, small_blind=20, big_blind=40),
        Level(hand=4, small_blind=50, big_blind=100, ante=10),
    )
    table = hand([1000, 1000, 1000], schedule=levels)
    seen = []
    for _ in range(4):
        seen.append((table.state.small_blind, table.state.big_blind, table.state.ante))
        table.act("fold", "fold").deal()
    assert seen == [(10, 20, 0), (20, 40, 0), (20, 40, 0), (50, 100, 10)]


def test_pick_spreads_evenly_over_kinds_and_then_over_amounts() -> None:
    legal = hand([100, 100]).legal
    kinds = [GAME.pick(legal, number).type for number in range(4)]
    assert kinds == ["fold", "call", "raise", "all_in"]
    totals = {GAME.pick(legal, number).to for number in range(2, 4 * 61, 4)}
    assert totals == set(range(40, 101))
    with pytest.raises(ValueError, match="negative"):
        GAME.pick(legal, -1)
    with pytest.raises(ValueError, match="nothing"):
        GAME.pick(type(legal)(), 0)


def test_legal_out_of_turn_offers_nothing() -> None:
    table = hand([100, 100])
    assert GAME.corners(GAME.legal(table.state, 1)) == ()
