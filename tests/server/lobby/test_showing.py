"""Messages for a client without the rules: the owner, the legal actions, the ways of an action."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import FAST

from carteado.protocol import messages as wire


async def opened(
    server: LobbyServer, names: tuple[str, ...], **fields: Any
) -> tuple[str, list[Guest]]:
    """A table that the first opens, and at which all sit, with views."""
    guests = [server.guest(name, views=True) for name in names]
    asked = {"game": "holdem", "settings": FAST, **fields}
    table_id: str = (await guests[0].ask(wire.Open, **asked)).table
    for guest in guests:
        await guest.ask(wire.Join, table=table_id)
    return table_id, guests


async def test_live_names_the_owner_of_the_table(server: LobbyServer) -> None:
    found, (ana, bia) = await opened(server, ("Ana", "Bia"), options={"seats": 2})
    assert [live.owner for live in ana.of(wire.Live)] == [True]
    assert [live.owner for live in bia.of(wire.Live)] == [False]
    await ana.ask(wire.HandOver, table=found, seat=1)
    for guest in (ana, bia):
        await guest.ask(wire.Watch, table=found)
    assert ana.of(wire.Live)[-1].owner is False
    assert bia.of(wire.Live)[-1].owner is True


async def test_a_view_lists_the_actions_without_a_prompt(server: LobbyServer) -> None:
    options = {"seats": 2, "format": "cash", "straddle": True, "bomb_vote": True}
    found, guests = await opened(server, ("Ana", "Bia"), options=options)
    host = server.lobby.tables[found].host
    clock = await until(lambda: host.open_decision)
    waiting, asked = guests[1 - clock.seat], guests[clock.seat]
    await until(lambda: waiting.of(wire.View)[-1].seq == host.audience.seq)
    views = {}
    for guest in (waiting, asked):
        await guest.ask(wire.Watch, table=found)
        views[guest.session.player.name] = guest.of(wire.View)[-1].view
    assert views[waiting.session.player.name]["may"] == {"straddle": True, "bomb_pot": True}
    assert "may" not in views[asked.session.player.name], "the prompt says it"
    rail = server.guest("Rae", views=True)
    await rail.ask(wire.Watch, table=found)
    assert "may" not in rail.of(wire.View)[-1].view


async def test_the_places_of_a_wild_are_listed_and_nothing_happens(server: LobbyServer) -> None:
    names = ("Ana", "Bia", "Caio", "Duda")
    found, (ana, *_) = await opened(server, names, game="buraco", preset="italiano")
    host = server.lobby.tables[found].host
    await until(lambda: host.open_decision)
    before = host.audience.seq
    action = {"type": "meld", "cards": ["4S", "5S", "JKR"]}
    ways = (await ana.ask(wire.Ways, table=found, action=action)).result["ways"]
    assert [way["made"]["stands"].index("3") for way in ways if "3" in way["made"]["stands"]] == [0]
    assert len(ways) == 2
    nothing = await ana.ask(wire.Ways, table=found, action={"type": "draw"})
    assert nothing.result == {"ways": []}
    wrong = await ana.ask(wire.Ways, table=found, action={"type": "jump"})
    assert wrong.code == "action/invalid"
    rail = server.guest("Rae")
    assert isinstance(await rail.ask(wire.Ways, table=found, action=action), wire.Refused)
    assert host.audience.seq == before
