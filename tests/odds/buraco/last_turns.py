"""Last turns of deals that were played, and every way to play each of them, one by one.

The oracle knows nothing of how the odds search: it makes every legal play that the engine lists, in
every order, and scores the deal where the turn has ended.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from tests.engine.games.buraco.kernel.deals import RULES, accepted, dealt

from carteado.engine.game import Act
from carteado.engine.games.buraco.actions import Discard, Draw
from carteado.engine.games.buraco.kernel import Kernel, apply, from_state, points
from carteado.engine.games.buraco.kernel.asking import options
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import turn_of

__all__ = [
    "CHOSEN",
    "LastTurn",
    "TooMany",
    "best_end",
    "deal_of",
    "ends_here",
    "position_at",
    "search",
]

PROFILES = tuple(PRESETS)


class TooMany(Exception):
    """A position has more canonical states than the oracle may look at."""


class LastTurn(NamedTuple):
    """A last turn of a deal that was played.

    Attributes:
        rules: of the house, a name in `RULES`.
        deal: its number, see `deal_of`.
        actions: that were played before it.
        best: points, own less theirs, that the oracle found; None where it was not asked.
        states: canonical states that it looked at.
    """

    rules: str
    deal: int
    actions: int
    best: int | None = None
    states: int = 0


def deal_of(rules: str, number: int) -> Iterator[State]:
    """Every state of a deal. In most turns the greedy policy plays, in others nothing is laid.

    So at the end some hands are small and others large.
    """
    chance = random.Random(f"{rules} {number}")
    patience = chance.choice((0.0, 0.4, 0.7))
    state, lays = dealt(RULES[rules], chance), True
    seat: int | None = None
    while state.in_deal:
        yield state
        if state.to_act != seat:
            seat, lays = state.to_act, chance.random() >= patience
        assert seat is not None
        action: Any = turn_of(from_state(state), greedy_policy)[0]
        if not lays and state.phase == "play" and len(state.hands[seat]) > 1:
            action = Discard(card=_thrown(state, seat, chance))
        elif not lays and state.phase == "draw" and len(state.stock) > state.options.stock_reserve:
            action = Draw() if not state.last_turn else action
        state = accepted(state, Act(seat=seat, action=action))


def _thrown(state: State, seat: int, chance: random.Random) -> Any:
    legal = plays(options(from_state(state)))
    return chance.choice([one.card for one in legal if isinstance(one, Discard)])


def position_at(turn: LastTurn) -> State:
    """The state in which a last turn begins."""
    return next(islice(deal_of(turn.rules, turn.deal), turn.actions, None))


def ends_here(deal: Kernel) -> bool:
    """Whether the deal ends with the turn, whatever is played, and no hidden card comes into it."""
    rules, team = deal.rules, deal.seat & 1
    if deal.mortos and not deal.took[team]:
        return False  # An empty hand would take up cards that nobody has seen.
    if not deal.drawn:
        return deal.last_turn and rules.pile_visibility == "open"
    if deal.last_turn:
        return True
    converts = deal.mortos and rules.morto_exhaustion == "convert"
    return len(deal.stock) <= rules.stock_reserve and not converts and rules.last_turn == "none"


def search(rules: str, numbers: range) -> Iterator[tuple[LastTurn, State]]:
    """The first last turn of each deal that has one."""
    for number in numbers:
        for at, state in enumerate(deal_of(rules, number)):
            if ends_here(from_state(state)):
                yield LastTurn(rules, number, at), state
                break


def best_end(deal: Kernel, most: int = 50_000) -> tuple[int, int]:
    """The most points, own less theirs, with which a turn can end the deal.

    Args:
        deal: in a last turn.
        most: canonical states to look at.

    Returns:
        The points, and the canonical states of the turn.

    Raises:
        TooMany: there are more.
    """
    known: dict[Any, int] = {}
    return _best(deal, deal.seat & 1, known, most), len(known)


def _best(deal: Kernel, team: int, known: dict[Any, int], most: int) -> int:
    if deal.over:
        both = points(deal)
        return both[team] - both[1 - team]
    runs = sorted(
        [(one.run.cards, one.run.wild_at or 0, one.run.marred) for one in deal.runs[team]]
    )
    key = (deal.drawn, tuple(deal.hand(deal.seat)), deal.barred, tuple(runs))
    if key not in known:
        if len(known) >= most:
            raise TooMany
        known[key] = -10_000
        values = []
        for action in plays(options(deal)):
            after = deal.copy()
            apply(after, action)
            values.append(_best(after, team, known, most))
        known[key] = max(values)
    return known[key]


def _lying(deal: Kernel, team: int) -> list[Run]:
    return [node.run for node in deal.runs[team]]


CHOSEN: tuple[LastTurn, ...] = (
    LastTurn("mineiro", 4, 211, -5, 193),
    LastTurn("mineiro", 5, 192, 95, 53),
    LastTurn("mineiro", 7, 164, 350, 33),
    LastTurn("mineiro", 12, 183, -630, 253),
    LastTurn("mineiro", 19, 181, 60, 82),
    LastTurn("mineiro", 21, 196, 460, 25),
    LastTurn("mineiro", 27, 190, 515, 85),
    LastTurn("mineiro", 33, 192, 410, 217),
    LastTurn("mineiro", 34, 191, 50, 474),
    LastTurn("mineiro", 40, 190, -360, 601),
    LastTurn("aberto", 2, 214, -265, 7),
    LastTurn("aberto", 13, 177, -335, 9),
    LastTurn("aberto", 15, 195, 475, 143),
    LastTurn("aberto", 20, 208, 740, 16),
    LastTurn("aberto", 23, 213, -540, 30),
    LastTurn("aberto", 32, 159, 915, 1026),
    LastTurn("aberto", 35, 233, 275, 18),
    LastTurn("aberto", 41, 199, 5, 76),
    LastTurn("aberto", 42, 198, 110, 10),
    LastTurn("aberto", 45, 216, -70, 8),
    LastTurn("fechado", 6, 156, 825, 22),
    LastTurn("fechado", 13, 168, 295, 10),
    LastTurn("fechado", 43, 163, -235, 176),
    LastTurn("fechado", 80, 130, 240, 110),
    LastTurn("fechado", 81, 142, 55, 664),
    LastTurn("fechado", 113, 142, 365, 8),
    LastTurn("fechado", 119, 183, 930, 20),
    LastTurn("fechado", 137, 158, -85, 29),
    LastTurn("fechado", 163, 184, 1000, 9),
    LastTurn("fechado", 184, 178, -290, 306),
    LastTurn("stbl", 2, 193, 0, 22),
    LastTurn("stbl", 4, 170, 325, 18),
    LastTurn("stbl", 9, 174, -375, 16),
    LastTurn("stbl", 26, 170, 1255, 84),
    LastTurn("stbl", 42, 137, -250, 9),
    LastTurn("stbl", 43, 143, 545, 1716),
    LastTurn("stbl", 53, 193, 105, 16),
    LastTurn("stbl", 59, 176, 1040, 52),
    LastTurn("stbl", 62, 166, -520, 15),
    LastTurn("stbl", 63, 183, -140, 11),
    LastTurn("italiano", 49, 141, 335, 872),
    LastTurn("italiano", 69, 168, 460, 63),
    LastTurn("italiano", 85, 169, -50, 1192),
    LastTurn("italiano", 100, 171, 25, 11),
    LastTurn("italiano", 102, 148, 350, 21),
    LastTurn("italiano", 114, 140, -70, 32),
    LastTurn("italiano", 124, 167, 480, 31),
    LastTurn("italiano", 151, 131, 235, 244),
    LastTurn("italiano", 157, 124, 655, 144),
    LastTurn("italiano", 174, 147, 160, 2020),
    LastTurn("internazionale", 20, 136, 250, 10),
    LastTurn("internazionale", 21, 149, 415, 12),
    LastTurn("internazionale", 31, 128, 900, 835),
    LastTurn("internazionale", 33, 137, 75, 11),
    LastTurn("internazionale", 45, 139, 440, 36),
    LastTurn("internazionale", 97, 129, 780, 18),
    LastTurn("internazionale", 102, 133, 40, 13),
    LastTurn("internazionale", 115, 127, 60, 2187),
    LastTurn("internazionale", 151, 121, 185, 42),
    LastTurn("internazionale", 178, 118, 315, 200),
)
"""Ten last turns of each profile: of the first that `search` finds those with the most states."""
