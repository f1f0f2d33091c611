"""`carteado replay` and `carteado verify` over the wire: what a player may see of the past."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S

from carteado.client import KeptToken
from carteado.clients.cli.main import run
from carteado.server.app import running
from carteado.server.ops.config import Settings

from .players import Caller, open_table

NAME = "p0"


@pytest.fixture
async def played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[str, str, int]]:
    """A freezeout that is over, on a server that still runs: its address, table, the seat of p0."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        url = f"ws://127.0.0.1:{server.port}"
        table = await open_table(url, preset="heads-up", options={"stack": 200})
        players = [Caller(url, f"p{n}", all_in=n == 0) for n in range(2)]
        seats = [await player.sit(table) for player in players]
        async with asyncio.timeout(PATIENCE_S):
            for player in players:
                await player.over.wait()
        with KeptToken(url, NAME) as kept:
            kept.keep(players[0].client.welcome.token)
        for player in players:
            await player.end()
        yield url, table, seats[0]


async def shown(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> tuple[str, str]:
    assert await asyncio.to_thread(run, words) == status
    out, err = capsys.readouterr()
    return out, err


def hands(out: str) -> list[list[list[str]]]:
    events = [json.loads(line)["event"] for line in out.splitlines()]
    return [event["hands"] for event in events if event["type"] == "hand_started"]


async def test_a_player_sees_the_own_seat_and_the_rail_none(
    played: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    url, table, seat = played
    out, err = await shown(capsys, 0, "replay", table, "--url", url, "--name", NAME, "--json")
    assert err == f"seen from seat {seat}\n"
    assert len(hands(out)) > 3
    for deal in hands(out):
        assert "??" not in deal[seat]
        assert set(deal[1 - seat]) == {"??"}
    asked = ("replay", table, "--url", url, "--name", NAME)
    assert (await shown(capsys, 0, *asked, "--as", str(seat), "--json"))[0] == out
    rail, err = await shown(capsys, 0, *asked, "--as", "rail", "--json")
    assert err == ""
    assert {card for deal in hands(rail) for hand in deal for card in hand} == {"??"}
    _, err = await shown(capsys, 2, *asked, "--as", str(1 - seat))
    assert err == f"carteado: --as '{1 - seat}': you hold seat {seat} at this table\n"


async def test_a_player_in_another_program_learns_why_the_seat_is_hidden(
    played: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    url, table, seat = played
    asked = ("replay", table, "--url", url, "--name", NAME)
    with KeptToken(url, NAME):
        _, err = await shown(capsys, 2, *asked, "--as", str(seat))
        assert f"another program on this machine plays as {NAME} there" in err
        _, err = await shown(capsys, 0, *asked, "--as", "rail")
        assert err == ""


async def test_the_cards_that_a_player_saw_are_proved(
    played: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    url, table, _ = played
    out, _ = await shown(capsys, 0, "verify", table, "--url", url, "--name", NAME, "--json")
    found = json.loads(out)
    assert found["checks"] == []
    assert found["result"] == "ok"
    assert len(found["deals"]) > 3
    assert all(deal["ok"] and deal["finished"] for deal in found["deals"])
    assert all(2 <= len(deal["cards"]) < 52 for deal in found["deals"][1:])
    assert all(deal["nonces"] == [0, 1] for deal in found["deals"])
    lines, _ = await shown(capsys, 0, "verify", table, "--url", url, "--name", "stranger")
    assert lines.startswith("ok    deck 1: ")
    one, _ = await shown(capsys, 0, "verify", table, "--url", url, "--name", NAME, "--deal", "2")
    assert one.startswith("ok    deal 2: ")
    assert one.count("\n") == 1


async def test_a_table_or_server_that_is_not_there_is_named(
    played: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    url, table, _ = played
    _, err = await shown(capsys, 2, "replay", "nothing", "--url", url, "--name", NAME)
    assert "there is no table 'nothing'; there are: " in err
    assert table in err
    _, err = await shown(capsys, 2, "verify", table, "--url", "not a host", "--name", NAME)
    assert "is not an address of a server" in err
    _, err = await shown(capsys, 3, "verify", table, "--url", "127.0.0.1:1", "--name", NAME)
    assert err.count("\n") == 1
