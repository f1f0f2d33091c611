"""A bot plays by what its seat sees: the same when the cards that it cannot see are others.

Deals are played at random. At decisions along each, the cards that the seat to act does not know
are put in any other order and the deal is played again up to there with the same commands. Every
bot, asked with the same chance, answers the same, and its answer is legal. This holds for every bot
added later and every game and preset that it plays, with no edit here.
"""

from __future__ import annotations

import dataclasses
import functools
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.contract.play import VARIANTS, RandomTable, every_variant, variant
from tests.contract.test_noninterference import Played, played

from carteado.bots import Bot, View
from carteado.bots.answers import action_from
from carteado.bots.library import BOTS
from carteado.bots.view import Facts
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Deal, Game
from carteado.engine.plain import from_plain, tag_of, to_plain
from carteado.engine.table import observer_of
from carteado.engine.visibility import Observer, redact

DEALS = 4
DECISIONS = 6
"""Looked at in each deal, spread over it."""


def settings(bot: Bot) -> Iterator[Bot]:
    """A bot with its usual options, and with each other value of those that are a choice.

    Where its work has a budget, a small one: what it may look at does not hang on that.
    """
    yield bot.with_options({"budget": "24"}) if "budget" in bot.choices else bot
    for name in bot.choices:
        if name == "variant":
            yield bot.with_options({name: "as-coded"})


PLAYERS = {
    " ".join((one.name, *([str(one.options)] if one.options else []))): one
    for each in BOTS.values()
    for one in settings(each)
}


GAMES = {name: variant(name)[0].id for name in VARIANTS}


@dataclass(frozen=True)
class DecisionPair:
    """A decision, as it was dealt and with other cards where the seat cannot see them.

    Attributes:
        state: the whole state.
        other: the whole state after the other deal.
        seat: whose decision it is.
        observer: whose eyes the seat has.
    """

    state: Any
    other: Any
    seat: int
    observer: Observer


@functools.cache
def decisions(name: str) -> tuple[DecisionPair, ...]:
    """Decisions of random deals of a game."""
    return tuple(
        decision
        for seed in range(DEALS)
        for decision in _of(name, played(name, 100 + seed, 1 + seed), random.Random(seed))
    )


def _of(name: str, deal: Played, chance: random.Random) -> Iterator[DecisionPair]:
    states, known = _states(deal), {}
    asked = [at for at, state in enumerate(states) if deal.game.turn(state) is not None]
    wanted = set(asked[:: max(1, len(asked) // DECISIONS)])
    table = RandomTable(*variant(name), 0).table
    placed = getattr(deal.game, "placed", lambda state: {})
    for at, state in enumerate(states):
        # What lies open without its place in the deck cannot be changed unnoticed.
        known.update(placed(state))
        if at not in wanted:
            continue
        seat = deal.game.turn(state)
        assert seat is not None
        observer = observer_of(table, seat)
        seen = dict(known)
        for before in states[: at + 1]:
            seen.update(deal.game.exposed(redact(before, observer)))
        other = _states(deal, _shuffled(deal, seen, chance), at)[-1]
        yield DecisionPair(state, other, seat, observer)


def _shuffled(deal: Played, seen: dict[int, Any], chance: random.Random) -> tuple[Any, ...]:
    first: Any = deal.commands[0]
    deck = list(first.deck)
    hidden = [at for at in range(len(deck)) if at not in seen]
    for at, source in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        deck[at] = first.deck[source]
    return tuple(deck)


def _states(
    deal: Played, deck: tuple[Any, ...] | None = None, upto: int | None = None
) -> list[Any]:
    """The state after each command of a deal, with another deck where one is given."""
    state, found = deal.before, []
    for command in deal.commands[: None if upto is None else upto + 1]:
        if isinstance(command, Deal) and deck is not None:
            command = Deal(deck=deck)
        answer: Any = deal.game.decide(state, command)
        assert not isinstance(answer, Refusal)
        state = answer.state
        found.append(state)
    return found


def ask(bot: Bot, name: str, view: Any, seat: int) -> Any:
    """A bot's answer to a view, as plain data."""
    game, options = variant(name)
    legal = game.legal(view, seat)
    table = dataclasses.replace(RandomTable(game, options, 0).table, state=view)
    answer = bot(
        View(
            seat=seat,
            legal=Facts(legal),
            default=to_plain(game.default(view, seat)),
            state=Facts(view),
            table=table,
            decision=1,
            bank_ms=0,
            deadline=time.monotonic() + 5,
            random=random.Random(5),
            legal_value=legal,
        )
    )
    return action_from(answer, game)


@pytest.mark.parametrize(
    ("player", "name"),
    [
        pytest.param(player, name, marks=[pytest.mark.exhaustive] * (at > 0))
        for player, one in PLAYERS.items()
        for at, name in enumerate(
            name for name in VARIANTS if not one.games or GAMES[name] in one.games
        )
    ],
)
def test_a_bot_plays_the_same_whatever_it_cannot_see(player: str, name: str) -> None:
    game, one = variant(name)[0], PLAYERS[player]
    for decision in decisions(name):
        answer = ask(one, name, redact(decision.state, decision.observer), decision.seat)
        again = ask(one, name, redact(decision.other, decision.observer), decision.seat)
        assert again == answer
        action = from_plain(_kind(game, answer), answer)
        for state in (decision.state, decision.other):
            accepted = game.decide(state, Act(seat=decision.seat, action=action))
            assert not isinstance(accepted, Refusal)


def _kind(game: Game[Any], answer: dict[str, Any]) -> Any:
    return next(cls for cls in game.actions if tag_of(cls) == answer["type"])


@every_variant
def test_the_cards_that_are_changed_matter(name: str) -> None:
    looked_at = decisions(name)
    assert len(looked_at) >= DEALS
    # At a decision with nothing left to come and nobody else's cards closed none can differ.
    differing = sum(decision.state != decision.other for decision in looked_at)
    assert differing > len(looked_at) / 2
