"""The match: the fold of the events."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.games.poker_face.events import RoundJudged
from carteado.engine.games.poker_face.options import Options
from carteado.engine.visibility import Public

__all__ = ["BOOKKEEPER", "State", "new_state", "standings", "total"]

BOOKKEEPER = 0
"""The one seat."""


@dataclass(frozen=True, kw_only=True)
class State:
    """A match.

    Attributes:
        options: house rules.
        names: the bookkeeper, None for nobody.
        bots: whether a bot keeps the books; never.
        away: whether the bookkeeper pauses.
        players: of the match, in the order of the first round; empty before it.
        money: by player.
        number: rounds so far.
        undivided: what lies in the middle and cannot be shared, until it is discarded.
        discarded: what has left the match.
        rounds: the last rounds, which can be corrected: at most `Options.history`.
        base: by player, money before the first of these rounds.
        base_discarded: what had left the match before the first of these rounds.
    """

    options: Public[Options]
    names: Public[tuple[str | None, ...]] = (None,)
    bots: Public[tuple[bool, ...]] = (False,)
    away: Public[tuple[bool, ...]] = (False,)
    players: Public[tuple[str, ...]] = ()
    money: Public[tuple[int, ...]] = ()
    number: Public[int] = 0
    undivided: Public[int] = 0
    discarded: Public[int] = 0
    rounds: Public[tuple[RoundJudged, ...]] = ()
    base: Public[tuple[int, ...]] = ()
    base_discarded: Public[int] = 0


def new_state(options: Options) -> State:
    """The empty table: nobody keeps the books, nothing is entered."""
    return State(options=options)


def total(state: State) -> int:
    """All money of the match, what has left it included; it never changes."""
    return sum(state.money) + state.undivided + state.discarded


def standings(state: State) -> list[tuple[str, int]]:
    """Every player with their money: the most first, equal amounts in the order of names."""
    pairs = zip(state.players, state.money, strict=True)
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
