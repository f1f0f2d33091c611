"""The pictures of a table with house rules: whatever happens, every reader can be shown it."""

from __future__ import annotations

import random

import pytest
from tests.scene.tables import SceneTable
from tests.scene.test_poker_scene import check, screen

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Sit
from carteado.engine.games.holdem.actions import BombPot, Rabbit, ShowCard, Straddle
from carteado.scene.cards import card_text
from carteado.scene.layout.tables import table_scene
from carteado.scene.shapes import Intent
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


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_each_card_that_may_be_shown_alone_has_a_button_and_a_key_after_the_hand(
    size: tuple[int, int], language: str
) -> None:
    scene_table = SceneTable(
        seats=3, readers=(0,), language=language, format="cash", show_one=True, rabbit_hunt=True,
        bomb_vote=True,
    )  # fmt: skip
    scene_table.deal()
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.act("fold")
    reader = scene_table.reader(0)
    over = screen(reader, size, text=1.5)
    check(over)
    second = over.target("show_card:2")
    assert second is not None
    assert (second.intent, second.hotkeys) == (Intent("wish", "show_card:2"), ("2",))
    assert card_text(reader.picture().seats[0].cards[1]) in second.label


def test_a_seat_that_waits_for_the_big_blind_can_post_it_in_the_window() -> None:
    scene_table = SceneTable(seats=4, people=3, readers=(3,), format="cash", straddle=True)
    scene_table.deal()
    scene_table.deal()
    scene_table.do(Sit(seat=3, name="Otto", bot=False))
    waiting = screen(scene_table.reader(3), (1024, 640), text=2.0)
    check(waiting)
    post = waiting.target("post_blind")
    assert post is not None
    assert post.intent == Intent("wish", "post_blind")
    while scene_table.turn is not None:
        scene_table.act("fold")
    over = screen(scene_table.reader(3), (1024, 640))
    check(over)
    post = over.target("post_blind")
    assert post is not None
    assert post.hotkeys == ("F3",)
