"""The sentence about the winner of a finished game, which all clients share."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clients.pygame.driver import Driver
from tests.clients.tui.driver import LARGE, SMALL
from tests.clients.tui.driver import Driver as Terminal
from tests.scene.tables import NAMES, SceneTable

from carteado.scene.ui import Settings

GAMES = {
    "holdem": "{name} wins the game",
    "quick-holdem": "{name} wins the game",
    "buraco": "{name} & {partner} win the match",
}


def finished(game: str, table: type[SceneTable] = SceneTable, **more: Any) -> SceneTable:
    """A game that is played until somebody has won it."""
    options = {"target": 100} if game == "buraco" else {"seats": 2}
    found = table(game, seed=2, **options, **more)
    while not found.table.game.over(found.state):
        found.deal()
        while found.turn is not None:
            if game == "holdem":
                legal = found.table.game.legal(found.state, found.turn)
                found.act("all_in" if legal.all_in is not None else "call")
            elif game == "quick-holdem":
                found.act("play")
            else:
                found.random_act()
    return found


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("game", GAMES)
def test_window_and_terminal_name_the_winner_of_a_finished_game_alike(
    game: str, seat: int | None
) -> None:
    table = finished(game, readers=(seat,))
    winner = table.state.winner
    names = {"name": NAMES[winner], "partner": NAMES[winner + 2]}
    sentence = GAMES[game].format(**names)
    window = Driver((1440, 900), Settings(name="Marta"))
    window.seat_at(table, seat)
    assert sentence in window.scene().texts()
    assert window.scene().live == sentence
    log = [line.text for line in table.reader(seat).story.log.lines]
    assert sentence in log
    for size in (SMALL, LARGE):
        terminal = Terminal(size)
        terminal.seat_at(table, seat)
        assert sentence in terminal.text
