"""A poker table in a terminal: its page, its keys and its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from rich.cells import cell_len
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.tables import all_in, broke, ended, my_turn, ten_all_in, ten_seats
from tests.scene.screens.poker import run_out, twice
from tests.scene.tables import SceneTable

from carteado.client import CannotReach
from carteado.client.link import Ended
from carteado.clients.tui.grid import Ink
from carteado.clients.tui.line import completed
from carteado.clients.tui.look import style_of
from carteado.engine.game import Sit
from carteado.engine.tables.explanation import explain
from carteado.protocol.messages import SitIn, TopUp
from carteado.protocol.session_events import ChatHeard
from carteado.protocol.verbs import COMMANDS
from carteado.scene.cards import card_text
from carteado.scene.poker.advice import Advice
from carteado.scene.server_faults import closed_text
from carteado.scene.tokens import DECKS, THEMES
from carteado.scene.ui import Settings


def dealt(seats: int = 2, game: str = "holdem", **options: Any) -> SceneTable:
    scene_table = SceneTable(game, seats=seats, readers=tuple(range(seats)), **options)
    scene_table.deal()
    scene_table.deal()
    return scene_table


def at_turn(seats: int = 2, size: tuple[int, int] = SMALL) -> tuple[Driver, SceneTable]:
    driver, scene_table = Driver(size), dealt(seats)
    driver.seat_at(scene_table, scene_table.turn)
    driver.link.asked.clear()
    return driver, scene_table


class TestDecisions:
    @pytest.mark.parametrize(("key", "tag"), [("F1", "fold"), ("F2", "call"), ("F4", "all_in")])
    def test_a_function_key_sends_the_action(self, key: str, tag: str) -> None:
        driver, _ = at_turn()
        driver.key(key)
        assert driver.acts == [{"type": tag}]

    @pytest.mark.parametrize(
        ("line", "action"),
        [
            ("f", {"type": "fold"}),
            ("call", {"type": "call"}),
            ("/call", {"type": "call"}),
            ("r 60", {"type": "raise", "to": 60}),
            ("raise to 1,000", {"type": "raise", "to": 1000}),
            ("raise max", {"type": "raise", "to": 1500}),
            ("a", {"type": "all_in"}),
        ],
    )
    def test_a_typed_line_is_read_as_the_plain_client_reads_it(
        self, line: str, action: dict[str, Any]
    ) -> None:
        driver, _ = at_turn()
        driver.say(line)
        assert driver.acts == [action]

    def test_a_wrong_line_is_refused_with_the_correction(self) -> None:
        driver, _ = at_turn()
        driver.say("raise lots")
        assert "! how much? Write raise and 40 to 1,500." in driver.text
        assert driver.acts == []

    def test_presets_and_arrows_choose_the_amount(self) -> None:
        driver, _ = at_turn()
        driver.key("3", "Up", "F3")
        assert driver.acts == [{"type": "raise", "to": 80}]

    def test_an_amount_is_typed_after_an_equals_sign(self) -> None:
        driver, _ = at_turn()
        driver.key("=")
        assert "Amount, 40 to 1,500:" in driver.text
        assert "Esc back" in driver.text
        driver.session.write("250")
        driver.key("Enter")
        assert "F3 Raise to 250" in driver.text
        driver.key("F3")
        assert driver.acts == [{"type": "raise", "to": 250}]

    def test_letters_of_offered_actions_are_typed_and_no_keys(self) -> None:
        driver, _ = at_turn()
        assert {"f", "c", "r", "a"} <= driver.page().letters
        assert not driver.session.has_key("r")
        assert driver.session.has_key("?")


@pytest.mark.parametrize("size", [SMALL, LARGE, (100, 30), (200, 60)])
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_every_seat_is_on_the_page_and_every_row_has_its_width(
    seats: int, size: tuple[int, int]
) -> None:
    driver, scene_table = at_turn(seats, size)
    page = driver.page()
    for name in filter(None, scene_table.state.names):
        assert name in page.text
    assert len(page.rows) == size[1]
    for row in page.rows:
        assert sum(cell_len(text) for text, _ in row) == size[0]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_peek_covers_the_own_cards_and_their_rank(size: tuple[int, int]) -> None:
    driver, scene_table = at_turn(2, size)
    assert scene_table.turn is not None
    own = [card_text(card) for card in scene_table.state.hands[scene_table.turn]]
    assert all(card in driver.text for card in own)
    driver.say("peek")
    covered = driver.text
    assert not any(card in covered for card in own)
    assert "type peek to see" in covered
    driver.say("peek")
    assert all(card in driver.text for card in own)
    assert "type peek to see" not in driver.text


def test_a_small_terminal_names_the_required_size() -> None:
    driver, _ = at_turn(2, (60, 20))
    text = " ".join(driver.text.split())
    assert "Carteado needs 80 x 24 characters, and this terminal has 60 x 20." in text


class TestBeforeTheOwnTurn:
    def waiting(self) -> tuple[Driver, SceneTable, int]:
        driver, table = Driver(), dealt(3)
        assert table.turn is not None
        seat = (table.turn + 1) % 3
        driver.seat_at(table, seat)
        driver.link.asked.clear()
        return driver, table, seat

    def raised(self, driver: Driver, table: SceneTable, seat: int) -> None:
        """Another player raises to 60, so that the reader's seat is asked."""
        showing = driver.session.at_table.follow("t-1")
        table.readers[seat] = showing.reader
        table.act("raise", to=60)
        reader = table.reader(seat)
        showing.reader = reader
        driver.tell(reader.prompt)

    def test_a_choice_is_marked_and_answers_the_prompt_at_once(self) -> None:
        driver, table, seat = self.waiting()
        driver.key("F3")
        assert "F3 [x] Call any" in driver.text
        self.raised(driver, table, seat)
        assert driver.acts == [{"type": "call"}]

    def test_a_new_price_cancels_a_choice_and_says_so(self) -> None:
        driver, table, seat = self.waiting()
        driver.key("F2")
        assert "[x] Call 10" in driver.text
        self.raised(driver, table, seat)
        assert driver.acts == []
        assert "F2 Call 50" in driver.text

    def test_a_call_waits_a_moment_after_the_price_rose(self) -> None:
        driver, table, seat = self.waiting()
        table.now_ms = driver.now_ms
        table.readers[seat] = driver.session.at_table.follow("t-1").reader
        table.act("raise", to=60)
        showing = driver.session.at_table.follow("t-1")
        showing.reader = table.reader(seat)
        showing.skip(driver.now_ms)
        driver.key("F2")
        assert driver.acts == []
        assert "F2 Call 50 (price rose)" in driver.text
        driver.page(later_ms=700)
        driver.key("F2")
        assert driver.acts == [{"type": "call"}]


class TestTyping:
    def test_every_word_of_the_plain_client_is_understood(self) -> None:
        for word in (word for one in COMMANDS for word in one.words):
            driver, _ = at_turn()
            driver.say(word)
            assert "unknown command" not in driver.text, word

    def test_chips_in_play_are_not_left_behind_by_mistake(self) -> None:
        driver, _ = at_turn()
        driver.say("leave")
        assert "chips in play; type leave yes" in driver.text

    @pytest.mark.parametrize(
        ("begun", "words", "found"),
        [
            ("le", ("leave", "ledger"), "le"),
            ("lea", ("leave", "ledger"), "leave "),
            ("/hel", ("help",), "/help "),
            ("kick ri", ("Rita", "Rui"), "kick Rita "),
            ("x", ("help",), "x"),
        ],
    )
    def test_a_word_is_completed_as_far_as_it_is_certain(
        self, begun: str, words: tuple[str, ...], found: str
    ) -> None:
        assert completed(begun, words) == found


def test_a_seat_that_sits_out_can_come_back_at_its_turn() -> None:
    driver, _ = at_turn()
    showing = driver.session.at_table.follow("t-1")
    table = showing.reader.table
    assert table is not None
    away = tuple(seat == showing.reader.seat for seat in range(2))
    state = replace(table.state, away=away)
    showing.reader = replace(showing.reader, table=replace(table, state=state))
    showing.skip(driver.now_ms)
    (turn,) = (row for row in driver.text.splitlines() if "Your turn" in row)
    assert "sits out" in turn
    assert "Space I'm back" in turn
    driver.key("Space")
    assert isinstance(driver.link.asked[-1][1], SitIn)


def test_an_amount_is_chosen_by_enter_and_then_played() -> None:
    driver, _ = at_turn()
    driver.key("=")
    assert "Enter choose, then F3" in driver.text
    driver.session.write("60")
    driver.key("Enter")
    assert driver.acts == []
    driver.key("F3")
    assert [act["to"] for act in driver.acts] == [60]


@pytest.mark.parametrize("game", ["holdem", "quick-holdem"])
def test_the_help_names_the_keys_of_the_game(game: str) -> None:
    driver, scene_table = Driver(), SceneTable(game, seats=4)
    driver.seat_at(scene_table, 0)
    driver.key("?")
    quick = game == "quick-holdem"
    assert ("stake 250" in driver.text, "raise 120" in driver.text) == (quick, not quick)


def test_in_big_blinds_no_seat_of_ten_loses_its_blind() -> None:
    scene_table = SceneTable(seats=10, readers=tuple(range(10)), big_blinds=True)
    scene_table.deal()
    scene_table.deal()
    for seat in range(10):
        driver = Driver(settings=Settings(name="Ana", reduced=True, big_blinds=True))
        driver.seat_at(scene_table, seat)
        assert "blind 0.5" in driver.text


def test_a_closed_table_says_why_and_leads_back_to_the_tables() -> None:
    driver, _ = at_turn()
    showing = driver.session.at_table.follow("t-1")
    closing = partial(closed_text, "its owner closed it")
    showing.reader = replace(showing.reader, prompt=None, closing=closing)
    showing.skip(driver.now_ms)
    assert "This table is closed" in driver.text
    assert "The owner closed the table." in driver.text
    driver.session.change(replace(driver.session.settings, language="de"))
    assert "Der Besitzer hat den Tisch geschlossen." in driver.text
    driver.key("Enter")
    assert driver.session.screen == "lobby"


def test_the_end_of_a_session_is_a_sentence_with_a_way_on() -> None:
    driver, _ = at_turn()
    driver.tell(Ended(error=CannotReach("nobody there")))
    assert "The session has ended" in driver.text
    assert "Nobody answers at 127.0.0.1:8765." in driver.text
    driver.key("Enter")
    assert driver.session.screen == "connecting"


class TestLook:
    @pytest.mark.parametrize("theme", THEMES)
    @pytest.mark.parametrize("deck", DECKS)
    def test_suits_differ_and_letters_can_be_read(self, theme: str, deck: str) -> None:
        inks = [Ink(f"ink.{suit}") for suit in ("spades", "hearts", "diamonds", "clubs")]
        styles = [style_of(ink, theme, deck, colours=True) for ink in inks]
        assert len({one.color for one in styles}) == (2 if deck == "classic" else 4)
        for style in styles:
            assert _contrast(style) >= 4.5, (theme, deck, style)

    def test_without_colours_no_style_has_one(self) -> None:
        style = style_of(Ink("turn", bold=True, reverse=True), "dark", "fourColour", colours=False)
        assert (style.color, style.bgcolor, style.bold, style.reverse) == (None, None, True, True)


def _contrast(style: Any) -> float:
    def light(colour: Any) -> float:
        parts = [part / 255 for part in colour.triplet]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)

    high, low = sorted((light(style.color), light(style.bgcolor)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_coach_has_the_categories_by_the_board_alone(size: tuple[int, int]) -> None:
    scene_table = SceneTable(seats=2, readers=(0, 1), settings={"advice": "everyone"})
    scene_table.deal()
    scene_table.deal()
    driver = Driver(size)
    advice = Advice(share=0.5, opponents=1, by_board={0: 0.5, 1: 0.4999, 9: 0.0001})
    driver.session.at_table.coach.advice = lambda question: advice if question else None
    driver.seat_at(scene_table, scene_table.turn)
    driver.key("F6")
    # In the narrow panel, the sentence takes two rows.
    assert "any two cards, with only the board" in driver.text
    assert "known" in driver.text
    rows = driver.text.splitlines()
    royal = next(row for row in rows if "royal flush" in row)
    assert "0.0%" in royal
    assert "  pair" in driver.text


def test_the_coach_beside_the_table_ends_with_no_title_alone() -> None:
    scene_table = SceneTable(seats=2, readers=(0, 1), settings={"advice": "everyone"})
    scene_table.deal()
    scene_table.deal()
    driver = Driver(LARGE)
    parts = dict.fromkeys(range(4), 0.25)
    advice = Advice(share=0.5, opponents=1, own=parts, now=parts, by_board=parts)
    driver.session.at_table.coach.advice = lambda question: advice if question else None
    driver.seat_at(scene_table, scene_table.turn)
    driver.key("F6")
    # The dialog has room for all of it.
    assert "any two cards" in driver.text
    driver.key("Escape")
    assert "they may hold now" in driver.text
    assert "any two cards" not in driver.text


def test_the_own_hand_is_not_cut_in_its_box() -> None:
    text = ended(LARGE, "Qs 8d").text
    assert "║ Two pair, queens and ║" in text
    assert "║ eights               ║" in text


class TestExplaining:
    @pytest.mark.parametrize(
        ("language", "word", "meaning"),
        [
            ("de", "Hausregeln", "Die Optionen des Spiels"),
            ("pt_BR", "regras da casa", "As opções do jogo"),
            ("en", "house rules", "The options of the game"),
            ("de", "straddle", "Ein dritter Blind"),
        ],
    )
    def test_help_with_a_word_explains_it(self, language: str, word: str, meaning: str) -> None:
        driver = Driver(SMALL, Settings(name="Ana", reduced=True, language=language))
        driver.seat_at(dealt())
        driver.say(f"help {word}")
        assert meaning in driver.text

    def test_help_with_an_unknown_word_names_a_similar_one(self) -> None:
        driver, _ = at_turn()
        driver.say("help stradle")
        assert "There is no help on stradle. Do you mean straddle?" in driver.text
        driver.say("help qqqq")
        assert "There is no help on qqqq. Type help to see all." in driver.text

    def test_the_menu_leads_to_the_games_words(self) -> None:
        driver, _ = at_turn()
        driver.key("Escape", "n")
        assert "Blind: Chips that two seats put in" in driver.text

    @pytest.mark.parametrize(
        ("language", "stack"),
        [("de", "Jeder beginnt mit 1.500 Chips."), ("pt_BR", "Cada um começa com 1.500 fichas.")],
    )
    def test_the_rules_are_in_the_players_language(self, language: str, stack: str) -> None:
        driver, scene_table = (
            Driver(LARGE, Settings(name="Ana", reduced=True, language=language)),
            dealt(),
        )
        driver.seat_at(scene_table)
        driver.say("rules")
        text = " ".join(driver.text.replace("║", " ").split())
        assert stack in text
        for one in explain(
            scene_table.table.game, scene_table.table.options, scene_table.table.settings
        ):
            assert not any(sentence in text for sentence in one.texts)


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", "seat 0) 30.1%", "seat 1) 69.9%"), ("de", "Platz 0) 30,1%", "Platz 1) 69,9%")],
)
def test_the_chances_of_two_players_of_one_name_say_whose_they_are(
    language: str, first: str, second: str
) -> None:
    text = all_in(
        SMALL, Settings(name="Ana", language=language), names=("tight", "tight", "Ana")
    ).text
    assert f"tight ({first}" in text
    assert f"tight ({second}" in text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_seat_that_came_during_the_hand_waits(size: tuple[int, int]) -> None:
    driver = Driver(size)
    scene_table = SceneTable(seats=3, people=2, readers=(0, 1), format="cash")
    scene_table.deal()
    scene_table.deal()
    scene_table.do(Sit(seat=2, name="Bia"))
    driver.seat_at(scene_table, 0)
    assert "waits" in driver.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_cash_table_says_how_a_seat_without_chips_plays_on(size: tuple[int, int]) -> None:
    driver = broke(size, format="cash", stack=700)
    assert "Space Buy in: 700   or type: topup 700" in driver.text
    driver.key("Space")
    (asked,) = [one for _, one in driver.link.asked if isinstance(one, TopUp)]
    assert asked.amount == 700
    assert "topup" not in broke(size).text


def test_the_place_of_a_player_who_is_out_is_never_cut() -> None:
    table = dealt(6, stacks=(1500, 1500, 1500, 1500, 1500, 20))
    while table.state.stacks[5] or table.turn is not None:
        if table.turn is None:
            table.deal()
            continue
        legal = table.table.game.legal(table.state, table.turn)
        short = table.turn == 5
        table.act("all_in" if short and not legal.check else "check" if legal.check else "call")
    table.deal()
    driver = Driver(SMALL)
    driver.connect()
    driver.seat_at(table, 0)
    assert "out, place 6" in driver.text


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
def test_no_amount_of_ten_seats_is_cut(size: tuple[int, int]) -> None:
    assert ten_all_in(size).text.count("all-in 1,500") == 9


def test_an_own_message_is_shown_and_not_unread() -> None:
    driver = my_turn(SMALL)
    before = driver.session.ui.unread
    driver.tell(ChatHeard(table="t-1", seat=0, name="Marta", text="hi"))
    assert driver.session.ui.unread == before
    assert "Marta: hi" in driver.text
    driver.tell(ChatHeard(table="t-1", seat=1, name="Rui", text="hi"))
    assert driver.session.ui.unread == before + 1


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_question_about_two_boards_names_its_topic_and_the_awaited_player(
    size: tuple[int, int],
) -> None:
    table = twice()
    asked = table.turn
    assert asked is not None
    seen = {}
    for seat in (0, 1):
        driver = Driver(size)
        driver.seat_at(table, seat)
        seen[seat] = driver.text
    assert "deal the rest once or twice?" in seen[asked]
    assert "F2 Run it twice" in seen[asked]
    other = seen[1 - asked]
    assert f"{table.state.names[asked]}'s turn" in other
    assert "cards come" not in other


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_hand_that_is_run_twice_shows_both_boards(size: tuple[int, int]) -> None:
    table = twice()
    table.act("run_twice")
    run_out(table, "run_twice", 0)
    driver = Driver(size)
    driver.seat_at(table)
    text = driver.text
    first, second = table.state.board, table.state.house.second
    assert len(first) == len(second) == 5
    for number, board in enumerate((first, second), 1):
        row = next(row for row in text.split("\n") if re.search(rf"│ ?{number}[ \[]", row)) + "\n"
        if size == LARGE:
            rows = text.split("\n")
            # A large card has its rank in the row above the middle of its box.
            row = rows[rows.index(row.rstrip("\n")) - 1]
        assert all(card_text(card) in row for card in board), row
    assert "0 cards come" not in text


def test_large_winnings_of_ten_seats_are_not_cut() -> None:
    table = SceneTable(seats=10, readers=(0,), stack=20_000)
    table.deal()
    table.deal()
    for _ in range(9):
        table.act("all_in")
    while table.turn is not None:
        table.act("fold")
    driver = Driver()
    driver.seat_at(table)
    (row,) = [row for row in driver.text.splitlines() if "+180,0" in row]
    assert "180,020 +180,020" in " ".join(row.split())


@pytest.mark.parametrize("size", [(140, 44), (140, 45), (151, 46), (159, 44), (160, 44), (200, 60)])
@pytest.mark.parametrize(
    ("state", "seats"), [(my_turn, 6), (ended, 3), (ten_seats, 10)], ids=["six", "ended", "ten"]
)
def test_boxes_of_a_large_table_never_cover_one_another(
    state: Callable[[tuple[int, int]], Driver], seats: int, size: tuple[int, int]
) -> None:
    rows = [row[: size[0] - 40] for row in state(size).text.splitlines()]
    text = "\n".join(rows)
    # The lower edges of the board, of all seats but the own one, and of that and the cards.
    assert text.count(f"└{'─' * 50}┘") == 1
    assert text.count(f"└{'─' * 22}┘") == seats - 1
    assert text.count(f"╚{'═' * 22}╝") == 1
    edges = (f"└{'─' * 6}┘", f"╚{'═' * 6}╝")
    assert sum(text.count(edge) for edge in edges) == 7
