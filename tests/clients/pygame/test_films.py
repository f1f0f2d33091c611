"""A log at the window: reading it, timeline, steps, marks, speed and export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import in_a_deal, segment
from tests.clients.pygame.driver import Driver
from tests.clients.pygame.films import EN, film, played
from tests.scene.checks import cut, overlaps, shrunken_texts

from carteado.client.link import Answered
from carteado.engine.plain import to_plain
from carteado.engine.table import observer_of
from carteado.engine.visibility import redact
from carteado.protocol.messages import History, Ok
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.control.films import FilmError, read_film
from carteado.scene.replay_curves import measured
from carteado.scene.shapes import Intent, Line
from carteado.scene.ui import Settings


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
    # The line is that of one hand or deal; a log with more of them has a key for the whole.
    assert at() == driver.app.film.stretch[1]
    if len(driver.app.film.deals) > 1:
        assert at() < len(driver.app.film.steps) - 1
        driver.key("z")
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
    assert len(below) == (10 if game == "holdem" else 9)
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


def test_a_log_file_is_read_and_a_running_deal_stays_closed(tmp_path: Path) -> None:
    path = tmp_path / "table.carteado"
    path.write_bytes(segment(in_a_deal("holdem:four-player", 1, 40)))
    rail, every = read_film(path, "rail", EN), read_film(path, "all", EN)
    assert 0 < len(every.steps) < len(rail.steps)
    with pytest.raises(FilmError, match="is not a view"):
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


def test_a_file_that_is_not_a_log_leaves_the_window_as_it_is(tmp_path: Path) -> None:
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
