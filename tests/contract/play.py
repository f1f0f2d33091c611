"""A table that plays at random, for any registered game: what the contract tests look at.

Everything is decided by one seed, which stands in the id of each test. The table deals as a server
does: it commits to a deck, lets the seats cut it and deals what comes out, so that what it leaves
behind is a log like any other.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from carteado.engine import deal as chance
from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Act,
    Command,
    Deal,
    Decided,
    Event,
    Game,
    Leave,
    Rematch,
    Return,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.plain import to_plain
from carteado.engine.registry import games
from carteado.engine.table import (
    ClockSet,
    DeckCommitted,
    DeckCut,
    NonceCommitted,
    SeatKeyed,
    Table,
    TableOpened,
    TableOptions,
    TimedOut,
    evolve,
    observer_of,
    open_table,
    with_state,
)
from carteado.engine.tables.options import options_from_text
from carteado.engine.visibility import AUDITOR, Observer

__all__ = [
    "GAMES",
    "PLAYED",
    "VARIANTS",
    "RandomTable",
    "Step",
    "bare_kinds",
    "every_variant",
    "observers",
    "offered",
    "play",
    "probes",
    "variant",
]

GAMES: tuple[Game[Any], ...] = tuple(games().values())
PLAYED: tuple[Game[Any], ...] = tuple(game for game in GAMES if not game.adjudicator)
"""The games that somebody can play at random."""

_FOLDER = Path(__file__).parent / "options"


def _variants() -> Iterator[tuple[Game[Any], str, dict[str, str]]]:
    """Each played game's presets, and the house rules that its file here adds.

    Of presets with the same house rules, which differ in their seated bots, one is played.
    """
    for game in PLAYED:
        rules: list[Any] = []
        for name, options in game.presets.items():
            if options not in rules:
                rules.append(options)
                yield game, name, {}
        path = _FOLDER / f"{game.id}.json"
        if path.exists():
            for name, given in json.loads(path.read_text()).items():
                yield game, name, given


_ALL = {f"{game.id}:{name}": (game, name, given) for game, name, given in _variants()}

VARIANTS: tuple[str, ...] = tuple(_ALL)
"""Names of all games and house rules that are played."""

_ENDS = {
    name
    for game in PLAYED
    for names in [[name for name in VARIANTS if _ALL[name][0] is game]]
    for name in (names[0], names[-1])
}

every_variant = pytest.mark.parametrize(
    "name",
    [
        name if name in _ENDS else pytest.param(name, marks=pytest.mark.exhaustive)
        for name in VARIANTS
    ],
)
"""Runs a test on all variants; `make test` runs it on the first and the last one of each game.

The first variant is the game as it is usually played, the last one has the most house rules.
"""


def variant(name: str) -> tuple[Game[Any], Any]:
    """The game and the options of one of `VARIANTS`."""
    game, preset, given = _ALL[name]
    base = game.presets.get(preset, next(iter(game.presets.values())))
    return game, options_from_text(game.options_type, base, given)


@dataclass(frozen=True)
class Step:
    """A command that was accepted, or something that the table did by itself (no command)."""

    command: Command | None
    before: Table
    events: tuple[Event, ...]
    after: Table


@dataclass
class RandomTable:
    """A table whose every decision comes from a seed.

    Attributes:
        steps: what happened so far.
        refused: commands that were refused on the way, with the table and the refusal.
    """

    game: Game[Any]
    options: Any
    seed: int
    steps: list[Step] = field(default_factory=list)
    refused: list[tuple[Table, Command, Refusal]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        opened = TableOpened(
            table=f"random-{self.seed}",
            title="",
            game=self.game.id,
            rules=self.game.rules,
            options=to_plain(self.options),
            settings=TableOptions(),
        )
        self.table = open_table(opened)
        self.bound: list[str | None] = [None] * self.table.seats
        self.steps.append(Step(None, self.table, (opened,), self.table))

    @property
    def events(self) -> list[Event]:
        """The log so far."""
        return [event for step in self.steps for event in step.events]

    def happen(self, *events: Event) -> None:
        """Let events of the table itself happen."""
        before = self.table
        for event in events:
            self.table = evolve(self.table, event)
        self.steps.append(Step(None, before, events, self.table))

    def give(self, command: Command) -> Decided[Any] | Refusal:
        """Give the game a command."""
        answer = self.game.decide(self.table.state, command)
        if isinstance(answer, Refusal):
            self.refused.append((self.table, command, answer))
            return answer
        before = self.table
        self.table = with_state(self.table, answer.state)
        self.steps.append(Step(command, before, answer.events, self.table))
        return answer

    def deal(self) -> None:
        """Commit to a deck, cut it, deal it."""
        pack = self.game.pack(self.table.state)
        assert pack is not None
        seed = self.chance.randbytes(32)
        made = chance.commit(pack, seed)
        number = self.table.committed.deal + 1 if self.table.committed else 1
        self.happen(
            DeckCommitted(
                deal=number,
                pack=pack,
                root=made.root,
                seed=seed.hex(),
                cutters=self.table.bound,
            )
        )
        nonces = tuple(n if self.chance.random() < 0.8 else None for n in self.bound)
        self.bound = [self.chance.randbytes(16).hex() for _ in self.bound]
        commitments = tuple(chance.nonce_commitment(nonce) for nonce in self.bound if nonce)
        self.happen(DeckCut(deal=number, nonces=nonces, commitments=commitments))
        order = chance.cut(len(pack), made.root, nonces)
        answer = self.give(Deal(deck=chance.dealt(made.cards, order)))
        assert isinstance(answer, Decided), answer

    def go_on(self) -> None:
        """One thing more happens: usually the decision that the game waits for."""
        state, dice = self.table.state, self.chance.random()
        turn = self.game.turn(state)
        if dice < 0.12:
            self.give(self._seat_command())
        elif turn is not None:
            if dice < 0.16:
                self._clock(turn)
            legal = self.game.legal(state, turn)
            action = self.game.pick(legal, self.chance.randrange(1_000_000))
            answer = self.give(Act(seat=turn, action=action))
            assert isinstance(answer, Decided), (action, answer)
        elif self.game.pack(state) is not None:
            self.deal()
        elif self.game.over(state):
            self._fill()
            self.give(Rematch(seat=self.chance.choice([None, *range(self.table.seats)])))
        else:
            self._fill()

    def _fill(self) -> None:
        """Take free seats, bring back players who are away, and add chips where that is allowed."""
        for seat, name in enumerate(self.table.state.names):
            if name is None:
                self.happen(SeatKeyed(seat=seat, key=f"{seat:064x}", label=None))
                self.bound[seat] = self.chance.randbytes(16).hex()
                commitment = chance.nonce_commitment(self.bound[seat] or "")
                self.happen(NonceCommitted(seat=seat, commitment=commitment))
                self.give(Sit(seat=seat, name=f"Player {seat}", bot=self.chance.random() < 0.5))
            elif self.table.state.away[seat]:
                self.give(Return(seat=seat))
            else:
                self.give(TopUp(seat=seat, amount=200))

    def _seat_command(self) -> Command:
        """A command of a seat other than an action, often at the wrong time."""
        seat = self.chance.randrange(self.table.seats)
        loose = Act(seat=seat, action=self.chance.choice(bare_kinds(self.game))())
        makers: list[Callable[[], Command]] = [
            lambda: Sit(seat=seat, name=f"Guest {seat}"),
            lambda: Leave(seat=seat),
            lambda: SitOut(seat=seat, away=self.chance.random() < 0.5),
            lambda: Return(seat=seat),
            lambda: TopUp(seat=seat, amount=self.chance.randrange(1, 500)),
            lambda: Rematch(seat=seat),
            lambda: loose,
        ]
        return self.chance.choices(makers, weights=(4, 1, 2, 4, 2, 1, 4))[0]()

    def _clock(self, seat: int) -> None:
        if self.chance.random() < 0.5:
            self.happen(TimedOut(seat=seat, bank_ms=0, in_a_row=1))
        else:
            self.happen(ClockSet(seat=seat, bank_ms=self.chance.randrange(60_000)))


def play(name: str, seed: int, steps: int) -> RandomTable:
    """A table of a variant after so many things have happened."""
    game, options = variant(name)
    table = RandomTable(game, options, seed)
    for _ in range(steps):
        table.go_on()
    return table


def observers(table: Table) -> tuple[Observer, ...]:
    """Everybody who may look at a table: each seat, the rail, the auditor."""
    return (*(observer_of(table, seat) for seat in (*range(table.seats), None)), AUDITOR)


def bare_kinds(game: Game[Any]) -> list[Any]:
    """The kinds of action that need no figures and no cards."""
    return [kind for kind in game.actions if _metrics(kind) == []]


def _metrics(kind: Any) -> list[str]:
    return [field.name for field in dataclasses.fields(kind) if field.name != "type"]


def offered(game: Game[Any], legal: Any) -> set[type]:
    """The kinds of action that a legal list offers."""
    if not game.corners(legal):
        return set()
    return {type(game.pick(legal, number)) for number in range(2 * len(game.actions))}


def probes(game: Game[Any], legal: Any) -> Iterator[Any]:
    """Actions that a legal list does not offer: other kinds, and figures outside its ranges."""
    kinds, every = offered(game, legal), game.corners(legal)
    yield from (kind() for kind in bare_kinds(game) if kind not in kinds)
    for kind in game.actions:
        names = _metrics(kind)
        corners = [corner for corner in every if type(corner) is kind]
        if len(names) != 1:
            continue
        values = [getattr(corner, names[0]) for corner in corners]
        if not all(type(value) is int for value in values):
            continue
        wrong: list[Any] = [0, -1, True, "5", 1.5, None, 2**80]
        wrong += [min(values) - 1, max(values) + 1] if values else [1, 20, 100]
        yield from (kind(**{names[0]: value}) for value in wrong)
