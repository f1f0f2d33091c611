"""The replay at the terminal: steps, jumps, views, chances and shared files."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.clients.logs import between_deals, segment
from tests.clients.pygame.driver import welcome
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.films import a_deal_of_buraco, checked_down, replaying
from tests.clients.tui.tables import lobby
from tests.clocks import PATIENCE_S
from tests.scene.tables import KeptTable

from carteado.client.link import Answered
from carteado.engine.plain import to_plain
from carteado.engine.registry import extra_of
from carteado.engine.table import observer_of
from carteado.engine.visibility import redact
from carteado.protocol.messages import History, Join, Ok, Watch
from carteado.protocol.session_events import Welcomed
from carteado.scene.film import Film
from carteado.scene.ui import Settings


@functools.cache
def buraco() -> KeptTable:
    return a_deal_of_buraco()


def film(driver: Driver) -> Film:
    found = driver.session.film
    assert found is not None
    return found


def kind(driver: Driver) -> str:
    shown = film(driver)
    return str(shown.seen[shown.at].type)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("make", [lambda: checked_down(10), buraco], ids=["holdem", "buraco"])
def test_each_step_fits_its_page(make: Callable[[], KeptTable], size: tuple[int, int]) -> None:
    driver = replaying(make(), size=size)
    for _ in range(0, len(film(driver).steps), 40):
        rows = driver.text.split("\n")
        assert len(rows) == size[1]
        assert "Esc close" in rows[-1]
        driver.say(f"event {film(driver).at + 41}")


def test_the_acting_player_is_named_with_the_seat_where_others_have_the_name() -> None:
    driver = replaying(checked_down(names=("caller", "Ana", "caller")))
    turns = set()
    for _ in film(driver).steps:
        turns |= set(re.findall(r"(\S.*)'s turn", driver.text.split("\n")[1].partition("of")[2]))
        driver.key("Right")
    assert {turn.split("  ")[-1].strip() for turn in turns} == {
        "caller (seat 0)",
        "Ana",
        "caller (seat 2)",
    }


def test_a_deal_of_buraco_counts_its_turns() -> None:
    driver = replaying(buraco())
    driver.key(">")
    shown = film(driver)
    driver.key("]", "]")
    begun, count = film(driver).turns
    assert begun >= shown.turns[0] + 1
    assert f"turn {begun} of {count}" in driver.text
    driver.key("End")
    assert film(driver).turns == (count, count)


def test_keys_step_by_event_street_hand_and_result() -> None:
    driver = replaying(checked_down())
    driver.key("Right", "Right", "Left")
    assert film(driver).at == 1
    driver.key(">")
    assert kind(driver) == "hand_started"
    driver.key("]")
    assert kind(driver) == "board_dealt"
    assert len(film(driver).shown.table.state.board) == 3
    driver.key("R")
    assert kind(driver) == "pot_awarded"
    driver.key("<")
    assert film(driver).at == film(driver).deals[0]
    driver.key("End", "Home")
    assert film(driver).at == 0


def test_keys_step_by_turn_morto_and_canastra_in_buraco() -> None:
    driver = replaying(buraco())
    driver.key(">", "]")
    first = film(driver).shown.table.state.to_act
    driver.key("]")
    assert film(driver).shown.table.state.to_act == (first + 1) % 4
    for key, mark in (("C", "canastra"), ("M", "morto"), ("R", "score")):
        wanted = [one.step for one in film(driver).marks if one.kind == mark]
        if wanted:
            driver.key("Home", key)
            assert film(driver).at == wanted[0]
    assert any(one.kind == "canastra" for one in film(driver).marks)


def test_a_replay_plays_and_changes_its_speed() -> None:
    driver = replaying(checked_down())
    driver.key("Space")
    driver.page(800)
    assert film(driver).at == 1
    driver.key("+")
    assert "speed 2x" in driver.text
    before = film(driver).at
    driver.page(400)
    assert film(driver).at == before + 1
    driver.key("Space", "-", "-")
    assert film(driver).speed == 0.5
    driver.page(5_000)
    assert not film(driver).playing


@pytest.mark.parametrize("line", ["2", "hand 2", "deal 2"])
def test_a_typed_number_goes_to_a_hand(line: str) -> None:
    driver = replaying(checked_down())
    driver.say(line)
    assert film(driver).at == film(driver).deals[1]


def test_g_asks_where_to_go() -> None:
    driver = replaying(checked_down())
    driver.key("G")
    assert "go to hand, or event 120:" in driver.text
    driver.session.write("event 9")
    driver.key("Enter")
    assert film(driver).at == 8
    for wrong in ("event 9999", "event 0"):
        driver.say(wrong)
        assert f"The replay has events 1 to {len(film(driver).steps)}." in driver.text
        assert film(driver).at == 8
    driver.say("hand 7")
    assert "The replay has hands 1 to 2." in driver.text


def test_a_click_on_the_time_line_goes_there() -> None:
    driver = replaying(checked_down())
    driver.key(">")
    rect = driver.target("timeline").rect
    driver.session.press(rect.x + rect.w - 0.5, rect.y + 0.5)
    assert film(driver).at == film(driver).span[1]


def test_the_eyes_are_changed_by_key_and_by_name_and_hands_stay_closed_to_the_rail() -> None:
    driver = replaying(checked_down(), "rail")
    driver.key(">", "]")
    assert "view: Rail" in driver.text
    board = driver.text.count("▒▒ ▒▒")
    assert board >= 2
    driver.say("view rui")
    assert "view: Rui" in driver.text
    assert film(driver).shown.seat == 1
    driver.say("view open")
    assert "▒▒ ▒▒" not in driver.text
    driver.key("V")
    assert "view: Rail" in driver.text
    driver.say("view nobody")
    assert "There is no view nobody here." in driver.text


def test_open_hands_have_their_exact_shares_at_each_step() -> None:
    driver = replaying(checked_down())
    driver.key(">", "]", "]")
    shown = driver.session.replay_screen._view(film(driver)).picture
    shares = [seat.share for seat in shown.seats]
    assert all(share is not None for share in shares)
    assert sum(shares) == pytest.approx(1.0)
    driver.key("O")
    assert "Chances" in driver.text
    assert driver.text.count("%") >= 3


@pytest.mark.parametrize(
    ("language", "seat"), [("en", "seat"), ("de", "Platz"), ("pt_BR", "lugar")]
)
def test_the_chances_of_two_players_of_one_name_say_whose_they_are(
    language: str, seat: str
) -> None:
    driver = replaying(checked_down(names=("tight", "tight", "Ana")), language=language)
    driver.key(">", "]", "]", "O")
    assert f"tight ({seat} 0)" in driver.text
    assert f"tight ({seat} 1)" in driver.text


def test_one_seat_sees_its_chance_against_hands_it_does_not_know() -> None:
    driver, counted = replaying(checked_down(), "1"), threading.Event()
    driver.session.at_table.coach.wake = counted.set
    driver.key(">", "]", "O")
    while "of 3 hands" not in driver.text:
        assert counted.wait(PATIENCE_S), driver.text
        counted.clear()
    driver.key("Escape")
    driver.size = LARGE
    assert "your hand improves   " in driver.text


@pytest.mark.parametrize("form", ["text", "phh", "svg"])
def test_a_hand_is_passed_on(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    driver = replaying(checked_down())
    driver.key(">", ">", "]")
    driver.say(f"share {form}")
    if form == "svg":
        # The painter saves the screen, and says so afterwards.
        assert driver.session.export_as.endswith(".svg")
        return
    assert "Saved as carteado-t-1-" in driver.text
    (file,) = tmp_path.iterdir()
    text = file.read_text(encoding="utf-8")
    driver.say(f"share {form}")
    # The same step again: the first file stays.
    assert {one.stem for one in tmp_path.iterdir()} == {file.stem, f"{file.stem}-2"}
    if form == "phh":
        notation = extra_of(film(driver).shown.table.game, "phh")
        assert notation is not None
        (record,) = notation.parse_phh(text)
        assert notation.replay_record(record).ok
    else:
        assert "Hand 2" in text
        assert "Hand 1" not in text
        assert "River" in text


def test_a_hand_that_cannot_be_shared_gets_a_sentence() -> None:
    driver = replaying(buraco())
    driver.say("share phh")
    assert "Only Hold'em hands can be written as PHH." in driver.text
    driver.say("share png")
    assert "Type share text, phh or svg" in driver.text
    driver.say("jump")
    assert "There is no command jump here" in driver.text


@pytest.mark.parametrize(
    ("make", "choices"),
    [
        (checked_down, ["1 Text of this hand", "2 PHH of this hand", "3 SVG picture"]),
        (a_deal_of_buraco, ["1 Text of this deal", "2 SVG picture"]),
    ],
)
def test_a_game_offers_what_it_can_be_shared_as(
    make: Callable[[], KeptTable], choices: list[str]
) -> None:
    driver = replaying(make())
    driver.key("X")
    box = [row for row in driver.text.split("\n") if re.search(r"║ +\d ", row)]
    assert len(box) == len(choices)
    assert all(choice in row for choice, row in zip(choices, box, strict=True))


def test_brackets_go_to_the_next_turn_of_buraco_and_the_next_street_of_holdem() -> None:
    assert "[ ] turn" in replaying(a_deal_of_buraco()).text
    assert "[ ] street" in replaying(checked_down()).text


def test_a_log_file_is_opened_from_the_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.log"
    path.write_bytes(segment(between_deals("holdem:four-player", 1, 40)))
    driver = Driver()
    driver.key("R")
    driver.session.write(str(path))
    driver.key("Enter")
    assert "Time line" in driver.text
    driver.key("Escape")
    assert "Servers on this network" in driver.text
    driver.key("R")
    monkeypatch.chdir(tmp_path)  # a short path, for a long one leaves no room for the sentence
    driver.session.write("./none")
    driver.key("Enter")
    assert "cannot be read" in " ".join(driver.text.split())


def test_a_replay_that_was_opened_alone_ends_with_its_terminal() -> None:
    driver = replaying(checked_down())
    driver.key("Escape")
    driver.page()
    assert not driver.session.running


def test_the_current_table_is_replayed_and_its_turn_is_announced() -> None:
    table = checked_down(hands=1)
    driver = Driver()
    driver.connect()
    driver.seat_at(table, 0)
    driver.key("Escape", "V")
    tag, message = driver.link.asked[-1]
    assert isinstance(message, History)
    seen = [redact(event, observer_of(table.table, 0)) for event in table.events]
    plain = [{**to_plain(event), "type": event.type} for event in seen]
    result = {"first": 1, "events": plain, "more": False}
    driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-1", result=result)))
    assert "Time line" in driver.text
    assert "V view" not in driver.text
    assert "Your turn: Esc goes back" not in driver.text
    while table.turn != 0:
        table.default() if table.turn is not None else table.deal()
    showing = driver.session.at_table.follow("t-1")
    showing.reader = table.reader(0)
    showing.skip(driver.now_ms)
    rows = driver.text.splitlines()
    assert rows[0].startswith(" Replay · ")
    (told,) = (row for row in rows if "Your turn: Esc goes back" in row)
    assert told.startswith(" >")
    driver.key("Escape")
    assert "F2 C" in driver.text


def test_v_in_the_lobby_replays_a_table_of_the_server() -> None:
    table = checked_down(hands=1)
    driver = lobby(SMALL)
    driver.key("V")
    watched = [one for _, one in driver.link.asked if isinstance(one, Watch)]
    assert [one.table for one in watched] == ["t-1"]
    assert not [one for _, one in driver.link.asked if isinstance(one, Join)]
    driver.seat_at(table, 0)
    tag, message = driver.link.asked[-1]
    assert isinstance(message, History)
    assert message.table == "t-1"
    seen = [redact(event, observer_of(table.table, 0)) for event in table.events]
    plain = [{**to_plain(event), "type": event.type} for event in seen]
    result = {"first": 1, "events": plain, "more": False}
    driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-1", result=result)))
    assert "Time line" in driver.text
    driver.key("Escape")
    driver.page()
    asked = [one for _, one in driver.link.asked if isinstance(one, History)]
    assert len(asked) == 1


@pytest.mark.parametrize("address", ["127.0.0.1:8765", "localhost", "cozinha:8765"])
def test_an_address_behind_replay_leads_to_the_tables_of_its_server(address: str) -> None:
    driver = Driver()
    driver.key("R")
    driver.session.write(address)
    driver.key("Enter")
    assert address in driver.link.url
    driver.tell(Welcomed(welcome=welcome((), ())))
    assert "press V to replay it" in " ".join(driver.text.split())


def test_a_file_behind_replay_comes_before_a_server(tmp_path: Path) -> None:
    log = tmp_path / "cozinha"
    log.write_bytes(b"no log")
    driver = Driver(settings=Settings(name="Ana", reduced=True, recent=("cozinha:8765",)))
    driver.key("R")
    driver.session.write(str(log))
    driver.key("Enter")
    assert not driver.links
    assert "cozinha" in driver.text


def test_a_name_behind_replay_is_a_server_that_is_known() -> None:
    driver = Driver(settings=Settings(name="Ana", reduced=True, recent=("cozinha:9000",)))
    driver.key("R")
    driver.session.write("Cozinha")
    driver.key("Enter")
    assert driver.link.url == "ws://cozinha:9000"


def test_an_unknown_name_after_replay_is_refused_with_an_example() -> None:
    driver = Driver()
    driver.key("R")
    driver.session.write("cozinha")
    driver.key("Enter")
    assert not driver.links
    text = " ".join(driver.text.split())
    assert "There is no file cozinha here." in text
    assert "type cozinha:8765" in text


def test_a_wide_replay_of_buraco_has_the_points_over_the_deal() -> None:
    driver = replaying(a_deal_of_buraco(), size=LARGE)
    driver.key(">")
    assert "Points on the table, first pair minus second" in driver.text
    knob = driver.target("timeline").rect
    rows = driver.text.splitlines()
    at = next(row for row, text in enumerate(rows) if "minus second" in text)
    curve = rows[at + 1 : at + 10]
    assert all(any(row[int(knob.x) + x] == "•" for row in curve) for x in range(int(knob.w)))
    assert any(row[int(knob.x)] in "│•" for row in curve)
    assert "us minus them" not in replaying(checked_down(), size=LARGE).text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_pot_that_is_being_paid_leaves_no_bets_below_zero(size: tuple[int, int]) -> None:
    driver = replaying(checked_down(3), size=size)
    driver.key("R")
    # The chips are with the winner already, the hand is not over yet.
    assert kind(driver) == "pot_awarded"
    assert "Pot" in driver.text
    assert "Bets" not in driver.text
    assert "Total" not in driver.text
