"""Advice at a table of a real server: seen by all beforehand, and computed by the client."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.clients.commands import run, typist

from carteado.server.app import running
from carteado.server.ops.config import Settings


@pytest.fixture
async def url() -> AsyncIterator[str]:
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        yield f"ws://127.0.0.1:{server.port}"


@pytest.mark.parametrize("advice", ["off", "everyone"])
async def test_a_buraco_table_gives_advice_where_it_is_on(url: str, advice: str) -> None:
    opened = await run("open", "buraco", "--url", url, "--set", f"advice={advice}")
    table = opened.out.strip()
    shown = await run("tables", url)
    assert f"advice {'off' if advice == 'off' else 'on'}" in shown.out
    four = ("--name", "Ana", "--local-seats", "4", "--table", table)
    people = await typist("play", url, "--no-plain", *four)
    assert f"advice={advice}" in await people.until("advice=")
    await people.until("your turn")
    people.type("advice")
    if advice == "off":
        await people.until("! advice is off at this table")
    else:
        await people.until("95% interval")
        await people.until("unknown cards")
    people.type("quit")
    await people.end()
