"""A log at the window: its games and deals, their marks, and jumping to them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.pygame.driver import Driver
from tests.clients.pygame.films import EN, LOGS, film, going_out, opened, played
from tests.scene.checks import cut, shrunken_texts

from carteado.scene.control.films import read_film
from carteado.scene.shapes import Box, Intent
from carteado.scene.ui import Settings
from carteado.scene.words import words_of


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


def test_a_deal_of_buraco_has_a_tick_and_a_caption_for_each_turn() -> None:
    driver = opened(going_out())
    found = driver.app.film
    assert found is not None
    ticks = [one for one in driver.scene().items if getattr(one, "role", "") == "turn-tick"]
    assert len(ticks) == found.seek(found.deals[0]).turns[1] > 40
    seen = {event.type for event in found.seen}
    for at, event in enumerate(found.seen):
        driver.app.show(found.seek(at))
        number, count = found.seek(at).turns
        turn = f"Turn {number} of {count}: "
        captions = [text for text in driver.scene().texts() if text.startswith("Turn ")]
        if event.type == "turn_started":
            name = found.steps[at].table.state.names[event.seat]
            assert captions == [f"{turn}{name}'s turn"]
        elif event.type == "card_discarded":
            assert captions[0].startswith(f"{turn}{found.steps[at].table.state.names[event.seat]} ")
            assert "discarded" in captions[0]
        elif event.type in ("seat_taken", "deal_started"):
            assert captions == []
        elif event.type == "deal_scored":
            assert captions == []
            assert found.steps[at].story.log.lines[-1].text in driver.scene().texts()
    assert {"turn_started", "card_discarded", "deal_scored"} <= seen


def test_the_timeline_of_a_long_match_is_that_of_the_shown_deal() -> None:
    """Twenty deals of turns that would lie too close together on a line of all of them."""
    one = opened(going_out()).app.film
    assert one is not None
    size, deal = len(one.steps), one.deals[0]
    found = replace(
        one,
        steps=one.steps * 20,
        seen=one.seen * 20,
        marks=tuple(replace(m, step=m.step + size * at) for at in range(20) for m in one.marks),
        begun=tuple(step + size * at for at in range(20) for step in one.begun),
    )
    driver = Driver((1024, 640))

    def parts(role: str) -> list[Box]:
        shown = [item for item in driver.scene().items if isinstance(item, Box)]
        return [item for item in shown if item.role == role]

    begun = size * 6 + deal
    for at in (begun, size * 7 - 3):
        driver.app.show(found.seek(at))
        assert len(parts("turn-tick")) == found.seek(at).turns[1] > 40
        (knob,), (track,) = parts("knob"), parts("track")[:1]
        first, last = begun, size * 7 + deal - 1
        assert knob.rect.cx == pytest.approx(
            track.rect.x + track.rect.w * (at - first) / (last - first)
        )
    assert "Whole log" in driver.scene().texts()
    driver.key("z")
    assert parts("turn-tick") == []
    (knob,), (track,) = parts("knob"), parts("track")[:1]
    assert knob.rect.cx == pytest.approx(
        track.rect.x + track.rect.w * (size * 7 - 3) / (size * 20 - 1)
    )
    driver.key("z")
    assert parts("turn-tick")
    # What comes before the first deal stands on its line.
    driver.app.show(found)
    assert found.stretch == found.seek(deal).stretch == (0, size + deal - 1)


def test_turns_that_lie_too_close_get_no_ticks() -> None:
    driver = Driver((1024, 640))
    found = film(game="buraco")
    driver.app.show(replace(found, begun=tuple(range(len(found.steps))) * 10))
    assert not [one for one in driver.scene().items if getattr(one, "role", "") == "turn-tick"]


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
