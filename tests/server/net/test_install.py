"""Guests without a package index: the join page and the server's own wheel."""

from __future__ import annotations

import asyncio
import io
import re
import urllib.request
import zipfile
from http import HTTPStatus

import pytest
from tests.clocks import PATIENCE_S

from carteado.server.app import running
from carteado.server.net import gateway
from carteado.server.net.downloads import MOST, Downloads
from carteado.server.net.wheel import NoWheel, wheel_name
from carteado.server.ops.config import Settings

HERE = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, announce=False)


def fetch(url: str) -> tuple[bytes, str]:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as page:
        return page.read(), page.headers["Content-Security-Policy"]


async def test_the_join_page_shows_lines_whose_wheel_the_server_offers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "HELLO_S", PATIENCE_S)  # a slow machine makes the wheel slowly
    async with running(HERE) as server:
        home = f"http://127.0.0.1:{server.port}"
        page, policy = await asyncio.to_thread(fetch, f"{home}/join")
        assert "default-src 'none'" in policy
        text = page.decode()
        pip, uv = re.findall(r'<pre>(.*install "carteado\[find\] @ .*")</pre>', text)
        assert pip.startswith("pip install")
        assert uv.startswith("uv tool install")
        assert f"<pre>carteado play {home}</pre>" in text
        [wheel] = set(re.findall(r"@ (http\S+)\"", pip + uv))
        content, _ = await asyncio.to_thread(fetch, wheel)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        info = f"{wheel_name().removesuffix('-py3-none-any.whl')}.dist-info"
        listed = archive.read(f"{info}/RECORD").decode().splitlines()
        assert [line.partition(",")[0] for line in listed] == names
        assert (
            "carteado = carteado.clients.cli.main"
            in archive.read(f"{info}/entry_points.txt").decode()
        )
        assert "Name: carteado" in archive.read(f"{info}/METADATA").decode()
    folders = {name.split("/")[1] for name in names if name.startswith("carteado/")}
    assert {"engine", "protocol", "transport", "client", "clients", "server"} <= folders
    assert not any("__pycache__" in name for name in names)


async def test_few_may_download_at_a_time_and_a_failure_says_why() -> None:
    made = [b"wheel"]

    def make() -> bytes:
        if not made:
            raise NoWheel("no metadata")
        return made.pop()

    downloads = Downloads(make)
    guests = [object() for _ in range(MOST)]
    pages = await asyncio.gather(*map(downloads.get, guests))
    assert [page.body for page in pages] == [b"wheel"] * MOST
    late = object()
    assert (await downloads.get(late)).status is HTTPStatus.SERVICE_UNAVAILABLE
    downloads.done(guests[0])
    assert (await downloads.get(late)).body == b"wheel"
    failing = Downloads(make)
    page = await failing.get(late)
    assert (page.status, page.body) == (HTTPStatus.SERVICE_UNAVAILABLE, "no metadata\n")
    made.append(b"mended")
    assert (await failing.get(guests[1])).body == b"mended"
    await failing.close()
