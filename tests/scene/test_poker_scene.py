"""The screen of a poker table at every size: properties, and what is on it in each state."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scene.checks import crowded, cut, overlaps, shrunken_texts
from tests.scene.screens.poker import run_out
from tests.scene.tables import SceneTable

from carteado.client.notices import Lost
from carteado.engine.controls import TablePaused
from carteado.engine.game import Rematch, SatOut, SitOut
from carteado.scene.layout.frame import frame_of, logical_size
from carteado.scene.layout.poker_places import poker_places
from carteado.scene.layout.poker_pots import stake_rule
from carteado.scene.layout.tables import table_scene
from carteado.scene.motion import motion_of
from carteado.scene.reader import Reader
from carteado.scene.shapes import Box, CardShape, Scene, Text
from carteado.scene.text import text_width
from carteado.scene.ui import Notice, Settings, Ui
from carteado.scene.words import words_of

SIZES = [(1024, 640), (1280, 720), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
SCALES = [1.0, 1.25, 1.5, 2.0]


def screen(
    reader: Reader,
    window: tuple[int, int] = (1440, 900),
    text: float = 1.0,
    ui: Ui | None = None,
    now_ms: float = 0.0,
) -> Scene:
    size, _ = logical_size(window)
    return table_scene(reader, ui or Ui(), Settings(text=text), size, now_ms)


def dealt(seats: int, **options: object) -> SceneTable:
    scene_table = SceneTable(seats=seats, readers=(*range(seats), None), **options)
    scene_table.deal()
    scene_table.deal()
    return scene_table


def check(scene: Scene) -> None:
    assert overlaps(scene) == []
    assert cut(scene) == []
    assert crowded(scene) == []
    assert shrunken_texts(scene) == []


def test_no_next_hand_is_promised_while_the_players_are_away() -> None:
    scene_table = dealt(2)
    scene_table.act("fold")

    def status() -> str:
        # A window that opens now did not see who won.
        reader = scene_table.reader(0)
        return " ".join(screen(replace(reader, story=type(reader.story)())).texts())

    assert "The next hand is dealt" in status()
    scene_table.do(SitOut(seat=0))
    scene_table.do(SitOut(seat=1))
    assert "The next hand is dealt" not in status()
    assert "Waiting for players" in status()


@pytest.mark.parametrize("pause", ["away", "owner"])
def test_a_player_who_sits_out_can_come_back_to_a_decision_that_waits(pause: str) -> None:
    scene_table = dealt(2)
    scene_table.note(SatOut(seat=scene_table.turn, away=True))
    scene_table.note(TablePaused(reason=pause))
    scene = screen(scene_table.reader(scene_table.turn))
    back = scene.target("sit-in")
    assert back is not None
    assert back.hotkeys == ("Space",)
    check(scene)
    assert screen(scene_table.reader(1 - scene_table.turn)).target("sit-in") is None


def test_the_switch_of_a_seat_that_sits_out_is_on_during_the_hand() -> None:
    scene_table = dealt(3)
    seat = scene_table.turn
    scene_table.act("fold")
    off = screen(scene_table.reader(seat))
    scene_table.note(SatOut(seat=seat, away=True))
    on = screen(scene_table.reader(seat))

    def lit(scene: Scene) -> bool:
        row = next(one.rect for one in scene.targets if one.key == "sit-out")
        boxes = [one for one in scene.items if isinstance(one, Box) and row.holds(one.rect)]
        return any(one.fill == "secondary" for one in boxes)

    assert not lit(off)
    assert lit(on)


def test_nothing_is_chosen_in_advance_when_nobody_can_bet_any_more() -> None:
    scene_table = dealt(2, stacks=(300, 1500))
    rich = next(seat for seat in range(2) if scene_table.state.stacks[seat] > 300)
    if scene_table.turn != rich:
        scene_table.act("call")
    scene_table.act("raise", to=1_000)
    # The call alone, before the board comes.
    run_out(scene_table, "call", until=1)
    assert scene_table.turn is None
    scene = screen(scene_table.reader(rich))
    assert [one.key for one in scene.targets if one.key.startswith("pre:")] == []
    assert scene.target("sit-out") is not None


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("text", SCALES)
@pytest.mark.parametrize("window", [(1024, 640), (1280, 800), (1920, 1080)])
def test_no_dealer_button_lies_on_the_board_beside_the_coach(
    window: tuple[int, int], text: float, seats: int
) -> None:
    size, _ = logical_size(window)
    frame = frame_of(size, text)
    table = frame.table
    narrow = replace(frame, table=table._replace(w=min(table.w, size[0] - 340)))
    places = poker_places(narrow, 0, seats)
    for seat, place in places.seats.items():
        under = [card for card in (*places.board, *places.own) if card.overlaps(place.button)]
        assert under == [], seat


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_nothing_overlaps_or_is_cut_in_a_hand(window: tuple[int, int], seats: int) -> None:
    scene_table = dealt(seats)
    scene_table.act("raise", to=60)
    for seat in (scene_table.turn, (scene_table.turn or 0) - 1, None):
        check(screen(scene_table.reader(seat if seat is None else seat % seats), window))


@pytest.mark.exhaustive
@given(
    seed=st.integers(0, 10**6),
    seats=st.integers(2, 10),
    window=st.sampled_from(SIZES),
    text=st.sampled_from(SCALES),
    stack=st.sampled_from([100, 1500, 12_345, 2_000_000]),
)
def test_no_state_of_a_game_is_cut_at_any_size(
    seed: int, seats: int, window: tuple[int, int], text: float, stack: int
) -> None:
    scene_table = SceneTable(seats=seats, readers=(0, None), seed=seed, stack=stack)
    steps = random.Random(seed).randrange(1, 14)
    for _ in range(steps):
        if scene_table.turn is not None:
            scene_table.random_act()
        elif scene_table.table.game.pack(scene_table.state) is not None:
            scene_table.deal()
    for reader in scene_table.readers.values():
        check(screen(reader, window, text))


def test_a_small_window_is_scaled_and_not_cut() -> None:
    size, scale = logical_size((600, 400))
    assert scale < 1
    check(table_scene(dealt(10).reader(0), Ui(), Settings(), size, 0.0))


def test_own_cards_are_the_largest() -> None:
    for window in SIZES:
        scene = screen(dealt(6).reader(0), window)
        cards = [one for one in scene.items if isinstance(one, CardShape)]
        largest = max(cards, key=lambda one: one.rect.w)
        assert largest.place.startswith("hand:0:")


def test_only_the_acting_seat_is_a_bright_plate() -> None:
    scene_table = dealt(6)
    scene = screen(scene_table.reader(0))
    bright = [one.key for one in scene.items if getattr(one, "fill", "") == "turn" and one.key]
    assert bright == [f"plate:{scene_table.turn}"]


class TestTheOwnTurn:
    def test_has_amounts_on_its_buttons_and_keys(self) -> None:
        scene_table = dealt(4)
        scene = screen(scene_table.reader(scene_table.turn), ui=Ui(amount=60))
        labels = {one.key: one.label for one in scene.targets if one.key.startswith("act:")}
        assert labels["act:fold"] == "Fold"
        assert labels["act:call"] == "Call 20"
        assert labels["act:raise"] == "Raise to 60"
        found = scene.target("act:call")
        assert found is not None
        assert found.hotkeys == ("F2",)
        assert found.intent.value == {"type": "call"}
        assert any(one.hotkeys == ("F4",) for one in scene.targets)

    def test_call_is_off_while_the_guard_holds(self) -> None:
        scene_table = dealt(3)
        scene_table.now_ms = 1_000.0
        scene_table.act("raise", to=100)
        reader = scene_table.reader(scene_table.turn)
        early = screen(reader, now_ms=1_100.0).target("act:call")
        late = screen(reader, now_ms=1_700.0).target("act:call")
        assert early is not None
        assert late is not None
        assert not early.enabled
        assert late.enabled

    def test_a_typed_amount_is_brought_into_the_range(self) -> None:
        scene_table = dealt(2)
        scene = screen(scene_table.reader(scene_table.turn), ui=Ui(texts={"amount": "99999999"}))
        found = scene.target("act:raise")
        assert found is not None
        assert found.intent.value == {"type": "raise", "to": 1500}
        assert found.label == "All-in 1,500"


def test_a_waiting_player_chooses_in_advance() -> None:
    scene_table = dealt(3)
    assert scene_table.turn is not None
    waiting = (scene_table.turn + 1) % 3
    scene = screen(scene_table.reader(waiting))
    keys = [one.key for one in scene.targets if one.key.startswith("pre:")]
    assert keys == ["pre:check_fold", "pre:call", "pre:call_any"]
    scene_table.readers[waiting] = scene_table.reader(waiting).choose("call")
    scene_table.act("raise", to=60)
    assert any("cancelled" in text for text in screen(scene_table.reader(waiting)).texts()) or (
        scene_table.turn == waiting
    )


def test_the_result_names_the_hand_and_raises_the_winning_cards() -> None:
    scene_table = dealt(3)
    while scene_table.turn is not None:
        scene_table.act("all_in")
    reader = scene_table.reader(0)
    result = reader.picture().result
    scene = screen(reader)
    assert result.text in scene.texts()
    ringed = {one.card for one in scene.items if isinstance(one, CardShape) and one.ring}
    assert ringed == set(result.cards)


def test_the_cards_of_all_who_share_a_pot_are_raised() -> None:
    scene_table = SceneTable(seats=2, readers=(0,))
    scene_table.deal()
    # Both make a straight to the seven with a five of their own.
    scene_table.deal(["5c", "5d", "Kc", "Td", "Ah", "7c", "3c", "Qd", "As", "4d", "Ad", "6h"])
    while scene_table.turn is not None:
        scene_table.act("all_in")
    scene = screen(scene_table.reader(0))
    ringed = {one.card for one in scene.items if isinstance(one, CardShape) and one.ring}
    assert ringed == {"7c", "6h", "5c", "5d", "4d", "3c"}


def test_folded_and_free_seats_show_no_cards() -> None:
    scene_table = SceneTable(seats=6, people=3, readers=(0, None), format="cash")
    scene_table.deal()
    scene_table.deal()
    scene = screen(scene_table.reader(None))
    assert [one.key for one in scene.targets if one.key.startswith("sit:")] == [
        "sit:3",
        "sit:4",
        "sit:5",
    ]


def test_a_lost_connection_takes_the_place_of_the_buttons() -> None:
    scene_table = dealt(2)
    reader = scene_table.reader(scene_table.turn).take(
        Lost(reason="gone", retry_ms=1, attempt=1), 0
    )
    scene = screen(reader, ui=Ui(lost_ms=0.0, server="kitchen:8765"), now_ms=4_000.0)
    assert not any(one.key.startswith("act:") for one in scene.targets)
    assert "Reconnecting to kitchen:8765" in scene.texts()
    check(scene)


@pytest.mark.parametrize("sheet", ["settings", "bots", "chat", "log"])
@pytest.mark.parametrize("text", SCALES)
@pytest.mark.parametrize("window", [(1024, 640), (1440, 900)])
def test_dialogs_fit(sheet: str, text: float, window: tuple[int, int]) -> None:
    scene_table = dealt(6)
    size, _ = logical_size(window)
    bots = tuple(f"bot-{number}" for number in range(12))
    ui = Ui(sheet=sheet)
    scene = table_scene(scene_table.reader(0), ui, Settings(text=text), size, 0.0, bots=bots)
    assert cut(scene) == []
    if sheet in ("settings", "bots"):
        assert crowded(scene, 31.0) == []


def test_a_notice_is_a_sentence_over_the_table() -> None:
    ui = Ui(notice=Notice(text="Raise to 60 to 1,500; you typed 40.", kind="error"))
    scene = screen(dealt(2).reader(0), ui=ui)
    assert "Raise to 60 to 1,500; you typed 40." in scene.texts()


@pytest.mark.parametrize("text", SCALES)
@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("seats", range(2, 11))
def test_a_notice_covers_no_bet(seats: int, window: tuple[int, int], text: float) -> None:
    scene_table = dealt(seats)
    for _ in range(seats - 1):  # then the big blind is to act, and everybody has a bet
        scene_table.act("call")
    assert set(scene_table.state.bets) == {20}
    sentence = "Kofi wants to play on with another 1,500 chips; you typed 40 and 1,500 at once."
    ui = Ui(notice=Notice(text=sentence, kind="error"))
    for seat in range(seats):
        scene = screen(scene_table.reader(seat), window, text, ui)
        place = next(target.rect for target in scene.targets if target.key == "notice")
        covered = [item for item in scene.items if item.rect.overlaps(place)]
        roles = {getattr(item, "role", "") for item in covered}
        assert roles & {"dealer", "plate", "pill", "pot", "chips", "button"} == set(), seat
        assert [one for one in covered if isinstance(one, CardShape)] == []


def test_amounts_can_be_read_in_big_blinds() -> None:
    scene_table = dealt(2, big_blinds=True)
    scene_table.act("raise", to=105)
    assert scene_table.turn is not None
    reader, size = scene_table.reader(scene_table.turn), (1024.0, 640.0)
    scene = table_scene(reader, Ui(), Settings(big_blinds=True), size, 0.0)
    check(scene)
    # Stack and bet of the other seat, the pot, a preset; then what a press does, and its chips.
    shown = {"69.8 bb", "5.3 bb", "6.3 bb", "9.5 bb", "4.3 bb to win 6.3 bb (40.5%)"}
    assert shown | {"Call 4.3 bb (85)", "Raise to 9.5 bb (190)"} <= set(scene.texts())
    # The player types chips.
    assert "190" in scene.texts()
    scene_table.act("fold")
    result = scene_table.reader().picture().result
    assert result is not None
    assert result.text == "Marta wins 2 bb"
    assert result.text in {line.text for line in scene_table.reader().story.log.lines}


def test_games_without_blinds_have_chips_whatever_is_chosen() -> None:
    scene_table = SceneTable("quick-holdem", seats=2, readers=(0,), big_blinds=True)
    scene_table.deal()
    assert scene_table.reader(0).words.chips(1500) == "1,500"


def test_the_top_bar_names_as_many_of_its_buttons_as_it_has_room_for() -> None:
    scene_table = SceneTable("quick-holdem", seats=4, readers=(0,))
    scene_table.deal()
    large = screen(scene_table.reader(0), logical_size((1920, 1080))[0])
    check(large)
    assert {"New game", "Quit", "Table", "Friday table"} <= set(large.texts())
    # Some have a name where not all have room, the first ones before those at the end.
    middle = screen(scene_table.reader(0), (1280, 800))
    check(middle)
    assert "New game" in middle.texts()
    assert "Keys" not in middle.texts()
    small = screen(scene_table.reader(0), (1024, 640))
    assert "New game" not in small.texts()
    # The names give way to what the titles say.
    scene_table.do(Rematch(seat=0))
    for size in (logical_size((1920, 1080))[0], (1280.0, 800.0)):
        wished = screen(scene_table.reader(0), size)
        check(wished)
        assert any("Marta wants a new game" in one for one in wished.texts())


def test_the_result_of_quick_holdem_says_what_the_hand_cost_and_all_credits() -> None:
    scene_table = SceneTable("quick-holdem", seats=2, readers=(0, 1, None))
    scene_table.deal()
    scene_table.act("stake", amount=300)
    scene_table.act("play")
    won = next(seat for seat in (0, 1) if scene_table.state.won[seat])
    credit = "Credit now: Marta 1,300, Rui 700" if won == 0 else "Credit now: Marta 700, Rui 1,300"
    for seat, own in ((won, "You gain 300. "), (1 - won, "You lose 300. "), (None, "")):
        assert own + credit in screen(scene_table.reader(seat), (1024, 640)).texts()


@pytest.mark.parametrize("seats", [2, 10])
def test_quick_holdem_fits_with_its_hidden_board(seats: int) -> None:
    scene_table = SceneTable("quick-holdem", seats=seats, readers=(0,))
    scene_table.deal()
    scene = screen(scene_table.reader(0), (1024, 640))
    check(scene)
    hidden = [one for one in scene.items if isinstance(one, CardShape) and "board" in one.place]
    assert [one.card for one in hidden] == ["??"] * 5


def test_motion_is_a_function_of_time_that_ends_where_the_scene_is() -> None:
    scene_table = SceneTable(seats=3)
    scene_table.deal()
    before = scene_table.reader()
    first = screen(before)
    scene_table.deal()
    scene = screen(scene_table.reader())
    moved = motion_of(scene_table.reader().moved(before), first.places, scene.places, 100.0)
    assert moved is not None
    start, again = moved.apply(scene, 130.0), moved.apply(scene, 130.0)
    assert start == again
    assert start != scene
    assert moved.apply(scene, 100.0 + moved.duration_ms) == scene
    assert moved.done(100.0 + moved.duration_ms)
    assert (
        motion_of(scene_table.reader().moved(before), first.places, scene.places, 0, reduced=True)
        is None
    )


def test_frames_leave_the_table_room() -> None:
    for window in SIZES:
        for text in SCALES:
            size, _ = logical_size(window)
            frame = frame_of(size, text)
            assert frame.table.h > size[1] * 0.45
            assert frame.table.w >= 600


def test_a_reader_of_another_language_sees_its_words() -> None:
    scene_table = dealt(2)
    reader = replace(scene_table.reader(scene_table.turn))
    assert "Your turn" in screen(reader).texts()


def test_a_folded_seat_stays_folded_until_the_next_hand() -> None:
    for game, fold in (("holdem", "fold"), ("quick-holdem", "fold")):
        scene_table = SceneTable(game, seats=3, readers=(0, 1, 2))
        scene_table.deal()
        if scene_table.turn is None:
            scene_table.deal()
        while scene_table.turn is not None:
            scene_table.act(fold)
        picture = scene_table.reader(0).picture()
        folded = [seat.seat for seat in picture.seats if seat.state == "folded"]
        assert len(folded) == 2 or picture.result is None
        scene = screen(scene_table.reader(0))
        assert scene.texts().count("Folded") == len(folded)
        scene_table.deal()
        again = scene_table.reader(0).picture()
        assert not any(seat.state == "folded" for seat in again.seats)


class TestQuickHoldem:
    def staked(self) -> SceneTable:
        scene_table = SceneTable("quick-holdem", seats=4, readers=(0, 1, 2, 3))
        scene_table.deal()
        return scene_table

    def test_the_rest_of_the_pack_lies_face_down_with_its_count(self) -> None:
        assert "pack · 39" in screen(self.staked().reader(0), (1024, 640)).texts()

    def test_the_leader_reads_what_a_stake_means(self) -> None:
        table = self.staked()
        texts = screen(table.reader(table.turn), (1024, 640)).texts()
        assert any(text.startswith("Name the stake, 1 to 1,000.") for text in texts)
        others = screen(table.reader(((table.turn or 0) + 1) % 4), (1024, 640)).texts()
        assert not any(text.startswith("Name the stake") for text in others)

    @pytest.mark.parametrize("text", [1.0, 1.3, 2.0])
    @pytest.mark.parametrize("sheet", ["", "log"])
    @pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
    def test_the_meaning_of_a_stake_is_written_whole_on_the_felt(
        self, language: str, sheet: str, text: float
    ) -> None:
        table = self.staked()
        reader = table.reader(table.turn).in_language(words_of(language))
        settings = Settings(text=text, language=language)
        scene = table_scene(reader, Ui(sheet=sheet), settings, (1024.0, 640.0), 0.0)
        long, short = stake_rule(reader, reader.words)
        lines = [one for one in scene.items if isinstance(one, Text) and one.colour == "textOnFelt"]
        rules = [one for one in lines if one.text in long or one.text in short]
        assert " ".join(one.text for one in rules) in (long, short)
        felt = next(one.rect for one in scene.items if getattr(one, "role", "") == "felt")
        for one in rules:
            width = text_width(one.text, one.size, "semibold")
            assert felt.x <= one.rect.cx - width / 2
            assert one.rect.cx + width / 2 <= felt.right
        assert cut(scene) == []

    def test_nobody_has_folded_when_a_new_game_was_agreed(self) -> None:
        table = SceneTable("quick-holdem", seats=2, readers=(0, 1), credit=50)
        while table.state.winner is None:
            if table.turn is None:
                table.deal()
            else:
                legal = table.table.game.legal(table.state, table.turn)
                table.act("play") if getattr(legal, "play", None) else table.random_act()
        for seat in (0, 1):
            table.do(Rematch(seat=seat))
        assert {one.state for one in table.reader(0).picture().seats} == {"waiting"}

    def test_a_new_game_and_the_way_out_have_their_keys(self) -> None:
        scene = screen(self.staked().reader(0))
        new, out = scene.target("new-game"), scene.target("quit")
        assert new is not None
        assert out is not None
        assert (new.hotkeys, out.hotkeys) == (("F9",), ("Q",))

    def test_players_who_want_a_new_game_are_named(self) -> None:
        table = self.staked()
        table.do(Rematch(seat=1))
        for seat in range(4):
            shown = screen(table.reader(seat), (1024, 640))
            assert sum("Rui wants a new game" in text for text in shown.texts()) == 1
            check(shown)
        assert any("wants a new game" in one.text for one in table.reader(0).story.log.lines)

    def test_a_long_time_to_decide_fits_into_the_disc(self) -> None:
        table = SceneTable(seats=3, readers=(0, 1, 2), settings={"decision_ms": 3_600_000})
        table.deal()
        table.deal()
        waiting = ((table.turn or 0) + 1) % 3
        shown = screen(table.reader(waiting), (1024, 640), now_ms=table.now_ms)
        assert "60'" in shown.texts()
        assert not any(text.strip() in {"3600", "3,600"} for text in shown.texts())

    @pytest.mark.parametrize("seats", [2, 4, 7, 10])
    @pytest.mark.parametrize("window", SIZES)
    def test_every_screen_of_the_deal_fits(self, seats: int, window: tuple[int, int]) -> None:
        table = SceneTable("quick-holdem", seats=seats, readers=tuple(range(seats)))
        table.deal()
        check(screen(table.reader(table.turn), window))
        table.act("stake", amount=300)
        while table.turn is not None:
            table.act("play")
        check(screen(table.reader(0), window))


class TestSmallWindow:
    def scene(self, ui: Ui) -> Scene:
        table = dealt(6)
        return screen(table.reader(table.turn), (1024, 640), ui=ui)

    @pytest.mark.parametrize("sheet", ["log", "chat"])
    def test_the_drawer_leaves_the_buttons_free(self, sheet: str) -> None:
        scene = self.scene(Ui(sheet=sheet))
        for target in (one for one in scene.targets if one.key.startswith("act:")):
            if target.rect.w > 0:
                assert scene.target_at(target.rect.right - 2, target.rect.cy) == target

    def test_a_sentence_leaves_the_own_cards_free(self) -> None:
        scene = self.scene(Ui(notice=Notice(text="Raise to 60 to 1,500; you typed 40.")))
        notice = scene.target("notice")
        assert notice is not None
        table = dealt(6)
        own = [
            place for name, place in scene.places.items() if name.startswith(f"hand:{table.turn}")
        ]
        assert len(own) == 2
        assert not any(notice.rect.overlaps(place) for place in own)

    def test_a_sign_says_what_it_means_under_the_pointer(self) -> None:
        assert "Last hand" not in self.scene(Ui()).texts()
        assert "Last hand" in self.scene(Ui(hover="last-hand")).texts()

    @pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
    def test_the_table_moves_aside_for_the_coach(self, seats: int) -> None:
        table = dealt(seats, settings={"advice": "everyone"})
        scene = screen(table.reader(table.turn), (1024, 640), ui=Ui(coach=True))
        panel = scene.target("coach-area")
        assert panel is not None
        assert overlaps(scene) == []
        plates = [one for one in scene.items if getattr(one, "role", "") == "plate"]
        assert len(plates) == seats
        assert not any(panel.rect.overlaps(one.rect) for one in plates)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize(("text", "least"), [(1.5, 56), (2.0, 52)])
def test_board_cards_stay_large_with_large_text_in_a_small_window(
    seats: int, text: float, least: int
) -> None:
    """The own bet gives way: it stands beside the own cards then."""
    places = poker_places(frame_of((1024.0, 640.0), text), 0, seats)
    assert {card.w for card in places.board} == {least}
    own = places.seats[0]
    assert own.bet.right <= places.own[0].x
    for seat, other in places.seats.items():
        if seat != 0:
            assert not own.bet.overlaps(other.bet)
            assert not own.bet.overlaps(other.plate)
    assert not own.bet.overlaps(places.chances)
    assert not any(card.overlaps(places.own[0]) for card in places.board)
