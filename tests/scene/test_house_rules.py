"""The pictures of a table with house rules: whatever happens, every reader can be shown it."""

from __future__ import annotations

import random

from tests.scene.tables import SceneTable

from carteado.engine.errors import Refusal
from carteado.engine.game import Act
from carteado.engine.games.holdem.actions import BombPot, Rabbit, ShowCard, Straddle
from carteado.scene.layout.tables import table_scene
from carteado.scene.ui import Settings, Ui

RULES = {
    **{"format": "cash", "stack": 120, "seats": 4, "big_blind": 10, "small_blind": 5},
    **{"straddle": True, "run_it_twice": True, "bomb_every": 4, "bomb_vote": True},
    **{"seven_deuce": 5, "rabbit_hunt": True, "show_one": True, "missed_blinds": "both"},
}


def drawn(scene: SceneTable) -> None:
    for reader in scene.readers.values():
        table_scene(reader, Ui(), Settings(), (1280.0, 800.0), scene.now_ms)


def test_every_moment_of_an_evening_is_drawn_for_every_reader() -> None:
    scene = SceneTable(readers=(0, 3, None), people=4, **RULES)
    dice, seen = random.Random(3), set[str]()
    for _ in range(160):
        state, game = scene.state, scene.table.game
        if scene.turn is not None:
            scene.random_act()
        elif game.pack(state) is not None:
            scene.deal()
        else:
            break
        wish = dice.choice((Straddle(), BombPot(), Rabbit(), ShowCard(card=1)))
        command = Act(seat=dice.randrange(4), action=wish)
        if command.seat != scene.turn and not isinstance(
            game.decide(scene.state, command), Refusal
        ):
            scene.do(command)
        seen.add(scene.state.phase)
        drawn(scene)
    assert {"betting", "asking", "between"} <= seen


def test_the_log_names_both_boards_and_the_players_who_agreed() -> None:
    scene = SceneTable(readers=(0,), stack=100, run_it_twice=True)
    scene.deal()
    scene.deal()
    scene.act("all_in")
    scene.act("call")
    scene.act("run_twice")
    drawn(scene)
    scene.act("run_twice")
    drawn(scene)
    text = "\n".join(line.text for line in scene.reader(0).story.log.lines)
    assert "agrees to two boards" in text
    assert "Second board" in text
    assert text.count(" wins ") >= 2
