"""How many ways a fixed deal can go: a change of the rules cannot hide from these counts.

`tests/perft/GAME.json` holds the positions: house rules as a host types them, how many deals come
before, and the seed of every deck. `decisions` counts the sequences of one, two, three ... legal
decisions of the last deal (of a range its two ends), `deals` the ways in which the whole of it can
end. `python -m tests.contract.test_perft` prints the counts of the present rules.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.contract.play import PLAYED

from carteado.engine.deal import shuffle
from carteado.engine.game import Act, Deal, Decided, Game, Sit
from carteado.engine.registry import game_of
from carteado.engine.tables.options import options_from_text

_FOLDER = Path(__file__).parents[1] / "perft"


def positions(game_id: str) -> list[dict[str, Any]]:
    """The positions of a game."""
    found: list[dict[str, Any]] = json.loads((_FOLDER / f"{game_id}.json").read_text())
    return found


def counts(game: Game[Any], position: dict[str, Any], depth: int) -> tuple[list[int], int]:
    """Sequences of decisions by their number, and how many of them end the deal."""
    base = next(iter(game.presets.values()))
    state: Any = game.new(options_from_text(game.options_type, base, position["options"]))
    for seat in range(len(state.names)):
        state = _accepted(game, state, Sit(seat=seat, name=f"Player {seat}"))
    for _ in range(position["before"] + 1):
        while (turn := game.turn(state)) is not None:
            state = _accepted(game, state, Act(seat=turn, action=game.default(state, turn)))
        deck = shuffle(game.pack(state) or (), position["seed"].encode())
        state = _accepted(game, state, Deal(deck=deck))
    found: Counter[int] = Counter()
    ended = _walk(game, state, 0, depth, found)
    return [found[at] for at in range(1, max(found) + 1)], ended


def _accepted(game: Game[Any], state: Any, command: Any) -> Any:
    answer = game.decide(state, command)
    assert isinstance(answer, Decided), answer
    return answer.state


def _walk(game: Game[Any], state: Any, at: int, depth: int, found: Counter[int]) -> int:
    found[at] += 1
    turn = game.turn(state)
    if turn is None or at == depth:
        return turn is None
    return sum(
        _walk(game, _accepted(game, state, Act(seat=turn, action=action)), at + 1, depth, found)
        for action in game.corners(game.legal(state, turn))
    )


COUNTED = [game for game in PLAYED if type(game).__module__.startswith("carteado.")]
"""The built-in games: a game of another package needs no counts."""


@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.id)
def test_counts(game: Game[Any]) -> None:
    known = positions(game.id)
    assert known
    for position in known:
        depth = len(position["decisions"]) + 1 if position["deals"] else len(position["decisions"])
        found, ended = counts(game, position, depth)
        assert found == position["decisions"], position["name"]
        if position["deals"]:
            assert ended == position["deals"], position["name"]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for place in positions(name):
            deep = 99 if place["deals"] else len(place["decisions"])
            print(place["name"], *counts(game_of(name), place, deep))
