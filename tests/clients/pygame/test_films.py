"""A log at the window: timeline, steps, marks, eyes and export."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import in_a_deal, segment
from tests.clients.pygame.driver import Driver
from tests.scene.checks import cut, overlaps, shrunken_texts
from tests.scene.tables import KeptTable

from carteado.client.link import Answered
from carteado.engine.plain import to_plain
from carteado.engine.table import observer_of
from carteado.engine.visibility import redact
from carteado.protocol.messages import History, Ok
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.control.chances import counted_at, with_chances
from carteado.scene.control.films import FilmError, film_seen, read_film
from carteado.scene.film import Film, film_of
from carteado.scene.layout.fan import fan_rects, small_fan
from carteado.scene.replay_curves import measured
from carteado.scene.shapes import Intent, Line, Rect
from carteado.scene.ui import Settings
from carteado.scene.words import words_of

EN = words_of("en")
LOGS = Path("tests/golden/logs")


def played(game: str = "holdem", steps: int = 60, **options: Any) -> KeptTable:
    scene_table = KeptTable(game, **options)
    for _ in range(steps):
        if scene_table.turn is not None:
            scene_table.random_act()
        elif scene_table.table.game.pack(scene_table.state) is not None:
            scene_table.deal()
    return scene_table


def film(eyes: int | None = None, *, open_hands: bool = False, game: str = "holdem") -> Film:
    options = {} if game == "buraco" else {"seats": 3}
    scene_table = played(game, **options)
    return film_of(scene_table.events, EN, eyes=eyes, open_hands=open_hands)


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


def test_steps_marks_and_speed() -> None:
    found = film()
    assert found.seek(10**6).at == len(found.steps) - 1
    assert found.seek(-5).at == 0
    first = found.jump(1)
    assert first.at == found.marks[0].step or found.marks[0].step == 0
    assert found.seek(len(found.steps) - 1).jump(-1).at < len(found.steps) - 1
    assert found.faster(1).speed == 2.0
    assert found.faster(-1).faster(-1).faster(-1).speed == 0.5
    playing = found.toggled(0.0)
    assert playing.advance(100.0).at == 0
    assert playing.advance(800.0).at == 1
    assert playing.faster(1).advance(400.0).at == 1


@pytest.mark.parametrize("game", ["holdem", "buraco"])
@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_a_replay_is_driven_by_keys_and_by_the_timeline(game: str, size: tuple[int, int]) -> None:
    driver = Driver(size)
    driver.app.show(film(game=game))
    assert cut(driver.scene()) == []

    def at() -> int:
        assert driver.app.film is not None
        return driver.app.film.at

    driver.key("Right", "Right", "Left")
    assert at() == 1
    driver.key("]")
    assert at() > 1
    driver.key("+", "+", "-")
    assert driver.app.film is not None
    assert driver.app.film.speed == 2.0
    line = driver.target("timeline")
    driver.app.press(line.rect.right - 2, line.rect.cy)
    assert at() == len(driver.app.film.steps) - 1
    driver.app.drag(line, line.rect.x, line.rect.cy)
    assert at() == 0
    driver.key(">")
    first = at()
    assert first in driver.app.film.deals
    driver.key("<")
    assert at() < first
    driver.app.do(Intent("seek", 0))
    driver.key("Space")
    driver.scene(5_000)
    assert at() == 1
    driver.press("film-export")
    assert driver.app.export_as.endswith(".png")


@pytest.mark.parametrize("game", ["holdem", "buraco"])
@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
def test_the_buttons_of_a_replay_have_labels_in_words(
    game: str, size: tuple[int, int], text: float, language: str
) -> None:
    driver = Driver(size, Settings(text=text, language=language))
    driver.app.show(film(game=game))
    scene = driver.scene()
    assert cut(scene) == []
    assert shrunken_texts(scene) == []
    assert overlaps(scene) == []
    buttons = [one for one in scene.targets if one.key.startswith("film-") and one.rect.w > 0]
    below = [one for one in buttons if one.rect.y > scene.size[1] / 2]
    assert len(below) == 9
    # Those at the top are signs with their keys where there is no room for words.
    assert {one.key for one in buttons} - {one.key for one in below} == {"film-odds", "film-export"}
    shown = set(scene.texts())
    for one in buttons:
        assert one.label in shown or one not in below, one.key
        assert one.rect.h >= 44
        assert one.rect.w >= 44


def test_the_curve_of_a_poker_replay_has_a_line_for_each_player() -> None:
    driver = Driver((1024, 640))
    found = film(0)
    driver.app.show(found.seek(len(found.steps) - 1))
    scene = driver.scene()
    lines = [one for one in scene.items if isinstance(one, Line)]
    table = found.steps[-1].table
    assert table is not None
    sat = [(seat, name) for seat, name in enumerate(table.state.names) if name]
    assert {one.key for one in lines} == {f"course:{seat}" for seat, _ in sat}
    measure = measured(found.steps[-1])
    assert measure is not None
    assert [(seat, name) for seat, name, _ in measure.values] == sat
    texts = scene.texts()
    for _, name, held in measure.values:
        assert f"{name} {EN.number(held)}" in texts
    whole = {sum(value for _, _, value in of.values) for of in map(measured, found.steps) if of}
    # Chips in the middle count for who put them there: never more than all of them.
    assert max(whole) == max(sum(step.table.state.stacks) for step in found.steps if step.table)


def test_the_curve_of_a_buraco_replay_is_the_lead_in_points() -> None:
    found = film(game="buraco", open_hands=True)
    for step in found.steps:
        picture, measure = step.picture(), measured(step)
        assert isinstance(picture, BuracoPicture)
        assert measure is not None
        ours, theirs = (sum(run.points for run in runs) for runs in (picture.ours, picture.theirs))
        assert measure.values == ((0, "", ours - theirs),)


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


def going_out() -> list[Any]:
    """A deal of Buraco after which the log says that a pair went out."""
    log = read_film(LOGS / "buraco-italiano.carteado", "all", EN).log
    end = next(at for at, event in enumerate(log) if event.type == "deal_scored")
    return [*log[:end], replace(log[end], out=0)]


def test_a_log_file_is_read_and_a_running_deal_stays_closed(tmp_path: Path) -> None:
    path = tmp_path / "table.carteado"
    path.write_bytes(segment(in_a_deal("holdem:four-player", 1, 40)))
    rail, every = read_film(path, "rail", EN), read_film(path, "all", EN)
    assert 0 < len(every.steps) < len(rail.steps)
    with pytest.raises(FilmError, match="is no point of view"):
        read_film(path, "Rui", EN)
    with pytest.raises(FilmError, match="there is no seat 7"):
        read_film(path, "7", EN)


def test_an_invalid_log_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="cannot be read"):
        read_film(tmp_path / "none", "rail", EN)
    path = tmp_path / "bad"
    path.write_bytes(b"not a log")
    with pytest.raises(FilmError, match="bad"):
        read_film(path, "rail", EN)


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


def test_the_speed_is_changed_by_mouse_and_by_key() -> None:
    driver = Driver()
    driver.app.show(film())
    seen = []
    for _ in range(4):
        driver.press("film-speed")
        assert driver.app.film is not None
        seen.append(driver.app.film.speed)
    assert seen == [2.0, 4.0, 0.5, 1.0]
    driver.key("+", "+", "+")
    assert driver.app.film is not None
    assert driver.app.film.speed == 4.0
    driver.key("-")
    assert driver.app.film.speed == 2.0


@pytest.mark.parametrize("how", ["mouse", "key"])
def test_a_saved_picture_shows_the_table_alone(how: str) -> None:
    driver = Driver()
    driver.app.show(film())
    driver.app.say("Something to say")
    if how == "mouse":
        button = driver.target("film-export")
        driver.app.hover(button.rect.cx, button.rect.cy)
        driver.app.press(button.rect.cx, button.rect.cy)
    else:
        driver.key("x")
    assert driver.app.export_as.endswith(".png")
    scene = driver.scene()
    assert "Something to say" not in scene.texts()
    assert [
        one for one in scene.items if getattr(one, "role", "") in ("hover", "focus", "tip")
    ] == []


def opened(events: list[Any], eyes: str = "all", size: tuple[int, int] = (1024, 640)) -> Driver:
    driver = Driver(size)
    driver.app.show(film_seen(events, eyes, EN))
    return driver


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


def test_a_batida_is_marked_at_the_play_before_the_score() -> None:
    driver = opened(going_out())
    found = driver.app.film
    assert found is not None
    (mark,) = [one for one in found.marks if one.kind == "batida"]
    score = next(one for one in found.marks if one.kind == "score")
    assert mark.step == score.step - 1
    assert "B" in driver.scene().texts()
    letter = driver.target(f"mark:{mark.step}")
    driver.app.press(letter.rect.cx, letter.rect.cy)
    assert driver.app.film is not None
    assert driver.app.film.at == mark.step
    driver.app.hover(letter.rect.cx, letter.rect.cy)
    assert letter.label.startswith("Batida · ")
    assert letter.label in driver.scene().texts()


@pytest.mark.parametrize("game", ["holdem", "buraco"])
def test_one_jumps_to_a_hand_a_deal_a_street_or_a_result(game: str) -> None:
    events = going_out() if game == "buraco" else played(seats=3).events
    driver = opened(events)
    found = driver.app.film
    assert found is not None

    def at() -> int:
        assert driver.app.film is not None
        return driver.app.film.at

    # Before the first deal its places are offered already.
    driver.key("g")
    early = [one.key for one in driver.scene().targets if one.key.startswith("jump:")]
    assert f"jump:{found.deals[0]}" in early
    driver.key("Escape")
    driver.app.do(Intent("seek", found.deals[0]))
    driver.key("g")
    assert cut(driver.scene()) == []
    offered = [one for one in driver.scene().targets if one.key.startswith("jump:")]
    assert {one.intent.value for one in offered} <= {
        one.step for one in found.seek(found.deals[0]).marks_here
    }
    driver.key("2")
    assert at() == offered[1].intent.value
    assert driver.app.ui.sheet == ""
    driver.app.do(Intent("seek", 0))
    driver.key("g", "r")
    assert at() == next(one.step for one in found.marks if one.kind == "score")
    driver.app.do(Intent("seek", 0))
    driver.key("g", "g")
    driver.type(str(len(found.deals)))
    driver.key("Enter")
    assert at() == found.deals[-1]
    driver.press("film-goto-open")
    driver.press("film-goto")
    driver.type("400")
    driver.press("jump-go")
    assert at() == found.deals[-1]
    assert any("The replay has hands 1 to" in text for text in driver.scene().texts())
    driver.key("Escape", "Escape")
    assert driver.app.film is not None
    assert driver.app.ui.sheet == ""


def test_a_file_that_is_no_log_leaves_the_window_as_it_is(tmp_path: Path) -> None:
    driver = Driver()
    driver.app.open_log(str(tmp_path / "none"))
    assert driver.app.screen == "start"
    assert "cannot be read" in " ".join(driver.scene().texts())


def test_the_table_at_hand_is_replayed_from_its_server_page_by_page() -> None:
    scene_table = played(seats=3)
    driver = Driver()
    driver.seat_at(scene_table, 0)
    driver.key("F5")
    driver.press("replay-table")
    seen = [redact(event, observer_of(scene_table.table, 0)) for event in scene_table.events]
    plain = [{**to_plain(event), "type": event.type} for event in seen]
    half = len(plain) // 2
    for first, part, more in ((0, plain[:half], True), (half, plain[half:], False)):
        tag, message = driver.link.asked[-1]
        assert isinstance(message, History)
        assert message.after == first
        result = {"first": first + 1, "events": part, "more": more}
        driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-1", result=result)))
    assert driver.app.screen == "film"
    assert driver.scene().target("film-eyes") is None
    driver.key("Escape")
    assert driver.app.screen == "table"


@pytest.mark.parametrize(
    ("field", "value"), [("to_act", 99), ("seat", 99), ("stacks", [1]), ("hands", [])]
)
def test_a_replay_of_a_hostile_server_ends_with_a_sentence(field: str, value: Any) -> None:
    scene_table = played(seats=3)
    driver = Driver()
    driver.seat_at(scene_table, 0)
    driver.key("F5")
    driver.press("replay-table")
    plain = [{**to_plain(event), "type": event.type} for event in scene_table.events]
    next(one for one in plain if field in one)[field] = value
    tag, _ = driver.link.asked[-1]
    result = {"first": 1, "events": plain, "more": False}
    driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-1", result=result)))
    assert driver.app.screen == "table"
    notice = driver.app.ui.notice
    assert notice is not None
    assert "cannot be replayed" in notice.text


def test_the_hands_of_each_game_are_counted_and_found_by_game_and_hand() -> None:
    events = read_film(LOGS / "holdem-freezeout.carteado", "rail", EN).log
    driver = opened(list(events), "rail")
    found = driver.app.film
    assert found is not None
    assert len(found.games) == 3
    # The numbers are those of the table itself.
    for at in found.deals:
        state = found.steps[at].table.state
        assert found.seek(at).place[1] == state.hand
    second = found.dealt_in(2)
    driver.app.do(Intent("seek", second[1]))
    assert any(text.startswith("game 2, hand 2 · ") for text in driver.scene().texts())
    driver.key("g")
    assert "Game 2, hand 2" in driver.scene().texts()
    driver.key("g")
    driver.type("1.2")
    driver.key("Enter")
    assert driver.app.film is not None
    assert driver.app.film.at == found.dealt_in(1)[1]
    driver.key("g", "g")
    driver.type("2.1")
    driver.key("Enter")
    assert driver.app.film.at == second[0]
    # Without a game the number is that of a hand of the shown game.
    driver.key("g", "g")
    driver.type("3")
    driver.key("Enter")
    assert driver.app.film.at == second[2]
    driver.key("g", "g")
    driver.type("2.9")
    driver.key("Enter")
    assert f"Game 2 has hands 1 to {len(second)}." in driver.scene().texts()
    driver.key("Escape", "Escape")
    driver.key("g", "g")
    driver.type("7.1")
    driver.key("Enter")
    assert "The replay has games 1 to 3." in driver.scene().texts()


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("log", ["buraco-rematch", "holdem-freezeout"])
def test_the_number_of_a_game_fits_the_strip_and_the_dialog(
    size: tuple[int, int], text: float, language: str, log: str
) -> None:
    driver = Driver(size, Settings(text=text, language=language))
    found = read_film(LOGS / f"{log}.carteado", "rail", words_of(language))
    driver.app.show(found.seek(found.dealt_in(2)[0]))
    for key in ("", "g"):
        driver.key(*key)
        scene = driver.scene()
        assert cut(scene) == []
        assert shrunken_texts(scene) == []


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
