"""``carteado account``, ``stats`` and ``ledger`` against a server, and the logs after it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.clients.commands import Result, run
from tests.clocks import until

from carteado.bots.running import SEAT_TOKEN
from carteado.client import Client
from carteado.protocol import messages as wire
from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

from .players import Caller, open_table

PASSWORD = "correct horse\n"

pytestmark = pytest.mark.exhaustive  # each command line is a process of its own


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = f"sqlite:{tmp_path / 'log.db'}"
    settings = Settings(host="127.0.0.1", port=0, store=store, tables=False, announce=False)
    async with running(settings) as found:
        yield found


async def command(server: Running, *words: str, typed: str = PASSWORD) -> Result:
    return await run(*words, "--url", f"ws://127.0.0.1:{server.port}", typed=typed)


async def played(server: Running) -> str:
    """A table at which Ana and Rui played three hands, and left."""
    url = f"ws://127.0.0.1:{server.port}"
    table = await open_table(url, options={"format": "cash", "stack": 400})
    players = [Caller(url, name) for name in ("Ana", "Rui")]
    for player in players:
        await player.sit(table)
    await until(lambda: all(player.hands >= 3 for player in players))
    for player in players:
        await player.client.request(wire.Leave, table=table)
    host = server.lobby.tables[table].host
    await until(lambda: host.table.state.names == (None, None))
    for player in players:
        await player.end()
    return table


async def test_statistics_are_the_same_from_the_server_and_from_the_logs(
    server: Running, tmp_path: Path
) -> None:
    table, url = await played(server), f"ws://127.0.0.1:{server.port}"
    asked = await command(server, "stats", "--json")
    assert asked.status == 0, asked.err
    store = f"sqlite:{tmp_path / 'log.db'}"
    counted = await run("stats", "--store", store, "--json")
    assert json.loads(asked.out) == json.loads(counted.out)
    typed = await run("play", url, "--no-plain", "--name", "Eva", typed="stats rui\nquit\n")
    assert "Rui: No-limit Texas Hold'em" in typed.out
    said = await command(server, "rules", "--table", table[:4])
    assert "It is a cash table" in said.out
    assert {one["name"] for one in json.loads(asked.out)} == {"Ana", "Rui"}
    one = await command(server, "stats", "ana", "--game", "holdem", "--table", table)
    assert one.out.splitlines()[0] == "Ana: No-limit Texas Hold'em"
    plot = tmp_path / "plot.svg"
    drawn = await command(server, "stats", "--plot", str(plot))
    assert drawn.status == 0, drawn.err
    assert "<svg" in plot.read_text()
    wrong = await command(server, "stats", "Anna")
    assert wrong.status != 0
    assert "Ana" in wrong.err
    assert "Traceback" not in wrong.err
    ledger = await command(server, "ledger", table, "--csv")
    assert ledger.out.splitlines()[0].startswith("table,title,player,buy_ins")
    assert len(ledger.out.splitlines()) == 3
    evening = await command(server, "ledger", "--evening", "1")
    assert evening.status == 0, evening.err
    assert evening.out.splitlines()[0].startswith("Tables: ")
    assert any(line.split()[:1] == ["Rui"] for line in evening.out.splitlines())
    wrong = await command(server, "ledger", "--evening", "-3")
    assert wrong.status == 2


async def test_an_account_is_managed_from_the_command_line(server: Running) -> None:
    def ana(*words: str, typed: str = PASSWORD) -> Any:
        return command(server, "account", *words, "--name", "Ana", typed=typed)

    short = await ana("create", typed="short\n")
    assert short.status == 2
    assert "8 to 128" in short.err
    made = await ana("create")
    assert made.status == 0, made.err
    assert (await ana("login", "--device", "laptop")).status == 0
    token = (await ana("token", "script")).out.strip()
    listed = json.loads((await ana("devices", "--json")).out)
    assert [one["label"] for one in listed["credentials"]] == ["first", "laptop", "script"]
    url = f"ws://127.0.0.1:{server.port}"
    async with Client(url, name="Ana", token=token) as client:
        assert (await client.request(wire.Account)).result["name"] == "Ana"
    script = listed["credentials"][2]["id"]
    assert (await ana("revoke", script)).status == 0
    async with Client(url, name="Other", token=token) as client:
        assert not client.welcome.resumed
    changed = await ana("password", typed="correct horse\nanother one\n")
    assert changed.status == 0, changed.err
    refused = await ana("devices")
    assert refused.status == 4
    assert "wrong" in refused.err
    assert (await ana("forget", typed="another one\n")).status == 0
    assert (await ana("devices", typed="another one\n")).status == 4


async def test_an_account_adopts_the_seats_of_a_guest_of_this_machine(server: Running) -> None:
    url = f"ws://127.0.0.1:{server.port}"
    table = await open_table(url, options={"format": "cash", "stack": 400})
    words = ("play", url, "--no-plain", "--name", "Leo")
    sat = await run(*words, typed=f"join {table}\nquit\n")
    assert "Leo, 400 chips" in sat.out, sat.err
    assert (await command(server, "account", "create", "--name", "Ana")).status == 0
    nobody = await command(server, "account", "adopt", "Lea", "--name", "Ana")
    assert nobody.status == 2
    assert "there is no such guest" in nobody.err
    wrong = await command(server, "account", "adopt", "Leo", "--name", "Ana", typed="other words\n")
    assert wrong.status == 4
    assert "Leo" in (await run("tables", url)).out  # nothing has changed
    adopted = await command(server, "account", "adopt", "Leo", "--name", "Ana")
    assert adopted.status == 0, adopted.err
    assert adopted.out == "The seats and the history of Leo are yours.\n"
    listed = (await run("tables", url)).out
    assert "Ana" in listed
    assert "Leo" not in listed
    ledger = json.loads((await command(server, "ledger", table, "--json")).out.splitlines()[0])
    assert "Leo" not in json.dumps(ledger)


async def test_forgotten_and_adopted_players_are_so_in_the_logs_statistics_too(
    server: Running, tmp_path: Path
) -> None:
    await played(server)
    url = f"ws://127.0.0.1:{server.port}"
    store = f"sqlite:{tmp_path / 'log.db'}"
    async with Client(url, name="Eva") as eva, Client(url, name="Leo") as guest:
        table = await open_table(url, options={"format": "cash", "stack": 400})
        for client in (guest, eva):
            await client.request(wire.Join, table=table)
        host = server.lobby.tables[table].host
        await until(lambda: host.table.state.in_hand and host.open_decision is not None)
        folding = next(
            one
            for one in (guest, eva)
            if one.tables[table].seat == host.table.game.turn(host.table.state)
        )
        # Eva leaves with the end of this hand, before another one begins.
        await eva.request(wire.Leave, table=table)
        if (asked := host.open_decision) is not None:
            fold = {"table": table, "decision": asked.decision, "action": {"type": "fold"}}
            await folding.request(wire.Act, **fold)
        await until(lambda: "Eva" not in host.table.state.names)
        await eva.request(wire.CreateAccount, password="correct horse")
        await eva.request(wire.Adopt, token=guest.welcome.token)
        asked = json.loads((await command(server, "stats", "--json")).out)
        counted = json.loads((await run("stats", "--store", store, "--json")).out)
        assert asked == counted
        assert {one["name"] for one in asked} == {"Ana", "Rui", "Eva"}
        await eva.request(wire.ForgetMe, password="correct horse")
    asked = json.loads((await command(server, "stats", "--json")).out)
    counted = json.loads((await run("stats", "--store", store, "--json")).out)
    assert asked == counted
    assert {one["name"] for one in asked} >= {"Ana", "Rui", "former player"}
    assert "Eva" not in str(asked)


async def test_a_bot_plays_as_the_account_with_an_api_token(server: Running) -> None:
    url = f"ws://127.0.0.1:{server.port}"
    table = await open_table(url, options={"format": "cash", "stack": 400})
    async with Client(url, name="Ana") as ana:
        await ana.request(wire.CreateAccount, password="correct horse")
        made = await ana.request(wire.CreateToken, label="bot")
    other = Caller(url, "Rui")
    await other.sit(table)
    words = ("bot", "caller", "--url", url, "--table", table, "--hands", "1")
    played = await run(*words, environment={SEAT_TOKEN: made.result["token"]})
    assert played.status == 0, played.err
    await other.end()
    statistics = json.loads((await command(server, "stats", "Ana", "--json")).out)
    assert [one["name"] for one in statistics] == ["Ana"]
