"""Every screen of the window fits: at two sizes, with large text, in every language."""

from __future__ import annotations

import pytest
from tests.scene.checks import cut, shrunken_texts
from tests.scene.screens.every import NAMES, screen

from carteado.scene.layout.frame import logical_size
from carteado.scene.ui import Settings


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
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_nothing_is_cut_in_any_language_or_with_large_text(
    name: str, size: tuple[int, int], language: str, text: float
) -> None:
    assert cut(screen(name, size, Settings(language=language, text=text))) == []
