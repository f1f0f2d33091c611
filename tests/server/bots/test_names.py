"""The names of the host's bots against the bots that they start."""

from __future__ import annotations

import pytest

from carteado.bots.library import bot_named
from carteado.engine.registry import games
from carteado.server.bots.launcher import BOTS, bots_for


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_offered_for_the_games_that_it_plays(name: str) -> None:
    plays = bot_named(name).games
    for game in games().values():
        if not game.adjudicator:
            assert (name in bots_for(game)) == (not plays or game.id in plays), game.id
