"""Pages and dialogs over a table, replays, and two people at one screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.clients.pygame.driver import Driver, welcome
from tests.clients.pygame.films import played
from tests.scene.screens.making import SCREENS, named, sit
from tests.scene.screens.poker import hand
from tests.scene.tables import SceneTable
from tests.scene.test_table_page import evening_statistics

from carteado.client.link import Answered
from carteado.engine.controls import Knocked, PlayerBanned
from carteado.engine.plain import to_plain
from carteado.engine.tables.ledger import settle
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.protocol import messages as wire
from carteado.protocol.session_events import ChatHeard, Welcomed
from carteado.scene.control.chances import counted_at
from carteado.scene.control.films import film_seen
from carteado.scene.film import film_of
from carteado.scene.layout.table_page import PAGES
from carteado.scene.shapes import Intent

# Pages of a table, sheets


def _pages() -> None:
    for page in (*PAGES, "chips:3", "close-table", "options"):
        named(f"page-{page.partition(':')[0]}")(lambda driver, page=page: page_of(driver, page))
    named("page-ledger-results")(lambda driver: results(driver))
    named("page-statistics-details")(lambda driver: details(driver))
    for sheet in ("settings", "bots", "chat", "log", "second", "leave", "keys"):
        named(f"sheet-{sheet}")(lambda driver, sheet=sheet: sheet_of(driver, sheet))


@named("page-notice")
def told_on_a_page(driver: Driver) -> None:
    page_of(driver, "table")
    driver.app.now_ms = driver.now_ms
    driver.app.say("A hand is being played. Try again when it is over.", error=True)


@named("keys")
def keys(driver: Driver) -> None:
    page_of(driver, "table")
    driver.key("F8")


def sheet_of(driver: Driver, sheet: str) -> None:
    table = hand(6)
    sit(driver, table)
    driver.tell(
        ChatHeard(
            table="t-1", seat=1, name="Rui", text="Nice hand! See you on Friday, same place?"
        ),
        ChatHeard(table="t-1", seat=0, name="Marta", text="Sure"),
    )
    driver.app.ui = replace(driver.app.ui, sheet=sheet)


def page_of(driver: Driver, page: str) -> None:
    table = SceneTable(seats=6, readers=(0,), format="cash")
    for knock, name in enumerate(("Clara", "Zoe"), 1):
        table.note(Knocked(knock=knock, name=name, key="k"))
    table.note(PlayerBanned(name="Troll", key="k"))
    sit(driver, table, 0)
    driver.app.do(Intent("sheet", "table"))
    driver.scene()
    if page == "options":
        driver.app.do(Intent("table-options"))
    else:
        driver.app.ui = replace(driver.app.ui, sheet=page)
    driver.scene()
    names = [name for name in table.state.names if name]
    if page == "ledger":
        reply = wire.Ok(id=1, table="t-1", result=evening(names))
        driver.tell(Answered(tag="page:ledger", reply=reply))
    if page == "statistics":
        plain = {"players": [to_plain(one) for one in counts(names)], "more": False}
        driver.tell(Answered(tag="page:statistics", reply=wire.Ok(id=1, result=plain)))


def results(driver: Driver) -> None:
    """The second page of a ledger, where it has one."""
    page_of(driver, "ledger")
    driver.app.do(Intent("page", ("ledger", 1)))


def details(driver: Driver) -> None:
    """The statistics of one player in full."""
    page_of(driver, "statistics")
    driver.press("player:1")


@named("page-statistics-deals")
def single_deals(driver: Driver) -> None:
    """The statistics of one player, with the results of single deals."""
    details(driver)
    chance = random.Random(5)
    deals = tuple((deal, round(chance.gauss(10, 160))) for deal in range(1, 61))
    pages = driver.app.at_table.pages
    pages.page = replace(pages.page, deals=deals)


def evening(names: Sequence[str]) -> dict[str, Any]:
    """The ledger of an evening by chance."""
    chance = random.Random(3)
    results, points = [0] * len(names), []
    # The third player brought chips again after the 20th deal.
    brought = [1_500] * len(names)
    for deal in range(1, 43):
        won = [chance.randrange(-60, 61) for _ in names]
        won[deal % len(names)] -= sum(won)
        results = [old + new for old, new in zip(results, won, strict=True)]
        if deal == 20:
            brought[2] += 1_000
        stacks = [chips + result for chips, result in zip(brought, results, strict=True)]
        points.append({"deal": deal, "results": results, "stacks": stacks})
    players = [
        {
            "name": name,
            "buy_ins": 1_500,
            "top_ups": chips - 1_500,
            "corrections": 0,
            "cash_outs": 0,
            "in_play": chips + result,
            "result": result,
        }
        for name, result, chips in zip(names, results, brought, strict=True)
    ]
    payments = [
        {"payer": one.payer, "payee": one.payee, "amount": one.amount}
        for one in settle(dict(zip(names, results, strict=True)))
    ]
    return {"players": players, "payments": payments, "points": points}


def counts(names: Sequence[str]) -> tuple[PlayerStatistics, ...]:
    """Statistics of some players."""
    return evening_statistics(len(names))


_pages()

# Watching and replays


__all__ = ["SCREENS"]


@named("film")
def film(driver: Driver) -> None:
    driver.app.show(
        film_of(
            _events(SceneTable(seats=6, readers=(0,))), driver.app.words, eyes=0, open_hands=False
        )
    )
    for _ in range(3):
        driver.key("]")


@named("film-buraco")
def film_buraco(driver: Driver) -> None:
    driver.app.show(
        film_of(
            _events(SceneTable("buraco", readers=(0,))),
            driver.app.words,
            eyes=None,
            open_hands=True,
        )
    )
    for _ in range(60):
        driver.key("Right")


@named("film-buraco-odds", "buraco", "o")
@named("film-buraco-jump", "buraco", "g")
@named("film-odds", "holdem", "o")
@named("film-jump", "holdem", "g")
def film_open(driver: Driver, game: str, key: str) -> None:
    """A log file with all hands open, with its chances or the way to other places."""
    log = played(game, steps=90, settings={"advice": "everyone"}).events
    shown = film_seen(log, "all", driver.app.words)
    driver.app.show(replace(shown, at=min(60, len(shown.steps) - 2) if game == "buraco" else 8))
    if key == "o":
        _, question = counted_at(shown.seek(driver.app.film.at))
        if question is not None:
            driver.app.at_table.coach._work(question)
    driver.key(key)


def _events(table: SceneTable) -> list[Any]:
    """The events of a table that is played for a while."""
    return played("buraco" if table.table.opened.game == "buraco" else "holdem", steps=90).events


# Two at one screen


@named("hot-seat-covered")
def covered(driver: Driver) -> None:
    add_rui(driver)


@named("hot-seat-open")
def uncovered(driver: Driver) -> None:
    add_rui(driver)
    driver.press("reveal")


@named("hot-seat-add")
def add_second(driver: Driver) -> None:
    sit(driver, SceneTable(seats=2, people=1, readers=(0,)), 0)
    driver.key("F7")


def add_rui(driver: Driver) -> None:
    table = SceneTable(seats=2, readers=(0, 1))
    sit(driver, table, 0)
    driver.key("F7")
    driver.press("second-name")
    driver.type("Rui")
    driver.press("second-add")
    held = (wire.Holding(table="t-1", seat=1),)
    driver.links[-1].incoming.append(Welcomed(welcome=welcome(seats=held, name="Rui")))
    driver.scene()
    table.deal()
    table.deal()
    table.act("raise", to=40)
    mine = driver.app.at_table.follow("t-1")
    mine.reader = table.reader(0)
    mine.skip(driver.now_ms)
    other = driver.app.hot_seat.showing.setdefault(
        "t-1", type(mine)(reader=mine.reader, shown=mine.reader)
    )
    other.reader = table.reader(1)
    other.skip(driver.now_ms)
    driver.scene()
