"""The definition of a measurement: everything that determines its records.

A unit is the part of a table that one entrant plays: a seat, or both seats of a pair. A group is as
many entrants as the table has units; a set is one group that plays the same cards at every seating.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from carteado.arena.best_response.model import retracing_of
from carteado.arena.errors import ArenaError
from carteado.arena.matches.entrants import is_response
from carteado.arena.matches.records import Unit
from carteado.client.errors import InputError
from carteado.client.options import table_choice
from carteado.engine.game import Game, Scored
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions

__all__ = ["MAX_DEALS", "SETTINGS", "Contest", "Plan", "contest", "plan", "scored", "units_of"]

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


def units_of(game: Game[Any], options: Any) -> tuple[int, ...]:
    """For each seat the number of its unit, from 0 in the order of the units' first seats."""
    found: dict[object, int] = {}
    units = []
    for seat in range(game.seats(options)):
        team = game.team(options, seat)
        # Teams share a key, so both seats of a pair belong to one unit.
        key = ("seat", seat) if team is None else ("team", team)
        units.append(found.setdefault(key, len(found)))
    return tuple(units)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The schedule of a measurement; sets go round the groups, so all get equally many.

    Attributes:
        units: for each seat the number of its unit.
        groups: entrants that meet, one for each unit.
        orders: for each seating of a set, the member of the group that plays each unit.
    """

    units: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    orders: tuple[tuple[int, ...], ...]

    def seatings(self, set_: int) -> tuple[tuple[int, ...], ...]:
        """The entrant on each seat, for each seating of a set."""
        # Round robin, so that an interrupted run has measured all groups alike.
        return _seated(self.units, self.orders, self.groups[set_ % len(self.groups)])

    def rounds(self, sets: int) -> int:
        """Whole sets of each group in a number of sets."""
        return sets // len(self.groups)


@functools.lru_cache(maxsize=1024)  # cached, because sets repeat the same few groups
def _seated(
    units: tuple[int, ...], orders: tuple[tuple[int, ...], ...], group: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """The entrant on each seat, for each order of a group."""
    return tuple([tuple([group[order[unit]] for unit in units]) for order in orders])


def plan(units: Sequence[int], entrants: int, *, all_orders: bool = False) -> Plan:
    """All groups of as many entrants as there are units, each once a round.

    Args:
        units: for each seat the number of its unit.
        entrants: how many there are.
        all_orders: seat a group in every order instead of in every rotation, so that each entrant
            also has each other one on its left: 24 seatings instead of four at four seats.

    Raises:
        ArenaError: there are fewer entrants than units.
    """
    places = max(units) + 1
    if entrants < places:
        raise ArenaError(
            f"a match has {places} sides, so it takes at least {places} entrants, not {entrants}; "
            "name one twice to let it play against itself"
        )
    first = tuple(range(places))
    # A rotation gives everybody every seat once, which is what balances the cards.
    turns = tuple([first[turn:] + first[:turn] for turn in range(places)])
    orders = tuple(permutations(first)) if all_orders else turns
    groups = tuple(combinations(range(entrants), places))
    return Plan(units=tuple(units), groups=groups, orders=orders)
