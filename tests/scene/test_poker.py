"""The poker table as the window and the terminal show it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scene.tables import Told

from carteado.client.notices import Lost
from carteado.protocol.session_events import ChatHeard, PresenceChanged
from carteado.scene.cards import card_text, cards_text
from carteado.scene.poker.hands import best_cards, hand_name, hand_short
from carteado.scene.presets import bet_presets, shortened
from carteado.scene.seats import clockwise, places
from carteado.scene.waiting import GUARD_MS, Guard
from carteado.scene.words import words_of

EN = words_of("en")


def test_cards_are_written_with_plain_suit_characters() -> None:
    assert cards_text(["Th", "As", "JKRa", "2Cb", "??"]) == "10♥ A♠ ★ 2♣ ?"
    assert "\ufe0f" not in card_text("Th")


@pytest.mark.parametrize(
    ("cards", "long", "short"),
    [
        ("Ah Jh", "Ace high", ""),
        ("7h 7s", "Pair of sevens", ""),
        ("Ah Jh Qh 8h 3c", "Ace high", "High card"),
        ("Ah Jh Qh 8h 2h", "Flush, ace high", "Flush"),
        ("6h 6s Kd Kc 2h", "Two pair, kings and sixes", "Two pair"),
        ("6h 6s 6d Kc Kh", "Full house, sixes over kings", "Full house"),
        ("5h 4s 3d 2c Ah", "Straight to the five", "Straight"),
    ],
)
def test_hands_have_names(cards: str, long: str, short: str) -> None:
    assert hand_name(cards.split(), EN) == long
    assert hand_short(cards.split(), EN) == short


def test_a_hand_that_is_not_seen_has_no_name() -> None:
    assert hand_name(["??", "??"], EN) == ""
    assert best_cards(["??", "??", "Ah", "Kh", "Qh"]) == ()


def test_presets_are_parts_of_the_pot_after_the_call() -> None:
    """The figures of the mock-up: 120 to call into 745, from 240 to 1,360."""
    found = bet_presets((240, 1360), pot=745, call=120, current_bet=120, words=EN)
    assert [(one.label, one.to) for one in found] == [
        ("Min", 240),
        ("½ pot", 552),
        ("⅔ pot", 697),
        ("Pot", 985),
        ("All-in", 1360),
    ]


@given(
    low=st.integers(1, 10**7),
    more=st.integers(0, 10**7),
    pot=st.integers(0, 10**8),
    call=st.integers(0, 10**6),
    bet=st.integers(0, 10**6),
)
def test_presets_rise_inside_the_legal_range(
    low: int, more: int, pot: int, call: int, bet: int
) -> None:
    found = bet_presets((low, low + more), pot=pot, call=call, current_bet=bet, words=EN)
    amounts = [one.to for one in found]
    assert amounts == sorted(amounts)
    assert all(low <= amount <= low + more for amount in amounts)
    assert amounts[0] == low
    assert amounts[-1] == low + more


def test_amounts_above_six_digits_are_shortened() -> None:
    assert shortened(999_999, EN) == "999,999"
    assert shortened(1_234_567, EN) == "1.2M"


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("own", [0, 1])
def test_every_opponent_has_one_place(count: int, own: int) -> None:
    found = places(own, count)
    everybody = (*found.left, *found.top, *found.right)
    assert everybody == clockwise(own, count)
    assert len(found.left) == len(found.right)
    assert own not in everybody


def test_a_picture_follows_a_hand() -> None:
    told = Told(seats=4, readers=(0, None))
    told.deal()  # the draw for the button
    told.deal()
    picture = told.reader().picture()
    assert picture.own == 0
    assert picture.playing
    assert len(picture.seats[0].cards) == 2
    assert "??" not in picture.seats[0].cards
    assert picture.seats[1].cards == ("??", "??")
    assert told.reader(None).picture().seats[0].cards == ("??", "??")
    assert picture.total == 30
    assert picture.pots == ()
    acting = told.turn
    told.act("raise", to=60)
    picture = told.reader().picture()
    assert picture.seats[acting].last.kind == "raise"
    assert picture.seats[acting].bet == 60
    assert not picture.seats[acting].turn
    folder = told.turn
    told.act("fold")
    picture = told.reader().picture()
    assert picture.seats[folder].state == "folded"
    assert folder == 0 or picture.seats[folder].cards == ()


def test_the_main_pot_leaves_out_bets_of_this_street() -> None:
    told = Told(seats=2)
    told.deal()
    told.deal()
    told.act("call")
    told.act("check")
    told.act("raise", to=40)
    picture = told.reader().picture()
    assert [(pot.name, pot.amount) for pot in picture.pots] == [("Pot", 40)]
    assert picture.total == 80


def play_all_in(seats: int = 2, **options: int) -> Told:
    told = Told(seats=seats, readers=(0, None), **options)
    told.deal()
    told.deal()
    while told.turn is not None:
        told.act("all_in")
    return told


def test_the_result_names_the_winner_and_the_five_cards() -> None:
    told = play_all_in(3)
    picture = told.reader(None).picture()
    result = picture.result
    assert not picture.in_hand
    assert result is not None
    assert len(result.cards) == 5
    assert " wins " in result.text or result.text.startswith("Split")
    winner = picture.seats[result.winners[0]]
    assert winner.won > 0
    assert set(result.cards) <= {*winner.cards, *picture.board}
    headings = [line.text for line in told.reader(None).story.log.lines if line.kind == "heading"]
    assert any(text.startswith("River ") for text in headings)


def test_moves_lead_from_one_picture_to_the_next() -> None:
    told = Told(seats=3)
    told.deal()
    before = told.reader()
    told.deal()
    moved = told.reader().moved(before)
    assert [m.target for m in moved if m.kind == "card"][:3] == [
        f"hand:{seat}:0" for seat in told.state.order
    ]
    before = told.reader()
    told.act("call")
    moved = told.reader().moved(before)
    assert [(m.kind, m.target, m.amount) for m in moved] == [
        ("chips", f"bet:{before.picture().turn}", 20)
    ]
    told.act("call")
    before = told.reader()
    told.act("check")
    moved = told.reader().moved(before)
    assert sum(m.amount for m in moved if m.target == "pot") == 60
    assert [m.target for m in moved if m.kind == "card"] == ["board:0", "board:1", "board:2"]


def test_offers_carry_prices_and_keys() -> None:
    told = Told(seats=2, readers=(0, 1))
    told.deal()
    told.deal()
    reader = told.reader(told.turn)
    assert [(one.word, one.key, one.price, one.span) for one in reader.offers] == [
        ("fold", "F1", None, None),
        ("call", "F2", 10, None),
        ("raise", "F3", None, (40, 1500)),
        ("all_in", "F4", 1500, None),
    ]
    labels = [one.label(EN, 60) for one in reader.offers]
    assert labels == ["Fold", "Call 10", "Raise to 60", "All-in 1,500"]
    assert reader.offers[2].action(10**9) == {"type": "raise", "to": 1500}
    other = told.reader(1 - told.turn)
    assert other.offers == ()


class TestBeforeTheTurn:
    def waiting(self) -> tuple[Told, int]:
        told = Told(seats=3, readers=(0, 1, 2))
        told.deal()
        told.deal()
        assert told.turn is not None
        return told, (told.turn + 1) % 3

    def test_a_call_is_cancelled_when_its_price_changes(self) -> None:
        told, waiting = self.waiting()
        told.readers[waiting] = told.reader(waiting).choose("call")
        told.act("raise", to=60)
        reader = told.reader(waiting)
        assert reader.chosen is not None
        assert reader.chosen.cancelled
        assert reader.answer() is None

    def test_a_call_at_the_same_price_is_made(self) -> None:
        told, waiting = self.waiting()
        told.readers[waiting] = told.reader(waiting).choose("call")
        told.act("call")
        assert told.reader(waiting).answer() == {"type": "call"}

    def test_check_or_fold_folds_to_a_bet_and_call_any_calls_it(self) -> None:
        for kind, expected in (("check_fold", "fold"), ("call_any", "call")):
            told, waiting = self.waiting()
            told.readers[waiting] = told.reader(waiting).choose(kind)  # type: ignore[arg-type]
            told.act("raise", to=60)
            assert told.reader(waiting).answer() == {"type": expected}

    def test_choosing_again_takes_it_back_and_a_street_ends_it(self) -> None:
        told, waiting = self.waiting()
        reader = told.reader(waiting).choose("call_any")
        assert reader.choose("call_any").chosen is None
        told.readers[waiting] = reader
        told.act("call")
        told.act("call")
        told.act("check")
        assert told.reader(waiting).chosen is None


class TestTheGuard:
    def test_holds_after_the_price_rose_and_lets_go(self) -> None:
        guard = Guard().seen(20, 1000.0)
        assert guard.left(1000.0) == 1.0
        assert guard.left(1000.0 + GUARD_MS / 2) == 0.5
        assert guard.left(1000.0 + GUARD_MS) == 0.0

    def test_does_not_hold_when_the_price_falls(self) -> None:
        assert Guard(price=40).seen(20, 5.0).left(5.0) == 0.0

    def test_of_a_reader_follows_a_raise(self) -> None:
        told = Told(seats=3, readers=(0, 1, 2))
        told.deal()
        told.deal()
        assert told.turn is not None
        next_one = (told.turn + 1) % 3
        told.now_ms = 5_000.0
        told.act("raise", to=80)
        assert told.reader(next_one).guard.left(5_100.0) > 0
        assert told.reader(next_one).guard.left(5_700.0) == 0


def test_chat_presence_and_a_lost_connection() -> None:
    told = Told(seats=2)
    told.tell(ChatHeard(table="t-1", seat=1, name="Rui", text="nice hand"))
    told.tell(PresenceChanged(table="t-1", connected=(True, False), watching=2))
    reader = told.reader()
    assert reader.story.log.chat[-1].text == "nice hand"
    assert reader.watching == 2
    assert reader.picture().seats[1].connected is False
    told.deal()
    told.deal()
    lost = told.reader().take(Lost(reason="gone", retry_ms=100, attempt=1), 0)
    assert not lost.live
    assert lost.prompt is None
    assert lost.clock is not None
    assert lost.clock.stopped


def test_the_clock_of_another_seat_runs_from_when_its_turn_was_seen() -> None:
    told = Told(seats=2, settings={"decision_ms": 10_000, "bank_ms": 20_000})
    told.deal()
    told.now_ms = 1_000.0
    told.deal()
    clock = told.reader().clock
    assert clock is not None
    if clock.seat == 0:  # the prompt of the own seat
        assert clock.time_ms == 30_000
        return
    assert clock.left(4_000.0).seconds == 7
    assert clock.left(12_000.0).bank
    assert clock.left(12_000.0).seconds == 19
    assert clock.left(28_000.0).low


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_quick_holdem_has_the_same_picture(seats: int) -> None:
    told = Told("quick-holdem", seats=seats, readers=(0, None))
    told.deal()
    picture = told.reader().picture()
    assert picture.hidden_board == 5
    assert picture.street == "preflop"
    before = told.reader()
    told.act("stake", amount=200)
    assert [m.amount for m in told.reader().moved(before)] == [200]
    while told.turn is not None:
        before = told.reader()
        told.act("play")
    picture = told.reader().picture()
    assert len(picture.board) == 5
    assert picture.result is not None
    assert all(seat.hand for seat in picture.seats)


@pytest.mark.exhaustive
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 10))
def test_every_view_of_a_random_game_has_a_picture(seed: int, seats: int) -> None:
    told = Told(seats=seats, readers=(0, None), seed=seed, stack=200)
    for _ in range(40):
        if told.turn is None:
            if told.table.game.pack(told.state) is None:
                break
            told.deal()
            continue
        told.random_act()
        picture = told.reader().picture()
        assert sum(1 for seat in picture.seats if seat.turn) <= 1
        assert picture.total == told.state.pot
        assert sum(pot.amount for pot in picture.pots) <= max(picture.total, sum(told.state.pots))
