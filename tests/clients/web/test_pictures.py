"""The screens look as in docs/web.md, apart from the fonts of the machine."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat
from tests.clients.web.browser import Desk
from tests.clients.web.pictures import FOLDER, PICTURES, taken

pytestmark = pytest.mark.exhaustive

GRAIN = 12
"""Pixels that are averaged to one: letters blur, places and colours stay."""

MOST = 5.0
"""Mean difference of the averaged pixels, of 255."""


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ on average."""
    size = (one.width // GRAIN, one.height // GRAIN)
    blurred = [image.resize(size, Image.Resampling.BOX) for image in (one, other)]
    return max(ImageStat.Stat(ImageChops.difference(*blurred)).mean)


@pytest.mark.parametrize("name", PICTURES)
async def test_a_screen_looks_as_it_did(desk: Desk, name: str) -> None:
    known = Image.open(FOLDER / f"{name}.png").convert("RGB")
    found = await taken(desk, name)
    assert found.size == known.size
    assert difference(found, known) < MOST, "look at it; python -m tests.clients.web.pictures"


def test_another_screen_is_another_picture() -> None:
    pictures = {
        name: Image.open(FOLDER / f"{name}.png").convert("RGB")
        for name, (size, _) in PICTURES.items()
        if size == PICTURES["phone"][0]
    }
    first = pictures.pop("phone")
    assert all(difference(first, other) > MOST for other in pictures.values())
