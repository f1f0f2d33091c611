"""Blinds that pass a seat which sits out are owed, and posted on return."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, draw, seated

from carteado.engine.errors import OptionsError
from carteado.engine.game import Return, SitOut
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.events import BlindsMissed, MissedBlindsPosted
from carteado.engine.games.holdem.options import Options
from carteado.engine.visibility import RAIL


def table(**options: Any) -> Played:
    """Six seats of a cash table, one hand behind them: the big blind was seat 2."""
    given: dict[str, Any] = {"format": "cash", "missed_blinds": "both", **options}
    return over(draw(seated(Options(seats=6, **given)), 0).deal())


def over(played: Played) -> Played:
    while played.state.in_hand:
        played.act("fold")
    return played


def test_the_blinds_that_pass_a_seat_are_owed() -> None:
    played = table()
    played.send(SitOut(seat=3))
    played.deal()
    assert played.state.big == 4
    assert played.happened(BlindsMissed) == [BlindsMissed(owed=(0, 0, 0, 2, 0, 0))]
    assert any("p3 owes the big blind" in GAME.line(e, played.before[RAIL]) for e in played.events)
    over(played).deal()
    assert played.state.big == 5
    assert played.happened(BlindsMissed) == [BlindsMissed(owed=(0, 0, 0, 3, 0, 0))]
    assert "owes both blinds" in "\n".join(GAME.show(played.state))


def test_on_return_both_are_posted_the_small_one_dead() -> None:
    played = table()
    played.send(SitOut(seat=3))
    over(over(played.deal()).deal())
    played.send(Return(seat=3))
    over(played.deal())
    assert 3 not in played.state.order, "it waits for the big blind"
    played.wish(3, "post")
    played.deal()
    (posted,) = played.happened(MissedBlindsPosted)
    assert (posted.seats, posted.amounts, posted.dead) == ((3,), (10,), 10)
    assert played.state.bets[3] == 20
    assert played.state.paid[3] == 20
    assert played.state.stacks[3] == 1470
    assert played.state.pot == 60
    assert played.state.house.owed == ()


def test_a_player_who_waits_for_the_big_blind_owes_nothing_more() -> None:
    played = table()
    played.send(SitOut(seat=3))
    played.deal()
    played.send(Return(seat=3))
    for _ in range(5):
        over(played).deal()
        if 3 in played.state.order:
            break
    assert played.state.big == 3
    assert not played.happened(MissedBlindsPosted)
    assert played.state.house.owed == ()


def test_a_player_who_missed_no_blind_plays_at_once() -> None:
    played = table()
    played.send(SitOut(seat=5))
    played.deal()
    assert not played.happened(BlindsMissed)
    played.send(Return(seat=5))
    over(played)
    assert not GAME.legal(played.state, 5).post_blind
    played.deal()
    assert 5 in played.state.order
    assert played.state.bets[5] == 0


def test_a_player_who_missed_only_the_small_blind_posts_that() -> None:
    played = table()
    played.send(SitOut(seat=2))
    played.deal()
    assert played.state.small is None, "the small blind of seat 2 is dead"
    assert played.happened(BlindsMissed) == [BlindsMissed(owed=(0, 0, 1, 0, 0, 0))]
    over(played).send(Return(seat=2))
    assert GAME.legal(played.state, 2).post_blind
    played.wish(2, "post")
    over(played.deal())
    played.deal()
    assert 2 in played.state.order
    assert played.state.bets[2] == 0
    assert played.state.dead == 10


def test_a_new_player_owes_no_small_blind() -> None:
    played = table()
    played.leave(3)
    played.sit(3, "New")
    played.wish(3, "post")
    over(played.deal()).deal()
    assert 3 in played.state.order
    assert not played.happened(MissedBlindsPosted)


def test_the_dead_blind_is_of_the_main_pot_and_at_most_the_stack() -> None:
    played = table(stacks=(500, 500, 500, 25, 500, 500))
    played.send(SitOut(seat=3))
    over(over(played.deal()).deal())
    played.send(Return(seat=3))
    played.wish(3, "post")
    played.deal()
    while 3 not in played.state.order:
        over(played).deal()
    assert played.state.bets[3] == 20
    assert played.state.stacks[3] == 0
    assert played.state.dead == 5
    assert sum(played.state.stacks) + played.state.pot == 2525


def test_without_the_option_a_big_blind_is_enough() -> None:
    played = table(missed_blinds="big")
    played.send(SitOut(seat=3))
    over(over(played.deal()).deal())
    played.send(Return(seat=3))
    played.wish(3, "post")
    over(played.deal()).deal()
    assert not played.happened(MissedBlindsPosted)
    assert 3 in played.state.order
    assert played.state.house.owed == ()


def test_missed_blinds_are_an_option_of_cash_tables_only() -> None:
    with pytest.raises(OptionsError, match="cash tables"):
        Options(missed_blinds="both")
