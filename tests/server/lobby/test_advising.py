"""The coach: only for one's own decision, from one's own view, where the table allows it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import FAST, code

from carteado.protocol import messages as wire
from carteado.server.lobby import advising


async def table(
    server: LobbyServer, game: str = "holdem", **settings: Any
) -> tuple[str, list[Guest]]:
    """A table at which everybody sits, and a hand has begun."""
    names = ("Ana", "Bia") if game == "holdem" else ("Ana", "Bia", "Caio", "Duda")
    guests = [server.guest(name) for name in names]
    options: dict[str, Any] = {"seats": 2} if game == "holdem" else {}
    fields = {"game": game, "options": options, "settings": {**FAST, **settings}}
    table_id: str = (await guests[0].ask(wire.Open, **fields)).table
    for guest in guests:
        await guest.ask(wire.Join, table=table_id)
    host = server.lobby.tables[table_id].host
    await until(lambda: host.open_decision is not None)
    return table_id, guests


@pytest.mark.exhaustive  # loads the odds
async def test_the_seat_that_decides_is_advised_from_its_own_cards(server: LobbyServer) -> None:
    table_id, guests = await table(server, advice="everyone")
    host = server.lobby.tables[table_id].host
    turn = host.table.game.turn(host.table.state)
    assert turn is not None
    asker, other = guests[turn], guests[1 - turn]
    advice = (await asker.ask(wire.Advice, table=table_id)).result
    assert advice["opponents"] == 1
    assert 0 < advice["share"] < 1_000_000
    assert sum(advice["own"].values()) in range(999_990, 1_000_011)
    assert code(await other.ask(wire.Advice, table=table_id)) == "advice/none"
    assert code(await server.guest("Rae").ask(wire.Advice, table=table_id)) == "advice/none"
    assert (await asker.ask(wire.Advice, table=table_id)).result == advice


async def test_a_table_without_advice_has_no_coach(server: LobbyServer) -> None:
    table_id, guests = await table(server)
    replies = [await guest.ask(wire.Advice, table=table_id) for guest in guests]
    assert [code(reply) for reply in replies] == ["advice/none"] * 2


@pytest.mark.exhaustive
async def test_a_pair_of_buraco_is_advised(server: LobbyServer) -> None:
    table_id, guests = await table(server, "buraco", advice="everyone")
    host = server.lobby.tables[table_id].host
    turn = host.table.game.turn(host.table.state)
    assert turn is not None
    advice = (await guests[turn].ask(wire.Advice, table=table_id)).result
    assert advice["drawing"] is True
    assert advice["ways"][0]["plan"][0][0] in ("draw", "take")
    assert code(await guests[(turn + 1) % 4].ask(wire.Advice, table=table_id)) == "advice/none"


@pytest.mark.exhaustive
async def test_a_second_question_at_once_delays_only_advice(
    server: LobbyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "REST", 10**6)
    table_id, guests = await table(server, advice="everyone")
    host = server.lobby.tables[table_id].host

    async def act(kind: str) -> str:
        clock = host.open_decision
        assert clock is not None
        action, decision = {"type": kind}, clock.decision
        guest = guests[clock.seat]
        return code(await guest.ask(wire.Act, table=table_id, decision=decision, action=action))

    for kind in ("call", "check"):
        clock = host.open_decision
        assert clock is not None
        assert code(await guests[clock.seat].ask(wire.Advice, table=table_id)) == "ok"
        assert await act(kind) == "ok"
    clock = await until(lambda: host.open_decision)
    refused = await guests[clock.seat].ask(wire.Advice, table=table_id)
    assert code(refused) == "limit/rate"
    assert refused.details["retry_ms"] > 0
    assert await act("check") == "ok", "an action does not wait"
