"""The time until the next deal, as window and terminal show it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clients.pygame.driver import Driver
from tests.clients.tui.driver import LARGE, SMALL
from tests.clients.tui.driver import Driver as Terminal
from tests.scene.checks import cut
from tests.scene.tables import SceneTable

from carteado.client.notices import Lost
from carteado.protocol.messages import DealClock
from carteado.protocol.session_events import DealTimed, Snapped
from carteado.protocol.session_messages import message_of, tell
from carteado.scene.ui import Settings

GAMES = pytest.mark.parametrize(
    ("game", "word"),
    [("holdem", "Next hand"), ("quick-holdem", "Next hand"), ("buraco", "Next deal")],
)


def timed(time_ms: int | None) -> DealTimed:
    return DealTimed(table="t-1", message=DealClock(table="t-1", time_ms=time_ms, now_ms=7))


def ended(game: str, language: str = "en") -> SceneTable:
    """A table whose deal is over."""
    seats: dict[str, Any] = {} if game == "buraco" else {"seats": 3}
    table = SceneTable(game, readers=(0, 1, 2), seed=5, language=language, **seats)
    while not table.state.deal if game == "buraco" else table.state.hand < 1:
        table.deal()
    while table.turn is not None:
        table.default()
    return table


def window(game: str, *, reduced: bool = False) -> tuple[Driver, SceneTable]:
    driver, table = Driver((1440, 900), Settings(name="Marta", reduced=reduced)), ended(game)
    driver.seat_at(table)
    return driver, table


def said(driver: Driver | Terminal, later_ms: float = 0.0) -> list[str]:
    """The sentences about the next deal."""
    shown = driver.page(later_ms) if isinstance(driver, Terminal) else driver.scene(later_ms)
    texts = shown.text.splitlines() if isinstance(driver, Terminal) else shown.texts()
    return [text for text in texts if " in " in text and "Next" in text]


@GAMES
def test_the_window_counts_down_once_a_second(game: str, word: str) -> None:
    driver, _ = window(game)
    assert said(driver) == []
    driver.link.incoming.append(timed(5_000))
    assert all(f"{word} in 5 s" in text for text in said(driver))
    assert said(driver)
    assert driver.app.wait_ms() == 1_000.0
    assert all(f"{word} in 5 s" in text for text in said(driver, 999.0))
    assert driver.app.wait_ms() == pytest.approx(1.0)
    assert all(f"{word} in 4 s" in text for text in said(driver, 1.0))
    # The server deals when it is ready: nothing is promised beyond the time.
    assert said(driver, 4_000.0) == []
    assert driver.app.wait_ms() > 1_000.0


@GAMES
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_terminal_counts_down(game: str, word: str, size: tuple[int, int]) -> None:
    driver = Terminal(size)
    driver.seat_at(ended(game))
    driver.tell(timed(5_000))
    assert said(driver)
    assert all(f"{word} in 5 s" in line for line in said(driver))
    assert all(f"{word} in 3 s" in line for line in said(driver, 2_000.0))
    if game == "buraco":
        driver.key("Escape")  # behind the score sheet it stands too
        assert f"{word} in 3 s" in driver.text
    driver.tell(timed(None))
    assert said(driver) == []


@GAMES
def test_reduced_motion_still_counts_whole_seconds(game: str, word: str) -> None:
    driver, _ = window(game, reduced=True)
    driver.link.incoming.append(timed(5_000))
    assert all(f"{word} in 5 s" in text for text in said(driver))
    assert driver.app.wait_ms() == 1_000.0
    assert all(f"{word} in 4 s" in text for text in said(driver, 1_000.0))
    assert said(driver)


@GAMES
def test_a_planned_deal_is_forgotten_when_the_plan_the_connection_or_the_table_changes(
    game: str, word: str
) -> None:
    driver, table = window(game)
    reader = driver.app.at_table.current.reader
    snapped = Snapped(
        table="t-1", epoch=1, seq=9, seat=0, reason="asked", before=None, after=reader.table
    )
    for change in (timed(None), Lost(reason="gone", attempt=1, retry_ms=1), snapped):
        assert reader.take(timed(5_000), 0.0).coming(1_000.0) == f"{word} in 4 s"
        assert reader.take(timed(5_000), 0.0).take(change, 1.0).coming(1_000.0) == ""
    driver.tell(timed(5_000))
    for heard in table.heard.values():
        heard.clear()
    table.deal()
    driver.tell(*table.heard[0])
    assert said(driver) == []


def test_a_new_game_that_begins_by_itself_is_named_so() -> None:
    table = SceneTable("buraco", readers=(0,), seed=2, target=100)
    while table.state.winner is None:
        table.deal()
        while table.turn is not None:
            table.random_act()
    assert table.reader(0).take(timed(2_000), 0.0).coming(0.0) == "New game in 2 s"


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
@pytest.mark.parametrize("game", ["holdem", "buraco"])
@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_sentence_is_not_cut(
    game: str, language: str, size: tuple[int, int], text: float
) -> None:
    driver = Driver(size, Settings(name="Marta", language=language, text=text))
    driver.seat_at(ended(game, language))
    before = cut(driver.scene())
    driver.tell(timed(10_000))
    assert cut(driver.scene()) == before


def test_a_program_on_a_pipe_reads_the_message_and_lines_stay_as_they_were() -> None:
    assert message_of(timed(5_000)) == timed(5_000).message
    assert tell(timed(5_000)) == ()
