"""The queue of a client's events: what a program leaves waiting is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.clients.client.test_client import connected
from tests.clients.fake_server import FakeServer
from tests.clocks import PATIENCE_S

from carteado.client import Client, SessionEnded, feed
from carteado.client.lobby import list_tables
from carteado.protocol.messages import Announced
from carteado.protocol.session_events import Announcement, Welcomed

NEWS = Announced(text="x" * 1000, now_ms=0)


@pytest.mark.parametrize(("bound", "most"), [("MOST", 100), ("MOST_BYTES", 100_000)])
async def test_a_server_that_sends_instead_of_answering_ends_the_session(
    monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    monkeypatch.setattr(feed, bound, most)
    async with FakeServer() as server:
        client, conversation = await connected(server)
        asking = asyncio.create_task(list_tables(client))
        flooding = asyncio.create_task(_flood(conversation.send))
        with pytest.raises(SessionEnded, match="sends more than can be shown"):
            await asyncio.wait_for(asking, PATIENCE_S)
        flooding.cancel()
        await client.close()


async def test_a_program_that_takes_everything_may_be_sent_any_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feed, "MOST", 100)
    monkeypatch.setattr(feed, "MOST_BYTES", 100_000)
    async with FakeServer() as server:
        client, conversation = await connected(server)
        sending = asyncio.create_task(_flood(conversation.send))
        assert await _count(client) == 1_000
        sending.cancel()
        await client.close()


async def _flood(send: Callable[..., Awaitable[None]]) -> None:
    while True:
        await send(NEWS)
        # Writing does not wait while the socket has room, and both ends share this loop.
        await asyncio.sleep(0)


async def _count(client: Client) -> int:
    count = 0
    async with asyncio.timeout(PATIENCE_S):
        async for session_event in client:
            if isinstance(session_event, Announcement):
                count += 1
            else:
                assert isinstance(session_event, Welcomed)
            if count == 1_000:
                return count
    raise AssertionError("the session ended")
