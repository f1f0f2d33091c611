"""One match in process, through the real table host: no socket, no task, no encoding.

The host decides everything: whose turn it is, whether an answer is legal and in time, what becomes
of one that is not. Its clock stands still but for the time that a bot takes; an answer that comes
too late is decided by the host's clock, as it is over the network.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import Any

from carteado.arena.adjusting import Adjuster, adjustable
from carteado.arena.contest import Contest, scored
from carteado.arena.entrants import Entrant
from carteado.arena.moment import Luck, Moment
from carteado.arena.places import places_of, stretches_of
from carteado.arena.records import Clock, Faults, Match
from carteado.arena.stage import Stage, seat_names, set_up
from carteado.arena.watchdog import Overdue, Watchdog
from carteado.bots.answers import meant
from carteado.engine.errors import Refusal
from carteado.engine.game import Action, Event
from carteado.server.clock import DecisionClock
from carteado.server.host import TableHost
from carteado.server.step import Step

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
        tap: as given.
    """

    def __init__(
        self, contest: Contest, entrants: Sequence[Entrant], *, tap: Tap | None = None
    ) -> None:
        self.tap = tap
        self.clocks = [Clock() for _ in entrants]
        self._contest = contest
        self._entrants = entrants
        self._bots = [entrant.here for entrant in entrants]
        self._score = scored(contest.rulebook)
        self._unit = contest.unit
        self._adjustable = not contest.freezeout and adjustable(contest.rulebook)
        self._stages: dict[tuple[int, ...], Stage] = {}
        # Bots say the same few words again and again.
        self.words = functools.lru_cache(maxsize=4096)(
            functools.partial(meant, game=contest.rulebook)
        )
        settings = contest.settings
        self.watchdog = Watchdog(settings["decision_ms"] + settings["bank_ms"])

    def play_set(self, set_: int) -> list[Match]:
        """Every match of a set."""
        seatings = self._contest.plan.seatings(set_)
        return [self.play(set_, number, seats) for number, seats in enumerate(seatings)]

    def play(self, set_: int, seating: int, seats: tuple[int, ...]) -> Match:
        """One match: the cards of a set, at one seating."""
        stage = self._stage(seats)
        score, contest = self._score, self._contest
        host = stage.host(set_)
        start = score.score(host.table.state)
        adjuster = None
        if self._adjustable:
            adjuster = Adjuster(contest.rulebook, start)
        table = _Seats(host, self, seats, Luck(contest.seed, set_), adjuster)
        standings = [start]
        deals = 0
        while deals < contest.max_deals and not host.table.game.over(host.table.state):
            table.play_deal()
            deals += 1
            standings.append(score.score(host.table.state))
        net = tuple([after - before for after, before in zip(standings[-1], start, strict=True)])
        return Match(
            set=set_,
            seating=seating,
            seats=seats,
            net=net,
            adjusted=None if adjuster is None else adjuster.net(net),
            place=places_of(standings) if contest.freezeout else None,
            deals=deals,
            decisions=table.decisions,
            faults=table.faults(),
            stretches=stretches_of(standings, self._unit) if contest.freezeout else (),
        )

    def _stage(self, seats: tuple[int, ...]) -> Stage:
        stage = self._stages.get(seats)
        if stage is None:
            names = seat_names(seats, [entrant.label for entrant in self._entrants])
            stage = self._stages[seats] = set_up(self._contest, names)
        return stage

    def bot(self, entrant: int) -> Callable[[Any], Any]:
        """What is asked for the decisions of an entrant."""
        return self._bots[entrant]


class _Seats:
    """The seats of one table during one match."""

    def __init__(
        self,
        host: TableHost,
        ring: Ring,
        seats: tuple[int, ...],
        luck: Luck,
        adjuster: Adjuster | None,
    ) -> None:
        self.decisions = 0
        self._host = host
        self._words = ring.words
        self._watchdog = ring.watchdog
        self._tap = ring.tap
        self._seats = seats
        self._luck = luck
        self._adjuster = adjuster
        self._bots = [ring.bot(entrant) for entrant in seats]
        self._clocks = [ring.clocks[entrant] for entrant in seats]
        self._faults: dict[int, dict[str, int]] = {}

    def faults(self) -> tuple[Faults, ...]:
        """For each seat what went wrong; nothing where nothing did."""
        if not self._faults:
            return ()
        return tuple([Faults(**self._faults.get(seat, {})) for seat in range(len(self._bots))])

    def play_deal(self) -> None:
        """Deal, and play until nobody is asked any more."""
        host = self._host
        due = host.due
        step = None if due is None else host.tick(due)
        if due is None or step is None:
            raise RuntimeError(f"{host.table.game.id} stands still: no deal, no decision, no end")
        self._apply(step, due)
        while (clock := host.open_decision) is not None:
            step = self._decide(clock)
        # While somebody was still to decide, not only the cards did.
        if self._adjuster is not None:
            self._adjuster.see(step.before.state, step.events)

    def _decide(self, clock: DecisionClock) -> Step:
        """Ask the seat whose decision is open; what came of it."""
        host, seat = self._host, clock.seat
        self.decisions += 1
        action, took_us = self._ask(seat, Moment(host.table, clock, self._luck))
        self._clocks[seat].count(took_us)
        now = clock.since + took_us // 1000
        if now >= clock.until:
            return self._expire(clock)
        step = None if action is None else host.play(seat, action, now)
        if not isinstance(step, Step):
            step = self._default(seat, now, "failed" if step is None else "refused")
        self._apply(step, now)
        return step

    def _ask(self, seat: int, moment: Moment) -> tuple[Action | None, int]:
        """A bot's answer, None where it is none, and how long it took, microseconds."""
        watchdog = self._watchdog
        action: Action | None = None
        since = watchdog.since = time.perf_counter_ns()
        try:
            try:
                answer = self._bots[seat](moment)
                if type(answer) is str:
                    action = self._words(answer)
                else:
                    action = meant(answer, self._host.table.game)
            except KeyboardInterrupt:
                raise
            except BaseException:  # whatever a bot raises, SystemExit too, is its fault alone
                action = None
            finally:
                watchdog.since = 0
        except Overdue:  # the bot answered or failed in the moment in which it was interrupted
            action = None
        return action, (time.perf_counter_ns() - since) // 1000

    def _default(self, seat: int, now: int, fault: str) -> Step:
        """The table's default action in place of an answer with a fault."""
        self._fault(seat, fault)
        table = self._host.table
        step = self._host.play(seat, table.game.default(table.state, seat), now)
        if isinstance(step, Refusal):
            raise RuntimeError(f"{table.game.id} refuses its own default action")
        return step

    def _expire(self, clock: DecisionClock) -> Step:
        """Let the host's clock decide."""
        self._fault(clock.seat, "late")
        step = self._host.tick(clock.until)
        if step is None:
            raise RuntimeError("the table's clock does not decide when the time is over")
        self._apply(step, clock.until)
        return step

    def _apply(self, step: Step, now: int) -> None:
        self._host.applied(step, now)
        if self._tap is not None:
            self._tap(self._seats, step.events)

    def _fault(self, seat: int, what: str) -> None:
        counts = self._faults.setdefault(seat, {})
        counts[what] = counts.get(what, 0) + 1
