"""Reduced motion: nothing moves, nothing waits, and clocks go in steps of a second."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clients.pygame.driver import Driver
from tests.scene.tables import SceneTable

from carteado.client.notices import Lost
from carteado.scene.shapes import Box, CardShape, Rect, Ring
from carteado.scene.ui import Settings
from carteado.scene.waiting import GUARD_MS

FRAME_MS = 16.0


def seated(game: str = "holdem", *, reduced: bool = True, **options: Any) -> tuple[Driver, Any]:
    """A player of this seat, whose turn it is."""
    people = 4 if game == "buraco" else 3
    seats = {} if game == "buraco" else {"seats": people}
    table = SceneTable(game, readers=tuple(range(people)), **seats, **options)
    table.deal()
    if game != "buraco":
        table.deal()
    driver = Driver((1440, 900), Settings(name="Marta", reduced=reduced))
    assert table.turn is not None
    driver.seat_at(table, table.turn)
    for heard in table.heard.values():
        heard.clear()
    return driver, table


def frames(driver: Driver, count: int) -> list[Any]:
    """What is drawn in the next frames, without the steps of a clock."""
    return [
        tuple(one for one in driver.scene(FRAME_MS).items if isinstance(one, CardShape))
        for _ in range(count)
    ]


def filled(driver: Driver, later_ms: float, colour: str) -> list[Rect]:
    """The places of what has a colour after some time."""
    items = driver.scene(later_ms).items
    return [one.rect for one in items if isinstance(one, Box) and one.fill == colour]


@pytest.mark.parametrize("reduced", [True, False])
def test_the_cards_of_a_runout_lie_there_at_once(reduced: bool) -> None:
    driver, table = seated(reduced=reduced)
    seat = table.turn
    table.act("all_in")
    table.act("all_in")
    table.act("all_in")
    driver.tell(*table.heard[seat])
    board = [len(set(driver.app.at_table.current.shown.picture().board))]
    first, *rest = frames(driver, 60)
    board.append(len(set(driver.app.at_table.current.shown.picture().board)))
    assert (board == [5, 5]) is reduced
    assert (rest == [first] * 59) is reduced
    assert driver.app.at_table.current.busy is not reduced


@pytest.mark.parametrize("reduced", [True, False])
@pytest.mark.parametrize(("game", "action"), [("holdem", "call"), ("buraco", "draw")])
def test_an_event_shows_at_once_and_does_not_move(game: str, action: str, reduced: bool) -> None:
    driver, table = seated(game, reduced=reduced)
    seat = table.turn
    table.act(action)
    driver.tell(*table.heard[seat])
    driver.app.at_table.current.choose(table.reader(seat))
    scenes = [driver.scene(FRAME_MS).items for _ in range(20)]
    moved = [one for one in scenes if _placed(one) != _placed(scenes[-1])]
    assert (moved == []) is reduced


def _placed(items: Any) -> list[Any]:
    """Everything but the rings and bars of clocks."""
    return [one for one in items if not isinstance(one, Ring) and _role(one) != "timer"]


def _role(item: Any) -> str:
    return str(getattr(item, "role", ""))


@pytest.mark.parametrize("game", ["holdem", "buraco"])
def test_a_clock_goes_in_steps_of_a_second_and_is_never_late(game: str) -> None:
    driver, _ = seated(game)
    reader = driver.app.at_table.current.reader
    assert reader.clock is not None
    driver.now_ms = reader.clock.since_ms + 1_300.0
    early, late = driver.scene(0.0), driver.scene(600.0)
    assert early.items == late.items
    # The window sleeps until the second is over, not for a second.
    assert driver.app.wait_ms() == pytest.approx(100.0)
    assert driver.scene(101.0).items != late.items


def test_the_guard_of_a_call_does_not_shrink_and_ends_in_time() -> None:
    driver, table = seated()
    table.now_ms = driver.now_ms
    table.act("raise", to=80)
    driver.seat_at(table, table.turn)
    since = driver.app.at_table.current.shown.guard.raised_ms
    assert since is not None
    driver.now_ms = since
    lines = [filled(driver, 100.0, "warn") for _ in range(5)]
    assert lines[0]
    assert lines == [lines[0]] * 5
    assert driver.app.wait_ms() == pytest.approx(GUARD_MS - 500.0)
    assert driver.target("act:call").enabled is False
    driver.now_ms = since + GUARD_MS
    assert driver.target("act:call").enabled is True


@pytest.mark.parametrize("game", ["holdem", "buraco"])
def test_the_dashes_of_a_lost_connection_stand_still(game: str) -> None:
    driver, _ = seated(game)
    driver.tell(Lost(reason="gone", retry_ms=1, attempt=1))
    dashes = [
        [
            one.rect
            for one in driver.scene(later).items
            if isinstance(one, Box) and one.fill == "info"
        ]
        for later in (10.0, 50.0, 1_000.0)
    ]
    assert dashes[0]
    assert dashes == [dashes[0]] * 3
    assert driver.app.wait_ms() == 1_000.0
