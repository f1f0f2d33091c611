"""A Buraco table in a terminal: its page and its keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len
from tests.clients.tui.buraco_tables import at_draw, at_play, buraco, coached, order, select
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import NAMES, SceneTable

from carteado.protocol.messages import Act, Refused
from carteado.protocol.session_events import Replied
from carteado.scene.cards import card_text
from carteado.scene.ui import Notice, Settings

SIZES = pytest.mark.parametrize("size", [SMALL, (100, 34), (80, 26), LARGE, (140, 44)])


class TestTurn:
    def test_one_draws(self) -> None:
        driver, _ = at_draw()
        assert "1 Draw" in driver.text
        driver.key("1")
        assert driver.acts == [{"type": "draw"}]

    def test_two_takes_the_pile(self) -> None:
        scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
        scene_table.deal()
        scene_table.act("draw")
        scene_table.default()
        driver = Driver()
        driver.seat_at(scene_table, scene_table.turn)
        driver.link.asked.clear()
        assert "2 Take the pile" in driver.text
        driver.key("2")
        assert driver.acts == [{"type": "take", "cards": [], "meld": None}]

    def test_a_letter_that_lacks_something_says_what(self) -> None:
        driver, _ = at_play()
        for letter in ("n", "D"):
            assert driver.session.has_key(letter)
            driver.key(letter)
            assert "! Select cards with the space bar first." in driver.text
            driver.key("Escape")
        driver.key("Space", "Right", "Space", "D")
        assert "! Only one card is discarded." in driver.text
        driver.key("Space", "D", "Space", "D")
        assert "! The discard ends the turn. Enter sends it, Z undoes it." in driver.text
        assert driver.acts == []

    def test_before_the_draw_a_letter_begins_a_command(self) -> None:
        driver, _ = at_draw()
        assert not driver.session.has_key("d")

    def test_arrows_space_and_letters_put_a_turn_together(self) -> None:
        driver, _ = at_play()
        cards = order(driver)
        driver.key("Space", "Right", "Space", "Right", "Space", "n")
        driver.key("Left", "Left", "Space", "Right", "Space", "a")
        driver.key("Left", "Space", "D")
        picture = driver.text
        assert "1 new " in picture
        assert "discard " in picture
        driver.key("z", "Space", "D")
        driver.key("Enter")
        (sent,) = driver.acts
        assert sent["type"] == "turn"
        kinds = [one["type"] for one in sent["plays"]]
        assert kinds == ["meld", "extend", "discard"]
        assert sent["plays"][0]["cards"] == cards[:3]
        assert sent["plays"][1]["meld"] == 0

    def test_undo_all_brings_every_card_back(self) -> None:
        driver, _ = at_play()
        before = order(driver)
        driver.key("Space", "Right", "Space", "Right", "Space", "n", "Space", "D")
        assert len(order(driver)) == len(before) - 4
        driver.key("u")
        assert order(driver) == before
        assert driver.acts == []

    @pytest.mark.parametrize("runs", [3, 4, 9])
    def test_d_discards_however_many_runs_there_are(self, runs: int) -> None:
        driver = buraco(SMALL, runs=runs)
        driver.key("Space", "d")
        assert "discard " in driver.text.split("Staged")[1]

    def test_no_letter_of_a_run_is_another_key(self) -> None:
        driver = buraco(SMALL)
        select(driver, "JS")
        targets = driver.page().scene.targets
        runs = {key for one in targets if one.key.startswith("run:0:") for key in one.hotkeys}
        others = {key for one in targets if not one.key.startswith("run:0:") for key in one.hotkeys}
        assert len(runs) == 9
        assert not {key.upper() for key in runs} & others
        driver.key("f")
        assert " to f" in driver.text
        assert driver.session.ui.sheet == ""

    def test_s_sorts_by_suit_rank_and_own_order(self) -> None:
        driver, _ = at_play()
        found = []
        for name in ("by suit", "by rank", "own order"):
            assert name in driver.text
            found.append(order(driver))
            driver.key("s")
        assert found[0] != found[1]
        assert sorted(found[0]) == sorted(found[1]) == sorted(found[2])

    def test_a_selected_and_a_new_card_are_marked_with_characters(self) -> None:
        driver, _ = at_play()
        card = card_text(order(driver)[0])
        driver.key("Space")
        assert f"[{card}]" in driver.text
        assert driver.text.split("own turn")[-1].count("*") >= 2

    def test_a_refusal_stands_in_place_of_the_staged_plays(self) -> None:
        driver, _ = at_play()
        driver.key("Space", "Right", "Space", "Right", "Space", "n", "Space", "D", "Enter")
        text = "These cards cannot be a meld: they do not follow one another."
        reply = Refused(id=1, code="buraco/not_a_run", message=text, details={})
        driver.tell(Replied(id=1, reply=reply, command=None))
        row = driver.text.splitlines()[16]
        assert row.strip().startswith("!")
        driver.key("Escape")
        assert driver.text.splitlines()[16].strip().startswith("1 new")

    def test_letters_are_typed_while_no_card_is_selected(self) -> None:
        driver = buraco(SMALL, runs=4)
        driver.page()
        assert not driver.session.has_key("a")
        driver.key("Space")
        driver.page()
        assert driver.session.has_key("a")


class TestPage:
    @SIZES
    @pytest.mark.parametrize("cards", [11, 20, 30, 31, 45])
    def test_nothing_is_cut_whatever_the_hand(self, size: tuple[int, int], cards: int) -> None:
        driver = buraco(size, runs=9, cards=cards)
        page = driver.page()
        for row in page.rows:
            assert sum(cell_len(text) for text, _ in row) == size[0]
        assert len(order(driver)) == cards
        rects = [one.rect for one in page.scene.targets if one.key.startswith("card:")]
        assert len({(rect.x, rect.y) for rect in rects}) == cards
        assert all(rect.x >= 0 and rect.right <= size[0] for rect in rects)
        assert max(rect.y for rect in rects) < driver.target("send").rect.y
        assert "…" not in page.text
        runs = [one for one in page.scene.targets if one.key.startswith("run:0:")]
        assert [one.hotkeys for one in runs] == [(letter,) for letter in "abcefghij"[: len(runs)]]
        assert len(runs) == 9 or "8 of 9" in page.text

    def test_more_cards_than_there_is_room_for_follow_the_cursor(self) -> None:
        driver = buraco(SMALL, runs=2, cards=50)
        shown = set(order(driver))
        assert len(shown) == 45
        driver.key("Left")
        assert set(order(driver)) != shown

    def test_the_partner_is_opposite_and_counts_are_numbers(self) -> None:
        driver, scene_table = at_draw()
        own = scene_table.turn
        assert own is not None
        names = scene_table.state.names
        row = driver.text.splitlines()[1]
        places = [row.index(names[(own + step) % 4]) for step in (1, 2, 3)]
        assert places == sorted(places)
        assert row.index("partner") > places[1]
        assert row.count("11 cards") == 3
        assert f"Stock {len(scene_table.state.stock)}" in driver.text
        assert "Mortos 11, 11" in driver.text

    def test_runs_show_points_marks_and_wilds(self) -> None:
        driver = buraco(SMALL, runs=3)
        text = driver.text
        assert "a CLEAN 7" in text
        assert "b dirty 4" in text
        assert "=" in next(line for line in text.splitlines() if " b dirty" in line)
        assert "c clean 3" in text

    def test_more_than_nine_runs_scroll(self) -> None:
        driver = buraco(SMALL, runs=11)
        assert "9 of 11" in driver.text
        ours, theirs = next(row for row in driver.text.splitlines() if "Our" in row).split("┬")
        assert ("PgUp PgDn" in ours, "PgUp PgDn" in theirs) == (True, False)
        first = driver.target("run:0:0")
        assert first.hotkeys == ("a",)
        driver.key("PageDown")
        assert driver.page().scene.target("run:0:0") is None
        assert driver.target("run:0:10").hotkeys == ("j",)
        driver.key("PageUp")
        assert driver.target("run:0:0").hotkeys == ("a",)

    @pytest.mark.parametrize("language", ["de", "pt_BR"])
    def test_other_languages_fit(self, language: str) -> None:
        settings = Settings(name="Ana", reduced=True, language=language)
        driver = buraco(SMALL, runs=9, cards=30, settings=settings)
        driver.key("Space", "Right", "Space", "n")
        assert "…" not in driver.text


def test_the_rail_sees_backs_and_no_keys_of_a_player() -> None:
    scene_table: Any = SceneTable("buraco", readers=(0, None), seed=5)
    scene_table.deal()
    driver = Driver()
    driver.seat_at(scene_table, None)
    assert "You watch from the rail" in driver.text
    assert order(driver) == []
    assert not driver.session.has_key("n")
    # Every seat with its pair, and no key that only players have.
    text = driver.text
    pairs = zip(NAMES[:4], (NAMES[2], NAMES[3], NAMES[0], NAMES[1]), strict=True)
    assert [text.count(f"{one} with {other}") for one, other in pairs] == [1] * 4
    assert "Marta & Bia  0 · 0" in text
    assert "Rui & Jonas  0 · 0" in text
    assert "Marta & Bia 0   Rui & Jonas 0" in text
    assert "Space select" not in text
    assert "P pile" in text


def test_a_sent_discard_is_no_longer_staged_once_the_card_is_gone() -> None:
    driver, scene_table = at_play()
    seat = scene_table.turn
    card = order(driver)[0]
    driver.key("Space", "D")
    assert f"+{card_text(card)}" in driver.text
    driver.key("Enter")
    scene_table.act("turn", plays=[{"type": "discard", "card": card}])
    driver.seat_at(scene_table, seat)
    assert f"+{card_text(card)}" not in driver.text


def test_a_hand_whose_cards_are_all_staged_is_not_called_empty() -> None:
    driver = buraco(SMALL, cards=1)
    driver.key("Space", "d")
    assert "All your cards are staged." in driver.text
    driver.key("z")
    assert "staged" not in driver.text


def test_a_long_sentence_of_the_coach_is_wrapped_in_the_panel() -> None:
    driver = coached(LARGE)
    driver.session.ui = replace(driver.session.ui, covered=True)
    panel = [row[121:].strip("│ ") for row in driver.text.splitlines()]
    begin = next(at for at, text in enumerate(panel) if text.startswith("Coach"))
    text = " ".join(filter(None, panel[begin + 1 :]))
    assert text.startswith("Your cards are covered: type peek to see them.")


def test_a_typed_discard_ends_the_turn_with_the_staged_plays() -> None:
    driver, _ = at_play()
    driver.key("Space", "Right", "Space", "Right", "Space", "N")
    assert not driver.acts
    driver.say("discard 5h")
    (turn,) = driver.acts
    assert [play["type"] for play in turn["plays"]] == ["meld", "discard"]
    assert turn["plays"][1]["card"] == "5h"


def test_a_typed_draw_is_refused_while_plays_are_staged() -> None:
    driver, _ = at_play()
    driver.key("Space", "Right", "Space", "Right", "Space", "N")
    driver.say("draw")
    assert not driver.acts
    assert "Plays are staged: send them with Enter" in driver.text


@pytest.mark.parametrize(("key", "pages", "run"), [("e", 0, 3), ("A", 0, 0), ("a", 1, 2)])
def test_a_typed_line_names_a_run_by_the_key_that_is_shown(key: str, pages: int, run: int) -> None:
    driver = buraco(SMALL, runs=11)
    driver.key(*["PageDown"] * pages)
    assert driver.target(f"run:0:{run}").hotkeys == (key.lower(),)
    driver.say(f"extend {key} 10s")
    found = [one.action for _, one in driver.link.asked if isinstance(one, Act)]
    assert [(one["meld"], one["cards"]) for one in found] == [(run, ["10s"])]


def test_a_refused_line_is_forgotten_with_the_next_one() -> None:
    driver, _ = at_play()
    driver.say("extend z 10s")
    assert "'z' is not a whole number" in driver.text
    driver.say(f"discard {order(driver)[-1]}")
    assert "whole number" not in driver.text


def test_cards_are_moved_by_hand_and_stay_so() -> None:
    driver, _ = at_play()
    before = order(driver)
    driver.key("}", "}", "Shift+Left")
    after = order(driver)
    assert after == [before[1], before[0], *before[2:]]
    assert "own order" in driver.text
    assert driver.text.split("\n")[-1].endswith("Esc menu")
    driver.key("Space")
    assert f"[{card_text(before[0])}]" in driver.text
    driver.key("Space", "{", "{")
    assert order(driver) == before


def test_a_new_card_is_put_behind_the_players_own_order() -> None:
    driver, scene_table = at_draw()
    before = order(driver)
    driver.key("}")
    moved = order(driver)
    assert moved[:2] == [before[1], before[0]]
    scene_table.act("draw")
    driver.session.at_table.follow("t-1").reader = scene_table.reader(scene_table.turn)
    driver.session.at_table.follow("t-1").skip(driver.now_ms)
    assert order(driver)[:-1] == moved


def test_a_play_does_not_come_back_with_another_card_of_the_same_handle() -> None:
    driver, scene_table = at_play()
    seat = scene_table.turn
    card = order(driver)[0]
    showing = driver.session.at_table.follow("t-1")
    with_card = showing.reader
    driver.key("Space", "D", "Enter")
    scene_table.act("turn", plays=[{"type": "discard", "card": card}])
    showing.reader = scene_table.reader(seat)
    driver.session.at_table.turns.happened()
    showing.reader = with_card
    showing.skip(driver.now_ms)
    assert f"+{card_text(card)}" not in driver.text


def test_a_lasting_warning_does_not_hide_staged_plays() -> None:
    driver, _ = at_play()
    driver.key("Space", "D")
    notice = Notice(text="The cut left out your nonce.", kind="error")
    driver.session.ui = replace(driver.session.ui, notice=notice)
    assert "1 discard" in driver.text
    assert "! The cut left out your nonce." in driver.text


def test_enter_says_what_is_missing_before_a_turn_can_be_sent() -> None:
    driver, _ = at_play()
    driver.key("Enter")
    assert "! Select the card to discard with the space bar, then press D." in driver.text
    driver.key("Space", "Enter")
    assert "! Lay or discard the selected cards first" in driver.text
    driver.key("D")
    assert "!" not in driver.text
    assert "1 discard" in driver.text
    assert not driver.acts


def test_home_and_end_go_to_the_first_and_the_last_card() -> None:
    driver, _ = at_play()
    cards = order(driver)
    driver.key("End", "Space")
    assert f"[{card_text(cards[-1])}]" in driver.text
    driver.key("Home", "Space")
    assert f"[{card_text(cards[0])}]" in driver.text


def test_a_free_pile_is_taken_whatever_is_selected() -> None:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal()
    scene_table.act("draw")
    scene_table.default()
    driver = Driver()
    driver.seat_at(scene_table, scene_table.turn)
    driver.link.asked.clear()
    driver.key("Space", "2")
    assert driver.acts == [{"type": "take", "cards": [], "meld": None}]


def test_cards_of_a_refused_play_are_no_longer_marked_after_the_turn() -> None:
    driver, scene_table = at_play()
    seat = scene_table.turn
    showing = driver.session.at_table.follow("t-1")
    cards = order(driver)
    driver.key("Space", "End", "Space", "N")
    assert f"!{card_text(cards[0])}]" in driver.text
    scene_table.act("turn", plays=[{"type": "discard", "card": cards[1]}])
    showing.reader = scene_table.reader(seat)
    showing.skip(driver.now_ms)
    driver.session.at_table.turns.happened()
    assert f"[{card_text(cards[0])}]" in driver.text
