"""Deals of Buraco between two kinds of players, with facts that a match record does not keep.

A record of the arena has the difference of the pairs' points, which is what winning is about. The
study of Buraco looked at the points of one pair and at the rounds of a deal too.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from carteado.arena.matches.contest import Contest
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.match import Ring
from carteado.arena.matches.runs import Run
from carteado.arena.matches.setup import TableSetup
from research.blocks import blocks

__all__ = ["Dealt", "played"]


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """One deal.

    Attributes:
        points: of the pair of entrant 0 and of that of entrant 1.
        rounds: turns of the seat that had the first one.
        faults: answers that were refused, late or failed.
    """

    points: tuple[int, int]
    rounds: int
    faults: int


def played(run: Run, name: str, contest: Contest, full: int) -> list[list[Dealt]]:
    """The deals of a contest of two entrants, by set, one for each seating.

    Args:
        run: at whose scale; with its journal, if it keeps any.
        name: of the journal.
        contest: single deals of Buraco.
        full: sets at full scale.

    Raises:
        ArenaError: an entrant that cannot take part, or a journal of something else.
    """
    # Refused here, before any process is started.
    resolve(contest.entrants, contest.game)
    found = blocks(
        functools.partial(_set, contest),
        run.rounds(full),
        header={
            "buraco": list(contest.entrants),
            "options": contest.options,
            "rules": contest.rules,
            "seed": contest.seed,
        },
        path=None if run.journals is None else run.journal(name),
        resume=run.resume,
        jobs=run.jobs,
        tell=functools.partial(run.tell, name),
    )
    return [[_dealt(*deal) for deal in deals] for deals in found]


def _dealt(first: int, second: int, rounds: int, faults: int) -> Dealt:
    return Dealt(points=(first, second), rounds=rounds, faults=faults)


def _set(contest: Contest, number: int) -> list[list[int]]:
    """The deals of a set, as plain data."""
    global _ring
    # A new copy of the contest comes with every block, so it is compared by value.
    if _ring is None or _ring[0] != contest:
        _ring = (contest, _Counting(contest))
    ring = _ring[1]
    deals = ring.deals_of(number)
    # Plain lists, which the journal can write as JSON.
    return [[*deal.points, deal.rounds, deal.faults] for deal in deals]


class _Counting(Ring):
    """A ring that also counts turns and reads the score sheets."""

    def __init__(self, contest: Contest) -> None:
        super().__init__(contest, resolve(contest.entrants, contest.game))
        self._setups: dict[tuple[int, ...], TableSetup] = {}
        self._turns: list[int] = []

    def deals_of(self, set_: int) -> list[Dealt]:
        """The deals of a set."""
        seatings = self._plan.seatings(set_)
        return [self._deal(set_, number, seats) for number, seats in enumerate(seatings)]

    def _deal(self, set_: int, seating: int, seats: tuple[int, ...]) -> Dealt:
        self._turns = []
        match = self.play(set_, seating, seats)
        # The match has ended, but its table still stands as it was then.
        state: Any = self._setups[seats].host.table.state
        # Score sheets are by team, and a team is the seat modulo 2.
        first, second = [state.sheets[seats.index(entrant) % 2].total for entrant in (0, 1)]
        return Dealt(
            points=(first, second),
            # A round begins with the first turn of the deal, so its seat counts the rounds.
            rounds=self._turns.count(self._turns[0]),
            faults=sum(one.refused + one.late + one.failed for one in match.faults),
        )

    def bot(self, entrant: int) -> Callable[[Any], Any]:
        """The function to call for a decision; every turn has one before its card is drawn."""
        asked = super().bot(entrant)

        def counted(view: Any) -> Any:
            if view.state.phase == "draw":
                self._turns.append(view.seat)
            return asked(view)

        return counted

    # Overridden only to keep the setup, through which the table can be seen afterwards.
    def setup(self, seats: tuple[int, ...]) -> TableSetup:
        setup = self._setups[seats] = super().setup(seats)
        return setup


_ring: tuple[Contest, _Counting] | None = None
"""What this process played last: its tables are set up, its bots are loaded."""
