"""Logs and replays for the tests of the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.clients.pygame.driver import Driver
from tests.scene.tables import KeptTable

from carteado.scene.control.films import film_seen, read_film
from carteado.scene.film import Film, film_of
from carteado.scene.words import words_of

__all__ = ["EN", "LOGS", "film", "going_out", "opened", "played"]

EN = words_of("en")
LOGS = Path("tests/golden/logs")


def played(game: str = "holdem", steps: int = 60, **options: Any) -> KeptTable:
    scene_table = KeptTable(game, **options)
    for _ in range(steps):
        if scene_table.turn is not None:
            scene_table.random_act()
        elif scene_table.table.game.pack(scene_table.state) is not None:
            scene_table.deal()
    return scene_table


def film(eyes: int | None = None, *, open_hands: bool = False, game: str = "holdem") -> Film:
    options = {} if game == "buraco" else {"seats": 3}
    scene_table = played(game, **options)
    return film_of(scene_table.events, EN, eyes=eyes, open_hands=open_hands)


def going_out() -> list[Any]:
    """A deal of Buraco after which the log says that a pair went out."""
    log = read_film(LOGS / "buraco-italiano.carteado", "all", EN).log
    end = next(at for at, event in enumerate(log) if event.type == "deal_scored")
    return [*log[:end], replace(log[end], out=0)]


def opened(events: list[Any], eyes: str = "all", size: tuple[int, int] = (1024, 640)) -> Driver:
    driver = Driver(size)
    driver.app.show(film_seen(events, eyes, EN))
    return driver
