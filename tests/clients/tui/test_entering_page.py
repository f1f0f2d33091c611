"""Dialogs between a guest and a seat: locked tables, codes, full tables, offered seats."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.tui.driver import SMALL, Driver
from tests.clients.tui.live import seated
from tests.clients.tui.tables import lobby
from tests.e2e.processes import Server

from carteado.client import Client, CommandRefused
from carteado.client.link import Answered, Failed
from carteado.protocol.messages import (
    Join,
    Knock,
    Lock,
    Ok,
    Open,
    SetCode,
    StopWaiting,
    Wait,
    WaitingPlace,
    Watch,
)
from carteado.protocol.session_events import PlaceChanged
from carteado.scene.ui import Settings


def refused(code: str, language: str = "en") -> Driver:
    """The third table of the lobby did not let the player sit down."""
    driver = lobby(SMALL, Settings(name="Ana", reduced=True, language=language))
    driver.session.welcome = driver.welcome_with("waiting")
    driver.key("Down", "Down", "Enter")
    driver.tell(Failed(tag="enter:t-3", error=CommandRefused(code, "no", {})))
    return driver


def asked(driver: Driver, kind: type) -> list[str]:
    return [one.table for _, one in driver.link.asked if isinstance(one, kind)]


def test_enter_knocks_at_a_locked_table() -> None:
    driver = refused("table/locked")
    assert "The table is locked" in driver.text
    assert "▸ Família" in driver.text
    driver.key("Enter")
    assert asked(driver, Knock) == ["t-3"]
    assert asked(driver, Watch) == ["t-3"]


def test_w_watches_instead_and_escape_goes_back_to_the_chosen_line() -> None:
    driver = refused("table/locked")
    driver.key("Escape")
    assert "The table is locked" not in driver.text
    assert "▸ Família" in driver.text
    driver = refused("table/locked")
    driver.key("W")
    assert asked(driver, Watch) == ["t-3"]
    assert asked(driver, Knock) == []


def test_a_code_is_typed_at_once_and_not_kept() -> None:
    driver = refused("table/code")
    assert "The table has a code" in driver.text
    assert driver.session.ui.editing == "join-code"
    driver.session.write("kite")
    driver.key("Enter")
    joins = [one for _, one in driver.link.asked if isinstance(one, Join)]
    assert (joins[-1].table, joins[-1].code) == ("t-3", "kite")
    # A refused code may be corrected; one that let the player in is forgotten.
    driver.tell(Answered(tag="enter:t-3", reply=Ok(id=1, table="t-3")))
    assert "join-code" not in driver.session.ui.texts


def test_an_empty_code_is_asked_for_again() -> None:
    driver = refused("table/code")
    driver.key("Enter")
    assert "Type the code of the table." in driver.text
    assert "The table has a code" in driver.text
    assert len([one for _, one in driver.link.asked if isinstance(one, Join)]) == 1


def test_a_full_table_has_a_waiting_list() -> None:
    driver = refused("table/full")
    driver.key("Enter")
    assert asked(driver, Wait) == ["t-3"]


@pytest.mark.parametrize(("key", "kind"), [("Enter", Join), ("D", StopWaiting)])
def test_an_offered_seat_is_taken_or_declined(key: str, kind: type) -> None:
    driver = lobby(SMALL)
    place = WaitingPlace(
        table="t-1", title="Sexta", place=1, waiting=1, seat=5, time_ms=60_000, now_ms=0
    )
    driver.tell(PlaceChanged(message=place))
    assert "A seat is free for you" in driver.text
    driver.key(key)
    assert asked(driver, kind) == ["t-1"]


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
@pytest.mark.parametrize("code", ["table/locked", "table/code", "table/full"])
def test_no_dialog_is_cut_in_any_language(code: str, language: str) -> None:
    text = refused(code, language).text
    assert "…" not in text.replace("c…", "")


async def test_a_guest_knocks_and_sits_down_and_one_with_the_code_does(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server, Client(server.url, name="Owner") as owner:
        locked = (await owner.request(Open, game="holdem", title="Sexta")).table
        coded = (await owner.request(Open, game="holdem", title="Quinta")).table
        await owner.request(Lock, table=locked)
        await owner.request(SetCode, table=coded, code="kite")
        async with seated(server, None) as player:
            await player.sees("Quinta")
            await player.write("join quinta")
            await player.sees("The table has a code")
            await player.press(*"kite", "enter")
            await player.sees("Waiting for players")
            await player.press("escape", "t")
            await player.sees("Sexta")
            await player.write("join sexta")
            await player.sees("The table is locked")
            await player.press("enter")
            await player.sees("You watch from the rail")
