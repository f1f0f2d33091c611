"""Guests who open a table, sit down and play a hand."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.host_driver import code

from carteado.protocol import messages as wire

FAST = {"pause_ms": 0, "nonce_ms": 0}
CASH = {"format": "cash", "stack": 200}


async def table(server: LobbyServer, guest: Guest, **fields: Any) -> str:
    opened = await guest.ask(wire.Open, game="holdem", settings=FAST, **fields)
    assert isinstance(opened, wire.Ok)
    assert opened.table is not None
    return opened.table


async def seated(server: LobbyServer, *names: str, **fields: Any) -> tuple[str, list[Guest]]:
    guests = [server.guest(name) for name in names]
    table_id = await table(server, guests[0], **fields)
    for guest in guests:
        assert code(await guest.ask(wire.Join, table=table_id)) == "ok"
    return table_id, guests


async def play_hand(server: LobbyServer, table_id: str, guests: list[Guest]) -> None:
    """Check and call through one hand."""
    host = server.lobby.tables[table_id].host

    def ready() -> bool:
        return bool(host.table.state.in_hand and host.open_decision is not None)

    await until(ready)
    deal = host.table.committed.deal
    while host.table.committed.deal == deal and host.table.state.in_hand:
        seat = host.table.game.turn(host.table.state)
        free = host.table.game.legal(host.table.state, seat).check
        guest = next(g for g in guests if host.seat_held(g.session.player) == seat)
        action = {"type": "check" if free else "call"}
        clock = host.open_decision
        reply = await guest.ask(wire.Act, table=table_id, decision=clock.decision, action=action)
        assert code(reply) == "ok"
