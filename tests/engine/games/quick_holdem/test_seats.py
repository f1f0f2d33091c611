"""Sitting down, leaving, pausing and starting again at a Quick Hold'em table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.quick_holdem.tables import Played, hand, table

from carteado.engine.cards import PACK
from carteado.engine.game import Act, Deal, Leave, Rematch, Return, SeatLeft, Sit, SitOut, TopUp
from carteado.engine.games.quick_holdem import GAME
from carteado.engine.games.quick_holdem import events as ev
from carteado.engine.games.quick_holdem.actions import Play
from carteado.engine.games.quick_holdem.options import Options

BOARD = "2c 7h 9s Tc 3d"


def test_a_game_begins_when_all_seats_are_taken() -> None:
    played = Played(Options(seats=3))
    for seat in range(3):
        assert played.refused(Deal(deck=PACK)).code == "table/not_ready"
        played.send(Sit(seat=seat, name=f"p{seat}"))
        assert played.state.stacks[seat] == 1000
    assert GAME.pack(played.state) == PACK


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(seat=0, name="x"), "seat/taken"),
        (Sit(seat=9, name="x"), "seat/unknown"),
        (Sit(seat=3, name=" "), "seat/bad_name"),
        (Sit(seat=3, name="x", credit=999), "seat/credit"),
        (Leave(seat=3), "seat/free"),
        (TopUp(seat=0, amount=5), "table/freezeout"),
        (Return(seat=0), "seat/not_away"),
        (Rematch(seat=0), "table/not_begun"),
        (Rematch(seat=None), "table/not_begun"),
        (Rematch(seat=3), "seat/free"),
        (Act(seat=0, action=Play()), "action/no_deal"),
        (Act(seat=4, action=Play()), "seat/unknown"),
        (Act(seat=0, action="play"), "action/unknown"),
        ("deal", "table/unknown_command"),
    ],
)
def test_impossible_input_is_refused(command: Any, code: str) -> None:
    played = Played(Options())
    for seat in range(3):
        played.send(Sit(seat=seat, name=f"p{seat}"))
    assert played.refused(command).code == code


def test_nobody_sits_down_in_a_running_game() -> None:
    played = hand((100, 100, 100), {0: "AsAd", 1: "KsKd"}, BOARD).act(100, "play", "fold")
    assert played.send(Leave(seat=1)) == [SeatLeft(seat=1, at_once=True, stack=0)]
    assert played.refused(Sit(seat=1, name="new")).code == "table/running"
    played.deal()
    assert played.state.order == (0, 2)


def test_a_bad_deck_is_refused() -> None:
    assert table().refused(Deal(deck=PACK[1:])).code == "table/bad_deck"


def test_a_player_who_leaves_before_the_game_keeps_the_credit() -> None:
    played = table((100, 200))
    assert played.send(Leave(seat=1)) == [SeatLeft(seat=1, at_once=True, stack=200)]
    assert played.state.stacks == (100, 0)


def test_a_player_who_leaves_during_a_hand_is_folded_in_turn() -> None:
    played = hand().act(100)
    played.send(Leave(seat=2))
    assert played.state.leaving[2]
    played.act("play")
    folded = played.happened(ev.Folded)
    assert [event.seat for event in folded] == [2]
    assert played.state.to_act == 3
    assert played.refused(Leave(seat=2)).code == "seat/leaving"


def test_a_player_who_leaves_in_turn_is_folded_at_once() -> None:
    played = hand()
    played.send(Leave(seat=0))
    assert [event.type for event in played.events] == ["seat_left", "folded"]
    assert played.state.stake == 100


def test_the_stake_of_a_leaving_seat_stays_in_play() -> None:
    played = hand(hands={0: "AsAd", 1: "KsKd"}, board=BOARD).act(100)
    played.send(Leave(seat=0))
    played.act("play", "fold", "fold")
    assert played.state.stacks == (1100, 900, 1000, 1000)
    played.deal().act("fold", "fold", "fold")
    assert played.state.stacks == (1100, 900, 1000, 1000)


def test_the_last_remaining_player_wins_all() -> None:
    played = hand((100, 200, 300)).act("fold", "fold", "fold")
    played.send(Leave(seat=2))
    assert not GAME.over(played.state)
    played.send(Leave(seat=1))
    (won,) = played.happened(ev.GameWon)
    assert (won.seat, won.stack) == (0, 600)
    assert [event.seat for event in played.happened(SeatLeft) if event.at_once] == [1, 2]


def test_when_everybody_leaves_in_a_hand_it_is_void_and_the_most_chips_win() -> None:
    played = hand((100, 200))
    played.send(Leave(seat=1))
    played.send(Leave(seat=0))
    assert played.happened(ev.HandVoided)
    assert played.happened(ev.GameWon)[0].seat == 1
    assert played.state.names == (None, None)
    played.send(Sit(seat=0, name="new"))
    assert played.state.stacks[0] == 0


def test_a_player_who_sits_out_is_dealt_in_and_the_game_waits_for_a_present_player() -> None:
    played = table()
    played.send(SitOut(seat=1, away=True))
    assert played.refused(SitOut(seat=1)).code == "seat/away"
    assert played.deal().state.order == (1, 2, 3, 0)
    played.act("fold", "fold", "fold", "fold")
    for seat in (0, 2, 3):
        played.send(SitOut(seat=seat))
    assert GAME.pack(played.state) is None
    played.send(Return(seat=0))
    assert GAME.pack(played.state) == PACK


def over(bots: int = 0) -> Played:
    """A game that seat 0 has won."""
    played = table((300, 300, 300), bots=bots)
    played.deal({0: "AsAd", 1: "KsKd", 2: "QsQd"}, BOARD)
    return played.act(300, "play", "play")


def test_bots_agree_to_every_new_game() -> None:
    played = over(bots=2)
    played.send(Rematch(seat=0))
    assert played.state.stacks == (300,) * 3


def test_the_table_itself_starts_again_only_a_game_that_is_over() -> None:
    played = over()
    played.send(Rematch(seat=None))
    assert played.happened(ev.GameRestarted)
    played.deal()
    assert played.refused(Rematch(seat=None)).code == "table/not_over"


def test_a_leaving_player_need_not_agree_and_leaves_with_the_new_game() -> None:
    played = hand((100, 100, 100)).act("fold", "fold", "fold")
    played.send(Rematch(seat=0))
    assert played.refused(Rematch(seat=0)).code == "seat/agreed"
    played.send(Leave(seat=1))
    assert not played.happened(ev.GameRestarted)
    played.send(Rematch(seat=2))
    assert played.happened(ev.GameRestarted)
    assert played.state.names == ("p0", None, "p2")
    assert played.state.stacks == (100, 0, 100)
    assert GAME.pack(played.state) is None
    played.send(Sit(seat=1, name="new"))
    assert GAME.pack(played.state) == PACK


def test_the_last_undecided_player_leaves() -> None:
    played = over()
    played.send(Rematch(seat=0))
    played.send(Rematch(seat=1))
    played.send(Leave(seat=2))
    assert played.happened(ev.GameRestarted)
    running = hand((100, 100, 100)).act("fold", "fold", "fold")
    running.send(Rematch(seat=0))
    running.send(Rematch(seat=1))
    running.send(Leave(seat=2))
    assert running.happened(ev.GameRestarted)


def test_the_agreement_of_a_leaving_player_does_not_count() -> None:
    played = table((100, 100, 100), bots=2).deal()
    played.send(Rematch(seat=0))
    played.send(Leave(seat=0))
    played.act("fold", "fold")
    assert not played.happened(ev.GameRestarted)
    assert played.state.hand == 1


def test_seats_with_a_credit_of_0_take_no_part() -> None:
    played = table((100, 0, 200)).deal()
    assert played.state.order == (2, 0)
