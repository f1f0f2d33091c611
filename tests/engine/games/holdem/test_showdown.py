"""The rules of pots and showdown, one test for each."""

from __future__ import annotations

import pytest
from tests.engine.games.holdem.tables import hand

from carteado.engine.cards import PACK, parse_cards
from carteado.engine.game import Act, Deal, Rematch
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import Show
from carteado.engine.games.holdem.events import (
    AllInShown,
    BoardDealt,
    GameWon,
    HandMucked,
    HandShown,
    HandsOpened,
    KnockedOut,
    PotAwarded,
    ShowdownStarted,
)
from carteado.engine.games.holdem.state import pots_now
from carteado.engine.visibility import RAIL, seat_observer

BOARD = "2c 7h 9s Tc 3d"


def test_side_pots_follow_contributions_and_each_is_decided_among_its_payers() -> None:
    table = hand(
        [300, 100, 200, 300],
        button=0,
        hands={1: "AsAd", 2: "KsKd", 3: "QsQd", 0: "4h5h"},
        board=BOARD,
    )
    table.act("to 300", "call", "call", "call")
    assert table.state.pots == (400, 300, 200)
    assert table.state.won == (0, 400, 300, 200)
    assert table.state.stacks == (0, 400, 300, 200)


def test_chips_of_folded_hands_stay_in_the_pots_they_reached() -> None:
    table = hand(
        [500, 500, 100, 500],
        button=3,
        hands={2: "AsAd", 0: "KsKd", 1: "QsQd"},
        board=BOARD,
    )
    table.act("all_in", "to 300", "call", "fold")
    assert (table.state.to_act, pots_now(table.state)) == (0, (320, 400))
    table.act("to 200", "fold")
    assert table.state.returned[0] == 200
    assert table.state.pots == (320, 400)
    assert table.state.won == (400, 0, 320, 0)


def test_a_big_blind_ante_is_dead_money_of_the_main_pot() -> None:
    table = hand(
        [300, 500, 500],
        button=0,
        ante=20,
        ante_kind="big_blind",
        hands={0: "AsAd", 1: "KsKd", 2: "QsQd"},
        board=BOARD,
    )
    table.act("all_in", "all_in", "all_in")
    assert table.state.pots == (920, 360)
    assert table.state.won == (920, 360, 0)
    assert table.state.returned == (0, 20, 0)


def test_an_ante_for_all_counts_as_contribution() -> None:
    table = hand([500, 500, 3], ante=5, hands={2: "AsAd", 0: "KsKd", 1: "QsQd"}, board=BOARD)
    table.act("call", "call").run_out()
    assert table.state.pots == (9, 44)
    assert table.state.won == (44, 0, 9)


def test_a_pot_with_one_live_hand_is_taken_without_showing() -> None:
    table = hand([500, 500, 500]).act("fold", "fold")
    assert table.happened(HandShown) == table.happened(ShowdownStarted) == []
    assert table.happened(PotAwarded)[0].hand == ""
    assert table.state.shown == ((), (), ())


@pytest.mark.parametrize(
    ("stacks", "button", "shares"),
    [
        # Seat 3 folds a chip or two into a pot of three; the chips go round from the button.
        pytest.param([101, 101, 101, 500], 3, (135, 135, 134), id="two-odd-chips"),
        pytest.param([100, 100, 100, 500], 3, (134, 133, 133), id="one-odd-chip"),
    ],
)
def test_odd_chips_go_one_each_from_the_left_of_the_button(
    stacks: list[int], button: int, shares: tuple[int, ...]
) -> None:
    table = hand(
        stacks,
        button=button,
        hands={0: "AsKs", 1: "AhKh", 2: "AdKd", 3: "3c4d"},
        board="2c 7h 9s Tc Jd",
    )
    table.act("all_in", "call", "call", "call")
    assert table.happened(PotAwarded)[0].shares == shares
    assert table.state.stacks[:3] == shares


def test_odd_chips_are_counted_for_each_pot() -> None:
    table = hand(
        [51, 101, 101, 500],
        button=3,
        hands={0: "AsKs", 1: "AhKh", 2: "AdKd", 3: "3c4d"},
        board="2c 7h 9s Tc Jd",
    )
    table.act("all_in", "call", "call", "call")
    assert [pot.shares for pot in table.happened(PotAwarded)] == [(68, 68, 68), (75, 75)]


@pytest.mark.parametrize(
    ("first", "second", "board", "winners"),
    [
        pytest.param("AsKs", "AhKh", "2c 7d 9c Td Jc", (0, 1), id="suits-never-break-ties"),
        pytest.param("As5h", "KsKh", "2c 3d 4c Td Jc", (0,), id="the-ace-is-low-in-a-wheel"),
        pytest.param("Ks2h", "9s9h", "Ac 3d 4c Td Jc", (1,), id="no-straight-wraps-round"),
        pytest.param("2s3h", "4s5h", "Ac Kd Qc Jd Tc", (0, 1), id="best-five-of-seven-on-board"),
        pytest.param("As2h", "KsQh", "3c 7d 9c Td 5s", (0,), id="the-ace-is-high"),
    ],
)
def test_the_best_five_of_seven_win(
    first: str, second: str, board: str, winners: tuple[int, ...]
) -> None:
    table = hand([100, 100], hands={0: first, 1: second}, board=board).run_out()
    assert sorted(table.happened(PotAwarded)[0].seats) == list(winners)


def test_the_last_aggressor_of_the_river_shows_first() -> None:
    table = hand([500, 500, 500], hands={2: "KsKd", 0: "AsAd", 1: "QsQd"}, board=BOARD)
    table.act("call", "call", "check", *["check"] * 6)
    table.act("check", "to 100", "call", "call")
    assert table.state.shows == (2, 0)
    assert [event.seat for event in table.happened(HandMucked)] == [1]


def test_else_the_left_of_the_button_shows_first() -> None:
    table = hand([500, 500, 500], hands={1: "QsQd", 2: "KsKd", 0: "AsAd"}, board=BOARD)
    table.act("to 100", "call", "call", *["check"] * 9)
    assert table.state.shows == (1, 2, 0)


def test_a_hand_that_cannot_win_is_mucked_unseen() -> None:
    table = hand([500, 500], hands={1: "AsAd", 0: "KsKd"}, board=BOARD).run_out()
    assert table.state.shows == (1,)
    rail, loser, winner = (table.views[o] for o in (RAIL, seat_observer(0), seat_observer(1)))
    assert rail.shown[1] == parse_cards("AsAd")
    assert parse_cards("KsKd") not in (*winner.hands, *winner.shown, *rail.hands, *rail.shown)
    assert loser.hands[0] == parse_cards("KsKd")


def test_a_tie_is_shown() -> None:
    table = hand([500, 500], hands={1: "AsKd", 0: "AdKs"}, board=BOARD).run_out()
    assert table.state.shows == (1, 0)


@pytest.mark.parametrize(("deed", "shows"), [("show", (1, 0)), ("muck", (1,))])
def test_a_seat_that_could_muck_is_asked_where_the_table_says_so(
    deed: str, shows: tuple[int, ...]
) -> None:
    table = hand([500, 500], hands={1: "AsAd", 0: "KsKd"}, board=BOARD, showdown="ask").run_out()
    assert (table.state.phase, table.state.to_act) == ("showdown", 0)
    assert (table.legal.show, table.legal.muck, table.legal.fold) == (True, True, False)
    assert GAME.default(table.state, 0).type == "muck"
    for wrong in ("fold", "check", "call", "all_in", "to 40"):
        assert table.refuses(wrong).code == "action/not_now"
    assert table.refuses("show", seat=1).code == "action/not_your_turn"
    table.act(deed)
    assert table.state.shows == shows
    assert table.state.won == (0, 40)


def test_a_seat_may_show_after_the_hand() -> None:
    table = hand([500, 500], hands={1: "AsAd", 0: "KsKd"}, board=BOARD).act("fold")
    assert GAME.legal(table.state, 0).show
    table.send(Act(seat=0, action=Show()))
    assert table.views[RAIL].shown[0] == parse_cards("KsKd")
    assert table.refused(Act(seat=0, action=Show())).code == "action/nothing_to_show"
    table.send(Act(seat=1, action=Show()))
    table.deal()
    assert table.refuses("show", seat=0).code in ("action/not_your_turn", "action/nothing_to_show")


def test_with_a_player_all_in_live_hands_are_turned_up_before_the_rest_of_the_board() -> None:
    table = hand([500, 200, 500], hands={0: "AsAd", 1: "KsKd"}, board=BOARD)
    table.act("all_in", "call", "fold")
    kinds = [type(event) for event in table.events]
    assert kinds.index(AllInShown) < kinds.index(BoardDealt)
    assert table.happened(AllInShown)[0].seats == (1, 0)
    assert kinds.count(BoardDealt) == 3
    assert table.happened(HandMucked) == []
    assert table.state.shown[2] == ()


def test_all_hands_are_turned_up_when_the_river_ends_with_a_player_all_in() -> None:
    table = hand([500, 200, 500], hands={0: "AsAd", 1: "KsKd"}, board=BOARD)
    table.act("call", "call", "check", *["check"] * 6).act("all_in", "fold", "call")
    assert table.happened(AllInShown)[0].seats == (1, 0)
    assert table.state.shows == (1, 0)


def test_no_hand_is_turned_up_while_two_can_still_bet() -> None:
    table = hand([500, 60, 500], hands={0: "AsAd", 1: "KsKd"}, board=BOARD)
    table.act("to 60", "call", "call")
    assert table.state.street == "flop"
    assert table.happened(AllInShown) == []
    assert table.state.to_act == 2


def test_folded_and_mucked_cards_stay_closed_where_reveal_is_never() -> None:
    table = hand([500, 500, 500]).act("fold", "call", "check").run_out()
    assert table.happened(HandsOpened) == []
    assert {2, 5}.isdisjoint(GAME.exposed(table.views[RAIL]))
    assert table.state.hands[0] not in table.views[RAIL].shown


def test_all_cards_are_opened_after_each_hand_where_reveal_is_hand() -> None:
    table = hand([500, 500, 500], reveal="hand").act("fold", "fold")
    assert table.happened(HandsOpened)[0].hands == table.state.hands
    assert table.views[RAIL].shown == table.state.hands
    assert set(GAME.exposed(table.views[RAIL])) == set(range(6))


def test_exposed_positions_are_those_of_the_dealt_deck() -> None:
    table = hand([500, 500, 500], button=2).run_out()
    own = GAME.exposed(table.views[seat_observer(0)])
    deck = table.state.deck
    assert {0, 3, 7, 8, 9, 11, 13} <= set(own)
    assert all(deck[at] == card for at, card in own.items())
    assert {6, 10, 12}.isdisjoint(own), "burnt cards stay closed"


def test_knocked_out_players_are_placed_by_their_stacks_before_the_hand() -> None:
    table = hand([500, 100, 200], hands={0: "AsAd", 1: "KsKd", 2: "QsQd"}, board=BOARD)
    table.act("all_in", "call", "call")
    assert [(out.seat, out.place) for out in table.happened(KnockedOut)] == [(2, 2), (1, 3)]
    assert [(won.seat, won.stack) for won in table.happened(GameWon)] == [(0, 800)]
    assert GAME.over(table.state)


def test_the_cards_of_the_last_hand_outlive_a_rematch_until_the_next_deal() -> None:
    table = hand([40, 40], hands={0: "AsAd", 1: "KsKd"}, board=BOARD).act("all_in", "call")
    known = GAME.exposed(table.views[RAIL])
    assert len(known) == 9
    table.send(Rematch(seat=None))
    assert GAME.exposed(table.views[RAIL]) == known
    assert not any("As" in line for line in GAME.show(table.state))
    table.send(Deal(deck=PACK))
    assert GAME.exposed(table.views[RAIL]) == {0: PACK[0], 1: PACK[1]}
