"""What is refused, with its code, its sentence and the legal range; nothing changes."""

from __future__ import annotations

import string
from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, hand, seated

from carteado.engine.cards import PACK, Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Deal, Leave, Rematch, Return, Sit, SitOut, TopUp
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import (
    AllIn,
    Call,
    Check,
    Fold,
    Muck,
    PostBlind,
    Raise,
    Show,
)
from carteado.engine.games.holdem.codes import CODES, refuse, spell
from carteado.engine.games.holdem.options import Options

ODD_VALUES: list[Any] = [True, False, "40", 40.0, 40.5, None, (40,), float("nan"), "9" * 9999]
ODD_NAME: Any = 5
HUGE = 1 << 20_000
"""A number with more digits than Python writes."""


def running() -> Played:
    """Heads-up, seat 0 to act with a call of 10."""
    return hand([500, 500])


def cash_table() -> Played:
    table = Played(Options(seats=3, format="cash", stack=500, buy_in_min=100, buy_in_max=1000))
    table.sit(0)
    table.sit(1)
    return table


@pytest.mark.parametrize("amount", [*ODD_VALUES, 0, -1, -40, 2**53 + 1, HUGE], ids=spell)
def test_an_amount_is_a_whole_number_above_zero(amount: Any) -> None:
    refusal = running().refused(Act(seat=0, action=Raise(to=amount)))
    assert refusal.code == "action/bad_amount"
    assert (refusal.details["min"], refusal.details["max"]) == (40, 500)
    assert len(refusal.message) < 200


@pytest.mark.parametrize(
    ("to", "code"),
    [
        (39, "action/below_minimum"),
        (20, "action/below_minimum"),
        (1, "action/below_minimum"),
        (501, "action/above_stack"),
        (2**53 - 1, "action/above_stack"),
    ],
)
def test_a_raise_outside_the_range_is_refused_with_the_range(to: int, code: str) -> None:
    refusal = running().refused(Act(seat=0, action=Raise(to=to)))
    assert (refusal.code, refusal.details) == (code, {"to": to, "min": 40, "max": 500})
    assert "40 to 500" in refusal.message


@pytest.mark.parametrize("to", [40, 499, 500])
def test_a_raise_inside_the_range_is_accepted(to: int) -> None:
    running().send(Act(seat=0, action=Raise(to=to)))


@pytest.mark.parametrize("seat", [*ODD_VALUES, -1, 2, 10])
@pytest.mark.parametrize("command", [Leave, SitOut, Return, Rematch])
def test_a_seat_is_one_of_the_table(command: Any, seat: Any) -> None:
    if command is Rematch and seat is None:
        return
    refusal = running().refused(command(seat=seat))
    assert refusal.code == "seat/unknown"


@pytest.mark.parametrize("seat", [*ODD_VALUES, -1, 3, 10])
def test_an_action_comes_from_a_seat_of_the_table(seat: Any) -> None:
    assert running().refused(Act(seat=seat, action=Fold())).code == "seat/unknown"
    assert running().refused(Sit(seat=seat, name="x")).code == "seat/unknown"
    assert cash_table().refused(TopUp(seat=seat, amount=1)).code == "seat/unknown"


@pytest.mark.parametrize("action", [None, "fold", 3, Fold, Leave(seat=0), {"type": "fold"}, []])
def test_an_action_is_one_of_the_game(action: Any) -> None:
    assert running().refused(Act(seat=0, action=action)).code == "action/unknown"


@pytest.mark.parametrize("action", [Fold(), Check(), Call(), Raise(to=40), AllIn(), Show(), Muck()])
def test_acting_out_of_turn_is_refused_by_the_seat_whose_turn_it_is(action: Any) -> None:
    refusal = running().refused(Act(seat=1, action=action))
    assert (refusal.code, refusal.details) == ("action/not_your_turn", {"turn": 0, "player": "p0"})
    assert refusal.message == "It is p0's turn, not yours."


@pytest.mark.parametrize("action", [Fold(), Check(), Call(), Raise(to=40), AllIn(), Muck()])
def test_acting_between_hands_is_refused(action: Any) -> None:
    table = running().act("fold")
    refusal = table.refused(Act(seat=0, action=action))
    assert refusal.code == "action/no_deal"
    assert refusal.message == "No hand is being played. Wait for the next one."


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Check(), "action/cannot_check"),
        (Show(), "action/nothing_to_show"),
        (Muck(), "action/nothing_to_show"),
        (PostBlind(), "action/nothing_to_post"),
    ],
)
def test_actions_that_do_not_answer_a_bet_are_refused(action: Any, code: str) -> None:
    assert running().refused(Act(seat=0, action=action)).code == code


def test_there_is_nothing_to_call_where_checking_is_free() -> None:
    refusal = running().act("call").refuses("call")
    assert (refusal.code, refusal.details) == ("action/nothing_to_call", {"min": 40, "max": 500})


def test_check_facing_a_bet_is_refused_with_the_call_and_the_range() -> None:
    refusal = running().refuses("check")
    assert refusal.details == {"call": 10, "min": 40, "max": 500}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(seat=0, name="x"), "seat/taken"),
        (Sit(seat=2, name=""), "seat/bad_name"),
        (Sit(seat=2, name="  "), "seat/bad_name"),
        (Sit(seat=2, name=ODD_NAME), "seat/bad_name"),
        (Sit(seat=2, name="x", credit=99), "seat/credit"),
        (Sit(seat=2, name="x", credit=1001), "seat/credit"),
        (Sit(seat=2, name="x", credit=True), "seat/credit"),
        (Leave(seat=2), "seat/free"),
        (SitOut(seat=2), "seat/free"),
        (Return(seat=0), "seat/not_away"),
        (TopUp(seat=0, amount=0), "seat/credit"),
        (TopUp(seat=0, amount=-5), "seat/credit"),
        (TopUp(seat=0, amount=501), "seat/credit"),
        (TopUp(seat=0, amount=ODD_VALUES[3]), "seat/credit"),
        (TopUp(seat=0, amount=True), "seat/credit"),
        (TopUp(seat=0, amount=HUGE), "seat/credit"),
        (Rematch(seat=0), "table/not_over"),
        (Rematch(seat=None), "table/not_over"),
        ("deal", "table/unknown_command"),
        (None, "table/unknown_command"),
    ],
)
def test_commands_of_seats_are_refused(command: Any, code: str) -> None:
    assert cash_table().refused(command).code == code


def test_a_freezeout_gives_everybody_the_same_and_adds_nothing() -> None:
    table = Played(Options(seats=2))
    assert table.refused(Sit(seat=0, name="x", credit=1499)).code == "seat/credit"
    table.sit(0, credit=1500)
    assert table.refused(TopUp(seat=0, amount=1)).code == "table/freezeout"


def test_pausing_twice_and_coming_back_after_leaving_is_refused() -> None:
    table = running()
    table.send(SitOut(seat=0))
    assert table.refused(SitOut(seat=0)).code == "seat/away"
    table.leave(0)
    assert table.refused(Return(seat=0)).code in ("seat/leaving", "seat/free")


@pytest.mark.parametrize(
    "deck",
    [
        (),
        PACK[:51],
        (*PACK[:51], PACK[0]),
        (*PACK, PACK[0]),
        (*PACK[:51], Card("??")),
        list(PACK),
        "".join(PACK),
        None,
    ],
)
def test_a_deck_is_the_52_cards_each_once(deck: Any) -> None:
    assert seated(Options()).refused(Deal(deck=deck)).code == "table/bad_deck"


def test_no_deal_while_a_hand_is_played() -> None:
    assert running().refused(Deal(deck=PACK)).code == "table/hand_running"


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_namespaced_and_its_sentence_takes_its_details(code: str) -> None:
    space, _, name = code.partition("/")
    assert space in ("action", "seat", "table")
    assert name == name.lower().replace(" ", "_")
    keys = [key for _, key, _, _ in string.Formatter().parse(CODES[code]) if key]
    refusal = refuse(code, **dict.fromkeys(keys, 7))
    assert isinstance(refusal, Refusal)
    assert refusal.message.endswith(".")
    assert "{" not in refusal.message


def test_a_raise_needs_the_right_before_its_size_is_looked_at() -> None:
    table = hand([500, 100], button=1).act("all_in")
    refusal = table.refuses("to 999")
    assert (refusal.code, refusal.details) == ("action/no_right_to_raise", {"call": 80})
    assert GAME.turn(table.state) == 0
