"""The straddle: two big blinds under the gun, posted before the cards, last to act."""

from __future__ import annotations

import pytest
from tests.engine.games.holdem.tables import Played, draw, hand, seated

from carteado.engine.game import Leave, SitOut
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.events import StraddlePosted, StraddleWished
from carteado.engine.games.holdem.options import Options


def table(seats: int = 4, *, wishes: tuple[int, ...] = (), **options: object) -> Played:
    """A table before its first hand, the button on seat 0: seat 3 of 4 is under the gun."""
    played = draw(seated(Options(seats=seats, straddle=True, **options)), 0)
    for seat in wishes:
        played.wish(seat, "straddle")
    return played


def test_a_player_who_asked_for_it_straddles_under_the_gun() -> None:
    played = table(wishes=(3,)).deal()
    (posted,) = played.happened(StraddlePosted)
    assert (posted.seat, posted.amount, posted.stack, posted.pot) == (3, 40, 1460, 70)
    assert played.state.house.straddler == 3
    assert played.state.current_bet == 40
    assert played.state.to_act == 0
    assert "p3 straddles to 40." in GAME.line(posted, played.before[next(iter(played.before))])


def test_the_straddler_acts_last_and_may_raise() -> None:
    played = table(wishes=(3,)).deal().act("call", "call", "call")
    assert played.state.to_act == 3
    assert played.legal.check
    assert played.legal.raise_to == (80, 1500)
    played.act("check")
    assert played.state.street == "flop"
    assert played.state.to_act == 1


def test_the_least_raise_is_by_the_straddle() -> None:
    played = table(wishes=(3,)).deal()
    assert played.legal.call == 40
    assert played.legal.raise_to == (80, 1500)
    assert played.refuses("to 79").code == "action/below_minimum"
    played.act("to 80")
    assert played.legal.raise_to == (120, 1500)


@pytest.mark.parametrize("wishes", [(), (0, 1, 2)])
def test_nobody_else_straddles(wishes: tuple[int, ...]) -> None:
    played = table(wishes=wishes).deal()
    assert not played.happened(StraddlePosted)
    assert played.state.current_bet == 20
    assert played.state.to_act == 3


def test_nobody_straddles_heads_up() -> None:
    played = table(2, wishes=(0, 1)).deal()
    assert not played.happened(StraddlePosted)
    assert played.state.pot == 30


def test_with_three_the_button_is_under_the_gun() -> None:
    played = table(3, wishes=(0,)).deal()
    assert played.state.house.straddler == 0
    assert played.state.to_act == 1


@pytest.mark.parametrize(("stack", "posts"), [(39, False), (40, True), (41, True)])
def test_a_straddle_is_posted_in_full_or_not_at_all(stack: int, *, posts: bool) -> None:
    played = table(wishes=(3,), stacks=(100, 100, 100, stack)).deal()
    assert bool(played.happened(StraddlePosted)) is posts


def test_an_all_in_straddler_is_not_asked_again() -> None:
    played = table(wishes=(3,), stacks=(100, 100, 100, 40)).deal().act("call", "call", "call")
    assert played.state.street == "flop"


def test_the_wish_lasts_and_moves_with_the_button() -> None:
    played = table(wishes=(3, 0)).deal().act("fold", "fold", "fold")
    played.deal()
    assert played.state.house.straddler == 0
    played.act(*["fold"] * 3)
    played.wish(0, "no straddle")
    assert played.state.house.straddling == (False, False, False, True)


def test_a_wish_is_given_once_and_never_in_turn() -> None:
    played = table(wishes=(3,))
    assert played.refuses("straddle", 3).code == "action/no_straddle_wish"
    assert played.refuses("no straddle", 2).code == "action/no_straddle_wish"
    played.deal()
    assert played.state.to_act == 0
    assert played.refuses("straddle").code == "action/act_first"
    assert GAME.legal(played.state, 1).straddle
    assert not GAME.legal(played.state, 1).no_straddle
    assert GAME.legal(played.state, 3).no_straddle
    assert played.wish(1, "straddle") == [StraddleWished(seat=1, on=True)]


def test_a_table_without_straddles_offers_and_takes_none() -> None:
    played = hand((1500,) * 4)
    assert not GAME.legal(played.state, 1).straddle
    assert played.refuses("straddle", 1).code == "action/no_straddle"
    assert played.refuses("no straddle", 1).code == "action/no_straddle"


def test_leaving_ends_the_request_for_a_straddle() -> None:
    played = draw(seated(Options(seats=4, straddle=True, format="cash")), 0)
    played.wish(3, "straddle")
    played.send(Leave(seat=3))
    played.sit(3, "Other")
    assert not played.state.house.straddling


def test_a_player_who_sits_out_of_a_cash_table_does_not_straddle() -> None:
    played = draw(seated(Options(seats=5, straddle=True, format="cash")), 0)
    played.wish(3, "straddle")
    played.send(SitOut(seat=3))
    played.deal()
    assert not played.happened(StraddlePosted)
    assert played.state.to_act == 4
