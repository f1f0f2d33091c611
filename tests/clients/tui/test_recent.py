"""The tables at which a player has sat, in the lobby of the terminal and in the next run."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from tests.clients.tui.driver import LARGE, Driver
from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.engine.table import observer_of, redact_table
from carteado.protocol.messages import Holding
from carteado.protocol.session_events import LiveNow, Snapped
from carteado.scene.control.stays import Stays
from carteado.scene.ui import Settings

NOON = datetime.datetime(2026, 11, 25, 12).timestamp()
DAY = 86_400.0


def at_home(path: Path, seats: tuple[Holding, ...] = (), language: str = "en") -> Driver:
    """A player in the lobby, whose record is kept in a file."""
    driver = Driver(LARGE, Settings(name="Ana", reduced=True, language=language))
    stays: Stays = driver.session.stays
    stays.clock = lambda: NOON
    stays.keep_in(path)
    driver.connect(seats)
    return driver


def hears(driver: Driver, scene_table: SceneTable, seat: int = 0, first: int = 0) -> int:
    """The player hears what happened at a seat of a table since then."""
    events = scene_table.heard[seat]
    view = redact_table(scene_table.table, observer_of(scene_table.table, seat))
    place: dict[str, Any] = {"table": "t-1", "epoch": 1, "seq": 1, "seat": seat}
    snapped = Snapped(**place, reason="asked", before=None, after=view)
    driver.session.at_table.follow("t-1")
    driver.tell(*(events[first:] if first else (snapped, LiveNow(**place))))
    return len(events)


def line(driver: Driver) -> str:
    """The line of the list, '' where there is none."""
    title = driver.session.words("Recent")
    _, _, rest = driver.text.partition(f"── {title} ")
    return " ".join(rest.splitlines()[1].split()) if rest else ""


def cash(**options: Any) -> SceneTable:
    scene_table = SceneTable(readers=(0,), seats=2, format="cash", people=0, **options)
    for seat, name in enumerate(("Ana", "Rui")):
        scene_table.do(commands.Sit(seat=seat, name=name, bot=False))
    return scene_table


def test_a_table_that_was_left_is_listed_with_the_winnings(tmp_path: Path) -> None:
    driver, scene_table = at_home(tmp_path / "recent.json"), cash()
    first = hears(driver, scene_table)
    scene_table.deal()
    scene_table.deal()
    scene_table.act("fold")
    won = scene_table.state.stacks[0] - 1500
    scene_table.do(commands.Leave(seat=0))
    hears(driver, scene_table, first=first)
    driver.session.screen = "lobby"
    result = f"+{won}" if won > 0 else f"−{-won}"
    assert line(driver) == f"Friday table Hold'em 10/20 today, {result}"
    # Another player, and another server, have lists of their own.
    other = at_home(tmp_path / "recent.json", language="de")
    other.session.screen = "lobby"
    other.session.stays.clock = lambda: NOON + DAY
    assert line(other) == f"Friday table Hold'em 10/20 gestern, {result}"
    other.session.settings = Settings(name="Rui")
    assert line(other) == ""


def test_a_seat_that_is_held_is_counted_on_in_the_next_run(tmp_path: Path) -> None:
    driver, scene_table = at_home(tmp_path / "recent.json"), cash()
    hears(driver, scene_table)
    driver.session.close()
    scene_table.deal()
    scene_table.deal()
    scene_table.act("fold")
    again = at_home(tmp_path / "recent.json", (Holding(table="t-1", seat=0),))
    first = hears(again, scene_table)
    scene_table.do(commands.Leave(seat=0))
    hears(again, scene_table, first=first)
    again.session.screen = "lobby"
    won = scene_table.heard[0][-1].event.stack - 1500
    assert line(again).endswith(f"today, {'+' if won > 0 else '−'}{abs(won)}")


@pytest.mark.parametrize("text", ["", "{", "[1, {}]", '[{"server": 5}]', "[" * 100_000])
def test_a_damaged_record_is_an_empty_one(text: str, tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    path.write_text(text)
    assert at_home(path).session.stays.recent() == []


def test_the_record_is_private_and_bounded(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    driver = at_home(path)
    hears(driver, cash())
    (one,) = json.loads(path.read_text())
    path.write_text(json.dumps([{**one, "table": f"t-{n}", "open": False} for n in range(500)]))
    again = at_home(path)
    hears(again, cash())
    assert len(json.loads(path.read_text())) == 60
    assert path.stat().st_mode & 0o077 == 0
