"""Bomb pots: everybody antes, there are no blinds, the betting begins on the flop."""

from __future__ import annotations

import pytest
from tests.engine.games.holdem.tables import Played, draw, hand, seated

from carteado.engine.game import SitOut
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.events import BoardDealt, BombPotCalled, HandEnded
from carteado.engine.games.holdem.options import Options


def table(seats: int = 4, bots: tuple[int, ...] = (), **options: object) -> Played:
    played = Played(Options(seats=seats, **options))
    for seat in range(seats):
        played.sit(seat, bot=seat in bots)
    return draw(played, 0)


def test_bomb_pots_come_at_regular_intervals() -> None:
    played = table(bomb_every=3)
    called = []
    for _ in range(7):
        played.deal()
        called.append(bool(played.happened(BombPotCalled)))
        while played.state.in_hand:
            played.act("fold")
    assert called == [False, False, True, False, False, True, False]


def test_everybody_antes_and_the_flop_comes_at_once() -> None:
    played = table(bomb_every=1).deal(board="2c 3d 4h")
    assert played.happened(BombPotCalled) == [BombPotCalled(ante=40, voted=False)]
    assert played.state.stacks == (1460,) * 4
    assert played.state.pot == 160
    assert played.state.bets == (0,) * 4
    assert played.state.street == "flop"
    assert played.state.house.bomb
    assert played.state.to_act == 1
    assert played.legal.check
    assert played.legal.raise_to == (20, 1460)


def test_the_ante_can_be_chosen() -> None:
    played = table(bomb_every=1, bomb_ante=7).deal()
    assert played.state.pot == 28


def test_an_ante_is_at_most_the_stack_and_makes_side_pots() -> None:
    played = table(bomb_every=1, stacks=(15, 100, 100, 100)).deal(
        {0: "As Ad", 1: "Ks Kd", 2: "Qs Jd", 3: "Qd Jc"}, "2c 3d 4h 7s 9c"
    )
    assert played.state.stacks == (0, 60, 60, 60)
    played.run_out()
    assert played.state.pots == (60, 75)
    assert played.state.won == (60, 75, 0, 0)


def test_a_bomb_pot_in_which_all_are_all_in_is_run_out() -> None:
    played = table(bomb_every=1, stacks=(30, 40, 20, 40)).deal()
    assert not played.state.in_hand
    assert len(played.happened(BoardDealt)) == 3
    assert len(played.happened(HandEnded)) == 1
    assert sum(played.state.stacks) == 130


def test_nobody_straddles_in_a_bomb_pot() -> None:
    played = table(bomb_every=1, straddle=True)
    played.wish(3, "straddle")
    played.deal()
    assert played.state.house.straddler is None
    assert played.state.pot == 160


def test_more_than_half_of_the_people_vote_for_one() -> None:
    played = table(bomb_vote=True)
    played.wish(0, "bomb pot")
    played.wish(1, "bomb pot")
    played.deal()
    assert not played.happened(BombPotCalled)
    played.wish(2, "bomb pot")
    played.act(*["fold"] * 3).deal()
    assert played.happened(BombPotCalled) == [BombPotCalled(ante=40, voted=True)]
    assert played.state.house.votes == ()
    while played.state.in_hand:
        played.act("fold")
    played.deal()
    assert not played.happened(BombPotCalled)


def test_bots_neither_vote_nor_count() -> None:
    played = table(bomb_vote=True, bots=(2, 3))
    assert played.refuses("bomb pot", 2).code == "action/no_bomb_vote"
    assert not GAME.legal(played.state, 2).bomb_pot
    played.wish(0, "bomb pot")
    played.wish(1, "bomb pot")
    played.deal()
    assert played.happened(BombPotCalled)


def test_a_vote_is_given_once_and_lost_by_sitting_out() -> None:
    played = table(bomb_vote=True)
    played.wish(0, "bomb pot")
    assert played.refuses("bomb pot", 0).code == "action/no_bomb_vote"
    played.send(SitOut(seat=0))
    assert played.state.house.votes == ()
    assert played.refuses("bomb pot", 0).code == "action/no_bomb_vote"


def test_a_table_without_votes_offers_and_takes_none() -> None:
    played = hand((1500,) * 4, bomb_every=5)
    assert not GAME.legal(played.state, 1).bomb_pot
    assert played.refuses("bomb pot", 1).code == "action/no_bomb_pot"
    assert played.refuses("bomb pot").code == "action/act_first"


@pytest.mark.parametrize("seats", [2, 3])
def test_the_button_moves_as_in_other_hands(seats: int) -> None:
    bombs, usual = table(seats, bomb_every=1), draw(seated(Options(seats=seats)), 0)
    for _ in range(4):
        for played in (bombs, usual):
            played.deal()
            while played.state.in_hand:
                played.act("fold")
        assert bombs.state.button == usual.state.button
