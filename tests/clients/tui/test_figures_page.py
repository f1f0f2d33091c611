"""Statistics and ledger at the terminal: figures with samples, bars and curves in cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.pictures import SvgExtension, picture_of
from tests.clients.tui.tables import lobby, my_turn
from tests.scene.test_table_page import ledger, statistics

from carteado.client.link import Answered
from carteado.engine.plain import to_plain
from carteado.engine.tables.figures import Figure
from carteado.protocol.messages import Ledger, Ok, Statistics
from carteado.protocol.session_events import Welcomed
from carteado.scene.ui import Settings
from carteado.scene.words import words_of

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SvgExtension)


def answer(driver: Driver, kind: type[Any], result: Any) -> Any:
    """Answer the last request of a kind; the request."""
    tag, asked = next(one for one in reversed(driver.link.asked) if isinstance(one[1], kind))
    driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-1", result=result)))
    return asked


def figures(size: tuple[int, int] = SMALL, players: int = 6) -> Driver:
    driver = my_turn(size)
    driver.session.welcome = driver.welcome_with("owner", "ledger", "statistics")
    driver.key("F7", "F3")
    driver.page()
    data = {"players": [to_plain(one) for one in statistics(players)]}
    asked = answer(driver, Statistics, data)
    assert asked.table == "t-1"
    return driver


def books(size: tuple[int, int] = SMALL, players: int = 6, language: str = "en") -> Driver:
    driver = my_turn(size, Settings(name="Ana", reduced=True, language=language))
    driver.session.welcome = driver.welcome_with("owner", "ledger", "statistics")
    driver.key("F7")
    driver.page()
    answer(driver, Ledger, ledger(players))
    return driver


def test_figures_have_their_samples_and_a_player_is_chosen_by_the_arrows() -> None:
    driver = figures()
    assert "hands" in driver.text
    assert "of 48" in driver.text
    assert "▸ Marta" in driver.text.replace("▸Marta", "▸ Marta")
    driver.key("Down", "Down")
    row = next(row for row in driver.text.split("\n") if "▸" in row)
    assert "Rui" in row or "Bia" in row


def test_bars_show_wins_and_losses() -> None:
    driver = figures()
    driver.key("P")
    assert "Compared: chips won" in driver.text
    assert "█" in driver.text
    assert "−12.5" in driver.text
    driver.key("P")
    assert "Compared" not in driver.text


def test_all_tables_can_be_counted() -> None:
    driver = figures()
    driver.key("A")
    driver.page()
    asked = answer(driver, Statistics, {"players": []})
    assert asked.table is None
    assert "Counted: All tables" in driver.text
    assert "There are no statistics yet" in driver.text


def test_the_ledger_has_curves_over_the_deals() -> None:
    small = books()
    assert "Who pays whom" in small.text
    small.key("P")
    assert "Results over the hands" in small.text
    assert "Hand 40" in small.text
    large = books(LARGE)
    assert "Who pays whom" in large.text
    assert "Results over the hands" in large.text
    for name in ("Marta", "Rui", "Bia"):
        assert large.text.count(name) >= 2


@pytest.mark.parametrize("guests", [0, 20])
def test_a_long_ledger_is_read_to_its_end(guests: int) -> None:
    driver = my_turn(SMALL)
    driver.session.welcome = driver.welcome_with("owner", "ledger")
    driver.key("F7")
    driver.page()
    book = ledger(8)
    book["players"] += [{**book["players"][0], "name": f"Guest {at}"} for at in range(guests)]
    answer(driver, Ledger, book)
    seen = driver.text
    for _ in range(3):
        driver.key("PageDown")
        seen += driver.text
    for one in book["players"]:
        assert str(one["name"]) in seen
    assert "Total" in seen
    assert "Rui pays Marta" in driver.text
    driver.key("PageUp", "PageUp", "PageUp")
    assert "1,120" in driver.text


@pytest.mark.parametrize("players", [2, 10])
@SIZES
def test_names_of_curves_do_not_hide_one_another(players: int, size: tuple[int, int]) -> None:
    driver = books(size, players)
    if "Results over the hands" not in driver.text:
        driver.key("P")
    for one in ledger(players)["players"]:
        assert str(one["name"]) in driver.text


def test_the_statistics_of_a_whole_server_from_the_lobby() -> None:
    driver = lobby(SMALL)
    driver.session.welcome = driver.welcome_with("statistics")
    driver.key("S")
    driver.page()
    asked = answer(driver, Statistics, {"players": [to_plain(one) for one in statistics(3)]})
    assert asked.table is None
    assert "All tables" in driver.text
    driver.key("Down", "Enter", "P")
    assert "Compared" in driver.text
    driver.key("Escape")
    assert "Open a table" in driver.text


def test_the_menu_leads_to_the_statistics_of_a_server() -> None:
    driver = Driver()
    driver.key("S")
    driver.session.write("10.0.0.7")
    driver.key("Enter")
    driver.tell(Welcomed(welcome=driver.welcome_with("statistics")))
    driver.page()
    answer(driver, Statistics, {"players": [to_plain(one) for one in statistics(3)]})
    assert "of 48" in driver.text


def test_a_server_without_statistics_says_so() -> None:
    driver = lobby(SMALL)
    driver.key("S")
    assert "This server keeps no statistics." in driver.text


@SIZES
async def test_statistics(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(figures(size, 10)) == picture


async def test_bars(picture: SnapshotAssertion) -> None:
    assert await picture_of(figures(), "p") == picture


@SIZES
async def test_ledger(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(books(size)) == picture


async def test_curves(picture: SnapshotAssertion) -> None:
    assert await picture_of(books(), "p") == picture


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_no_heading_of_the_ledger_is_cut(language: str) -> None:
    driver = books(language=language)
    assert "…" not in driver.text
    amounts = next(row for row in driver.text.splitlines() if "Marta" in row).split()
    assert len(amounts) == 7


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_titles_and_values_of_figures_are_never_cut(language: str) -> None:
    driver = my_turn(SMALL, Settings(name="Ana", reduced=True, language=language))
    driver.session.welcome = driver.welcome_with("owner", "ledger", "statistics")
    driver.key("F7", "F3")
    driver.page()
    one = statistics(1)[0]
    best = Figure(
        name="best_hand",
        title="best hand shown",
        kind="word",
        of=1_248,
        word="straight flush, queen high",
    )
    results = replace(one.sections[0], figures=(*one.sections[0].figures, best))
    answer(driver, Statistics, {"players": [to_plain(replace(one, sections=(results,)))]})
    assert "…" not in driver.text
    assert words_of(language)("best hand shown") in driver.text
