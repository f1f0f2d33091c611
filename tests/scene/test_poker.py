"""The poker table as the window and the terminal show it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scene.tables import SceneTable

from carteado.client.notices import Lost
from carteado.protocol.session_events import ChatHeard, PresenceChanged, ReactionSeen
from carteado.scene.cards import card_text, cards_text
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker.hands import (
    best_cards,
    hand_name,
    hand_needs,
    hand_short,
    translated_hand,
    win_text,
)
from carteado.scene.presets import bet_presets, shortened
from carteado.scene.seats import clockwise, places
from carteado.scene.ui import Settings, Ui
from carteado.scene.waiting import GUARD_MS, Guard, pre_actions
from carteado.scene.words import words_of

EN = words_of("en")


@pytest.mark.parametrize(
    ("hand", "board", "needs"),
    [
        ("Ah Jh", "Qh 8h 3c", ("four hearts",)),
        ("Ah Jh", "Qh 8h 3c 2s", ("four hearts",)),
        ("9s Td", "Jh Qc 2c", ("8 or K makes a straight",)),
        ("9s Kd", "Jh Qc 2c", ("10 makes a straight",)),
        ("Ah 2h", "3c 4d Kh", ("5 makes a straight",)),
        ("9h Th", "Jh Qh 2c", ("four hearts", "8 or K makes a straight")),
        # Four of the board alone are nobody's own, and after the river nothing comes.
        ("Ac 2d", "Qh 8h 3h 9h", ()),
        ("2c 2d", "9h Ts Jd Qc", ()),
        ("Ah Jh", "Qh 8h 3c 2s 2d", ()),
        ("Ah Jh", "", ()),
        ("Ah Jh", "Qh 8h 3h", ()),
        ("?? ??", "Qh 8h 3h", ()),
    ],
)
def test_a_hand_says_what_it_lacks(hand: str, board: str, needs: tuple[str, ...]) -> None:
    assert hand_needs(hand.split(), board.split(), EN) == needs


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


@pytest.mark.parametrize(
    ("cards", "english", "german", "portuguese"),
    [
        ("Ah Jh Qs 8h 3c", "ace high", "Ass hoch", "carta alta ás"),
        ("Kh Ks Qs 8h 3c", "a pair of kings", "einem Paar Könige", "par de reis"),
        (
            "Kh Ks Ts Th 3c",
            "two pair, kings and tens",
            "zwei Paar, Könige und Zehnen",
            "dois pares, reis e dez",
        ),
        ("7h 7s 7c 8h 3c", "three sevens", "Drilling Siebenen", "trinca de setes"),
        (
            "9h 8s 7c 6h 5c",
            "a straight to the nine",
            "einem Straight bis Neun",
            "sequência até nove",
        ),
        ("Ah Jh Qh 8h 3h", "a flush, ace high", "einem Flush, Ass hoch", "flush de ás"),
        (
            "6h 6s 6d Kc Kh",
            "a full house, sixes over kings",
            "einem Full House, Sechsen über Könige",
            "full house de seis com reis",
        ),
        ("7h 7s 7c 7d 3c", "four sevens", "Vierling Siebenen", "quadra de setes"),
        (
            "9h 8h 7h 6h 5h",
            "a straight flush to the nine",
            "einem Straight Flush bis Neun",
            "straight flush até nove",
        ),
        ("Ah Kh Qh Jh Th", "a royal flush", "einem Royal Flush", "royal flush"),
    ],
)
def test_a_result_says_the_hand_as_players_do(
    cards: str, english: str, german: str, portuguese: str
) -> None:
    said = [win_text("Marta", 1820, cards.split(), words_of(one)) for one in ("en", "de", "pt_BR")]
    assert said == [
        f"Marta wins 1,820 with {english}",
        f"Marta gewinnt 1.820 mit {german}",
        f"Marta ganha 1.820 com {portuguese}",
    ]


def test_a_hand_that_the_server_describes_is_translated() -> None:
    described = ("pair of kings", "two pair", "one pair", "a royal straight flush", "new")
    lines = [translated_hand(one, words_of("de")) for one in described]
    assert lines == ["Paar Könige", "Zwei Paar", "Paar", "Royal Flush", "new"]


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
    scene_table = SceneTable(seats=4, readers=(0, None))
    scene_table.deal()  # the draw for the button
    scene_table.deal()
    picture = scene_table.reader().picture()
    assert picture.own == 0
    assert picture.playing
    assert len(picture.seats[0].cards) == 2
    assert "??" not in picture.seats[0].cards
    assert picture.seats[1].cards == ("??", "??")
    assert scene_table.reader(None).picture().seats[0].cards == ("??", "??")
    assert picture.total == 30
    assert picture.pots == ()
    acting = scene_table.turn
    scene_table.act("raise", to=60)
    picture = scene_table.reader().picture()
    assert picture.seats[acting].last.kind == "raise"
    assert picture.seats[acting].bet == 60
    assert not picture.seats[acting].turn
    folder = scene_table.turn
    scene_table.act("fold")
    picture = scene_table.reader().picture()
    assert picture.seats[folder].state == "folded"
    assert folder == 0 or picture.seats[folder].cards == ()


def test_the_main_pot_leaves_out_bets_of_this_street() -> None:
    scene_table = SceneTable(seats=2)
    scene_table.deal()
    scene_table.deal()
    scene_table.act("call")
    scene_table.act("check")
    scene_table.act("raise", to=40)
    picture = scene_table.reader().picture()
    assert [(pot.name, pot.amount) for pot in picture.pots] == [("Pot", 40)]
    assert picture.total == 80


def play_all_in(seats: int = 2, **options: int) -> SceneTable:
    scene_table = SceneTable(seats=seats, readers=(0, None), **options)
    scene_table.deal()
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.act("all_in")
    return scene_table


def test_the_result_names_the_seat_of_a_winner_whose_name_others_have() -> None:
    scene_table = SceneTable(seats=3, readers=(0,), names=("caller",) * 3)
    scene_table.deal()
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.act("fold")
    result = scene_table.reader(0).picture().result
    assert result is not None
    assert f"caller (seat {result.winners[0]}) wins" in result.text


def test_the_result_names_the_winner_and_the_five_cards() -> None:
    scene_table = play_all_in(3)
    picture = scene_table.reader(None).picture()
    result = picture.result
    assert not picture.in_hand
    assert result is not None
    assert len(result.cards) == 5
    assert " wins " in result.text or result.text.startswith("Split")
    winner = picture.seats[result.winners[0]]
    assert winner.won > 0
    assert set(result.cards) <= {*winner.cards, *picture.board}
    headings = [
        line.text for line in scene_table.reader(None).story.log.lines if line.kind == "heading"
    ]
    assert any(text.startswith("River ") for text in headings)


def test_moves_lead_from_one_picture_to_the_next() -> None:
    scene_table = SceneTable(seats=3)
    scene_table.deal()
    before = scene_table.reader()
    scene_table.deal()
    moved = scene_table.reader().moved(before)
    assert [m.target for m in moved if m.kind == "card"][:3] == [
        f"hand:{seat}:0" for seat in scene_table.state.order
    ]
    before = scene_table.reader()
    scene_table.act("call")
    moved = scene_table.reader().moved(before)
    assert [(m.kind, m.target, m.amount) for m in moved] == [
        ("chips", f"bet:{before.picture().turn}", 20)
    ]
    scene_table.act("call")
    before = scene_table.reader()
    scene_table.act("check")
    moved = scene_table.reader().moved(before)
    assert sum(m.amount for m in moved if m.target == "pot") == 60
    assert [m.target for m in moved if m.kind == "card"] == ["board:0", "board:1", "board:2"]


def test_offers_carry_prices_and_keys() -> None:
    scene_table = SceneTable(seats=2, readers=(0, 1))
    scene_table.deal()
    scene_table.deal()
    reader = scene_table.reader(scene_table.turn)
    assert [(one.word, one.key, one.price, one.span) for one in reader.offers] == [
        ("fold", "F1", None, None),
        ("call", "F2", 10, None),
        ("raise", "F3", None, (40, 1500)),
        ("all_in", "F4", 1500, None),
    ]
    labels = [one.label(EN, 60) for one in reader.offers]
    assert labels == ["Fold", "Call 10", "Raise to 60", "All-in 1,500"]
    assert reader.offers[2].action(10**9) == {"type": "raise", "to": 1500}
    other = scene_table.reader(1 - scene_table.turn)
    assert other.offers == ()


class TestBeforeTheTurn:
    def waiting(self) -> tuple[SceneTable, int]:
        scene_table = SceneTable(seats=3, readers=(0, 1, 2))
        scene_table.deal()
        scene_table.deal()
        assert scene_table.turn is not None
        return scene_table, (scene_table.turn + 1) % 3

    def test_a_call_is_cancelled_when_its_price_changes(self) -> None:
        scene_table, waiting = self.waiting()
        scene_table.readers[waiting] = scene_table.reader(waiting).choose("call")
        scene_table.act("raise", to=60)
        reader = scene_table.reader(waiting)
        assert reader.chosen is not None
        assert reader.chosen.cancelled
        assert reader.answer() is None

    def test_a_call_at_the_same_price_is_made(self) -> None:
        scene_table, waiting = self.waiting()
        scene_table.readers[waiting] = scene_table.reader(waiting).choose("call")
        scene_table.act("call")
        assert scene_table.reader(waiting).answer() == {"type": "call"}

    def test_check_or_fold_folds_to_a_bet_and_call_any_calls_it(self) -> None:
        for kind, expected in (("check_fold", "fold"), ("call_any", "call")):
            scene_table, waiting = self.waiting()
            scene_table.readers[waiting] = scene_table.reader(waiting).choose(kind)
            scene_table.act("raise", to=60)
            assert scene_table.reader(waiting).answer() == {"type": expected}

    def test_where_one_stake_is_played_the_choices_are_to_play_for_it_or_to_fold(self) -> None:
        table = SceneTable("quick-holdem", seats=3, readers=(0, 1, 2))
        table.deal()
        assert table.turn is not None
        waiting = (table.turn + 1) % 3
        assert pre_actions(table.reader(waiting).picture().price, EN, quick=True) == (
            ("check_fold", "Fold"),
            ("call_any", "Play for any stake"),
        )
        for kind, expected in (("check_fold", "fold"), ("call_any", "play")):
            table = SceneTable("quick-holdem", seats=3, readers=(0, 1, 2))
            table.deal()
            table.readers[waiting] = table.reader(waiting).choose(kind)
            table.act("stake", amount=300)
            reader = table.reader(waiting)
            assert reader.picture().price == 300
            assert reader.answer() == {"type": expected}
        labels = dict(pre_actions(300, EN, quick=True))
        assert labels == {"check_fold": "Fold", "call_any": "Play for 300"}

    def test_choosing_again_takes_it_back_and_a_street_ends_it(self) -> None:
        scene_table, waiting = self.waiting()
        reader = scene_table.reader(waiting).choose("call_any")
        assert reader.choose("call_any").chosen is None
        scene_table.readers[waiting] = reader
        scene_table.act("call")
        scene_table.act("call")
        scene_table.act("check")
        assert scene_table.reader(waiting).chosen is None


class TestTheGuard:
    def test_holds_after_the_price_rose_and_lets_go(self) -> None:
        guard = Guard().seen(20, 1000.0)
        assert guard.left(1000.0) == 1.0
        assert guard.left(1000.0 + GUARD_MS / 2) == 0.5
        assert guard.left(1000.0 + GUARD_MS) == 0.0

    def test_does_not_hold_when_the_price_falls(self) -> None:
        assert Guard(price=40).seen(20, 5.0).left(5.0) == 0.0

    def test_of_a_reader_follows_a_raise(self) -> None:
        scene_table = SceneTable(seats=3, readers=(0, 1, 2))
        scene_table.deal()
        scene_table.deal()
        assert scene_table.turn is not None
        next_one = (scene_table.turn + 1) % 3
        scene_table.now_ms = 5_000.0
        scene_table.act("raise", to=80)
        assert scene_table.reader(next_one).guard.left(5_100.0) > 0
        assert scene_table.reader(next_one).guard.left(5_700.0) == 0


def test_chat_presence_and_a_lost_connection_are_shown() -> None:
    scene_table = SceneTable(seats=2)
    scene_table.tell(ChatHeard(table="t-1", seat=1, name="Rui", text="nice hand"))
    scene_table.tell(PresenceChanged(table="t-1", connected=(True, False), watching=2))
    reader = scene_table.reader()
    assert reader.story.log.chat[-1].text == "nice hand"
    assert reader.watching == 2
    assert reader.picture().seats[1].connected is False
    scene_table.deal()
    scene_table.deal()
    lost = scene_table.reader().take(Lost(reason="gone", retry_ms=100, attempt=1), 0)
    assert not lost.live
    assert lost.prompt is None
    assert lost.clock is not None
    assert lost.clock.stopped


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_quick_holdem_has_the_same_picture(seats: int) -> None:
    scene_table = SceneTable("quick-holdem", seats=seats, readers=(0, None))
    scene_table.deal()
    picture = scene_table.reader().picture()
    assert picture.hidden_board == 5
    assert picture.street == "preflop"
    before = scene_table.reader()
    scene_table.act("stake", amount=200)
    assert [m.amount for m in scene_table.reader().moved(before)] == [200]
    while scene_table.turn is not None:
        before = scene_table.reader()
        scene_table.act("play")
    picture = scene_table.reader().picture()
    assert len(picture.board) == 5
    assert picture.result is not None
    assert all(seat.hand for seat in picture.seats)


@pytest.mark.exhaustive
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 10))
def test_every_view_of_a_random_game_has_a_picture(seed: int, seats: int) -> None:
    scene_table = SceneTable(seats=seats, readers=(0, None), seed=seed, stack=200)
    for _ in range(40):
        if scene_table.turn is None:
            if scene_table.table.game.pack(scene_table.state) is None:
                break
            scene_table.deal()
            continue
        scene_table.random_act()
        picture = scene_table.reader().picture()
        assert sum(1 for seat in picture.seats if seat.turn) <= 1
        assert picture.total == scene_table.state.pot
        assert sum(pot.amount for pot in picture.pots) <= max(
            picture.total, sum(scene_table.state.pots)
        )


def test_chat_of_the_rail_and_reactions_are_told_apart() -> None:
    scene_table = SceneTable(seats=2, readers=(0,))
    reader = scene_table.reader(0)
    heard = ChatHeard(table="t-1", seat=None, name="Zoe", text="hello", channel="rail")
    seen = ReactionSeen(table="t-1", seat=1, name="Rui", reaction="well-played")
    for one in (heard, seen):
        reader = reader.take(one, 0.0)
    assert [(said.name, said.text, said.rail) for said in reader.story.log.chat] == [
        ("Zoe", "hello", True),
        ("Rui", "(well played)", False),
    ]
    texts = table_scene(reader, Ui(), Settings(), (1440.0, 900.0), 0.0).texts()
    assert "rail, Zoe" in texts
