"""The screens of Buraco and Poker Face."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from tests.clients.pygame.driver import Driver
from tests.scene.screens.making import SCREENS, advised, named, sit
from tests.scene.tables import SceneTable
from tests.scene.test_poker_face import FIRST

from carteado.engine import game as commands
from carteado.protocol.received import action_from_plain
from carteado.scene.buraco.staging import Staging, Step
from carteado.scene.buraco.ways import ways_of
from carteado.scene.shapes import Intent

# Buraco


def buraco(steps: int, seed: int = 5, **options: Any) -> SceneTable:
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=seed, **options)
    table.deal()
    for _ in range(400):
        mine = table.turn == 0 and table.state.phase == "play"
        if table.turn is None or (steps <= 0 and mine):
            break
        steps -= 1
        table.random_act()
    return table


def _buraco(driver: Driver, table: SceneTable, seat: int = 0, **staging: Any) -> None:
    sit(driver, table, seat)
    driver.app.ui = replace(driver.app.ui, more=Staging(**staging), sheet="none")


__all__ = ["SCREENS"]


@named("buraco-draw")
def buraco_draw(driver: Driver) -> None:
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    table.deal()
    sit(driver, table)


@named("buraco-11")
def buraco_11(driver: Driver) -> None:
    _buraco(driver, buraco(0))


@named("buraco-middle")
def buraco_middle(driver: Driver) -> None:
    _buraco(driver, buraco(78))


@named("buraco-waiting")
def buraco_waiting(driver: Driver) -> None:
    table = buraco(78)
    _buraco(driver, table, 1)


def rich() -> SceneTable:
    """The player's turn during a deal: runs on the table, and cards to choose from."""
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    table.deal()
    while table.turn != 0 or table.state.phase != "play" or len(table.state.runs[0]) < 3:
        table.random_act()
    while table.turn != 0 or table.state.phase != "play" or len(table.state.hands[0]) < 7:
        table.random_act()
    return table


@named("buraco-staged")
def buraco_staged(driver: Driver) -> None:
    table = rich()
    cards = table.reader(0).picture().hand
    _buraco(driver, table, steps=Staging(selected=cards[-1:]).lay("discard").steps)


@named("buraco-selected")
def buraco_selected(driver: Driver) -> None:
    table = rich()
    cards = table.reader(0).picture().hand
    _buraco(driver, table, selected=cards[:2])


@named("buraco-refused")
def buraco_refused(driver: Driver) -> None:
    table = rich()
    cards = table.reader(0).picture().hand
    _buraco(driver, table, selected=cards[:3])
    driver.scene()  # the sentence counts its time from the last frame
    driver.app.do(Intent("lay"))


@named("buraco-illegal")
def buraco_illegal(driver: Driver) -> None:
    """A staged play that does not fit the table any more."""
    table = rich()
    cards = table.reader(0).picture().hand
    steps = Staging(selected=cards[:3]).lay("meld", len(table.state.runs[0])).steps
    _buraco(driver, table, steps=steps)
    driver.scene()
    driver.app.do(Intent("send"))


def run_of(*ranks: str, wild: int, points: int) -> dict[str, Any]:
    """A run of spades as a server shows it, with a two in place of one rank."""
    cards = ["2S" if at == wild else f"{rank}S" for at, rank in enumerate(ranks)]
    stands = [rank if at == wild else "" for at, rank in enumerate(ranks)]
    return {
        "cards": cards,
        "stands": stands,
        "points": points,
        "clean": False,
        "canastra": "none",
        "suit": "S",
    }


WAYS = {
    "ways": [
        {
            "action": {"type": "extend", "meld": 0, "cards": ["2Sa"], "team": None},
            "made": run_of("5", "6", "7", "8", "9", wild=0, points=55),
        },
        {
            "action": {"type": "extend", "meld": 0, "cards": ["2Sa=TS"], "team": None},
            "made": run_of("6", "7", "8", "9", "T", wild=4, points=55),
        },
    ]
}
"""A two of spades that comes to 6–9♠, as `Ways` is answered."""


@named("buraco-wild")
def buraco_wild(driver: Driver) -> None:
    table = rich()
    cards = tuple(card for card in table.reader(0).picture().hand if card.startswith("5H"))
    steps = Staging(selected=cards).lay("extend", 6).steps
    _buraco(driver, table, steps=steps, ways=ways_of(WAYS))


@named("buraco-pile")
def buraco_pile(driver: Driver) -> None:
    _buraco(driver, buraco(78), pile=True)


def hoard(cards: int) -> SceneTable:
    """A deal in which the reader's hand has grown to so many cards: it takes every pile."""
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=HOARD_SEED)
    table.deal()
    chance = random.Random(HOARD_SEED)
    while table.turn is not None:
        legal = table.table.game.legal(table.state, table.turn)
        if table.turn == 0 and table.state.phase == "play" and len(table.state.hands[0]) >= cards:
            return table
        if table.turn == 0 and legal.take and len(table.state.pile) > 3:
            table.act("take")
        elif table.turn == 0 or chance.random() < 0.9:
            table.default()
        else:
            table.random_act()
    raise AssertionError("the deal ended")


HOARD_SEED = 0


@named("buraco-40")
def buraco_40(driver: Driver) -> None:
    _buraco(driver, hoard(40))


@named("buraco-keys")
def buraco_keys(driver: Driver) -> None:
    """As many runs as have a key, and one card selected: to lay or to discard."""
    table = hoard(40)
    cards = table.reader(0).picture().hand
    steps = tuple(
        Step(kind="meld", cards=cards[at : at + 3], run=number)
        for number, at in enumerate(range(0, 33, 3), 1)
    )
    _buraco(driver, table, steps=steps, selected=cards[-1:])


@named("buraco-sheet")
def buraco_sheet(driver: Driver) -> None:
    """The sheet of a second deal, with the first one in the list of deals."""
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=2)
    for _ in range(2):
        table.deal()
        while table.turn is not None:
            table.random_act()
    sit(driver, table, 0)


@named("buraco-coach")
def buraco_coach(driver: Driver) -> None:
    advised(driver, buraco(60, seed=7, settings={"advice": "everyone"}))


# Poker Face


def book(driver: Driver) -> SceneTable:
    table = SceneTable("poker-face", people=1, readers=(0,))
    sit(driver, table, 0)
    return table


@named("face-empty")
def face_empty(driver: Driver) -> None:
    book(driver)


@named("face-form")
def face_form(driver: Driver) -> None:
    book(driver)
    driver.app.ui = replace(driver.app.ui, more=FIRST)


@named("face-next")
def face_next(driver: Driver) -> None:
    """The form of the next round is filled in, beside the results of the rounds before it."""
    face_results(driver)
    driver.app.ui = replace(driver.app.ui, more=FIRST)


@named("face-results")
def face_results(driver: Driver) -> None:
    table = SceneTable("poker-face", people=1, readers=(0,))
    for _ in range(2):
        action = action_from_plain(table.table.game, FIRST.action())
        table.do(commands.Act(seat=0, action=action))
    sit(driver, table, 0)


@named("face-correct")
def face_correct(driver: Driver) -> None:
    face_results(driver)
    driver.press("correct")
