"""The payments at the end of the evening, over real sockets and from the command line."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.clients.commands import run

from carteado.protocol import messages as wire

from .players import Guest, asked_first
from .server_clock import ServerClock

BLINDS = {"small_blind": 5, "big_blind": 10, "stack": 200, "format": "cash"}
BETWEEN = {"pause_ms": 60_000}
"""One hand at each table: before the next one is dealt, its owner pauses it."""


@contextlib.asynccontextmanager
async def guests(url: str, *names: str) -> AsyncIterator[list[Guest]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Guest(url, name)) for name in names]


async def seated(clock: ServerClock, *players: Guest) -> str:
    """A table of their own, at which the first hand is dealt."""
    table = await players[0].open(options={**BLINDS, "seats": len(players)}, settings=BETWEEN)
    for player in players:
        player.table = table
        await player.ask(wire.Join)
    await players[0].saw("button_drawn")
    clock.pass_time(60)
    return table


async def loses(clock: ServerClock, loser: Guest, winner: Guest, chips: int) -> None:
    """One hand between two, in which one raises and folds to the other."""
    await seated(clock, loser, winner)
    if await asked_first(loser, winner) is winner:
        await winner.act("call")
    await loser.act("raise", to=chips)
    await winner.act("all_in")
    await loser.act("fold")
    await winner.saw("hand_ended")
    await loser.ask(wire.Pause)


async def wins_of_two(clock: ServerClock, *players: Guest) -> tuple[str, Guest]:
    """A table of three at which the last to act won 30 of each other; its id, and who that is."""
    table = await seated(clock, *players)
    for kind, fields in (("raise", {"to": 30}), ("call", {})):
        await (await asked_first(*players)).act(kind, **fields)
    winner = await asked_first(*players)
    await winner.act("all_in")
    for _ in range(2):
        await (await asked_first(*players)).act("fold")
    await winner.saw("hand_ended")
    return table, winner


def paid(book: dict[str, Any]) -> set[tuple[str, str, int]]:
    return {(one["payer"], one["payee"], one["amount"]) for one in book["payments"]}


async def test_an_evening_is_settled_with_the_fewest_payments(
    fresh_url: str, server_clock: ServerClock
) -> None:
    """Rui and Eva are even between them: whoever pays the largest debt first makes one more."""
    async with guests(fresh_url, "Ana", "Rui", "Eva", "Gil", "Bia") as (ana, rui, eva, gil, bia):
        await loses(server_clock, eva, rui, 40)
        await loses(server_clock, gil, ana, 30)
        await loses(server_clock, bia, ana, 20)
        book = (await ana.ask(wire.Evening)).result
    assert {one["name"]: one["result"] for one in book["players"]} == {
        "Ana": 50,
        "Rui": 40,
        "Eva": -40,
        "Gil": -30,
        "Bia": -20,
    }
    assert paid(book) == {("Eva", "Rui", 40), ("Gil", "Ana", 30), ("Bia", "Ana", 20)}


@pytest.mark.exhaustive  # command lines of their own, one of which loads what draws
async def test_the_command_lists_the_payments_and_writes_the_plot(
    fresh_url: str, server_clock: ServerClock, tmp_path: Path
) -> None:
    async with guests(fresh_url, "Ana", "Rui", "Eva") as players:
        table, winner = await wins_of_two(server_clock, *players)
        losers = {"Ana", "Rui", "Eva"} - {winner.client.welcome.name}
        name = winner.client.welcome.name
        book = (await winner.ask(wire.Ledger, points=True)).result
        assert paid(book) == {(loser, name, 30) for loser in losers}
        plot = tmp_path / "stacks.svg"
        result = await run("ledger", table, "--url", fresh_url, "--plot", str(plot))
        assert result.status == 0, result.err
        for loser in losers:
            assert f"{loser} pays {name} 30" in result.out
        drawn = plot.read_text()
        assert "<svg" in drawn
        for text in ("Ana", "Rui", "Eva", "chips in play"):
            assert f"<!-- {text} -->" in drawn
        evening = await run("ledger", "--url", fresh_url, "--evening", "1")
        assert f"pays {name} 30" in evening.out
        wrong = await run("ledger", table, "--url", fresh_url, "--plot", str(tmp_path / "a.xyz"))
        assert wrong.status != 0
        assert "a.xyz" in wrong.err
