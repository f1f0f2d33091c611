"""The set-ups of deploy/ with Redis and with Caddy, from real processes."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S, until
from tests.e2e.processes import Server
from tests.ports import HeldPort
from tests.redis_server import RedisServer

from carteado.client import Client
from carteado.client.lobby import list_tables
from carteado.protocol import messages as wire

from .tools import DEPLOY, needed

pytestmark = pytest.mark.exhaustive


@pytest.fixture
def redis(_redis_there: None, tmp_path: Path) -> Iterator[RedisServer]:
    """A redis-server with the settings of the compose file."""
    settings = {}
    for line in (DEPLOY / "compose" / "redis.conf").read_text().splitlines():
        if line and not line.startswith("#"):
            name, value = line.split(maxsplit=1)
            settings[name.replace("-", "_")] = value.strip('"')
    settings.pop("save")
    server = RedisServer(tmp_path, **settings)
    yield server
    server.stop()


async def test_with_redis_a_table_survives_the_death_of_both(
    redis: RedisServer, tmp_path: Path
) -> None:
    flags = ("--no-tables", "--durability", "disk")
    async with Server(tmp_path, redis.url, *flags) as server:
        async with Client(server.url, name="Ana") as ana:
            table = (await ana.request(wire.Open, game="holdem", title="Kept")).table
            await ana.request(wire.Join, table=table)
            token = ana.welcome.token
            await server.kill()
            redis.kill()
            redis.start()
            await server.start()
        async with Client(server.url, name="Ana", token=token) as again:
            [info] = await list_tables(again)
            assert (info.table, info.title, info.seats[0].name) == (table, "Kept", "Ana")


@pytest.fixture
def caddy(tmp_path: Path) -> Iterator[tuple[int, HeldPort, Path]]:
    """Caddy with the file of the compose set-up, on ports of its own: its port, the server's."""
    program = needed("caddy")
    outside, inside = HeldPort(), HeldPort()
    # Nothing but its ports and its authority differ: no other port is opened for a redirect, and no
    # root certificate comes to this machine.
    text = (DEPLOY / "compose" / "Caddyfile").read_text()
    own = "admin off\n\tauto_https disable_redirects\n\tskip_install_trust"
    (tmp_path / "Caddyfile").write_text(text.replace("admin off", own))
    environment = {
        **os.environ,
        "CARTEADO_SITE": f"https://localhost:{outside.number}",
        "CARTEADO_UPSTREAM": f"127.0.0.1:{inside.number}",
        "XDG_DATA_HOME": str(tmp_path / "caddy"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    with (tmp_path / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")],
            env=environment,
            stdout=log,
            stderr=log,
        )
    root = tmp_path / "caddy" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    yield outside.number, inside, root
    process.send_signal(signal.SIGTERM)
    process.wait(20)
    outside.let_go()
    inside.let_go()


async def test_behind_caddy_guests_play_by_wss_and_see_no_figures(
    caddy: tuple[int, HeldPort, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, inside, root = caddy
    server = Server(tmp_path, "memory:", "--no-tables", "--trusted-proxy", "127.0.0.1")
    server.port = inside.number
    await server.start()
    try:
        await until(root.exists)
        context = ssl.create_default_context(cafile=str(root))

        def get(path: str) -> tuple[int, str]:
            try:
                with urllib.request.urlopen(
                    f"https://localhost:{port}{path}", context=context, timeout=PATIENCE_S
                ) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, ""
            except OSError:
                return 0, ""

        async def answered(path: str) -> tuple[int, str]:
            return await asyncio.to_thread(get, path)

        async with asyncio.timeout(PATIENCE_S):
            while True:
                status, text = await answered("/install")
                if status == 200:
                    break
                await asyncio.sleep(0.05)
        assert re.search(rf"https://localhost:{port}\b", text), text
        assert (await answered("/metrics"))[0] == 404
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        async with Client(f"wss://localhost:{port}", name="Ana") as ana:
            table = (await ana.request(wire.Open, game="holdem")).table
            await ana.request(wire.Join, table=table)
            await ana.request(wire.AddBot, table=table, bot="caller")
            followed = await until(lambda: ana.tables.get(table or ""))
            await until(lambda: followed.table and followed.table.state.names[1])
    finally:
        await server.kill()
