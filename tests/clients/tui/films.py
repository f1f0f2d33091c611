"""Replays in a known state, for pictures and tests of the replay page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.clients.tui.driver import SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.scene.control.films import film_seen
from carteado.scene.film import Film
from carteado.scene.ui import Settings
from carteado.scene.words import words_of


class Kept(SceneTable):
    """A table whose events are kept."""

    def __init__(self, game: str = "holdem", **options: Any) -> None:
        self.events: list[Any] = []
        super().__init__(game, **options)
        self.events.insert(0, self.table.opened)

    def _publish(self, event: Any) -> None:
        self.events.append(event)
        super()._publish(event)

    def until_the_end_of_a_deal(self) -> None:
        while self.turn is not None:
            self.random_act()


def checked_down(seats: int = 3, hands: int = 2, **options: Any) -> Kept:
    """Hands in which everybody calls and checks to the end."""
    table = Kept(seats=seats, **options)
    while table.state.hand < hands:
        table.deal()  # the first one draws for the button
        while table.turn is not None:
            legal = table.table.game.legal(table.state, table.turn)
            table.act("check" if legal.check else "call")
    return table


def a_deal_of_buraco() -> Kept:
    table = Kept("buraco", seed=4)
    table.deal()
    table.until_the_end_of_a_deal()
    return table


def film(table: Kept, eyes: str = "all", language: str = "en") -> Film:
    return replace(film_seen(table.events, eyes, words_of(language)), title="friday.log")


def screening(
    table: Kept, eyes: str = "all", size: tuple[int, int] = SMALL, language: str = "en"
) -> Driver:
    """A terminal that shows the replay of a table and nothing else."""
    driver = Driver(size, Settings(name="Ana", reduced=True, language=language))
    driver.session.show(film(table, eyes, language), alone=True)
    return driver
