"""Which bots a game is offered."""

from __future__ import annotations

import pytest

from carteado.bots.library import BOTS
from carteado.engine.registry import games
from carteado.scene.bot_words import bot_style, bots_for
from carteado.scene.words import words_of


@pytest.mark.parametrize("game", [game.id for game in games().values() if not game.adjudicator])
def test_a_game_is_offered_bots_that_play_it(game: str) -> None:
    # The server names them in the order of the game; without its word the names decide.
    for offered in (games()[game].bots, bots_for(game, BOTS)):
        assert offered
        for name in offered:
            assert not BOTS[name].games or game in BOTS[name].games
        for name, bot in BOTS.items():
            if game in bot.games:
                assert name in offered


def test_a_bot_that_is_not_built_in_is_offered_everywhere() -> None:
    for game in games():
        assert "mine:fast=yes" in bots_for(game, ("mine:fast=yes",))


def test_every_built_in_bot_has_a_style() -> None:
    assert all(bot_style(name, words_of("en")) for name in BOTS)
