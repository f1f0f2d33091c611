"""Button, blinds, coming and going: the rules of the table, one test for each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, draw, hand, seated

from carteado.engine.cards import PACK, Card
from carteado.engine.game import (
    Act,
    Deal,
    Leave,
    Rematch,
    RematchAgreed,
    Return,
    Returned,
    SatOut,
    SeatLeft,
    Sit,
    SitOut,
    ToppedUp,
    TopUp,
)
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import PostBlind
from carteado.engine.games.holdem.events import ButtonDrawn, Folded, GameRestarted, GameWon
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.seating import next_layout
from carteado.engine.visibility import RAIL

WINS, LOSES = "AsAd", "7c2d"
BOARD = "Ac Kd Qh 4s 4c"


def positions(table: Played) -> tuple[int, int | None, int | None]:
    """Button, small and big blind of the current hand."""
    assert table.state.button is not None
    return table.state.button, table.state.small, table.state.big


def fold_round(table: Played) -> Played:
    """Everybody folds to the big blind."""
    while table.state.in_hand:
        table.act("fold")
    return table


def cash(seats: int, sitting: tuple[int, ...], button: int, **options: Any) -> Played:
    """A cash table with some seats taken, the button drawn."""
    table = Played(Options(seats=seats, format="cash", stack=1000, **options))
    for seat in sitting:
        table.sit(seat)
    return draw(table, button)


@pytest.mark.parametrize(
    ("cards", "button"),
    [
        pytest.param("2c 3c 4c", 2, id="the-highest-rank"),
        pytest.param("Ac As Ah", 1, id="then-spades"),
        pytest.param("Ac Ad Ah", 2, id="then-hearts"),
        pytest.param("Ac Ad Kh", 1, id="then-diamonds-before-clubs"),
    ],
)
def test_the_first_button_goes_to_the_highest_drawn_card(cards: str, button: int) -> None:
    table = seated(Options(seats=3))
    first = tuple(Card(card) for card in cards.split())
    deck = first + tuple(card for card in PACK if card not in first)
    table.send(Deal(deck=deck))
    (drawn,) = table.happened(ButtonDrawn)
    assert (drawn.cards, drawn.button) == (first, button)
    assert GAME.exposed(table.views[RAIL]) == dict(enumerate(first))
    assert not table.state.in_hand
    assert positions(table.deal())[0] == button


def test_the_big_blind_moves_one_seat_on_every_hand() -> None:
    table = hand([1000] * 4, button=0)
    seen = []
    for _ in range(5):
        seen.append(positions(table))
        fold_round(table).deal()
    assert seen == [(0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2)]


def test_heads_up_the_button_posts_the_small_blind_and_moves_every_hand() -> None:
    table = hand([1000, 1000], button=1)
    assert positions(table) == (1, 1, 0)
    assert positions(fold_round(table).deal()) == (0, 0, 1)


def test_a_vacated_big_blind_leaves_a_dead_small_blind_and_then_a_dead_button() -> None:
    table = hand([1000, 1000, 40, 1000], button=0, hands={2: LOSES, 3: WINS}, board=BOARD)
    table.act("to 40", "fold", "fold", "call")
    assert table.state.stacks[2] == 0
    layout = next_layout(table.state)
    assert layout is not None
    assert (layout.button, layout.small, layout.big) == (1, None, 3)
    table.deal()
    assert table.state.bets == (0, 0, 0, 20)
    assert table.state.to_act == 0
    fold_round(table).deal()
    assert positions(table) == (2, 3, 0), "the button is dead"
    assert table.state.order == (3, 0, 1)


def test_a_vacated_small_blind_leaves_a_dead_button() -> None:
    table = hand([1000, 40, 1000, 1000], button=0, hands={1: LOSES, 3: WINS}, board=BOARD)
    table.act("to 40", "fold", "call", "fold")
    assert table.state.stacks[1] == 0
    assert positions(table.deal()) == (1, 2, 3)


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        # Button 0, small blind 1, big blind 2. The next clockwise from 2 posts the big blind.
        pytest.param(0, (2, 2, 1), id="button-out"),
        pytest.param(1, (2, 2, 0), id="small-blind-out"),
        pytest.param(2, (1, 1, 0), id="big-blind-out"),
    ],
)
def test_from_three_to_two_the_next_clockwise_posts_the_big_blind(
    out: int, expected: tuple[int, int, int]
) -> None:
    stacks = [1000, 1000, 1000]
    stacks[out] = 100
    wins = (out + 1) % 3
    table = hand(stacks, button=0, hands={out: LOSES, wins: WINS}, board=BOARD)
    table.act("to 100", "call", "call")
    table.run_out()
    assert table.state.stacks[out] == 0
    assert positions(table.deal()) == expected


def test_a_freezeout_starts_when_all_seats_are_taken() -> None:
    table = Played(Options(seats=3))
    table.sit(0)
    table.sit(1)
    assert GAME.pack(table.state) is None
    assert next_layout(table.state) is None
    assert table.refused(Deal(deck=PACK)).code == "table/not_ready"
    table.sit(2)
    assert GAME.pack(table.state) == PACK


def test_nobody_sits_down_at_a_running_freezeout() -> None:
    table = hand([20, 20, 20], button=0).act("fold", "fold")
    table.leave(0)
    assert table.state.leaving[0]
    assert table.refused(Sit(seat=0, name="new")).code == "seat/taken"
    out = hand([1000, 1000, 40], button=0, hands={2: LOSES, 1: WINS}, board=BOARD)
    out.act("to 40", "call", "call").run_out()
    out.leave(2)
    assert out.refused(Sit(seat=2, name="new")).code == "table/running"


def test_a_player_who_leaves_a_freezeout_posts_and_folds_until_out() -> None:
    table = hand([1000, 60, 1000], button=0)
    assert [event.at_once for event in table.leave(1)] == [False]
    table.act("to 60")
    assert [event.seat for event in table.happened(Folded)] == [1]
    table.act("fold").deal()
    assert (positions(table), table.state.to_act) == ((1, 2, 0), 2)
    assert table.state.stacks[1] == 50
    fold_round(table).deal()
    assert positions(table) == (2, 0, 1)
    fold_round(table)
    assert table.state.names[1] is not None
    assert table.refused(Return(seat=1)).code == "seat/leaving"


def test_the_last_player_wins_a_freezeout_that_the_others_left() -> None:
    table = hand([1000, 1000, 1000], button=0)
    table.leave(1)
    events = table.leave(0)
    assert [type(event) for event in events][:2] == [SeatLeft, Folded]
    assert table.happened(GameWon)[0].stack == 3000
    assert table.happened(GameWon)[0].seat == 2
    assert table.state.names == (None, None, "p2")
    assert table.state.stacks == (0, 0, 3000)


def test_leaving_between_hands_can_end_a_freezeout() -> None:
    table = fold_round(hand([1000, 1000], button=0))
    table.leave(0)
    assert table.state.winner == 1
    assert GAME.total(table.state) == 2000


def test_a_freezeout_that_everybody_left_goes_to_the_most_chips() -> None:
    table = hand([1000, 1500], button=0, hands={0: WINS, 1: LOSES}, board=BOARD)
    table.act("to 1000")
    table.leave(0)
    assert table.state.to_act == 1
    table.leave(1)
    assert table.state.winner == 1
    assert table.state.names == (None, None)


def test_a_freezeout_that_is_sat_out_goes_on_and_pauses_when_nobody_is_there() -> None:
    table = hand([1000, 1000], button=0)
    table.send(SitOut(seat=0, away=True))
    assert table.state.to_act == 0, "the table acts for it at once, by default"
    table.act("fold").deal()
    assert table.state.order == (0, 1)
    table.act("fold")
    table.send(SitOut(seat=1))
    assert GAME.pack(table.state) is None
    table.send(Return(seat=0))
    assert table.happened(Returned)
    assert GAME.pack(table.state) == PACK


def test_a_rematch_needs_all_people_and_no_bot() -> None:
    table = Played(Options(seats=3, stack=100))
    for seat in range(3):
        table.sit(seat, bot=seat == 2)
    draw(table, 0).deal({0: WINS}, BOARD).act("all_in", "call", "call")
    assert table.state.winner == 0
    assert GAME.pack(table.state) is None
    assert table.refused(Deal(deck=PACK)).code == "table/over"
    table.send(Rematch(seat=0))
    assert [type(event) for event in table.events] == [RematchAgreed]
    assert table.refused(Rematch(seat=0)).code == "seat/agreed"
    table.send(Rematch(seat=1))
    assert [type(event) for event in table.events] == [RematchAgreed, GameRestarted]
    state = table.state
    assert (state.stacks, state.hand, state.button, state.winner) == ((100,) * 3, 0, None, None)
    assert draw(table, 2).deal().state.hand == 1


def test_a_rematch_starts_when_the_last_undecided_player_leaves_and_waits_for_a_full_table() -> (
    None
):
    table = hand([100, 100], hands={0: WINS}, board=BOARD).act("all_in", "call")
    table.send(Rematch(seat=0))
    table.leave(1)
    assert table.happened(GameRestarted)[0].stacks == (100, 0)
    assert GAME.pack(table.state) is None
    table.sit(1)
    assert table.state.stacks == (100, 100)
    assert GAME.pack(table.state) == PACK


def test_a_player_who_sits_down_after_a_game_gets_chips_with_the_rematch() -> None:
    table = hand([100, 100], hands={0: WINS}, board=BOARD).act("all_in", "call")
    table.leave(1)
    table.sit(1, "new")
    assert table.state.stacks == (200, 0)
    table.send(Rematch(seat=None))
    assert table.state.stacks == (100, 100)


def test_a_new_game_at_once_where_the_table_says_so() -> None:
    table = hand([100, 100], hands={0: WINS}, board=BOARD).act("all_in", "call")
    table.send(Rematch(seat=None))
    assert [type(event) for event in table.events] == [GameRestarted]


def test_a_cash_table_deals_to_two_present_players() -> None:
    table = Played(Options(seats=6, format="cash", stack=1000))
    table.sit(1)
    assert GAME.pack(table.state) is None
    table.sit(4)
    assert GAME.pack(table.state) == PACK


def test_a_newcomer_waits_for_the_big_blind() -> None:
    table = cash(5, (0, 1, 3), button=0).deal()
    table.sit(2)
    assert positions(fold_round(table).deal()) == (1, 3, 0)
    assert 2 not in table.state.order
    assert positions(fold_round(table).deal()) == (3, 0, 1)
    assert 2 not in table.state.order
    assert positions(fold_round(table).deal()) == (0, 1, 2)
    assert 2 in table.state.order


def test_or_posts_it_but_not_between_the_button_and_the_big_blind() -> None:
    table = cash(5, (0, 1, 3), button=0).deal()
    table.sit(4)
    table.sit(2)
    assert GAME.legal(table.state, 4).post_blind
    table.send(Act(seat=4, action=PostBlind()))
    assert table.refused(Act(seat=4, action=PostBlind())).code == "action/nothing_to_post"
    table.send(Act(seat=2, action=PostBlind()))
    # The next big blind is seat 4 itself: it posts as such, and seat 2 lies behind the button.
    fold_round(table).deal()
    assert positions(table) == (1, 3, 4)
    assert table.state.order == (3, 4, 0, 1)
    fold_round(table).deal()
    assert positions(table) == (3, 4, 0)
    assert table.state.order == (4, 0, 1, 2, 3)
    assert (table.state.bets[2], table.state.posting) == (20, (False,) * 5)
    table.act("fold")
    assert (table.state.to_act, table.legal.check) == (2, True)


def test_at_a_heads_up_table_a_newcomer_waits_for_the_big_blind() -> None:
    table = cash(3, (0, 2), button=0).deal()
    table.sit(1)
    table.send(Act(seat=1, action=PostBlind()))
    assert positions(table) == (0, 0, 2)
    assert positions(fold_round(table).deal()) == (2, 2, 0)
    assert positions(fold_round(table).deal()) == (2, 0, 1)
    assert table.state.order == (0, 1, 2)


def test_a_player_who_sits_out_a_cash_hand_waits_for_the_big_blind() -> None:
    table = cash(4, (0, 1, 2, 3), button=0).deal()
    table.send(SitOut(seat=0))
    assert table.happened(SatOut)
    fold_round(table).deal()
    assert (positions(table), table.state.order) == ((1, 2, 3), (2, 3, 1))
    table.send(Return(seat=0))
    fold_round(table).deal()
    assert positions(table) == (2, 3, 0), "it is its turn to post the big blind"
    table.send(SitOut(seat=1))
    table.send(Return(seat=1))
    fold_round(table).deal()
    assert 1 in table.state.order, "no hand was missed"


def test_nobody_waits_where_nearly_everybody_has_just_come() -> None:
    table = fold_round(cash(6, (0, 1), button=0).deal())
    table.leave(0)
    table.leave(1)
    for seat in (2, 3, 5):
        table.sit(seat)
    table.deal()
    assert sorted(table.state.order) == [2, 3, 5]
    assert positions(table) == (3, 5, 2)


def test_a_player_who_leaves_a_cash_hand_is_folded_in_turn_and_keeps_the_stack() -> None:
    table = cash(3, (0, 1, 2), button=0).deal()
    events = table.leave(1)
    assert [(e.seat, e.at_once) for e in events] == [(1, False)]
    table.act("call")
    assert [event.seat for event in table.happened(Folded)] == [1]
    table.act("check").run_out()
    assert [(e.seat, e.at_once, e.stack) for e in table.happened(SeatLeft)] == [(1, True, 990)]
    assert table.state.names[1] is None


def test_a_player_who_leaves_in_turn_is_folded_at_once() -> None:
    table = cash(3, (0, 1, 2), button=0).deal()
    assert [type(event) for event in table.leave(0)] == [SeatLeft, Folded]
    assert table.state.to_act == 1


def test_a_player_who_leaves_at_the_showdown_mucks() -> None:
    table = cash(2, (0, 1), button=0, showdown="ask").deal({1: WINS, 0: LOSES}, BOARD).run_out()
    assert table.state.to_act == 0
    table.leave(0)
    assert not table.state.in_hand
    assert table.state.shows == (1,)


def test_the_next_player_of_a_seat_does_not_get_the_cards_of_the_last() -> None:
    table = fold_round(cash(3, (0, 1, 2), button=0).deal())
    table.leave(0)
    table.sit(0, "new")
    assert table.state.hands[0] == ()
    assert not GAME.legal(table.state, 0).show


def test_a_cash_seat_tops_up_between_hands_only() -> None:
    table = cash(2, (0, 1), button=0, buy_in_min=100, buy_in_max=2000).deal()
    assert table.refused(TopUp(seat=0, amount=10)).code == "seat/in_hand"
    fold_round(table)
    (event,) = table.send(TopUp(seat=0, amount=500))
    assert isinstance(event, ToppedUp)
    assert (event.amount, event.stack) == (500, 1490)
    refusal = table.refused(TopUp(seat=0, amount=511))
    assert (refusal.code, refusal.details["max"]) == ("seat/credit", 510)


def test_a_cash_seat_without_chips_is_not_dealt_in_until_it_buys_in_again() -> None:
    table = cash(3, (0, 1, 2), button=0, buy_in_min=100)
    table.deal({0: LOSES, 1: WINS}, BOARD).act("all_in", "all_in", "fold")
    assert table.state.stacks[0] == 0
    assert table.refused(TopUp(seat=0, amount=99)).details["min"] == 100
    table.deal()
    assert set(table.state.order) == {1, 2}
    table.send(TopUp(seat=0, amount=100))
    assert GAME.legal(table.state, 0).post_blind


def test_stacks_may_differ_and_a_seat_without_chips_takes_no_part() -> None:
    table = hand([100, 0, 100], button=2)
    assert table.state.order == (0, 2)
    assert positions(table) == (2, 2, 0)


def test_leave_at_a_free_table_and_a_running_one() -> None:
    table = Played(Options(seats=2))
    table.sit(0)
    assert table.leave(0)[0].stack == 1500
    assert table.refused(Leave(seat=0)).code == "seat/free"
