"""A game that another package installs by an entry point: one folder and one line of metadata.

The package is on the path only in these tests and in the processes that they start.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clients.commands import run, start
from tests.clocks import PATIENCE_S
from tests.e2e.processes import Server

from carteado.engine.registry import games
from carteado.protocol.schema import message_schema

FOLDER = Path(__file__).parent
DEALS = 3


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package here and in every process that a test starts."""
    monkeypatch.syspath_prepend(FOLDER)
    paths = [str(FOLDER), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    games.cache_clear()
    yield
    games.cache_clear()


@pytest.mark.exhaustive  # the contract tests in a pytest of their own
async def test_the_contract_tests_play_it() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "tests/contract", "-k", "higher-card", "-q"),
        *("-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist"),
        cwd=FOLDER.parents[1],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0, out.decode()
    passed = re.search(rb"(\d+) passed", out)
    assert passed
    assert int(passed.group(1)) > 50


def test_the_wire_schema_holds_it() -> None:
    text = json.dumps(message_schema())
    assert all(tag in text for tag in ("card_swapped", "deal_won", "higher-card"))


@pytest.mark.exhaustive  # eight processes
async def test_a_bot_and_a_person_play_it_and_the_log_replays(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'games.db'}"
    async with Server(tmp_path, store) as server:
        opened = await run("open", "higher-card", "--set", "pause=0", "--url", server.url)
        assert opened.status == 0, opened.err
        table = opened.out.strip()
        bot = await start("bot", "random", "--url", server.url, "--table", table)
        outcome = await _typed(server.url, table)
        assert bot.returncode is None
        bot.terminate()
        await bot.communicate()
        assert await server.stop() == 0
    assert any(line.startswith("refused") for line in outcome), outcome
    file = str(tmp_path / "toy.carteado")
    for words in (
        ("log", "export", table, file, "--store", store, "--names"),
        ("log", "verify", file),
    ):
        result = await run(*words)
        assert result.status == 0, result.err
    verified = await run("verify", file, "--json")
    results = [deal["result"] for deal in json.loads(verified.out)["deals"]]
    assert results[:DEALS] == ["ok"] * DEALS, verified.out
    replayed = await run("replay", file)
    assert "Ana swaps the card." in replayed.out
    assert replayed.out.count("won the deal.") >= DEALS


async def _typed(url: str, table: str) -> list[str]:
    """The lines that a person who swaps every card reads until some deals are over."""
    person = await start("play", url, "--name", "Ana", "--table", table, "--plain")
    assert person.stdin is not None
    assert person.stdout is not None
    output: list[str] = []
    async with asyncio.timeout(PATIENCE_S):
        while sum("deal_won" in line for line in output) < DEALS:
            line = (await person.stdout.readline()).decode()
            assert line, output
            output.append(line)
            if line.startswith("prompt"):
                # The first answer is not an action of this game, and is refused.
                tried = any(line.startswith("refused") for line in output)
                person.stdin.write(b"swap\n" if tried else b"fold\n")
            elif line.startswith("refused"):
                person.stdin.write(b"swap\n")
        person.stdin.write(b"quit\n")
        await person.communicate()
    return output
