"""The actions of a bot with each hand that it may hold.

The bot is asked with the view of its seat, once for every hand. A bot that mixes is also asked only
once for each hand: over many hands the shares are right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.arena.sandbox.guard import Guard, UserBot, lend
from carteado.bots.answers import meant
from carteado.bots.bot import Bot
from carteado.bots.view import View, facts
from carteado.engine.cards import Card
from carteado.engine.game import Action, Game
from carteado.engine.plain import to_plain
from carteado.engine.registry import extra_of
from carteado.engine.table import with_state

__all__ = ["STREETS", "Model", "retracing_of"]

STREETS = ("preflop", "flop", "turn", "river")


def retracing_of(game: Game[Any]) -> ModuleType:
    """The part of a game that reconstructs an opponent's decisions.

    Raises:
        ArenaError: the game has none.
    """
    # The arena has no rules of games; a game that can be retraced has a module for it.
    found = extra_of(game, "retracing")
    if found is None:
        raise ArenaError(f"a local best response is not known for {game.id}: it plays holdem")
    return found


class Model:
    """A bot that can be asked about any hand.

    Args:
        bot: a built-in bot or a user bot. It must not remember earlier questions.

    Attributes:
        guard: the process of a user bot, which has to be ready before it is asked.
    """

    def __init__(self, bot: Bot | UserBot) -> None:
        self.guard: Guard | None = None
        if isinstance(bot, UserBot):
            self.guard = lend(bot)
            self._asked: Callable[[View], Any] = self._in_its_process
        else:
            self._asked = bot.function

    def answers(
        self,
        view: View,
        state: Any,
        hands: Sequence[tuple[Card, ...]],
        chance: random.Random,
    ) -> list[Action]:
        """The bot's action with each hand; the table's default where it has no legal answer.

        Args:
            view: the view of the best response, which asks.
            state: the table as the opponent sees or saw it, with the bot to act.
            hands: that the bot may hold.
            chance: the source of the bot's random numbers.
        """
        table = view.table
        assert table is not None
        game, retracing = table.game, retracing_of(table.game)
        seat = game.turn(state)
        assert seat is not None
        # Once for all hands: what is legal does not depend on the hole cards.
        offered, default = game.legal(state, seat), game.default(state, seat)
        legal, plain = facts(offered), to_plain(default)
        found = []
        for hand in hands:
            # The table differs only in the hand, so the bot cannot notice that the question is
            # hypothetical.
            seen = with_state(table, retracing.holding(state, seat, hand))
            answer = self._answer(
                View(
                    seat=seat,
                    legal=legal,
                    default=plain,
                    state=facts(seen.state),
                    table=seen,
                    decision=view.decision,
                    bank_ms=table.banks[seat],
                    deadline=view.deadline,
                    random=chance,
                    legal_value=offered,
                )
            )
            # An illegal answer counts as the default, as it would at the table.
            found.append((answer and retracing.as_seen(offered, answer)) or default)
        return found

    def _answer(self, view: View) -> Action | None:
        assert view.table is not None
        try:
            return meant(self._asked(view), view.table.game)
        except KeyboardInterrupt:
            raise
        except (Exception, SystemExit):  # the default then replaces the answer
            return None

    def _in_its_process(self, view: View) -> Any:
        assert self.guard is not None
        self.guard.ready()
        # At least a millisecond: without time left the guard would end the process.
        return self.guard.ask(view, max(view.time_left, 1) / 1000)
