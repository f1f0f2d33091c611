"""Looking for servers: this machine's own one is found although nobody announced it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Sequence

import pytest
from tests.e2e.players import open_table

from carteado.client import InputError, search
from carteado.client.search import Answer, servers_here_and_near
from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

NEAR: Sequence[Answer] = (("ws://192.0.2.7:8765", None),)


@pytest.fixture
async def here(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server of this machine at the usual port, which is another one here."""
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, announce=False)
    async with running(settings) as server:
        monkeypatch.setattr(search, "DEFAULT_PORT", server.port)
        await open_table(f"ws://127.0.0.1:{server.port}", title="Friday")
        yield server


def answering(monkeypatch: pytest.MonkeyPatch, found: Sequence[Answer] | InputError) -> None:
    async def servers_with_tables(name: str) -> Sequence[Answer]:
        if isinstance(found, InputError):
            raise found
        return found

    monkeypatch.setattr(search, "servers_with_tables", servers_with_tables)


async def test_the_own_server_stands_first_with_its_tables(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, NEAR)
    (url, tables), *others = await servers_here_and_near("Ana")
    assert url == f"ws://127.0.0.1:{here.port}"
    assert tables is not None
    assert [info.title for info in tables] == ["Friday"]
    assert others == list(NEAR)


async def test_the_own_server_is_listed_where_the_network_cannot_be_asked(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, InputError("the package zeroconf is missing"))
    assert [url for url, _ in await servers_here_and_near()] == [f"ws://127.0.0.1:{here.port}"]


async def test_an_announced_own_server_stands_there_once(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = ((f"ws://127.0.0.1:{here.port}", ()),)
    answering(monkeypatch, announced)
    assert tuple(await servers_here_and_near()) == announced


async def test_without_an_own_server_only_the_others_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as nobody:  # bound and not listening: nobody answers there
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setattr(search, "DEFAULT_PORT", nobody.getsockname()[1])
        answering(monkeypatch, NEAR)
        assert list(await servers_here_and_near()) == list(NEAR)
        answering(monkeypatch, InputError("the package zeroconf is missing"))
        with pytest.raises(InputError):
            await servers_here_and_near()
