"""Proxies in front of the server: the clients behind them, and untrusted ones."""

from __future__ import annotations

import urllib.request
from typing import Any

import pytest
from tests.clocks import PATIENCE_S
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from carteado.protocol.codec import SUBPROTOCOLS
from carteado.server.app import Running, running
from carteado.server.net.proxies import Proxies
from carteado.server.ops.config import ConfigError, Settings, load_settings


@pytest.mark.parametrize(
    ("remote", "hops", "client"),
    [
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["9.9.9.9, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["9.9.9.9, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9", "10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("127.0.0.1", ["203.0.113.9:80"], "203.0.113.9"),
        ("127.0.0.1", ["10.9.9.9"], "10.9.9.9"),
        ("127.0.0.1", ["203.0.113.9, nonsense"], None),
        ("127.0.0.1", [], None),
        ("198.51.100.1", ["203.0.113.9"], None),
    ],
)
def test_the_client_is_the_last_address_that_is_not_a_trusted_proxy(
    remote: str, hops: list[str], client: str | None
) -> None:
    found = Proxies(["127.0.0.1", "10.0.0.0/8"]).forwarded(remote, hops, ["https"])
    assert (None if found is None else found.address) == client
    assert found is None or found.secure


async def opened(server: Running, count: int, **headers: str) -> tuple[int, int]:
    """The numbers of accepted connections and of those refused with 503."""
    lines: list[Any] = []
    refused = 0
    for _ in range(count):
        try:
            lines.append(
                await connect(
                    f"ws://127.0.0.1:{server.port}",
                    subprotocols=[Subprotocol(SUBPROTOCOLS[0])],
                    additional_headers=headers,
                    proxy=None,
                )
            )
        except InvalidStatus as error:
            refused += error.response.status_code == 503
    for line in lines:
        await line.close()
    return len(lines), refused


async def test_limits_per_address_count_the_client_behind_a_trusted_proxy() -> None:
    settings = Settings(
        host="127.0.0.1",
        port=0,
        store="memory:",
        tables=False,
        address_connections=2,
        trusted_proxy=("127.0.0.1",),
    )
    async with running(settings) as server:
        forwarded = {"X-Forwarded-For": "203.0.113.9"}
        assert await opened(server, 4, **forwarded) == (2, 2)
        assert await opened(server, 2, **{"X-Forwarded-For": "203.0.113.10"}) == (2, 0)
        assert await opened(server, 4) == (4, 0)  # of this machine, and nobody's proxy


async def test_nobody_else_is_believed() -> None:
    settings = Settings(
        host="127.0.0.1", port=0, store="memory:", tables=False, address_connections=2
    )
    async with running(settings) as server:
        assert await opened(server, 4, **{"X-Forwarded-For": "203.0.113.9"}) == (4, 0)


async def test_behind_a_proxy_pages_name_its_scheme_and_figures_stay_on_the_machine() -> None:
    import asyncio

    settings = Settings(
        host="127.0.0.1", port=0, store="memory:", tables=False, trusted_proxy=("127.0.0.0/8",)
    )

    def get(path: str, **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    async with running(settings) as server:
        behind = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
        _, text = await asyncio.to_thread(lambda: get("/install", Host="127.0.0.1", **behind))
        assert "https://127.0.0.1" in text
        assert (await asyncio.to_thread(lambda: get("/metrics")))[0] == 200
        assert (await asyncio.to_thread(lambda: get("/metrics", **behind)))[0] == 404


def test_a_wrong_network_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"10\.0\.0\.0/8"):
        load_settings({"trusted_proxy": ("10.0.0.1/8",)})
