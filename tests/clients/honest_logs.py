"""Logs that the real table host wrote: every kind of game, with people who come, go and dawdle."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.server.host_driver import Client, HostDriver

from carteado.engine.events import versioned
from carteado.engine.naming import note_keys
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.protocol import messages as wire
from carteado.protocol.log import Cause
from carteado.protocol.session import ClientSession
from carteado.protocol.session_events import Prompted
from carteado.server.table.step import Step

__all__ = [
    "WELCOME",
    "Commits",
    "Kind",
    "Order",
    "SessionPlayer",
    "Stored",
    "as_stored",
    "books",
    "honest_game",
    "honest_log",
    "played",
]

WELCOME = wire.Welcome(
    token="t",
    name="anybody",
    resumed=False,
    seats=(),
    server="test",
    time_ms=0,
    games=(),
    bots=(),
    limits={},
)

Commits = list[tuple[Cause, list[dict[str, Any]]]]
"""Of each commit the cause, and the events as plain data."""


@dataclass(frozen=True)
class Order:
    """What somebody asks for in the middle of an evening; it has to be granted.

    Attributes:
        deal: asked for when so many deals were committed.
        who: a player of the table, by number, or somebody else by name.
        message: what is asked for.
        fields: of the message.
        idle: it waits until no decision is open.
    """

    deal: int
    who: int | str
    message: type
    fields: Mapping[str, Any] = field(default_factory=dict)
    idle: bool = False


@dataclass(frozen=True)
class Kind:
    """How a game is played.

    Attributes:
        preset: of the game.
        options: that differ from the preset.
        players: people who come to the table.
        deals: after so many the table is closed.
        calm: nobody leaves, pauses or adds chips.
        wishes: actions that everybody tries between two deals and beside the decisions.
        orders: what is asked for on the way, in this order; the first player opened the table.
        settings: of the table, that differ from those of other tables.
        seed: of the deck.
    """

    preset: str
    options: Mapping[str, Any]
    players: int
    deals: int
    calm: bool = False
    wishes: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1


_KINDS = {
    "holdem": Kind("heads-up", {"format": "cash", "stack": 200, "seats": 4}, 3, 7),
    "quick-holdem": Kind("standard", {}, 5, 5),
    "buraco": Kind("mineiro", {}, 4, 1),
}


Stored = list[tuple[Cause, tuple[tuple[int, dict[str, Any]], ...]]]
"""Of each commit the cause, and the events as the log holds them, with their versions."""


def as_stored(game: str, commits: Commits) -> Stored:
    """The commits as a log holds them: with ids of players and no names."""
    keys: dict[int, str | None] = {}
    found: Stored = []
    for cause, events in commits:
        held = [keys.get(seat) for seat in range(16)]
        found.append((cause, versioned(game_of(game), events, held)))
        for event in events:
            note_keys(event, keys)
    return found


class _RecordingDriver(HostDriver):
    """A driver that keeps its commits apart."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.commits: Commits = []
        super().__init__(*args, **kwargs)
        opening = Cause(by="key of opener", id=1, result="rig")
        self.commits.append((opening, [to_plain(self.opened)]))

    def run(self, step: Step) -> None:
        if step.events:
            self.commits.append((step.cause, [to_plain(event) for event in step.events]))
        super().run(step)


class SessionPlayer(Client):
    """Somebody with the project's own client at a driven table."""

    def __init__(self, driver: HostDriver, name: str) -> None:
        super().__init__(driver, name)
        seeds = random.Random(name)
        self.session = ClientSession(name, entropy=lambda: seeds.randbytes(16).hex())
        self.session_events: list[Any] = []
        self.prompted: Prompted | None = None
        self.session.receive([WELCOME])

    def give(self, cls: type, **fields: Any) -> None:
        """Give a command."""
        self.driver.deliver(self, self.session.command(cls, table="rig", **fields))

    def pump(self) -> bool:
        """Read the new messages and answer; whether anything happened."""
        messages = self.screen.take()
        for session_event in self.session.receive(messages):
            self.session_events.append(session_event)
            if isinstance(session_event, Prompted):
                self.prompted = session_event
        sent = self.session.outgoing()
        for message in sent:
            self.driver.deliver(self, message)
        return bool(messages or sent)

    def prompt_now(self) -> Prompted | None:
        """The prompt of the decision that is open for this player, once."""
        prompt, self.prompted = self.prompted, None
        clock = self.driver.host.open_decision
        if prompt is None or clock is None or clock.decision != prompt.decision:
            return None
        return prompt


@functools.lru_cache
def honest_log(game: str) -> Commits:
    """An honest log of a game that ends between two deals."""
    return books() if game_of(game).adjudicator else honest_game(game)[0]


@functools.lru_cache
def honest_game(game: str, seed: int = 1) -> tuple[Commits, list[SessionPlayer]]:
    """An honest log of a game with dealt cards, and the players of its table."""
    return played(game, _KINDS[game], seed)


_BOOKED = (
    ("Ana 100 6O 3P 10E 11O 1O", "Bia 200 3P 4E 3E 13C 13O", "Eva 50 2O 4P 6E 8O 9O"),
    ("Ana 150 2O 3O 4O 5O 7E", "Bia 150 1E 1P 3C 9O 10O"),
)
_BOOKED_LENIENTLY = (
    ("Ana -20 1O 3P 10E 11O 6C", "Bia 75 1P 3E 10C 11C 6O", "Eva 0 2O 4P 6E 8O 9O"),
    ("Ana 5000 2O 3O 4O 5O 7E", "Bia 150 1E 1P 3C 9O 10O"),
)
"""Amounts below zero, a pot that two winners cannot share, and a bet that Ana has not got."""


def books(preset: str = "standard") -> Commits:
    """A book of rounds played with real cards."""
    driver = _RecordingDriver(preset, game="poker-face")
    keeper = SessionPlayer(driver, "Rita")
    keeper.give(wire.Join)
    rounds = _BOOKED if preset == "standard" else _BOOKED_LENIENTLY
    ante = 50 if preset == "standard" else -3
    for entries in rounds:
        keeper.give(
            wire.Act,
            decision=0,
            action={"type": "enter_round", "ante": ante, "entries": entries},
        )
    correct = {"type": "correct_round", "number": 1, "ante": 40, "entries": rounds[0]}
    keeper.give(wire.Act, decision=0, action=correct)
    assert len(driver.commits) == 5, keeper.screen.messages
    driver.run(driver.host.end("the evening is over"))
    return driver.commits


def played(game: str, kind: Kind, seed: int | None = None) -> tuple[Commits, list[SessionPlayer]]:
    """A game at the real table host: its commits, and the players who were there."""
    settings = {"decision_ms": 1000, "bank_ms": 500, "pause_ms": 50, **kind.settings}
    options = dict(kind.options)
    driver = _RecordingDriver(
        kind.preset,
        game=game,
        seed=kind.seed if seed is None else seed,
        options=options,
        **settings,
    )
    names = [f"player {number}" for number in range(kind.players)]
    if kind.orders:
        names[0] = "opener"
    players = [SessionPlayer(driver, name) for name in names]
    guests: dict[str, SessionPlayer] = {}
    orders = list(kind.orders)
    for player in players:
        player.give(wire.Join)
    dice = random.Random(11)
    for _ in range(20_000):
        everybody = [*players, *guests.values()]
        if sum(player.pump() for player in everybody):  # all of them, not only the first
            continue
        table, clock = driver.table, driver.host.open_decision
        deals = table.committed.deal if table.committed else 0
        if orders and deals >= orders[0].deal and not (orders[0].idle and clock is not None):
            _ask(driver, players, guests, orders.pop(0))
            continue
        if deals >= kind.deals and clock is None and not table.cutting:
            driver.run(driver.host.end("enough"))
            return driver.commits, players
        if clock is None:
            if driver.host.due is None:  # too few are there, or a game is over
                for player in players:
                    for move in (wire.Join, wire.SitIn, wire.Rematch):
                        player.give(move)
                    player.give(wire.TopUp, amount=200)
            else:
                _wish(players, kind.wishes, deals)
                driver.wait(max(1, driver.host.due - driver.now))
            continue
        _decide(driver, players, dice, calm=kind.calm)
    raise AssertionError(f"{game} does not end a deal")


def _ask(
    driver: HostDriver, players: list[SessionPlayer], guests: dict[str, SessionPlayer], order: Order
) -> None:
    """What an order asks for, which has to be granted."""
    if isinstance(order.who, int):
        somebody = players[order.who]
    else:
        somebody = guests.setdefault(order.who, SessionPlayer(driver, order.who))
    somebody.give(order.message, **order.fields)
    refused = somebody.screen.of(wire.Refused)
    assert not refused, (order, refused)


def _wish(players: list[SessionPlayer], wishes: tuple[str, ...], deals: int) -> None:
    """Everybody tries one of the wishes, another one after each deal."""
    for number, player in enumerate(players):
        if wishes:
            tag, _, card = wishes[(deals + number) % len(wishes)].partition(" ")
            action = {"type": tag, "card": int(card)} if card else {"type": tag}
            player.give(wire.Act, decision=0, action=action)


def _decide(
    driver: HostDriver, players: list[SessionPlayer], dice: random.Random, *, calm: bool
) -> None:
    """The open decision is made, by its player or by the clock; now and then somebody moves."""
    luck = 1.0 if calm else dice.random()
    if luck < 0.06:
        moves = (wire.SitOut, wire.SitIn, wire.Leave, wire.Join, wire.Rematch)
        dice.choice(players).give(dice.choice(moves))
    elif luck < 0.1:
        dice.choice(players).give(wire.TopUp, amount=20)
    elif luck < 0.14:
        driver.wait(1200)  # into the bank
    elif luck < 0.17:
        driver.wait(1600)  # the clock decides
    table = driver.table
    for player in players:
        player.pump()
        prompt = player.prompt_now()
        if prompt is not None:
            action = table.game.pick(prompt.legal, dice.randrange(1_000_000))
            player.give(wire.Act, decision=prompt.decision, action=to_plain(action))
            return
    if driver.host.open_decision is not None and driver.host.due is not None:
        driver.wait(max(1, driver.host.due - driver.now))
