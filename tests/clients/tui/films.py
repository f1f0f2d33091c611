"""Replays in a known state, for pictures and tests of the replay page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.clients.tui.driver import SMALL, Driver
from tests.scene.tables import KeptTable

from carteado.scene.control.films import film_seen
from carteado.scene.film import Film
from carteado.scene.ui import Settings
from carteado.scene.words import words_of


def checked_down(seats: int = 3, hands: int = 2, **options: Any) -> KeptTable:
    """Hands in which everybody calls and checks to the end."""
    table = KeptTable(seats=seats, **options)
    while table.state.hand < hands:
        table.deal()  # the first one draws for the button
        while table.turn is not None:
            legal = table.table.game.legal(table.state, table.turn)
            table.act("check" if legal.check else "call")
    return table


def a_deal_of_buraco() -> KeptTable:
    table = KeptTable("buraco", seed=4)
    table.deal()
    while table.turn is not None:
        table.random_act()
    return table


def film(table: KeptTable, eyes: str = "all", language: str = "en") -> Film:
    return replace(film_seen(table.events, eyes, words_of(language)), title="friday.log")


def replaying(
    table: KeptTable, eyes: str = "all", size: tuple[int, int] = SMALL, language: str = "en"
) -> Driver:
    """A terminal that shows the replay of a table and nothing else."""
    driver = Driver(size, Settings(name="Ana", reduced=True, language=language))
    driver.session.show(film(table, eyes, language), alone=True)
    return driver
