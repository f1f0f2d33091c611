"""The Buraco table as pictures: `pytest --snapshot-update` draws them again; then look at each."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.clients.tui.buraco_tables import buraco, buraco_played, coached, select
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.pictures import SvgExtension, picture_of
from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.scene.ui import Settings


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SvgExtension)


def staged(size: tuple[int, int], cards: int = 24) -> Driver:
    """Two cards to a run, a new run, and a discard, none of it sent."""
    driver = buraco(size, cards=cards)
    select(driver, "JS", "QS")
    driver.key("f")
    select(driver, "8H", "9H", "TH")
    driver.key("n", "Space", "D")
    driver.key("Right", "Right", "Space")
    return driver


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_turn(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(staged(size)) == picture


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_forty_cards(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(staged(size, 45)) == picture


@pytest.mark.parametrize("keys", [("p",), ("w",), ("f3",)], ids=["pile", "words", "rules"])
async def test_dialog(keys: tuple[str, ...], picture: SnapshotAssertion) -> None:
    assert await picture_of(staged(SMALL), *keys) == picture


async def test_score_sheet(picture: SnapshotAssertion) -> None:
    assert await picture_of(buraco_played(SMALL), "f2") == picture


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
def test_the_score_sheet_of_a_watcher_keeps_the_pairs_apart_and_names_no_empty_seat(
    size: tuple[int, int],
) -> None:
    names = ("Sebastião-Xavier",) * 4
    scene_table = SceneTable("buraco", readers=(None,), seed=2, names=names, target=100)
    while scene_table.state.winner is None:
        scene_table.deal()
        while scene_table.turn is not None:
            scene_table.random_act()
    # During a match the seat would be kept.
    scene_table.do(commands.Leave(seat=1))
    driver = Driver(size)
    driver.seat_at(scene_table, None)
    driver.key("F2")
    assert "  seat 0 & seat 2  seat 1 & seat 3" in driver.text
    driver.key("End")
    assert "seat 1: " in driver.text
    assert "Sebastião-Xavier (seat 2): " in driver.text


async def test_german(picture: SnapshotAssertion) -> None:
    settings = Settings(name="Ana", reduced=True, language="de")
    assert await picture_of(buraco(SMALL, settings=settings)) == picture


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_coach(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    driver = coached(size)
    driver.key("F6")
    assert await picture_of(driver) == picture
