"""House rules of Hold'em over real sockets: asked, answered, announced to everybody and proved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.clients.commands import typist
from tests.clocks import PATIENCE_S, until

from carteado.client import Client
from carteado.engine.deal import Opening, check_opening
from carteado.protocol import messages as wire
from carteado.protocol.codec import SUBPROTOCOLS
from carteado.protocol.session_events import Happened, OddsReceived, Prompted
from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

from .players import Caller, nothing_missed, open_table, refused
from .server_clock import ServerClock


@pytest.fixture
async def url() -> AsyncIterator[str]:
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        yield at(server)


def at(server: Running) -> str:
    return f"ws://127.0.0.1:{server.port}"


class Guest(Caller):
    """Answers each prompt by the first of its words that is offered, once it may go on."""

    def __init__(self, url: str, name: str, *words: str, **fields: Any) -> None:
        super().__init__(url, name, **fields)
        self.words = words
        self.go_on = asyncio.Event()
        self.odds: list[OddsReceived] = []
        self.prompts: list[Prompted] = []

    async def _listen(self) -> None:
        async for session_event in self.client:
            if isinstance(session_event, Prompted):
                self.prompts.append(session_event)
                await self.go_on.wait()
                self._answer(session_event)
            elif isinstance(session_event, OddsReceived):
                self.odds.append(session_event)
            elif isinstance(session_event, Happened):
                self._note(session_event)

    def _answer(self, prompted: Prompted) -> None:
        kind = next(word for word in self.words if getattr(prompted.legal, word))
        self.client.command(
            wire.Act, table=self.table, decision=prompted.decision, action={"type": kind}
        )

    async def open_and_sit(self, **fields: Any) -> None:
        """Open a table, take a seat there and play from then on."""
        await self.client.start()
        self._task = asyncio.create_task(self._play())
        reply = await self.client.request(wire.Open, **fields)
        self.table = reply.table
        await self.client.request(wire.Join, table=self.table)

    def happened(self, kind: str) -> list[Any]:
        return [event for event in self.session_events.values() if event.type == kind]

    async def act(self, action: dict[str, Any]) -> Any:
        """An action that answers no prompt."""
        return await self.client.request(wire.Act, table=self.table, decision=0, action=action)


async def two_guests(url: str, *words: str, **fields: Any) -> tuple[Guest, Guest]:
    """Two guests at a new table that the first one has opened."""
    guests = tuple(
        Guest(url, name, *words, subprotocols=(subprotocol,))
        for name, subprotocol in zip(("Ana", "Rui"), SUBPROTOCOLS, strict=True)
    )
    ana, rui = guests
    settings = {"pause_ms": 0, "nonce_ms": 10_000}
    await ana.open_and_sit(game="holdem", settings=settings, **fields)
    await rui.sit(ana.table)
    return ana, rui


async def test_the_cards_that_would_have_come_are_proved_and_one_card_is_shown(url: str) -> None:
    options = {"format": "cash", "rabbit_hunt": True, "show_one": True, "straddle": True}
    ana, rui = await two_guests(url, "fold", options=options)
    async with asyncio.timeout(PATIENCE_S), Client(url, name="Eva", kind="viewer") as rail:
        await rail.request(wire.Watch, table=ana.table)
        await until(lambda: bool(ana.happened("hand_started")))
        # From the second hand on there is time between two hands.
        await ana.client.request(
            wire.Configure, table=ana.table, options={}, settings={"pause_ms": 60_000}
        )
        for guest in (ana, rui):
            guest.go_on.set()
        await until(lambda: ana.hands == 2)

        await rui.act({"type": "rabbit"})
        await until(lambda: bool(ana.happened("rabbit_shown")))
        (shown,) = ana.happened("rabbit_shown")
        assert len(shown.cards) == 5
        assert (
            await refused(
                ana.client, wire.Act, table=ana.table, decision=0, action={"type": "rabbit"}
            )
            == "action/nothing_to_hunt"
        )
        deal = ana.happened("deck_committed")[-1]
        for client in (ana.client, rail):
            proved = await client.request(wire.Proofs, table=ana.table, deal=deal.deal)
            assert proved.root == deal.root
            for proof in proved.proofs:
                opening = Opening(
                    position=proof.position, card=proof.card, nonce=proof.nonce, path=proof.path
                )
                assert check_opening(proved.root, proved.size, opening)
            board = {proof.dealt: proof.card for proof in proved.proofs if proof.dealt > 4}
            assert [board[place] for place in (5, 6, 7, 9, 11)] == list(shown.cards)
            # The rail is shown no hole card, and a player only their own.
            assert len(proved.proofs) == (7 if client is ana.client else 5)

        await ana.act({"type": "show_card", "card": 2})
        await until(lambda: bool(rui.happened("card_shown")))
        (one,) = rui.happened("card_shown")
        view = rail.tables[ana.table].table
        assert view is not None
        await until(lambda: bool(rail.tables[ana.table].table.state.house.bared))
        assert rail.tables[ana.table].table.state.house.bared[one.seat] == ("??", one.face)
        await ana.act({"type": "straddle"})
        await until(lambda: bool(rui.happened("straddle_wished")))
        for guest in (ana, rui):
            await guest.end()
    nothing_missed([ana, rui])


async def test_two_boards_are_agreed_dealt_and_shown_with_odds_of_their_own(url: str) -> None:
    ana, rui = await two_guests(
        url, "run_twice", "all_in", "call", options={"stack": 200, "run_it_twice": True}
    )
    async with asyncio.timeout(PATIENCE_S), Client(url, name="Eva", kind="viewer") as rail:
        await rail.request(wire.Watch, table=ana.table)
        for guest in (ana, rui):
            guest.go_on.set()
        await until(lambda: bool(ana.happened("second_board_dealt")) and ana.hands > 0)
        await until(lambda: {one.run for one in ana.odds} == {0, 1, 2})
        await until(lambda: {one.run for one in rui.odds} == {0, 1, 2})
        for guest in (ana, rui):
            answers = guest.happened("runs_answered")[:2]
            assert [one.runs for one in answers] == [0, 2]
            halves = guest.happened("run_awarded")[:2]
            assert [one.board for one in halves] == [1, 2]
            assert sum(one.amount for one in halves) == 400
            second = next(one for one in guest.odds if one.run == 2 and not one.board)
            # The second board is counted without the five cards of the first.
            assert second.pots[0].total == 962_598
        for guest in (ana, rui):
            await guest.end()


async def test_one_player_who_wants_a_single_board_gets_it(url: str) -> None:
    ana, rui = await two_guests(
        url, "run_once", "all_in", "call", options={"stack": 200, "run_it_twice": True}
    )
    async with asyncio.timeout(PATIENCE_S):
        for guest in (ana, rui):
            guest.go_on.set()
        await until(lambda: bool(ana.happened("hand_ended")))
        assert [one.runs for one in ana.happened("runs_answered")[:1]] == [1]
        assert not ana.happened("second_board_dealt")[:1]
        for guest in (ana, rui):
            await guest.end()


async def test_invalid_options_are_refused(url: str) -> None:
    async with Client(url, name="opener") as client:
        for options in ({"seven_deuce": 25}, {"bomb_every": -1}, {"straddle": "yes"}):
            assert await refused(client, wire.Open, game="holdem", options=options) in (
                "options/invalid",
                "table/bad_options",
            )
    table = await open_table(url, options={"bomb_every": 1, "stack": 100})
    players = [Caller(url, f"p{number}") for number in range(2)]
    for player in players:
        await player.sit(table)
    await asyncio.wait_for(until(lambda: players[0].hands >= 2), PATIENCE_S)
    kinds = {event.type for event in players[0].session_events.values()}
    assert "bomb_pot_called" in kinds
    for player in players:
        await player.end()


@pytest.mark.exhaustive
async def test_house_rules_and_words_for_amounts_work_in_the_line_dialect(
    url: str, server_clock: ServerClock
) -> None:
    """`carteado play --plain`, both ways through pipes."""
    table = await open_table(
        url, options={"format": "cash", "rabbit_hunt": True}, settings={"pause_ms": 60_000}
    )
    rui = Guest(url, "Rui", "fold")
    ana = await typist("play", url, "--table", table, "--name", "Ana", "--plain")
    await ana.until(f"live {table}")
    rui.go_on.set()
    await rui.sit(table)
    await ana.until("button_drawn")
    server_clock.pass_time(60)
    # Rui folds the hand in which he is the first to act.
    if "hand_ended" in await ana.until(f"prompt {table}", "hand_ended"):
        server_clock.pass_time(60)
        await ana.until(f"prompt {table}")
    ana.type("raise to 3bb")
    assert "to=60" in await ana.until(" raised ", "refused")
    await ana.until("hand_ended")
    ana.type("rabbit")
    assert "seat=0" in await ana.until("rabbit_shown", "refused")
    ana.type("run-twice")
    assert "refused" in await ana.until("refused")
    assert (await ana.end()).status == 0
    await rui.end()
