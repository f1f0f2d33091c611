"""Sessions: tokens, reconnecting, viewers, and one clock for all messages."""

from __future__ import annotations

import time

import pytest
from tests.clocks import until
from tests.server.lobby.guests import code, seated

from carteado.protocol import messages as wire
from carteado.server.lobby import sessions as sessions_module


async def test_a_stranger_gets_a_token_and_is_known_by_it(server):
    ana = server.guest("Ana")
    assert not ana.welcome.resumed
    assert len(ana.welcome.token) >= 43
    ana.leave()
    back = server.guest("Ana Maria", token=ana.welcome.token)
    assert back.welcome.resumed
    assert (back.welcome.name, back.welcome.token) == ("Ana Maria", ana.welcome.token)
    assert server.metrics.resumed == 1


async def test_an_unknown_token_gives_a_new_player_and_says_so(server):
    ana = server.guest("Ana", token="A" * 43)
    assert not ana.welcome.resumed
    assert ana.welcome.seats == ()


async def test_the_seats_that_are_held_are_in_the_welcome(server):
    table_id, (ana, _) = await seated(server, "Ana", "Rui")
    ana.leave()
    back = server.guest("Ana", token=ana.welcome.token)
    assert back.welcome.seats == (wire.Holding(table=table_id, seat=0),)


async def test_a_second_connection_replaces_the_first(server):
    table_id, (ana, rui) = await seated(server, "Ana", "Rui")
    again = server.guest("Ana", token=ana.welcome.token)
    assert ana.closed == ["session/replaced"]
    ana.leave()
    assert again.session.connection is again
    assert code(await again.ask(wire.Watch, again=50, table=table_id)) == "ok"
    assert rui.of(wire.Presence)[-1].connected == (True, True)


async def test_a_client_that_slept_does_not_take_the_seat_back_unasked(server):
    phone = server.guest("Ana")
    token, claim = phone.welcome.token, phone.welcome.claim
    laptop = server.guest("Ana", token=token)
    assert laptop.welcome.claim != claim
    laptop.leave()  # for a moment, as on a bad network
    with pytest.raises(AssertionError, match="session/replaced"):
        server.guest("Ana", token=token, claim=claim)
    back = server.guest("Ana", token=token, claim=laptop.welcome.claim)
    assert back.welcome.claim == laptop.welcome.claim
    assert back.closed == []
    taken = server.guest("Ana", token=token)
    assert taken.welcome.resumed
    assert back.closed == ["session/replaced"]


async def test_a_claim_from_before_a_restart_is_kept(server):
    claim = "c" * 22
    ana = server.guest("Ana", token="A" * 43, claim=claim)
    assert ana.welcome.claim == claim
    with pytest.raises(AssertionError, match="session/replaced"):
        server.guest("Ana", token="A" * 43, claim="d" * 22)


async def test_the_oldest_sessions_are_forgotten_above_the_limit(server, monkeypatch):
    monkeypatch.setattr(sessions_module, "SESSIONS_KEPT", 3)
    here = server.guest("here")
    for number in range(8):
        server.guest(f"g{number}").leave()
    assert len(server.lobby.sessions) <= 4
    assert here.session.player.key in server.lobby.sessions
    assert code(await here.ask(wire.ListTables)) == "ok"


async def test_a_viewer_only_watches(server):
    table_id, _ = await seated(server, "Ana", "Rui")
    viewer = server.guest("eyes", kind="viewer")
    assert code(await viewer.ask(wire.Watch, table=table_id)) == "ok"
    for cls, fields in (
        (wire.Join, {"table": table_id}),
        (wire.Chat, {"table": table_id, "text": "x"}),
        (wire.AddBot, {"table": table_id, "bot": "caller"}),
        (wire.Open, {"game": "holdem"}),
    ):
        assert code(await viewer.ask(cls, **fields)) == "session/viewer"
    assert code(await viewer.ask(wire.ListTables)) == "ok"


async def test_ping_is_answered_with_the_clock(server):
    ana = server.guest("Ana")
    ana.tell(wire.Ping)
    (pong,) = ana.of(wire.Pong)
    assert abs(pong.now_ms - ana.welcome.time_ms) < 60_000


async def test_prompts_carry_the_clock_of_the_welcome(server):
    _table_id, guests = await seated(server, "Ana", "Rui")
    (prompt,) = await until(lambda: [p for g in guests for p in g.of(wire.Prompt)])
    assert abs(prompt.now_ms - guests[0].welcome.time_ms) < 60_000


@pytest.mark.parametrize("jump_s", [-3600, 3600])
async def test_clients_see_one_clock_although_the_machines_clock_is_set(
    server, monkeypatch, jump_s
):
    """Otherwise a client that counts deadlines from a pong would be wrong by the jump."""
    ana = server.guest("Ana")
    wall = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: wall() + jump_s * 10**9)
    ana.tell(wire.Ping)
    (pong,) = ana.of(wire.Pong)
    _table_id, guests = await seated(server, "Bia", "Rui")
    (prompt,) = await until(lambda: [p for g in guests for p in g.of(wire.Prompt)])
    times = [ana.welcome.time_ms, pong.now_ms, guests[0].welcome.time_ms, prompt.now_ms]
    assert times[0] <= times[1] <= times[2] <= times[3] < times[0] + 60_000
