"""One match in process, through the real table host: no socket, no task, no encoding.

The host decides everything: whose turn it is, whether an answer is legal and in time, what becomes
of one that is not. Its clock stands still but for the time that a bot takes; an answer that comes
too late is decided by the host's clock, as it is over the network.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Any

from carteado.arena.adjusting import adjustable, adjusted, expected
from carteado.arena.contest import Contest, scored
from carteado.arena.entrants import Entrant
from carteado.arena.guard import Guard, lend
from carteado.arena.moment import Luck, Moment, moment
from carteado.arena.places import places_of, stretches_of
from carteado.arena.records import Clock, Faults, Match
from carteado.arena.stage import Stage, seat_names, set_up
from carteado.bots.answers import meant
from carteado.engine.game import Action, Event
from carteado.engine.slots import maker
from carteado.engine.table import Table
from carteado.server.clock import DecisionClock
from carteado.server.step import Denied, Step

__all__ = ["Ring", "Tap"]

Tap = Callable[[tuple[int, ...], Sequence[Event]], None]


class Ring:
    """Plays the matches of a contest, one after the other.

    Args:
        contest: what is played.
        entrants: who takes part, by number.
        tap: told of all that happens: the entrant on each seat, and the events of a step, whole.

    Attributes:
        clocks: how long each entrant took, since the beginning.
        contest: as given.
        tap: as given.
    """

    def __init__(
        self, contest: Contest, entrants: Sequence[Entrant], *, tap: Tap | None = None
    ) -> None:
        self.tap = tap
        self.clocks = [Clock() for _ in entrants]
        self.contest = contest
        self._entrants = entrants
        self._guards = [None if entrant.own is None else lend(entrant.own) for entrant in entrants]
        self._bots = [
            entrant.here if guard is None else functools.partial(_asked, guard)
            for entrant, guard in zip(entrants, self._guards, strict=True)
        ]
        self._plan = contest.plan
        self._seatings: dict[tuple[int, ...], _Seating] = {}
        # Bots say the same few words again and again.
        self.words = functools.lru_cache(maxsize=4096)(
            functools.partial(meant, game=contest.rulebook)
        )

    def play_set(self, set_: int) -> list[Match]:
        """Every match of a set."""
        seatings = self._plan.seatings(set_)
        return [self.play(set_, number, seats) for number, seats in enumerate(seatings)]

    def play(self, set_: int, seating: int, seats: tuple[int, ...]) -> Match:
        """One match: the cards of a set, at one seating."""
        found = self._seatings.get(seats)
        if found is None:
            found = self._seatings[seats] = _Seating(self, seats, self.stage(seats))
        clocks = [self.clocks[entrant] for entrant in seats]
        return found.play(set_, seating, clocks)

    def stage(self, seats: tuple[int, ...]) -> Stage:
        """The table at which entrants are seated like this."""
        names = seat_names(seats, [entrant.label for entrant in self._entrants])
        return set_up(self.contest, names)

    def bot(self, entrant: int) -> Callable[[Any], Any]:
        """What is asked for the decisions of an entrant."""
        return self._bots[entrant]

    def get_ready(self) -> None:
        """See that the processes of those are there that have one of their own."""
        for guard in self._guards:
            if guard is not None:
                guard.ready()


def _asked(guard: Guard, view: Moment) -> Any:
    """The answer of a bot in a process of its own, for which the table's clock waits."""
    return guard.ask(view, view.patience_ms / 1000)


_match = maker(Match)


class _Seating:
    """Entrants on the seats of one table, in every match that they play there."""

    def __init__(self, ring: Ring, seats: tuple[int, ...], stage: Stage) -> None:
        contest = ring.contest
        self._seats = seats
        self._stage = stage
        self._bots = [ring.bot(entrant) for entrant in seats]
        self._words = ring.words
        self._get_ready = ring.get_ready
        self._tap = ring.tap
        self._seed = contest.seed
        self._most = contest.max_deals
        self._game = contest.rulebook
        self._score = scored(contest.rulebook).score
        self._adjustable = not contest.freezeout and adjustable(contest.rulebook)
        # Of a game to its end, what its chips count; single deals have no places.
        self._unit = contest.unit if contest.freezeout else None
        self._host = stage.host
        # Of the match that is played:
        self._luck = Luck(contest.seed, 0)
        self._clocks: list[Clock] = []
        self._decisions = 0
        self._faults: dict[int, dict[str, int]] = {}

    def play(self, set_: int, seating: int, clocks: list[Clock]) -> Match:
        """The match of a set, with a clock for each seat."""
        score, game, unit = self._score, self._game, self._unit
        host = self._host
        self._stage.begin(set_)
        self._luck = Luck(self._seed, set_)
        self._clocks = clocks
        self._decisions = 0
        self._faults = {}
        start = score(host.table.state)
        standings = [start]
        last = None
        while len(standings) <= self._most and not game.over(host.table.state):
            last = self._play_deal()
            standings.append(score(host.table.state))
        net = tuple(map(operator.sub, standings[-1], start))
        fair = None
        if self._adjustable and last is not None:
            # While somebody was still to decide, not only the cards did.
            fair = adjusted(net, start, expected(game, last.before.state, last.events))
        return _match(
            set=set_,
            seating=seating,
            seats=self._seats,
            net=net,
            adjusted=fair,
            place=None if unit is None else places_of(standings),
            deals=len(standings) - 1,
            decisions=self._decisions,
            faults=self._faults_by_seat(),
            stretches=() if unit is None else stretches_of(standings, unit),
        )

    def _faults_by_seat(self) -> tuple[Faults, ...]:
        """For each seat what went wrong; nothing where nothing did."""
        if not self._faults:
            return ()
        return tuple([Faults(**self._faults.get(seat, {})) for seat in range(len(self._seats))])

    def _play_deal(self) -> Step:
        """Deal, and play until nobody is asked any more; the last step."""
        host, agenda, tap = self._host, self._host.agenda, self._tap
        now = host.due
        step = None if now is None else host.tick(now)
        if now is None or step is None:
            raise RuntimeError(f"{host.table.game.id} stands still: no deal, no decision, no end")
        while True:
            host.applied(step, now)
            if tap is not None:
                tap(self._seats, step.events)
            clock = agenda.clock
            if clock is None:
                return step
            action, took_us = self._ask(host.table, clock)
            now = clock.since + took_us // 1000
            if now >= clock.until:
                now = clock.until
                step = self._expired(clock.seat, now)
            elif action is None:
                step = self._default(clock.seat, now, "failed")
            else:
                try:
                    step = host.play(clock.seat, action, now)
                except Denied:
                    step = self._default(clock.seat, now, "refused")

    def _ask(self, table: Table, clock: DecisionClock) -> tuple[Action | None, int]:
        """A bot's answer, None where it is none, and how long it took, microseconds."""
        seat, words = clock.seat, self._words
        action: Action | None
        since = perf_counter_ns()
        view = moment(table, clock, self._luck, since)
        try:
            answer = self._bots[seat](view)
            action = words(answer) if type(answer) is str else meant(answer, self._game)
        except KeyboardInterrupt:
            raise
        except BaseException:  # whatever a bot raises, SystemExit too, is its fault alone
            action = None
        took_us = (perf_counter_ns() - since) // 1000
        self._clocks[seat].count(took_us)
        self._decisions += 1
        return action, took_us

    def _default(self, seat: int, now: int, fault: str) -> Step:
        """The table's default action in place of an answer with a fault."""
        self._fault(seat, fault)
        table = self._host.table
        try:
            return self._host.play(seat, table.game.default(table.state, seat), now)
        except Denied:
            raise RuntimeError(f"{table.game.id} refuses its own default action") from None

    def _expired(self, seat: int, now: int) -> Step:
        """What the host's clock decides for a seat whose time is over."""
        self._fault(seat, "late")
        step = self._host.tick(now)
        if step is None:
            raise RuntimeError("the table's clock does not decide when the time is over")
        return step

    def _fault(self, seat: int, what: str) -> None:
        counts = self._faults.setdefault(seat, {})
        counts[what] = counts.get(what, 0) + 1
        self._get_ready()  # here, where no clock runs
