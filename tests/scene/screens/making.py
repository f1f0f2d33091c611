"""How a screen is made: by an app that is driven as a player drives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.clients.pygame.driver import Driver, welcome
from tests.scene.tables import SceneTable

from carteado.protocol.session_events import Welcomed
from carteado.scene.buraco.advice import buraco_question
from carteado.scene.layout.poker_bar import first_amount
from carteado.scene.poker.advice import question_of
from carteado.scene.words import words_of

__all__ = ["BOTS", "SCREENS", "advised", "named", "sit"]

Make = Callable[[Driver], None]
SCREENS: dict[str, Make] = {}
"""Brings an app that shows the start to the screen of that name."""


def named(name: str, *given: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def keep(make: Callable[..., None]) -> Callable[..., None]:
        assert name not in SCREENS, name
        SCREENS[name] = lambda driver: make(driver, *given)
        return make

    return keep


def sit(
    driver: Driver, table: SceneTable, seat: int | None = None, later_ms: float = 9_000
) -> None:
    """Show a table from a seat: the one whose turn it is, if none is given."""
    at = seat if seat is not None else table.turn or 0
    words = words_of(driver.app.settings.language)
    table.readers[at] = table.reader(at).in_language(words)
    capabilities = ("owner", "ledger", "statistics", "remove", "remove_bot", "waiting")
    driver.app.connect("192.168.1.7:8765")
    driver.tell(Welcomed(welcome=welcome(capabilities=capabilities, bots=BOTS)))
    driver.app.at_table.pages.owns("t-1", owner=True)
    driver.seat_at(table, at)
    driver.app.ui = replace(driver.app.ui, amount=first_amount(table.reader(at)))
    driver.now_ms += later_ms


BOTS = ("caller", "equity", "fair", "random", "tight")


def advised(driver: Driver, table: SceneTable) -> None:
    """The coach's panel, counted at once."""
    sit(driver, table)
    assert driver.app.at_table.current is not None
    reader = driver.app.at_table.current.reader
    picture = reader.picture()
    question = (
        question_of(picture) if hasattr(picture, "board") else buraco_question(reader, picture)
    )
    assert question is not None
    driver.app.at_table.coach._work(question)
    driver.key("F6")
