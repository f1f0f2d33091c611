"""Replays as pictures; see `test_screens`."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.clients.tui.driver import LARGE, SMALL
from tests.clients.tui.films import a_deal_of_buraco, checked_down, replaying
from tests.clients.tui.pictures import SvgExtension, picture_of


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SvgExtension)


SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])


@SIZES
async def test_poker(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    driver = replaying(checked_down(6), size=size)
    driver.key(">", "]", "]")
    assert await picture_of(driver) == picture


async def test_ten_seats(picture: SnapshotAssertion) -> None:
    driver = replaying(checked_down(10, 1))
    driver.key(">", "]")
    assert await picture_of(driver) == picture


@SIZES
async def test_buraco(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    driver = replaying(a_deal_of_buraco(), size=size)
    driver.key(">", "C", "C", "C")
    assert await picture_of(driver) == picture


@pytest.mark.parametrize("language", ["de", "pt_BR"])
@pytest.mark.parametrize("game", ["holdem", "buraco"])
async def test_language(game: str, language: str, picture: SnapshotAssertion) -> None:
    table = a_deal_of_buraco() if game == "buraco" else checked_down(6)
    driver = replaying(table, language=language)
    driver.key(">", "]", "]")
    assert "…" not in driver.text
    assert await picture_of(driver) == picture


@pytest.mark.parametrize("key", ["o", "x", "question_mark"], ids=["chances", "share", "help"])
async def test_dialog(key: str, picture: SnapshotAssertion) -> None:
    driver = replaying(checked_down(6))
    driver.key(">", "]")
    assert await picture_of(driver, key) == picture
