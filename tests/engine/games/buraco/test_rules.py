"""A test for each rule of the study (1.1, 1.3) and for each row of the ambiguities (1.4)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import (
    CLEAN,
    DECLINE,
    DIRTY,
    DRAW,
    OUT,
    REDRAW,
    TAKE,
    cards,
    discard,
    extend,
    lines_of,
    meld,
    play,
    position,
    refused,
    total_of,
)

from carteado.engine.deal import shuffle
from carteado.engine.game import Deal, Decided, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Extend, PlayTurn, TakePile
from carteado.engine.games.buraco.cards import pack
from carteado.engine.games.buraco.kernel import apply, from_state, points
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.position import Position, fits
from carteado.engine.games.buraco.runs import Run, canastra, extended, is_clean, laid
from carteado.engine.games.buraco.shapes import shape_of

FREE = Options()
IN_PLACE = Options(wild_relocation="on_replacement")
FIXED = Options(wild_relocation="fixed")


def run(text: str, rules: Options = FREE) -> Run:
    faces = tuple(part.partition("=")[0] for part in text.split())
    place = next((part.partition("=")[2] for part in text.split() if "=" in part), None)
    found = laid(faces, place, rules)
    assert found is not None, text
    return found


# 1.1, 1.2


def test_the_deal_is_eleven_each_two_mortos_and_38_of_stock() -> None:
    state = GAME.new(FREE)
    for seat in range(4):
        answer = GAME.decide(state, Sit(seat=seat, name=f"p{seat}"))
        assert isinstance(answer, Decided)
        state = answer.state
    deck = shuffle(pack(0), bytes(32))
    answer = GAME.decide(state, Deal(deck=deck))
    assert isinstance(answer, Decided)
    state = answer.state
    assert [len(hand) for hand in state.hands] == [11] * 4
    assert [len(morto) for morto in state.mortos] == [11, 11]
    assert len(state.stock) == 38
    assert state.pile == ()
    assert state.to_act == 0


def test_the_pack_is_worth_880_points() -> None:
    from carteado.engine.games.buraco.runs import points

    assert points(pack(0), FREE) == 880


def test_there_are_532_different_runs() -> None:
    """78 clean, 90 with a movable wild, 364 with the wild in a gap: of one suit, one foreign 2."""
    suit = "A23456789TJQKA"
    spans = [(low, high) for low in range(14) for high in range(low + 1, 14)]
    rows = [[rank + "H" for rank in suit[low : high + 1]] for low, high in spans]
    clean = [tuple(sorted(row)) for row in rows if len(row) > 2]
    movable = [tuple(sorted([*row, "2S"])) for row in rows if len(row) < 14]
    gap = [
        tuple(sorted([*row[:at], *row[at + 1 :], "2S"]))
        for row in rows
        for at in range(1, len(row) - 1)
    ]
    assert (len(clean), len(movable), len(gap)) == (78, 90, 364)
    for row in [*clean, *movable, *gap]:
        shape = shape_of(row)
        assert shape is not None
        assert shape.clean == (row in clean)
    # A to K and 2 to A are the same cards, and so are those with a wild in place of one of them.
    assert len({*clean, *movable, *gap}) == 532 - 15


def test_partners_add_to_the_same_runs() -> None:
    state = position(turn=2, phase="play", hand="8H KC QC", melds={"A": [["5H", "6H", "7H"]]})
    assert play(state, extend(0, "8H")).runs[0][0].cards == cards("5H 6H 7H 8H")


def test_the_first_of_a_pair_takes_a_morto_and_the_second_does_not() -> None:
    state = play(position(phase="play", hand="5H 6H 7H"), meld("5H 6H 7H"))
    assert (state.to_act, len(state.hands[0]), state.took) == (0, 11, (True, False))
    state = position(phase="play", hand="KC", took=[True, False], mortos=1)
    assert refused(state, discard("KC")).code == "buraco/unfinishable_turn"


def test_end_1_batida_counts_the_play_just_made() -> None:
    state = position(
        phase="play", hand="9S", melds={"A": [CLEAN[:-1]]}, mortos=0, took=[True, True]
    )
    assert play(state, extend(0, "9S")).out == 0


def test_end_2_the_deal_ends_with_the_stock() -> None:
    state = position(hand="KC QD", stock="4C", **OUT)
    after = play(state, DRAW, discard("4C"))
    assert not after.in_deal
    assert after.out is None


# 1.3: the turn can always be ended


def test_the_last_card_has_to_be_of_use() -> None:
    state = position(phase="play", hand="5H 6H 7H 8H", **OUT)
    assert refused(state, meld("5H 6H 7H")).code == "buraco/unfinishable_turn"


def test_the_last_card_may_be_kept_where_it_fits_a_run_and_goes_out() -> None:
    state = position(phase="play", hand="5H 6H 7H 9S", melds={"A": [CLEAN[:-1]]}, **OUT)
    after = play(state, meld("5H 6H 7H"))
    legal = GAME.legal(after, 0)
    assert (legal.discard, legal.extend, legal.meld) == (False, True, False)
    assert GAME.default(after, 0).type == "extend"
    assert play(after, extend(0, "9S")).out == 0


# 1.4, row by row


def test_01_first_turn_redraw() -> None:
    state = position(first=True, stock="KD 3C 4C", hand="5H 6H 7H 9D TD")
    drawn = play(state, DRAW)
    again = play(drawn, REDRAW)
    assert again.pile == ("KD",)
    assert refused(again, REDRAW).code == "buraco/no_redraw"
    assert refused(play(drawn, meld("5H 6H 7H")), REDRAW).code == "buraco/no_redraw"
    assert refused(play(drawn, discard("KD")), REDRAW).code == "buraco/no_redraw"
    off = position(rules={"first_turn_redraw": False}, first=True, stock="KD 3C 4C")
    assert refused(play(off, DRAW), REDRAW).code == "buraco/no_redraw"


def test_02_pile_take() -> None:
    given = {"hand": "5H 6H KC 9D", "lixo": "3C 7H"}
    assert len(play(position(**given), TAKE).hands[0]) == 6
    state = position(rules={"pile_take": "must_meld_top"}, **given)
    assert refused(state, TAKE).code == "buraco/top_not_melded"
    after = play(state, TakePile(cards=cards("5H 6H")))
    assert after.runs[0][0].cards == cards("5H 6H 7H")
    assert len(after.hands[0]) == 3
    fits = position(
        rules={"pile_take": "must_meld_top"}, melds={"A": [["4H", "5H", "6H"]]}, **given
    )
    assert play(fits, TakePile(meld=0)).runs[0][0].cards == cards("4H 5H 6H 7H")


def test_03_pile_visibility() -> None:
    given = {"hand": "5H KC", "lixo": "3C 7H"}
    assert position(**given).pile == ("3C", "7H")
    rules = {"pile_visibility": "top_only", "last_turn": "none"}
    closed = position(rules=rules, **given)
    assert closed.pile == ("??", "7H")
    assert sorted(play(closed, TAKE).hands[0]) == ["3Ca", "5Ha", "7Ha", "KCa"]


def test_04_single_card_return() -> None:
    given = {"hand": "9Sb 3H", "lixo": "9Sa"}
    taken = play(position(**given), TAKE)
    assert refused(taken, discard("9Sa")).code == "buraco/returned"
    assert play(taken, discard("9Sb")).pile == ("9S",)
    assert play(taken, discard("9S")).pile == ("9S",)
    free = position(rules={"single_card_return": True}, **given)
    assert play(free, TAKE, discard("9Sa")).pile == ("9S",)
    other = play(position(hand="8S 3H", lixo="9S"), TAKE)
    assert refused(other, discard("9S")).code == "buraco/returned"


@pytest.mark.parametrize("limit", [2, 8])
def test_05_stall_limit(limit: int) -> None:
    hands = {f"hand_{seat}": f"{'4567'[seat]}H KC" for seat in range(4)}
    state = position(rules={"stall_limit": limit}, lixo="9S", stock="3D 3C JC", **hands)
    for turn in range(limit):
        held = [card for card in state.hands[turn % 4] if not card.startswith("K")]
        state = play(state, TAKE, discard(held[0]))
    assert refused(state, TAKE).code == "buraco/stalled"
    assert not GAME.legal(state, limit % 4).take
    drawn = play(state, DRAW, discard("KC"))
    assert GAME.legal(drawn, (limit + 1) % 4).take


def test_06_a_wild_at_the_end_of_a_run() -> None:
    assert run("QH KH 2S").cards == cards("2S QH KH")
    assert not is_clean(run("QH KH 2S"))


def test_07_a_natural_2_and_a_wild_2_in_one_run() -> None:
    assert run("AH 2H 3H 2C 5H").cards == cards("AH 2H 3H 2C 5H")


def test_08_wild_relocation() -> None:
    free = extended(run("5H 6H 2S"), cards("7H"), None, FREE)
    assert free is not None
    assert free.wild_at is None
    moved = extended(run("5H 6H 2S=7H", IN_PLACE), cards("7H"), None, IN_PLACE)
    assert moved is not None
    assert moved.wild_at == 4
    named = extended(run("5H 6H 2S=7H", IN_PLACE), cards("7H"), "8H", IN_PLACE)
    assert named is not None
    assert named.wild_at == 8
    stays = extended(run("5H 6H 2S=7H", IN_PLACE), cards("8H"), None, IN_PLACE)
    assert stays is not None
    assert stays.wild_at == 7
    assert extended(run("5H 6H 2S=4H", IN_PLACE), cards("8H"), None, IN_PLACE) is None
    assert extended(run("5H 6H 2S"), cards("8H"), None, FREE) is not None
    assert extended(run("5H 6H 2S=7H", FIXED), cards("7H"), None, FIXED) is None


@pytest.mark.parametrize("rules", [IN_PLACE, FIXED])
def test_08_a_natural_2_does_not_leave_its_place_to_be_wild(rules: Options) -> None:
    natural = run("2H 3H 4H", rules)
    assert extended(run("2H 3H 4H"), cards("6H"), None, FREE) is not None
    assert extended(natural, cards("6H"), None, rules) is None
    for text, at in (("6H 2S", 5), ("6H 2H", 5), ("6H 5H", None)):
        longer = extended(natural, cards(text), None, rules)
        assert longer is not None
        assert longer.wild_at == at


def test_09_wild_regularise() -> None:
    clean = extended(run("5H 6H 2H"), cards("3H 4H"), None, FREE)
    assert clean is not None
    assert is_clean(clean)
    off = Options(wild_regularise=False)
    dirty = extended(run("5H 6H 2H", off), cards("3H 4H"), None, off)
    assert dirty is not None
    assert not is_clean(dirty)
    placed = extended(run("4H 5H 2H=6H", FIXED), cards("3H"), None, FIXED)
    assert placed is not None
    assert is_clean(placed)


@pytest.mark.parametrize("relocation", ["free", "on_replacement", "fixed"])
def test_09_an_own_2_that_stays_wild_is_the_one_wild_of_its_run(relocation: Any) -> None:
    off = Options(wild_regularise=False, wild_relocation=relocation)
    wild, natural = run("3H 5H 2H", off), run("2H 3H 4H", off)
    assert extended(wild, cards("2S"), None, off) is None
    assert "2S" not in fits(wild, off)
    assert extended(wild, cards("2H"), None, off) is not None
    assert extended(natural, cards("2S"), None, off) is not None
    assert extended(run("3H 5H 2H"), cards("2S"), None, FREE) is not None


def test_10_runs_are_not_merged_or_split() -> None:
    state = position(
        phase="play", hand="8H KC QC", melds={"A": [["5H", "6H", "7H"], ["9H", "TH", "JH"]]}
    )
    after = play(state, extend(0, "8H"))
    assert len(after.runs[0]) == 2


def test_11_several_runs_of_one_suit() -> None:
    state = position(phase="play", hand="5H 6H 7H 5H 6H 7H KC QC")
    assert len(play(state, meld("5H 6H 7H"), meld("5H 6H 7H")).runs[0]) == 2


def test_12_opening_minimum() -> None:
    given = {"phase": "play", "hand": "5H 6H 7H TS JS QS KS AS 9D 9C"}
    play(position(**given), meld("5H 6H 7H"))
    state = position(rules={"opening_minimum": 50}, **given)
    assert refused(state, meld("5H 6H 7H")).code == "buraco/opening_minimum"
    play(state, meld("TS JS QS KS AS"), meld("5H 6H 7H"))


def test_13_final_discard_and_final_discard_wild() -> None:
    given = {"phase": "play", "hand": "5H 6H 7H", "melds": {"A": [CLEAN]}, **OUT}
    assert play(position(**given), meld("5H 6H 7H")).out == 0
    state = position(rules={"final_discard": "required"}, **given)
    assert refused(state, meld("5H 6H 7H")).code == "buraco/unfinishable_turn"
    wild = {"phase": "play", "hand": "2H", "melds": {"A": [CLEAN]}, **OUT}
    assert play(position(**wild), discard("2H")).out == 0
    state = position(rules={"final_discard": "required", "final_discard_wild": False}, **wild)
    assert refused(state, discard("2H")).code == "buraco/unfinishable_turn"


def test_14_going_out_requires() -> None:
    given = {"phase": "play", "hand": "KC", "melds": {"A": [DIRTY]}, **OUT}
    assert refused(position(**given), discard("KC")).code == "buraco/unfinishable_turn"
    assert play(position(rules={"going_out_requires": "any"}, **given), discard("KC")).out == 0


def test_15_batida_without_morto_if_converted() -> None:
    given = {
        **{"phase": "play", "hand": "KC", "melds": {"A": [CLEAN]}},
        **{"mortos": 0, "took": [False, True], "converted": 1},
    }
    assert refused(position(**given), discard("KC")).code == "buraco/unfinishable_turn"
    state = position(rules={"batida_without_morto_if_converted": True}, **given)
    assert play(state, discard("KC")).out == 0


def test_16_morto_penalty_waived_if_converted() -> None:
    given = {
        **{"hand": "KC QD", "stock": "4C", "mortos": 0, "took": [False, True], "converted": 1},
    }
    assert lines_of(play(position(**given), DRAW, discard("4C")), 0)["no_morto"] == -100
    state = position(rules={"morto_penalty_waived_if_converted": True}, **given)
    assert "no_morto" not in lines_of(play(state, DRAW, discard("4C")), 0)


def test_16_a_pair_pays_that_still_had_a_morto_to_take() -> None:
    """One morto became stock and one lies there: only a position that is set up comes to that."""
    given = {
        **{"phase": "play", "hand": "KC", "melds": {"A": [CLEAN]}},
        **{"mortos": 1, "took": [True, False], "converted": 1},
    }
    state = position(rules={"morto_penalty_waived_if_converted": True}, **given)
    over = play(state, discard("KC"))
    assert lines_of(over, 1)["no_morto"] == -100
    deal = from_state(state)
    apply(deal, discard("KC"))
    assert points(deal) == (total_of(over, 0), total_of(over, 1))


def test_17_unused_morto_counts_as_not_taken() -> None:
    morto = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    given = {
        **{"phase": "play", "hand": "KC", "stock": [], "hand_2": "AH"},
        **{"mortos": 1, "took": [False, True], "morto_next": morto},
    }
    counted = lines_of(play(position(**given), discard("KC")), 0)
    assert "no_morto" not in counted
    assert counted["hands"] == -(5 * 5 + 6 * 10 + 15)
    unused = position(rules={"unused_morto_counts_as_not_taken": True}, **given)
    lines = lines_of(play(unused, discard("KC")), 0)
    assert lines["no_morto"] == -100
    assert lines["hands"] == -15


def test_18_indirect_morto_hidden() -> None:
    given = {"phase": "play", "hand": "KC"}
    assert len(play(position(**given), discard("KC")).hands[0]) == 11
    state = play(position(rules={"indirect_morto_hidden": True}, **given), discard("KC"))
    assert state.hands[0] == ()
    assert len(state.aside[0]) == 11
    for _ in range(3):
        held = state.hands[state.to_act or 0][0]
        state = play(state, DRAW, discard(held))
    assert len(state.hands[0]) == 11
    assert state.aside[0] == ()


def test_19_the_morto_becomes_stock_at_the_end_of_the_turn() -> None:
    given = {"hand": "5H 6H", "stock": "7H", "mortos": 1, "took": [False, True]}
    drawn = play(position(**given), DRAW)
    assert play(drawn, meld("5H 6H 7H")).took == (True, True)
    after = play(drawn, discard("7H"))
    assert (len(after.stock), after.mortos, after.converted) == (11, (), 1)
    ended = play(position(rules={"morto_exhaustion": "end"}, **given), DRAW, discard("7H"))
    assert not ended.in_deal


def test_20_one_morto_becomes_stock_and_the_other_stays() -> None:
    after = play(position(hand="5H 6H", stock="7H"), DRAW, discard("7H"))
    assert (len(after.stock), len(after.mortos)) == (11, 1)


def test_21_last_turn_and_encartada_scope() -> None:
    given = {
        **{"hand": "KC 9D", "stock": "4C", "lixo": "9H", "hand_1": "TH KD"},
        **{"melds": {"B": [["6H", "7H", "8H"]]}, **OUT},
    }
    last = play(position(**given), DRAW, discard("4C"))
    assert (last.to_act, last.last_turn) == (1, True)
    assert refused(last, DRAW).code == "buraco/no_stock"
    assert not play(last, DECLINE).in_deal
    assert not play(last, TAKE, extend(0, "9H"), discard("4C")).in_deal
    for rules, ends in (
        ({"encartada_scope": "top"}, True),
        ({"last_turn": "none"}, True),
        ({"last_turn": "always"}, False),
    ):
        after = play(position(rules=rules, **given), DRAW, discard("4C"))
        assert after.in_deal is not ends, rules
    given["melds"] = {"A": [["6H", "7H", "8H"]]}
    assert not play(position(**given), DRAW, discard("4C")).in_deal


def test_22_hand_penalty() -> None:
    given = {"hand": "KC QD", "stock": "4C", "hand_2": "AH", **OUT}
    assert lines_of(play(position(**given), DRAW, discard("4C")), 0)["hands"] == -35
    state = position(rules={"hand_penalty": False}, **given)
    assert "hands" not in lines_of(play(state, DRAW, discard("4C")), 0)


def test_23_extra_canastras() -> None:
    suit = [rank + "S" for rank in "A23456789TJQK"]
    thirteen, fourteen = run(" ".join(suit)), run(" ".join([*suit, "AS"]))
    dirty = run(" ".join([*suit[:5], "2H", *suit[6:]]))
    rules = Options(real_bonus=1000, half_real_bonus=500)
    assert [canastra(one, FREE) for one in (thirteen, fourteen, dirty)] == ["clean"] * 2 + ["dirty"]
    assert [canastra(one, rules) for one in (thirteen, fourteen, dirty)] == [
        *("half_real", "real", "dirty"),
    ]
    assert canastra(dirty, Options(half_real_bonus=500, special_with_wild=True)) == "half_real"
    semi = Options(semi_clean_bonus=150)
    assert canastra(run("3H 4H 5H 6H 7H 8H 9H 2S"), semi) == "semi_clean"
    assert canastra(run("3H 4H 5H 6H 7H 8H TH 2S"), semi) == "dirty"


@pytest.mark.parametrize(
    ("sets", "allowed"),
    [("none", ""), ("aces_kings_threes", "AK3"), ("aces_threes", "A3"), ("any", "AK37")],
)
def test_24_sets(sets: str, allowed: str) -> None:
    rules = Options(sets=sets)
    for rank in "AK37":
        found = laid(cards(f"{rank}S {rank}H {rank}D"), None, rules)
        assert (found is not None) == (rank in allowed)
    assert laid(cards("2S 2H 2D"), None, Options(sets="any")) is None
    assert laid(cards("7S 7H 2D"), None, Options(sets="any")) is not None
    assert laid(cards("7S 2H 2D"), None, Options(sets="any")) is None


def test_25_jokers_and_values() -> None:
    assert GAME.pack(GAME.new(Options(jokers=4))) is None
    assert len(pack(4)) == 108
    assert run("5H 6H JKR").cards == cards("JKR 5H 6H")
    assert laid(cards("5H JKR 2S"), None, FREE) is None


def test_27_no_clean_forfeits() -> None:
    given = {"hand": "KC QD", "stock": "4C", "melds": {"A": [DIRTY]}, **OUT}
    assert "forfeit" not in lines_of(play(position(**given), DRAW, discard("4C")), 0)
    state = position(rules={"no_clean_forfeits": True}, **given)
    assert lines_of(play(state, DRAW, discard("4C")), 0)["forfeit"] == -(45 + 100)


def test_28_the_first_seat_moves_on_by_one() -> None:
    state = position(hand="KC QD", stock="4C", turn=1, **OUT)
    after = play(state, DRAW, discard("4C"))
    answer = GAME.decide(after, Deal(deck=pack(0)))
    assert isinstance(answer, Decided)
    assert answer.state.to_act == (after.starter + 1) % 4


def test_30_stock_reserve() -> None:
    given = {"hand": "KC QD", "stock": "4C 5C 6C", **OUT}
    assert play(position(**given), DRAW, discard("4C")).in_deal
    assert not play(position(rules={"stock_reserve": 2}, **given), DRAW, discard("4C")).in_deal


def test_31_a_wild_or_a_fitting_card_may_be_discarded() -> None:
    state = position(phase="play", hand="2H 8H KC", melds={"A": [["5H", "6H", "7H"]]})
    play(state, discard("2H"))
    play(state, discard("8H"))


# 1.5: the whole turn


def test_a_whole_turn_is_taken_whole_or_not_at_all() -> None:
    state = position(phase="play", hand="5H 6H 7H 8H KC 9D")
    whole = PlayTurn(plays=(meld("5H 6H 7H"), extend(0, "8H"), discard("KC")))
    after = play(state, whole)
    assert (after.to_act, after.runs[0][0].cards) == (1, cards("5H 6H 7H 8H"))
    wrong = refused(state, PlayTurn(plays=(meld("5H 6H 7H"), extend(0, "KC"), discard("8H"))))
    assert (wrong.code, wrong.details["play"]) == ("buraco/does_not_fit", 1)
    assert refused(state, PlayTurn(plays=(meld("5H 6H 7H"),))).code == "buraco/turn_incomplete"
    early = PlayTurn(plays=(discard("KC"), discard("9D")))
    assert refused(state, early).code == "buraco/turn_over"


def test_a_turn_may_end_with_the_play_that_takes_a_morto_and_goes_on() -> None:
    state = position(phase="play", hand="5H 6H 7H 8H", melds={"A": [["9C", "TC", "JC"]]})
    after = play(state, PlayTurn(plays=(meld("5H 6H 7H"), extend(1, "8H"))))
    assert (after.to_act, after.phase, after.took[0]) == (0, "play", True)
    assert len(after.hands[0]) == 11


def test_the_other_pairs_runs_are_theirs() -> None:
    state = position(phase="play", hand="9H KC QC", melds={"B": [["6H", "7H", "8H"]]})
    action = Extend(meld=0, cards=cards("9H"), team=1)
    assert refused(state, action).code == "buraco/not_your_run"


def test_the_cards_that_fit_a_run_are_those_that_may_be_added() -> None:
    """The quick way to know what fits gives what laying each card gives."""
    rows = ("5H 6H 7H", "AH 2H 3H", "QH KH AH", "2H 5H 6H", "5H 6H 2S", "5H 7H JKR", "2H 2H 3H")
    suit = " ".join(rank + "H" for rank in "A23456789TJQK")
    for row in (*rows, suit, f"{suit} AH", suit[:-3], suit[3:] + " 2S"):
        found = run(row)
        expected = {card for card in (*pack(1),) if extended(found, (card,), None, FREE)}
        assert fits(found, Position(seat=0, hand=())) == expected, row
