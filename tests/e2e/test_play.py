"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.clocks import PATIENCE_S

from carteado.engine.deal import Opening, check_opening
from carteado.protocol import messages as wire
from carteado.protocol.codec import SUBPROTOCOLS
from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

from .players import Caller, Guest, nothing_missed, open_table


@pytest.fixture
async def server() -> AsyncIterator[tuple[str, Running]]:
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        yield f"ws://127.0.0.1:{server.port}", server


async def play(url: str, preset: str, count: int, subprotocols: list[str]) -> list[Caller]:
    """A whole freezeout.

    All but one go all in: callers alone would move a blind a hand between them, for hundreds of
    hands if the deck wills it.
    """
    table = await open_table(url, preset=preset, options={"stack": 200})
    players = [
        Caller(
            url, f"p{n}", all_in=n < count - 1, subprotocols=(subprotocols[n % len(subprotocols)],)
        )
        for n in range(count)
    ]
    for player in players:
        await player.sit(table)
    async with asyncio.timeout(PATIENCE_S):
        for player in players:
            await player.over.wait()
    return players


@pytest.mark.parametrize("subprotocols", [[SUBPROTOCOLS[0]], [SUBPROTOCOLS[1]], [*SUBPROTOCOLS]])
@pytest.mark.parametrize(("preset", "count"), [("heads-up", 2), ("four-player", 4)])
async def test_a_freezeout_is_played_to_its_winner(server, preset, count, subprotocols):
    url, running = server
    players = await play(url, preset, count, list(subprotocols))
    nothing_missed(players)
    (runner,) = running.lobby.tables.values()
    state = runner.host.table.state
    assert sorted(state.stacks) == [0] * (count - 1) + [200 * count]
    assert {player.view.state.winner for player in players} == {state.winner}
    assert not any(player.lost for player in players)
    committed = {
        event.deal for event in players[0].session_events.values() if event.type == "deck_cut"
    }
    cuts = [event for event in players[0].session_events.values() if event.type == "deck_cut"]
    assert all(None not in cut.nonces for cut in cuts)
    assert committed == set(range(1, max(committed) + 1))
    for player in players:
        await player.end()


async def test_every_card_that_a_player_saw_is_proved_over_the_wire(server):
    url, _ = server
    players = await play(url, "heads-up", 2, [*SUBPROTOCOLS])
    player = players[0]
    cuts = [event for event in player.session_events.values() if event.type == "deck_cut"]
    roots = {e.deal: e.root for e in player.session_events.values() if e.type == "deck_committed"}
    for cut in cuts[-2:]:
        proved = await player.client.request(wire.Proofs, table=player.table, deal=cut.deal)
        assert proved.root == roots[cut.deal]
        assert proved.proofs
        for proof in proved.proofs:
            opening = Opening(
                position=proof.position, card=proof.card, nonce=proof.nonce, path=proof.path
            )
            assert check_opening(proved.root, proved.size, opening)
    for player in players:
        await player.end()


async def test_a_rematch_is_played_by_those_who_agree(server):
    url, _ = server
    players = await play(url, "heads-up", 2, [*SUBPROTOCOLS])
    for player in players:
        player.over.clear()
        await player.client.request(wire.Rematch, table=player.table)
    async with asyncio.timeout(PATIENCE_S):
        for player in players:
            await player.over.wait()
    nothing_missed(players)
    for player in players:
        await player.end()


async def test_the_rail_sees_the_game_and_no_hidden_card(server):
    url, _ = server
    table = await open_table(url, options={"stack": 200})
    async with Guest(url, "rail", kind="viewer", table=table) as rail:
        await rail.ask(wire.Watch)
        players = [Caller(url, f"p{n}") for n in range(2)]
        for player in players:
            await player.sit(table)
        await rail.saw("hand_ended", 3)
        for started in rail.happened("hand_started"):
            assert {card for hand in started.hands for card in hand} == {"??"}
        for player in players:
            await player.end()
