"""The rules of Quick Hold'em, sentence by sentence: each test is named after the one it holds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.engine.games.quick_holdem.tables import Played, hand, table

from carteado.engine.cards import PACK, UNKNOWN
from carteado.engine.game import Act, Deal, Rematch
from carteado.engine.games.quick_holdem import GAME
from carteado.engine.games.quick_holdem import events as ev
from carteado.engine.games.quick_holdem.actions import Fold, Play, Stake
from carteado.engine.games.quick_holdem.legal import Legal
from carteado.engine.games.quick_holdem.options import COMPANIONS, PRESETS, Options
from carteado.engine.visibility import RAIL, seat_observer

BOARD = "2c 7h 9s Tc 3d"


def test_four_seats_by_default_two_to_ten() -> None:
    assert Options().seats == 4
    assert [Options(seats=seats).seats for seats in (2, 10)] == [2, 10]
    for seats in (2, 7, 10):
        played = hand((100,) * seats)
        assert len(played.state.order) == seats


def test_any_mix_of_people_and_bots() -> None:
    for bots in range(5):
        played = table(bots=bots).deal().act("play", "play", "play", "play")
        assert played.state.bots.count(True) == bots
        assert sum(played.state.stacks) == 4000


def test_credit_is_chosen_when_the_table_opens_by_default_1000() -> None:
    assert Options().credit == 1000
    assert hand((250,) * 3).state.stacks == (250,) * 3


def test_no_blinds() -> None:
    played = hand()
    assert played.state.pot == 0
    assert played.state.stacks == (1000,) * 4


def test_no_raising() -> None:
    played = hand().act(100)
    for _ in range(3):
        assert GAME.legal(played.state, GAME.turn(played.state)) == Legal(play=100, fold=True)
        refusal = played.refuses(200)
        assert refusal.code == "action/not_the_leader"
        assert refusal.details == {"leader": 0, "play": 100, "player": "p0"}
        played.act("play")


def test_deal_two_private_cards_each() -> None:
    played = hand(hands={0: "AsAd", 2: "KsKd"})
    assert all(len(cards) == 2 for cards in played.state.hands)
    for seat in range(4):
        seen = played.views[seat_observer(seat)].hands
        assert seen[seat] == played.state.hands[seat]
        assert all(seen[other] == (UNKNOWN,) * 2 for other in range(4) if other != seat)
    assert set(played.views[RAIL].hands) == {(UNKNOWN, UNKNOWN)}


def test_the_leading_seat_names_a_stake_from_1_to_its_credit() -> None:
    for amount in (1, 437, 1000):
        played = hand().act(amount)
        assert played.state.stake == amount
        assert played.state.stacks[0] == 1000 - amount
    assert GAME.legal(hand().state, 0).stake == (1, 1000)


def test_and_to_the_tables_max_stake_if_set() -> None:
    played = hand(max_stake=300)
    assert GAME.legal(played.state, 0).stake == (1, 300)
    refusal = played.refuses(301)
    assert (refusal.code, refusal.details["max"]) == ("action/above_maximum", 300)
    assert played.act(300).state.stake == 300
    assert GAME.legal(hand((200, 500), max_stake=300).state, 0).stake == (1, 200)


def test_or_folds() -> None:
    played = hand().act("fold")
    assert played.state.live == (1, 2, 3)
    assert played.state.to_act == 1


def test_if_it_folds_the_stake_is_the_tables_default_stake() -> None:
    assert hand().act("fold").state.stake == 100
    assert hand(default_stake=30).act("fold", "play").state.paid == (0, 30, 0, 0)


def test_every_other_seat_in_turn_plays_or_folds() -> None:
    played = hand().act(100)
    turns = []
    while (seat := GAME.turn(played.state)) is not None:
        turns.append(seat)
        played.act("play" if seat % 2 else "fold")
    assert turns == [1, 2, 3]
    assert played.refuses("play", 0).code == "action/no_deal"


def test_a_seat_with_less_credit_is_all_in_for_its_credit() -> None:
    played = hand((1000, 40, 1000)).act(100)
    assert GAME.legal(played.state, 1).play == 40
    played.act("play")
    assert played.state.paid == (100, 40, 0)
    assert played.state.stacks == (900, 0, 1000)


def test_a_leader_that_only_plays_names_the_default_stake() -> None:
    assert GAME.legal(hand().state, 0).play == 100
    played = hand().act("play")
    assert played.happened(ev.Staked)[0].stake == 100
    short = hand((40, 1000)).act("play")
    assert (short.state.stake, short.state.stacks) == (40, (0, 1000))


def test_the_lead_passes_left_each_hand() -> None:
    played = table()
    leaders = []
    for _ in range(6):
        played.deal()
        leaders.append(played.state.leader)
        played.act("fold", "fold", "fold", "fold")
    assert leaders == [0, 1, 2, 3, 0, 1]


def test_the_lead_passes_over_a_seat_without_credit() -> None:
    played = hand((300, 100, 300), {0: "AsAd", 1: "KsKd", 2: "2h7d"}, BOARD).act(100, "play")
    played.act("fold").deal()
    assert (played.state.leader, played.state.order) == (2, (0, 2))


def test_fixed_leader_seat_0_always_leads() -> None:
    played = table(fixed_leader=True)
    for _ in range(3):
        played.deal()
        assert played.state.leader == 0
        played.act("fold", "play", "play", "fold")


def test_a_fixed_leader_that_is_out_is_followed_by_its_left() -> None:
    played = hand((100, 300, 300), {0: "KsKd", 1: "AsAd"}, BOARD, fixed_leader=True)
    played.act(100, "play", "fold").deal()
    assert played.state.leader == 1
    played.act("fold", "fold").deal()
    assert played.state.leader == 1


def test_all_five_community_cards_are_turned_at_once() -> None:
    played = hand(hands={0: "AsAd"}, board=BOARD).act(100, "play", "fold")
    assert played.state.board == ()
    played.act("fold")
    (turned,) = played.happened(ev.BoardTurned)
    assert turned.cards == tuple(BOARD.split())


def test_all_hands_that_play_are_shown_and_no_other() -> None:
    played = hand(hands={0: "AsAd", 3: "KsKd"}, board=BOARD).act(100, "fold", "fold", "play")
    (shown,) = played.happened(ev.HandsShown)
    assert shown.seats == (3, 0)
    assert shown.made == ("pair of kings", "pair of aces")
    assert played.views[RAIL].hands[1] == (UNKNOWN,) * 2
    assert not played.state.shown[1]


def test_the_best_five_of_seven_wins() -> None:
    hands = {0: "AsKd", 1: "9c9d", 2: "8h6d", 3: "2h2s"}
    played = hand(hands=hands, board=BOARD).act(100, "play", "play", "play")
    # The straight from six to ten beats three nines, three deuces and an ace.
    assert played.happened(ev.PotAwarded)[0].hand == "straight, ten high"
    assert played.state.stacks == (900, 900, 1300, 900)


def test_ties_split_with_odd_chips_from_the_leaders_left() -> None:
    hands = {0: "AsKd", 1: "AhKs", 2: "3c3h"}
    board = "Ac Kc 7d 5h 2s"
    played = hand((50,) * 3, hands, board).act(1, "play", "play")
    assert played.happened(ev.PotAwarded)[0].seats == (1, 0)
    assert played.state.stacks == (50, 51, 49)


def test_side_pots_when_a_seat_is_short() -> None:
    hands = {0: "QsQd", 1: "AsAd", 2: "KsKd", 3: "2h4s"}
    played = hand((1000, 40, 70, 1000), hands, BOARD).act(100, "play", "play", "play")
    pots = played.happened(ev.PotAwarded)
    assert [(pot.amount, pot.seats) for pot in pots] == [(160, (1,)), (90, (2,)), (60, (0,))]
    assert played.state.stacks == (960, 160, 90, 900)


def test_unmatched_chips_go_back() -> None:
    played = hand((1000, 200, 300), {0: "AsAd"}, BOARD).act(1000, "play", "play")
    (back,) = played.happened(ev.UncalledReturned)
    assert (back.seat, back.amount, back.pot) == (0, 700, 800)
    assert played.state.returned == (700, 0, 0)
    assert played.state.pots == (600, 200)


@pytest.mark.parametrize(
    "deeds",
    [(300, "fold", "fold", "fold"), ("fold", "fold", "play", "fold")],
    ids=["the leader", "another"],
)
def test_if_one_seat_alone_plays_it_wins_the_pot_unseen(deeds: tuple[Any, ...]) -> None:
    played = hand().act(*deeds)
    (pot,) = played.happened(ev.PotAwarded)
    assert (pot.seats, pot.hand) == ((0 if deeds[0] == 300 else 2,), "")
    assert played.state.stacks == (1000,) * 4
    assert not played.happened(ev.BoardTurned)
    assert not any(played.state.shown)


def test_if_nobody_plays_the_hand_is_void() -> None:
    played = hand().act("fold", "fold", "fold", "fold")
    assert [event.type for event in played.events[-2:]] == ["hand_voided", "hand_ended"]
    assert played.state.stacks == (1000,) * 4
    assert played.state.board == ()
    assert GAME.pack(played.state) == PACK


def test_a_seat_without_credit_is_out() -> None:
    hands = {0: "AsAd", 1: "KsKd", 2: "QsQd"}
    played = hand((300, 100, 50), hands, BOARD).act(100, "play", "play")
    assert [(event.seat, event.place) for event in played.happened(ev.KnockedOut)] == [
        (1, 2),
        (2, 3),
    ]
    assert GAME.over(played.state)


def test_the_last_one_left_wins() -> None:
    played = hand((300, 300), {0: "AsAd", 1: "KsKd"}, BOARD).act(300, "play")
    (won,) = played.happened(ev.GameWon)
    assert (won.seat, won.stack) == (0, 600)
    assert played.state.winner == 0
    assert GAME.pack(played.state) is None
    assert played.refused(Deal(deck=PACK)).code == "table/over"


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (1001, "action/above_stack"),
        (2**80, "action/above_stack"),
        (0, "action/bad_amount"),
        (-1, "action/bad_amount"),
        (99.5, "action/bad_amount"),
        ("100", "action/bad_amount"),
        (True, "action/bad_amount"),
        (None, "action/bad_amount"),
    ],
)
def test_wrong_stakes_are_refused_with_a_reason(amount: Any, code: str) -> None:
    played = hand()
    before = repr(played.state)
    refusal = played.refused(Act(seat=0, action=Stake(amount=amount)))
    assert refusal.code == code
    assert "1 to 1,000 chips" in refusal.message
    assert (refusal.details["min"], refusal.details["max"]) == (1, 1000)
    assert repr(played.state) == before


def test_a_new_deal_can_start_only_after_the_hand_is_over() -> None:
    played = hand()
    for deed in (100, "play", "fold"):
        played.act(deed)
        assert GAME.pack(played.state) is None
        assert played.refused(Deal(deck=PACK)).code == "table/hand_running"
    played.act("fold")
    played.deal()


def finished(**options: Any) -> Played:
    """A game that seat 0 has won."""
    return hand((300, 300), {0: "AsAd", 1: "KsKd"}, BOARD, **options).act(300, "play")


def test_new_game_gives_everybody_the_credit_again() -> None:
    played = finished()
    played.send(Rematch(seat=0))
    assert not played.happened(ev.GameRestarted)
    played.send(Rematch(seat=1))
    assert played.happened(ev.GameRestarted)
    assert played.state.stacks == (300, 300)
    assert (played.state.winner, played.state.hand) == (None, 0)
    assert played.deal().state.leader == 0


def test_by_agreement_of_the_people_seated_before_the_game_is_over_too() -> None:
    played = table((1000,) * 4, bots=2).deal({0: "AsAd"}, BOARD).act(100, "play", "fold", "fold")
    assert played.state.stacks != (1000,) * 4
    played.send(Rematch(seat=1))
    assert not played.happened(ev.GameRestarted)
    played.send(Rematch(seat=0))
    assert played.state.stacks == (1000,) * 4


def test_an_agreement_in_a_hand_waits_for_its_end() -> None:
    played = table((1000,) * 3, bots=2).deal(board=BOARD)
    played.send(Rematch(seat=0))
    assert played.state.in_hand
    played.act(100, "play", "fold")
    kinds = [event.type for event in played.events]
    assert kinds[-2:] == ["hand_ended", "game_restarted"]
    assert played.state.stacks == (1000,) * 3


def test_the_cards_of_the_last_hand_outlive_a_new_game() -> None:
    played = table((1000,) * 2, bots=1).deal({0: "AsAd", 1: "KsKd"}, BOARD)
    played.send(Rematch(seat=0))
    played.act(100, "play")
    assert played.happened(ev.GameRestarted)
    assert len(GAME.exposed(played.views[RAIL])) == 9
    assert not any("As" in line for line in GAME.show(played.state))


def test_a_leading_bot_that_plays_names_default_stake() -> None:
    played = table(bots=4, default_stake=70).deal()
    played.send(Act(seat=0, action=Play()))
    assert played.state.stake == 70


def test_the_preset_family_has_fixed_leader_on_the_persons_seat_and_three_bots() -> None:
    family = PRESETS["family"]
    assert family == Options(fixed_leader=True)
    assert COMPANIONS["family"] == ("parity", "always", "high-card")
    assert GAME.companions["family"] == COMPANIONS["family"]
    assert set(COMPANIONS) <= set(PRESETS)
    assert next(iter(PRESETS.values())) == Options()


# Decided here, where the rules are silent


def test_the_clock_folds_for_the_leader_and_for_a_player_asked_to_match() -> None:
    played = hand()
    while (seat := GAME.turn(played.state)) is not None:
        assert GAME.default(played.state, seat) == Fold()
        played.send(Act(seat=seat, action=GAME.default(played.state, seat)))
    assert played.state.stacks == (1000,) * 4


def test_reveal_opens_all_cards_after_the_hand() -> None:
    played = hand(reveal="hand").act("fold", "fold", "play", "fold")
    (opened,) = played.happened(ev.HandsOpened)
    assert opened.hands == played.state.hands
    assert played.views[RAIL].shown == played.state.hands


def test_cards_are_dealt_one_at_a_time_from_the_leaders_left_and_none_is_burnt() -> None:
    played = table()
    played.send(Deal(deck=PACK))
    assert played.state.order == (1, 2, 3, 0)
    assert played.state.hands[1] == (PACK[0], PACK[4])
    assert played.state.hands[0] == (PACK[3], PACK[7])
    played.act(1, "play", "play", "play")
    assert played.state.board == PACK[8:13]
    known = GAME.exposed(played.views[RAIL])
    assert known == dict(enumerate(PACK[:13]))


def test_places_of_players_who_go_out_together() -> None:
    hands = {0: "AsAd", 1: "KsKd", 2: "QsQd", 3: "JsJd"}
    played = hand((500, 90, 100, 100), hands, BOARD).act(100, "play", "play", "play")
    out = [(event.seat, event.place) for event in played.happened(ev.KnockedOut)]
    assert out == [(2, 2), (3, 3), (1, 4)]


def test_stakes_of_every_size_end_with_all_chips_on_the_table() -> None:
    played = table((7, 30, 100, 400))
    totals = []
    for amount in (1, 5, 2, 9, 30):
        if GAME.pack(played.state) is None:
            break
        played.deal()
        legal = GAME.legal(played.state, GAME.turn(played.state))
        assert legal.stake is not None
        played.act(min(amount, legal.stake[1]))
        while GAME.turn(played.state) is not None:
            played.act("play")
        totals.append(GAME.total(played.state))
    assert all(one == other == 537 for one, other in pairwise(totals))
