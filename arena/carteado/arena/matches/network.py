"""The same matches over sockets: a server of its own, and each bot a client like any other.

The server is the real one, with its gateway, lobby, runner and a store in memory, in this process;
only the entropy of its decks is special. Each seat of a match is played by the bots' SDK over
its own connection, and a director opens the tables and watches from the rail: the records follow
from public events and from the hands that the seed deals. No client takes part in the cuts, because
its nonces would not follow from the seed.

A bot's time is that of its prompt less the SDK's margin. Apart from late answers,
the records equal those of the matches in process.
"""

from __future__ import annotations

import asyncio
import functools
import multiprocessing
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import Contest, scored
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.entropy import Decks, chance_of, deck_seed
from carteado.arena.matches.places import chips_of, places_of, stretches_of
from carteado.arena.matches.play import Chunk
from carteado.arena.matches.records import Clock, Faults, Match
from carteado.arena.matches.setup import seat_names, set_up
from carteado.arena.sandbox.guard import tell_once
from carteado.arena.statistics.adjusting import Ran, adjustable, adjusted, expected
from carteado.bots.brain import Brain, BrainFailed, BrainGone
from carteado.bots.decisions import Tally
from carteado.bots.player import Player
from carteado.bots.view import View
from carteado.client import Client, Heard, Lost
from carteado.engine.cards import Card
from carteado.engine.deal import shuffle
from carteado.engine.errors import Refusal
from carteado.engine.game import Deal, Event
from carteado.engine.poker.runouts import hands_dealt
from carteado.engine.table import Table
from carteado.protocol.messages import Open, Watch
from carteado.protocol.session_events import Happened, SessionEvent
from carteado.server.app import Running, running
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import configure

__all__ = ["network_player"]

_NAME = "arena"
_NO_FAULTS = Faults()


def network_player(contest: Contest, first: int, end: int) -> Chunk:
    """Play sets over sockets, on a server in this process."""
    if multiprocessing.parent_process() is not None:
        configure(level="error")  # only in a worker process of the arena
    return asyncio.run(_play(contest, first, end))


async def _play(contest: Contest, first: int, end: int) -> Chunk:
    luck = _Luck()
    settings = Settings(
        # Port 0 lets the system choose, so that several processes can play at once.
        host="127.0.0.1",
        port=0,
        store="memory:",
        tables=False,
        metrics="off",
        max_tables=100_000,
    )
    started = time.perf_counter()
    async with running(settings, entropy=luck) as server:
        url = f"ws://127.0.0.1:{server.port}"
        # The director gets raw messages, in which `_watch` sees where a commit ends.
        async with Client(url, name=_NAME, kind="bot", hear=True, cuts=False) as director:
            hall = _Hall(contest, server, director, luck, url)
            # One after the other: the server's entropy serves a single table only.
            sets = [await hall.play_set(number) for number in range(first, end)]
    return Chunk(sets=sets, clocks=hall.clocks, seconds=time.perf_counter() - started)


class _Luck:
    """The server's entropy: that of the only table in play."""

    def __init__(self) -> None:
        self.decks: Decks | None = None

    def __call__(self, size: int) -> bytes:
        # Real entropy would make records that no seed reproduces.
        if self.decks is None:
            raise RuntimeError("a deck is asked for before any match")
        return self.decks(size)


class _Hall:
    """Plays matches on a server, one after the other."""

    def __init__(
        self, contest: Contest, server: Running, director: Client, luck: _Luck, url: str
    ) -> None:
        self.clocks = [Clock() for _ in contest.entrants]
        self._contest = contest
        self._server = server
        self._director = director
        self._luck = luck
        self._url = url
        self._entrants = resolve(contest.entrants, contest.game)
        self._labels = [entrant.label for entrant in self._entrants]
        seats = contest.rulebook.seats(contest.house)
        # The players arrive one after the other, so the deals would depend on timing.
        if seats > 2 and getattr(contest.house, "is_cash", False):
            raise ArenaError(
                "over the network a cash table of more than two seats deals as soon as two sit: "
                "play it without --network, or with format=freezeout"
            )
        # Only the number of openings is used: the cards of a set begin after them.
        self._setup = set_up(contest, [f"seat {seat}" for seat in range(seats)])

    async def play_set(self, set_: int) -> list[Match]:
        seatings = self._contest.plan.seatings(set_)
        return [await self.play(set_, number, seats) for number, seats in enumerate(seatings)]

    async def play(self, set_: int, seating: int, seats: tuple[int, ...]) -> Match:
        """Play one match at a table of its own."""
        contest = self._contest
        self._luck.decks = Decks(contest.seed, self._setup.openings, set_)
        opened = await self._director.request(
            Open,
            game=contest.game,
            options=dict(contest.options),
            settings=dict(contest.settings),
            title="Arena",
        )
        table: str = opened.table
        # Before the players join, so that no event is missed.
        await self._director.request(Watch, table=table)
        brains = [
            _Timed(await self._entrants[who].brain(), self.clocks[who], contest) for who in seats
        ]
        names = seat_names(seats, self._labels)
        players = [
            self._player(table, seat, seats[seat], names[seat], brain, set_)
            for seat, brain in enumerate(brains)
        ]
        playing = [asyncio.create_task(player.play()) for player in players]
        watching = asyncio.create_task(self._watch(table, set_))
        try:
            # A bot that leaves early ends the wait, which would otherwise last for ever.
            await asyncio.wait([watching, *playing], return_when=asyncio.FIRST_COMPLETED)
            if not watching.done():
                _complain(names, playing)
            scores = watching.result()
            # Closing ends the players' sessions, which then return their tallies.
            await self._close(table)
            tallies = await asyncio.gather(*playing)
        finally:
            for task in (watching, *playing):
                task.cancel()
            # Awaited even after an error, because their connections must not outlive the match.
            await asyncio.gather(watching, *playing, return_exceptions=True)
        return self._record(set_, seating, seats, scores, brains, tallies)

    def _player(
        self, table: str, seat: int, who: int, name: str, brain: Brain, set_: int
    ) -> Player:
        # A process speaks the line dialect and receives every message.
        hear = bool(self._entrants[who].command)
        client = Client(self._url, name=name, kind="bot", hear=hear, cuts=False)
        chance = chance_of(self._contest.seed, set_, seat)
        return Player(
            client,
            brain,
            table=table,
            seat=seat,
            chance=chance,
            # Otherwise hundreds of matches would print their progress.
            report=lambda line: None,
            complain=functools.partial(tell_once, self._labels[who]),
        )

    async def _watch(self, table: str, set_: int) -> _Scores:
        """The stacks of each seat at the start and after each deal, as the rail sees them."""
        scores = _Scores(self._contest, set_)
        last = 0
        async for session_event in self._director:
            if isinstance(session_event, Heard):
                last = _last_event(session_event.message, last)
            if not isinstance(session_event, Happened) or session_event.table != table:
                continue
            before, event, after = session_event.before, session_event.event, session_event.after
            # Without the game's code the client has events as plain data, and no states.
            if before is None or after is None or isinstance(event, Mapping):
                raise ArenaError(f"the code of {self._contest.game} is needed to watch it")
            scores.follow(before, event)
            # A message holds the events of one command. Between its events a table may look idle.
            if session_event.seq != last:
                continue
            if scores.see(after):
                return scores
        raise ArenaError("the server ended the director's session")

    async def _close(self, table: str) -> None:
        """End the table: it stops dealing and every seat becomes free."""
        tables = self._server.lobby.tables
        # `end` does nothing while the table is busy, so it is repeated until the table is gone.
        while table in tables:
            tables[table].end("the match is over")
            await asyncio.sleep(0)

    def _record(
        self,
        set_: int,
        seating: int,
        seats: tuple[int, ...],
        scores: _Scores,
        brains: Sequence[_Timed],
        tallies: Sequence[Tally],
    ) -> Match:
        contest = self._contest
        faults = tuple(
            [
                Faults(refused=tally.illegal, late=tally.late, failed=tally.failed)
                for tally in tallies
            ]
        )
        standings = scores.standings
        pairs = zip(standings[-1], standings[0], strict=True)
        net = tuple([after - before for after, before in pairs])
        return Match(
            set=set_,
            seating=seating,
            seats=seats,
            net=net,
            adjusted=scores.adjusted(net),
            place=places_of(standings) if contest.freezeout else None,
            chips=chips_of(standings, contest.unit) if contest.freezeout else None,
            deals=len(standings) - 1,
            decisions=sum(brain.decisions for brain in brains),
            # Almost all matches have none, and an empty tuple keeps the journal small.
            faults=faults if any(fault != _NO_FAULTS for fault in faults) else (),
            stretches=stretches_of(standings, contest.unit) if contest.freezeout else (),
        )


class _Scores:
    """The score at the start and after each deal, recorded from the rail.

    Args:
        contest: what is played.
        set_: of the match; its decks are known, though the rail does not see them.

    Attributes:
        standings: of each seat.
    """

    def __init__(self, contest: Contest, set_: int) -> None:
        self.standings: list[tuple[int, ...]] = []
        self._seed = contest.seed
        self._set = set_
        self._rulebook = contest.rulebook
        self._game = scored(self._rulebook)
        self._most = contest.max_deals
        self._adjustable = adjustable(self._rulebook)
        self._ran: list[Ran] = []
        self._between: Any = None
        self._expected: tuple[Fraction, ...] | None = None

    def follow(self, before: Table, event: Event) -> None:
        """Look for the point from which only the cards decide."""
        # Once a deal: after the first run-out no decision is left.
        if self._adjustable and self._expected is None:
            self._expected = expected(self._rulebook, before.state, (event,), self._dealt)

    def adjusted(self, net: tuple[int, ...]) -> tuple[float, ...] | None:
        """The winnings without the luck of the run-out; None if there is no such adjustment."""
        if not self._adjustable:
            return None
        return adjusted(net, self._ran)

    def see(self, table: Table) -> bool:
        """Record the table after a commit; True when the match is over."""
        if not _is_between(table):
            return False
        self._between = table.state
        deals = self._game.deals(table.state)
        # Between two deals several commits may pass, for instance when somebody sits down.
        if deals < len(self.standings):
            return False
        self.standings.append(self._game.score(table.state))
        if self._expected is not None:
            self._ran.append((self.standings[-1], self._expected))
            self._expected = None
        return deals >= self._most or table.game.over(table.state)

    def _dealt(self) -> Mapping[int, tuple[Card, ...]]:
        """The hole cards of the current deal, folded hands included."""
        game, state = self._rulebook, self._between
        number = len(self.standings) - 1
        # The same derivation as the server's entropy, so the hidden hands can be recomputed here.
        deck = shuffle(game.pack(state) or (), deck_seed(self._seed, self._set, number))
        answer = game.decide(state, Deal(deck=deck))
        assert not isinstance(answer, Refusal), "what the server dealt can be dealt"
        return hands_dealt(game, answer.state)


def _last_event(message: Any, before: int) -> int:
    """Number of the last event in a message; `before` for a message without events."""
    if not isinstance(message, dict) or message.get("type") != "events":
        return before
    return int(message["first"]) + len(message["events"]) - 1


def _is_between(table: Table) -> bool:
    """Whether all seats are taken and no deal is being played."""
    game, state = table.game, table.state
    if game.turn(state) is not None:
        return False
    # After a deal no other may begin until a player has bought chips, which are not winnings.
    dealt = scored(game).deals(state) > 0
    return dealt or game.over(state) or game.pack(state) is not None


class _Timed:
    """A bot's brain with a clock; gets no decision after the end of the match."""

    def __init__(self, brain: Brain, clock: Clock, contest: Contest) -> None:
        self.decisions = 0
        self._brain = brain
        self._clock = clock
        self._contest = contest
        self._over = False

    @property
    def quick(self) -> bool:
        """Whether the bot answers at once; False once the match is over."""
        return self._brain.quick and not self._over

    def answer(self, view: View) -> Any:
        """The bot's answer at once."""
        self.decisions += 1
        since = time.perf_counter_ns()
        try:
            return self._brain.answer(view)
        # A bot that raises has taken time as well.
        finally:
            self._clock.count((time.perf_counter_ns() - since) // 1000)

    async def decide(self, view: View) -> Any:
        """The bot's answer; it never returns for deals after the end of the match."""
        if view.table is None or self._is_over(view.table):
            await asyncio.Event().wait()  # the table will be closed, which ends this wait
        self.decisions += 1
        since = time.perf_counter_ns()
        try:
            return await self._brain.decide(view)
        except BrainGone as gone:  # its seat continues with default actions, and the run continues
            raise BrainFailed(str(gone)) from gone
        finally:
            self._clock.count((time.perf_counter_ns() - since) // 1000)

    def tell(self, session_event: SessionEvent | Heard | Lost) -> None:
        """Receive an event of the table."""
        if isinstance(session_event, Happened) and session_event.after is not None:
            self._is_over(session_event.after)
        self._brain.tell(session_event)

    async def close(self) -> None:
        """Release the brain's resources; no decision follows."""
        await self._brain.close()

    def _is_over(self, table: Table) -> bool:
        # Remembered, because a match stays over and the test takes time.
        if not self._over:
            deals = scored(self._contest.rulebook).deals(table.state)
            # The server continues to deal at a table whose match was stopped by `max_deals`.
            self._over = deals > self._contest.max_deals or table.game.over(table.state)
        return self._over


def _complain(names: Sequence[str], playing: Sequence[asyncio.Task[Tally]]) -> None:
    """Raise an error that names the bot that left an unfinished match."""
    for name, task in zip(names, playing, strict=True):
        if task.done():
            error = task.exception()
            raise ArenaError(f"{name} left the match: {error or 'its seat is gone'}")
