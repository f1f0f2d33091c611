"""What a client hands to its receipts."""

from __future__ import annotations

from typing import Any

from tests.clients.small_host import TABLE, SmallHost

from carteado.client import Client
from carteado.protocol.messages import Join
from carteado.protocol.session_events import LiveNow


class Seen:
    """Receipts that keep everything in memory."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.closed = False

    def see(self, session_events: Any) -> None:
        self.received += session_events

    def close(self) -> None:
        self.closed = True


async def test_receipts_are_written_before_the_program_receives_the_event() -> None:
    seen: Any = Seen()
    async with SmallHost() as host, Client(host.url, name="Ana", receipts=seen) as client:
        await client.request(Join, table=TABLE)
        async for message in client:
            assert message in seen.received
            if isinstance(message, LiveNow):
                break
    assert seen.closed
