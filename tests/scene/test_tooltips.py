"""Texts that are cut appear in full at the pointer and at the keyboard's focus."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.pygame.driver import Driver
from tests.scene.checks import crowded, cut, parts
from tests.scene.tables import SceneTable

from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.drawer import draw_drawer
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import dialog
from carteado.scene.shapes import Intent, Rect, Scene, Text
from carteado.scene.story import Line, Log
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

EN = words_of("en")
LONG = "Wow Wow Wow Wow Wow WoWs"  # as long as a name may be


def canvas(**ui: object) -> Canvas:
    return Canvas(frame_of((1024.0, 640.0)), EN, replace(Ui(), **ui))


def tips(scene: Scene) -> list[str]:
    """What the tip of a scene says."""
    rows = [one for one in scene.items if getattr(one, "role", "") == "tip"]
    said = " ".join(one.text for one in rows if isinstance(one, Text))
    return [said] if said else []


def cut_names(scene: Scene) -> list[Text]:
    return [one for one in parts(scene.items) if isinstance(one, Text) and one.whole == LONG]


@pytest.mark.parametrize("game", ["holdem", "buraco"])
def test_a_tooltip_by_mouse_or_key_shows_the_whole_name_of_a_seat(game: str) -> None:
    options = {} if game == "buraco" else {"seats": 10}
    table = SceneTable(game, names=["Marta", LONG, *"ABCDEFGHI"], **options)
    driver = Driver((1024, 640), Settings(name="Marta", text=2.0, reduced=True))
    driver.seat_at(table, 0)
    (name, *_) = cut_names(driver.scene())
    assert LONG not in " ".join(tips(driver.scene()))
    assert driver.app.hover(name.rect.cx, name.rect.cy)
    assert tips(driver.scene()) == [LONG]
    assert cut(driver.scene()) == []
    # Away from it the tip goes; the keyboard brings it back.
    driver.app.hover(-1, -1)
    assert tips(driver.scene()) == []
    for _ in driver.scene().targets:
        driver.key("Tab")
        if driver.app.ui.focus.startswith("full:") and tips(driver.scene()) == [LONG]:
            break
    else:
        raise AssertionError("the keyboard does not reach it")


def test_a_press_on_a_cut_text_does_nothing() -> None:
    made = canvas()
    made.text(Rect(10, 10, 60, 20), LONG, 16)
    (target,) = made.scene().targets
    assert target.intent.kind == "none"
    assert target.label == LONG


def test_the_tooltip_of_a_button_shows_its_whole_label() -> None:
    made = canvas(hover="b")
    made.text(Rect(10, 10, 60, 20), LONG, 16)
    made.target("b", Rect(0, 0, 90, 44), Intent("page"))
    scene = made.scene()
    assert [one.key for one in scene.targets] == ["b"]
    assert tips(scene) == [LONG]


def test_a_text_below_a_dialog_has_no_tooltip() -> None:
    made = canvas()
    made.text(Rect(10, 10, 60, 20), LONG, 16)
    dialog(made, "Title", "Text", [("ok", "OK", Intent("none"), "Enter", "primary")])
    assert not [one for one in made.scene().targets if one.kind == "text"]


def test_a_tip_stays_in_the_window() -> None:
    for rect in (Rect(980, 620, 40, 20), Rect(0, 0, 40, 20), Rect(500, 600, 40, 30)):
        made = canvas()
        made.text(rect, f"{LONG} {LONG} {LONG} {LONG}", 16)
        key = made.scene().targets[0].key
        again = canvas(hover=key)
        again.text(rect, f"{LONG} {LONG} {LONG} {LONG}", 16)
        assert cut(again.scene()) == []
        assert tips(again.scene())


def test_the_log_tells_a_word_that_is_wider_than_the_drawer() -> None:
    word = "W" * 60
    made = canvas()
    rect = Rect(700, 50, 320, 580)
    draw_drawer(made, rect, Log(lines=(Line(text=f"{word} folds"),)), (), "")
    scene = made.scene()
    (target,) = [one for one in scene.targets if one.kind == "text"]
    assert target.label == f"{word} folds"
    found = scene.target_at(target.rect.cx, target.rect.cy)
    assert found == target


def test_no_place_that_tells_covers_a_button() -> None:
    table = SceneTable(seats=10, names=[LONG] * 10)
    driver = Driver((1024, 640), Settings(name="Marta", text=2.0, reduced=True))
    driver.seat_at(table, 0)
    scene = driver.scene()
    places = [one for one in scene.targets if one.kind == "text"]
    assert places
    for one in places:
        for other in scene.targets:
            if other.kind not in ("text", "area", "place"):
                assert not one.rect.overlaps(other.rect), (one.key, other.key)
    assert crowded(scene) == crowded(
        replace(scene, targets=tuple(o for o in scene.targets if o not in places))
    )
