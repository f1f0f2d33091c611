"""The logic of the window: presses, keys, typed text and messages, without a window."""

from __future__ import annotations

import pytest
from tests.clients.pygame.driver import Driver, HeldLink, at_turn, hand
from tests.scene.checks import cut
from tests.scene.tables import SceneTable

from carteado.client import InputError
from carteado.client.link import Answered
from carteado.client.typed_lines import context_of, read
from carteado.engine.controls import TablePaused
from carteado.engine.game import SatOut, Sit
from carteado.protocol.lines import Command
from carteado.protocol.messages import (
    Act,
    AddBot,
    Chat,
    Leave,
    Ok,
    Refused,
    Rematch,
    SitIn,
    SitOut,
    TopUp,
)
from carteado.protocol.session_events import ChatHeard, DealFlawed, Replied, TableWaits


def acts(link: HeldLink) -> list[Act]:
    return [message for _, message in link.asked if isinstance(message, Act)]


class TestDecisions:
    @pytest.mark.parametrize(("key", "tag"), [("F1", "fold"), ("F2", "call"), ("F4", "all_in")])
    def test_a_key_sends_the_action_for_the_decision(self, key: str, tag: str) -> None:
        driver, scene_table = at_turn()
        driver.key(key)
        (sent,) = acts(driver.link)
        assert sent.action == {"type": tag}
        assert sent.decision == scene_table.decision

    def test_a_press_sends_it_too_and_only_once(self) -> None:
        driver, _ = at_turn()
        driver.press("act:call")
        driver.press("act:call")
        driver.key("F1")
        assert [one.action for one in acts(driver.link)] == [{"type": "call"}]

    def test_presets_slider_and_arrows_choose_the_amount_of_the_raise(self) -> None:
        driver, _ = at_turn()
        driver.key("3")  # the pot: 60
        driver.key("Up")
        driver.key("F3")
        (sent,) = acts(driver.link)
        assert sent.action == {"type": "raise", "to": 80}

    def test_the_slider_reaches_both_ends(self) -> None:
        driver, _ = at_turn()
        slider = driver.target("slider")
        driver.app.press(slider.rect.right - 1, slider.rect.cy)
        assert driver.app.ui.amount == 1500
        driver.scene()
        driver.app.drag(slider, slider.rect.x, slider.rect.cy)
        assert driver.app.ui.amount == 40

    def test_an_amount_is_typed(self) -> None:
        driver, _ = at_turn()
        driver.key("=")
        driver.type("2")
        driver.type("5")
        driver.type("0")
        driver.key("Enter", "F3")
        assert acts(driver.link)[0].action == {"type": "raise", "to": 250}

    def test_a_superscript_typed_beside_an_amount_is_passed_over(self) -> None:
        driver, _ = at_turn()
        driver.key("=")
        for letter in "2²50":
            driver.type(letter)
            driver.scene()
        driver.key("Enter", "F3")
        assert acts(driver.link)[0].action == {"type": "raise", "to": 250}

    def test_an_amount_out_of_range_is_refused_in_words(self) -> None:
        driver, _ = at_turn()
        driver.press("amount")
        driver.type("7")
        driver.key("Enter")
        assert "Choose 40 to 1,500; you typed 7." in driver.scene().texts()
        assert acts(driver.link) == []

    @pytest.mark.parametrize(
        ("typed", "to"),
        [
            ("1.5k", 1500),
            ("1,2k", 1200),
            ("1,000", 1000),
            ("1.000", 1000),
            ("1 000", 1000),
            ("3bb", 60),
            ("2,5BB", 50),
            ("min", 40),
            ("half", 40),
            ("pot", 60),
            ("max", 1500),
            ("all-in", 1500),
        ],
    )
    def test_an_amount_is_typed_as_in_the_lines(self, typed: str, to: int) -> None:
        driver, table = at_turn()
        reader = table.reader(table.turn)
        line = read(f"raise {typed}", context_of("t-1", reader.table, reader.prompt))
        assert isinstance(line, Command)
        assert line.fields["action"] == {"type": "raise", "to": to}
        driver.key("=")
        driver.type(typed)
        driver.key("Enter", "F3")
        assert acts(driver.link)[0].action == {"type": "raise", "to": to}

    @pytest.mark.parametrize("typed", ["abc", "-50", "5x0", "1.2.3", "0.05k2", "3bbb", "1.5"])
    def test_an_invalid_amount_is_refused_and_its_correction_accepted(self, typed: str) -> None:
        driver, table = at_turn()
        reader = table.reader(table.turn)
        with pytest.raises(InputError, match="40 to 1,500"):
            read(f"raise {typed}", context_of("t-1", reader.table, reader.prompt))
        driver.key("=")
        driver.type(typed)
        driver.key("Enter")
        refusal = "Type 40 to 1,500, or: min, half, pot, max, 3bb."
        assert refusal in " ".join(driver.scene().texts())
        assert driver.app.ui.editing == "amount"
        driver.key(*["Backspace"] * len(typed))
        driver.type("50")
        driver.key("Enter", "F3")
        assert not any("or: min" in text for text in driver.scene().texts())
        assert acts(driver.link)[0].action == {"type": "raise", "to": 50}

    def test_a_choice_in_advance_answers_the_prompt_at_once(self) -> None:
        driver, scene_table = Driver(), hand(3)
        assert scene_table.turn is not None
        waiting = (scene_table.turn + 1) % 3
        driver.seat_at(scene_table, waiting)
        driver.key("F3")
        scene_table.readers[waiting] = driver.app.at_table.follow("t-1").reader
        scene_table.act("raise", to=60)
        reader = scene_table.reader(waiting)
        assert reader.prompt is not None
        driver.app.at_table.follow("t-1").reader = reader
        driver.tell(reader.prompt)
        assert [one.action for one in acts(driver.link)] == [{"type": "call"}]

    def test_a_refusal_is_a_sentence_and_allows_another_try(self) -> None:
        driver, _ = at_turn()
        driver.press("act:call")
        refused = Refused(id=1, code="action/not_your_turn", message="no", details={})
        driver.tell(Replied(id=1, reply=refused, command=None))
        assert "It is not your turn." in driver.scene().texts()
        driver.press("act:fold")
        assert len(acts(driver.link)) == 2

    def test_focus_moves_by_tab_and_enter_presses(self) -> None:
        driver, _ = at_turn()
        for _ in range(40):
            driver.key("Tab")
            if driver.app.ui.focus == "act:fold":
                break
        driver.key("Enter")
        assert acts(driver.link)[0].action == {"type": "fold"}

    def test_space_presses_the_button_that_shows_it_wherever_the_focus_is(self) -> None:
        driver, scene_table = at_turn()
        driver.key("Tab")
        scene_table.note(SatOut(seat=scene_table.turn, away=True))
        scene_table.note(TablePaused(reason="away"))
        driver.seat_at(scene_table, scene_table.turn)
        assert driver.app.ui.focus
        driver.key("Space")
        assert isinstance(driver.link.asked[-1][1], SitIn)


class TestAtTheTable:
    @pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
    def test_a_player_who_lost_everything_at_a_cash_table_buys_in_again(
        self, size: tuple[int, int]
    ) -> None:
        scene_table = SceneTable(seats=3, readers=(0, 1, 2), seed=1, format="cash", stack=1_500)
        scene_table.deal()
        scene_table.deal()
        scene_table.act("all_in")
        scene_table.act("call")
        scene_table.act("fold")
        lost = scene_table.state.stacks.index(0)
        # Right after the loss, and while the others play the next hand.
        for plays in (False, True):
            if plays:
                scene_table.deal()
            driver = Driver(size)
            driver.seat_at(scene_table, lost)
            assert cut(driver.scene()) == []
            driver.press("rebuy") if plays else driver.key("Space")
            (asked,) = [one for _, one in driver.link.asked if isinstance(one, TopUp)]
            assert asked.amount == 1_500
        stays = next(seat for seat in range(3) if seat != lost)
        driver.seat_at(scene_table, stays)
        assert driver.scene().target("rebuy") is None

    def test_chat_is_typed_and_sent(self) -> None:
        driver, _ = at_turn()
        driver.press("chat")
        driver.type("nice ")
        driver.type("händ 4")
        driver.key("Enter")
        said = [one.text for _, one in driver.link.asked if isinstance(one, Chat)]
        assert said == ["nice händ 4"]
        assert acts(driver.link) == []

    @pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
    def test_the_key_of_the_chat_begins_a_message_without_its_own_letter(
        self, size: tuple[int, int]
    ) -> None:
        driver = Driver(size)
        driver.seat_at(hand())
        for letter in "ttm":
            driver.key(letter)
            driver.type(letter)
        driver.key("Enter")
        assert [one.text for _, one in driver.link.asked if isinstance(one, Chat)] == ["tm"]

    def test_typing_letters_in_a_field_presses_no_hotkey(self) -> None:
        driver, _ = at_turn()
        driver.saved.clear()
        driver.press("chat")
        for letter in "r1m":
            driver.key(letter)
            driver.type(letter)
        assert driver.app.ui.texts["chat"] == "r1m"
        assert driver.saved == []

    def test_a_quick_phrase_is_sent_at_once(self) -> None:
        driver, _ = at_turn()
        driver.press("phrase:0")
        assert [one.text for _, one in driver.link.asked if isinstance(one, Chat)] == ["Nice hand"]

    def test_chat_is_heard_and_counted_while_the_drawer_is_closed(self) -> None:
        driver, scene_table = Driver((1024, 640)), hand()
        driver.seat_at(scene_table)
        driver.tell(ChatHeard(table="t-1", seat=1, name="Rui", text="hello"))
        assert driver.app.ui.unread == 1
        driver.press("chat")
        assert "hello" in driver.scene().texts()
        assert driver.app.ui.unread == 0

    def test_chat_of_the_rail_says_so_before_the_name_however_long_that_is(self) -> None:
        driver, _ = at_turn()
        driver.tell(
            ChatHeard(table="t-1", seat=None, name="Rui, your partner today", text="fold, please")
        )
        driver.press("chat")
        assert any(text.startswith("rail") for text in driver.scene().texts())

    def test_a_deck_that_is_dealt_again_is_warned_of_until_it_is_dismissed(self) -> None:
        driver, _ = at_turn()
        message = "another deck was committed for it before"
        driver.tell(DealFlawed(table="t-1", deal=2, kind="redealt", message=message))
        driver.scene(120_000.0)
        assert driver.app.ui.notice is not None
        assert driver.app.ui.notice.kind == "error"
        expected = " ".join(driver.scene().texts())
        assert "Deal 2: The server committed to another deck" in expected
        driver.key("Escape")
        assert driver.app.ui.notice is None

    def test_a_dropped_nonce_of_the_second_player_is_warned_of(self) -> None:
        driver, _ = at_turn()
        second = HeldLink()
        driver.app.hot_seat.link = second
        message = "the cut leaves out your nonce"
        second.incoming.append(DealFlawed(table="t-1", deal=2, kind="dropped", message=message))
        driver.scene()
        assert "left out your nonce" in " ".join(driver.scene().texts())

    def test_a_table_that_waits_for_the_store_says_why_and_that_it_goes_on(self) -> None:
        driver, _ = at_turn()
        driver.tell(TableWaits(table="t-1", reason="store_full", since_ms=0, now_ms=5_000))
        assert "disk is full" in " ".join(driver.scene().texts())
        assert "(5 s)" in " ".join(driver.scene().texts())
        driver.tell(TableWaits(table="t-1", reason=None, since_ms=0, now_ms=9_000))
        assert "Play goes on after 9 s." in driver.scene().texts()

    def test_own_cards_can_be_covered(self) -> None:
        driver, _ = at_turn()
        driver.press("own-cards")
        cards = [
            one.card
            for one in driver.scene().items
            if getattr(one, "place", "").startswith("hand:")
        ]
        assert set(cards) == {"??"}

    def test_buttons_sit_a_player_out_and_add_bots(self) -> None:
        driver, _ = at_turn()
        driver.press("pause")
        assert any(isinstance(one, SitOut) for _, one in driver.link.asked)
        waiting = Driver()
        waiting.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
        waiting.press("add-bot")
        waiting.press("bot:caller")
        (asked,) = [one for _, one in waiting.link.asked if isinstance(one, AddBot)]
        assert asked.bot == "caller"

    def test_the_last_finished_hand_is_shown_again_and_any_decision_ends_it(self) -> None:
        driver = Driver()
        scene_table = SceneTable(seats=2, readers=(0, 1))
        driver.seat_at(scene_table)
        showing = driver.app.at_table.follow("t-1")
        heard = scene_table.heard[0]

        def hear() -> None:
            for session_event in heard:
                showing.take(session_event, driver.now_ms, reduced=True)
            heard.clear()

        heard.clear()
        scene_table.deal()
        scene_table.deal()
        hear()
        # In the first hand there is none to show again.
        assert driver.scene().target("last-hand") is None
        scene_table.act("fold")
        hear()
        driver.press("last-hand")
        assert showing.replaying
        assert "The last hand again" in driver.scene().texts()
        driver.key("Space")
        assert not showing.replaying
        scene_table.deal()
        hear()
        assert scene_table.state.hand == 2
        driver.press("last-hand")
        driver.scene()
        assert showing.shown.table.state.hand == 1


@pytest.mark.parametrize("game", ["holdem", "buraco"])
def test_events_before_the_first_hand_are_not_shown_again_as_a_hand(game: str) -> None:
    driver = Driver()
    scene_table = SceneTable(game, people=0)
    driver.seat_at(scene_table)
    showing = driver.app.at_table.follow("t-1")
    scene_table.heard[0].clear()
    for seat, name in enumerate(("Marta", "Rui", "Bia", "Caio")[: scene_table.table.seats]):
        scene_table.do(Sit(seat=seat, name=name))
    scene_table.deal()
    if scene_table.turn is None:
        scene_table.deal()
    for session_event in scene_table.heard[0]:
        showing.take(session_event, driver.now_ms, reduced=True)
    assert driver.scene().target("last-hand") is None
    driver.key("r", "R")
    assert not showing.replaying


def test_settings_change_and_are_saved() -> None:
    driver, _ = at_turn()
    driver.press("settings")
    driver.press("set-theme:light")
    driver.press("set-text:1.5")
    assert (driver.saved[-1].theme, driver.saved[-1].text) == ("light", 1.5)


def test_sounds_without_a_sound_device_are_refused_with_the_reason() -> None:
    message = "No sound device was found, so there are no sounds."
    driver, _ = at_turn()
    driver.app.silent = True
    driver.key("m")
    assert driver.app.settings.sound == "turn"
    assert message in " ".join(driver.scene().texts())
    driver, _ = at_turn()
    driver.key("m")
    assert message not in " ".join(driver.scene().texts())


class TestLeaving:
    def test_the_seat_is_given_up_only_after_a_question(self) -> None:
        driver, table = Driver((1024, 640)), SceneTable("quick-holdem", readers=(0,))
        driver.seat_at(table)
        driver.link.asked.clear()
        driver.key("Q")
        assert driver.link.asked == []
        driver.key("Enter")
        tag, message = driver.link.asked[-1]
        assert message == Leave(id=1, table="t-1")
        driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-1")))
        assert driver.app.screen == "lobby"

    def test_a_new_game_is_wished_for(self) -> None:
        driver, table = Driver((1024, 640)), SceneTable("quick-holdem", readers=(0,))
        driver.seat_at(table)
        driver.key("F9")
        assert driver.link.asked[-1][1] == Rematch(id=len(driver.link.asked), table="t-1")

    def test_the_usual_stake_is_chosen_first(self) -> None:
        driver, table = Driver((1024, 640)), SceneTable("quick-holdem", seats=2, readers=(0, 1))
        table.deal()
        driver.seat_at(table, table.turn or 0)
        prompt = table.reader(table.turn).prompt
        assert prompt is not None
        driver.tell(prompt)
        assert driver.target("act:stake").label == "Stake 100"


def test_the_usual_stake_stands_there_after_a_visit_to_the_lobby() -> None:
    table = SceneTable("quick-holdem", seats=2, readers=(0, 1))
    table.deal()
    driver = Driver()
    driver.seat_at(table, table.turn)
    driver.app.at_table.to_lobby()
    driver.app.at_table.open("t-1")
    assert "Stake 100" in driver.scene().texts()
    driver.key("F3")
    assert driver.link.asked[-1][1].action == {"type": "stake", "amount": 100}
