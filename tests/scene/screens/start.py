"""The start, the lobby, ways to a seat, and ends."""

from __future__ import annotations

import datetime
import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.clients.pygame.driver import Driver, welcome
from tests.scene.screens.making import BOTS, SCREENS, named, sit
from tests.scene.screens.poker import hand

from carteado.client import CannotReach, CommandRefused, SessionEnded, VersionRefused
from carteado.client.link import Ended, Failed, Listed
from carteado.client.notices import Lost
from carteado.engine.table import TableClosed
from carteado.protocol import messages as wire
from carteado.protocol.session_events import Welcomed
from carteado.scene.shapes import Intent

# Start, lobby


__all__ = ["SCREENS", "remembers", "stay"]


@named("start")
def start(driver: Driver) -> None:
    pass


@named("start-recent")
def recent(driver: Driver) -> None:
    driver.app.change(
        replace(
            driver.app.settings, recent=("192.168.1.7:8765", "cards.example.org", "kitchen:8765")
        )
    )
    driver.app.connecting.search = FoundServers()


NOON = datetime.datetime(2026, 11, 25, 12).timestamp()


def stay(title: str, *, days: int = 0, **more: Any) -> dict[str, Any]:
    """A stay as the record in a file holds it."""
    plain = {
        "server": "192.168.1.7:8765",
        "player": "Marta",
        "table": title.lower(),
        "title": title,
        "game": "holdem",
        "options": "5/10",
        "open": False,
        "last": NOON - days * 86_400.0,
        "brought": 1_500,
        "won": 340,
        "points": None,
    }
    return {**plain, **more}


STAYS = (
    stay("Friday table", days=1),
    stay("Sunday Buraco", days=3, game="buraco", won=None, points=[2_310, 1_840]),
    stay("Heads-up", days=4, won=-1_500, server="cards.example.org", open=True),
    stay("The book", days=30, won=None),
)


def remembers(driver: Driver, stays: Sequence[Any]) -> None:
    """The player has a record of earlier runs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recent.json"
        path.write_text(json.dumps(stays), encoding="utf-8")
        driver.app.stays.clock = lambda: NOON
        driver.app.stays.keep_in(path)


@named("start-tables")
def start_tables(driver: Driver) -> None:
    recent(driver)
    remembers(driver, STAYS)


@named("start-tables-only")
def start_tables_only(driver: Driver) -> None:
    remembers(driver, STAYS)


class FoundServers:
    """A search that has found two servers."""

    running, problem = False, ""

    def __init__(self) -> None:
        self.servers = (("ws://192.168.1.7:8765", tables()), ("ws://192.168.1.9:8765", None))

    def start(self) -> None:
        """Nothing more is found."""


@named("start-error")
def start_error(driver: Driver) -> None:
    driver.app.connect("kitchen:8765")
    driver.tell(Ended(error=CannotReach("no")))


@named("start-version")
def start_version(driver: Driver) -> None:
    driver.app.connect("kitchen:8765")
    driver.tell(Ended(error=VersionRefused("no")))


@named("start-version-tables")
def start_version_tables(driver: Driver) -> None:
    start_tables(driver)
    start_version(driver)


@named("connecting")
def connecting(driver: Driver) -> None:
    driver.app.connect("kitchen:8765")


class RunningHost:
    """A server of this window."""

    url, problem, running, earlier = "ws://192.168.1.7:8765", "", True, False

    def stop(self) -> None:
        """It stops."""

    def leave(self) -> None:
        """It stays."""


@named("host")
def host(driver: Driver) -> None:
    driver.app.own_server.make_host = RunningHost
    driver.press("host")


@named("host-stop")
def host_stop(driver: Driver) -> None:
    host(driver)
    driver.app.connecting.search = FoundServers()
    driver.key("F9")


@named("host-quit")
def host_quit(driver: Driver) -> None:
    driver.app.own_server.make_host = RunningHost
    driver.press("host")
    driver.app.quit()


def tables() -> tuple[wire.TableInfo, ...]:
    """Tables of a lobby."""

    def info(game: str, title: str, people: Sequence[str], seats: int, **options: Any) -> Any:
        sat = tuple(
            wire.SeatInfo(
                name=people[at] if at < len(people) else None,
                bot=at < len(people) and "bot" in people[at],
                stack=1_500,
                connected=True,
            )
            for at in range(seats)
        )
        return wire.TableInfo(
            table=title.lower(),
            title=title,
            game=game,
            options=options,
            settings={},
            seats=sat,
            deals=12,
            over=False,
            watching=1,
        )

    blinds = {"small_blind": 5, "big_blind": 10}
    return (
        info("holdem", "Friday table", ("Marta", "Rui", "Bia", "Jonas"), 6, **blinds),
        info("holdem", "Heads-up", ("Ana", "Tight bot"), 2, **blinds),
        info("buraco", "Sunday Buraco", ("Clara", "Otto"), 4),
        info("quick-holdem", "Quick", (), 4),
        info("poker-face", "The book", ("Kofi",), 1),
    )


def in_lobby(driver: Driver, seats: tuple[wire.Holding, ...] = ()) -> None:
    driver.app.connect("192.168.1.7:8765")
    capabilities = ("owner", "ledger", "statistics", "waiting")
    driver.tell(Welcomed(welcome=welcome(seats, BOTS, capabilities=capabilities)))


@named("lobby")
def lobby(driver: Driver) -> None:
    in_lobby(driver)
    driver.tell(Listed(tables=tables()))


@named("lobby-notice")
def told_in_the_lobby(driver: Driver) -> None:
    in_lobby(driver)
    driver.app.now_ms = driver.now_ms
    driver.app.say("Sunday Buraco is no longer open.", error=True)


@named("lobby-empty")
def lobby_empty(driver: Driver) -> None:
    in_lobby(driver)
    driver.tell(Listed(tables=()))


def _forms() -> None:
    for game in ("holdem", "quick-holdem", "buraco", "poker-face"):
        named(f"new-{game}")(lambda driver, game=game: new_table(driver, game))
        named(f"new-{game}-options")(
            lambda driver, game=game: new_table(driver, game, options=True)
        )


def new_table(driver: Driver, game: str, *, options: bool = False) -> None:
    lobby(driver)
    driver.app.do(Intent("new-game", game))
    if options:
        driver.app.do(Intent("sheet", "options"))


_forms()

# Ways to a seat, and ends


def _refusals() -> None:
    for code in ("locked", "code", "full"):
        named(f"enter-{code}")(lambda driver, code=code: refused(driver, f"table/{code}"))
    for name, error in {
        "replaced": SessionEnded("session/replaced", "no"),
        "kicked": SessionEnded("session/kicked", "no"),
        "version": VersionRefused("no"),
    }.items():
        named(f"end-{name}")(lambda driver, error=error: ended(driver, error))


def refused(driver: Driver, code: str) -> None:
    lobby(driver)
    driver.app.enter("t-1")
    driver.tell(Failed(tag="enter:t-1", error=CommandRefused(code, "no", {})))


def ended(driver: Driver, error: Exception) -> None:
    sit(driver, hand(2))
    driver.tell(Ended(error=error))


_refusals()


@named("end-gone")
def gone(driver: Driver) -> None:
    sit(driver, hand(6))
    driver.tell(Lost(reason="gone", retry_ms=1, attempt=1))
    driver.now_ms += 42_000


@named("end-closed")
def closed(driver: Driver) -> None:
    table = hand(6)
    table.note(TableClosed(reason="The owner closed the table."))
    sit(driver, table, 0)


@named("notice-error")
def notice(driver: Driver) -> None:
    sit(driver, hand(6))
    driver.app.now_ms = driver.now_ms
    driver.app.say("Raise to 60 to 1,500; you typed 40.", error=True)
