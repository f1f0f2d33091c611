"""The operator over the network with a token, and slowed guessing, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.clocks import until

from carteado.client import SessionEnded
from carteado.protocol import messages as wire
from carteado.protocol.session_events import Announcement
from carteado.server.app import Running, running
from carteado.server.lobby.guesses import FREE
from carteado.server.ops.config import Settings

from .players import Guest, asked_first, refused
from .server_clock import ServerClock

TOKEN = "correct-horse-battery-staple"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    file = tmp_path / "tables.toml"
    file.write_text('[[table]]\ntitle = "First"\noptions = {format = "cash"}\n')
    settings = Settings(
        host="127.0.0.1",
        port=0,
        store="memory:",
        tables_file=str(file),
        announce=False,
        admin_token=TOKEN,
    )
    async with running(settings) as found:
        yield found


@pytest.fixture
def url(server: Running) -> str:
    return f"ws://127.0.0.1:{server.port}"


async def admin(guest: Guest, action: str, **fields: Any) -> Any:
    return (await guest.client.request(wire.Admin, action=action, token=TOKEN, **fields)).result


async def test_the_operator_lists_moves_and_closes_with_a_token(url: str, tmp_path: Path) -> None:
    async with Guest(url, "Host") as host, Guest(url, "Ana", table="first") as ana:
        await ana.ask(wire.Join)
        assert await refused(ana.client, wire.Admin, action="tables") == "admin/denied"
        assert [one["title"] for one in await admin(host, "tables")] == ["First"]
        (seat,) = [one for one in await admin(host, "seats", table="first") if one["name"]]
        assert (seat["seat"], seat["name"]) == (0, "Ana")
        assert {one["name"] for one in await admin(host, "sessions")} == {"Host", "Ana"}
        await admin(host, "announce", text="Pizza is here.")
        await until(lambda: ana.heard(Announcement))
        assert ana.heard(Announcement)[0].text == "Pizza is here."
        await admin(host, "at", table="first", text="rename Prime")
        assert (await ana.saw("table_renamed")).title == "Prime"
        file = tmp_path / "tables.toml"
        file.write_text(file.read_text() + '[[table]]\ntitle = "Second"\n')
        done = await admin(host, "reload")
        assert "second" in str(done)
        titles = [one["title"] for one in (await ana.ask(wire.ListTables)).result]
        assert "Second" in titles


async def test_a_kicked_player_is_shown_out_and_a_banned_one_stays_out(url: str) -> None:
    async with Guest(url, "Host") as host:
        ana, bob = Guest(url, "Ana", table="first"), Guest(url, "Bob", table="first")
        for guest in (ana, bob):
            await guest.__aenter__()
            await guest.ask(wire.Join)
        token = bob.client.welcome.token
        error = await refused_admin(host, "kick", name="Anna")
        assert "Ana" in error
        result = await admin(host, "kick", name="Ana")
        assert result["removed"][0][0] == "first"
        result = await admin(host, "ban", name="Bob")
        assert result["banned"] == 1
        assert (await ana.shown_out()).code == "session/kicked"
        assert (await bob.shown_out()).code == "session/banned"
        assert [one["name"] for one in await admin(host, "bans")] == ["Bob"]
        with pytest.raises(SessionEnded):
            await Guest(url, "Bob", token=token).client.start()
        await admin(host, "unban", name="Bob")
        async with Guest(url, "Bob", token=token) as again:
            assert again.client.welcome.resumed


async def refused_admin(host: Guest, action: str, **fields: Any) -> str:
    error = await host.refusal(wire.Admin, action=action, token=TOKEN, table=None, **fields)
    return error.message


async def test_a_drained_server_ends_when_the_deal_is_over(url: str, server: Running) -> None:
    async with (
        Guest(url, "Host") as host,
        Guest(url, "Ana", table="first") as ana,
        Guest(url, "Bob", table="first") as bob,
    ):
        for guest in (ana, bob):
            await guest.ask(wire.Join)
        asked = await asked_first(ana, bob)
        await admin(host, "drain", seconds=600)
        error = await host.refusal(wire.Join, table="first")
        assert error.message
        assert not server.stop.is_set()
        await asked.act("fold")
        await until(server.stop.is_set)


async def test_guessing_a_password_is_slowed_and_a_right_one_still_opens(
    server_clock: ServerClock, url: str
) -> None:
    async with Guest(url, "Ana") as ana, Guest(url, "Eve") as eve:
        await ana.ask(wire.CreateAccount, password="correct horse")
        for _ in range(FREE):
            error = await eve.refusal(wire.Login, name="Ana", password="wrong guess")
            assert "retry_ms" not in error.details
        error = await eve.refusal(wire.Login, name="Ana", password="correct horse")
        assert error.details["retry_ms"] > 0
        assert "s" in error.message
        server_clock.pass_time(error.details["retry_ms"] // 1000 + 1)
        device = (
            await eve.ask(wire.Login, name="Ana", password="correct horse", device="phone")
        ).result
        listed = (await ana.ask(wire.Account)).result["credentials"]
        phone = next(one for one in listed if one["label"] == "phone")
        await ana.ask(wire.Revoke, credential=phone["id"])
        async with Guest(url, "Someone", token=device["token"]) as stranger:
            assert not stranger.client.welcome.resumed
