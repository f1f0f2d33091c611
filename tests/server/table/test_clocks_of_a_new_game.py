"""A game that starts again begins with every time bank, whether or not it had been over."""

from __future__ import annotations

import pytest
from tests.server.host_driver import Client, HostDriver

from carteado.protocol import messages as wire

BANK = 5_000


def quick(driver: HostDriver) -> tuple[HostDriver, list[Client]]:
    """Four people at Quick Hold'em, of whom the leader used time of the bank."""
    clients = [driver.client(f"player {seat}") for seat in range(4)]
    for client in clients:
        client.say(wire.Join)
    driver.now += 1_000 + 2_000
    assert isinstance(clients[0].act({"type": "stake", "amount": 100}), wire.Ok)
    assert driver.table.banks[0] == BANK - 2_000
    return driver, clients


@pytest.fixture
def driver() -> HostDriver:
    return HostDriver(
        "standard", game="quick-holdem", decision_ms=1_000, bank_ms=BANK, pause_ms=60_000
    )


def test_banks_are_full_when_the_last_to_agree_agrees_between_hands(driver: HostDriver) -> None:
    _, clients = quick(driver)
    for client in clients[1:]:
        client.act("fold")
    assert not driver.state.in_hand
    assert driver.table.banks[0] == BANK - 2_000
    for client in clients:
        client.say(wire.Rematch)
    assert "game_restarted" in [event.type for event in driver.log]
    assert driver.table.banks == (BANK,) * 4


def test_banks_are_full_when_an_action_ends_the_hand_and_the_game_starts_again(
    driver: HostDriver,
) -> None:
    _, clients = quick(driver)
    for client in clients:
        client.say(wire.Rematch)
    assert driver.table.banks[0] == BANK - 2_000
    for client in clients[1:]:
        client.act("fold")
    assert "game_restarted" in [event.type for event in driver.log]
    assert driver.table.banks == (BANK,) * 4


def test_banks_are_full_when_the_clock_ends_the_hand_and_the_game_starts_again(
    driver: HostDriver,
) -> None:
    _, clients = quick(driver)
    for client in clients:
        client.say(wire.Rematch)
    for client in clients[1:3]:
        client.act("fold")
    driver.wait(1_000 + BANK)
    assert "game_restarted" in [event.type for event in driver.log]
    assert driver.table.banks == (BANK,) * 4
    assert driver.table.expiries == (0,) * 4
