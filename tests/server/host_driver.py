"""A table host driven by hand: a clock that a test turns, entropy from a seed, no I/O."""

from __future__ import annotations

import random
from typing import Any

from carteado.engine.game import Event
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import Table, TableOpened, TableOptions, open_table
from carteado.protocol import messages as wire
from carteado.server.table.audience import Audience
from carteado.server.table.host import TableHost
from carteado.server.table.owners import Owners
from carteado.server.table.recent_events import TAIL
from carteado.server.table.step import Player, Request, Step
from carteado.server.table.watcher import Watcher

CASH = {"format": "cash", "stack": 200}
"""Options of a cash game with short stacks."""


class Screen:
    """What one connection was sent, in order."""

    def __init__(self) -> None:
        self.messages: list[Any] = []

    def send(self, message: Any) -> None:
        self.messages.append(message)

    def charge(self, cpu_s: float, kind: str) -> None:
        """Nobody is held to a pace here."""

    def take(self) -> list[Any]:
        """What came since the last call."""
        messages, self.messages = self.messages, []
        return messages

    def of(self, kind: type) -> list[Any]:
        """The messages of one kind, the ones taken left out."""
        return [message for message in self.messages if type(message) is kind]


class Client:
    """A player at a driven table."""

    def __init__(self, driver: HostDriver, name: str, *, bot: bool = False) -> None:
        self.driver = driver
        self.player = Player(key=f"key of {name}", name=name, bot=bot)
        self.screen = Screen()
        self.watcher = Watcher(self.screen)
        self.ids = 0

    def say(self, cls: type, *, again: int | None = None, **fields: Any) -> Any:
        """Send a command; its reply."""
        self.ids += again is None
        number = self.ids if again is None else again
        self.driver.deliver(self, cls(id=number, table=self.driver.table.id, **fields))
        replies = [m for m in self.screen.messages if getattr(m, "id", None) == number]
        return replies[-1] if replies else None

    def prompt(self) -> wire.Prompt | None:
        """The last prompt that came."""
        prompts = self.screen.of(wire.Prompt)
        return prompts[-1] if prompts else None

    def act(self, action: dict[str, Any] | str, decision: int | None = None) -> Any:
        """Answer the last prompt."""
        data = {"type": action} if isinstance(action, str) else action
        if decision is None:
            prompt = self.prompt()
            decision = prompt.decision if prompt else 0
        return self.say(wire.Act, decision=decision, action=data)

    def events(self) -> list[dict[str, Any]]:
        """All events that came, in order."""
        return [dict(event) for m in self.screen.of(wire.Events) for event in m.events]


class HostDriver:
    """A table, its host and a log in memory, which a test drives."""

    tail = TAIL

    def __init__(
        self,
        preset: str = "heads-up",
        *,
        game: str = "holdem",
        seed: int = 1,
        options: dict[str, Any] | None = None,
        late_ms: int = 0,
        **settings: Any,
    ) -> None:
        self.late_ms = late_ms
        self.now = 1_000_000
        self.random = random.Random(seed)
        found = game_of(game)
        base = to_plain(found.presets[preset])
        settings.setdefault("pause_ms", 0)
        settings.setdefault("grace_ms", 0)
        self.opened = TableOpened(
            table="rig",
            title="Rig",
            game=found.id,
            rules=found.rules,
            options={**base, **(options or {})},
            settings=TableOptions(**settings),
        )
        self.log: list[Event] = []
        self.causes: list[Any] = []
        self.host = self.make_host()
        self.log.append(self.opened)
        self.host.audience.load([self.opened], 7)
        self.host.start(self.now)

    def make_host(self) -> TableHost:
        return TableHost(
            open_table(self.opened),
            Audience("rig", 7, self.tail),
            self.random.randbytes,
            lambda seat: f"bot key {seat}",
            owners=Owners(opener="key of opener"),
            late_ms=self.late_ms,
        )

    def client(self, name: str, *, bot: bool = False) -> Client:
        return Client(self, name, bot=bot)

    def seated(self, count: int, *, bot: bool = False) -> list[Client]:
        """So many clients, each on a seat."""
        clients = [self.client(f"player {number}", bot=bot) for number in range(count)]
        for client in clients:
            assert isinstance(client.say(wire.Join), wire.Ok)
        self.wait(self.opened.settings.pause_ms)  # from the draw for the button to the first hand
        return clients

    @property
    def table(self) -> Table:
        """The table as its host knows it."""
        return self.host.table

    @property
    def state(self) -> Any:
        """The state of its game."""
        return self.table.state

    @property
    def turn(self) -> int:
        """The seat that has to decide."""
        seat: int | None = self.table.game.turn(self.state)
        assert seat is not None
        return seat

    def deliver(self, client: Client, message: Any) -> None:
        request = Request(player=client.player, watcher=client.watcher, message=message)
        self.run(self.host.receive(request, self.now))
        self.tick()

    def run(self, step: Step) -> None:
        if step.events:
            self.log.extend(step.events)
            self.causes.append(step.cause)
            out = self.host.applied(step, self.now)
        else:
            out = list(step.replies)
        for watcher, message in out:
            watcher.to.send(message)

    def tick(self) -> None:
        """Let everything happen that is due by now."""
        while (step := self.host.tick(self.now)) is not None:
            self.run(step)

    def wait(self, milliseconds: int) -> None:
        """Turn the clock, stopping wherever something is due."""
        end = self.now + milliseconds
        while self.host.due is not None and self.host.due <= end:
            self.now = max(self.now, self.host.due)
            self.tick()
        self.now = end


def done(reply: Any) -> wire.Ok:
    """The reply, which must not be a refusal."""
    assert isinstance(reply, wire.Ok), reply
    return reply


def refused(reply: Any) -> str:
    """The code of the refusal."""
    assert isinstance(reply, wire.Refused), reply
    return reply.code


def code(reply: Any) -> str:
    """The code of a refusal; 'ok' for none."""
    return reply.code if isinstance(reply, wire.Refused) else "ok"


def players(driver: HostDriver, clients: list[Client]) -> tuple[Client, Client]:
    """The seat to act and the other seat of a heads-up table."""
    seat = driver.turn
    return clients[seat], clients[1 - seat]


def passive(client: Client) -> Any:
    """Check if that is free, otherwise call."""
    prompt = client.prompt()
    assert prompt is not None
    return client.act("check" if prompt.legal["check"] else "call")


def play_hand(driver: HostDriver, clients: list[Client]) -> None:
    """Check and call until the hand is over."""
    hand = driver.state.hand
    while driver.state.hand == hand and driver.state.in_hand:
        assert code(passive(clients[driver.turn])) == "ok"


def win(driver: HostDriver, clients: list[Client]) -> None:
    """Go all in until one player has won everything."""
    while driver.state.winner is None:
        client = clients[driver.turn]
        prompt = client.prompt()
        assert prompt is not None
        client.act("all_in")


def unchanged(driver: HostDriver, refuse: Any) -> Any:
    """The refusal of a command, which must leave the table, its log and its clock unchanged."""
    table, seq, due = driver.table, driver.host.audience.seq, driver.host.due
    reply = refuse()
    assert isinstance(reply, wire.Refused), reply
    assert driver.table is table
    assert (driver.host.audience.seq, driver.host.due) == (seq, due)
    return reply
