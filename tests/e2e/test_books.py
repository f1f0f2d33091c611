"""A table that judges what people play with real cards: the bookkeeper types, everybody sees."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clients.commands import Typist, run, typist
from tests.clocks import until

from carteado.client import Client
from carteado.protocol import messages as wire
from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

from .players import refused

FIRST = (
    "enter-round 50 Alice 100 6O 3P 10E 11O 1O Bob 200 3P 4E 3E 13C 13O "
    "Eva Maria 300 12E 10C 11C 9C 13E"
)
SECOND = 'enter-round 50 "Bob 200 2P 13E 9E 12C 2O" "Eva Maria 350 11P 9P 2E 6E 4P"'
CORRECTION = (
    'correct-round 1 50 "Alice 100 6O 3P 10E 11O 1O" "Bob 200 3P 4E 3E 13C 13O" '
    '"Eva Maria 300 2E 10C 11C 9C 13E"'
)


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = f"sqlite:{tmp_path / 'log.db'}"
    async with running(Settings(host="127.0.0.1", port=0, store=store, tables=False)) as found:
        yield found


async def table_on(server: Running) -> tuple[str, str]:
    """Address of the server and id of a table that `carteado open` made."""
    url = f"ws://127.0.0.1:{server.port}"
    opened = await run("open", "poker-face", "--url", url, "--set", "money=1000")
    assert opened.status == 0, opened.err
    return url, opened.out.strip()


async def watching(server: Running, table: str, form: str) -> Typist:
    """A watcher from before the first round: latecomers do not receive it."""
    watcher = await typist("watch", f"ws://127.0.0.1:{server.port}", table, form)
    await until(lambda: server.lobby.tables[table].host.audience.watchers)
    return watcher


async def gone(user: Typist) -> None:
    user.process.kill()
    await user.end()


async def test_the_bookkeeper_enters_and_corrects_rounds_and_everybody_sees(
    server: Running,
) -> None:
    url, table = await table_on(server)
    watcher = await watching(server, table, "--no-plain")
    keeper = await typist("play", url, "--no-plain", "--name", "Rita", "--table", table)
    await keeper.until("The books: Rita.")
    keeper.type(FIRST)
    shown = "Round 1: Eva Maria wins 750 with a straight. Seen twice: 3P. Money: "
    first = f"{shown}Eva Maria 1,400, Alice 850, Bob 750."
    assert await keeper.until("Round 1") == first
    keeper.type(SECOND)
    second = await keeper.until("Round 2")
    assert second.endswith("Money: Bob 1,200, Eva Maria 1,000, Alice 800.")
    keeper.type(CORRECTION)
    assert "rounds 1 to 2 are judged again" in await keeper.until("was entered wrongly")
    corrected = await keeper.until("Round 1: ")
    assert "Bob wins 750 with two pair" in corrected
    again = await keeper.until("Round 2: ")
    keeper.type("table")
    await keeper.until("2 rounds so far")
    seen = [await watcher.until("Round 1: "), await watcher.until("Round 2: ")]
    seen += [await watcher.until("Round 1: "), await watcher.until("Round 2: ")]
    assert seen == [first, second, corrected, again]
    state = next(iter(server.lobby.tables.values())).host.table.state
    assert sum(state.money) == 3000
    for user in (keeper, watcher):
        await gone(user)


async def test_a_mistyped_round_is_refused_and_changes_nothing(server: Running) -> None:
    url, table = await table_on(server)
    keeper = await typist("play", url, "--no-plain", "--name", "Rita", "--table", table)
    await keeper.until("The books: Rita.")
    keeper.type(FIRST)
    await keeper.until("Round 1: ")
    for typed, answer in [
        ("enter-round 50 Zoe 100 6O 3P 10E 11O 1O", "! Zoe is not a player in this match."),
        ("enter-round 50 Bob 100 6O 3P 10E 11O", "! A hand has five cards. The hand of 'Bob'"),
        ("enter-round 50 Bob 100 6O 3P 10E 11O 14O", "! There is no card '14O'."),
        ("enter-round", "! ante is missing: write enter-round ANTE NAME BET CARD"),
        ("enter-round x Bob 100 6O 3P 10E 11O 1O", "! ante: 'x' is not a whole number"),
        ("correct-round 2 50 Bob 100 6O 3P 10E 11O 1O", "! You cannot correct round 2."),
        ("enter-rund 50", "! unknown command 'enter-rund 50'"),
    ]:
        keeper.type(typed)
        assert (await keeper.until("! ")).startswith(answer)
    runner = server.lobby.tables[table]
    assert runner.host.table.state.number == 1
    await gone(keeper)


async def test_the_line_dialect_enters_rounds_and_informs_the_rail(server: Running) -> None:
    url, table = await table_on(server)
    rail = await watching(server, table, "--plain")
    keeper = await typist("play", url, "--plain", "--name", "Rita", "--table", table)
    await keeper.until(f"live {table}")
    keeper.type(FIRST, f"7 @{table} act {SECOND}")
    assert (await keeper.until("ok 7")).startswith(f"ok 7 table={table}")
    judged = await rail.until("round_judged number=1")
    assert "winners=[2] code=S pot=750 amount=750" in judged
    assert "money=[850,750,1400]" in judged
    for user in (keeper, rail):
        await gone(user)


async def test_no_bot_keeps_the_books(server: Running) -> None:
    url, table = await table_on(server)
    async with Client(url, name="Rita") as rita, Client(url, name="Robo", kind="bot") as robo:
        assert await refused(rita, wire.AddBot, table=table, bot="random") == "seat/no_bots"
        assert await refused(robo, wire.Join, table=table) == "seat/no_bots"
        await rita.request(wire.Join, table=table)
        await until(lambda: rita.tables[table].seat == 0)


async def test_the_match_is_there_after_a_restart_and_its_log_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = f"sqlite:{tmp_path / 'log.db'}"
    settings = Settings(host="127.0.0.1", port=0, store=store, tables=False)
    entries = ("Ana 100 6O 3P 10E 11O 1O", "Bia 200 3P 4E 3E 13C 13O")
    enter = {"type": "enter_round", "ante": 50, "entries": entries}
    correct = {"type": "correct_round", "number": 1, "ante": 51, "entries": entries[::-1]}
    async with running(settings) as server:
        url, table = await table_on(server)
        async with Client(url, name="Rita") as rita:
            await rita.request(wire.Join, table=table)
            for action in (enter, enter, correct):
                await rita.request(wire.Act, table=table, decision=0, action=action)
            token = rita.welcome.token
        before = server.lobby.tables[table].host.table.state
    assert before.players == ("Bia", "Ana")
    async with running(settings) as server:
        after = server.lobby.tables[table].host.table.state
        assert (after.money, after.rounds) == (before.money, before.rounds)
        async with Client(f"ws://127.0.0.1:{server.port}", name="Rita", token=token) as rita:
            await until(lambda: table in rita.tables and rita.tables[table].table is not None)
            await rita.request(wire.Act, table=table, decision=0, action=enter)
    verified = await run("verify", table, "--store", store)
    assert verified.status == 0, verified.out
    assert "gives the same events for every recorded command" in verified.out
