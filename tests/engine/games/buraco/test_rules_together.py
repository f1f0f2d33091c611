"""Where two rules meet: the other side of a rule, which only a second one or a later turn shows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import (
    CLEAN,
    DECLINE,
    DRAW,
    OUT,
    TAKE,
    cards,
    discard,
    lines_of,
    meld,
    play,
    position,
    refused,
)

from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import TakePile
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run, canastra, extended, is_clean, laid
from carteado.engine.games.buraco.state import State

MORTO = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
MORTO_POINTS = 5 * 5 + 6 * 10


def swapped(state: State) -> State:
    """The state after a turn that swaps the one card of the pile."""
    assert state.to_act is not None
    other = next(card for card in state.hands[state.to_act] if not card.startswith("K"))
    return play(state, TAKE, discard(other))


def turn(state: State) -> State:
    """The state after a turn that draws and discards a card of the hand."""
    assert state.to_act is not None
    return play(state, DRAW, discard(state.hands[state.to_act][0]))


def test_04_a_pile_of_several_cards_may_go_back_with_any_of_them() -> None:
    taken = play(position(hand="8S 3H", lixo="9S TD"), TAKE)
    assert play(taken, discard("9S")).pile == ("9S",)
    assert play(taken, discard("TD")).pile == ("TD",)


def test_04_the_card_of_the_pile_is_the_first_of_two_equal_ones_to_be_melded() -> None:
    given: dict[str, Any] = {"hand": "9S 7S 8S 5H 6H 7H KC", "lixo": "9S"}
    taken = play(position(**given), TAKE)
    assert play(taken, meld("7S 8S 9S"), discard("9S")).pile == ("9S",)
    other = play(position(**{**given, "hand": "7S 8S 5H 6H 7H KC"}), TAKE, meld("5H 6H 7H"))
    assert refused(other, discard("9S")).code == "buraco/returned"


def test_04_a_card_that_was_melded_bars_no_equal_one_of_a_morto() -> None:
    given: dict[str, Any] = {"hand": "7S 8S", "lixo": "9S", "morto_next": "9S 3C 4D"}
    taken = play(position(**given), TAKE, meld("7S 8S 9S"))
    assert play(taken, discard("9S")).pile == ("9S",)


@pytest.fixture
def stalling() -> State:
    """A table that takes a pile of one card twice in a row, where everybody holds a king."""
    hands = {f"hand_{seat}": f"{'4567'[seat]}H KC" for seat in range(4)}
    hands["hand_1"] = "TS JS QS 5H KC"
    stock = "3D 3C JC QD QC"
    return position(rules={"stall_limit": 2}, lixo="9S", stock=stock, **hands)


def test_05_a_meld_ends_the_takes_in_a_row(stalling: State) -> None:
    without = swapped(swapped(stalling))
    assert refused(without, TAKE).code == "buraco/stalled"
    melded = play(swapped(stalling), TAKE, meld("TS JS QS"), discard("KC"))
    again = swapped(swapped(melded))
    assert refused(again, TAKE).code == "buraco/stalled"


def test_05_a_card_of_the_stock_ends_the_takes_in_a_row(stalling: State) -> None:
    drawn = play(swapped(swapped(stalling)), DRAW, discard("KC"))
    # The pile has two cards then, and one again when they are taken and one comes back.
    again = swapped(swapped(swapped(drawn)))
    assert refused(again, TAKE).code == "buraco/stalled"


def test_09_an_own_2_comes_to_its_place_only_where_it_may_become_natural() -> None:
    def one(rules: Options) -> Run:
        run = laid(cards("3H 4H 2H"), "5H", rules)
        assert run is not None
        return run

    ways: list[tuple[Any, Any]] = [("on_replacement", (2, False)), ("fixed", None)]
    for relocation, stays in ways:
        rules = Options(wild_relocation=relocation)
        after = extended(one(rules), cards("5H"), None, rules)
        assert after is not None
        assert is_clean(after)
        off = Options(wild_relocation=relocation, wild_regularise=False)
        after = extended(one(off), cards("5H"), None, off)
        assert (after and (after.wild_at, is_clean(after))) == stays


def test_15_a_pair_that_lost_no_morto_to_the_stock_does_not_go_out_without() -> None:
    given: dict[str, Any] = {"phase": "play", "hand": "KC", "melds": {"A": [CLEAN]}, "mortos": 0}
    rules = {"batida_without_morto_if_converted": True}
    state = position(rules=rules, took=[False, True], **given)
    assert refused(state, discard("KC")).code == "buraco/unfinishable_turn"


UNUSED: dict[str, Any] = {"unused_morto_counts_as_not_taken": True}


@pytest.mark.parametrize("hidden", [False, True])
def test_17_a_morto_counts_as_taken_with_the_turn_that_took_it(hidden: bool) -> None:
    """Whether it could be seen before or not; the partner's turn does not play it."""
    rules = {**UNUSED, "indirect_morto_hidden": hidden}
    given: dict[str, Any] = {
        "hand_0": "KC",
        "hand_2": "AH 9H",
        "morto_next": MORTO,
        "took": [False, True],
    }
    others: dict[str, Any] = {"hand_1": "4D 9D", "hand_3": "5D TD", "mortos": 1, "phase": "play"}
    stock = "3D 4S 5S 6S"
    last = position(rules=rules, stock=stock.split()[:3], **given, **others)
    over = turn(turn(turn(play(last, discard("KC")))))
    assert lines_of(over, 0) == {"cards": 0, "no_morto": -100, "hands": -10 - 5}
    played = position(rules=rules, stock=stock.split(), **given, **others)
    over = turn(turn(turn(turn(play(played, discard("KC"))))))
    assert "no_morto" not in lines_of(over, 0)


def test_17_a_morto_taken_by_a_meld_is_used() -> None:
    given: dict[str, Any] = {
        "hand": "5H 6H 7H",
        "stock": [],
        "mortos": 1,
        "morto_next": MORTO,
        "hand_2": "AH",
    }
    state = position(rules=UNUSED, phase="play", took=[False, True], **given)
    over = play(state, meld("5H 6H 7H"), discard("3C"))
    assert lines_of(over, 0) == {"cards": 15, "hands": 5 - MORTO_POINTS - 15}


def test_18_a_morto_taken_by_a_meld_is_seen_at_once() -> None:
    state = position(rules={"indirect_morto_hidden": True}, phase="play", hand="5H 6H 7H")
    after = play(state, meld("5H 6H 7H"))
    assert (len(after.hands[0]), after.aside[0]) == (11, ())


def test_18_a_morto_that_nobody_has_seen_is_deducted_like_any_other() -> None:
    given: dict[str, Any] = {
        "hand": "KC",
        "stock": [],
        "mortos": 1,
        "morto_next": MORTO,
        "hand_2": "AH",
    }
    rules: dict[str, Any] = {"indirect_morto_hidden": True}
    state = position(rules=rules, phase="play", took=[False, True], **given)
    assert lines_of(play(state, discard("KC")), 0) == {"cards": 0, "hands": -MORTO_POINTS - 15}


def test_20_the_other_morto_becomes_stock_when_the_first_is_used_up() -> None:
    state = play(position(hand="5H 6H", stock="7H", morto_next=MORTO), DRAW, discard("7H"))
    for _ in range(11):
        assert (len(state.mortos), state.converted) == (1, 1)
        state = turn(state)
    assert (len(state.stock), state.mortos, state.converted) == (11, (), 2)


def test_21_the_clock_declines_the_last_turn() -> None:
    given: dict[str, Any] = {"hand": "KC 9D", "stock": "4C", "lixo": "9H", **OUT}
    last = play(position(rules={"last_turn": "always"}, **given), DRAW, discard("4C"))
    assert GAME.default(last, 1) == DECLINE


def test_23_a_dirty_run_of_any_length_is_semi_clean_with_seven_natural_cards_in_a_row() -> None:
    suit = [rank + "S" for rank in "A23456789TJQK"]
    rules = Options(semi_clean_bonus=150)
    for found in ([*suit[:12], "2H"], [*suit, "2H"], [*suit[:5], "2H", *suit[6:]]):
        run = laid(cards(" ".join(found)), None, rules)
        assert run is not None
        assert canastra(run, rules) == "semi_clean"


def test_30_the_reserve_stays_when_a_morto_has_become_stock() -> None:
    """All but the two last cards are drawn, those of the reserve before among them."""
    given: dict[str, Any] = {"hand": "5H 6H", "stock": "7H QD QS", "mortos": 1, "morto_next": MORTO}
    rules: dict[str, Any] = {"stock_reserve": 2, "last_turn": "none"}
    state = play(position(rules=rules, **given), DRAW, discard("7H"))
    for left in range(13, 2, -1):
        assert (state.in_deal, len(state.stock)) == (True, left)
        state = turn(state)
    assert not state.in_deal


CLOSED: dict[str, Any] = {
    **{"pile_take": "must_meld_top", "pile_visibility": "top_only", "last_turn": "none"},
    **{"jokers": 4, "final_discard_wild": False},
}
OPEN = {**CLOSED, "pile_visibility": "open"}


@pytest.mark.parametrize(
    ("rules", "below", "runs", "may"),
    [
        (OPEN, "3C", [CLEAN], True),
        (OPEN, "2H", [CLEAN], True),  # it may be added to the new run
        ({**OPEN, "final_discard": "required"}, "2H", [CLEAN], False),
        ({**OPEN, "final_discard": "required"}, "3C", [CLEAN], True),
        (CLOSED, "3C", [CLEAN], False),
        (CLOSED, "2H", [CLEAN], False),
        ({**CLOSED, "final_discard_wild": True}, "3C", [CLEAN], True),
        ({**CLOSED, "final_discard_wild": True}, "3C", [CLEAN[:6]], False),
    ],
)
def test_the_card_below_the_top_ends_the_turn_if_it_is_seen_and_whatever_it_is_if_not(
    rules: dict[str, Any], below: str, runs: list[list[str]], may: bool
) -> None:
    given: dict[str, Any] = {"hand": "5H 6H", "lixo": f"{below} 7H", "melds": {"A": runs}, **OUT}
    state = position(rules=rules, **given)
    take = TakePile(cards=cards("5H 6H"))
    assert GAME.legal(state, 0).take is may
    if may:
        after = play(state, take)
        assert len(after.hands[0]) == 1
    else:
        refusal = refused(state, take)
        assert refusal.code == "buraco/unfinishable_turn"
        # What lies below is told only where everybody sees it.
        assert (below in refusal.message) is (rules["pile_visibility"] == "open")
