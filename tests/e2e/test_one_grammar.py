"""What a host types and what a program pipes in are written alike, at a real server."""

from __future__ import annotations

import pytest
from tests.clients.commands import typist
from tests.clocks import until

from carteado.server.app import Running


@pytest.mark.parametrize("form", ["--plain", "--no-plain"])
async def test_a_preset_and_a_reason_of_several_words_need_no_quotes(
    own_server: Running, own_url: str, form: str
) -> None:
    host = await typist("play", own_url, "--name", "Ana", form)
    host.type("open holdem four-player format=cash stack=300 title=Friday")
    await until(lambda: own_server.lobby.tables)
    (runner,) = own_server.lobby.tables.values()
    assert runner.host.table.game.id == "holdem"
    assert runner.host.table.options.seats == 4
    if form == "--plain":
        host.type("join friday")
    await until(lambda: runner.host.table.state.names[0] == "Ana")
    host.type("pause", "chips Ana much too few", "chips Eva 20 rebuy")
    await host.until("AMOUNT REASON")
    await host.until("nobody here is called 'Eva'")
    host.type("chips ana 1,200 second buy-in, paid in cash")
    assert "second buy-in, paid in cash" in await host.until("second buy-in")
    host.type('chips 0 -200 "counted twice"')
    await host.until("counted twice")
    assert runner.host.table.state.stacks[0] == 1300
    host.process.kill()
    await host.end()
