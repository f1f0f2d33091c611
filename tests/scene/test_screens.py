"""Every screen of the window fits: at two sizes, with large text, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.pygame.test_films import film
from tests.scene.checks import cut, shrunken_texts
from tests.scene.screens.every import NAMES, screen

from carteado.scene.film import Mark
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.timeline import film_scene
from carteado.scene.ui import Settings, Ui


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_cut_at_the_smallest_size(name: str) -> None:
    scene = screen(name, (1024, 640))
    assert cut(scene) == []
    assert shrunken_texts(scene) == []
    assert scene.size == logical_size((1024, 640))[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
def test_nothing_is_cut_in_any_language_or_with_large_text(
    name: str, size: tuple[int, int], language: str, text: float
) -> None:
    assert cut(screen(name, size, Settings(language=language, text=text))) == []


def test_a_timeline_names_mortos_and_canastras_where_there_is_room() -> None:
    shown = film(game="buraco")
    last = len(shown.steps) - 1
    marks = (
        Mark(step=last // 3, kind="morto"),
        Mark(step=last - 1, kind="canastra"),
        Mark(step=last, kind="canastra"),
    )
    scene = film_scene(replace(shown, marks=marks), Ui(), Settings(), (1024.0, 640.0))
    letters = [text for text in scene.texts() if text in ("M", "C")]
    assert letters == ["M", "C"]


def test_the_chances_of_a_film_fill_their_row() -> None:
    scene = screen("film", (1024, 640))
    bars = [one.rect.right for one in scene.items if getattr(one, "role", "") == "share"]
    assert max(bars) > 1000
