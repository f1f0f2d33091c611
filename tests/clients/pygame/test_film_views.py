"""A log at the window: points of view, open hands and chances."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.clients.logs import in_a_deal, segment
from tests.clients.pygame.driver import Driver
from tests.clients.pygame.films import EN, film, going_out, opened, played
from tests.scene.checks import cut
from tests.scene.tables import KeptTable, SceneTable

from carteado.scene.control.chances import counted_at, with_chances
from carteado.scene.control.films import film_seen
from carteado.scene.film import Film, film_of
from carteado.scene.layout.fan import fan_rects, small_fan
from carteado.scene.shapes import Intent, Rect

LOGS = Path("tests/golden/logs")


def test_a_replay_shows_only_its_viewers_cards() -> None:
    def known(found: Film) -> set[str]:
        return {
            card
            for step in found.steps
            for hand in step.table.state.hands
            for card in hand
            if card != "??"
        }

    rail, seat, every = known(film()), known(film(0)), known(film(open_hands=True))
    assert rail < seat < every


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_a_replay_with_all_eyes_shows_every_hand_as_cards(size: tuple[int, int]) -> None:
    driver = Driver(size)
    found = film(game="buraco", open_hands=True)
    for at in range(0, len(found.steps), 9):
        driver.app.show(found.seek(at))
        picture = found.steps[at].picture()
        scene = driver.scene()
        assert cut(scene) == []
        fans = [one for one in scene.items if getattr(one, "role", "") == "open-card"]
        held = sorted(card for seat in picture.seats[1:] for card in seat.hand)
        assert sorted(one.card for one in fans) == held
        plates = {one.key: one.rect for one in scene.items if getattr(one, "role", "") == "plate"}
        for one in fans:
            assert any(plate.holds(one.rect) for plate in plates.values())


@pytest.mark.parametrize("count", range(1, 41))
def test_every_rank_of_a_small_fan_is_seen(count: int) -> None:
    fan = small_fan(count, 190.0, 32.0)
    rects = fan_rects(fan, (0,) * count, Rect(0, 0, 0, 0))
    assert max(one.right for one in rects) <= 190.5
    for one, after in itertools.pairwise(rects):
        assert after.x - one.x >= 0.46 * 32 - 0.01 or after.y - one.y >= 16


def test_a_log_file_is_seen_by_other_eyes_at_the_same_place(tmp_path: Path) -> None:
    path = tmp_path / "table.carteado"
    path.write_bytes(segment(in_a_deal("holdem:four-player", 3, 60)))
    driver = Driver()
    driver.app.open_log(str(path))
    driver.key("Right", "Right")
    seen = set()
    for _ in range(6):
        assert driver.app.film is not None
        seen.add(driver.app.film.eyes)
        assert driver.app.film.at <= 2
        driver.key("v")
    assert {"rail", "0", "3", "all"} <= seen


def test_the_chances_of_open_hands_stand_beside_a_replay_and_are_exact() -> None:
    driver = opened(played(seats=3).events)
    assert driver.app.film is not None
    steps = driver.app.film.steps
    counted = [at for at, step in enumerate(steps) if with_chances(step).picture().chances]
    driver.app.show(driver.app.film.seek(counted[0]))
    assert "Odds here" not in driver.scene().texts()
    driver.key("o")
    texts = driver.scene().texts()
    assert "Odds here" in texts
    assert "Counted exactly from the open hands." in texts
    picture = with_chances(steps[counted[0]]).picture()
    for chance in picture.chances:
        assert sum(chance.parts.values()) == 1
        for part in chance.parts.values():
            assert EN.percent(float(part)) in texts
    driver.key("o")
    assert "Odds here" not in driver.scene().texts()


def test_the_turn_is_named_while_somebody_decides_with_open_hands() -> None:
    driver = opened(played(seats=3).events)
    assert driver.app.film is not None
    pictures = [with_chances(step).picture() for step in driver.app.film.steps]
    for at, picture in enumerate(pictures):
        if picture.chances and not picture.result:
            driver.app.show(driver.app.film.seek(at))
            texts = driver.scene().texts()
            turn = picture.turn
            assert ("All-in." in texts) == (turn is None)
            assert turn is None or f"{picture.seats[turn].name}'s turn" in texts


def test_nobody_is_asked_to_sit_down_in_a_replay() -> None:
    driver = opened(played(seats=3).events)
    assert driver.app.film is not None
    driver.app.show(driver.app.film.seek(0))
    scene = driver.scene()
    assert "Sit down" not in scene.texts()
    assert "Free seat" in scene.texts()


def test_the_chances_of_a_seat_are_counted_from_its_own_view() -> None:
    scene_table = played(seats=3)
    driver = opened(scene_table.events, "0")
    assert driver.app.film is not None
    steps = driver.app.film.steps
    at = next(
        at for at, _ in enumerate(steps) if counted_at(driver.app.film.seek(at))[1] is not None
    )
    driver.app.show(driver.app.film.seek(at))
    driver.key("o")
    assert driver.app.film is not None
    question = counted_at(driver.app.film)[1]
    assert question is not None
    driver.app.at_table.coach._work(question)
    assert "Win chance" in driver.scene().texts()
    driver.press("coach")
    assert "Win chance" not in driver.scene().texts()


def test_buraco_counts_for_the_seat_that_is_to_act() -> None:
    driver = opened(going_out(), size=(1920, 1400))
    assert driver.app.film is not None
    steps = driver.app.film.steps
    at = next(
        at
        for at, step in enumerate(steps)
        if at > 20 and step.picture().turn not in (None, 0) and step.picture().drawing
    )
    driver.app.show(driver.app.film.seek(at))
    driver.key("o")
    assert driver.app.film is not None
    reader, question = counted_at(driver.app.film)
    assert question is not None
    driver.app.at_table.coach._work(question)
    name = reader.picture().seats[steps[at].picture().turn].name
    assert f"what {name} can see" in " ".join(driver.scene().texts())
    # Nobody's turn is the viewer's in a replay.
    assert f"{name}'s turn" in driver.scene().texts()


def test_no_chances_are_counted_of_a_hand_that_is_played_without_advice() -> None:
    scene_table = KeptTable(seats=3)
    driver = Driver((1024, 640))
    while scene_table.turn is None:
        scene_table.deal()
    found = film_of(scene_table.events, EN, eyes=scene_table.turn, open_hands=False)
    driver.app.show(found.seek(len(found.steps) - 1))
    driver.key("o")
    assert driver.app.film is not None
    assert counted_at(driver.app.film)[1] is None
    texts = " ".join(driver.scene().texts())
    assert "This table allows no advice while a hand is played." in texts


def test_another_view_is_prepared_while_the_window_goes_on() -> None:
    driver = opened(played(seats=3).events, "rail")
    waiting: list[Callable[[], None]] = []
    driver.app.film_views.run = waiting.append
    driver.app.do(Intent("seek", 5))
    driver.key("v")
    film = driver.app.film
    assert film is not None
    assert film.eyes == "rail"
    # The replay can be driven meanwhile; another press goes on from the view under way.
    driver.key("Right", "v")
    assert len(waiting) == 1
    waiting.pop()()
    driver.scene()
    assert driver.app.film is not None
    assert driver.app.film.eyes == "rail"
    waiting.pop()()
    driver.scene()
    assert (driver.app.film.eyes, driver.app.film.at) == ("1", 6)
    assert waiting == []


def test_a_view_that_is_ready_after_the_replay_was_closed_is_dropped() -> None:
    driver = opened(played(seats=3).events, "rail")
    waiting: list[Callable[[], None]] = []
    driver.app.film_views.run = waiting.append
    driver.key("v", "Escape")
    waiting.pop()()
    driver.scene()
    assert driver.app.film is None
    driver.app.show(film_seen(played(seats=3).events, "rail", EN))
    driver.key("v")
    waiting.pop()()
    driver.scene()
    assert driver.app.film is not None
    assert driver.app.film.eyes == "0"


def test_the_view_of_a_seat_is_named_as_at_the_table_where_names_are_equal() -> None:
    names = ("Marta", "Rui", "Rui", "Rui")
    events = played("buraco", names=names).events
    first, third = (film_seen(events, seat, EN).seek(10**6) for seat in ("0", "2"))
    assert (first.viewer, third.viewer) == ("Marta", "Rui (2)")


def opening() -> tuple[Driver, list[Callable[[], None]]]:
    """A window whose replays are prepared when the test says so."""
    driver, waiting = Driver(), []
    driver.app.film_opening.run = waiting.append
    driver.scene()
    return driver, waiting


def test_the_window_goes_on_while_a_log_is_read() -> None:
    driver, waiting = opening()
    driver.app.open_log(str(LOGS / "buraco-mineiro.carteado"))
    assert "The log is being read." in driver.scene().texts()
    assert driver.app.screen == "start"
    waiting.pop()()
    texts = driver.scene().texts()
    assert driver.app.screen == "film"
    assert "The log is being read." not in texts


def test_of_two_logs_the_last_one_is_shown() -> None:
    driver, waiting = opening()
    for name in ("buraco-mineiro", "buraco-aberto"):
        driver.app.open_log(str(LOGS / f"{name}.carteado"))
    for work in reversed(waiting):
        work()
    driver.scene()
    assert driver.app.film is not None
    assert driver.app.film.title == "buraco-aberto.carteado"


def test_a_log_that_is_ready_after_the_player_went_on_is_dropped() -> None:
    driver, waiting = opening()
    driver.app.open_log(str(LOGS / "buraco-mineiro.carteado"))
    driver.connect()
    driver.seat_at(SceneTable(seats=2))
    waiting.pop()()
    driver.scene()
    assert driver.app.film is None


def test_a_damaged_log_is_a_sentence_when_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "evening.carteado"
    path.write_bytes(b"no log")
    driver, waiting = opening()
    driver.app.open_log(str(path))
    waiting.pop()()
    assert "not a log of this program" in " ".join(driver.scene().texts())
    assert driver.app.film is None
