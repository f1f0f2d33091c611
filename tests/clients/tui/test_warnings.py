"""What the terminal table warns of: repeated decks, dropped nonces, stuck stores, unknown games."""

from __future__ import annotations

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.protocol.session_events import ChatHeard, DealFlawed, Snapped, TableWaits, Unreadable


def at_table(size: tuple[int, int]) -> Driver:
    driver = Driver(size)
    scene_table = SceneTable(seats=3, readers=(0,))
    scene_table.deal()
    driver.seat_at(scene_table)
    return driver


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_deck_that_is_dealt_again_is_warned_of_at_once(size: tuple[int, int]) -> None:
    driver = at_table(size)
    driver.tell(DealFlawed(table="t-1", deal=2, kind="redealt", message="another deck"))
    assert "! Deal 2: The server committed to another deck" in driver.text
    driver.page(120_000.0)
    assert "! Deal 2: The server committed to another deck" in driver.text
    driver.key("Escape")
    assert "! Deal 2" not in driver.text
    log = driver.session.at_table.current.reader.story.log
    assert "carteado verify" in log.lines[-1].text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_dropped_nonce_is_warned_of_at_once(size: tuple[int, int]) -> None:
    driver = at_table(size)
    driver.tell(DealFlawed(table="t-1", deal=2, kind="dropped", message="without your nonce"))
    assert "! Deal 2: The cut left out your nonce" in driver.text


def test_a_table_that_waits_for_the_store_says_why_and_that_it_goes_on() -> None:
    driver = at_table(SMALL)
    reason = "store_unreachable"
    driver.tell(TableWaits(table="t-1", reason=reason, since_ms=0, now_ms=5_000))
    assert "The server does not reach its store. The table waits" in driver.text
    assert "(5 s)" in driver.text
    driver.tell(TableWaits(table="t-1", reason=None, since_ms=0, now_ms=9_000))
    assert "Play goes on after 9 s." in driver.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_server_that_sends_no_cards_closes_the_table_with_a_sentence(
    size: tuple[int, int],
) -> None:
    driver = at_table(size)
    sentence = "The server sent something that is not a card: 'Zx'."
    driver.tell(Unreadable(problem="'Zx' is not a card", table="t-1", card="Zx"))
    assert f"! {sentence}" in driver.text
    driver.tell(Unreadable(problem="'Zx' is not a card", table="t-1", card="Zx", final=True))
    driver.key("Escape")
    assert "This table is closed" in driver.text
    assert sentence in driver.text
    driver.key("Enter")
    assert driver.session.screen == "lobby"


def test_a_watcher_cannot_chat_as_a_player() -> None:
    """A name may look like the beginning of a line, so the rail stands before it."""
    driver = at_table(LARGE)
    driver.tell(
        ChatHeard(table="t-1", seat=None, name="Rui: I fold. Zoe", text="ok", channel="rail")
    )
    assert "rail, Rui: I fold. Zoe: ok" in driver.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_game_that_is_not_installed_is_shown_in_the_newest_lines_of_the_server(
    size: tuple[int, int],
) -> None:
    driver = Driver(size)
    driver.connect()
    driver.session.at_table.open("t-1")
    lines = tuple(f"Trick {number} to Rui." for number in range(1, 101))
    driver.tell(
        Snapped(
            table="t-1",
            epoch=1,
            seq=5,
            seat=0,
            reason="asked",
            before=None,
            after=None,
            lines=lines,
        )
    )
    assert "Trick 100 to Rui." in driver.text
    driver.key("?", "Escape", "Escape")
    assert "t-1" in driver.text
