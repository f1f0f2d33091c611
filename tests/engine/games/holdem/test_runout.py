"""Positions in which all hands lie open and cards are still to come."""

from __future__ import annotations

from typing import Any

from tests.engine.games.holdem.tables import Played, arranged, draw, hand, seated

from carteado.engine.cards import parse_cards
from carteado.engine.game import Act, Deal
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import AllIn, Call, Check, Fold
from carteado.engine.games.holdem.events import AllInShown, BoardDealt
from carteado.engine.games.holdem.options import Options
from carteado.engine.poker.pots import Pot
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import hands_dealt, runout_of, runouts
from carteado.engine.registry import games
from carteado.engine.visibility import RAIL, redact

HANDS = {0: "AsKs", 1: "QdQh", 2: "7c2d"}
BOARD = "2c 7h 9s Tc 3d"


def found_after(table: Played, deed: Any) -> list[tuple[type, Runout]]:
    """The run-outs behind a deed of the seat to act, each with the event that leads to it."""
    before, seat = table.state, table.state.to_act
    assert seat is not None
    events = table.send(Act(seat=seat, action=deed))
    found = list(runouts(GAME, before, events))
    view = redact(before, RAIL)
    seen = [redact(event, RAIL) for event in events]
    assert list(runouts(GAME, view, seen)) == found, "the rail's view has the same answer"
    return [(type(events[place]), runout) for place, runout in found]


def test_all_in_before_the_flop_three_streets_are_to_come() -> None:
    table = hand([300, 300, 300], button=0, hands=HANDS, board=BOARD).act("all_in", "fold")
    found = found_after(table, Call())
    assert [kind for kind, _ in found] == [AllInShown, BoardDealt, BoardDealt]
    first = found[0][1]
    assert first == Runout(
        hands=((2, parse_cards("7c2d")), (0, parse_cards("AsKs"))),
        board=(),
        pots=(Pot(amount=610, seats=(2, 0)),),
    )
    assert {runout.run for _, runout in found} == {0}, "the rest of the board is dealt once"
    boards = [runout.board for _, runout in found]
    assert boards == [(), parse_cards("2c7h9s"), parse_cards("2c7h9sTc")]
    assert {runout.pots for _, runout in found} == {first.pots}


def test_the_dealt_hands_include_folded_ones() -> None:
    table = hand([300, 300, 300], button=0, hands=HANDS, board=BOARD).act("fold")
    assert hands_dealt(GAME, table.state) == {
        seat: parse_cards(cards) for seat, cards in HANDS.items()
    }


def test_all_in_on_the_turn_one_street_is_to_come() -> None:
    table = hand([300, 300], hands={0: "AsKs", 1: "QdQh"}, board=BOARD)
    table.act("call", "check", *["check"] * 2, "all_in")
    ((kind, runout),) = found_after(table, Call())
    assert kind is AllInShown
    assert runout.board == parse_cards("2c7h9sTc")


def test_all_in_on_the_river_nothing_is_to_come() -> None:
    table = hand([300, 300], hands={0: "AsKs", 1: "QdQh"}, board=BOARD)
    table.act("call", "check", *["check"] * 4, "all_in")
    assert found_after(table, Call()) == []


def test_uncalled_chips_are_in_no_pot_and_side_pots_have_their_seats() -> None:
    table = hand([500, 100, 300], button=0, hands=HANDS, board=BOARD).act("all_in", "call")
    found = found_after(table, Call())
    assert found[0][1].pots == (
        Pot(amount=300, seats=(1, 2, 0)),
        Pot(amount=400, seats=(2, 0)),
    )


def test_a_side_pot_may_have_one_seat_left() -> None:
    """A hand that paid into the side pot folded afterwards."""
    table = hand([500, 500, 100], button=0, hands=HANDS, board=BOARD)
    table.act("to 300", "call", "call", "check", "to 200")
    # Who folds against the one that is left with chips ends the betting; the cards lie open.
    seat = table.state.to_act
    assert seat is not None
    before = table.state
    events = table.send(Act(seat=seat, action=Fold()))
    pots = [runout.pots for _, runout in runouts(GAME, before, events)]
    assert [len(pot.seats) for pot in pots[0]] == [2, 1]


def test_a_hand_with_more_betting_is_not_a_run_out() -> None:
    """One is all-in, two others still bet: their hands are closed."""
    table = hand([100, 500, 500], button=0, hands=HANDS, board=BOARD).act("all_in", "call")
    assert found_after(table, Call()) == []
    assert found_after(table, Check()) == []
    assert found_after(table, AllIn()) == []


def test_a_forced_bet_can_be_all_in() -> None:
    """Both seats have no more than their blinds: the deal itself turns the hands up."""
    table = draw(seated(Options(seats=2, stacks=(10, 20))), 0)
    before = table.state
    deck = arranged((1, 0), {0: "AsKs", 1: "QdQh"}, BOARD)
    found = list(runouts(GAME, before, table.send(Deal(deck=deck))))
    assert [len(runout.board) for _, runout in found] == [0, 3, 4]
    assert found[0][1].pots == (Pot(amount=20, seats=(1, 0)),)


def test_games_without_such_positions_have_none() -> None:
    assert [name for name, game in games().items() if runout_of(game)] == ["holdem"]
