"""Running it twice: the people who are all-in agree, and each board decides half of every pot."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, draw, hand

from carteado.engine.errors import Refusal
from carteado.engine.game import Leave, Rematch, SitOut
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.events import (
    GameRestarted,
    RunAwarded,
    RunsAnswered,
    RunsAsked,
    SecondBoardDealt,
)
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.runout import runout
from carteado.engine.games.holdem.scenario import KIND
from carteado.engine.poker.runouts import runouts
from carteado.engine.visibility import RAIL

ACES_AND_KINGS = {0: "As Ad", 1: "Ks Kd"}


def all_in(**options: Any) -> Played:
    """Aces against kings, all-in before the flop; the kings win on the second board."""
    played = hand(
        (500, 500),
        hands=ACES_AND_KINGS,
        board="2c 3d 4h 7s 9c",
        second="Kc 5h 6h 8d Jc",
        **{"run_it_twice": True, **options},
    )
    return played.act("all_in", "call")


def test_all_hands_lie_open_and_everybody_is_asked_in_turn() -> None:
    played = all_in()
    assert played.happened(RunsAsked) == [RunsAsked(seats=(1, 0), to_act=1)]
    assert played.state.phase == "asking"
    assert played.state.shown == (played.state.hands[0], played.state.hands[1])
    assert played.state.board == ()
    assert GAME.turn(played.state) == 1
    assert (played.legal.run_twice, played.legal.run_once, played.legal.fold) == (True, True, False)
    assert not GAME.legal(played.state, 0).run_twice
    assert played.refuses("check").code == "action/asked_to_run"
    assert played.refuses("twice", 0).code == "action/not_your_turn"


def test_two_boards_divide_the_pot() -> None:
    played = all_in().act("twice")
    assert played.state.phase == "asking"
    played.act("twice")
    assert [event.cards for event in played.happened(SecondBoardDealt)] == [
        ("Kc", "5h", "6h"),
        ("8d",),
        ("Jc",),
    ]
    assert played.state.board == ("2c", "3d", "4h", "7s", "9c")
    assert played.state.house.second == ("Kc", "5h", "6h", "8d", "Jc")
    first, second = played.happened(RunAwarded)
    assert (first.board, first.seats, first.amount, first.hand) == (1, (0,), 500, "pair of aces")
    assert (second.board, second.seats, second.amount) == (2, (1,), 500)
    assert second.hand == "three of a kind, kings"
    assert played.state.stacks == (500, 500)
    assert played.state.pots == (1000,)
    assert played.state.won == (500, 500)


def test_the_first_refusal_decides() -> None:
    played = all_in().act("once")
    assert played.happened(RunsAnswered) == [RunsAnswered(seat=1, twice=False, runs=1, to_act=None)]
    assert not played.happened(SecondBoardDealt)
    assert not played.state.in_hand
    assert played.state.stacks == (1000, 0)


def test_the_last_asked_may_refuse_too() -> None:
    played = all_in().act("twice", "once")
    assert not played.happened(SecondBoardDealt)
    assert played.state.stacks == (1000, 0)


def test_a_table_without_it_asks_nobody() -> None:
    played = all_in(run_it_twice=False)
    assert not played.happened(RunsAsked)
    assert not played.state.in_hand
    assert played.state.stacks == (1000, 0)


def test_the_clock_runs_it_once() -> None:
    played = all_in()
    assert GAME.default(played.state, 1).type == "run_once"


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_both_boards_share_the_cards_already_dealt(street: str) -> None:
    played = hand(
        (500, 500),
        hands=ACES_AND_KINGS,
        board="2c 3d 4h 7s 9c",
        second="Kc Jc" if street == "flop" else "Kc",
        run_it_twice=True,
    ).act("call", "check")
    if street == "turn":
        played.act("check", "check")
    played.act("all_in", "call", "twice", "twice")
    shared = 3 if street == "flop" else 4
    assert played.state.house.second[:shared] == played.state.board[:shared]
    assert played.state.house.second[shared] == "Kc"
    assert played.state.stacks == (500, 500)


def test_nobody_is_asked_on_the_river() -> None:
    played = hand((500, 500), run_it_twice=True).act("call", *["check"] * 5)
    played.act("all_in", "call")
    assert not played.happened(RunsAsked)


def test_a_player_who_covers_the_others_is_asked_too() -> None:
    played = hand((500, 90, 500), run_it_twice=True, hands=ACES_AND_KINGS)
    played.act("all_in", "call", "fold")
    assert played.happened(RunsAsked) == [RunsAsked(seats=(1, 0), to_act=1)]


def test_odd_chips_go_to_the_first_board_in_every_pot() -> None:
    played = hand(
        (101, 250, 250),
        blinds=(0, 3),
        hands={0: "As Ad", 1: "Ks Kd", 2: "Qs Qd"},
        board="2c 3d 4h 7s 9c",
        second="Qc 5h 6h 8d Jc",
        run_it_twice=True,
    ).act("all_in", "all_in", "call", *["twice"] * 3)
    assert played.state.pots == (303, 298)
    halves = [(one.pot, one.board, one.amount, one.seats) for one in played.happened(RunAwarded)]
    assert halves == [(0, 1, 152, (0,)), (1, 1, 149, (1,)), (0, 2, 151, (2,)), (1, 2, 149, (2,))]
    assert played.state.stacks == (152, 149, 300)


def with_bots(*bots: int) -> Played:
    played = Played(Options(run_it_twice=True, stack=500))
    for seat in range(2):
        played.sit(seat, bot=seat in bots)
    return draw(played, 0).deal(ACES_AND_KINGS).act("all_in", "call")


def test_bots_agree_without_being_asked() -> None:
    played = with_bots(0)
    assert played.happened(RunsAsked) == [RunsAsked(seats=(1,), to_act=1)]
    played.act("twice")
    assert played.happened(SecondBoardDealt)


def test_bots_among_themselves_run_it_once() -> None:
    played = with_bots(0, 1)
    assert not played.happened(RunsAsked)
    assert not played.state.in_hand


def test_a_leaving_player_wants_one_board() -> None:
    played = all_in(format="cash")
    played.send(Leave(seat=1))
    assert not played.state.in_hand
    assert played.state.house.runs == 1


def test_a_player_who_left_before_the_turn_wants_one_board() -> None:
    played = all_in(format="cash")
    played.send(Leave(seat=0))
    assert played.state.phase == "asking"
    played.act("twice")
    assert played.state.house.runs == 1
    assert not played.state.in_hand


def test_a_player_who_sits_out_is_asked_and_the_clock_answers() -> None:
    played = all_in(format="cash")
    played.send(SitOut(seat=1))
    assert played.state.to_act == 1


def test_each_board_has_odds_of_its_own() -> None:
    played = all_in().act("twice")
    before = played.views[RAIL]
    played.act("twice")
    found = [one for _, one in runouts(GAME, before, played.events)]
    assert [one.run for one in found] == [1, 1, 1, 2, 2, 2]
    assert [len(one.board) for one in found] == [0, 3, 4, 0, 3, 4]
    assert [pot.amount for one in found for pot in one.pots] == [500] * 6
    assert {one.gone for one in found[3:]} == {("2c", "3d", "4h", "7s", "9c")}
    assert runout(played.state) is None


def test_every_card_of_both_boards_has_its_place_in_the_deck() -> None:
    played = all_in().act("twice", "twice")
    deck = played.state.deck
    known = GAME.exposed(played.views[RAIL])
    assert len(known) == 14
    assert all(deck[at] == card for at, card in known.items())


def test_the_places_of_both_boards_outlast_a_rematch() -> None:
    played = hand(
        (500, 500),
        hands=ACES_AND_KINGS,
        board="2c 3d 4h 7s 9c",
        second="8d Jc",
        run_it_twice=True,
    ).act("call", "check", "all_in", "call", "twice", "twice")
    assert played.state.house.shared == 3
    deck = played.state.deck
    before = GAME.exposed(played.state)
    played.send(Rematch(seat=0))
    played.send(Rematch(seat=1))
    assert played.happened(GameRestarted)
    assert GAME.exposed(played.state) == before
    assert all(deck[at] == card for at, card in before.items())


def test_a_bounty_is_paid_for_a_half_too() -> None:
    played = hand(
        (500, 500),
        hands={0: "As Ad", 1: "7s 2d"},
        board="Kc 3d 4h 8s 9c",
        second="7c 7h 6h 8d Jc",
        run_it_twice=True,
        format="cash",
        seven_deuce=30,
    ).act("all_in", "call", "twice", "twice")
    assert played.state.stacks == (470, 530)


@pytest.mark.parametrize(
    ("steps", "stacks"),
    [
        (("run_out",), (200, 0)),
        (("run_twice", "run_once"), (200, 0)),
        (("run_twice", "run_out"), (200, 0)),
    ],
)
def test_a_scenario_asks_too(steps: tuple[str, ...], stacks: tuple[int, ...]) -> None:
    """Running out the board of a scenario means one board."""
    given = {
        "button": 0,
        "stacks": [100, 100],
        "hands": {0: "As Ad", 1: "Ks Kd"},
        "board": "2c 3d 4h 7s 9c",
    }
    state: Any = KIND.begin({"given": given, "rules": {"run_it_twice": True}})
    for step in ("all_in", "call", *steps):
        state = KIND.step(state, KIND.turn(state), {"do": step})
        assert not isinstance(state, Refusal)
    assert state.stacks == stacks
