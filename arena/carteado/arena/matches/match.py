"""Matches in process, through the real table host: no socket, no task, no encoding.

The host decides everything: whose turn it is, whether an answer is legal and in time, and what
happens otherwise. Its clock advances only while a bot decides; the default action replaces a late
answer, as over the network.

Many matches are played side by side, each at its own table, and all take one step before any
takes the next: the processor's caches then still hold the code of that step.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter_ns
from typing import Any

from carteado.arena.best_response.response import LocalBestResponse
from carteado.arena.matches.contest import Contest, scored
from carteado.arena.matches.decision_view import DecisionView, Luck, decision_view
from carteado.arena.matches.entrants import Entrant
from carteado.arena.matches.places import chips_of, places_of, stretches_of
from carteado.arena.matches.records import Clock, Faults, Match
from carteado.arena.matches.setup import TableSetup, seat_names, set_up
from carteado.arena.sandbox.guard import Guard, NoAnswer, lend, tell_once
from carteado.arena.statistics.adjusting import Ran, adjustable, adjusted, expected
from carteado.bots.answers import BadAnswer, meant
from carteado.bots.thinker import in_a_line
from carteado.engine.game import Action, Event
from carteado.engine.generated import maker
from carteado.engine.plain import to_plain
from carteado.server.table.clock import DecisionClock
from carteado.server.table.step import Denied, Step

__all__ = ["Ring", "Tap"]

SIDE_BY_SIDE = 32
"""Number of matches that are played side by side."""

Tap = Callable[[tuple[int, ...], Sequence[Event]], None]


class Ring:
    """Plays the matches of a contest.

    A tap, user bots and local best responses may remember earlier events: for them
    matches are played one after the other.

    Args:
        contest: what is played.
        entrants: who takes part, by number.
        tap: called with the entrants by seat and the unredacted events of every step.

    Attributes:
        clocks: the decision times of each entrant so far.
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
        # One process for each user bot, however many seats it holds.
        self._guards = [None if entrant.own is None else lend(entrant.own) for entrant in entrants]
        self._bots = [
            entrant.here if guard is None else functools.partial(_asked, guard)
            for entrant, guard in zip(entrants, self._guards, strict=True)
        ]
        responses = [bot for bot in self._bots if isinstance(bot, LocalBestResponse)]
        # A response asks the bot it answers to, which may be a user bot.
        self._guards += [bot.model.guard for bot in responses]
        self._remember = bool(responses) or any(self._guards)
        self._plan = contest.plan
        # Tables are kept by seating: opening one costs more than a short match.
        self._free: dict[tuple[int, ...], list[_Seating]] = {}
        # Cached, because bots answer with the same few texts.
        self.words = functools.lru_cache(maxsize=4096)(
            functools.partial(meant, game=contest.rulebook)
        )

    def play_sets(self, sets: Sequence[int]) -> list[list[Match]]:
        """Every match of some sets, in their order."""
        seatings = self._plan.seatings
        matches = self._play(
            (set_, number, seats) for set_ in sets for number, seats in enumerate(seatings(set_))
        )
        # Matches end in any order; the result is in the order of the sets.
        found = {(match.set, match.seating): match for match in matches}
        numbers = range(len(self._plan.orders))
        return [[found[set_, number] for number in numbers] for set_ in sets]

    def play(self, set_: int, seating: int, seats: tuple[int, ...]) -> Match:
        """Play one match: the cards of a set at one seating."""
        # Unpacking also checks that it is exactly one.
        (match,) = self._play([(set_, seating, seats)])
        return match

    def _play(self, matches: Iterable[tuple[int, int, tuple[int, ...]]]) -> list[Match]:
        """Play matches, each a set at one seating; yields them in the order in which they end."""
        dealing: list[_Seating] = []
        deciding: list[_Seating] = []
        ended: list[Match] = []
        to_come = iter(matches)
        room = 1 if self._remember or self.tap is not None else SIDE_BY_SIDE
        while True:
            for match in itertools.islice(to_come, room - len(dealing) - len(deciding)):
                dealing.append(self._begun(*match))
            playing = dealing + deciding
            if not playing:
                return ended
            # Steps of one kind together: deals, then questions, then actions.
            for one in dealing:
                one.deal()
            for one in deciding:
                one.ask()
            for one in deciding:
                one.act()
            for one in playing:
                one.go_on()
            deciding = [one for one in playing if one.clock is not None]
            dealing = []
            for one in playing:
                if one.clock is not None:
                    continue
                one.end_deal()
                if one.match is None:
                    dealing.append(one)
                else:
                    ended.append(one.match)
                    self._free[one.seats].append(one)

    def _begun(self, set_: int, seating: int, seats: tuple[int, ...]) -> _Seating:
        """Begin a match at a table that is not in use."""
        free = self._free.setdefault(seats, [])
        found = free.pop() if free else _Seating(self, seats, self.setup(seats))
        found.begin(set_, seating, [self.clocks[entrant] for entrant in seats])
        return found

    def setup(self, seats: tuple[int, ...]) -> TableSetup:
        """The table at which entrants are seated like this."""
        names = seat_names(seats, [entrant.label for entrant in self._entrants])
        return set_up(self.contest, names)

    def bot(self, entrant: int) -> Callable[[Any], Any]:
        """The function that decides for an entrant."""
        return self._bots[entrant]

    def complain(self, entrant: int, why: str) -> None:
        """Report a bot's first wrong answer."""
        tell_once(self._entrants[entrant].label, f"{why}; the default is played")

    def get_ready(self) -> None:
        """Start the missing processes of user bots."""
        for guard in self._guards:
            if guard is not None:
                guard.ready()


def _asked(guard: Guard, view: DecisionView) -> Any:
    """The answer of a bot in its own process."""
    return guard.ask(view, view.patience_ms / 1000)


def _named(error: BaseException) -> str:
    """A bot's exception in one line; the error about a bad answer is a whole sentence."""
    if isinstance(error, BadAnswer | NoAnswer):
        return str(error)
    return in_a_line(error)


_match = maker(Match)


class _Seating:
    """One table with its entrants, for all matches that they play at it.

    Attributes:
        seats: the entrant on each seat.
        clock: of the open decision, None for none.
        match: the match that was begun last, once it is over.
    """

    def __init__(self, ring: Ring, seats: tuple[int, ...], setup: TableSetup) -> None:
        contest = ring.contest
        self.seats = seats
        self._ring = ring
        self._setup = setup
        self._bots = [ring.bot(entrant) for entrant in seats]
        self._words = ring.words
        self._seed = contest.seed
        self._most = contest.max_deals
        self._game = contest.rulebook
        self._score = scored(contest.rulebook).score
        self._adjustable = adjustable(contest.rulebook)
        # The unit of a game to its end; None for single deals, which have no places.
        self._unit = contest.unit if contest.freezeout else None
        self._host = setup.host
        # Of the current match:
        self.clock: DecisionClock | None = None
        self.match: Match | None = None
        self._set = self._seating = 0
        self._luck = Luck(contest.seed, 0)
        self._clocks: list[Clock] = []
        self._standings: list[tuple[int, ...]] = []
        self._ran: list[Ran] = []
        self._decisions = 0
        self._faults: dict[int, dict[str, int]] = {}
        # Of its next step:
        self._now = 0
        self._step: Step
        self._action: Action | None = None
        self._problem = ""

    def begin(self, set_: int, seating: int, clocks: list[Clock]) -> None:
        """Begin the match of a set, with a clock for each seat; its first deal is due."""
        self._setup.begin(set_)
        self._set, self._seating = set_, seating
        self._luck = Luck(self._seed, set_)
        self._clocks = clocks
        self._decisions = 0
        self._faults = {}
        self._standings = [self._score(self._host.table.state)]
        self._ran = []
        self.match = None

    def deal(self) -> None:
        """Let the host take its next scheduled step between decisions: the deal."""
        host = self._host
        # The clock jumps to the scheduled time: nobody waits for pauses here.
        now = host.due
        step = None if now is None else host.tick(now)
        if now is None or step is None:
            # A bug in the game, which would otherwise run for ever.
            raise RuntimeError(f"{self._game.id} does not go on: no deal, no decision, no end")
        self._step, self._now = step, now

    def go_on(self) -> None:
        """Apply the step; afterwards a decision is open, or a deal is over."""
        host = self._host
        # A server would write to its store first; here nothing is stored.
        host.applied(self._step, self._now)
        tap = self._ring.tap
        if tap is not None:
            tap(self.seats, self._step.events)
        self.clock = host.agenda.clock

    def end_deal(self) -> None:
        """Record the end of a deal, and begin another one unless the match is over."""
        state = self._host.table.state
        self._standings.append(self._score(state))
        if self._adjustable:
            self._look_back()
        # The first entry is the score before the first deal.
        if len(self._standings) > self._most or self._game.over(state):
            self.match = self._record()

    def _look_back(self) -> None:
        """Keep the result of a deal that ran out, from its last decision on."""
        step = self._step
        fair = expected(self._game, step.before.state, step.events)
        if fair is not None:
            self._ran.append((self._standings[-1], fair))

    def ask(self) -> None:
        """Ask the bot for its decision; the table's clock advances by its time."""
        clock, words = self.clock, self._words
        assert clock is not None
        seat = clock.seat
        # Before the view is made, because over the network reading it takes the bot's time too.
        since = perf_counter_ns()
        view = decision_view(self._host.table, clock, self._luck, since)
        try:
            answer = self._bots[seat](view)
            # Only texts use the cache: other answers may not be hashable.
            self._action = words(answer) if type(answer) is str else meant(answer, self._game)
        # Ctrl-C comes from the user, not from the bot.
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # any exception, even SystemExit, is the bot's fault
            self._action = None
            self._problem = _named(error)
        took_us = (perf_counter_ns() - since) // 1000
        self._clocks[seat].count(took_us)
        self._decisions += 1
        # The table's clock counts milliseconds and advances only by the bot's time.
        self._now = clock.since + took_us // 1000

    def act(self) -> None:
        """Let the host apply the bot's answer, or the default action without one."""
        clock, action, now = self.clock, self._action, self._now
        assert clock is not None
        if now >= clock.until:
            # The default is due at the deadline, however late the answer came.
            self._now = clock.until
            self._step = self._expired(clock.seat)
        elif action is None:
            self._step = self._default(clock.seat, "failed")
        else:
            try:
                self._step = self._host.play(clock.seat, action, now)
            except Denied as denied:
                # The refused action as a bot would write it, cut short for one line.
                said = to_plain(action)
                words = " ".join(map(str, (said.pop("type"), *said.values())))
                self._problem = f"{words:.60} is refused: {str(denied).removesuffix('.')}"
                self._step = self._default(clock.seat, "refused")

    def _default(self, seat: int, fault: str) -> Step:
        """Use the table's default action instead of a faulty answer."""
        self._fault(seat, fault)
        self._ring.complain(self.seats[seat], self._problem)
        table = self._host.table
        try:
            return self._host.play(seat, table.game.default(table.state, seat), self._now)
        except Denied:
            raise RuntimeError(f"{table.game.id} refuses its own default action") from None

    def _expired(self, seat: int) -> Step:
        """Let the host's clock decide for a seat whose time is over."""
        self._fault(seat, "late")
        step = self._host.tick(self._now)
        if step is None:
            raise RuntimeError("the table's clock does not decide when the time is over")
        return step

    def _fault(self, seat: int, what: str) -> None:
        counts = self._faults.setdefault(seat, {})
        counts[what] = counts.get(what, 0) + 1
        self._ring.get_ready()  # here, where no clock runs

    def _record(self) -> Match:
        """The record of the finished match."""
        standings, unit = self._standings, self._unit
        # `map` with `operator.sub` is faster than a loop, and this runs for every match.
        net = tuple(map(operator.sub, standings[-1], standings[0]))
        return _match(
            set=self._set,
            seating=self._seating,
            seats=self.seats,
            net=net,
            adjusted=adjusted(net, self._ran) if self._adjustable else None,
            place=None if unit is None else places_of(standings),
            chips=None if unit is None else chips_of(standings, unit),
            deals=len(standings) - 1,
            decisions=self._decisions,
            faults=self._faults_by_seat(),
            stretches=() if unit is None else stretches_of(standings, unit),
        )

    def _faults_by_seat(self) -> tuple[Faults, ...]:
        """The faults of each seat; empty if there were none."""
        if not self._faults:
            return ()
        return tuple([Faults(**self._faults.get(seat, {})) for seat in range(len(self.seats))])
