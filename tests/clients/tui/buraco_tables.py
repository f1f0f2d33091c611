"""Buraco tables in a known state, for tests and pictures of the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.clients.tui.driver import SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.engine.cards import Card
from carteado.engine.games.buraco.runs import Run, laid
from carteado.scene.buraco.advice import BuracoAdvice, Way
from carteado.scene.ui import Settings

__all__ = ["at_draw", "at_play", "buraco", "buraco_played", "coached", "order", "select"]

RUNS = (
    "3D 4D 5D 6D 7D 8D 9D",
    "4H 5H 2H 7H",
    "6D 7D 8D",
    "JC QC KC AC",
    "JKR 6S 7S 8S 9S TS",
    "4C 5C 6C 7C 2S 9C TC",
    "3C 4C 5C",
    "3S 4S 5S",
    "QS KS AS",
    "JKR TD JD QD",
    "QH 2D AH",
)
"""Runs of the mock-ups."""

HAND = "3S 4S 5S 6S 7S 5H 9H KH 4D 8D TC"
"""Dealt to the seat that begins: its first cards in order of suits make a run."""

PILE = ("9S", "7H", "KH", "9D", "JH")


def _run(faces: str, rules: Any) -> Run:
    found = laid(tuple(map(Card, faces.split())), None, rules)
    assert found is not None, faces
    return found


def buraco(
    size: tuple[int, int],
    *,
    runs: int = 9,
    cards: int = 20,
    settings: Settings | None = None,
) -> Driver:
    """An own turn behind the draw, with so many runs and cards in the hand."""
    language = settings.language if settings is not None else "en"
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5, language=language)
    scene_table.deal()
    scene_table.act("draw")
    seat = scene_table.turn
    assert seat is not None
    reader = scene_table.reader(seat)
    table = reader.table
    assert table is not None
    faces = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"]
    hand = tuple(f"{face}{deck}" for deck in "ab" for face in faces[::-1])[:cards]
    made = tuple(_run(one, table.options) for one in RUNS)
    ours, theirs = made[:runs], made[1:7]
    state = replace(
        table.state,
        hands=tuple(hand if at == seat else one for at, one in enumerate(table.state.hands)),
        fresh=1,
        pile=PILE,
        runs=(ours, theirs) if seat % 2 == 0 else (theirs, ours),
        totals=(1035, 1970) if seat % 2 == 0 else (1970, 1035),
    )
    scene_table.readers[seat] = replace(reader, table=replace(table, state=state))
    driver = Driver(size, settings)
    driver.seat_at(scene_table, seat)
    driver.link.asked.clear()
    return driver


def buraco_played(size: tuple[int, int]) -> Driver:
    """A deal is over."""
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.random_act()
    driver = Driver(size)
    driver.seat_at(scene_table, 0)
    return driver


def coached(size: tuple[int, int]) -> Driver:
    """A turn at a table that allows advice, and what the coach has counted about it."""
    scene_table = SceneTable(
        "buraco", readers=(0, 1, 2, 3), seed=5, settings={"advice": "everyone"}
    )
    scene_table.deal()
    assert scene_table.turn is not None
    hand = sorted(
        {card[:2] for card in scene_table.state.hands[scene_table.turn] if card[0] != "J"}
    )
    plan = (("meld", None, ("3S", "4S", "5S")), ("discard", None, ("KH",)))
    ways = tuple(
        Way(
            plan=plan,
            mean=62.0 - 13 * at,
            low=31.0 - 13 * at,
            high=93.0 - 13 * at,
            behind=13.0 * at,
            out=0.12,
            out_against=0.27,
            morto=0.34,
        )
        for at in range(4)
    )
    comes = {rank + suit: 0.21 for rank in "A3579JK" for suit in "SHDC"}
    advice = BuracoAdvice(
        deals=400,
        ways=ways,
        discards={card: 4.5 * number for number, card in enumerate(hand)},
        comes=comes,
        any_wild=0.55,
        outs=("5H", "8C"),
        out_within=0.04,
        may_go_out=True,
    )
    driver = Driver(size)
    driver.session.at_table.coach.advice = lambda question: advice if question else None
    driver.seat_at(scene_table, scene_table.turn)
    return driver


def at_draw(size: tuple[int, int] = SMALL) -> tuple[Driver, SceneTable]:
    """The seat that opens the deal, before its draw."""
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal_buraco(HAND)
    driver = Driver(size)
    driver.seat_at(scene_table, scene_table.turn)
    driver.link.asked.clear()
    return driver, scene_table


def at_play(size: tuple[int, int] = SMALL) -> tuple[Driver, SceneTable]:
    """The same seat behind its draw."""
    driver, scene_table = at_draw(size)
    scene_table.act("draw")
    driver.seat_at(scene_table, scene_table.turn)
    driver.link.asked.clear()
    return driver, scene_table


def order(driver: Driver) -> list[str]:
    """The cards as they lie on the page."""
    keys = [one.key for one in driver.page().scene.targets]
    return [key.partition(":")[2] for key in keys if key.startswith("card:")]


def select(driver: Driver, *faces: str) -> None:
    """Select cards of the hand, of equal ones the first, with the arrows and Space."""
    for face in faces:
        cards = order(driver)
        at = next(at for at, card in enumerate(cards) if card.startswith(face))
        cursor = min(driver.session.ui.scroll.get("hand", 0), len(cards) - 1)
        driver.key(*["Right"] * (at - cursor), *["Left"] * (cursor - at), "Space")
