"""The definition of a measurement: everything that determines its records."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.arena.best_response.model import retracing_of
from carteado.arena.errors import ArenaError
from carteado.arena.matches.entrants import is_response
from carteado.arena.matches.records import Unit
from carteado.arena.matches.seatings import Plan, plan, units_of
from carteado.client.errors import InputError
from carteado.client.options import table_choice
from carteado.engine.game import Game, Scored
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions

__all__ = ["MAX_DEALS", "SETTINGS", "Contest", "contest", "scored"]

MAX_DEALS = 10_000
"""Deals after which an unfinished game is stopped; more chips then place higher."""

SETTINGS = TableOptions(decision_ms=5_000, bank_ms=0, pause_ms=0, nonce_ms=0, expiries=100)
"""The default options of the table: no pauses, and no bot loses its seat."""


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A measurement: the same contest gives the same records, in process and over sockets.

    Made by `contest`; every value is plain data or text, so that it can be written into a journal
    and given to another process.

    Attributes:
        game: id of the game.
        rules: version of its rules.
        options: of the game, plain data.
        settings: of the table, plain data.
        entrants: as they were named (`entrants.resolve`).
        seed: all luck follows from it.
        freezeout: whether a match is a game to its end, otherwise one deal from the options'
            stacks.
        all_orders: a set seats its group in every order, not in every rotation.
        max_deals: a game that has not ended by then is stopped.
    """

    game: str
    rules: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    entrants: tuple[str, ...]
    seed: int = 0
    freezeout: bool = False
    all_orders: bool = False
    max_deals: int = MAX_DEALS

    @property
    def rulebook(self) -> Game[Any]:
        """The game itself."""
        return game_of(self.game)

    @functools.cached_property
    def house(self) -> Any:
        """The game's options."""
        return from_plain(self.rulebook.options_type, self.options)

    @property
    def unit(self) -> Unit:
        """The unit of the numbers in the records."""
        name, size, word = scored(self.rulebook).unit(self.house)
        return Unit(name=name, size=size, word=word)

    @functools.cached_property
    def plan(self) -> Plan:
        """The plan of opponents and seats.

        Raises:
            ArenaError: there are too few entrants.
        """
        units = units_of(self.rulebook, self.house)
        return plan(units, len(self.entrants), all_orders=self.all_orders)


def contest(
    entrants: Sequence[str],
    *,
    game: str = "holdem",
    preset: str | None = None,
    given: Mapping[str, str] | None = None,
    seed: int = 0,
    freezeout: bool = False,
    all_orders: bool = False,
    max_deals: int = MAX_DEALS,
) -> Contest:
    """A measurement from texts that a person typed.

    Args:
        entrants: names of bots, or ``module:function``.
        game: its id.
        preset: one of its presets, the first when absent.
        given: options of the game and of the table, as texts (`engine.options`).
        seed: all luck follows from it.
        freezeout: play games to their end instead of single deals.
        all_orders: seat each group in every order, not in every rotation.
        max_deals: a game that has not ended by then is stopped.

    Raises:
        ArenaError: no such game, preset or option, too few entrants, or a game without a score.
    """
    try:
        chosen = table_choice(game, preset, given or {}, SETTINGS)
    except InputError as error:
        # One type of error, so that the command prints a sentence instead of a traceback.
        raise ArenaError(str(error)) from None
    if max_deals < 1:
        raise ArenaError(f"a game has at least one deal: max_deals is {max_deals}")
    found = Contest(
        game=chosen.game.id,
        # A journal made under other rules must not be continued.
        rules=chosen.game.rules,
        options=to_plain(chosen.options),
        settings=to_plain(chosen.settings),
        entrants=tuple(entrants),
        seed=seed,
        freezeout=freezeout,
        all_orders=all_orders,
        # Single deals always have the value 1 here, so that equal contests compare equal.
        max_deals=max_deals if freezeout else 1,
    )
    # Called for its error: a contest without a score is useless.
    scored(chosen.game)
    if any(map(is_response, entrants)):
        retracing_of(chosen.game)
        # A best response weighs the hands of a single opponent.
        if chosen.game.seats(chosen.options) != 2:
            raise ArenaError("a local best response plays heads-up: choose two seats")
    # Only poker has the field, hence `getattr`.
    if freezeout and getattr(chosen.options, "is_cash", False):
        raise ArenaError("games to the end need format=freezeout: a cash table never ends")
    _ = found.plan  # refused here, before the first match
    return found


def scored(game: Game[Any]) -> Scored:
    """The game with its scoring.

    Raises:
        ArenaError: the game has no score, or is an adjudicator.
    """
    if isinstance(game, Scored) and not game.adjudicator:
        return game
    raise ArenaError(f"{game.id} has no score that bots could be measured by")
