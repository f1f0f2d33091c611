"""A log at the window: timeline, steps, marks, eyes and export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import in_a_deal, segment
from tests.clients.pygame.driver import Driver
from tests.scene.checks import cut, overlaps, shrunken_texts
from tests.scene.tables import SceneTable

from carteado.client.link import Answered
from carteado.engine.plain import to_plain
from carteado.engine.table import observer_of
from carteado.engine.visibility import redact
from carteado.protocol.messages import History, Ok
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.cards import card_text
from carteado.scene.control.films import FilmError, read_film
from carteado.scene.courses import measured
from carteado.scene.film import Film, film_of
from carteado.scene.shapes import Intent, Line
from carteado.scene.ui import Settings
from carteado.scene.words import words_of

EN = words_of("en")


class Kept(SceneTable):
    """A table whose events are kept."""

    def __init__(self, game: str = "holdem", **options: Any) -> None:
        self.events: list[Any] = []
        super().__init__(game, **options)
        self.events.insert(0, self.table.opened)

    def _publish(self, event: Any) -> None:
        self.events.append(event)
        super()._publish(event)


def played(game: str = "holdem", steps: int = 60, **options: Any) -> Kept:
    scene_table = Kept(game, **options)
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


def test_it_shows_what_the_eyes_may_see() -> None:
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
def test_it_is_driven_by_keys_and_by_the_timeline(game: str, size: tuple[int, int]) -> None:
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
    assert at() == len(driver.app.film.steps) - 1  # type: ignore[union-attr]
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
def test_the_buttons_of_a_replay_say_in_words_what_they_do(
    game: str, size: tuple[int, int], text: float, language: str
) -> None:
    driver = Driver(size, Settings(text=text, language=language))
    driver.app.show(film(game=game))
    scene = driver.scene()
    assert cut(scene) == []
    assert shrunken_texts(scene) == []
    assert overlaps(scene) == []
    buttons = [one for one in scene.targets if one.key.startswith("film-") and one.rect.w > 0]
    assert len(buttons) == 9
    shown = set(scene.texts())
    for one in buttons:
        assert one.label in shown, one.key
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


def test_a_replay_with_all_eyes_shows_every_hand() -> None:
    driver = Driver((1024, 640))
    found = film(game="buraco", open_hands=True)
    driver.app.show(found.seek(len(found.steps) // 2))
    step = driver.app.film.shown  # type: ignore[union-attr]
    words = [word for text in driver.scene().texts() for word in text.split()]
    for seat in step.picture().seats[1:]:
        for card in seat.hand:
            assert card_text(card) in words


def test_a_log_file_is_read_and_a_running_deal_stays_closed(tmp_path: Path) -> None:
    path = tmp_path / "table.carteado"
    path.write_bytes(segment(in_a_deal("holdem:four-player", 1, 40)))
    rail, every = read_film(path, "rail", EN), read_film(path, "all", EN)
    assert 0 < len(every.steps) < len(rail.steps)
    with pytest.raises(FilmError, match="nobody's eyes"):
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
