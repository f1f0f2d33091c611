"""The family's table over real sockets: a person who types, three bots, the log read again."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.clients.commands import Result, run, start
from tests.clocks import PATIENCE_S

from carteado.engine.cards import RANKS

from .processes import Server

DEEDS = ("stake 50", "play", "fold", "stake 1000000", "stake 1")
"""What the person says in turn. A stake above the credit is refused, and said again lower."""

HANDS = 5


async def typed(url: str, table: str) -> list[str]:
    """The output for a person who types, over some hands."""
    person = await start("play", url, "--name", "Ana", "--table", table, "--plain")
    assert person.stdin is not None
    assert person.stdout is not None
    shown: list[str] = []
    said = 0
    async with asyncio.timeout(PATIENCE_S):
        while said < len(DEEDS):
            line = (await person.stdout.readline()).decode()
            assert line, shown
            shown.append(line)
            word = line.split()[0]
            if word == "prompt" or (word == "refused" and "above_stack" in line):
                person.stdin.write(f"{DEEDS[said]}\n".encode())
                said += 1
        while sum("hand_ended" in line for line in shown) < said - 1:
            shown.append((await person.stdout.readline()).decode())
        person.stdin.write(b"quit\n")
        await person.communicate()
    return shown


async def carteado(*words: str, status: int = 0) -> Result:
    result = await run(*words)
    assert result.status == status, result.err
    return result


@pytest.mark.exhaustive  # nine processes
async def test_a_person_plays_with_the_familys_bots(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'games.db'}"
    async with Server(tmp_path, store) as server:
        words = ("open", "quick-holdem", "--preset", "family", "--set", "pause=0")
        table = (await carteado(*words, "--url", server.url)).out.strip()
        listed = json.loads((await carteado("tables", server.url, "--json")).out)
        assert [seat["name"] for seat in listed["seats"]] == [None, "parity", "always", "high-card"]
        shown = await typed(server.url, table)
        assert any(line.startswith("refused") and "action/above_stack" in line for line in shown)
        assert await server.stop() == 0
    file = str(tmp_path / "family.carteado")
    await carteado("log", "export", table, file, "--store", store, "--names")
    await carteado("log", "verify", file)
    verified = await carteado("verify", file, "--json", status=7)  # the last hand is not over
    *deals, last = json.loads(verified.out)["deals"]
    assert {deal["result"] for deal in deals} == {"ok"}
    assert last["result"] == "not_checked"
    replayed = await carteado("replay", file, "--as", "all", "--json")
    check([json.loads(line)["event"] for line in replayed.out.splitlines()])
    lines = (await carteado("replay", file)).out
    assert "Ana stakes 50." in lines
    assert "always plays for 50." in lines
    assert re.search(r"Ana folds\. The stake is 100\.", lines)


def check(events: list[dict[str, object]]) -> None:
    """The person led every hand, and each bot played by its own rule and no other."""
    hands: dict[int, list[list[str]]] = {}
    decided: Counter[str] = Counter()
    for event in events:
        kind = event["type"]
        if kind == "hand_started":
            assert event["leader"] == 0
            dealt = event["hands"]
            assert isinstance(dealt, list)
            hands = dict(enumerate(dealt))
        elif kind in ("played", "folded") and event["seat"] != 0:
            seat = event["seat"]
            assert isinstance(seat, int)
            first, second = (RANKS.index(card[0]) + 2 for card in hands[seat])
            wish = {
                1: (first + second) % 2 == 0,
                2: True,
                3: max(first, second) > 10,
            }[seat]
            assert (kind == "played") == wish, event
            decided["bots"] += 1
        decided[str(kind)] += 1
    assert decided["hand_ended"] >= HANDS - 1
    assert decided["bots"] >= 3 * (HANDS - 1)
    assert decided["staked"] >= 3
