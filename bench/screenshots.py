"""Write the window's pictures in ``docs/window/`` again: ``python bench/screenshots.py``."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from tests.scene.tables import SceneTable

from carteado.clients.pygame.paint.painter import Painter
from carteado.engine.tables.ledger import settle
from carteado.scene.buraco.advice import buraco_question
from carteado.scene.buraco.staging import Staging
from carteado.scene.control.counting import counted
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.table_page import TablePage, table_page
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker.advice import question_of
from carteado.scene.reader import Reader
from carteado.scene.shapes import Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

OUT = Path(__file__).parents[1] / "docs" / "window"


def poker(seats: int, seed: int) -> Reader:
    scene_table = SceneTable(
        seats=seats, readers=tuple(range(seats)), seed=seed, small_blind=5, big_blind=10
    )
    scene_table.deal()
    scene_table.deal()
    scene_table.act("raise", to=30)
    scene_table.act("fold")
    while scene_table.state.street == "preflop":
        scene_table.act(
            "call"
            if scene_table.table.game.legal(scene_table.state, scene_table.turn).call
            else "check"
        )
    scene_table.act("raise", to=120)
    scene_table.act("fold")
    scene_table.act("call")
    return scene_table.reader(scene_table.turn)


def showdown() -> Reader:
    scene_table = SceneTable(seats=4, readers=(0,), seed=9)
    scene_table.deal()
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.act("all_in")
    return scene_table.reader(0)


def buraco() -> tuple[Reader, Ui]:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal()
    for _ in range(400):
        if scene_table.turn is None:
            break
        runs = scene_table.state.runs[0]
        playing = scene_table.turn == 0 and scene_table.state.phase == "play"
        if playing and len(runs) > 2 and len(scene_table.state.hands[0]) > 6:
            break
        scene_table.random_act()
    reader = scene_table.reader(0)
    hand = reader.picture().hand
    staging = Staging(selected=hand[-1:]).lay("discard")
    return reader, Ui(sheet="none", more=staging)


def coached(reader: Reader) -> Ui:
    """The screen with the coach's panel, counted."""
    question = question_of(reader.picture())
    assert question is not None
    return Ui(coach=True, advice=counted(question), amount=120)


def advised_buraco() -> tuple[Reader, Ui]:
    scene_table = SceneTable(
        "buraco", readers=(0, 1, 2, 3), seed=7, settings={"advice": "everyone"}
    )
    scene_table.deal()
    for _ in range(400):
        playing = scene_table.turn == 0 and scene_table.state.phase == "play"
        if playing and len(scene_table.state.runs[0]) > 2 and len(scene_table.state.hands[0]) > 8:
            break
        scene_table.random_act()
    reader = scene_table.reader(0)
    question = buraco_question(reader, reader.picture())
    assert question is not None
    return reader, Ui(sheet="none", coach=True, advice=counted(question))


def advised_poker() -> Reader:
    settings = {"advice": "everyone"}
    scene_table = SceneTable(seats=3, readers=(0, 1, 2), settings=settings, seed=4)
    scene_table.deal()
    scene_table.deal()
    for action in ("call", "call", "check"):
        scene_table.act(action)
    scene_table.act("raise", to=60)
    return scene_table.reader(scene_table.turn)


def two_people() -> Reader:
    scene_table = SceneTable(seats=2, readers=(0, 1))
    scene_table.deal()
    scene_table.deal()
    scene_table.act("raise", to=40)
    return scene_table.reader(scene_table.turn)


def ledger(size: tuple[float, float]) -> Scene:
    scene_table = SceneTable(seats=6, readers=(0,), format="cash")
    ui, plain, words = Ui(sheet="ledger"), Settings(), words_of("en")
    reader = scene_table.reader(0)
    scene = table_scene(reader, ui, plain, size, 0.0)
    chance = random.Random(3)
    names = [name for name in scene_table.state.names if name]
    results, points = [0] * len(names), []
    for deal in range(1, 43):
        won = [chance.randrange(-60, 61) for _ in names]
        won[deal % len(names)] -= sum(won)
        results = [old + new for old, new in zip(results, won, strict=True)]
        points.append({"deal": deal, "results": results})
    players = [
        {
            "name": name,
            "buy_ins": 1_500,
            "top_ups": 0,
            "corrections": 0,
            "cash_outs": 0,
            "in_play": 1_500 + result,
            "result": result,
        }
        for name, result in zip(names, results, strict=True)
    ]
    payments = [
        {"payer": one.payer, "payee": one.payee, "amount": one.amount}
        for one in settle(dict(zip(names, results, strict=True)))
    ]
    book = {"players": players, "payments": payments, "points": points}
    return table_page(scene, reader, TablePage(ledger=book, owner=True), words, ui, plain)


def save(name: str, size: tuple[int, int], make: Callable[[tuple[float, float]], Scene]) -> None:
    logical, scale = logical_size(size)
    surface = pygame.Surface(size)
    Painter().paint(surface, make(logical), scale)
    pygame.image.save(surface, OUT / f"{name}.png")


def main() -> None:
    OUT.mkdir(exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))
    plain = Settings()
    six, ten, end = poker(6, 3), poker(10, 3), showdown()
    save("poker", (1440, 900), lambda s: table_scene(six, Ui(amount=400), plain, s, 9000.0))
    save("ten-seats", (1024, 640), lambda s: table_scene(ten, Ui(amount=400), plain, s, 9000.0))
    save("showdown", (1024, 640), lambda s: table_scene(end, Ui(), plain, s, 0.0))
    reader, ui = buraco()
    save("buraco", (1440, 900), lambda s: table_scene(reader, ui, plain, s, 7000.0))
    small = replace(ui, more=None)
    save("buraco-small", (1024, 640), lambda s: table_scene(reader, small, plain, s, 7000.0))
    advised = advised_poker()
    save(
        "coach",
        (1440, 900),
        lambda s: table_scene(advised, coached(advised), plain, s, 9000.0),
    )
    counted_deal, counted_ui = advised_buraco()
    save(
        "buraco-coach",
        (1440, 900),
        lambda s: table_scene(counted_deal, counted_ui, plain, s, 9000.0),
    )
    covered, shared = two_people(), Ui(shared=True, covered=True)
    save("two-people", (1024, 640), lambda s: table_scene(covered, shared, plain, s, 3000.0))
    save("ledger", (1024, 640), ledger)


if __name__ == "__main__":
    main()
