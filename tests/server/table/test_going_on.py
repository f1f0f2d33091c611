"""A table that can continue never stops, whatever its clients do."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver

from carteado.engine.deal import nonce_commitment
from carteado.protocol import messages as wire

TABLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("holdem", "heads-up", {}),
    ("holdem", "heads-up", {"format": "cash", "stack": 30}),
    ("holdem", "four-player", {"format": "cash", "stack": 1500}),
    ("quick-holdem", "standard", {}),
    ("buraco", "mineiro", {}),
)
ACTIONS = ("call", "fold", "check", "all_in", "draw", "dance")
CHANGES = (
    *(wire.Join, wire.Join, wire.Join, wire.Leave, wire.SitOut, wire.SitIn, wire.SitIn),
    *(wire.Rematch, wire.Watch, wire.Unwatch),
)


class Crowd:
    """More players than seats, who do anything at any time.

    Args:
        driver: of the table.
        seed: of what they do.
    """

    def __init__(self, driver: HostDriver, seed: int) -> None:
        self.driver = driver
        self.random = random.Random(seed)
        self.clients = [driver.client(f"p{number}") for number in range(driver.table.seats + 1)]
        self.nonces: dict[Client, str] = {}

    def do_something(self) -> None:
        client = self.random.choice(self.clients)
        self.random.choice((self.act, self.act, self.change, self.cut, self.top_up, self.wait))(
            client
        )

    def act(self, client: Client) -> None:
        """Answer the present prompt, a past one, or none."""
        prompt = client.prompt()
        default: Any = dict(prompt.default) if prompt is not None else "fold"
        action = self.random.choice((default, default, self.random.choice(ACTIONS)))
        client.act(action, 0 if self.random.random() < 0.2 else None)

    def change(self, client: Client) -> None:
        kind = self.random.choice(CHANGES)
        if kind is wire.Join and self.random.random() < 0.5:
            client.say(kind, commitment=self.bound(client))
        else:
            client.say(kind)

    def cut(self, client: Client) -> None:
        """Give the nonce, perhaps too late, and bind the seat again."""
        table, nonce = self.driver.table, self.nonces.get(client)
        if nonce is not None and table.committed is not None:
            deal = table.committed.deal
            self.driver.deliver(client, wire.Nonce(table=table.id, deal=deal, nonce=nonce))
        bind = wire.BindNonce(table=table.id, commitment=self.bound(client))
        self.driver.deliver(client, bind)

    def bound(self, client: Client) -> str:
        nonce = self.nonces[client] = self.random.randbytes(16).hex()
        return nonce_commitment(nonce)

    def top_up(self, client: Client) -> None:
        client.say(wire.TopUp, amount=self.random.choice((1, 1000)))

    def wait(self, client: Client) -> None:
        """Let time pass; the client's line breaks."""
        self.driver.host.gone(client.watcher)
        self.driver.wait(self.random.choice((0, 1, 150, 1000, 3000)))


@pytest.mark.parametrize(("game", "preset", "options"), TABLES)
def test_every_pending_step_has_a_time(game: str, preset: str, options: dict[str, Any]) -> None:
    deals = 0
    for seed in range(8):
        times = {
            "pause_ms": 150 * (seed % 3),
            "nonce_ms": 300,
            "decision_ms": 1000,
            "bank_ms": 1000,
        }
        settings = {**times, "auto_restart": seed % 2 == 0}
        driver = HostDriver(preset, game=game, options=options, seed=seed, **settings)
        crowd = Crowd(driver, seed)
        for _ in range(150):
            crowd.do_something()
            table = driver.table
            waits = table.game.turn(table.state) is not None or table.cutting
            if waits or table.game.pack(table.state) is not None:
                assert driver.host.due is not None
                assert driver.host.due > driver.now  # what was due is done
        committed = driver.table.committed
        deals += committed.deal if committed is not None else 0
    assert deals
