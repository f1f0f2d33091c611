"""One grammar: every action is the same, typed in the full screen, in lines, and in JSON.

`ACTIONS` has a line for every action of every game. Keys of the full screen are compared with the
offers of the prompt: whatever it offers has a place to press.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.tables import my_turn, quick
from tests.scene.screens.poker import twice
from tests.scene.tables import SceneTable

from carteado.client.typed_lines import Tables, context_of, read
from carteado.clients.cli.json_lines import read_json
from carteado.engine.plain import tag_of
from carteado.engine.registry import games
from carteado.protocol.speech import Command

ROUND = ("Lena 120 1E 10C 11O 2P 3E", "Duda 50 12E 12C 5O 6P 7E")
WRITTEN = json.dumps(ROUND, separators=(",", ":"))

ACTIONS: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "holdem": {
        "fold": ("fold", {}),
        "check": ("check", {}),
        "call": ("call", {}),
        "raise": ("raise 60", {"to": 60}),
        "all_in": ("all-in", {}),
        "show": ("show", {}),
        "muck": ("muck", {}),
        "post_blind": ("post-blind", {}),
        "show_card": ("show-card 1", {"card": 1}),
        "straddle": ("straddle", {}),
        "no_straddle": ("no-straddle", {}),
        "bomb_pot": ("bomb-pot", {}),
        "run_twice": ("run-twice", {}),
        "run_once": ("run-once", {}),
        "rabbit": ("rabbit", {}),
    },
    "quick-holdem": {
        "stake": ("stake 250", {"amount": 250}),
        "play": ("play", {}),
        "fold": ("fold", {}),
    },
    "poker-face": {
        "enter_round": (f"enter-round 50 entries={WRITTEN}", {"ante": 50, "entries": [*ROUND]}),
        "correct_round": (
            f"correct-round 1 50 entries={WRITTEN}",
            {"number": 1, "ante": 50, "entries": [*ROUND]},
        ),
    },
    "buraco": {
        "draw": ("draw", {}),
        "take": ("take", {}),
        "redraw": ("redraw", {}),
        "meld": ("meld 5H 6H 7H", {"cards": ["5H", "6H", "7H"]}),
        "extend": ("extend 0 8H", {"meld": 0, "cards": ["8H"]}),
        "discard": ("discard QS", {"card": "QS"}),
        "decline": ("decline", {}),
        "turn": (
            "turn meld 5H 6H 7H | discard QS",
            {
                "plays": [
                    {"type": "meld", "cards": ["5H", "6H", "7H"]},
                    {"type": "discard", "card": "QS"},
                ]
            },
        ),
    },
}
CASES = [(game, tag) for game, found in ACTIONS.items() for tag in found]


def test_every_action_of_every_game_is_compared() -> None:
    assert {(game.id, tag_of(cls)) for game in games().values() for cls in game.actions} == set(
        CASES
    )


@pytest.mark.parametrize(("game", "tag"), CASES, ids=[f"{game}-{tag}" for game, tag in CASES])
def test_an_action_is_the_same_typed_in_lines_and_in_json(game: str, tag: str) -> None:
    line, fields = ACTIONS[game][tag]
    scene_table = SceneTable(game, readers=(0,))
    driver = Driver()
    driver.seat_at(scene_table, 0)
    driver.link.asked.clear()
    reader = scene_table.reader(0)
    context = context_of("t-1", reader.table, reader.prompt, None, Tables((), ()))
    spoken = read(line, context)
    assert isinstance(spoken, Command)
    action = spoken.fields["action"]
    assert action == {"type": tag, **fields}

    for text in (line, f"act {line}", f"/{line}"):
        driver.link.asked.clear()
        driver.say(text)
        assert driver.acts == [action]

    message = {"type": "act", "table": "t-1", "decision": spoken.fields["decision"]}
    written = read_json(json.dumps({**message, "action": action}))
    assert isinstance(written, Command)
    assert written.cls is spoken.cls
    assert written.fields == spoken.fields


def asked_twice(size: tuple[int, int]) -> Driver:
    driver = Driver(size)
    scene_table = twice()
    driver.seat_at(scene_table, scene_table.turn)
    return driver


TURNS = {"holdem": my_turn, "twice": asked_twice, "quick-holdem": quick}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("turn", TURNS)
def test_whatever_a_prompt_offers_has_a_key(turn: str, size: tuple[int, int]) -> None:
    driver = TURNS[turn](size)
    offers = driver.session.at_table.current.reader.offers
    assert offers
    for offer in offers:
        key = driver.target(f"act:{offer.tag}").hotkeys[0]
        driver.link.asked.clear()
        again = TURNS[turn](size)
        again.key(key)
        assert [act["type"] for act in again.acts] == [offer.tag]
