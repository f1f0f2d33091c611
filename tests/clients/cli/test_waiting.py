"""What people read when a table waits for its server."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.clients.cli.desk import Desk
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.protocol.session_events import TableStarting, TableWaits

from .test_stalled import OnOutcome


async def test_a_desk_says_why_the_table_waits_and_when_it_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def starting(attempt: int) -> TableStarting:
        message = "the server is starting, 1 of 2 tables; ask again in 250 ms"
        return TableStarting(id=1, table="t-1", message=message, attempt=attempt, retry_ms=250)

    def waits(reason: str | None, seconds: int, table: str = "t-1") -> TableWaits:
        return TableWaits(table=table, reason=reason, since_ms=0, now_ms=1000 * seconds)

    client: Any = OnOutcome(
        starting(1),
        starting(2),
        waits("store_full", 3),
        waits("a reason of a later release", 4),
        waits("store_full", 5, table="another"),
        waits(None, 12),
    )
    person = Person(name="Ana", client=client)
    desk = Desk(people=[person], screen=Screen(terminal=False, colour=False))
    desk.table = "t-1"
    await desk.listen(person)
    assert capsys.readouterr().out.splitlines() == [
        "* the server is starting, 1 of 2 tables; ask again in 250 ms",
        "* the table waits: the server's store is full, for 3 s now; nothing is lost",
        "* the table waits: the server's store cannot be used, for 4 s now; nothing is lost",
        "* play goes on after 12 s",
    ]
